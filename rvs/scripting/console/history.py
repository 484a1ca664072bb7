"""History of the console, stored between sessions."""

from __future__ import annotations

import json
import logging
from pathlib import Path

from rvs.files.storage.atomic import write_text
from rvs.files.storage.recent import kept_list
from rvs.model.folders import config_folder

MOST, LONGEST, LARGEST = 1000, 20_000, 5_000_000

log = logging.getLogger(__name__)


class History:
    """Typed lines, oldest first, and the current position among them.

    Attributes:
        lines: The lines; one may have several rows.
    """

    def __init__(self, file: Path | None = None) -> None:
        """Read the stored history.

        Args:
            file: The file; one in the user's folder if left out.
        """
        self._file = file or config_folder() / "console.json"
        kept = kept_list(self._file, LARGEST, "the console's history")
        self.lines = [line for line in kept if isinstance(line, str)][-MOST:]
        self._place = len(self.lines)
        self._typed = ""

    def add(self, line: str) -> None:
        """Add a line, unless it repeats the last one; an unwritable one is kept in memory."""
        if line.strip() and self.lines[-1:] != [line] and len(line) <= LONGEST:
            self.lines = [*self.lines, line][-MOST:]
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_text(self._file, json.dumps(self.lines, ensure_ascii=False, indent=0))
            except OSError as error:
                log.warning("%s: the console's history can't be stored: %s", self._file, error)
        self._place, self._typed = len(self.lines), ""

    def back(self, typed: str) -> str | None:
        """Return the previous line, or None at the oldest.

        Args:
            typed: The current text; it returns after the newest line.
        """
        if self._place == 0:
            return None
        if self._place == len(self.lines):
            self._typed = typed
        self._place -= 1
        return self.lines[self._place]

    def on(self) -> str | None:
        """Return the next line, finally the one being typed, or None after that."""
        if self._place >= len(self.lines):
            return None
        self._place += 1
        return self.lines[self._place] if self._place < len(self.lines) else self._typed

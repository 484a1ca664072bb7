"""Takes what lines print, and hands whole lines on."""

from __future__ import annotations

import io
from collections.abc import Callable
from threading import get_ident

# What one stretch of lines may print before the rest is left out.
MOST = 200_000


class Printed(io.TextIOBase):
    """A file that is written to; ``flush`` shows what came."""

    def __init__(self, show: Callable[[str], object]) -> None:
        super().__init__()
        self._show = show
        self._waiting = ""
        self._length = 0
        self._thread = get_ident()

    def writable(self) -> bool:
        """Tell that it can be written to."""
        return True

    def write(self, text: str) -> int:
        """Take some text."""
        room = MOST - self._length
        if room > 0:
            self._waiting += text[:room]
            if len(text) > room:
                self._waiting += (
                    f"\n… more than {MOST:,} letters were printed; the rest is left out\n"
                )
        self._length += len(text)
        return len(text)

    def flush(self, whole: bool = False) -> None:
        """Show the lines that are complete, or with ``whole`` all of it; then it is over.

        Only in the thread that it belongs to: what another one prints waits for that.
        """
        if get_ident() != self._thread:
            return
        end = len(self._waiting) if whole else self._waiting.rfind("\n") + 1
        shown, self._waiting = self._waiting[:end], self._waiting[end:]
        if shown:
            self._show(shown)
        if whole:
            self._length = 0

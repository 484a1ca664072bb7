"""The preferences of the window: changed in one place, written immediately.

Settings of the window besides preferences: its arrangement, and the last choices.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSettings, Signal

from rvs.engine.offset_naming import prefer_offset_letter, use_offset_letter
from rvs.files.storage.preferences_file import save_preferences
from rvs.model.derived import forget_all
from rvs.model.folders import config_folder
from rvs.model.preferences import Preferences, preferences_file
from rvs.words import tr

log = logging.getLogger(__name__)


class Settings(QObject):
    """Holds the preferences.

    Attributes:
        changed: Reports every change.
        refused: Reason why they could not be written.
    """

    changed = Signal()
    refused = Signal(str)

    def __init__(self, preferences: Preferences, path: Path | None = None) -> None:
        super().__init__()
        self._preferences = preferences
        self._path = path or preferences_file()
        prefer_offset_letter(preferences.offset_letter)

    @property
    def preferences(self) -> Preferences:
        """The current preferences."""
        return self._preferences

    def change(self, **changes: Any) -> None:
        """Change some preferences and write the file; unwritable ones last for the session."""
        new = replace(self._preferences, **changes)
        if new == self._preferences:
            return
        old, self._preferences = self._preferences, new
        if new.offset_letter != old.offset_letter:
            use_offset_letter(new.offset_letter)
            # What was worked out has the old one.
            forget_all()
        try:
            save_preferences(new, old, self._path)
        except OSError as error:
            log.warning("%s: the preferences could not be written: %s", self._path, error)
            reason = error.strerror or str(error)
            self.refused.emit(
                tr("the preferences last only until the program ends: {reason}", reason)
            )
        self.changed.emit()


def store() -> QSettings:
    """Return the file for the arrangement, next to the preferences."""
    return QSettings(str(config_folder() / "window.ini"), QSettings.Format.IniFormat)

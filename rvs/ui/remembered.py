"""Where the window keeps what is no preference: its arrangement, and what was chosen last."""

from __future__ import annotations

from PySide6.QtCore import QSettings

from rvs.model.folders import config_folder


def store() -> QSettings:
    """Return where it is kept, beside the preferences."""
    return QSettings(str(config_folder() / "window.ini"), QSettings.Format.IniFormat)

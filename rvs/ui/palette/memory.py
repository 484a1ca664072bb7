"""What was chosen last in the palette, kept between sessions."""

from __future__ import annotations

from PySide6.QtCore import QSettings

from rvs.model.folders import config_folder

MOST = 8
KEY = "recent"


def _store() -> QSettings:
    return QSettings(str(config_folder() / "palette.ini"), QSettings.Format.IniFormat)


def recent() -> tuple[str, ...]:
    """Return the ids of what was chosen last, latest first; a damaged list is empty."""
    value = _store().value(KEY, [])
    names = [value] if isinstance(value, str) else value
    return tuple(str(name) for name in names[:MOST]) if isinstance(names, list) else ()


def remember(name: str) -> None:
    """Put an id at the head of the list."""
    store = _store()
    store.setValue(KEY, [name, *(other for other in recent() if other != name)][:MOST])
    store.sync()

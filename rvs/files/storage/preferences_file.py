"""Preferences in a file that other windows and people also write."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

from rvs.files.storage.outside_changes import set_aside, tell_kept
from rvs.model.preferences import (
    Preferences,
    preferences_text,
    read_preferences,
    write_preferences,
)


def save_preferences(new: Preferences, old: Preferences, path: Path) -> None:
    """Write the choices made here; choices made elsewhere in the meantime remain.

    Contents that the program would not write, such as a remark or a typing error, are kept in a
    separate file.

    Args:
        new: The preferences.
        old: The preferences before the choice.
        path: The file.

    Raises:
        OSError: It, or the copy, can't be written.
    """
    now, _ = read_preferences(path)
    chosen = {
        one.name: getattr(new, one.name)
        for one in fields(Preferences)
        if getattr(new, one.name) != getattr(old, one.name)
    }
    copy = set_aside(path) if path.exists() and _says_more(path, now) else None
    write_preferences(replace(now, **chosen) if path.exists() else new, path)
    if copy is not None:
        tell_kept(path, copy)


def _says_more(path: Path, read: Preferences) -> bool:
    known = {line.encode("utf-8") for line in preferences_text(read).splitlines()}
    return any(line.strip() and line not in known for line in path.read_bytes().splitlines())

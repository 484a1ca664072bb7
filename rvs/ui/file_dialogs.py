"""Asks for files, beside the one that was used last."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from rvs.files.storage.places import bundled_folder
from rvs.files.storage.recent import recent_files

_used: list[Path] = []


def open_file(parent: QWidget, title: str, start: str, kinds: str) -> tuple[str, str]:
    """Ask for a file to open; as ``QFileDialog.getOpenFileName``, from ``beside(start)``."""
    return _noted(QFileDialog.getOpenFileName(parent, title, beside(start), kinds))


def open_files(parent: QWidget, title: str, start: str, kinds: str) -> tuple[list[str], str]:
    """Ask for files to open; as ``QFileDialog.getOpenFileNames``, from ``beside(start)``."""
    names, kind = QFileDialog.getOpenFileNames(parent, title, beside(start), kinds)
    for name in names[:1]:
        _noted((name, kind))
    return names, kind


def save_file(
    parent: QWidget, title: str, start: str, kinds: str, chosen: str = ""
) -> tuple[str, str]:
    """Ask where to save; as ``QFileDialog.getSaveFileName``, from ``beside(start)``."""
    if chosen:
        return _noted(QFileDialog.getSaveFileName(parent, title, beside(start), kinds, chosen))
    return _noted(QFileDialog.getSaveFileName(parent, title, beside(start), kinds))


def beside(start: str) -> str:
    """Return a whole path as it is, and a bare name in the folder that was used last.

    That is where the last dialog chose a file, else where the latest of the recent files lies that
    the user may write beside, else the user's home.
    """
    if Path(start).is_absolute():
        return start
    return str(_folder() / start)


def _folder() -> Path:
    bundled = bundled_folder()
    for folder in (*_used, *(path.parent for path in recent_files())):
        if folder.is_dir() and not folder.is_relative_to(bundled):
            return folder
    return Path.home()


def _noted(answer: tuple[str, str]) -> tuple[str, str]:
    """Remember the folder of what was chosen."""
    if answer[0]:
        _used[:] = [Path(answer[0]).parent]
    return answer

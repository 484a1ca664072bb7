"""File dialogs that begin in the last folder, and opening with programs of the system."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from rvs.files.storage.locations import bundled_folder, user_folder
from rvs.files.storage.recent import recent_files
from rvs.words import tr

if TYPE_CHECKING:
    from rvs.ui.desk import Desk

_used: list[Path] = []


def open_file(parent: QWidget, title: str, start: str, kinds: str) -> Path | None:
    """Ask for a file to open, from ``beside(start)``; ``kinds`` is a filter of Qt."""
    name, _ = QFileDialog.getOpenFileName(parent, title, beside(start), kinds)
    return _noted(Path(name)) if name else None


def open_outside(path: Path) -> str:
    """Open a file or a folder with the system's program; return the reason for a failure."""
    if QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
        return ""
    return tr("no program opens {name}; it is in {parent}", path.name, path.parent)


def open_several(parent: QWidget, title: str, start: str, kinds: str) -> list[Path]:
    """Ask for files to open, from ``beside(start)``."""
    names, _ = QFileDialog.getOpenFileNames(parent, title, beside(start), kinds)
    return [_noted(Path(name)) for name in names]


def choose_folder(parent: QWidget, title: str) -> Path | None:
    """Ask for an existing folder, starting in the last one."""
    name = QFileDialog.getExistingDirectory(parent, title, beside(""))
    if not name:
        return None
    _used[:] = [Path(name)]
    return Path(name)


def save_file(parent: QWidget, title: str, start: str, kinds: str, chosen: str = "") -> Path | None:
    """Ask where to save, from ``beside(start)``.

    A name with none of the suffixes of ``kinds`` gets the suffix of the selected kind.
    """
    name, kind = QFileDialog.getSaveFileName(
        parent, title, beside(start), kinds, chosen or kinds.partition(";;")[0]
    )
    if not name:
        return None
    path, known = _noted(Path(name)), _suffixes(kinds)
    if not known or path.suffix.lower() in known:
        return path
    return path.with_name(path.name + (_suffixes(kind) or known)[0])


def shown_name(desk: Desk) -> str:
    """Return a file name for everything shown: the name of its cell, or its only robot."""
    path, robots = desk.cell_file.path, desk.session.state.document.robots
    if path is not None or len(robots) != 1:
        return path.stem if path is not None else "cell"
    return robots[0].robot.name or robots[0].id


def beside(start: str) -> str:
    """Return an absolute path unchanged, and a bare name in the last folder.

    That is the folder of the last dialog, else the folder of the latest recent file outside both
    libraries, else the user's home.
    """
    if Path(start).is_absolute():
        return start
    return str(_folder() / start)


def _suffixes(kinds: str) -> list[str]:
    return re.findall(r"\*(\.\w+)", kinds)


def _folder() -> Path:
    libraries = (bundled_folder(), user_folder())
    recent = (path.parent for path in recent_files())
    for folder in (*_used, *(one for one in recent if not _in(one, libraries))):
        if folder.is_dir() and not _in(folder, libraries[:1]):
            return folder
    return Path.home()


def _in(folder: Path, libraries: Iterable[Path]) -> bool:
    return any(folder.is_relative_to(one) for one in libraries)


def _noted(path: Path) -> Path:
    """Store the folder of the selection."""
    _used[:] = [path.parent]
    return path

"""The menu of recent files."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import cast

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu

from rvs.files.storage.recent import clear_recent, recent_files
from rvs.ui.desk import Desk
from rvs.ui.language import english
from rvs.ui.saving import opening


class RecentMenu(QMenu):
    """Filled again whenever it opens; missing files are disabled."""

    def __init__(self, desk: Desk, parent: QMenu) -> None:
        super().__init__("Open recent", parent)
        self.setToolTipsVisible(True)
        self._desk = desk
        self.aboutToShow.connect(self.refill)

    def refill(self) -> None:
        """Read the list."""
        self.clear()
        paths = recent_files()
        for path in paths:
            action = self.addAction(_label(path, paths), partial(self._open, path))
            action.setToolTip(str(path))
            action.setEnabled(path.exists())
        if not paths:
            self.addAction("No files yet").setEnabled(False)
            return
        self.addSeparator()
        self.addAction("Clear this list", clear_recent)

    def _open(self, path: Path) -> None:
        opening.open_recent(self._desk, path)


def _label(path: Path, among: tuple[Path, ...]) -> str:
    """Return the name of a file, with its folder if two files have the same name."""
    twins = sum(other.name == path.name for other in among) > 1
    text = f"{path.name} – {path.parent}" if twins else path.name
    return text.replace("&", "&&")


def add_recent_menu(window: QMainWindow, desk: Desk, before: QAction) -> RecentMenu:
    """Put the menu of recent files into the File menu, before an action."""
    menus = (
        action.menu() for action in window.menuBar().actions() if english(action.text()) == "&File"
    )
    file_menu = cast(QMenu, next(menus))
    recent = RecentMenu(desk, file_menu)
    file_menu.insertMenu(before, recent)
    return recent

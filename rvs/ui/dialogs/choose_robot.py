"""The choice of one robot in a file with several: each with a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QDialog, QLabel, QListWidget, QListWidgetItem

from rvs.files.library import load_robot
from rvs.files.placed_robot import placed_robot
from rvs.model.document import PlacedRobot
from rvs.model.robots.imported import Choices
from rvs.ui.desk import Desk
from rvs.ui.pictures.list_portraits import ListPortraits
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.screen_fit import resize_on_screen
from rvs.words import tr

SIZE, PICTURE, ROW = (520, 420), 96, 108


class ChooseRobot(AskDialog):
    """The robots of a file; double click or Open accepts the selected one.

    Attributes:
        robots: Their names; the first is selected.
    """

    def __init__(self, desk: Desk, path: Path, names: Sequence[str]) -> None:
        super().__init__(
            desk.window, desk.theme, "choose_robot", tr("Open {name}", path.name), "Open"
        )
        resize_on_screen(self, QSize(*SIZE))
        self._path = path
        self.robots = QListWidget()
        self.robots.setObjectName("Gallery")
        self.robots.setAccessibleName("Robots in the file")
        self.robots.setIconSize(QSize(PICTURE, PICTURE))
        blank = QPixmap(PICTURE, PICTURE)
        blank.fill(Qt.GlobalColor.transparent)
        for name in names:
            item = QListWidgetItem(QIcon(blank), name)
            item.setToolTip(name)
            item.setSizeHint(QSize(0, ROW))
            self.robots.addItem(item)
        words = QLabel(tr("The file contains {count} robots. Choose the one to open.", len(names)))
        words.setWordWrap(True)
        self.ask(words, self.robots, foot=self.notice)
        self.robots.setCurrentRow(0)
        self.robots.itemDoubleClicked.connect(lambda _item: self.accept())
        self._portraits = ListPortraits(self.robots, self._robot, desk.theme)
        self.robots.setFocus()

    @property
    def chosen(self) -> str:
        """The name of the selected robot, or an empty text."""
        item = self.robots.currentItem()
        return item.text() if item is not None else ""

    def done(self, result: int) -> None:
        """Close, and free the pictures."""
        self._portraits.release()
        super().done(result)

    def _robot(self, item: QListWidgetItem) -> PlacedRobot:
        return placed_robot(load_robot(self._path, Choices(robot=item.text())), "portrait")


def ask_robot(desk: Desk, path: Path, names: Sequence[str]) -> str:
    """Ask for a robot of a file; return its name, or an empty text after Cancel."""
    dialog = ChooseRobot(desk, path, names)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    return dialog.chosen if accepted else ""

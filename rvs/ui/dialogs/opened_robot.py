"""Questions about an opened file: which of its robots, and whether it gives zeros or a posture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QDialog, QLabel, QListWidget, QListWidgetItem

from rvs.engine.joint import Joint
from rvs.files.library import load_robot
from rvs.files.placed_robot import placed_robot
from rvs.files.robots.arch import Architecture
from rvs.files.tables.readers import as_zeros, without_note
from rvs.model.document import PlacedRobot
from rvs.model.pasting.meaning import meanings
from rvs.model.robots.imported import Choices
from rvs.ui.desk import Desk
from rvs.ui.pictures.thumbnails import ListPortraits
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.screen_fit import resize_on_screen
from rvs.words import tr

SIZE = (520, 420)
PICTURE, ROW = 96, 108


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


ZEROS_SIZE = (600, 360)


class ZerosOrPosture(AskDialog):
    """Both meanings of a table, each with a picture of the robot with all joints at 0.

    Attributes:
        meanings: Zeros of the joints, or a posture; nothing is selected at first.
        chosen: The robot with the selected meaning, or None.
    """

    def __init__(self, desk: Desk, read: Architecture) -> None:
        name = Path(read.imported.path).name if read.imported else read.name
        super().__init__(
            desk.window, desk.theme, "zeros_or_posture", tr("Open {name}", name), "Open"
        )
        resize_on_screen(self, QSize(*ZEROS_SIZE))
        self.chosen: Architecture | None = None
        self.meanings = QListWidget()
        units = desk.settings.preferences
        self._fill(read, meanings(read.robot.joints, read.given, read.unit, units.angle))
        words = QLabel(
            "The table has numbers for the joint variables. Are they the zeros of the "
            "joints, or a posture? The pictures show the robot with all joints at 0."
        )
        words.setWordWrap(True)
        self.ask(words, self.meanings, foot=self.notice)
        self.button.setEnabled(False)
        self.meanings.itemSelectionChanged.connect(
            lambda: self.button.setEnabled(bool(self.meanings.selectedItems()))
        )
        self.meanings.itemDoubleClicked.connect(lambda _item: self.accept())
        self._portraits = ListPortraits(self.meanings, self._robot, desk.theme)
        self.meanings.setFocus()

    def accept(self) -> None:
        """Accept the selected meaning; without a selection nothing opens."""
        for item in self.meanings.selectedItems():
            self.chosen = item.data(Qt.ItemDataRole.UserRole)
            super().accept()

    def done(self, result: int) -> None:
        """Close, and free the pictures."""
        self._portraits.release()
        super().done(result)

    def _fill(self, read: Architecture, words: tuple[str, str]) -> None:
        blank = QPixmap(PICTURE, PICTURE)
        blank.fill(Qt.GlobalColor.transparent)
        self.meanings.setObjectName("Gallery")
        self.meanings.setAccessibleName("Meaning of the numbers")
        self.meanings.setIconSize(QSize(PICTURE, PICTURE))
        self.meanings.setWordWrap(True)
        for text, made in zip(words, (as_zeros(read), without_note(read)), strict=True):
            item = QListWidgetItem(QIcon(blank), text)
            item.setData(Qt.ItemDataRole.UserRole, made)
            item.setToolTip(text)
            item.setSizeHint(QSize(0, ROW))
            self.meanings.addItem(item)

    def _robot(self, item: QListWidgetItem) -> PlacedRobot:
        made: Architecture = item.data(Qt.ItemDataRole.UserRole)
        robot = made.robot.replace(joints=tuple(map(_at_zero, made.robot.joints)))
        return placed_robot(replace(made, robot=robot), "portrait")


def _at_zero(joint: Joint) -> Joint:
    return replace(joint, theta=0.0) if joint.turns else replace(joint, d=0.0)


def ask_zeros(desk: Desk, read: Architecture) -> Architecture | None:
    """Ask for the meaning of the open numbers of a table; None after Cancel."""
    dialog = ZerosOrPosture(desk, read)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    return dialog.chosen if accepted else None

"""Which serial chain of a description with branches becomes the robot, each with its picture."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QDialog, QLabel, QListWidget, QListWidgetItem

from rvs.engine.descriptions.link_tree import ChainEnds
from rvs.engine.errors import RvsError
from rvs.engine.joint import DH_CONVENTIONS
from rvs.files.placed import placed_robot
from rvs.files.robots.arch import Architecture
from rvs.files.trees.chains import STILL, chain_architecture
from rvs.files.trees.looks import TreeFile
from rvs.model.document import PlacedRobot
from rvs.ui.desk import Desk
from rvs.ui.pictures.list_portraits import ListPortraits
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.flow import labelled
from rvs.ui.widgets.on_screen import resize_on_screen

SIZE, PICTURE, ROW = (560, 620), 72, 84
# Names of joints in a row; the rest is counted.
MOST_JOINTS = 4


class ChooseChain(AskDialog):
    """A list of chains with pictures, and the form of the table.

    Attributes:
        chains: One row for each set of joints from the root to a leaf or a gripper.
        convention: Form of the table.
        chosen: The robot that was made of the chain, or None.
    """

    def __init__(self, desk: Desk, file: TreeFile) -> None:
        title = f"Open {file.path.name}"
        super().__init__(desk.window, desk.theme, "choose_chain", title, "Open")
        resize_on_screen(self, QSize(*SIZE))
        self._desk, self._file = desk, file
        self.chosen: Architecture | None = None
        # Chains are worked out as they are looked at.
        self._made = cache(self._make)
        self.chains = QListWidget()
        self.convention = Combo("Convention")
        self._arrange()
        self._fill()
        self.chains.currentItemChanged.connect(self._show)
        self.chains.itemDoubleClicked.connect(lambda _item: self.accept())
        self._portraits = ListPortraits(self.chains, self._robot, desk.theme)
        self._show()
        self.chains.setFocus()

    @property
    def ends(self) -> ChainEnds:
        """The chain that is chosen in the list."""
        ends: ChainEnds = self.chains.currentItem().data(Qt.ItemDataRole.UserRole)
        return ends

    def accept(self) -> None:
        """Make the robot; what can't be made is said here."""
        try:
            made = self._made(self.ends, self.convention.currentIndex())
        except RvsError as error:
            self.complain(str(error))
            return
        # The dialog itself says what the notes on it say.
        told = tuple(one for one in made.warnings if not one.message.startswith(STILL))
        self.chosen = replace(made, warnings=told)
        super().accept()

    def done(self, result: int) -> None:
        """Close, and free what drew the pictures."""
        self._portraits.release()
        super().done(result)

    def _make(self, ends: ChainEnds, convention: int) -> Architecture:
        return chain_architecture(self._file, ends, DH_CONVENTIONS[convention], chosen=True)

    def _robot(self, item: QListWidgetItem) -> PlacedRobot:
        return placed_robot(self._made(item.data(Qt.ItemDataRole.UserRole), 0), "portrait")

    def _show(self) -> None:
        """Say what is worth knowing of the chosen chain."""
        try:
            warnings = self._made(self.ends, 0).warnings
        except RvsError as error:
            self.complain(str(error))
            self.button.setEnabled(False)
            return
        self.button.setEnabled(True)
        still = next((one.message for one in warnings if one.message.startswith(STILL)), "")
        words = still[:1].upper() + still[1:]
        self.notice.say(words, "note", self._desk.theme.colors.text_2)

    def _fill(self) -> None:
        tree = self._file.tree
        blank = QPixmap(PICTURE, PICTURE)
        blank.fill(Qt.GlobalColor.transparent)
        for ends in tree.arms:
            item = QListWidgetItem(QIcon(blank), _words(ends))
            item.setData(Qt.ItemDataRole.UserRole, ends)
            item.setToolTip(", ".join(ends.joints))
            item.setSizeHint(QSize(0, ROW))
            self.chains.addItem(item)
            if tree.main is not None and ends.joints == tree.main.joints:
                self.chains.setCurrentItem(item)
        if self.chains.currentItem() is None:
            self.chains.setCurrentRow(0)

    def _arrange(self) -> None:
        tree = self._file.tree
        words = QLabel(
            f"{tree.name} has {len(tree.arms)} chains of joints. Which one is the robot? "
            "The others keep still where they are."
        )
        words.setWordWrap(True)
        self.chains.setObjectName("Gallery")
        self.chains.setAccessibleName("Chains of joints")
        self.chains.setIconSize(QSize(PICTURE, PICTURE))
        self.chains.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.convention.addItems([name.capitalize() for name in DH_CONVENTIONS])
        self.ask(words, self.chains, self.notice, foot=labelled("Table", self.convention))


def _words(ends: ChainEnds) -> str:
    names = ", ".join(ends.joints[:MOST_JOINTS])
    more = len(ends.joints) - MOST_JOINTS
    count = f"{len(ends.joints)} joint{'' if len(ends.joints) == 1 else 's'}"
    rest = f" and {more} more" if more > 0 else ""
    return f"{ends.root} → {ends.tip}\n{count}: {names}{rest}"


def choose(desk: Desk, file: TreeFile) -> Architecture | None:
    """Ask which chain of a description is wanted, and return it as a robot; None to leave it."""
    dialog = ChooseChain(desk, file)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    return dialog.chosen if accepted else None

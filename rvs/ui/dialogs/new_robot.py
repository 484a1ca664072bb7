"""Start of a new robot: an empty table, a template, or one of the library."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from rvs.engine.errors import RvsError
from rvs.engine.joint import DH_CONVENTIONS, Convention
from rvs.engine.robot import Robot
from rvs.files.bodies.effectors import equipped
from rvs.files.library import entries, load_robot
from rvs.files.placed_robot import placed_robot
from rvs.files.text.errors import FileErrors
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.members import fresh_id
from rvs.model.numbers.units import LENGTH_UNITS
from rvs.model.robots.new_robots import ARCHETYPES, blank
from rvs.ui.commands import files as commands
from rvs.ui.desk import Desk
from rvs.ui.pictures.thumbnails import ListPortraits
from rvs.ui.saving import changes
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.text_field import SearchField
from rvs.ui.widgets.layouts import flowing, labelled
from rvs.ui.widgets.lists.library_list import kinds
from rvs.ui.widgets.screen_fit import resize_on_screen
from rvs.value_class import dataclass
from rvs.words import tr

SIZE, PICTURE, CELL = (780, 660), 88, (138, 146)
FIRST_KINDS = "6R"


@dataclass(frozen=True, slots=True)
class Start:
    """An initial robot; without a robot or file it is an empty table."""

    title: str
    comment: str
    robot: Robot | None = None
    path: Path | None = None
    kinds: str = FIRST_KINDS
    unit: str = "m"
    convention: str = DH_CONVENTIONS[0]

    def load(self) -> PlacedRobot:
        """Return the start as a placed robot.

        Raises:
            RvsError: Its file can't be read.
        """
        if self.path is not None:
            loaded = placed_robot(load_robot(self.path), str(self.path))
            return replace(loaded, origin="")
        assert self.robot is not None
        return equipped(PlacedRobot(self.title, self.robot))


NOTHING = Start("From scratch", "Start with a table of zeros; the robot grows as you type.")


class NewRobot(AskDialog):
    """A gallery and a few fields; the robot is placed and its table opens."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window, desk.theme, "new_robot", "New robot", "Create")
        resize_on_screen(self, QSize(*SIZE))
        self._desk = desk
        self._set_by_hand: set[Combo] = set()
        self._scratch = FIRST_KINDS
        self.search = SearchField("Search templates and the library")
        self.gallery = _Gallery()
        self.name = QLineEdit()
        self.kinds = QLineEdit(FIRST_KINDS)
        self.convention = Combo("Convention")
        self.unit = Combo("Unit of lengths")
        self.beside = QCheckBox()
        self._arrange()
        self._fill()
        self._connect()
        self._portraits = ListPortraits(self.gallery, self._robot, desk.theme)
        self.gallery.setCurrentRow(0)
        for field in (self.unit, self.convention):
            field.activated.connect(lambda _, own=field: self._set_by_hand.add(own))
        self.kinds.setFocus()
        self.kinds.selectAll()

    @property
    def start(self) -> Start:
        """Selected start."""
        item = self.gallery.currentItem()
        return item.data(Qt.ItemDataRole.UserRole) if item else NOTHING

    def accept(self) -> None:
        """Place the robot and open its table; errors are shown here."""
        try:
            made = self._made()
        except FileErrors as error:
            self.complain(error.errors[0].message)
            return
        except (RvsError, OSError) as error:
            self.complain(str(error))
            return
        label = tr("New robot {name}", made.robot.name)
        if self.beside.isChecked():
            commands.put_beside(self._desk, made, label)
        elif not commands.show_made(self._desk, made, label):
            return
        super().accept()
        self._desk.call("robot_table")

    def done(self, result: int) -> None:
        """Close, and free the pictures."""
        self._portraits.release()
        super().done(result)

    # -- making -------------------------------------------------------------------------------

    def _arrange(self) -> None:
        self._offer_beside()
        begin = QLabel("Start with")
        self.ask(
            begin, self.search, self.gallery, self.notice, self._make_fields(), foot=self.beside
        )

    def _make_fields(self) -> QWidget:
        for field, name, width in (
            (self.name, "Name of the robot", 190),
            (self.kinds, "Joints", 110),
        ):
            field.setFixedSize(width, 28)
            field.setAccessibleName(name)
        self.kinds.setToolTip("Letters R, P and H with counts, for example 6R, RRPRRR, 2RP3R")
        self.convention.addItems([name.capitalize() for name in DH_CONVENTIONS])
        self.unit.addItems(LENGTH_UNITS)
        pieces: tuple[tuple[str, QWidget], ...] = (
            ("Name", self.name),
            ("Joints", self.kinds),
            ("Convention", self.convention),
            ("Unit", self.unit),
        )
        return flowing(*(labelled(word, piece) for word, piece in pieces))

    def _offer_beside(self) -> None:
        current = current_robot(self._desk.session.state)
        self.beside.setVisible(current is not None)
        if current is not None:
            self.beside.setText(
                tr(
                    "Keep {robot}, and place the new robot next to it",
                    self._desk.session.called(current),
                )
            )
            self.beside.setChecked(bool(changes.at_stake(self._desk, current)))

    def _fill(self) -> None:
        self.gallery.add(NOTHING)
        for kind in ARCHETYPES:
            if kind.robot.n > 1:
                letters = "".join(joint.kind[0].upper() for joint in kind.robot.joints)
                self.gallery.add(Start(kind.title, kind.comment, kind.robot, kinds=letters))
        for entry in sorted(entries(), key=lambda entry: entry.title.casefold()):
            if not entry.fault:
                said = entry.source or "A robot in the library"
                facts = (entry.kind, entry.unit, entry.convention)
                self.gallery.add(Start(entry.title, said, None, entry.path, *facts))

    def _connect(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.gallery.currentItemChanged.connect(self._choose)
        self.gallery.itemDoubleClicked.connect(lambda _item: self.accept())
        self.kinds.textEdited.connect(self._keep_scratch)
        self.kinds.textChanged.connect(self._check)

    def _made(self) -> PlacedRobot:
        start, name = self.start, self.name.text().strip() or "Robot"
        convention: Convention = DH_CONVENTIONS[self.convention.currentIndex()]
        if start is NOTHING:
            placed = equipped(PlacedRobot(name, blank(self.kinds.text(), convention)))
        else:
            placed = start.load()
        robot = placed.robot.to_dh(convention).replace(name=name)
        return replace(placed, id=name, robot=robot, unit=self.unit.currentText())

    @staticmethod
    def _robot(item: QListWidgetItem) -> PlacedRobot | None:
        start = item.data(Qt.ItemDataRole.UserRole)
        return None if start is NOTHING else start.load()

    # -- following ----------------------------------------------------------------------------

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for item in self.gallery.all():
            said = item.text().casefold()
            item.setHidden(not all(word in said for word in words))
        seen = [item for item in self.gallery.all() if not item.isHidden()]
        if seen and self.gallery.currentItem() not in seen:
            self.gallery.setCurrentItem(seen[0])

    def _choose(self) -> None:
        """Fill the fields with suggestions for the initial robot; manual entries are kept."""
        start = self.start
        self.kinds.setEnabled(start is NOTHING)
        self.kinds.setText(self._scratch if start is NOTHING else kinds(start.kinds))
        if not self.name.isModified():
            wanted = tr("New robot") if start is NOTHING else tr("My {robot}", start.title)
            taken = [entry.title for entry in entries()]
            taken += [placed.id for placed in self._desk.session.state.document.robots]
            self.name.setText(fresh_id(wanted, taken))
        for field, suggested in (
            (self.unit, start.unit),
            (self.convention, start.convention.capitalize()),
        ):
            if field not in self._set_by_hand:
                field.setCurrentText(suggested)
        self._check()

    def _keep_scratch(self, text: str) -> None:
        self._scratch = text

    def _check(self) -> None:
        """Show the selection, or why the robot can't be made."""
        self.button.setEnabled(True)
        self.notice.say(self.start.comment, "note", self._desk.theme.colors.text_2)
        if self.start is NOTHING:
            try:
                blank(self.kinds.text())
            except RvsError as error:
                self.complain(str(error).removeprefix("kinds: "))
                self.button.setEnabled(False)
        self.kinds.setProperty("state", "" if self.button.isEnabled() else "invalid")
        self.kinds.style().unpolish(self.kinds)
        self.kinds.style().polish(self.kinds)


class _Gallery(QListWidget):
    """Pictures with names below them."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Gallery")
        self.setAccessibleName("Starting point")
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setIconSize(QSize(PICTURE, PICTURE))
        self.setGridSize(QSize(*CELL))
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setWordWrap(True)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)

    def add(self, start: Start) -> None:
        """Add an initial robot."""
        item = QListWidgetItem(tr(start.title))
        item.setData(Qt.ItemDataRole.UserRole, start)
        item.setToolTip(start.comment)
        item.setSizeHint(QSize(CELL[0] - 8, CELL[1] - 8))
        blank_picture = QPixmap(PICTURE, PICTURE)
        blank_picture.fill(Qt.GlobalColor.transparent)
        item.setIcon(QIcon(blank_picture))
        self.addItem(item)

    def all(self) -> list[QListWidgetItem]:
        """Return all items."""
        return [self.item(i) for i in range(self.count())]

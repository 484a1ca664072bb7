"""Masses, drives and gravity of a robot, below its table; what its tool and payload weigh."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QButtonGroup, QPushButton, QWidget

from rvs.bodies.dynamic import counted_of
from rvs.engine.robot import Robot
from rvs.model.calls import call_of
from rvs.model.document import PlacedRobot
from rvs.model.robots import table
from rvs.model.robots.columns import DRIVES, MASSES, CellUnits, Column
from rvs.ui.commands import masses as mass_commands
from rvs.ui.desk import Desk
from rvs.ui.widgets.boxes import STRETCH, hbox, holding, vbox
from rvs.ui.widgets.chip import chip, page_chip
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.flow import FlowLayout, labelled
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.widgets.pages import Pages
from rvs.ui.widgets.table.cell_notice import HIGH, CellNotice
from rvs.ui.widgets.table.gravity import GravityFields, Vector
from rvs.ui.widgets.table.load_table import LoadTable
from rvs.ui.widgets.table.model import DhModel
from rvs.ui.widgets.table.view import DhView

NAME = "robot_dynamics"
ABOUT = ("the centre of mass", "the link's frame")
PAGES = ("Masses", "Motors", "Gravity and load")
LOAD = 2


class Sheet:
    """One of the tables of the page."""

    def __init__(self, desk: Desk, name: str, words: str, columns: tuple[Column, ...]) -> None:
        def of(_robot: Robot) -> tuple[Column, ...]:
            return columns

        self.model = DhModel(desk.session, desk.window, of)
        self.view = DhView(self.model, desk.theme)
        self.view.setAccessibleName(words)
        self.notice = CellNotice(desk, name, self.model, self.view)
        self.view.pasted.connect(self.paste)
        self.page = QWidget()
        vbox((self.view, 1), self.notice, gap=0, of=self.page)

    def paste(self, text: str) -> None:
        """Put cells of a spreadsheet into those from the current one on."""
        at, placed = self.view.currentIndex(), self.model.placed
        if placed is None or not at.isValid():
            return
        where = self.model.cell(at)
        self.model.type_all(self.model.cells_from(at, text), "Paste", ("paste", placed.id))
        if where is not None:
            self.view.go(where)


class DynamicsPage(QWidget):
    """Every number that makes sense changes the robot at once; a cell is one step."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._session = desk, desk.session
        self._placed: PlacedRobot | None = None
        self.masses = Sheet(desk, NAME, "Masses of the links", MASSES)
        self.drives = Sheet(desk, f"{NAME}_drives", "Motors and limits of the joints", DRIVES)
        self.chips = {name: page_chip(name) for name in PAGES}
        self.about = Combo("What moments of inertia are about")
        self.about.addItems(ABOUT)
        self.gravity = GravityFields()
        self.from_body = QPushButton("From the body…")
        self.from_body.setToolTip("Mass, centre and inertia of each link from its shapes")
        self.carried = LoadTable(desk)
        self.tool = chip(
            "End-effector…", "Choose what the robot carries", lambda: desk.call("tool")
        )
        self.load, self.wrong = named_label("Secondary"), Notice()
        self.load.setWordWrap(True)
        self._pages = Pages()
        self._units: CellUnits | None = None
        self._arrange()
        self._connect()

    @property
    def sheet(self) -> Sheet:
        """The table that is shown, or was shown first."""
        return (self.masses, self.drives, self.masses)[self._pages.currentIndex()]

    def show_robot(self, placed: PlacedRobot | None, units: CellUnits) -> None:
        """Show another robot, or the same one changed.

        Args:
            placed: The robot.
            units: Units of lengths and angles.
        """
        self._placed, self._units = placed, units
        for sheet in (self.masses, self.drives):
            sheet.model.show(placed, self._shown(units))
        self.setEnabled(placed is not None)
        if placed is not None:
            self.gravity.show_vector(placed.robot.gravity)
            self._show_load()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_load()

    def _show_load(self) -> None:
        """Only where it is read: what the robot carries is weighed for it."""
        placed, units = self._placed, self._units
        if placed is None or units is None or not self.isVisible():
            return
        if self._pages.currentIndex() == LOAD:
            self.load.setText(counted_of(placed).words)
            self.carried.show_load(placed, self._shown(units))

    def _shown(self, units: CellUnits) -> CellUnits:
        return CellUnits(units.length, units.angle, self.about.currentIndex() == 1)

    def _arrange(self) -> None:
        strip = QWidget()
        flow = FlowLayout(strip, between=8)
        flow.setContentsMargins(0, 0, 0, 0)
        group, chips = QButtonGroup(self), QWidget()
        line = hbox(gap=4, of=chips)
        for number, one in enumerate(self.chips.values()):
            line.addWidget(one)
            group.addButton(one, number)
        self.chips["Masses"].setChecked(True)
        group.idToggled.connect(lambda number, on: self._turn(number) if on else None)
        self._about = labelled("About", self.about)
        for part in (chips, self._about, self.from_body):
            flow.addWidget(part)
        self.wrong.setFixedHeight(HIGH)
        gravity = hbox(labelled("Gravity", self.gravity), STRETCH)
        load = hbox((self.load, 1), self.tool, gap=8)
        rest = holding(
            vbox(
                gravity, load, self.carried, STRETCH, self.wrong, gap=10, edges=(16, 4, 16, 0)
            )
        )  # fmt: skip
        for page in (self.masses.page, self.drives.page, rest):
            self._pages.addWidget(page)
        vbox(vbox(strip, edges=(16, 0, 16, 8)), (self._pages, 1), gap=0, of=self)

    def _connect(self) -> None:
        gravity = self.gravity
        gravity.changed.connect(lambda vector: self._pull(vector, drag=True))
        gravity.chosen.connect(lambda vector: self._pull(vector, drag=False))
        gravity.left.connect(self._session.settle)
        gravity.dropped.connect(self._drop)
        gravity.refused.connect(self._refuse)
        self.from_body.clicked.connect(lambda: mass_commands.from_body(self._desk))
        self.about.currentIndexChanged.connect(self._turn_about)

    def _turn(self, number: int) -> None:
        self._pages.setCurrentIndex(number)
        self._about.setVisible(number == 0)
        self.from_body.setVisible(number == 0)
        self._show_load()

    def _refuse(self, reason: str) -> None:
        self.wrong.say(reason, "error" if reason else "", self._desk.theme.colors.limit)

    def _turn_about(self) -> None:
        if self._units is not None:
            self.show_robot(self._placed, self._units)

    def _pull(self, vector: Vector, *, drag: bool) -> None:
        placed = self._placed
        if placed is None:
            return
        key = ("gravity", placed.id) if drag else None
        self._session.edit("", call_of(table.set_gravity, placed.id, vector), merge=key)

    def _drop(self) -> None:
        if self._placed is not None:
            self._session.abandon(("gravity", self._placed.id))

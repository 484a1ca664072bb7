"""Masses, drives and gravity of a robot, below its table; masses of its tool and payload.

Direction of gravity for a robot: a list of the usual directions, and the vector itself.

End-effector and payload as rows of masses: the load of the last link that is included.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, sin

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QHeaderView,
    QPushButton,
    QTableWidgetItem,
    QWidget,
)

from rvs.bodies.dynamic import counted_of, dynamic_load
from rvs.engine.errors import RvsError
from rvs.engine.joint import Joint
from rvs.engine.robot import STANDARD_GRAVITY, Robot
from rvs.geometry.bulk import Bulk
from rvs.model.calls import call_of
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import KILOGRAM, exact_number, read
from rvs.model.numbers.units import Unit
from rvs.model.robots import table
from rvs.model.robots.columns import DRIVES, MASSES, CellUnits, Column
from rvs.model.robots.masses import inertia_of
from rvs.model.robots.table_text import dynamic_title, shown_cell
from rvs.ui.commands import masses as mass_commands
from rvs.ui.commands import tool_edits
from rvs.ui.desk import Desk
from rvs.ui.widgets.chip import chip, page_chip
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.number_field import LiveField
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.widgets.layouts import STRETCH, FlowLayout, Pages, hbox, holding, labelled, vbox
from rvs.ui.widgets.table.model import DhModel
from rvs.ui.widgets.table.view import HIGH, CellNotice, DhView
from rvs.ui.widgets.typed_table import TypedTable
from rvs.words import tr

NAME = "robot_dynamics"
ABOUT = ("the centre of mass", "the link's frame")
PAGES = ("Masses", "Motors", "Gravity and load")
LOAD = 2

ACCELERATION = Unit("m/s2", "m/s²", "number", 1.0, 3)
WIDE = 100
AXES = ("x", "y", "z")
Vector = tuple[float, float, float]
G = -STANDARD_GRAVITY[2]
TILT = radians(30.0)
PRESETS: Mapping[str, Vector] = {
    "Down": STANDARD_GRAVITY,
    "On a ceiling": (0.0, 0.0, G),
    "On a wall": (G, 0.0, 0.0),
    "Tilted by 30°": (G * sin(TILT), 0.0, -G * cos(TILT)),
    "On the Moon": (0.0, 0.0, -1.62),
    "On Mars": (0.0, 0.0, -3.71),
    "None": (0.0, 0.0, 0.0),
}
OWN = "Custom"

ROW, NARROWEST = 26, 64
MASS = 1
FROM_PARTS = (
    "RVS computes it from the parts of the end-effector, or from the constant mass in its file; "
    "the default hand is only drawn"
)
FROM_SIZES = "RVS computes it from the mass and size of the payload; see End-effector and payload"
TYPE_IT = "Mass of the payload in kg; type to change it"


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
        """Paste cells of a spreadsheet, beginning at the current cell."""
        at, placed = self.view.currentIndex(), self.model.placed
        if placed is None or not at.isValid():
            return
        where = self.model.cell(at)
        self.model.type_all(self.model.cells_from(at, text), "Paste", ("paste", placed.id))
        if where is not None:
            self.view.go(where)


class DynamicsPage(QWidget):
    """Every valid number changes the robot immediately; a cell is one step."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._session = desk, desk.session
        self._placed: PlacedRobot | None = None
        self.masses = Sheet(desk, NAME, "Masses of the links", MASSES)
        self.drives = Sheet(desk, f"{NAME}_drives", "Motors and limits of the joints", DRIVES)
        self.chips = {name: page_chip(name) for name in PAGES}
        self.about = Combo("Reference point of the moments of inertia")
        self.about.addItems(ABOUT)
        self.gravity = GravityFields()
        self.from_body = QPushButton("From the body…")
        self.from_body.setToolTip("Compute mass, centre and inertia of each link from its shapes")
        self.carried = LoadTable(desk)
        self.tool = chip(
            "End-effector…", "Choose the end-effector and the payload", lambda: desk.call("tool")
        )
        self.load, self.wrong = named_label("Secondary"), Notice()
        self.load.setWordWrap(True)
        self._pages = Pages()
        self._units: CellUnits | None = None
        self._arrange()
        self._connect()

    @property
    def sheet(self) -> Sheet:
        """The current table, or the first one."""
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
        """Show the load only if it is visible, since it requires the masses of bodies."""
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


class GravityFields(QWidget):
    """Reports the vector when it is typed or selected."""

    changed = Signal(object)
    chosen = Signal(object)
    left = Signal()
    dropped = Signal()
    refused = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.preset = Combo("Mounting of the robot")
        self.preset.addItems([*PRESETS, OWN])
        self.preset.setToolTip(
            "Gravity relative to a robot on the floor: for a robot on a wall, gravity acts "
            "sideways. Do not change it for a robot that is tilted in the cell"
        )
        self.fields = [LiveField() for _ in AXES]
        row = hbox(self.preset, gap=8, of=self)
        for axis, one in zip(AXES, self.fields, strict=True):
            one.set_unit(ACCELERATION)
            one.setFixedWidth(WIDE)
            one.setAccessibleName(tr("Gravity along {axis} of the world", axis))
            one.typed.connect(lambda _value: self.changed.emit(self.vector))
            one.left.connect(self.left)
            one.dropped.connect(self.dropped)
            one.refused.connect(self.refused)
            one.accepted.connect(lambda: self.refused.emit(""))
            row.addWidget(named_label("Secondary", axis))
            row.addWidget(one)
        self.preset.textActivated.connect(self._choose)

    @property
    def vector(self) -> Vector:
        """The vector, in m/s^2."""
        x, y, z = (one.number for one in self.fields)
        return x, y, z

    def show_vector(self, vector: Vector) -> None:
        """Show another vector."""
        for one, value in zip(self.fields, vector, strict=True):
            one.show_value(value)
        near = (
            name
            for name, usual in PRESETS.items()
            if all(abs(a - b) < 1e-9 for a, b in zip(usual, vector, strict=True))
        )
        self.preset.setCurrentText(next(near, OWN))

    def _choose(self, name: str) -> None:
        if name in PRESETS:
            self.chosen.emit(PRESETS[name])
        else:
            self.fields[-1].setFocus()


class LoadTable(TypedTable):
    """Only the mass of the payload is editable; everything else follows from the drawn body."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(0, len(MASSES) + 1)
        self._desk = desk
        self._placed: PlacedRobot | None = None
        self.setObjectName("Steps")
        self.setAccessibleName("Load on the last link")
        self.setShowGrid(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setMinimumSectionSize(NARROWEST)
        header.setHighlightSections(False)
        self.itemChanged.connect(self._type)

    def show_load(self, placed: PlacedRobot, units: CellUnits) -> None:
        """Show the load of a robot, in the frame of its last link.

        Args:
            placed: The robot.
            units: Units of lengths, and the reference point of moments.
        """
        self._placed = placed
        load, names = dynamic_load(placed), counted_of(placed)
        effector = names.effector or tr("none")
        if names.effector and not names.effector_mass:
            effector = tr("{end_effector}, only drawn", effector)
        rows = [("End-effector", effector, load.tool)]
        if placed.payload is not None:
            rows.append(("Payload", names.payload, load.payload))
        self.blockSignals(True)
        self.setHorizontalHeaderLabels(
            ["", *(dynamic_title(one.title, (), one, units) for one in MASSES)]
        )
        self.setRowCount(len(rows))
        for row, (what, kind, bulk) in enumerate(rows):
            self._fill(row, f"{what}: {kind}", bulk, units)
        self.blockSignals(False)
        bar = self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + ROW * len(rows) + bar)

    def _fill(self, row: int, what: str, bulk: Bulk, units: CellUnits) -> None:
        joint = Joint(inertia=inertia_of(bulk))
        texts = [what, *(shown_cell(joint, column, units) for column in MASSES)]
        for column, text in enumerate(texts):
            item = QTableWidgetItem(text)
            side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
            item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            typed = row > 0 and column == MASS
            item.setToolTip(TYPE_IT if typed else FROM_SIZES if row else FROM_PARTS)
            if typed:
                item.setText(exact_number(bulk.volume, KILOGRAM))
            else:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
            self.setItem(row, column, item)

    def _type(self, item: QTableWidgetItem) -> None:
        placed = self._placed
        if placed is None or placed.payload is None:
            return
        try:
            mass = read(item.text(), KILOGRAM)
            tool_edits.weigh_payload(self._desk.session, placed, mass)
        except RvsError as error:
            self._desk.refuse(tr("Mass of the payload: {error}", error), "robot_table")
            self.blockSignals(True)
            item.setText(exact_number(placed.payload.mass, KILOGRAM))
            self.blockSignals(False)

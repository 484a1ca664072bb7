"""End-effector and payload as rows of masses: what the last link carries, and counts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidgetItem

from rvs.bodies.dynamic import counted_of, dynamic_load
from rvs.engine.errors import RvsError
from rvs.engine.joint import Joint
from rvs.geometry.bulk import Bulk
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import KILOGRAM, exact_number, read
from rvs.model.robots.columns import MASSES, CellUnits
from rvs.model.robots.masses import inertia_of
from rvs.model.robots.table_text import dynamic_title, shown_cell
from rvs.ui.commands import tool_edits
from rvs.ui.desk import Desk
from rvs.ui.widgets.typed_table import TypedTable

ROW, NARROWEST = 26, 64
MASS = 1
FROM_PARTS = (
    "It follows from the parts of the end-effector, or from the constant mass of its file; the "
    "hand that robots have until another is chosen is only drawn"
)
FROM_SIZES = "It follows from the mass and the sizes of the payload, which are in its panel"
TYPE_IT = "Mass of the payload, in kg: type another one"


class LoadTable(TypedTable):
    """Only the mass of the payload can be typed; all else follows from what is drawn."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(0, len(MASSES) + 1)
        self._desk = desk
        self._placed: PlacedRobot | None = None
        self.setObjectName("Steps")
        self.setAccessibleName("What the last link carries")
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
        """Show what a robot carries, in the frame of its last link.

        Args:
            placed: The robot.
            units: Units of lengths, and what moments are about.
        """
        self._placed = placed
        load, names = dynamic_load(placed), counted_of(placed)
        drawn = ", only drawn" if names.effector and not names.effector_mass else ""
        rows = [("End-effector", f"{names.effector or 'none'}{drawn}", load.tool)]
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
            self._desk.refuse(f"Mass of the payload: {error}", "robot_table")
            self.blockSignals(True)
            item.setText(exact_number(placed.payload.mass, KILOGRAM))
            self.blockSignals(False)

"""The heading of a pasted table: boxes that say what each column holds, and in which unit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QHeaderView, QTableView

from rvs.engine.letter import offset_letter
from rvs.model.numbers.units import UNITS
from rvs.model.pasting.header import CHOICES, Column, units_of
from rvs.ui.widgets.fields.combo import HEIGHT, Combo

GAP, LEAST = 3, 112
WORDS = {"": "not used", "alpha": "α", "theta": "θ", "kind": "type"}
AS_ABOVE = "as above"


class ColumnChoices(QHeaderView):
    """``assigned`` tells what a column is to hold, ``measured`` in which unit its numbers are."""

    assigned = Signal(int, str)
    measured = Signal(int, str)

    def __init__(self, table: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self.boxes: list[tuple[Combo, Combo]] = []
        self.setMinimumSectionSize(LEAST)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.sectionResized.connect(self._place)
        self.geometriesChanged.connect(self._place)
        table.horizontalScrollBar().valueChanged.connect(self._place)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), 2 * HEIGHT + 3 * GAP)

    def show_columns(self, columns: Sequence[Column]) -> None:
        """Show what columns hold, the boxes of those that stay keep their places."""
        while len(self.boxes) > len(columns):
            for box in self.boxes.pop():
                box.deleteLater()
        while len(self.boxes) < len(columns):
            self.boxes.append(self._make(len(self.boxes)))
        for (what, unit), column in zip(self.boxes, columns, strict=True):
            what.setCurrentIndex(what.findData(column.name))
            offered = ("", *units_of(column.name))
            if [unit.itemData(i) for i in range(unit.count())] != list(offered):
                unit.clear()
                for name in offered:
                    unit.addItem(UNITS[name].symbol if name else AS_ABOVE, name)
            unit.setCurrentIndex(max(unit.findData(column.unit), 0))
            unit.setVisible(len(offered) > 1)
        self._place()

    def _make(self, index: int) -> tuple[Combo, Combo]:
        home, number = self.viewport(), index + 1
        what = Combo(f"What column {number} holds", home)
        for name in CHOICES:
            what.addItem(offset_letter() if name == "d" else WORDS.get(name, name), name)
        unit = Combo(f"Unit of column {number}", home)
        what.activated.connect(partial(self._tell, self.assigned, index, what))
        unit.activated.connect(partial(self._tell, self.measured, index, unit))
        what.show()
        return what, unit

    def _tell(self, signal: SignalInstance, index: int, box: Combo, _row: int) -> None:
        signal.emit(index, box.currentData())

    def _place(self, *_changes: object) -> None:
        for index, boxes in enumerate(self.boxes[: self.count()]):
            left, wide = self.sectionViewportPosition(index), self.sectionSize(index)
            for row, box in enumerate(boxes):
                box.setGeometry(left + GAP, GAP + row * (HEIGHT + GAP), wide - 2 * GAP, HEIGHT)

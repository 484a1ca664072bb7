"""The part of the workspace in which a design is to be well conditioned, as six fields."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from rvs.model.numbers.units import UNITS, Unit
from rvs.ui.widgets.boxes import grid, holding, vbox
from rvs.ui.widgets.chip import check
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import named_label

Corner = tuple[float, float, float]
AXES = "xyz"
ENDS = ("From", "To")
INDENT = 22


class GoalBox(QWidget):
    """A box in the frame of the base; ``changed`` follows it, ``refused`` says what can't be.

    ``asked`` asks for a first box, which ``propose`` gives.
    """

    changed = Signal()
    refused = Signal(str)
    asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._told = False
        self.on = check(
            "Only in a box of the workspace",
            "Only postures with the tool point in this box count; the view shows the box",
        )
        self.fields: tuple[tuple[NumberField, ...], ...] = tuple(
            tuple(self._field(end, axis) for axis in AXES) for end in ENDS
        )
        rows = grid(6, 4, edges=(INDENT, 0, 0, 0), grows=range(1, len(ENDS) + 1))
        for column, (end, fields) in enumerate(zip(ENDS, self.fields, strict=True), 1):
            rows.addWidget(named_label("Caption", end), 0, column)
            for row, field in enumerate(fields, 1):
                rows.addWidget(field, row, column)
        for row, axis in enumerate(AXES, 1):
            label = QLabel(axis)
            label.setBuddy(self.fields[0][row - 1])
            rows.addWidget(label, row, 0)
        self._rows = holding(rows)
        self._rows.hide()
        vbox(self.on, self._rows, gap=4, of=self)
        self.on.toggled.connect(self._turn)

    @property
    def corners(self) -> tuple[Corner, Corner] | None:
        """Lower and upper corner, m; None where the whole workspace counts."""
        if not (self.on.isChecked() and self.isEnabled()):
            return None
        low, high = (tuple(field.number for field in fields) for fields in self.fields)
        return (low[0], low[1], low[2]), (high[0], high[1], high[2])

    def propose(self, low: Corner, high: Corner) -> None:
        """Fill the fields; what was typed before stays."""
        if self._told:
            return
        self._told = True
        for fields, corner in zip(self.fields, (low, high), strict=True):
            for field, value in zip(fields, corner, strict=True):
                field.show_value(value)
        self.changed.emit()

    def forget(self) -> None:
        """Let the next box be one that is proposed: it is for another robot."""
        self._told = False
        self.on.setChecked(False)

    def set_unit(self, unit: Unit) -> None:
        """Show lengths in a unit."""
        for fields in self.fields:
            for field in fields:
                field.set_unit(unit)

    def _field(self, end: str, axis: str) -> NumberField:
        field = NumberField(f"Box {end.lower()} {axis}", UNITS["m"])
        field.setMinimumWidth(40)
        field.refused.connect(self.refused)
        field.entered.connect(lambda value: self._enter(field, value))
        return field

    def _enter(self, field: NumberField, value: float) -> None:
        field.show_value(value)
        self.changed.emit()

    def _turn(self, on: bool) -> None:
        self._rows.setVisible(on)
        if on and not self._told:
            self.asked.emit()
        self.changed.emit()

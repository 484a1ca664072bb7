"""A number field that tells what is typed at once, and six of them that make a pose."""

from __future__ import annotations

from math import isclose

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.engine.rotations import from_rpy, to_rpy
from rvs.engine.transforms import pose
from rvs.model.numbers.quantities import Unit, exact_number, read
from rvs.ui.widgets.flow import FlowLayout, labelled
from rvs.ui.widgets.number_field import NumberField

NAMES = ("X", "Y", "Z", "Roll", "Pitch", "Yaw")
TURNS = {"Roll": "about z, the last turn", "Pitch": "about y", "Yaw": "about x, the first turn"}
FIELD = 92
SAME = 1e-12


class LiveField(NumberField):
    """Gives its value with each key; ``left`` ends the step, ``dropped`` takes it back."""

    typed = Signal(float)
    left = Signal()
    dropped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(FIELD)
        self.editingFinished.connect(self.left)

    def show_value(self, value: float, warned: bool = False) -> None:
        """Show a value; not over a text that means it."""
        if self._drafting and isclose(value, self._value, rel_tol=1e-9, abs_tol=SAME):
            return
        super().show_value(value, warned)

    def focusInEvent(self, event: QFocusEvent) -> None:
        # All digits are there to be edited, not the four that are shown.
        if not self._drafting:
            self.setText(exact_number(self._value, self._unit))
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not self._drafting:
            self._write()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        given_up = self._drafting and event.key() == Qt.Key.Key_Escape
        super().keyPressEvent(event)
        if given_up:
            self.dropped.emit()

    def _draft(self) -> None:
        super()._draft()
        try:
            value = read(self.text(), self._unit)
        except RvsError as error:
            self.refuse(str(error))
            return
        if self.state == "invalid":
            self._mark("")
            self.setToolTip(self._tip)
            self.setAccessibleDescription("")
            self.accepted.emit()
        self._value = value
        self.typed.emit(value)


class PoseFields(QWidget):
    """Position and roll-pitch-yaw of a pose; ``changed`` comes with it (4, 4) at each key.

    Attributes:
        fields: X, Y, Z, roll, pitch, yaw.
    """

    changed = Signal(object)
    left = Signal()
    dropped = Signal()
    refused = Signal(str)

    def __init__(self, what: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: list[LiveField] = []
        row = FlowLayout(self, between=12)
        row.setContentsMargins(0, 0, 0, 0)
        for name in NAMES:
            field = LiveField()
            field.setAccessibleName(f"{name} of the {what}")
            field.typed.connect(self._typed)
            field.left.connect(self.left)
            field.dropped.connect(self.dropped)
            field.refused.connect(self.refused)
            field.accepted.connect(lambda: self.refused.emit(""))
            piece = labelled(name, field)
            piece.setToolTip(TURNS.get(name, ""))
            row.addWidget(piece)
            self.fields.append(field)

    def set_units(self, length: Unit, angle: Unit) -> None:
        """Show the values in other units."""
        for i, field in enumerate(self.fields):
            field.set_unit(length if i < 3 else angle)

    def show_pose(self, shown: Array) -> None:
        """Show a pose (4, 4); angles that already make it stay, where others make it too."""
        if np.allclose(self._pose(), shown, rtol=0.0, atol=SAME):
            values = [field.number for field in self.fields]
        else:
            values = [*shown[:3, 3].tolist(), *to_rpy(shown[:3, :3]).tolist()]
        for field, value in zip(self.fields, values, strict=True):
            field.show_value(value)

    def _pose(self) -> Array:
        numbers = [field.number for field in self.fields]
        return pose(from_rpy(numbers[3:]), numbers[:3])

    def _typed(self, _value: float) -> None:
        self.changed.emit(self._pose())

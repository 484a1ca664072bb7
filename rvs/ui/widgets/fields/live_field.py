"""A number field that reports each key immediately, and six of them for a pose."""

from __future__ import annotations

from math import isclose

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLabel, QWidget

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.engine.transforms import pose
from rvs.model.numbers.orientations import ROLL_PITCH_YAW, Orientation
from rvs.model.numbers.quantities import exact_number, read
from rvs.model.numbers.units import Unit
from rvs.ui.widgets.boxes import grid, in_order, put
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import named_label
from rvs.words import tr

PLACES = ("X", "Y", "Z")
FIELD = 92
SAME = 1e-12


class LiveField(NumberField):
    """Reports its value with each key; ``left`` ends the step, ``dropped`` undoes it.

    An invalid text undoes the effect of its beginning: 27O is not 27.
    """

    typed = Signal(float)
    left = Signal()
    dropped = Signal()

    def __init__(self, name: str = "") -> None:
        super().__init__(name, width=FIELD)
        self._before: float | None = None
        self.editingFinished.connect(self.left)

    def show_value(self, value: float, warned: bool = False) -> None:
        """Show a value, unless the typed text means it already."""
        if self._drafting and isclose(value, self._value, rel_tol=1e-9, abs_tol=SAME):
            return
        super().show_value(value, warned)

    def refuse(self, reason: str) -> None:
        """Leave the typed text unchanged, and undo the values reported since typing began."""
        before, self._before = self._before, None
        if before is not None:
            self._value = before
        super().refuse(reason)
        if before is not None:
            self.dropped.emit()

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

    def _write(self) -> None:
        self._before = None
        super()._write()

    def _draft(self) -> None:
        if self._before is None:
            self._before = self._value
        super()._draft()
        try:
            value = read(self.text(), self._unit)
        except RvsError as error:
            self.refuse(str(error))
            return
        if self.state == "invalid":
            self.mark("")
            self.setToolTip(self._tip)
            self.setAccessibleDescription("")
            self.accepted.emit()
        self._value = value
        self.typed.emit(value)


class PoseFields(QWidget):
    """Position and roll, pitch, yaw of a pose; ``changed`` reports it (4, 4) at each key.

    Attributes:
        fields: X, Y, Z, roll, pitch, yaw.
        turns: Meaning of roll, pitch and yaw.
    """

    changed = Signal(object)
    left = Signal()
    dropped = Signal()
    refused = Signal(str)

    def __init__(self, what: str, parent: QWidget | None = None, wide: bool = False) -> None:
        """Make the fields.

        Args:
            what: Subject of the pose.
            parent: Their parent.
            wide: The position in one row and the angles below it, rather than side by side.
        """
        super().__init__(parent)
        self.turns = ROLL_PITCH_YAW["x"]
        self.fields: list[LiveField] = []
        self._labels: list[QLabel] = []
        rows = grid(8, 6, of=self)
        for i, name in enumerate((*PLACES, *self.turns.words)):
            field, label = (
                LiveField(tr("{quantity} of the {item}", name, what)),
                named_label("Secondary", name),
            )
            field.typed.connect(self._typed)
            field.left.connect(self.left)
            field.dropped.connect(self.dropped)
            field.refused.connect(self.refused)
            field.accepted.connect(lambda: self.refused.emit(""))
            row, column = (i // 3, i % 3) if wide else (i % 3, i // 3)
            put(rows, row, label, field, 2 * column)
            self.fields.append(field)
            self._labels.append(label)
        in_order(*self.fields)
        rows.setColumnStretch(rows.columnCount(), 1)
        self._name_turns()

    def set_units(self, length: Unit, angle: Unit, turns: Orientation) -> None:
        """Show the values in other units, or with another meaning of roll, pitch and yaw."""
        for i, field in enumerate(self.fields):
            field.set_unit(length if i < 3 else angle)
        if turns is not self.turns:
            here = self._pose()
            self.turns = turns
            self._name_turns()
            for field, value in zip(self.fields, self._numbers(here), strict=True):
                field.show_value(value)

    def show_pose(self, shown: Array) -> None:
        """Show a pose (4, 4); the current angles stay if they also give it."""
        if np.allclose(self._pose(), shown, rtol=0.0, atol=SAME):
            values = [field.number for field in self.fields]
        else:
            values = self._numbers(shown)
        for field, value in zip(self.fields, values, strict=True):
            field.show_value(value)

    def _pose(self) -> Array:
        numbers = [field.number for field in self.fields]
        return pose(self.turns.rotation(np.array(numbers[3:])), numbers[:3])

    def _numbers(self, shown: Array) -> list[float]:
        return [*shown[:3, 3].tolist(), *self.turns.numbers(shown[:3, :3]).tolist()]

    def _name_turns(self) -> None:
        for label, text in zip(self._labels[3:], self.turns.labels, strict=True):
            label.setText(text)
            label.setToolTip(self.turns.explanation)

    def _typed(self, _value: float) -> None:
        self.changed.emit(self._pose())

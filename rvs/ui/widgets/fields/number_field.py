"""A field for one number with a unit, one that reports each key, and six of these for a pose."""

from __future__ import annotations

from dataclasses import replace
from math import inf, isclose

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.engine.transforms import pose
from rvs.model.numbers.orientations import ROLL_PITCH_YAW, Orientation
from rvs.model.numbers.quantities import exact_number, read, shown
from rvs.model.numbers.units import UNITS, Unit
from rvs.ui.tab_order import give_back
from rvs.ui.widgets.fields.text_field import TypedField
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import grid, in_order, put
from rvs.words import tr

# Beside the text, for the frame.
ROOM = 18
CTRL = Qt.KeyboardModifier.ControlModifier
LONG_NAMES = {"deg": "degrees", "rad": "radians"}


class NumberField(TypedField):
    """Shows a value rounded; typed text stays until it is read, valid or not.

    ``entered`` gives the SI value of the typed text, ``refused`` the reason for its rejection and
    ``accepted`` that the field is valid again; ``stepped`` gives the value for an arrow key, if
    there is a ``step``.
    """

    entered = Signal(float)
    stepped = Signal(float)
    refused = Signal(str)
    accepted = Signal()

    def __init__(
        self,
        name: str = "",
        unit: Unit | None = None,
        width: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        """Make a field with this name and, if given, this width in pixels."""
        super().__init__(parent)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFixedHeight(28)
        self._unit = UNITS["deg"]
        self._value = 0.0
        self._tip = ""
        self._warned = self._endless = self._nothing = False
        self.textEdited.connect(self._draft)
        self.editingFinished.connect(self.commit)
        self._drafting = False
        # What an arrow up or down adds, SI; none where it means nothing.
        self.step = 0.0
        self.setAccessibleName(name)
        if unit is not None:
            self.set_unit(unit)
        if width:
            self.setFixedWidth(width)

    def setAccessibleName(self, name: str) -> None:
        """Name the field, for screen readers and in its tool tip."""
        super().setAccessibleName(name)
        self._explain()

    def endless(self, word: str) -> None:
        """Let an empty field mean that there is no bound, with a placeholder."""
        self._endless = True
        self.setPlaceholderText(word)

    def hold(self, longest: str) -> None:
        """Ensure that it is always wide enough for a text."""
        self.setMinimumWidth(self.fontMetrics().horizontalAdvance(longest) + ROOM)

    @property
    def number(self) -> float:
        """The exact value, SI."""
        return self._value

    @property
    def held(self) -> str:
        """The valid value, with its unit."""
        return self.placeholderText() if self._value == inf else shown(self._value, self._unit)

    def set_unit(self, unit: Unit) -> None:
        """Show the value in another unit."""
        if unit is not self._unit:
            self._unit = unit
            self._explain()
            self._write()

    def show_value(self, value: float, warned: bool = False) -> None:
        """Show a value; a half-typed text is not overwritten by its initial value."""
        changed = value != self._value or self._nothing
        self._value, self._warned, self._nothing = value, warned, False
        if changed or not self._drafting:
            self._write()

    def clear(self) -> None:
        """Show nothing until there is a value again, regardless of changes in between."""
        self._nothing = True
        self._write()

    def commit(self) -> None:
        """Read the typed text."""
        if not self._drafting:
            return
        try:
            none = self._endless and not self.text().strip()
            value = inf if none else read(self.text(), self._unit)
        except RvsError as error:
            self.refuse(str(error))
            return
        self._drafting = False
        if value == self._value:
            self._write()
        else:
            self.entered.emit(value)

    def reset(self) -> None:
        """Show the value again instead of the typed text."""
        self._write()

    def refuse(self, reason: str) -> None:
        """Leave the typed text unchanged and mark the field."""
        self._drafting = True
        self.mark("invalid", reason)
        self.setToolTip(reason)
        self.setAccessibleDescription(reason)
        self.refused.emit(reason)

    def event(self, event: QEvent) -> bool:
        """Pass on keys without meaning in a number to the window; Esc discards the draft first."""
        # Most are to paint it; a kind of event takes longer to ask for than a class.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.key() == Qt.Key.Key_Home and event.modifiers() & CTRL:
                event.ignore()
                return False
            if event.key() == Qt.Key.Key_Escape and self._drafting:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._drafting:
            self._write()
            return
        ways = {Qt.Key.Key_Up: 1.0, Qt.Key.Key_Down: -1.0}
        if self.step and event.key() in ways and not self._drafting:
            fine = 0.1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1.0
            self.stepped.emit(self._value + fine * self.step * ways[Qt.Key(event.key())])
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.state != "invalid":
            give_back(self)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.selectAll()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._drafting and not self.hasFocus() and self.text() != self._fitting():
            self.setText(self._fitting())
            self.setCursorPosition(0)

    def _explain(self) -> None:
        """Describe the field, its unit and its valid values."""
        if not self.accessibleName():
            return
        unit = LONG_NAMES.get(self._unit.name, self._unit.symbol)
        told = self.accessibleName().split()[-1] in (unit, self._unit.name)
        if unit and not told:
            said = "{quantity}, in {unit}; pi/2 and 30+15 are understood"
            self._tip = tr(said, self.accessibleName(), unit)
        else:
            said = "{quantity}; pi/2 and 30+15 are understood"
            self._tip = tr(said, self.accessibleName())
        if self.state != "invalid":
            self.setToolTip(self._tip)

    def _draft(self) -> None:
        self._drafting = True

    def _fitting(self) -> str:
        """Return the value with as many decimals as fit, so that its unit is never cut."""
        if self._value == inf or self._nothing:
            return ""
        text, unit = shown(self._value, self._unit), self._unit
        room = self.width() - ROOM
        while unit.decimals and self.fontMetrics().horizontalAdvance(text) > room:
            unit = replace(unit, decimals=unit.decimals - 1)
            text = shown(self._value, unit)
        return text

    def _write(self) -> None:
        was_bad = self.state == "invalid"
        self._drafting = False
        text = self._fitting()
        if text != self.text():
            self.setText(text)
            self.setCursorPosition(0)
        self.mark("warn" if self._warned else "")
        if was_bad:
            self.setToolTip(self._tip)
            self.setAccessibleDescription("")
            self.accepted.emit()


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

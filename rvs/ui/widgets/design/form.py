"""Form for the requirements of a designer.

The part of the workspace in which a design is to be well conditioned, as six fields.

A number that applies if its box is ticked.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QLabel,
    QWidget,
)

from rvs.fields.field import abouts
from rvs.model.numbers.quantities import PURE
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.robots.designing import Wish
from rvs.model.robots.table_text import Cell
from rvs.study.design.aims import Aims
from rvs.study.design.goals import Goal
from rvs.study.design.search import STARTS
from rvs.ui.widgets.chip import check
from rvs.ui.widgets.fields.asked_field import choice
from rvs.ui.widgets.fields.combo import Combo, TaskCombo
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import grid, holding, vbox
from rvs.words import tr

Corner = tuple[float, float, float]
AXES = "xyz"
ENDS = ("From", "To")
INDENT = 22

WIDTH = 92

FIELD, MOST_STARTS = 92, 500
COUNT = replace(PURE, decimals=0)
ABOUT = abouts(Aims)
# Numbers that count where their box is ticked, in this order.
LIMITS = ("longest", "length", "reach", "rounding", "stay")
# goal -> text, first weight, tip
GOAL_LIMITS = {
    "conditioning": ("Weight of conditioning", 1.0, "Improve the mean conditioning"),
    "reach": ("Weight of reach", 1.0, "Increase the reach"),
    "length": ("Weight of total length", 1.0, "Reduce the sum of the lengths of the table"),
    "gravity": (
        "Weight of gravity", 1.0,
        "Reduce the torque in the worst posture, with uniform rods as links",
    ),
}  # fmt: skip

HOLD_TOOL = "Keep the tool frame in the last frame"
ALWAYS_HELD = "With the standard convention, keep the pose of the tool in the last frame"


class GoalBox(QWidget):
    """A box in the frame of the base; ``changed`` reports edits, ``refused`` errors.

    ``asked`` requests a first box, which is set by ``propose``.
    """

    changed = Signal()
    refused = Signal(str)
    asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._told = False
        self.on = check(
            "Only inside a box",
            "Use only postures with the tool point in this box; the view shows the box",
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
        """Lower and upper corner, m; None for the whole workspace."""
        if not (self.on.isChecked() and self.isEnabled()):
            return None
        low, high = (tuple(field.number for field in fields) for fields in self.fields)
        return (low[0], low[1], low[2]), (high[0], high[1], high[2])

    def propose(self, low: Corner, high: Corner) -> None:
        """Fill the fields; typed values are kept."""
        if self._told:
            return
        self._told = True
        for fields, corner in zip(self.fields, (low, high), strict=True):
            for field, value in zip(fields, corner, strict=True):
                field.show_value(value)
        self.changed.emit()

    def forget(self) -> None:
        """Let the next proposal replace this box, which is for another robot."""
        self._told = False
        self.on.setChecked(False)

    def set_unit(self, unit: Unit) -> None:
        """Show lengths in a unit."""
        for fields in self.fields:
            for field in fields:
                field.set_unit(unit)

    def _field(self, end: str, axis: str) -> NumberField:
        field = NumberField(tr("Box {end} {axis}", end.lower(), axis), UNITS["m"])
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


class OptionalField:
    """A box with the name of a number above 0, and its field.

    Args:
        text: Its label.
        value: Initial value of the field, SI.
        tip: Its effect.
        unit: Its unit.
    """

    def __init__(self, text: str, value: float, tip: str, unit: Unit = PURE) -> None:
        self._name = text
        self.box, self.field = check(text, tip), NumberField(text, unit, WIDTH)
        self.field.show_value(value)
        self.field.setEnabled(False)
        self.box.toggled.connect(self.field.setEnabled)
        self.field.entered.connect(self._enter)

    @property
    def value(self) -> float | None:
        """The number, or None if it does not apply."""
        return self.field.number if self.box.isChecked() else None

    def _enter(self, value: float) -> None:
        if value <= 0:
            self.field.refuse(tr("{name}: expected a number above 0", self._name))
        else:
            self.field.show_value(value)


class DesignForm(QWidget):
    """``refused`` reports the reason why a field can't be read."""

    refused = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.task, self.method = TaskCombo(), choice(Aims, "method")
        for combo in (self.task, self.method):
            combo.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(12)
        self.wrist, self.right_angles = (
            check(ABOUT[name].label, ABOUT[name].says) for name in ("wrist", "right_angles")
        )
        self.hold_tool = check("Hold the tool", HOLD_TOOL)
        self.hold_tool.setChecked(True)
        self.starts = NumberField(ABOUT["starts"].label, COUNT, FIELD)
        self.starts.show_value(float(STARTS))
        self.starts.setToolTip(ABOUT["starts"].says)
        self.limits = {
            name: OptionalField(ABOUT[name].label, ABOUT[name].start, ABOUT[name].says)
            for name in LIMITS
        }
        self.goals = {name: OptionalField(*words) for name, words in GOAL_LIMITS.items()}
        self.box = GoalBox()
        self.box.setEnabled(False)
        self.goals["conditioning"].box.toggled.connect(self.box.setEnabled)
        self.goals["conditioning"].box.toggled.connect(self.box.changed)
        self._arrange()
        self.starts.entered.connect(self._count)
        for field in (self.starts, *(one.field for one in self._numbers)):
            field.refused.connect(self.refused)
        self.box.refused.connect(self.refused)

    @property
    def _numbers(self) -> tuple[OptionalField, ...]:
        return *self.limits.values(), *self.goals.values()

    def set_length_unit(self, unit: Unit) -> None:
        """Show lengths in a unit."""
        self.box.set_unit(unit)
        for name, limit in self.limits.items():
            if ABOUT[name].unit == "m":
                limit.field.set_unit(unit)

    def show_robot(self, joints: int, tool: bool) -> None:
        """Show the available choices for a robot.

        Args:
            joints: Number of its joints.
            tool: A design may move its tool.
        """
        self.hold_tool.setEnabled(tool)
        self.hold_tool.setToolTip(HOLD_TOOL if tool else ALWAYS_HELD)
        if not tool:
            self.hold_tool.setChecked(True)
        self.wrist.setEnabled(joints >= 6)
        if joints < 6:
            self.wrist.setChecked(False)

    def wish(self, free: frozenset[Cell]) -> Wish:
        """Return the requirements in the fields."""
        given = {name: limit.value for name, limit in self.limits.items()}
        return Wish(
            free,
            not self.hold_tool.isChecked(),
            task=self.task.task,
            method=self.method.currentData(),
            wrist=self.wrist.isChecked(),
            right_angles=self.right_angles.isChecked(),
            starts=max(round(self.starts.number), 1),
            goals=tuple(
                Goal(name, weight, self.box.corners if name == "conditioning" else None)
                for name, goal in self.goals.items()
                if (weight := goal.value)
            ),
            **{name: value for name, value in given.items() if value is not None},
        )

    def _arrange(self) -> None:
        form = grid(8, 6, grows=[1])
        for row, (text, field) in enumerate((("Task", self.task), ("Method", self.method))):
            label = QLabel(text)
            label.setBuddy(field)
            form.addWidget(label, row, 0)
            form.addWidget(field, row, 1, 1, 2)
        label = QLabel("Number of starts")
        label.setBuddy(self.starts)
        rows: list[tuple[QWidget, QWidget | None]] = [
            (limit.box, limit.field) for limit in self._numbers
        ]
        rows.insert(1 + self._numbers.index(self.goals["conditioning"]), (self.box, None))
        for row, (left, right) in enumerate([*rows, (label, self.starts)], 2):
            form.addWidget(left, row, 0, 1, 2 if right else 3)
            if right is not None:
                form.addWidget(right, row, 2)
        vbox(form, self.hold_tool, self.wrist, self.right_angles, gap=6, of=self)

    def _count(self, value: float) -> None:
        if value < 1 or value > MOST_STARTS or value != round(value):
            self.starts.refuse(tr("Starts: expected a whole number from 1 to {limit}", MOST_STARTS))
        else:
            self.starts.show_value(value)

"""Numbers of a robot's table by name, such as ``a2``: their values, and the changed robot.

Names refer to the actual table: a number of the robot's convention and of its row, from 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import DH_CONVENTIONS, Joint
from rvs.engine.offset_naming import LETTERS
from rvs.engine.robot import Robot
from rvs.value_class import dataclass

# Column -> unit of its numbers; "joint" is that of the values of the joint.
COLUMNS = {
    "a": "m", "alpha": "rad", "d": "m", "theta": "rad", "offset": "joint", "lower": "joint",
    "upper": "joint", "rate": "joint/s",
    "acceleration": "joint/s²", "effort": "effort", "stiffness": "stiffness", "mass": "kg",
}  # fmt: skip
GEOMETRY = ("a", "alpha", "d", "theta")
# The tool point in the last frame.
TOOL = ("tool_x", "tool_y", "tool_z")


@dataclass(frozen=True)
class TableCell:
    """A number of a robot that a design may change.

    Attributes:
        name: A name such as ``"a2"``, or ``"tool_z"``.
        row: The joint, from 0; -1 for the tool.
        column: A key of ``COLUMNS``, or the axis of the tool point.
        unit: ``"m"``, ``"rad"``, ``"kg"``, ``"N m"`` or ``"N"``, or a rate of them.
    """

    name: str
    row: int
    column: str
    unit: str

    def value(self, robot: Robot) -> float:
        """Return its value in a robot, in SI units."""
        if self.row < 0:
            return float(robot.tool["xyz".index(self.column), 3])
        joint = robot.joints[self.row]
        if self.column in ("lower", "upper"):
            return joint.limits[self.column == "upper"]
        if self.column == "mass":
            return joint.inertia.mass if joint.inertia is not None else 0.0
        return float(getattr(joint, self.column))


@dataclass(frozen=True)
class NamedNumber:
    """A number by which several cells of a robot change together.

    Attributes:
        name: A name such as ``"L1"``.
        unit: ``"m"``, ``"rad"``, ``"kg"`` or nothing.
        present: Its current value, in SI units.
        rule: Returns a robot with other values of all such numbers, by name; it is the same for all
            numbers that change together.
    """

    name: str
    unit: str
    present: float
    rule: Callable[[Robot, Mapping[str, float]], Robot]

    def value(self, _robot: Robot) -> float:
        """Return its current value, in SI units."""
        return self.present


Number = TableCell | NamedNumber


def cell_of(robot: Robot, name: str) -> TableCell:
    """Return the cell with a name.

    Raises:
        ArgumentError: There is no such cell, or it is the value of a joint.

    >>> cell_of(Robot.from_dh([1, 0.5], 0, 0, 0), "a2").value(Robot.from_dh([1, 0.5], 0, 0, 0))
    0.5
    """
    if name in TOOL:
        return TableCell(name, -1, name[-1], "m")
    match = re.fullmatch(r"([a-z]+)([0-9]{1,3})", name)
    letter = match.group(1) if match else ""
    column = "d" if letter in LETTERS else letter
    if match is None or column not in COLUMNS:
        raise ArgumentError(
            f"{name!r} is not a cell of the table; expected one of {', '.join(COLUMNS)} with the "
            f"number of a joint, as a2, or one of {', '.join(TOOL)}"
        )
    row = int(match.group(2)) - 1
    if not 0 <= row < robot.n:
        raise ArgumentError(f"{name!r}: the robot has joints 1 to {robot.n}")
    joint = robot.joints[row]
    if column in GEOMETRY and joint.convention not in DH_CONVENTIONS:
        raise ArgumentError(f"{name!r}: joint {row + 1} has no row of a, alpha, d and theta")
    if column == ("theta" if joint.kind != "prismatic" else "d"):
        raise ArgumentError(
            f"{name!r} is the value of joint {row + 1}, which the robot changes itself; "
            f"take offset{row + 1}, lower{row + 1} or upper{row + 1}"
        )
    if column == "mass" and joint.inertia is None:
        raise ArgumentError(f"{name!r}: the mass of link {row + 1} is not known")
    return TableCell(name, row, column, _unit(joint, COLUMNS[column]))


def _unit(joint: Joint, unit: str) -> str:
    if unit == "stiffness":
        return "N m/rad" if joint.turns else "N/m"
    if unit == "effort":
        return "N m" if joint.turns else "N"
    return unit.replace("joint", "rad" if joint.turns else "m")


def named_values(cells: Sequence[Number], values: Iterable[float]) -> dict[str, float]:
    """Return the values of named numbers by name."""
    pairs = zip(cells, values, strict=True)
    return {cell.name: value for cell, value in pairs if isinstance(cell, NamedNumber)}


def changed(robot: Robot, cells: Sequence[Number], values: Iterable[float]) -> Robot:
    """Return a robot with other numbers; the rest of it, including masses, stays unchanged.

    Args:
        robot: The robot.
        cells: Its cells and named numbers.
        values: The value of each, in SI units.

    Raises:
        ArgumentError: The robot can't have a value.
    """
    values = list(values)
    rule = next((cell.rule for cell in cells if isinstance(cell, NamedNumber)), None)
    if rule is not None:
        robot = rule(robot, named_values(cells, values))
    joints, tool = list(robot.joints), np.array(robot.tool)
    for cell, value in zip(cells, values, strict=True):
        if isinstance(cell, NamedNumber):
            continue
        if cell.row < 0:
            tool["xyz".index(cell.column), 3] = value
            continue
        joint = joints[cell.row]
        if cell.column in ("lower", "upper"):
            low, high = joint.limits
            limits = (value, high) if cell.column == "lower" else (low, value)
            joints[cell.row] = replace(joint, limits=limits)
        elif cell.column == "mass":
            assert joint.inertia is not None
            joints[cell.row] = replace(joint, inertia=replace(joint.inertia, mass=value))
        else:
            joints[cell.row] = _with(joint, {cell.column: value})
    made = replace(robot, joints=tuple(joints))
    return made if np.array_equal(tool, robot.tool) else made.replace(tool=tool)


def _with(joint: Joint, fields: Mapping[str, Any]) -> Joint:
    return replace(joint, **fields)


def lengths_of(robot: Robot) -> tuple[str, ...]:
    """Return the names of the lengths of a table that are not 0, including the tool point's."""
    names = [
        f"{column}{row}"
        for row, joint in enumerate(robot.joints, 1)
        if joint.convention in DH_CONVENTIONS
        for column in ("a", "d")
        if not (column == "d" and joint.kind == "prismatic") and getattr(joint, column)
    ]
    return (*names, *(name for name, at in zip(TOOL, robot.tool[:3, 3], strict=True) if at))

"""Constants of a full model with the values of parameters of its robot.

A constant with the name of a parameter has its value, in the unit of the model or in degrees.  If a
model uses a parameter in a size without such a constant, the constant is added.  Hence the numbers
in its file are also correct without the robot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import degrees
from typing import TypeVar

from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.model.body.names import names_used
from rvs.model.body.values import Body, LinkBody, Part, PartGroup, Size, Value
from rvs.model.derived import derived
from rvs.model.numbers.expressions import renamed
from rvs.model.numbers.quantities import metres_per
from rvs.model.robots.parameters import DIGITS, Parameters, RobotParameter, following_cells

Thing = TypeVar("Thing", Part, PartGroup)


@derived(size=64)
def bound(body: Body, parameters: Parameters, robot: Robot) -> Body:
    """Return the full model of a robot with its parameters' values; the same if unchanged.

    For cells that depend on the same parameters, the values it was drawn for become their current
    values.
    """
    own = dict(body.constants)
    used = names_used(body)
    values = parameter_values(parameters, body.unit)
    new = {name: value for name, value in values.items() if name in used and name not in own}
    constants = (*new.items(), *((name, values.get(name, one)) for name, one in own.items()))
    bearing = [name for name in values if name in used or name in own]
    if not bearing:
        return body
    cells = {(one.row, one.column) for one in following_cells(parameters, bearing)}
    links = tuple(_drawn(link, robot, cells) for link in body.links)
    found = replace(body, constants=constants, links=links)
    return body if found == body else found


def parameter_values(parameters: Parameters, unit: str) -> Mapping[str, float]:
    """Return the values of parameters by name, lengths in a unit and angles in degrees."""
    return {one.name: _plain(one, metres_per(unit)) for one in parameters.every}


def with_name(body: Body, old: str, new: str) -> Body:
    """Return a full model with a renamed constant, in its expressions too.

    Raises:
        ArgumentError: It already has one of that name.
    """
    own = {name for name, _ in body.constants}
    if old not in own:
        return body
    if new in own:
        raise ArgumentError(f"new: the full model has a constant {new!r} already")

    def size(one: Size) -> Size:
        return renamed(one, old, new) if isinstance(one, str) else one

    def sizes(some: Sequence[Size]) -> tuple[Size, ...]:
        return tuple(map(size, some))

    def value(one: Value) -> Value:
        return tuple(map(sizes, one)) if isinstance(one, tuple) else size(one)

    def placed(one: Thing) -> Thing:
        moves = tuple(replace(move, values=sizes(move.values)) for move in one.moves)
        repeats = tuple(
            replace(each, count=size(each.count), values=sizes(each.values)) for each in one.repeats
        )
        return replace(one, moves=moves, repeats=repeats)

    def resized(part: Part) -> Part:
        return replace(part, sizes=tuple((name, value(one)) for name, one in part.sizes))

    constants = tuple((new if name == old else name, size(one)) for name, one in body.constants)
    links = tuple(
        replace(link, parts=tuple(placed(resized(part)) for part in link.parts),
                groups=tuple(map(placed, link.groups)))
        for link in body.links
    )  # fmt: skip
    return replace(body, constants=constants, links=links)


def _plain(one: RobotParameter, metres: float) -> float:
    value = degrees(one.value) if one.measure == "angle" else one.value
    return float(f"{value / (metres if one.measure == 'length' else 1.0):.{DIGITS}g}")


def _drawn(link: LinkBody, robot: Robot, cells: set[tuple[int, str]]) -> LinkBody:
    if isinstance(link.link, str) or not 1 <= link.link <= robot.n:
        return link
    row = link.link - 1
    drawn = tuple(
        (name, float(getattr(robot.joints[row], name)) if (row, name) in cells else value)
        for name, value in link.drawn_for
    )
    return link if drawn == link.drawn_for else replace(link, drawn_for=drawn)

"""Names permitted in expressions of a body, and the robot's table entries that it follows.

Lengths are in the body's unit, angles in degrees.  The entry of a joint's own variable is its
initial value, never its current value, so a body moves rigidly with its frames.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import degrees, isfinite

from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.body.values import Body, Part, PartGroup, Place, Size, Value
from rvs.model.derived import derived
from rvs.model.numbers.expressions import (
    CONSTANTS,
    DEGREE_FUNCTIONS,
    ExpressionError,
    evaluate,
    names_in,
)
from rvs.model.numbers.quantities import metres_per

Names = Mapping[str, float]

# every name of an entry -> the field of the joint
ENTRIES: Mapping[str, str] = {
    "a": "a",
    "b": "d",
    "d": "d",
    "al": "alpha",
    "alpha": "alpha",
    "th": "theta",
    "theta": "theta",
}
OWN = (*ENTRIES, "offset", "lower", "upper")
ENDS = tuple(f"{end}_{axis}" for end in ("tool", "base") for axis in "xyz")
_NUMBERED = re.compile(rf"({'|'.join(ENTRIES)})([0-9]{{1,2}})")
_CONSTANT = re.compile(r"[^\W\d]\w{0,39}")


@derived(size=256)
def robot_names(robot: Robot, unit: str) -> Names:
    """Return the names with the same meaning in every link."""
    metres = metres_per(unit)
    names = {"n": float(robot.n)}
    for number, joint in enumerate(robot.joints, start=1):
        row = _row(joint, metres)
        names |= {f"{name}{number}": row[field] for name, field in ENTRIES.items()}
    for end, rows in (("tool", robot.tool_rows), ("base", robot.base_rows)):
        names |= {f"{end}_{axis}": rows[k][3] / metres for k, axis in enumerate("xyz")}
    return names


@derived(size=512)
def link_names(robot: Robot, unit: str, place: Place) -> Names:
    """Return the names of a link's own row of the table and of its neighbours' rows."""
    metres = metres_per(unit)
    number = robot.n + 1 if isinstance(place, str) else place
    names: dict[str, float] = {}
    for prefix, row_number in (("", number), ("prev_", number - 1), ("next_", number + 1)):
        if 1 <= row_number <= robot.n:
            row = _row(robot.joints[row_number - 1], metres)
            names |= {prefix + name: row[field] for name, field in ENTRIES.items()}
    if 1 <= number <= robot.n:
        names |= _own(robot.joints[number - 1], metres)
    return names


def body_names(body: Body, robot: Robot, place: Place) -> dict[str, float]:
    """Return every name for expressions of a link, with its value in the body's unit.

    Raises:
        ExpressionError: A constant has no value.
    """
    constants = constant_values(body.constants, robot_names(robot, body.unit))
    return {
        **CONSTANTS,
        **robot_names(robot, body.unit),
        **constants,
        **link_names(robot, body.unit, place),
    }


def constant_values(constants: Sequence[tuple[str, Size]], names: Names) -> dict[str, float]:
    """Return the values of constants; each may use the previous ones.

    Args:
        constants: Numbers or expressions by name.
        names: Other names that they may use.

    Raises:
        ExpressionError: One has no value; the message names it.
    """
    known, found = dict(names), {}
    for name, value in constants:
        try:
            found[name] = evaluate(value, known, degrees=True) if isinstance(value, str) else value
        except ExpressionError as error:
            raise ExpressionError(f"constant {name!r}: {error}", error.column) from error
        known[name] = found[name]
    return found


def constant_fault(name: str) -> str:
    """Return the fault in the name of a constant, or an empty text."""
    if not _CONSTANT.fullmatch(name):
        return "a name has 1 to 40 letters, digits and _, and begins with a letter"
    if name in CONSTANTS or name in DEGREE_FUNCTIONS or is_reserved(name):
        return "this name already has a meaning"
    return ""


def is_reserved(name: str) -> bool:
    """Return whether a name means a value of the robot."""
    plain = name.removeprefix("prev_").removeprefix("next_")
    return plain in OWN or name in ENDS or name == "n" or _NUMBERED.fullmatch(name) is not None


def entry_of(name: str, place: Place, count: int) -> tuple[int, str] | None:
    """Return the table entry of a name in a link: row number and field."""
    numbered = _NUMBERED.fullmatch(name)
    if numbered:
        return int(numbered[2]), ENTRIES[numbered[1]]
    number = count + 1 if isinstance(place, str) else place
    for prefix, step in (("prev_", -1), ("next_", 1), ("", 0)):
        plain = name.removeprefix(prefix)
        if name.startswith(prefix) and plain in ENTRIES:
            return number + step, ENTRIES[plain]
    return None


def _row(joint: Joint, metres: float) -> dict[str, float]:
    return {
        "a": joint.a / metres,
        "d": joint.d / metres,
        "alpha": degrees(joint.alpha),
        "theta": degrees(joint.theta),
    }


def _own(joint: Joint, metres: float) -> dict[str, float]:
    lengths = joint.kind == "prismatic"
    values = {"offset": joint.offset, "lower": joint.limits[0], "upper": joint.limits[1]}
    return {
        name: value / metres if lengths else degrees(value)
        for name, value in values.items()
        if isfinite(value)
    }


SAME = 1e-6
SYMBOLS = {"a": "a", "d": "b", "alpha": "al", "theta": "th"}
ANGLES = ("alpha", "theta")
Entry = tuple[int, str]


@derived(size=256)
def followed(body: Body, count: int) -> frozenset[Entry]:
    """Return the entries of the table used by expressions of a body."""
    entries = (entry_of(name, place, count) for place, name in _names(body))
    return frozenset(entry for entry in entries if entry is not None)


@derived(size=256)
def names_used(body: Body) -> frozenset[str]:
    """Return the names in the expressions of a body."""
    return frozenset(name for _, name in _names(body))


def _names(body: Body) -> Iterator[tuple[Place, str]]:
    for place, value in _expressions(body):
        for text in texts(value):
            try:
                yield from ((place, name) for name in names_in(text))
            except ExpressionError:
                continue


def stale(body: Body, robot: Robot) -> Iterator[tuple[Place, str]]:
    """Yield the links made with fixed sizes whose table has changed since, and the change."""
    follows = followed(body, robot.n)
    for link in body.links:
        if isinstance(link.link, str) or not 1 <= link.link <= robot.n:
            continue
        joint = robot.joints[link.link - 1]
        for field, drawn in link.drawn_for:
            now = float(getattr(joint, field))
            if abs(now - drawn) > SAME * (1 + abs(drawn)) and (link.link, field) not in follows:
                yield link.link, _message(body, link.link, field, drawn, now)


def _message(body: Body, row: int, field: str, drawn: float, now: float) -> str:
    def shown(value: float) -> str:
        if field in ANGLES:
            return f"{degrees(value):.6g}°"
        return f"{value / metres_per(body.unit):.6g} {body.unit}"

    name = f"{SYMBOLS[field]}{row}"
    return (
        f"made for {name} = {shown(drawn)}, which is now {shown(now)}, and no size of "
        f"the model follows {name}"
    )


def _expressions(body: Body) -> Iterator[tuple[Place, Value]]:
    for _, constant in body.constants:
        yield 0, constant
    for link in body.links:
        for part in link.parts:
            for _, value in part.sizes:
                yield link.link, value
        things: list[Part | PartGroup] = [*link.parts, *link.groups]
        for thing in things:
            for size in placing(thing):
                yield link.link, size


def placing(thing: Part | PartGroup) -> Iterator[Value]:
    """Yield the values of all moves and repeats of a part or group."""
    for move in thing.moves:
        yield from move.values
    for repeat in thing.repeats:
        yield repeat.count
        yield from repeat.values


def texts(value: Value) -> Iterator[str]:
    """Yield the expressions in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for point in value:
            yield from (size for size in point if isinstance(size, str))

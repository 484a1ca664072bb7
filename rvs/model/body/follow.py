"""Table entries that a body follows, and entries changed since the body was made."""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees

from rvs.engine.robot import Robot
from rvs.model.body.names import entry_of
from rvs.model.body.values import Body, Part, PartGroup, Place, Value
from rvs.model.derived import derived
from rvs.model.numbers.expressions import ExpressionError, names_in
from rvs.model.numbers.quantities import metres_per

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

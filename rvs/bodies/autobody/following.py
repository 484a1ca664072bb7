"""The automatic body with expressions over the table for all lengths derived from it.

The origin of a number is found by changing one length of the table slightly: a number that changes
in proportion becomes an expression, all others remain numbers.  A length is followed only if all
numbers that it changes are proportional, so that none is followed only in part; angles are never
followed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any, TypeVar

import numpy as np

from rvs.bodies.autobody.compose import automatic_body
from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.geometry.shape import ParameterKind
from rvs.geometry.shapes import SHAPES
from rvs.model.body.names import SYMBOLS, Entry
from rvs.model.body.values import (
    Axis,
    Body,
    LinkBody,
    Move,
    MoveKind,
    Part,
    PartGroup,
    Size,
    Value,
)
from rvs.model.derived import derived

Change = Callable[[float, ParameterKind], Size]
Some = TypeVar("Some", Part, PartGroup)

STEP = 1e-3
# Numbers of an automatic body are rounded; so much two of them may differ, m and rad.
ROUNDED = 1e-8
FINEST = 1e-5
DIGITS = 10
# Moves of each part and group, where they are none; and the kinds of sizes that may follow a table.
FULL: dict[tuple[MoveKind, Axis], tuple[float, ...]] = {
    ("shift", "z"): (0.0, 0.0, 0.0),
    ("turn", "z"): (0.0,),
    ("turn", "y"): (0.0,),
    ("turn", "x"): (0.0,),
}
CHANGED = ("length", "angle")
# What is compared besides the fields that hold such numbers.
_HOLDERS = ("constants", "links", "moves", "sizes")
_REST: dict[type, Callable[[Any], object]] = {
    kind: attrgetter(*(o.name for o in fields(kind) if o.compare and o.name not in _HOLDERS))
    for kind in (Body, Part, PartGroup)
}
# A step may cross a place where the body is built in another way, so others are tried.
TRIED = ((1.0, -1.0), (1.0, 2.0), (-1.0, -2.0))


@derived(size=16)
def following_body(robot: Robot) -> Body:
    """Return the automatic body of a robot, with expressions over the table where possible.

    Args:
        robot: Any robot; one described by screws has no table, so only numbers.
    """
    body = automatic_body(robot)
    start, _ = _contents(body)
    slopes: dict[Entry, Array] = {}
    for row, joint in enumerate(robot.joints, start=1):
        fields = ("a", "d") if joint.turns else ("a",)
        for field in fields if joint.convention != "general" else ():
            slope = _slope(robot, start, (row, field))
            more = {} if slope is None else {**slopes, (row, field): slope}
            if more and _add_up(robot, start, more):
                slopes = more
    entries = {entry: _entry(robot, entry) for entry in slopes}
    sizes = iter([_size(float(x), entries, slopes, k) for k, x in enumerate(start)])
    return _plain(_changed(_full(body), lambda _value, _kind: next(sizes)))


def follow_again(body: Body, robot: Robot) -> Body:
    """Return a model with expressions for all parts that still equal the automatic body.

    Args:
        body: A model; changes made by hand since it was created are kept.
        robot: Its robot; for entries that have changed since, the values at the time of drawing are
            used.
    """
    then = _drawn_for(body, robot)
    plain, following = automatic_body(then), following_body(then)
    links = []
    for link in body.links:
        old, new = plain.link(link.link), following.link(link.link)
        parts = tuple(_following(one, old.parts, new.parts) for one in link.parts)
        groups = tuple(_following(one, old.groups, new.groups) for one in link.groups)
        links.append(replace(link, parts=parts, groups=groups))
    better = dict(zip(plain.constants, following.constants, strict=True))
    constants = tuple(better.get(one, one) for one in body.constants)
    return replace(body, links=tuple(links), constants=constants)


def _drawn_for(body: Body, robot: Robot) -> Robot:
    joints = list(robot.joints)
    for link in body.links:
        if isinstance(link.link, int) and 1 <= link.link <= robot.n:
            entries: dict[str, Any] = dict(link.drawn_for)
            joints[link.link - 1] = replace(joints[link.link - 1], **entries)
    return robot.replace(joints=tuple(joints))


def _following(one: Some, plain: Sequence[Some], following: Sequence[Some]) -> Some:
    for old, new in zip(plain, following, strict=True):
        if old.id == one.id:
            fields = [name for name in ("sizes", "moves") if hasattr(one, name)]
            same = [name for name in fields if getattr(one, name) == getattr(old, name)]
            return replace(one, **{name: getattr(new, name) for name in same})
    return one


# -- what follows what -------------------------------------------------------------------------


def _slope(robot: Robot, start: Array, entry: Entry) -> Array | None:
    """Return the change of each number with an entry; None where it is not proportional."""
    for steps in TRIED:
        found = [_numbers_with(robot, {entry: STEP * step}) for step in steps]
        if any(len(one) != len(start) for one in found):
            continue
        one, other = ((now - start) / step for now, step in zip(found, steps, strict=True))
        if np.abs(one - other).max() <= ROUNDED:
            slope: Array = np.round(one / STEP / FINEST) * FINEST
            return slope
    return None


def _add_up(robot: Robot, start: Array, slopes: dict[Entry, Array]) -> bool:
    """Return whether the effects of entries that move together add up."""
    steps = {entry: STEP / (2 + k) for k, entry in enumerate(slopes)}
    now = _numbers_with(robot, steps)
    wanted = start + sum(step * slopes[entry] for entry, step in steps.items())
    return len(now) == len(start) and bool(np.abs(now - wanted).max() <= 2 * ROUNDED)


def _size(number: float, entries: dict[Entry, float], slopes: dict[Entry, Array], k: int) -> Size:
    """Return a number, or the sum of multiples of entries that it follows, positive ones first."""
    terms = {entry: float(slope[k]) for entry, slope in slopes.items() if slope[k]}
    if not terms:
        return number
    rest = number - sum(times * entries[entry] for entry, times in terms.items())
    signed = [(times, _term(entry, abs(times))) for entry, times in terms.items()]
    if abs(rest) > ROUNDED:
        signed.append((rest, f"{abs(rest):.{DIGITS}g}"))
    signed.sort(key=lambda one: one[0] < 0.0)
    text = " ".join(f"{'-' if times < 0.0 else '+'} {word}" for times, word in signed)
    return text[2:] if text.startswith("+") else text.replace("- ", "-", 1)


def _term(entry: Entry, times: float) -> str:
    name = f"{SYMBOLS[entry[1]]}{entry[0]}"
    return name if times == 1.0 else f"{times:.6g} * {name}"


def _entry(robot: Robot, entry: Entry) -> float:
    return float(getattr(robot.joints[entry[0] - 1], entry[1]))


def _numbers_with(robot: Robot, steps: dict[Entry, float]) -> Array:
    """Return the numbers of a changed table's automatic body; none if it differs in structure."""
    joints = list(robot.joints)
    for (row, field), step in steps.items():
        value: dict[str, Any] = {field: getattr(joints[row - 1], field) + step}
        joints[row - 1] = replace(joints[row - 1], **value)
    numbers, structure = _contents(automatic_body(robot.replace(joints=tuple(joints))))
    return numbers if structure == _contents(automatic_body(robot))[1] else np.zeros(0)


@derived(size=64)
def _contents(body: Body) -> tuple[Array, tuple[object, ...]]:
    """Return the numbers of a body in the order of ``_changed(_full(body), …)``, and the rest."""
    numbers = [float(value) for _, value in body.constants]
    rest: list[object] = [_REST[Body](body), [name for name, _ in body.constants]]
    for link in body.links:
        rest.append((link.link, len(link.groups), len(link.parts)))
        entries: tuple[PartGroup | Part, ...] = (*link.groups, *link.parts)
        for one in entries:
            rest.append(_REST[type(one)](one))
            known = {(move.kind, move.axis): move.values for move in one.moves}
            for key, nothing in FULL.items():
                values = known.get(key, nothing)
                rest.append(len(values))
                numbers += map(float, values)
            if isinstance(one, Part):
                kinds = _kinds(one)
                for name, value in one.sizes:
                    if isinstance(value, tuple):
                        rest.append((name, [len(point) for point in value]))
                        numbers += [float(x) for point in value for x in point]
                    elif kinds[name] in CHANGED:
                        rest.append(name)
                        numbers.append(float(value))
                    else:
                        rest.append((name, value))
    return np.array(numbers), tuple(rest)


# -- bodies as a row of numbers ----------------------------------------------------------------


def _changed(body: Body, change: Change) -> Body:
    """Return a body with its numbers replaced in order, without the values it was drawn for."""
    constants = tuple((name, change(float(value), "length")) for name, value in body.constants)
    links = []
    for link in body.links:
        groups = tuple(_moved(group, change) for group in link.groups)
        parts = tuple(_resized(_moved(part, change), change) for part in link.parts)
        links.append(LinkBody(link.link, parts, groups, drawn_for=link.drawn_for))
    return replace(body, constants=constants, links=tuple(links))


def _moved(one: Some, change: Change) -> Some:
    moves = [
        replace(
            move,
            values=tuple(
                change(float(value), "angle" if move.kind == "turn" else "length")
                for value in move.values
            ),
        )
        for move in one.moves
    ]
    return replace(one, moves=tuple(moves))


def _resized(part: Part, change: Change) -> Part:
    def sized(value: Value, kind: ParameterKind) -> Value:
        if isinstance(value, tuple):
            return tuple(tuple(change(float(x), "length") for x in point) for point in value)
        return change(float(value), kind) if kind in CHANGED else value

    kinds = _kinds(part)
    return replace(
        part, sizes=tuple((name, sized(value, kinds[name])) for name, value in part.sizes)
    )


def _kinds(part: Part) -> dict[str, ParameterKind]:
    return {one.name: one.kind for one in SHAPES[part.shape].parameters}


def _full(body: Body) -> Body:
    """Return the body with a shift and rotations about z, y and x in every part and group."""

    def full(one: Some) -> Some:
        known = {(move.kind, move.axis): move for move in one.moves}
        moves = [
            known.get((kind, axis)) or Move(kind, values, axis)
            for (kind, axis), values in FULL.items()
        ]
        return replace(one, moves=tuple(moves))

    return _each(body, full)


def _plain(body: Body) -> Body:
    """Return the body without identity moves."""

    def plain(one: Some) -> Some:
        moves = tuple(move for move in one.moves if any(value != 0.0 for value in move.values))
        return replace(one, moves=moves)

    return _each(body, plain)


def _each(body: Body, change: Callable[[Any], Any]) -> Body:
    links = tuple(
        replace(link, parts=tuple(map(change, link.parts)), groups=tuple(map(change, link.groups)))
        for link in body.links
    )
    return replace(body, links=links)

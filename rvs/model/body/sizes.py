"""Sizes, moves and repeats of parts as numbers, and the check of the sizes of a shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, isfinite, pi, prod, radians

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.errors import ArgumentError
from rvs.engine.rotations import rotx, roty, rotz
from rvs.geometry.shape import (
    LARGEST,
    POINT_SIZE,
    Measured,
    Parameter,
    ParameterKind,
    Points,
    Relation,
    Shape,
)
from rvs.model.body.names import Names
from rvs.model.body.values import MAX_COPIES, Axis, Move, Part, PartGroup, Repeat, Size, Value
from rvs.model.numbers.expressions import ExpressionError, evaluate
from rvs.value_class import dataclass

AXIS_OF = {"x": 0, "y": 1, "z": 2}
TURN = {"x": rotx, "y": roty, "z": rotz}
FULL_TURN = 2 * pi


@dataclass(frozen=True, slots=True)
class Scope:
    """Source of the names in expressions.

    Attributes:
        names: Numbers by name, lengths in a unit, angles in degrees.
        metres: Length of the unit in metres.
    """

    names: Names
    metres: float

    def number(self, size: Size, kind: ParameterKind, what: str) -> float:
        """Return a size in m, rad or as a plain number.

        Raises:
            ArgumentError: An expression has no value; the message names it.
        """
        if not isinstance(size, str):
            if not isfinite(size):
                raise ArgumentError(f"{what}: expected a finite number")
            return float(size)
        try:
            plain = evaluate(size, self.names, degrees=True)
        except ExpressionError as error:
            raise ArgumentError(f"{what}: {size[:60]!r}: {error}") from error
        if kind == "angle":
            return radians(plain)
        return plain if kind in ("count", "number") else plain * self.metres

    def value(self, value: Value, parameter: Parameter) -> Measured:
        """Return the value of a parameter.

        Raises:
            ArgumentError: An expression has no value, or points in place of a number.
        """
        name = parameter.name
        if isinstance(value, tuple):
            return tuple(
                tuple(self.number(size, "length", name) for size in point) for point in value
            )
        return self.number(value, parameter.kind, name)

    def lengths(self, sizes: Sequence[Size], what: str) -> list[float]:
        """Return several lengths, in m, within the bounds of a cell.

        Raises:
            ArgumentError: One has no value or is too large.
        """
        numbers = [self.number(size, "length", what) for size in sizes]
        if not all(abs(number) <= LARGEST for number in numbers):
            raise ArgumentError(f"{what}: lengths go up to {LARGEST:g} m")
        return numbers


def copies(thing: Part | PartGroup, scope: Scope) -> int:
    """Return the number of copies before any are made.

    Raises:
        ArgumentError: A count is not whole, below 1, or too large.
    """
    counts = [_count(repeat, scope) for repeat in thing.repeats]
    total = int(prod(counts)) << len(thing.mirror)
    if total > MAX_COPIES:
        raise ArgumentError(f"repeat: {total} copies; at most {MAX_COPIES} are allowed")
    return total


def poses_of(thing: Part | PartGroup, scope: Scope) -> Array:
    """Return the poses of the copies (k, 4, 4), in m; mirrored ones have determinant -1.

    Raises:
        ArgumentError: A move has no value.
    """
    poses = np.eye(4)
    for move in thing.moves:
        poses = poses @ _moved(move, scope)
    poses = poses[None]
    for axis in thing.mirror:
        poses = np.concatenate([poses, _flip(axis) @ poses])
    for repeat in thing.repeats:
        steps = _steps(repeat, scope)
        poses = np.einsum("iab,jbc->ijac", steps, poses).reshape(-1, 4, 4)
    return poses


def _moved(move: Move, scope: Scope) -> Array:
    if move.kind == "shift":
        step = np.eye(4)
        step[:3, 3] = scope.lengths(move.values, "shift")
        return step
    if move.kind == "turn":
        return _turn(move.axis, scope.number(move.values[0], "angle", "turn"))
    if move.kind == "flip":
        return _flip(move.axis)
    numbers = [
        scope.number(size, "length" if k % 4 == 3 and k < 12 else "number", "pose")
        for k, size in enumerate(move.values)
    ]
    rows = pose_rows(np.reshape(numbers, (4, 4)), "pose")
    return np.asarray(rows, float)


def _turn(axis: Axis, angle: float) -> Array:
    quarter = angle / (pi / 2)
    turned = np.eye(4)
    turned[:3, :3] = TURN[axis](angle)
    if abs(quarter - round(quarter)) < 1e-12:
        # Quarter turns are what people mean by 90, to the last bit.
        turned[:3, :3] = np.round(turned[:3, :3])
    return turned


def _flip(axis: str) -> Array:
    flipped = np.eye(4)
    flipped[AXIS_OF[axis], AXIS_OF[axis]] = -1.0
    return flipped


def _count(repeat: Repeat, scope: Scope) -> int:
    number = scope.number(repeat.count, "count", "repeat")
    if not (1 <= number <= MAX_COPIES and float(number).is_integer()):
        raise ArgumentError(f"repeat: {number:g} is not a whole number from 1 to {MAX_COPIES}")
    return int(number)


def _steps(repeat: Repeat, scope: Scope) -> Array:
    number = _count(repeat, scope)
    if repeat.kind == "row":
        steps = np.tile(np.eye(4), (number, 1, 1))
        along = np.array(scope.lengths(repeat.values, "repeat"))
        steps[:, :3, 3] = np.arange(number)[:, None] * along
        return steps
    whole = scope.number(repeat.values[0], "angle", "repeat") if repeat.values else FULL_TURN
    return np.stack([_turn(repeat.axis, whole * k / number) for k in range(number)])


MAX_FACES = 40_000


def measured(shape: Shape, given: Mapping[str, Measured]) -> dict[str, Measured]:
    """Return all sizes of a shape, checked; omitted ones are as small as possible.

    Raises:
        ArgumentError: A size that is unknown, missing, out of bounds or inconsistent with another.
    """
    for name in given:
        if shape.parameter(name) is None:
            known = ", ".join(one.name for one in shape.parameters)
            raise ArgumentError(f"{shape.name} has no size {name!r}; it has {known}")
    sizes: dict[str, Measured] = {}
    for one in shape.parameters:
        if one.name not in given and one.needed:
            raise ArgumentError(f"{shape.name} needs {one.name}, the {one.meaning}")
        sizes[one.name] = checked(one, given.get(one.name, one.omitted))
    check_together(shape, sizes)
    return sizes


def check_together(shape: Shape, sizes: Mapping[str, Measured]) -> None:
    """Raise an error unless individually valid sizes form a shape.

    Raises:
        ArgumentError: They do not; the message gives the reason.
    """
    check_relations(shape.relations, sizes)
    shape.check_points(sizes)


def checked(parameter: Parameter, value: Measured) -> Measured:
    """Return a value after the check of a parameter.

    Raises:
        ArgumentError: It is invalid.
    """
    if parameter.kind in POINT_SIZE:
        return _checked_points(parameter, value)
    if not isinstance(value, (int, float)) or not isfinite(value):
        raise ArgumentError(f"{parameter.name}: expected a finite number")
    number = float(value)
    if parameter.kind == "count" and not number.is_integer():
        raise ArgumentError(f"{parameter.name}: {number:g} is not a whole number")
    if number < parameter.least or (parameter.above and number <= parameter.least):
        words = "above" if parameter.above else "at least"
        raise ArgumentError(
            f"{parameter.name}: {_shown(parameter, number)} must be {words} "
            f"{_shown(parameter, parameter.least)}"
        )
    if number > parameter.most * (1 + 1e-12):
        raise ArgumentError(
            f"{parameter.name}: {_shown(parameter, number)} must be at most "
            f"{_shown(parameter, parameter.most)}"
        )
    return number


def _checked_points(parameter: Parameter, value: Measured) -> Points:
    size = POINT_SIZE[parameter.kind]
    if not isinstance(value, Sequence):
        raise ArgumentError(f"{parameter.name}: expected a list of points")
    if not parameter.least <= len(value) <= parameter.most:
        raise ArgumentError(
            f"{parameter.name}: expected {parameter.least:g} to {parameter.most:g} points, "
            f"got {len(value)}"
        )
    for point in value:
        good = len(point) == size and all(isfinite(x) and abs(x) <= LARGEST for x in point)
        if not good:
            raise ArgumentError(f"{parameter.name}: expected points of {size} finite lengths each")
    return tuple(tuple(float(x) for x in point) for point in value)


def check_relations(relations: Sequence[Relation], sizes: Mapping[str, Measured]) -> None:
    """Raise an error unless every relation holds.

    Raises:
        ArgumentError: One does not; the message gives both sides and their values.
    """
    numbers = plain_numbers(sizes)
    for relation in relations:
        left, right = evaluate(relation.left, numbers), evaluate(relation.right, numbers)
        holds = left < right if relation.below else left <= right * (1 + 1e-12)
        if not holds:
            words = "must be below" if relation.below else "must be at most"
            raise ArgumentError(
                f"{relation.left} {words} {relation.right}, but they are {left:g} and {right:g}"
            )


def plain_numbers(sizes: Mapping[str, Measured]) -> dict[str, float]:
    """Return the sizes that are numbers, and the number of points in lists."""
    return {
        name: float(len(value)) if isinstance(value, tuple) else value
        for name, value in sizes.items()
    }


def face_count(shape: Shape, sizes: Mapping[str, Measured]) -> float:
    """Return the approximate number of faces of a shape, before it is made."""
    return evaluate(shape.faces, plain_numbers(sizes))


def _shown(parameter: Parameter, value: float) -> str:
    if value == inf:
        return "infinity"
    return f"{value * 180 / pi:g} degrees" if parameter.kind == "angle" else f"{value:g}"

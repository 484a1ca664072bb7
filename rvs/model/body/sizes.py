"""Sizes, moves and repeats of parts as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, pi, prod, radians

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.errors import ArgumentError
from rvs.engine.rotations import rotx, roty, rotz
from rvs.geometry.shape import LARGEST, Measured, Parameter, ParameterKind
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

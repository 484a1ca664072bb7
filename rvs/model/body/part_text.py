"""Sizes, moves and repeats of parts as a user reads and types them, in the body's own unit."""

from __future__ import annotations

from dataclasses import dataclass
from math import radians

from rvs.engine.errors import ArgumentError
from rvs.geometry.shape import Parameter, ParameterKind
from rvs.model.body.names import Names
from rvs.model.body.sizes import Scope
from rvs.model.body.values import AXES, Axis, Move, MoveKind, Size, Value
from rvs.model.numbers.expressions import evaluate, names_in
from rvs.model.numbers.quantities import metres_per

DIGITS = 10
# What the rows of a form offer: kind, axis and what they are called.
MOVES: dict[str, tuple[MoveKind, Axis]] = {
    "Shift": ("shift", "z"),
    "Turn x": ("turn", "x"),
    "Turn y": ("turn", "y"),
    "Turn z": ("turn", "z"),
    "Flip x": ("flip", "x"),
    "Flip y": ("flip", "y"),
    "Flip z": ("flip", "z"),
}
COUNTS: dict[MoveKind, int] = {"shift": 3, "turn": 1, "pose": 16, "flip": 0}


@dataclass(frozen=True)
class Texts:
    """How one body's numbers are written.

    Attributes:
        unit: Unit of length of the body.
        names: Names that its expressions may use, in that unit and degrees.
    """

    unit: str
    names: Names

    def size(self, size: Size, kind: ParameterKind) -> str:
        """Return what a field shows: an expression as it is, a number in the body's unit."""
        if isinstance(size, str):
            return size
        return _number(size / self._factor(kind))

    def value(self, value: Value, parameter: Parameter) -> str:
        """Return what the field of a parameter shows; points are parted by semicolons."""
        if isinstance(value, tuple):
            return "; ".join(" ".join(self.size(x, "length") for x in point) for point in value)
        return self.size(value, parameter.kind)

    def read_size(self, text: str, kind: ParameterKind) -> Size:
        """Return the number of a text, or the text itself where it names anything.

        Raises:
            ArgumentError: It is no expression, or has no value now.
        """
        plain = text.strip()
        if names_in(plain):
            Scope(self.names, metres_per(self.unit)).number(plain, kind, "expression")
            return plain
        number = evaluate(plain, degrees=True)
        if kind == "count" and number != round(number):
            raise ArgumentError(f"expected a whole number, got {number:g}")
        return number * self._factor(kind)

    def read_value(self, text: str, parameter: Parameter) -> Value:
        """Return the value of a parameter that a text means.

        Raises:
            ArgumentError: It is no such value.
        """
        if parameter.kind not in ("plane", "space"):
            return self.read_size(text, parameter.kind)
        wanted = 2 if parameter.kind == "plane" else 3
        points = []
        for piece in filter(None, (piece.strip() for piece in text.split(";"))):
            point = tuple(self.read_size(word, "length") for word in piece.split())
            if len(point) != wanted:
                raise ArgumentError(f"expected points of {wanted} numbers, parted by semicolons")
            points.append(point)
        return tuple(points)

    def move(self, move: Move) -> str:
        """Return what the field of a move shows: its sizes, parted by commas."""
        return ", ".join(
            self.size(size, self._kind(move.kind, k)) for k, size in enumerate(move.values)
        )

    def read_move(self, text: str, kind: MoveKind, axis: Axis) -> Move:
        """Return the move that a text means.

        Raises:
            ArgumentError: It has another count of sizes, or one is no size.
        """
        words = [word.strip() for word in text.split(",") if word.strip()]
        if len(words) != COUNTS[kind]:
            raise ArgumentError(f"expected {COUNTS[kind]} numbers, parted by commas")
        values = tuple(self.read_size(word, self._kind(kind, k)) for k, word in enumerate(words))
        return Move(kind, values, axis)

    @staticmethod
    def _kind(kind: MoveKind, index: int) -> ParameterKind:
        if kind == "turn":
            return "angle"
        if kind == "pose" and not (index % 4 == 3 and index < 12):
            return "number"
        return "length"

    def _factor(self, kind: ParameterKind) -> float:
        if kind == "angle":
            return radians(1.0)
        return 1.0 if kind in ("count", "number") else metres_per(self.unit)


def move_word(move: Move) -> str:
    """Return what a move is called in a form."""
    if move.kind == "shift":
        return "Shift"
    return "Pose" if move.kind == "pose" else f"{move.kind.capitalize()} {move.axis}"


def fresh_move(word: str) -> Move:
    """Return a move of a kind that does nothing yet, or flips.

    Raises:
        ArgumentError: There is no such kind.
    """
    if word not in MOVES:
        raise ArgumentError(f"word: {word!r} is not one of {', '.join(MOVES)}")
    kind, axis = MOVES[word]
    return Move(kind, (0.0,) * COUNTS[kind], axis)


def moved(moves: tuple[Move, ...], way: tuple[float, float, float]) -> tuple[Move, ...]:
    """Return moves with a way along the part's own axes behind them, joined to a last shift.

    Args:
        moves: The moves.
        way: How far along x, y and z of the part, m.
    """
    last = moves[-1] if moves else None
    if (
        last is not None
        and last.kind == "shift"
        and not any(isinstance(x, str) for x in last.values)
    ):
        joined = tuple(float(a) + b for a, b in zip(last.values, way, strict=True))
        return (*moves[:-1], Move("shift", joined))
    return (*moves, Move("shift", way))


def turned(moves: tuple[Move, ...], axis: int, angle: float) -> tuple[Move, ...]:
    """Return moves with a turn about one of the part's own axes behind them, joined to a last one.

    Args:
        moves: The moves.
        axis: 0 to 2.
        angle: In rad.
    """
    last, name = moves[-1] if moves else None, AXES[axis]
    if last is not None and (last.kind, last.axis) == ("turn", name):
        before = last.values[0]
        if not isinstance(before, str):
            return (*moves[:-1], Move("turn", (float(before) + angle,), name))
    return (*moves, Move("turn", (angle,), name))


def _number(value: float) -> str:
    text = f"{value:.{DIGITS}g}"
    return "0" if text == "-0" else text

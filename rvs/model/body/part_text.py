"""Sizes, moves and repeats of parts in forms, in the body's own unit."""

from __future__ import annotations

from dataclasses import replace
from math import radians
from typing import TypeVar

from rvs.engine.errors import ArgumentError
from rvs.geometry.shape import Parameter, ParameterKind
from rvs.model.body.names import Names
from rvs.model.body.sizes import Scope
from rvs.model.body.values import AXES, Axis, Move, MoveKind, Repeat, RepeatKind, Size, Value
from rvs.model.numbers.expressions import ExpressionError, evaluate, names_in
from rvs.model.numbers.quantities import inside, metres_per, split_unit
from rvs.model.numbers.units import UNITS
from rvs.value_class import dataclass

# Of numbers as they are shown; what is not typed over keeps all of its own.
DIGITS = 6
Step = TypeVar("Step", Move, Repeat)
# What the rows of a form offer: kind, axis and what they are called.
MOVES: dict[str, tuple[MoveKind, Axis]] = {
    "Shift": ("shift", "z"),
    "Turn x": ("turn", "x"),
    "Turn y": ("turn", "y"),
    "Turn z": ("turn", "z"),
    "Flip x": ("flip", "x"),
    "Flip y": ("flip", "y"),
    "Flip z": ("flip", "z"),
    "Pose (4×4)": ("pose", "z"),
}
REPEATS: dict[str, tuple[RepeatKind, Axis]] = {
    "Ring about x": ("ring", "x"),
    "Ring about y": ("ring", "y"),
    "Ring about z": ("ring", "z"),
    "Row": ("row", "z"),
}
COUNTS: dict[MoveKind | RepeatKind, int] = {
    "shift": 3, "turn": 1, "pose": 16, "flip": 0, "ring": 1, "row": 3,
}  # fmt: skip
IDENTITY: tuple[Size, ...] = tuple(float(k % 5 == 0) for k in range(16))
# A new row of copies: how many, and how far apart along x, in m.
NEW_COPIES, NEW_STEP = 3, 0.1


@dataclass(frozen=True)
class Texts:
    """Notation of one body's numbers.

    Attributes:
        unit: Unit of length of the body.
        names: Names that its expressions may use, in that unit and degrees.
        shown: Unit of length of plain numbers, such as the robot's; the body's own if empty.
    """

    unit: str
    names: Names
    shown: str = ""

    @property
    def length(self) -> str:
        """The unit in which plain lengths are shown and typed."""
        return self.shown or self.unit

    def size(self, size: Size, kind: ParameterKind) -> str:
        """Return the text of a size in a field: an expression, or a number in units of length."""
        if isinstance(size, str):
            return size
        return _number(size / self._factor(kind))

    def value(self, value: Value, parameter: Parameter) -> str:
        """Return the text of a parameter in a field; points are separated by semicolons."""
        if isinstance(value, tuple):
            return "; ".join(" ".join(self.size(x, "length") for x in point) for point in value)
        return self.size(value, parameter.kind)

    def read_size(self, text: str, kind: ParameterKind) -> Size:
        """Return the number in a text, or the text itself if it contains names.

        Raises:
            ArgumentError: It is not an expression, or has no value now.
        """
        plain = text.strip()
        if kind in ("length", "angle") and (meant := self._with_unit(plain, kind)) is not None:
            return meant
        if names_in(plain):
            Scope(self.names, metres_per(self.unit)).number(plain, kind, "expression")
            return plain
        number = evaluate(plain, degrees=True)
        if kind == "count" and number != round(number):
            raise ArgumentError(f"expected a whole number, got {number:g}")
        return number * self._factor(kind)

    def _with_unit(self, text: str, kind: ParameterKind) -> float | None:
        """Return the SI value of a number followed by a unit, or None if it has no unit."""
        if text.split()[-1:] and text.split()[-1] in self.names:
            return None
        expression, unit = split_unit(text, UNITS["deg" if kind == "angle" else self.length])
        try:
            return None if unit is None else inside(evaluate(expression, degrees=True), unit)
        except ExpressionError:
            # The last word is a name of the body.
            return None

    def read_value(self, text: str, parameter: Parameter) -> Value:
        """Return the value of a parameter from a text.

        Raises:
            ArgumentError: It is not valid.
        """
        if parameter.kind not in ("plane", "space"):
            return self.read_size(text, parameter.kind)
        wanted = 2 if parameter.kind == "plane" else 3
        points = []
        for piece in filter(None, (piece.strip() for piece in text.split(";"))):
            point = tuple(self.read_size(word, "length") for word in piece.split())
            if len(point) != wanted:
                raise ArgumentError(f"expected points of {wanted} numbers, separated by semicolons")
            points.append(point)
        return tuple(points)

    def step(self, step: Move | Repeat) -> str:
        """Return the text of a move or a repeat in a field: its sizes, separated by commas.

        For a repeat, the number of copies is first.
        """
        texts = [self.size(size, self.kind(step.kind, k)) for k, size in enumerate(step.values)]
        if isinstance(step, Repeat):
            texts.insert(0, self.size(step.count, "count"))
        return ", ".join(texts)

    def read_step(self, text: str, like: Step) -> Step:
        """Return the move or repeat of a text.

        Args:
            text: The text.
            like: A step of the same kind and axis.

        Raises:
            ArgumentError: A wrong number of sizes, or an invalid one.
        """
        words = [word.strip() for word in text.split(",") if word.strip()]
        ahead = isinstance(like, Repeat)
        least = COUNTS[like.kind] + ahead
        # The angle of a ring may be left out.
        if len(words) != least and not (like.kind == "ring" and len(words) == 1):
            raise ArgumentError(f"expected {least} numbers, separated by commas")
        values = [
            self.read_size(word, self.kind(like.kind, k)) for k, word in enumerate(words[ahead:])
        ]
        # A number that stands as it was shown keeps the digits that were not.
        for k, (word, old) in enumerate(zip(words[ahead:], like.values, strict=False)):
            if word == self.size(old, self.kind(like.kind, k)):
                values[k] = old
        if isinstance(like, Repeat):
            return replace(like, count=self.read_size(words[0], "count"), values=tuple(values))
        return replace(like, values=tuple(values))

    def read_matrix(self, text: str) -> tuple[Size, ...] | None:
        """Return the 16 numbers of a pasted 4×4, or None if the text is not a matrix.

        12 numbers form a matrix without its last row.  Lengths are in the displayed unit.
        """
        words = text.replace("[", " ").replace("]", " ").replace(",", " ").replace(";", " ").split()
        try:
            numbers = [float(word) for word in words]
        except ValueError:
            return None
        if len(numbers) not in (12, 16):
            return None
        full = [*numbers, 0.0, 0.0, 0.0, 1.0][:16]
        return tuple(x * self._factor(self.kind("pose", k)) for k, x in enumerate(full))

    @staticmethod
    def kind(step: MoveKind | RepeatKind, index: int) -> ParameterKind:
        """Return the kind of quantity of a value in a move or a repeat."""
        if step in ("turn", "ring"):
            return "angle"
        if step == "pose" and not (index % 4 == 3 and index < 12):
            return "number"
        return "length"

    def _factor(self, kind: ParameterKind) -> float:
        if kind == "angle":
            return radians(1.0)
        return 1.0 if kind in ("count", "number") else metres_per(self.length)


def step_word(step: Move | Repeat) -> str:
    """Return the name of a move or a repeat in a form."""
    if step.kind in ("shift", "pose", "row"):
        return step.kind.capitalize()
    return f"{step.kind.capitalize()} {step.axis}"


def fresh_move(word: str) -> Move:
    """Return a new move of a kind without effect, or a flip.

    Raises:
        ArgumentError: There is no such kind.
    """
    if word not in MOVES:
        raise ArgumentError(f"word: {word!r} is not one of {', '.join(MOVES)}")
    kind, axis = MOVES[word]
    return Move(kind, IDENTITY if kind == "pose" else (0.0,) * COUNTS[kind], axis)


def fresh_repeat(word: str) -> Repeat:
    """Return a new repeat of a kind with a few copies.

    Raises:
        ArgumentError: There is no such kind.
    """
    if word not in REPEATS:
        raise ArgumentError(f"word: {word!r} is not one of {', '.join(REPEATS)}")
    kind, axis = REPEATS[word]
    return Repeat(kind, NEW_COPIES, (NEW_STEP, 0.0, 0.0) if kind == "row" else (), axis)


def moved(moves: tuple[Move, ...], way: tuple[float, float, float]) -> tuple[Move, ...]:
    """Return moves followed by a shift along the part's own axes, merged with a last shift.

    Args:
        moves: The moves.
        way: Shift along x, y and z of the part, m.
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
    """Return moves followed by a turn about one of the part's own axes, merged with a last one.

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

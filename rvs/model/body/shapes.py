"""Shapes of solid bodies as data: their parameters with bounds, where they sit, what they are.

How each becomes a mesh is in ``rvs.bodies.shapes``; the catalogue is in
``rvs.model.body.shape_table``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite, pi
from typing import Literal

from rvs.engine.errors import ArgumentError
from rvs.model.numbers.expressions import evaluate

ParameterKind = Literal["length", "angle", "count", "number", "plane", "space"]
Points = tuple[tuple[float, ...], ...]
Measured = float | Points
Family = Literal["round", "bent", "flat", "profile", "machined", "free", "composite"]

LARGEST = 1e4
MAX_POINTS = 400
MAX_FACES = 40_000
SIDES = 32
POINT_SIZE: Mapping[ParameterKind, int] = {"plane": 2, "space": 3}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One size of a shape.

    Attributes:
        name: Key in a file, name in expressions.
        meaning: What it measures.
        kind: ``"length"`` (m), ``"angle"`` (rad), ``"count"`` (whole), ``"number"``, ``"plane"`` or
            ``"space"``: a list of points with two or three lengths each.
        default: Its value in a new part and in the gallery.
        least: Smallest value; of points, the least number of them.
        most: Largest value; of points, the largest number of them.
        above: ``least`` itself is not allowed.
        needed: A part has to say it; else it may be left out.
    """

    name: str
    meaning: str
    kind: ParameterKind
    default: Measured
    least: float = 0.0
    most: float = LARGEST
    above: bool = False
    needed: bool = True

    @property
    def omitted(self) -> Measured:
        """Its value where a part leaves it out: a length that may be 0 then is."""
        return 0.0 if self.kind == "length" and not self.above else self.default


@dataclass(frozen=True, slots=True)
class Relation:
    """Two expressions over the parameters, the left one at most the right one.

    Attributes:
        left: The smaller.
        right: The larger.
        below: They may not be equal.
    """

    left: str
    right: str
    below: bool = True


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape and what it takes to make one.

    Attributes:
        name: Key in a file.
        title: What people call it.
        family: Where the gallery shows it.
        summary: What it is, one sentence.
        place: Origin and axis.
        parameters: Its sizes.
        relations: What must hold among them.
        faces: Expression over its parameters: about how many faces its mesh has.
    """

    name: str
    title: str
    family: Family
    summary: str
    place: str
    parameters: tuple[Parameter, ...]
    relations: tuple[Relation, ...] = ()
    faces: str = "30"

    def parameter(self, name: str) -> Parameter | None:
        """Return the parameter of a name, or None."""
        return next((one for one in self.parameters if one.name == name), None)


def length(name: str, meaning: str, default: float, needed: bool = True) -> Parameter:
    """Return a parameter for a length above 0."""
    return Parameter(name, meaning, "length", default, above=True, needed=needed)


def optional_length(name: str, meaning: str, default: float = 0.0) -> Parameter:
    """Return a parameter for a length of 0 or more that may be left out."""
    return Parameter(name, meaning, "length", default, needed=False)


def angle(
    name: str, meaning: str, default: float, most: float = 2 * pi, needed: bool = True
) -> Parameter:
    """Return a parameter for an angle above 0, in rad."""
    return Parameter(name, meaning, "angle", default, 0.0, most, above=True, needed=needed)


def count(
    name: str, meaning: str, default: int, least: int, most: int, needed: bool = True
) -> Parameter:
    """Return a parameter for a whole number."""
    return Parameter(name, meaning, "count", float(default), least, most, needed=needed)


def sides(default: int = SIDES, most: int = 256) -> Parameter:
    """Return the parameter that every round shape has: into how many flat sides it is cut."""
    return count("sides", "flat sides around", default, 3, most, needed=False)


def points(
    name: str, meaning: str, default: Points, least: int, kind: ParameterKind = "plane"
) -> Parameter:
    """Return a parameter for a list of points."""
    return Parameter(name, meaning, kind, default, least, MAX_POINTS)


def measured(shape: Shape, given: Mapping[str, Measured]) -> dict[str, Measured]:
    """Return all sizes of a shape, checked; what is left out is as small as it may be.

    Args:
        shape: The shape.
        given: Sizes by name, in m and rad.

    Raises:
        ArgumentError: A size that is unknown, missing, out of bounds or does not go with another.
    """
    for name in given:
        if shape.parameter(name) is None:
            known = ", ".join(one.name for one in shape.parameters)
            raise ArgumentError(f"{shape.name} has no size {name!r}, there are {known}")
    sizes: dict[str, Measured] = {}
    for one in shape.parameters:
        if one.name not in given and one.needed:
            raise ArgumentError(f"{shape.name} needs {one.name}, the {one.meaning}")
        sizes[one.name] = checked(one, given.get(one.name, one.omitted))
    check_relations(shape.relations, sizes)
    return sizes


def checked(parameter: Parameter, value: Measured) -> Measured:
    """Return a value that a parameter takes.

    Raises:
        ArgumentError: It does not.
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
    """Raise unless every relation holds.

    Raises:
        ArgumentError: One does not; says both sides and their values.
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
    """Return the sizes that are numbers, and of lists of points how many there are."""
    return {
        name: float(len(value)) if isinstance(value, tuple) else value
        for name, value in sizes.items()
    }


def face_count(shape: Shape, sizes: Mapping[str, Measured]) -> float:
    """Return about how many faces a shape has, before it is made."""
    return evaluate(shape.faces, plain_numbers(sizes))


def _shown(parameter: Parameter, value: float) -> str:
    if value == inf:
        return "infinity"
    return f"{value * 180 / pi:g} degrees" if parameter.kind == "angle" else f"{value:g}"

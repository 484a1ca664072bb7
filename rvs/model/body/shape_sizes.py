"""Check of the sizes of a shape: bounds, and relations among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, isfinite, pi

from rvs.engine.errors import ArgumentError
from rvs.geometry.shape import LARGEST, POINT_SIZE, Measured, Parameter, Points, Relation, Shape
from rvs.model.numbers.expressions import evaluate

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

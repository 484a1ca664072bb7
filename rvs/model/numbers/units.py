"""Units of angles and lengths, for lists of options without NumPy."""

from __future__ import annotations

from math import radians
from typing import Literal

from rvs.value_class import dataclass

Dimension = Literal["angle", "length", "number"]
# What a named number measures.
Measure = Literal["length", "angle", "mass", "none"]

MEASURES: tuple[Measure, ...] = ("length", "angle", "mass", "none")


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of the interface.

    Attributes:
        name: Name in files and preferences.
        symbol: Symbol after a number.
        dimension: Measured quantity.
        factor: Its size in SI units.
        decimals: Decimals shown.
    """

    name: str
    symbol: str
    dimension: Dimension
    factor: float
    decimals: int


UNITS: dict[str, Unit] = {
    unit.name: unit
    for unit in (
        Unit("deg", "°", "angle", radians(1.0), 2),
        Unit("rad", "rad", "angle", 1.0, 4),
        Unit("m", "m", "length", 1.0, 4),
        Unit("dm", "dm", "length", 0.1, 4),
        Unit("cm", "cm", "length", 0.01, 3),
        Unit("mm", "mm", "length", 0.001, 2),
        Unit("in", "in", "length", 0.0254, 3),
        Unit("ft", "ft", "length", 0.3048, 4),
    )
}
ANGLE_UNITS = tuple(name for name, unit in UNITS.items() if unit.dimension == "angle")
LENGTH_UNITS = tuple(name for name, unit in UNITS.items() if unit.dimension == "length")


def drawing_unit(length: str) -> Unit:
    """Return the unit of lengths in drawings of makers, for a robot with another unit.

    >>> drawing_unit("m").name, drawing_unit("ft").name
    ('mm', 'in')
    """
    return UNITS["in" if length in ("in", "ft") else "mm"]

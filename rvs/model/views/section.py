"""Planes of a view: a cut through bodies, and a slice of a workspace."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TypeVar

from rvs.engine.errors import ArgumentError
from rvs.model.bounds import POINT, check_fields
from rvs.value_class import dataclass

Direction = tuple[float, float, float]

NORMALS: dict[str, Direction] = {
    "x": (1.0, 0.0, 0.0),
    "y": (0.0, 1.0, 0.0),
    "z": (0.0, 0.0, 1.0),
}
SHORTEST = 1e-9
SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane ``normal . x = offset``.

    Attributes:
        on: It is active.
        normal: Direction in the world, of any length but zero.
        offset: Distance of the plane from the world's origin along the normal, in m.
    """

    on: bool = False
    normal: Direction = (0.0, -1.0, 0.0)
    offset: float = 0.0

    def __post_init__(self) -> None:
        name = type(self).__name__.lower()
        check_fields(self, {"normal": POINT, "offset": POINT})
        if sqrt(sum(part * part for part in self.normal)) < SHORTEST:
            raise ArgumentError(f"{name}: its normal has no direction")

    @property
    def unit(self) -> Direction:
        """The normal with a length of 1."""
        length = sqrt(sum(part * part for part in self.normal))
        x, y, z = (part / length for part in self.normal)
        return x, y, z

    @property
    def axis(self) -> str:
        """The world axis normal to the plane: ``x``, ``y``, ``z``, or empty."""
        for name, way in NORMALS.items():
            if abs(abs(sum(a * b for a, b in zip(self.unit, way, strict=True))) - 1.0) < SAME:
                return name
        return ""


@dataclass(frozen=True, slots=True)
class Section(Plane):
    """A plane that cuts bodies; the side of its normal is not drawn.

    Attributes:
        hatch: Draw hatching on the cuts.
    """

    hatch: bool = True


P = TypeVar("P", bound=Plane)


def flipped(plane: P) -> P:
    """Return the same plane with the normal reversed."""
    x, y, z = (0.0 - part for part in plane.normal)
    return replace(plane, normal=(x, y, z), offset=0.0 - plane.offset)


def through(plane: P, normal: Direction, point: Direction) -> P:
    """Return a plane with another direction through a point (3,), m.

    Raises:
        ArgumentError: The normal has no direction.
    """
    turned = replace(plane, normal=normal)
    offset = sum(a * b for a, b in zip(turned.unit, point, strict=True))
    return replace(turned, offset=offset)

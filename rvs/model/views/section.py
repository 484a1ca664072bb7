"""The section plane of a view: bodies are cut there, and what lies before it is left out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite, sqrt

from rvs.engine.errors import ArgumentError

Direction = tuple[float, float, float]

NORMALS: dict[str, Direction] = {
    "x": (1.0, 0.0, 0.0),
    "y": (0.0, 1.0, 0.0),
    "z": (0.0, 0.0, 1.0),
}
SHORTEST = 1e-9
SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Section:
    """A plane ``normal . x = offset``; bodies on the side its normal points to are not drawn.

    Attributes:
        on: Cut at it.
        normal: Direction of the side that is left out, in the world; of any length but zero.
        offset: Distance of the plane from the world's origin along the normal, in m.
        hatch: Draw hatching on the cuts.
    """

    on: bool = False
    normal: Direction = (0.0, -1.0, 0.0)
    offset: float = 0.0
    hatch: bool = True

    def __post_init__(self) -> None:
        if not all(map(isfinite, (*self.normal, self.offset))):
            raise ArgumentError("section: its normal and its offset must be finite numbers")
        if sqrt(sum(part * part for part in self.normal)) < SHORTEST:
            raise ArgumentError("section: its normal has no direction")

    @property
    def unit(self) -> Direction:
        """The normal with a length of 1."""
        length = sqrt(sum(part * part for part in self.normal))
        x, y, z = (part / length for part in self.normal)
        return x, y, z

    @property
    def axis(self) -> str:
        """The world's axis that the plane is square to: ``x``, ``y``, ``z``, or empty."""
        for name, way in NORMALS.items():
            if abs(abs(sum(a * b for a, b in zip(self.unit, way, strict=True))) - 1.0) < SAME:
                return name
        return ""


def flipped(section: Section) -> Section:
    """Return the same plane with its other side left out."""
    x, y, z = (0.0 - part for part in section.normal)
    return replace(section, normal=(x, y, z), offset=0.0 - section.offset)


def through(section: Section, normal: Direction, point: Direction) -> Section:
    """Return a plane of another direction through a point (3,), m.

    Raises:
        ArgumentError: The normal has no direction.
    """
    turned = replace(section, normal=normal)
    offset = sum(a * b for a, b in zip(turned.unit, point, strict=True))
    return replace(turned, offset=offset)

"""Beams of the usual sections."""

from __future__ import annotations

from collections.abc import Sequence

from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import rounded
from rvs.geometry.shape import Relation, length, shape
from rvs.geometry.shapes.flat import plate_of, rectangle
from rvs.geometry.surfaces import extrude

ALONG = "It runs along +z from the xy plane, with its section centred on the z axis."
LENGTH = length("length", "length along z", 0.13)


@shape(
    "Rectangular tube", "profile", ALONG,
    length("x", "outer width along x", 0.06),
    length("y", "outer width along y", 0.08),
    length("wall", "thickness of the wall", 0.006), LENGTH,
    relations=(Relation("2 * wall", "min(x, y)"),), faces="16",
)  # fmt: skip
def rectangular_tube(x: float, y: float, wall: float, length: float) -> Mesh:
    """A hollow beam."""
    inner = rectangle(x - 2 * wall, y - 2 * wall, 0.0, 4)
    return plate_of(rectangle(x, y, 0.0, 4), length, [inner])


@shape(
    "L-beam", "profile", "It runs along +z from the xy plane, with its outer edge on the z axis.",
    length("x", "length of the leg along x", 0.06),
    length("y", "length of the leg along y", 0.08),
    length("wall", "thickness of the legs", 0.008), LENGTH,
    relations=(Relation("wall", "min(x, y)"),), faces="10",
)  # fmt: skip
def l_beam(x: float, y: float, wall: float, length: float) -> Mesh:
    """An angle: two legs along +x and +y."""
    return _beam([(0, 0), (x, 0), (x, wall), (wall, wall), (wall, y), (0, y)], length)


@shape(
    "I-beam", "profile", ALONG,
    length("x", "width of the flanges", 0.06),
    length("y", "height over the flanges", 0.08),
    length("wall", "thickness of the flanges", 0.008),
    length("web", "thickness of the web", 0.006), LENGTH,
    relations=(Relation("2 * wall", "y"), Relation("web", "x")), faces="18",
)  # fmt: skip
def i_beam(x: float, y: float, wall: float, web: float, length: float) -> Mesh:
    """Two flanges along x joined by a web along y."""
    inner, low = y / 2 - wall, -y / 2
    right = [(x / 2, low), (x / 2, -inner), (web / 2, -inner), (web / 2, inner), (x / 2, inner)]
    left = [(-a, -b) for a, b in right]
    return _beam([*right, (x / 2, -low), *left, (-x / 2, low)], length)


@shape(
    "T-beam", "profile",
    "It runs along +z from the xy plane; the foot of its web is on the z axis.",
    length("x", "width of the flange", 0.07),
    length("y", "height over the flange", 0.07),
    length("wall", "thickness of the flange", 0.008),
    length("web", "thickness of the web", 0.008), LENGTH,
    relations=(Relation("wall", "y"), Relation("web", "x")), faces="12",
)  # fmt: skip
def t_beam(x: float, y: float, wall: float, web: float, length: float) -> Mesh:
    """A flange along x at the far end of a web along +y."""
    neck = y - wall
    right = [(web / 2, 0), (web / 2, neck), (x / 2, neck), (x / 2, y)]
    return _beam([*right, *((-a, b) for a, b in reversed(right))], length)


@shape(
    "U-beam", "profile",
    "It runs along +z from the xy plane; the outer side of its floor is on the z axis.",
    length("x", "outer width", 0.07),
    length("y", "height of the flanges", 0.05),
    length("wall", "thickness of floor and flanges", 0.007), LENGTH,
    relations=(Relation("2 * wall", "x"), Relation("wall", "y")), faces="12",
)  # fmt: skip
def u_beam(x: float, y: float, wall: float, length: float) -> Mesh:
    """A channel that opens towards +y."""
    inner = x / 2 - wall
    right = [(x / 2, 0), (x / 2, y), (inner, y), (inner, wall)]
    return _beam([*right, *((-a, b) for a, b in reversed(right))], length)


def _beam(corners: Sequence[tuple[float, float]], length: float) -> Mesh:
    return extrude(rounded(corners, closed=True), length)

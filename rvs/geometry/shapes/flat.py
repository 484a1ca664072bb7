"""Boxes, pyramids, prisms, plates, and beams of the usual sections."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, pi

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.geometry.bulk import Cloud, raised_to, rimmed, section
from rvs.geometry.faces import Faces, slab
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import Outline, circle, fillet_step, rounded
from rvs.geometry.shape import (
    BOX,
    HEIGHT,
    SIDES,
    STANDING,
    UPRIGHT,
    Relation,
    count,
    length,
    optional_length,
    shape,
    sides,
)
from rvs.geometry.surfaces import Cap, extrude, raised, skin

FLAT = length("thickness", "thickness along z", 0.012)
PLATE = (length("x", "edge along x", 0.14), length("y", "edge along y", 0.1), FLAT)
CORNERS = optional_length("fillet", "radius of the corners", 0.015)
FITS = Relation("2 * fillet", "min(x, y)", False)
# Rounded edges of less than this part of a box are edges still, where it is drawn in lines: by so
# much the normals on both sides of the middle lean away from it.
THIN, LEAN = 0.1, 0.35


@shape("Box", "flat", STANDING, *BOX, faces="6")
def box(x: float, y: float, z: float) -> Mesh:
    """A box with sharp edges."""
    return frustum(x, y, x, y, z)


def block(x: float, y: float, z: float) -> Mesh:
    """Return a box about the origin."""
    return raised(box_fillet(x, y, z), -z / 2)


def _all_round(x: float, y: float, z: float, fillet: float) -> Cloud:
    def area(by: float) -> Cloud:
        return section(rectangle(x - 2 * by, y - 2 * by, fillet - by))

    return rimmed(area, z, fillet)


@shape(
    "Rounded box", "flat", STANDING,
    *BOX, optional_length("fillet", "radius of the edges", 0.012), sides(),
    relations=(Relation("2 * fillet", "min(x, y, z)", False),), faces="sides * sides / 2 + 26",
    bulk=_all_round,
)  # fmt: skip
def rounded_box(x: float, y: float, z: float, fillet: float = 0.0, sides: int = SIDES) -> Mesh:
    """A box whose edges and corners are all rounded."""
    return raised(rounded_block(x, y, z, fillet, sides), z / 2) if fillet else box(x, y, z)


def rounded_block(x: float, y: float, z: float, fillet: float, sides: int = 48) -> Mesh:
    """Return a rounded box about the origin."""
    quarter = max(1, ceil(pi / 2 / fillet_step(sides) - 1e-9))
    core = np.array([x, y, z]) / 2 - fillet
    around = np.linspace(0.0, pi / 2, quarter + 1)
    tilt = np.concatenate([around - pi / 2, around])
    spin = np.concatenate([around + k * pi / 2 for k in range(4)])
    normal = np.empty((len(tilt), len(spin), 3))
    normal[..., 0] = np.outer(np.cos(tilt), np.cos(spin))
    normal[..., 1] = np.outer(np.cos(tilt), np.sin(spin))
    normal[..., 2] = np.sin(tilt)[:, None]
    side = np.empty_like(normal)
    side[..., 0] = np.repeat([1.0, -1.0, -1.0, 1.0], quarter + 1)
    side[..., 1] = np.repeat([1.0, 1.0, -1.0, -1.0], quarter + 1)
    side[..., 2] = np.repeat([-1.0, 1.0], quarter + 1)[:, None]
    return _capped(side * core + fillet * normal, normal, fillet < THIN * min(x, y, z))


def _capped(points: Array, normals: Array, thin: bool) -> Mesh:
    """Return a rounded box's skin with flat top and bottom: one smooth surface, or one per side.

    With several surfaces, line art has an edge along the middle of each fillet.
    """
    rows, columns, _ = points.shape
    low, high = normals[:-1], normals[1:]
    right = [np.roll(part, -1, axis=1) for part in (low, high)]
    corners = np.stack([low, right[0], right[1], high], axis=2)
    groups = np.zeros((rows - 1, columns), np.int32)
    if thin:
        middle = corners.sum(axis=2)
        axis = np.abs(middle).argmax(axis=2)[..., None]
        way = np.sign(np.take_along_axis(middle, axis, axis=2))
        groups[:] = (2 * axis + (way > 0.0))[..., 0]
        # two sides are told apart by their normals, where they meet in the middle of a fillet
        corners = corners + LEAN * (way * (axis == np.arange(3)))[:, :, None]
        corners /= np.linalg.norm(corners, axis=-1, keepdims=True)
    low_lid, high_lid = (4, 5) if thin else (0, 0)
    lid = np.arange(0, columns, columns // 4)
    caps = [
        Cap([lid[::-1]], (0.0, 0.0, -1.0), low_lid),
        Cap([lid + (rows - 1) * columns], (0.0, 0.0, 1.0), high_lid),
    ]
    return skin(points, corners, groups, caps, [np.arange(rows * columns)])


@shape(
    "Filleted box", "flat", STANDING,
    *BOX, optional_length("fillet", "radius of the upright edges", 0.02), sides(),
    relations=(FITS,), faces="sides + 6",
    bulk=lambda x, y, z, fillet: raised_to(section(rectangle(x, y, fillet)), z),
)  # fmt: skip
def box_fillet(x: float, y: float, z: float, fillet: float = 0.0, sides: int = SIDES) -> Mesh:
    """A box whose upright edges are rounded."""
    return extrude(rectangle(x, y, fillet, sides), z)


@shape(
    "Wedge", "flat", STANDING, *BOX, optional_length("top", "length of the flat top along x", 0.03),
    relations=(Relation("top", "x"),), faces="6",
)  # fmt: skip
def wedge(x: float, y: float, z: float, top: float = 0.0) -> Mesh:
    """A box cut by a slope that falls towards +x."""
    shoulder = [(-x / 2 + top, z), (-x / 2, z)] if top else [(-x / 2, z)]
    side = [(-x / 2, 0.0), (x / 2, 0.0), *shoulder]
    far = [(a, y / 2, b) for a, b in side]
    near = [(a, -y / 2, b) for a, b in side]
    return hull_mesh(far, near)


@shape("Pyramid", "flat", STANDING, *BOX[:2], length("height", "height", 0.1), faces="5")
def pyramid(x: float, y: float, height: float) -> Mesh:
    """A pyramid over a rectangle."""
    faces, base = Faces(), _corners(x, y, 0.0)
    tip = np.array([0.0, 0.0, height])
    faces.flat(base[::-1])
    for here, there in zip(base, np.roll(base, -1, axis=0), strict=True):
        faces.flat([here, there, tip])
    return faces.mesh([[*base, tip]])


@shape(
    "Frustum", "flat", STANDING,
    length("x", "base along x", 0.12),
    length("y", "base along y", 0.1),
    length("top_x", "top along x", 0.07),
    length("top_y", "top along y", 0.06),
    length("height", "height", 0.08),
    faces="6",
)  # fmt: skip
def frustum(x: float, y: float, top_x: float, top_y: float, height: float) -> Mesh:
    """A pyramid cut off above its base."""
    return hull_mesh(_corners(x, y, 0.0), _corners(top_x, top_y, height))


def hull_mesh(low: ArrayLike, high: ArrayLike) -> Mesh:
    """Return the body between two flat polygons with equal numbers of corners.

    Args:
        low: Corners of one end (n, 3), counter-clockwise seen from the other end.
        high: Corners of the other end (n, 3).
    """
    first, last = np.asarray(low, float), np.asarray(high, float)
    faces = Faces()
    faces.flat(first[::-1])
    faces.flat(last)
    after = np.roll(first, -1, axis=0), np.roll(last, -1, axis=0)
    for a, b, c, d in zip(first, after[0], after[1], last, strict=True):
        faces.flat([a, b, c, d])
    return faces.mesh([np.concatenate([first, last])])


@shape(
    "Prism", "flat", UPRIGHT,
    length("radius", "radius of its edges about the axis", 0.055), HEIGHT,
    count("sides", "number of sides", 6, 3, 64),
    faces="sides + 2",
)  # fmt: skip
def prism(radius: float, height: float, sides: int) -> Mesh:
    """A prism over a regular polygon whose first side faces +x."""
    angles = (np.arange(sides) - 0.5) * 2 * pi / sides
    corners = radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return extrude(rounded(corners, closed=True), height)


@shape(
    "Plate", "flat", STANDING, *PLATE, CORNERS, sides(),
    relations=(FITS,), faces="sides + 6",
    bulk=lambda x, y, thickness, fillet: raised_to(section(rectangle(x, y, fillet)), thickness),
)  # fmt: skip
def plate(x: float, y: float, thickness: float, fillet: float = 0.0, sides: int = SIDES) -> Mesh:
    """A flat plate with rounded corners."""
    return box_fillet(x, y, thickness, fillet, sides)


@shape(
    "Plate with hole", "flat", STANDING,
    *PLATE, length("hole", "radius of the hole", 0.03), CORNERS, sides(),
    relations=(FITS, Relation("2 * hole", "min(x, y)")), faces="4 * sides + 8",
    bulk=lambda x, y, thickness, hole, fillet: raised_to(
        section(rectangle(x, y, fillet), circle(hole)), thickness
    ),
)  # fmt: skip
def plate_hole(
    x: float, y: float, thickness: float, hole: float, fillet: float = 0.0, sides: int = SIDES
) -> Mesh:
    """A flat plate with a round hole in its middle."""
    return plate_of(rectangle(x, y, fillet, sides), thickness, [circle(hole, sides)])


def plate_of(outline: Outline, thickness: float, holes: Sequence[Outline]) -> Mesh:
    """Return a plate of any outline with straight holes through it."""
    return slab([outline, outline], [0.0, thickness], [(0.0, 0.0)], holes)


def rectangle(x: float, y: float, fillet: float, sides: int = SIDES) -> Outline:
    """Return a rectangle about the origin with rounded corners."""
    return rounded(_corners(x, y, 0.0)[:, :2], fillet, closed=True, step=fillet_step(sides))


def _corners(x: float, y: float, z: float) -> Array:
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    return np.column_stack([signs * (x / 2, y / 2), np.full(4, z)])


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

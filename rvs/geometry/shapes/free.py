"""Shapes of any outline: extrusions, revolutions, sweeps and lofts."""

from __future__ import annotations

from itertools import pairwise
from math import pi

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.geometry.bulk import raised_to, section, turned
from rvs.geometry.curves import mitred_rings
from rvs.geometry.faces import Faces
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import Outline, fillet_step, rounded, smooth
from rvs.geometry.point_checks import (
    area,
    check_convex,
    check_corners,
    check_fillet,
    check_polygon,
)
from rvs.geometry.polygons import convex_pieces
from rvs.geometry.shape import (
    SIDES,
    Relation,
    angle,
    length,
    optional_length,
    points,
    shape,
    sides,
)
from rvs.geometry.surfaces import extrude, revolve


def _check_extrusion(points: Array, fillet: float, **_: float) -> None:
    check_polygon(points, "points")
    if fillet:
        check_fillet(points, fillet)


def _outline(points: Array, fillet: float, sides: int = SIDES) -> Outline:
    return rounded(turned_left(points), fillet, closed=True, step=fillet_step(sides))


@shape(
    "Extrusion", "free", "Lies on the xy plane.",
    points(
        "points", "corners (x, y), counter-clockwise",
        ((-0.06, -0.05), (0.06, -0.05), (0.06, 0.0), (0.0, 0.01), (-0.02, 0.06), (-0.06, 0.06)), 3,
    ),
    length("height", "height", 0.05),
    optional_length("fillet", "radius of its corners"), sides(),
    faces="2 * points + (points + 2) * sides / 8",
    check=_check_extrusion,
    bulk=lambda points, height, fillet: raised_to(section(_outline(points, fillet)), height),
)  # fmt: skip
def extrusion(points: Array, height: float, fillet: float = 0.0, sides: int = SIDES) -> Mesh:
    """A polygon raised along +z."""
    return extrude(_outline(points, fillet, sides), height)


def _check_revolution(points: Array, **_: float) -> None:
    if (points[:, 0] < 0.0).any():
        raise ArgumentError("points: a radius is negative")
    chain = _chain(points)
    check_polygon(chain, "points")
    if area(chain) <= 0.0:
        raise ArgumentError("points: the profile must run upwards along the outside")


@shape(
    "Revolution", "free", "Follows the profile.",
    points(
        "points", "profile (r, z), upwards along the outside; it is joined to the axis",
        ((0.06, 0.0), (0.06, 0.015), (0.03, 0.03), (0.025, 0.09), (0.04, 0.11), (0.04, 0.125)), 2,
    ),
    angle("crease", "corners below this angle are smooth", pi / 6, pi, needed=False), sides(),
    faces="sides * (points + 1)",
    check=_check_revolution,
    bulk=lambda points, crease: turned(section(_profile(points, crease), curved=False)),
)  # fmt: skip
def revolution(points: Array, crease: float = pi / 6, sides: int = SIDES) -> Mesh:
    """A profile rotated about the z axis."""
    return revolve(_profile(points, crease), sides)


def _profile(points: Array, crease: float) -> Outline:
    return smooth(_chain(points), crease, np.array_equal(points[0], points[-1]))


def _chain(points: Array) -> Array:
    """Return a closed profile, or one whose ends are joined to the axis."""
    if np.array_equal(points[0], points[-1]):
        return points[:-1]
    ends = [np.array([[0.0, z]]) if r > 0.0 else np.zeros((0, 2)) for r, z in points[[0, -1]]]
    return np.concatenate([ends[0], points, ends[1]])


def _check_sweep(section: Array, path: Array) -> None:
    check_polygon(section, "section")
    widest = float(np.linalg.norm(section, axis=1).max())
    check_corners(path, widest, "section: it is too wide for the path")


@shape(
    "Sweep", "free", "The section is perpendicular to the path, its y axis as close to +z as "
        "possible.",
    points(
        "section", "corners (x, y) of the section, counter-clockwise",
        ((-0.02, -0.012), (0.02, -0.012), (0.02, 0.012), (-0.02, 0.012)), 3,
    ),
    points(
        "path", "points of its path",
        ((-0.08, 0.0, 0.01), (0.0, 0.0, 0.01), (0.07, 0.06, 0.01), (0.07, 0.12, 0.05)), 2, "space",
    ),
    faces="2 * section * path + 2 * section",
    check=_check_sweep,
)  # fmt: skip
def sweep(section: Array, path: Array) -> Mesh:
    """A polygon swept along a path, mitred at its corners."""
    outline = turned_left(section)
    rings = mitred_rings(outline, path)
    cycles = convex_pieces(outline)
    faces = Faces()
    for low, high in pairwise(rings):
        after = np.roll(low, -1, axis=0), np.roll(high, -1, axis=0)
        for a, b, c, d in zip(low, after[0], after[1], high, strict=True):
            faces.flat([a, b, c, d])
    for cycle in cycles:
        faces.flat(rings[0][cycle[::-1]])
        faces.flat(rings[-1][cycle])
    spans = pairwise(rings)
    return faces.mesh([np.concatenate([a[c], b[c]]) for a, b in spans for c in cycles])


def _check_loft(bottom: Array, top: Array, **_: float) -> None:
    check_convex(bottom, "bottom")
    check_convex(top, "top")


@shape(
    "Loft", "free", "Its base is on the xy plane.",
    points(
        "bottom", "corners (x, y) at z = 0, counter-clockwise",
        ((-0.06, -0.05), (0.06, -0.05), (0.06, 0.05), (-0.06, 0.05)), 3,
    ),
    points(
        "top", "corners (x, y) at the top, counter-clockwise",
        ((-0.01, -0.025), (0.04, -0.02), (0.04, 0.02), (-0.01, 0.025)), 3,
    ),
    length("height", "height", 0.1),
    relations=(Relation("bottom", "top", False), Relation("top", "bottom", False)),
    faces="2 * bottom + 2",
    check=_check_loft,
)  # fmt: skip
def loft(bottom: Array, top: Array, height: float) -> Mesh:
    """A skin between two convex polygons with equal numbers of corners."""
    low = np.column_stack([turned_left(bottom), np.zeros(len(bottom))])
    high = np.column_stack([turned_left(top), np.full(len(top), height)])
    faces = Faces()
    faces.flat(low[::-1])
    faces.flat(high)
    after = np.roll(low, -1, axis=0), np.roll(high, -1, axis=0)
    for a, b, c, d in zip(low, after[0], after[1], high, strict=True):
        normal = np.cross(b - a, d - a)
        if abs((c - a) @ normal) <= 1e-9 * float(np.linalg.norm(normal)) * height:
            faces.flat([a, b, c, d])
        else:
            faces.flat([a, b, c])
            faces.flat([a, c, d])
    return faces.mesh()


def turned_left(points: Array) -> Array:
    """Return a polygon in counter-clockwise order."""
    return points if area(points) > 0 else points[::-1]

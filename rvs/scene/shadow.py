"""The soft shadow of bodies on the floor: eight nested silhouettes of an overhead light.

A point at height h falls at (x, y) + h (0.26, 0.30); ring k is the union over all bodies of their
silhouettes grown by ``f_k (6 mm + 0.115 h)``, sharp at the foot and soft at the top.  For a convex
body the grown silhouette in direction u reaches ``max over its vertices of p . u + f_k r``: one
product of matrices gives all reaches, and neighbouring tangents cut out the polygon.  Three rings
are computed so; those between them lie between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from rvs.engine.robot import Array
from rvs.model.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.view import Background
from rvs.scene.items import Region, Solid
from rvs.scene.mesh import Mesh

Ints = NDArray[np.int64]

LIGHT = (0.26, 0.30)
GROWTH = (1.0, 0.80, 0.61, 0.43, 0.26, 0.10, -0.05, -0.18)
# Rings that are computed; all others are mixed of the two around them.
KNOTS = (0, 3, 7)
FOOT, SPREAD = 0.006, 0.115
SIDES = 24
EXTREME_DIRECTIONS = 48
NEIGHBORS = 5
# Comparing every part with every other pays only among few.
MANY_PARTS = 80

_ANGLES = 2 * pi * np.arange(SIDES) / SIDES
_TANGENTS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)])
_STEP_COS, _STEP_SIN = cos(2 * pi / SIDES), sin(2 * pi / SIDES)


@dataclass(frozen=True, eq=False)
class Footprint:
    """Shadow polygons of some bodies: for each ring the corners on the floor (parts, SIDES, 2).

    Corner by corner the polygons of a ring lie inside those of the ring before; one for which no
    room is left stays as it is there.
    """

    rings: tuple[Array, ...]


def footprint(solids: Sequence[Solid], scale: float) -> Footprint:
    """Return the shadow polygons of bodies; what is below the floor casts none.

    Args:
        solids: The bodies; other layers are left out.
        scale: Lengths of the penumbra are times this: 1 for a robot of about a metre.
    """
    vertices, starts = _points([s for s in solids if s.layer == "body" and s.size_in == "world"])
    if not len(starts):
        return Footprint(tuple(np.zeros((0, SIDES, 2)) for _ in GROWTH))
    above = np.maximum.reduceat(vertices[:, 2], starts) > 0.0
    height = np.maximum(vertices[:, 2:], 0.0)
    thrown = vertices[:, :2] + height * np.asarray(LIGHT)
    grown = np.hstack([thrown, FOOT * scale + SPREAD * height])
    # A product this thin is slower in the threads of a linear algebra library than in one loop.
    along = np.einsum("vi,ij->vj", grown, _REACHES)
    reach = _outermost(np.maximum.reduceat(along, starts, axis=0)[above])
    return Footprint(_polygons(_mixed(reach.reshape(-1, len(KNOTS), SIDES).swapaxes(0, 1))))


def shadow_regions(prints: Sequence[Footprint], background: Background) -> tuple[Region, ...]:
    """Return the rings of a shadow, the widest first, each nested in the one before."""
    colors = SCENE[background]
    paint = rgba(colors.shadow, colors.shadow_alpha)
    regions: list[Region] = []
    for ring in zip(*(one.rings for one in prints), strict=True):
        flat = np.concatenate(ring)
        if len(flat):
            points = np.zeros((len(flat) * SIDES, 3))
            points[:, :2] = flat.reshape(-1, 2)
            starts = np.arange(0, len(points) + 1, SIDES, dtype=np.int32)
            regions.append(Region(points, starts, paint, nested=bool(regions)))
    return tuple(regions)


def _points(solids: Sequence[Solid]) -> tuple[Array, Ints]:
    """Extreme vertices of all convex parts in the world (v, 3), and where each part begins."""
    clouds, sizes = [], []
    for solid in solids:
        points, counts = extreme_points(solid.mesh)
        clouds.append(points @ solid.pose[:3, :3].T + solid.pose[:3, 3])
        sizes.append(counts)
    if not clouds:
        return np.zeros((0, 3)), np.zeros(0, int)
    counts = np.concatenate(sizes)
    return np.concatenate(clouds), np.cumsum(counts) - counts


@derived(size=512)
def extreme_points(mesh: Mesh) -> tuple[Array, Ints]:
    """Return the vertices of a mesh's convex parts that matter from afar, and how many each has.

    A mesh whose parts nobody knows counts as its faces, whose shadows fill that of the body.
    """
    parts = mesh.parts
    if parts is None:
        parts = tuple(np.split(mesh.corners, mesh.starts[1:-1]))
    kept = []
    for part in parts:
        points = mesh.vertices[part]
        extreme = np.unique(np.argmax(points @ _DIRECTIONS.T, axis=0))
        kept.append(points[extreme])
    if not kept:
        return np.zeros((0, 3)), np.zeros(0, np.int64)
    return np.concatenate(kept), np.array([len(points) for points in kept])


def _outermost(reach: Array) -> Array:
    """Leave out parts whose every ring lies inside another part's, such as lids in joints."""
    if len(reach) > MANY_PARTS:
        return reach
    inside = (reach[:, None] <= reach).all(axis=-1)
    # of two equal ones the first stays
    equal_before = np.tril(inside & inside.T, -1)
    inside &= ~inside.T | equal_before
    return reach[~inside.any(axis=1)]


def _mixed(knots: Array) -> Array:
    """Distances of the tangents of all rings (rings, parts, SIDES) from those of three of them."""
    start, end = knots[_BEFORE_RING], knots[_BEFORE_RING + 1]
    mixed: Array = start + _SHARES[:, None, None] * (end - start)
    last = mixed[~_SHRUNK][-1]
    room = _width(last)
    for ring in np.flatnonzero(_SHRUNK):
        shrunk = _drawn_in(mixed[ring])
        rest = _width(shrunk)
        # What is too narrow for a ring is closed by it.
        share = np.where(rest < 0.0, room / np.maximum(room - rest, 1e-300), 1.0)
        mixed[ring] = last + share[:, None] * (shrunk - last)
    return mixed


def _width(reach: Array) -> Array:
    """How wide polygons are where they are narrowest (parts,)."""
    width: Array = (reach[..., : SIDES // 2] + reach[..., SIDES // 2 :]).min(axis=-1)
    return width


def _polygons(reach: Array) -> tuple[Array, ...]:
    """Corners of polygons bounded by tangents at distances ``reach`` (rings, parts, SIDES)."""
    slope = (_turned(reach, 1) - reach * _STEP_COS) / _STEP_SIN
    x = reach * _TANGENTS[0] - slope * _TANGENTS[1]
    y = reach * _TANGENTS[1] + slope * _TANGENTS[0]
    return tuple(np.stack([x, y], axis=-1))


def _drawn_in(lines: Array) -> Array:
    """Tangents of shrunk bodies: one that two others make needless ends at their corner."""
    corners = lines[..., _BEFORE] * _WEIGHT_BEFORE + lines[..., _AFTER] * _WEIGHT_AFTER
    drawn: Array = np.minimum(lines, corners.min(axis=-2))
    return drawn


def _turned(lines: Array, by: int) -> Array:
    return np.concatenate([lines[..., by:], lines[..., :by]], axis=-1)


def _spread(count: int) -> Array:
    """Directions spread evenly over the sphere (count, 3), a golden spiral."""
    k = np.arange(count) + 0.5
    z = 1.0 - 2.0 * k / count
    turn = pi * (1.0 + 5.0**0.5) * k
    flat = np.sqrt(1.0 - z * z)
    return np.stack([flat * np.cos(turn), flat * np.sin(turn), z], axis=1)


# Columns that give how far (x, y, growth) reaches: for each computed ring, for each direction.
_KNOTS = np.array([GROWTH[ring] for ring in KNOTS])
_REACHES = np.vstack([np.tile(_TANGENTS, len(KNOTS)), np.repeat(_KNOTS, SIDES)])
# Which computed ring each one follows, and how far it is on the way to the next of them.
_BEFORE_RING = np.minimum(np.searchsorted(KNOTS, range(len(GROWTH)), "right") - 1, len(KNOTS) - 2)
_SHARES = (_KNOTS[_BEFORE_RING] - GROWTH) / -np.diff(_KNOTS)[_BEFORE_RING]
_SHRUNK = np.array(GROWTH) < 0.0
# Pairs of tangents a steps before and b steps after each one, and their shares of its reach.
_A, _B = (pair.reshape(-1, 1) for pair in np.mgrid[1 : NEIGHBORS + 1, 1 : NEIGHBORS + 1])
_BEFORE, _AFTER = (np.arange(SIDES) - _A) % SIDES, (np.arange(SIDES) + _B) % SIDES
_WEIGHT_BEFORE, _WEIGHT_AFTER = (
    np.sin(2 * pi * one / SIDES) / np.sin(2 * pi * (_A + _B) / SIDES) for one in (_B, _A)
)
_DIRECTIONS = _spread(EXTREME_DIRECTIONS)

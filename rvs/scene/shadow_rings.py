"""The rings of a shadow on the floor, from the points that cast it."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.value_class import dataclass

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]

LIGHT = (0.26, 0.30)
GROWTH = (1.0, 0.80, 0.61, 0.43, 0.26, 0.10, -0.05, -0.18)
# Rings that are computed; all others are mixed of the two around them.
KNOTS = (0, 3, 7)
SPREAD = 0.115
SIDES = 24
NEIGHBORS = 5
# Whether a part stands out of another one is asked of so many of the largest only.
LARGEST = 60


@dataclass(frozen=True, eq=False)
class RingTables:
    """Tables for the computation of rings, by NumPy and by the kernel.

    Attributes:
        tangents: Directions around the floor (2, SIDES).
        knots: Growths of the rings that are computed (k,).
        before: Index of the computed ring that each ring follows (rings,).
        shares: Position of each ring between that one and the next, as a fraction (rings,).
        shrunk: Rings that are smaller than the silhouette (rings,).
        pairs: Pairs of tangents, a steps before and b steps after each one (p, 2).
        weights: Their shares in its reach (p, 2).
        numbers: The light's x and y, the spread, cosine and sine of the angle between tangents.
        largest: ``LARGEST``.
    """

    tangents: Array
    knots: Floats
    before: Ints
    shares: Array
    shrunk: NDArray[np.bool_]
    pairs: Ints
    weights: Array
    numbers: Array
    largest: int = LARGEST


def _tables() -> RingTables:
    angles = 2 * pi * np.arange(SIDES) / SIDES
    knots = np.array([GROWTH[ring] for ring in KNOTS])
    before = np.searchsorted(KNOTS, range(len(GROWTH)), "right") - 1
    before = np.minimum(before, len(KNOTS) - 2)
    a, b = np.mgrid[1 : NEIGHBORS + 1, 1 : NEIGHBORS + 1].reshape(2, -1)
    step = 2 * pi / SIDES
    return RingTables(
        np.stack([np.cos(angles), np.sin(angles)]),
        knots.astype(np.float32),
        before.astype(np.int64),
        (knots[before] - GROWTH) / -np.diff(knots)[before],
        np.array(GROWTH) < 0.0,
        np.stack([a, b], axis=1).astype(np.int64),
        np.stack([np.sin(step * b), np.sin(step * a)], axis=1) / np.sin(step * (a + b))[:, None],
        np.array([*LIGHT, SPREAD, cos(step), sin(step)]),
    )


TABLES = _tables()


@accelerated
def placed_points(points: Floats, solid: Ints, poses: Floats) -> Floats:
    """Return points of bodies in the world (v, 3).

    Args:
        points: The points in the frames of their bodies (v, 3).
        solid: The index of the body of each point (v,).
        poses: Rotations and positions of the bodies (n, 3, 4).
    """
    # A product of matrices would wake the threads of the linear algebra library, for which the
    # threads that draw have to wait.
    own = poses[solid]
    placed: Floats = own[..., 0] * points[:, :1] + own[..., 1] * points[:, 1:2]
    return placed + own[..., 2] * points[:, 2:] + own[..., 3]


@accelerated
def shadow_rings(
    vertices: Floats, starts: Ints, foot: float, least: float, tables: RingTables
) -> Array:
    """Return the corners of all rings on the floor (rings, parts, SIDES, 2); parts may be fewer.

    Args:
        vertices: Extreme points of convex parts in the world (v, 3).
        starts: The start of each part (parts,); none is empty.
        foot: Width of the penumbra at the floor, m.
        least: Parts that exceed every ring of another part by no more than this are left out, m.
        tables: Tables for the computation of rings.
    """
    above = np.maximum.reduceat(vertices[:, 2], starts) > 0.0
    light_x, light_y, spread = tables.numbers[:3].astype(np.float32)
    height = np.maximum(vertices[:, 2], np.float32(0.0))
    x, y = vertices[:, 0] + light_x * height, vertices[:, 1] + light_y * height
    grown = np.float32(foot) + spread * height
    cosines, sines = tables.tangents.astype(np.float32)
    flat = x[:, None] * cosines + y[:, None] * sines
    along = flat[:, None] + (grown[:, None] * tables.knots)[..., None]
    reach = np.maximum.reduceat(along, starts)[above].astype(float)
    reach = _outermost(reach.reshape(len(reach), len(tables.knots) * SIDES), least, tables)
    knots = reach.reshape(-1, len(tables.knots), SIDES).swapaxes(0, 1)
    return _corners(_mixed(knots, tables), tables)


def _outermost(reach: Array, by: float, tables: RingTables) -> Array:
    """Leave out parts that exceed every ring of another part by no more than ``by``."""
    girth = np.add.accumulate(reach, axis=1)[:, -1]
    reach = reach[np.argsort(-girth, kind="stable")]
    left = np.ones(len(reach), bool)
    for k in range(min(tables.largest, len(reach))):
        if left[k]:
            left[k + 1 :] &= ~(reach[k + 1 :] <= reach[k] + by).all(axis=1)
    return reach[left]


def _mixed(knots: Array, tables: RingTables) -> Array:
    """Return distances of the tangents of all rings (rings, parts, SIDES) from those of some."""
    start, end = knots[tables.before], knots[tables.before + 1]
    mixed: Array = start + tables.shares[:, None, None] * (end - start)
    for ring in np.flatnonzero(tables.shrunk):
        outer, shrunk = mixed[ring - 1], _drawn_in(mixed[ring], tables)
        room, rest = _width(outer), _width(shrunk)
        # What is too narrow for a ring is closed by it, and stays so.
        share = np.where(rest < 0.0, room / np.maximum(room - rest, 1e-300), 1.0)
        mixed[ring] = outer + share[:, None] * (shrunk - outer)
    return mixed


def _width(reach: Array) -> Array:
    """Return the least widths of polygons (parts,)."""
    width: Array = (reach[..., : SIDES // 2] + reach[..., SIDES // 2 :]).min(axis=-1)
    return width


def _drawn_in(lines: Array, tables: RingTables) -> Array:
    """Return tangents of shrunk bodies; a redundant one ends at the corner of its neighbours."""
    side = np.arange(SIDES)
    before, after = (side - tables.pairs[:, :1]) % SIDES, (side + tables.pairs[:, 1:]) % SIDES
    first, second = tables.weights[:, :1], tables.weights[:, 1:]
    corners = lines[..., before] * first + lines[..., after] * second
    drawn: Array = np.minimum(lines, corners.min(axis=-2))
    return drawn


def _corners(reach: Array, tables: RingTables) -> Array:
    """Return corners of polygons with tangents at distances ``reach`` (rings, parts, SIDES)."""
    cosine, sine = tables.numbers[3:]
    turned = np.concatenate([reach[..., 1:], reach[..., :1]], axis=-1)
    slope = (turned - reach * cosine) / sine
    x = reach * tables.tangents[0] - slope * tables.tangents[1]
    y = reach * tables.tangents[1] + slope * tables.tangents[0]
    return np.stack([x, y], axis=-1)

"""The nearer one of two patches, if a plane between them decides."""

from __future__ import annotations

from math import pi

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.visibility.patches import Patches
from rvs.export.visibility.plane.clip import spread
from rvs.scene.camera import axes, eye

Ints = NDArray[np.int64]

FLAT_WAYS, SPACE_WAYS = 12, 48
# Patches that reach into each other by less than this, of the camera's distance, touch.
TOUCH = 1e-7
# Overlaps thinner than this, in units, are none.
THIN = 1e-4
AT_ONCE = 200_000


def overlapping(patches: Patches, pairs: Ints) -> Ints:
    """Return the pairs (n, 2) whose hulls overlap on the sheet, seen in some directions."""
    vertices, starts = patches.clouds
    flat = patches.facets.paper[vertices, :2]
    angle = pi * np.arange(FLAT_WAYS) / FLAT_WAYS
    low, high = _extents(flat, np.stack([np.cos(angle), np.sin(angle)], axis=1), starts)
    one, two = pairs.T
    meets = np.ones(len(pairs), bool)
    for k in range(FLAT_WAYS):
        meets &= low[one, k] < high[two, k] - THIN
        meets &= low[two, k] < high[one, k] - THIN
    found: Ints = pairs[meets]
    return found


def separated(patches: Patches, pairs: Ints) -> NDArray[np.int8]:
    """Return 1 if the second patch of a pair is nearer, -1 if the first is, else 0.

    Args:
        patches: The patches.
        pairs: Two patches each (n, 2).
    """
    sign = _by_depth(patches, pairs)
    _by_directions(patches, pairs, sign)
    _by_axes(patches, pairs, sign)
    return sign


def _extents(points: Array, ways: Array, starts: Ints) -> tuple[Array, Array]:
    """Return least and greatest positions of each patch's points along axes (k, d): (p, k) each."""
    along = points @ ways.T
    first = starts[:-1]
    return np.minimum.reduceat(along, first, axis=0), np.maximum.reduceat(along, first, axis=0)


def _by_depth(patches: Patches, pairs: Ints) -> NDArray[np.int8]:
    vertices, starts = patches.clouds
    low, high = _extents(patches.facets.paper[vertices], np.array([[0.0, 0.0, 1.0]]), starts)
    one, two = pairs.T
    sign = np.zeros(len(pairs), np.int8)
    sign[low[one, 0] >= high[two, 0] - TOUCH] = 1
    sign[low[two, 0] >= high[one, 0] - TOUCH] = -1
    return sign


def _by_directions(patches: Patches, pairs: Ints, sign: NDArray[np.int8]) -> None:
    """Try planes across some directions in space, the same for all pairs."""
    vertices, starts = patches.clouds
    ways = np.concatenate([np.eye(3), _half_sphere(SPACE_WAYS)])
    low, high = _extents(patches.facets.world[vertices], ways, starts)
    for way, (lows, highs) in zip(ways, zip(low.T, high.T, strict=True), strict=True):
        open_ = np.flatnonzero(sign == 0)
        one, two = pairs[open_].T
        found = _side(patches, way, (lows[one], highs[one]), (lows[two], highs[two]))
        sign[open_] = found


def _by_axes(patches: Patches, pairs: Ints, sign: NDArray[np.int8]) -> None:
    """Try planes across the axes of the solids of a pair, which are often contact planes."""
    vertices, starts = patches.clouds
    world, sizes = patches.facets.world, np.diff(starts)
    turns = np.array([solid.pose[:3, :3].T for solid in patches.facets.solids]).reshape(-1, 3, 3)
    length = np.linalg.norm(turns, axis=2, keepdims=True)
    turns = turns / np.where(length > 0.0, length, 1.0)
    for side in (0, 1):
        open_ = np.flatnonzero(sign == 0)
        solid = patches.solid[pairs[open_, side]]
        for some in np.array_split(np.arange(len(open_)), 1 + _work(open_, pairs, sizes)):
            if not len(some):
                continue
            ways = turns[solid[some]]
            spans = []
            for patch in pairs[open_[some]].T:
                counts = sizes[patch]
                points = world[vertices[spread(starts[patch], counts)]]
                along = np.einsum("nkd,nd->nk", np.repeat(ways, counts, axis=0), points)
                first = np.cumsum(counts) - counts
                spans.append((np.minimum.reduceat(along, first), np.maximum.reduceat(along, first)))
            for k in range(3):
                one, two = ((low[:, k], high[:, k]) for low, high in spans)
                found = _side(patches, ways[:, k], one, two)
                still = sign[open_[some]] == 0
                sign[open_[some[still]]] = found[still]


def _work(open_: Ints, pairs: Ints, sizes: Ints) -> int:
    return int(sizes[pairs[open_]].sum()) // AT_ONCE


def _side(
    patches: Patches, way: Array, one: tuple[Array, Array], two: tuple[Array, Array]
) -> NDArray[np.int8]:
    """Return the nearer patch of pairs with these extents along directions (3,) or (n, 3)."""
    camera = patches.facets.sheet.camera
    touch = TOUCH * camera.distance
    below, above = one[1] <= two[0] + touch, two[1] <= one[0] + touch
    if camera.parallel:
        eye_up = np.asarray(way @ axes(camera)[2])
        eye_above = np.broadcast_to(eye_up > 0.0, below.shape)
    else:
        gap = np.where(below, one[1] + two[0], one[0] + two[1]) / 2
        eye_above = np.asarray(way @ eye(camera)) > gap
    sign = np.zeros(len(below), np.int8)
    sign[below] = np.where(eye_above, 1, -1)[below]
    sign[above & ~below] = np.where(eye_above, -1, 1)[above & ~below]
    return sign


def _half_sphere(count: int) -> Array:
    """Return directions spread over half a sphere (count, 3), a golden spiral."""
    k = np.arange(count) + 0.5
    z = k / count
    turn = pi * (1.0 + 5.0**0.5) * k
    flat = np.sqrt(1.0 - z * z)
    return np.stack([flat * np.cos(turn), flat * np.sin(turn), z], axis=1)

"""Seams between touching surfaces in one plane, which are invisible."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.visibility.bodies import Bodies
from rvs.export.visibility.plane.sorting import numbers_of
from rvs.export.visibility.triangle_overlaps import TIE

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

# Surfaces that meet at less than this angle go on into each other.
TURN = cos(radians(8.0))
# At so many places along a seam it is looked how they meet: in the middle, and at most others.
PLACES = 5
# So many triangles are looked at together.
AT_ONCE = 200_000
# So far beside it, in units.
ASIDE = 0.1


def flush(made: Bodies, lines: Sequence[Array], one: Ints, two: Ints) -> Bools:
    """Return which lines separate patches of one colour that continue into each other.

    Args:
        made: The solids.
        lines: The lines, each (p, 2).
        one: The patch on the right of each line in its direction, on a sheet with y down (n,).
        two: The patch on the other side (n,).
    """
    found = _alike(made, one, two)
    alike = np.flatnonzero(found)
    if not len(alike):
        return found
    one, two = one[alike], two[alike]
    points, beside = map(np.array, zip(*(_along(lines[k]) for k in alike.tolist()), strict=True))
    # most seams are told by their middles
    middle = PLACES // 2
    some = np.flatnonzero(_meet(made, one, two, points[:, middle], beside[:, middle]))
    one, two, points, beside = one[some], two[some], points[some], beside[some]
    every = [_meet(made, one, two, points[:, k], beside[:, k]) for k in range(PLACES)]
    met = np.zeros(len(alike), bool)
    met[some] = 2 * np.sum(every, axis=0) > PLACES
    found[alike] = met
    return found


def _alike(made: Bodies, one: Ints, two: Ints) -> Bools:
    """Return whether two patches have the same colour and material (n,)."""
    looks = numbers_of((solid.color, solid.material) for solid in made.facets.solids)
    look = looks[made.patches.solid]
    same: Bools = look[one] == look[two]
    return same


def _along(points: Array) -> tuple[Array, Array]:
    """Return positions along a line (n, 2), and the offset to a point next to each (n, 2)."""
    steps = np.diff(points, axis=0)
    lengths = np.hypot(*steps.T)
    along = np.append(0.0, np.cumsum(lengths))
    wanted = along[-1] * (np.arange(PLACES) + 0.5) / PLACES
    piece = np.clip(np.searchsorted(along, wanted) - 1, 0, len(steps) - 1)
    way = steps[piece] / np.maximum(lengths[piece], 1e-12)[:, None]
    places = points[piece] + (wanted - along[piece])[:, None] * way
    return places, ASIDE * np.stack([-way[:, 1], way[:, 0]], axis=1)


def _meet(made: Bodies, one: Ints, two: Ints, at: Array, beside: Array) -> Bools:
    """Return whether patches (n,) at a point of a line (n, 2) agree in depth and direction."""
    facets = made.facets
    found = np.stack([_under(made, one, at + beside), _under(made, two, at - beside)])
    planes = facets.planes[found]
    depths = planes[..., 0] * at[:, 0] + planes[..., 1] * at[:, 1] + planes[..., 2]
    first, *others = np.moveaxis(facets.world[facets.triangles[found]], 2, 0)
    normals = np.cross(*(other - first for other in others))
    lengths = np.linalg.norm(normals, axis=-1)
    straight = np.einsum("nd,nd->n", *normals) > TURN * lengths[0] * lengths[1]
    met: Bools = (np.abs(depths[0] - depths[1]) < 5 * TIE) & straight
    return met


def _under(made: Bodies, patch: Ints, at: Array) -> Ints:
    """Return the triangle of a patch that contains a point of the sheet, or is nearest to it.

    For patches (n,) and points (n, 2) -> (n,).
    """
    starts = made.patches.starts
    counts = starts[patch + 1] - starts[patch]
    found = np.zeros(len(patch), np.int64)
    for some in np.split(np.arange(len(patch)), _cuts(counts)):
        found[some] = _nearest(made, starts[patch[some]], counts[some], at[some])
    return found


def _cuts(counts: Ints) -> Ints:
    """Return divisions of a list into parts of not many more than ``AT_ONCE`` triangles."""
    return np.flatnonzero(np.diff(np.cumsum(counts) // AT_ONCE)) + 1


def _nearest(made: Bodies, starts: Ints, counts: Ints, at: Array) -> Ints:
    """Return the nearest of each group of triangles, by position in the order of patches (n,)."""
    first = np.cumsum(counts) - counts
    if not len(first):
        return first
    member = made.patches.order[np.arange(counts.sum()) + np.repeat(starts - first, counts)]
    corners = made.facets.corners(member)[..., :2]
    ways = np.roll(corners, -1, axis=1) - corners
    to = np.repeat(at, counts, axis=0)[:, None] - corners
    across = ways[..., 0] * to[..., 1] - ways[..., 1] * to[..., 0]
    lengths = np.maximum(np.hypot(ways[..., 0], ways[..., 1]), 1e-12)
    # inside is where the cross products are negative, as y runs down
    outside = (across / lengths).max(axis=1)
    least = np.repeat(np.minimum.reduceat(outside, first), counts)
    hit = np.flatnonzero(outside == least)
    nearest: Ints = member[hit[np.searchsorted(hit, first)]]
    return nearest

"""Seams where two surfaces lie in one plane and touch: nothing is to be seen there."""

from __future__ import annotations

from math import cos, radians

import numpy as np

from rvs.engine.arrays import Array
from rvs.export.visibility.bodies import Bodies
from rvs.export.visibility.compare import TIE

# Surfaces that meet at less than this angle go on into each other.
TURN = cos(radians(8.0))
# At so many places along a seam it is looked how they meet: in the middle, and at most others.
PLACES = 5
# So far beside it, in units.
ASIDE = 0.1


def flush(made: Bodies, points: Array, one: int, two: int) -> bool:
    """Return whether two patches of one colour go on into each other along most of a line.

    Args:
        made: The solids.
        points: The line (n, 2).
        one: The patch on its right as it runs, on a sheet whose y runs down.
        two: The patch on the other side.
    """
    pair = [made.facets.solids[int(made.patches.solid[patch])] for patch in (one, two)]
    if pair[0].color != pair[1].color or pair[0].material != pair[1].material:
        return False
    steps = np.diff(points, axis=0)
    lengths = np.hypot(*steps.T)
    along = np.append(0.0, np.cumsum(lengths))
    wanted = along[-1] * (np.arange(PLACES) + 0.5) / PLACES
    piece = np.clip(np.searchsorted(along, wanted) - 1, 0, len(steps) - 1)
    way = steps[piece] / np.maximum(lengths[piece], 1e-12)[:, None]
    places = points[piece] + (wanted - along[piece])[:, None] * way
    beside = ASIDE * np.stack([-way[:, 1], way[:, 0]], axis=1)
    middle = PLACES // 2
    if not _meet(made, (one, two), places[middle], beside[middle]):
        return False
    met = [_meet(made, (one, two), at, side) for at, side in zip(places, beside, strict=True)]
    return 2 * sum(met) > PLACES


def _meet(made: Bodies, pair: tuple[int, int], at: Array, beside: Array) -> bool:
    """Whether two patches beside a point of a line (2,) have its depth and one direction."""
    facets = made.facets
    found = [_under(made, pair[0], at + beside), _under(made, pair[1], at - beside)]
    depths = facets.planes[found] @ (*at.tolist(), 1.0)
    corners = facets.world[facets.triangles[found]]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    straight = normals[0] @ normals[1] > TURN * lengths[0] * lengths[1]
    return bool(abs(depths[0] - depths[1]) < 5 * TIE and straight)


def _under(made: Bodies, patch: int, at: Array) -> int:
    """The triangle of a patch that a point of the sheet (2,) is in, or comes nearest to being."""
    members = made.patches.members(patch)
    corners = made.facets.corners(members)[..., :2]
    ways, to = np.roll(corners, -1, axis=1) - corners, at - corners
    across = ways[..., 0] * to[..., 1] - ways[..., 1] * to[..., 0]
    lengths = np.maximum(np.hypot(ways[..., 0], ways[..., 1]), 1e-12)
    # inside is where the cross products are negative, as y runs down
    return int(members[np.argmin((across / lengths).max(axis=1))])

"""Edges of a triangle mesh, each with the triangles on its sides."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.int32]

# Of larger meshes no edge is looked for in two triangles: that takes milliseconds.
LARGEST = 4_000


class Edges(NamedTuple):
    """What a silhouette is made of.

    Attributes:
        triangles: Vertices of triangles (t, 3).
        ends: Vertices that an edge goes from and to (e, 2).
        sides: Triangle to its left and to its right, t where there is none (e, 2).
    """

    triangles: Indices
    ends: Indices
    sides: Indices


def edges_of(triangles: Indices) -> Edges:
    """Return the edges of triangles (t, 3); every side of one is there once.

    Those that more than two triangles share are there more often, and those of large meshes.
    """
    count = len(triangles)
    ends = np.concatenate([triangles[:, [k, (k + 1) % 3]] for k in range(3)]).astype(np.int32)
    left = np.tile(np.arange(count, dtype=np.int32), 3)
    right = np.full(3 * count, count, np.int32)
    kept = np.ones(3 * count, bool)
    if count <= LARGEST:
        forth, back = _opposite(ends)
        right[forth], kept[back] = left[back], False
    sides = np.stack([left, right], axis=1)
    return Edges(triangles, ends[kept], np.ascontiguousarray(sides[kept]))


def _opposite(ends: Indices) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pairs of edges that run between the same vertices, the one forth and the other back."""
    low, high = ends.min(axis=1).astype(np.int64), ends.max(axis=1).astype(np.int64)
    back = ends[:, 0] > ends[:, 1]
    order = np.argsort(low << 32 | high << 1 | back)
    one, two = order[:-1], order[1:]
    same = (low[one] == low[two]) & (high[one] == high[two])
    pairs = same & ~back[one] & back[two]
    return one[pairs], two[pairs]

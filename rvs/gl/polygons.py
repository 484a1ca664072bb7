"""Convex polygons cut into triangles."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rvs.geometry.rows import each_once


def polygon_triangles(starts: NDArray[np.int32]) -> NDArray[np.uint32]:
    """Return the triangles (3t,) of polygons that have corners ``starts[k]`` to ``starts[k+1]``."""
    sizes = np.diff(starts)
    faces = [
        (starts[:-1][sizes == size][:, None] + inside(int(size))).ravel()
        for size in each_once(sizes)
        if size > 2
    ]
    return np.concatenate([np.zeros(0), *faces]).astype(np.uint32)


# By value: depends on the number of corners alone.
@lru_cache(maxsize=256)
def inside(size: int) -> NDArray[np.int64]:
    """Return the triangles of a convex polygon (3 (size - 2),), by cutting every other corner off.

    They are fat, where those of a fan are slivers that take a software rasterizer twice as long.
    """
    left = list(range(size))
    cut: list[int] = []
    while len(left) > 2:
        for i in range(0, len(left) - 1, 2):
            cut += (left[i], left[i + 1], left[(i + 2) % len(left)])
        left = left[::2]
    return np.array(cut)

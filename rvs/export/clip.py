"""Convex polygons cut along straight lines, many at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.engine.robot import Array

Ints = NDArray[np.int64]


def cut(points: Array, counts: Ints, values: Array) -> tuple[Array, Ints]:
    """Return what is left of convex polygons where a linear function is not negative.

    Args:
        points: Corners and whatever else is to be interpolated (m, k, d); of polygon i the first
            ``counts[i]`` count.
        counts: Number of corners (m,).
        values: The function at the corners (m, k).

    Returns:
        The same for the polygons that are left over (m, k + 1, d), with no corners where nothing
        is left.
    """
    many, most, size = points.shape
    row = np.arange(many)[:, None]
    place = np.arange(most)[None, :]
    real = place < counts[:, None]
    after = np.where(place + 1 < counts[:, None], place + 1, 0)
    inside = (values >= 0.0) & real
    crossed = (inside != inside[row, after]) & real
    # from the end inside to that outside, so that neighbours find the very same point
    here, there = place + np.zeros_like(after), after
    first, last = np.where(inside, here, there), np.where(inside, there, here)
    top, low = values[row, first], values[row, last]
    share = np.where(crossed, top / np.where(crossed, top - low, 1.0), 0.0)[..., None]
    middle = points[row, first] + share * (points[row, last] - points[row, first])
    # slots: each corner, then the point where its edge crosses the line
    slots = np.stack([points, middle], axis=2).reshape(many, 2 * most, size)
    kept = np.stack([inside, crossed], axis=2).reshape(many, 2 * most)
    left = kept.sum(axis=1)
    result = np.zeros((many, max(int(left.max(initial=0)), 1), size))
    rows, _ = np.nonzero(kept)
    columns = np.arange(len(rows)) - np.repeat(np.cumsum(left) - left, left)
    result[rows, columns] = slots[kept]
    return result, left


def areas(points: Array, counts: Ints) -> Array:
    """Return the signed areas (m,) of polygons whose first two columns are x and y."""
    place = np.arange(points.shape[1])[None, :]
    after = np.where(place + 1 < counts[:, None], place + 1, 0)
    row = np.arange(len(points))[:, None]
    here, there = points[..., :2], points[row, after, :2]
    cross = here[..., 0] * there[..., 1] - there[..., 0] * here[..., 1]
    area: Array = 0.5 * np.where(place < counts[:, None], cross, 0.0).sum(axis=1)
    return area


def spread(starts: Ints, counts: Ints) -> Ints:
    """Return the numbers from each start on, one run after another.

    >>> spread(np.array([5, 9]), np.array([2, 1])).tolist()
    [5, 6, 9]
    """
    before = np.cumsum(counts) - counts
    numbers: Ints = np.arange(int(counts.sum())) + np.repeat(starts - before, counts)
    return numbers

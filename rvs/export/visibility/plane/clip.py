"""Convex polygons cut along straight lines, many at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated

Ints = NDArray[np.int64]


@accelerated
def cut(points: Array, counts: Ints, values: Array) -> tuple[Array, Ints]:
    """Return the parts of convex polygons where a linear function is not negative.

    Args:
        points: Corners and any other values to be interpolated (m, k, d); of polygon i the first
            ``counts[i]`` are used.
        counts: Number of corners (m,).
        values: The function at the corners (m, k).

    Returns:
        The same for the remaining polygons (m, k + 1, d), with no corners if nothing remains.
    """
    real = np.arange(points.shape[1])[None, :] < counts[:, None]
    inside = (values >= 0.0) & real
    left = np.where((inside == real).all(axis=1), counts, 0)
    part = np.flatnonzero(inside.any(axis=1) & (left == 0))
    if not len(part):
        return points, left
    pieces, sizes = _cut_through(points[part], counts[part], values[part], inside[part])
    left[part] = sizes
    result = np.zeros((len(points), max(points.shape[1], pieces.shape[1]), points.shape[2]))
    result[:, : points.shape[1]] = points
    result[part, : pieces.shape[1]] = pieces
    return result, left


def _cut_through(
    points: Array, counts: Ints, values: Array, inside: NDArray[np.bool_]
) -> tuple[Array, Ints]:
    """Cut polygons that are partly inside; arguments and result as above."""
    many, most, size = points.shape
    place = np.arange(most)[None, :]
    after = np.where(place + 1 < counts[:, None], place + 1, 0)
    row = np.arange(many)[:, None]
    crossed = (inside != inside[row, after]) & (place < counts[:, None])
    # slots: each corner, then the point where its edge crosses the line
    kept = np.stack([inside, crossed], axis=2).reshape(many, 2 * most)
    slot = np.cumsum(kept, axis=1) - 1
    left = slot[:, -1] + 1
    result = np.zeros((many, int(left.max()), size))
    rows, corners = np.nonzero(inside)
    result[rows, slot[rows, 2 * corners]] = points[rows, corners]
    rows, here = np.nonzero(crossed)
    there = after[rows, here]
    # from the end inside to that outside, so that neighbours find the very same point
    turned = ~inside[rows, here]
    first, last = np.where(turned, there, here), np.where(turned, here, there)
    top, low = values[rows, first], values[rows, last]
    share = (top / (top - low))[:, None]
    one, two = points[rows, first], points[rows, last]
    result[rows, slot[rows, 2 * here + 1]] = one + share * (two - one)
    return result, left


def areas(points: Array, counts: Ints) -> Array:
    """Return the signed areas (m,) of polygons whose first two columns are x and y."""
    place = np.arange(points.shape[1])[None, :]
    after = np.where(place + 1 < counts[:, None], place + 1, 0)
    row = np.arange(len(points))[:, None]
    here, there = points[..., :2], points[row, after, :2]
    cross = here[..., 0] * there[..., 1] - there[..., 0] * here[..., 1]
    area = np.zeros(len(points))
    # corner after corner, as the kernels add: with many corners NumPy's sum would round otherwise
    for column in np.where(place < counts[:, None], cross, 0.0).T:
        area += column
    return 0.5 * area


def spread(starts: Ints, counts: Ints) -> Ints:
    """Return the consecutive numbers from each start, one run after another.

    >>> spread(np.array([5, 9]), np.array([2, 1])).tolist()
    [5, 6, 9]
    """
    before = np.cumsum(counts) - counts
    numbers: Ints = np.arange(int(counts.sum())) + np.repeat(starts - before, counts)
    return numbers

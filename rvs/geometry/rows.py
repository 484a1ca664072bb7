"""Vectors in rows (n, 3).

The order of every sum is written out and is the same in the C++ kernels.

Distinct numbers among many, without the modules that NumPy's ``unique`` loads first: masked arrays.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array

Numbers = TypeVar("Numbers", bound=np.generic)


def crossed(one: Array, two: Array) -> Array:
    """Return the cross products of two tables of vectors (n, 3)."""
    (ax, ay, az), (bx, by, bz) = one.T, two.T
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=1)


def products(one: Array, two: Array) -> Array:
    """Return the dot products of two tables of vectors (n,)."""
    (ax, ay, az), (bx, by, bz) = one.T, two.T
    found: Array = ax * bx + ay * by + az * bz
    return found


def lengths(vectors: Array) -> Array:
    """Return the lengths of vectors (n,)."""
    found: Array = np.sqrt(products(vectors, vectors))
    return found


def units(vectors: Array) -> Array:
    """Return vectors of length 1 (n, 3); those of length 0 are not changed."""
    found: Array = vectors / np.maximum(lengths(vectors), 1e-300)[:, None]
    return found


def across(points: Array, triangles: NDArray[np.int64]) -> Array:
    """Return normals of triangles (t, 3) whose lengths are twice the areas."""
    first, second, third = (points[corner] for corner in triangles.T)
    return crossed(second - first, third - first)


def distinct(rows: Array) -> tuple[Array, NDArray[np.int64]]:
    """Return the distinct rows in order (m, 3), and the index among them of each row (n,)."""
    first, place = firsts(rows)
    return rows[first], place


def firsts(rows: Array) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where distinct rows, in order, come first (m,), and the place of each row (n,)."""
    order = np.lexsort(rows.T[::-1])
    ordered = rows[order]
    new = np.ones(len(rows), bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    place = np.empty(len(rows), np.int64)
    place[order] = np.cumsum(new) - 1
    return order[new], place


def each_once(values: NDArray[Numbers]) -> NDArray[Numbers]:
    """Return the distinct values among numbers (n,), in ascending order.

    >>> each_once(np.array([5, 2, 5])).tolist()
    [2, 5]
    """
    ordered = np.sort(values)
    new = np.ones(len(ordered), bool)
    new[1:] = ordered[1:] != ordered[:-1]
    return ordered[new]

"""Many numbers at once, quickly: stable orders, and sums and extremes of short rows.

The results equal those of NumPy's functions to the last bit, several times faster.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated

Ints = NDArray[np.int64]
MOST = 2**62


def stable_order(keys: Ints) -> Ints:
    """Return the indices of keys (n,) in ascending order, like a stable ``argsort``.

    >>> stable_order(np.array([5, 2, 5, 2])).tolist()
    [1, 3, 0, 2]
    """
    count = len(keys)
    if not count:
        return np.zeros(0, np.int64)
    low, high = int(keys.min()), int(keys.max())
    if (high - low + 1) * count < MOST:
        return _sorted(keys - low, np.arange(count))
    order = np.argsort(keys)
    return _sorted(_steps(keys[order]), order)


@accelerated
def numbered(keys: Ints) -> tuple[Ints, Ints]:
    """Return the first index of each distinct key (n,), and its number for all keys (n,).

    >>> [one.tolist() for one in numbered(np.array([5, 2, 5, 2]))]
    [[1, 0], [1, 0, 1, 0]]
    """
    order = stable_order(keys)
    steps = _steps(keys[order])
    number = np.empty(len(keys), np.int64)
    number[order] = steps
    first: Ints = order[np.flatnonzero(np.diff(steps, prepend=-1))]
    return first, number


def numbers_of(things: Iterable[Hashable]) -> Ints:
    """Return a number for each object, the same for equal ones (n,).

    >>> numbers_of(["red", "blue", "red"]).tolist()
    [0, 1, 0]
    """
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(one, len(known)) for one in things], np.int64)


def _sorted(ranks: Ints, places: Ints) -> Ints:
    """Return positions sorted by rank, stable for equal ranks, as parts of one number."""
    together = ranks * len(places) + places
    together.sort()
    found: Ints = together % len(places)
    return found


def _steps(ordered: Ints) -> Ints:
    """Number the runs of equal keys in sorted keys (n,)."""
    steps = np.zeros(len(ordered), np.int64)
    steps[1:] = np.cumsum(ordered[1:] != ordered[:-1])
    return steps


def least(corners: Array) -> Array:
    """Return the least values at the three corners of triangles (m, 3, ...)."""
    found: Array = np.minimum(np.minimum(corners[:, 0], corners[:, 1]), corners[:, 2])
    return found


def most(corners: Array) -> Array:
    """Return the greatest values at the three corners of triangles (m, 3, ...)."""
    found: Array = np.maximum(np.maximum(corners[:, 0], corners[:, 1]), corners[:, 2])
    return found


def lengths(vectors: Array) -> Array:
    """Return the lengths (...) of vectors of two or three numbers (..., d)."""
    squares = vectors * vectors
    total = squares[..., 0] + squares[..., 1]
    for k in range(2, vectors.shape[-1]):
        total += squares[..., k]
    found: Array = np.sqrt(total)
    return found

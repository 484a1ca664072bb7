"""Sums and extremes of rows of two or three numbers: by column, instead of by row as in NumPy.

The results equal those of NumPy's functions to the last bit, several times faster.
"""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array


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

"""Lines of equal height on a grid of values, for plots."""

from __future__ import annotations

from typing import Any

import numpy as np
from contourpy import LineType, contour_generator
from numpy.typing import ArrayLike

from rvs.engine.arrays import check_one
from rvs.engine.errors import ArgumentError

Point = tuple[float, float]


def contours(x: ArrayLike, y: ArrayLike, z: ArrayLike, level: float) -> list[list[Point]]:
    """Return the lines on which values on a grid reach a level.

    Args:
        x: Abscissas of the grid (k,).
        y: Its ordinates (m,).
        z: Values (k, m) at (x[i], y[j]).
        level: The height.

    Returns:
        Each line as its points in order; a closed line ends where it begins.

    Raises:
        ArgumentError: Shapes that do not match.

    >>> [sorted(line) for line in contours([0, 1], [0, 1], [[0, 0], [1, 1]], 0.25)]
    [[(0.25, 0.0), (0.25, 1.0)]]
    """
    across, along = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if across.ndim != 1 or along.ndim != 1 or min(across.size, along.size) < 2:
        raise ArgumentError("x, y: expected rows of two or more numbers")
    heights = check_one(z, "z", across.size, along.size)
    grid = contour_generator(across, along, heights.T, line_type=LineType.Separate)
    lines: Any = grid.lines(level)
    return [[(float(a), float(b)) for a, b in line] for line in lines]

"""Lines of equal height on a grid of values, for plots."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import check_one
from rvs.engine.errors import ArgumentError

Point = tuple[float, float]
Edge = tuple[int, int, int]
ACROSS, ALONG = 0, 1


def contours(x: ArrayLike, y: ArrayLike, z: ArrayLike, level: float) -> list[list[Point]]:
    """Return the lines on which values on a grid reach a level (marching squares).

    Args:
        x: Abscissas of the grid (k,).
        y: Its ordinates (m,).
        z: Values (k, m) at (x[i], y[j]).
        level: The height.

    Returns:
        Each line as its points in order; a closed line ends where it begins.

    Raises:
        ArgumentError: Shapes that do not match.

    >>> contours([0, 1], [0, 1], [[0, 0], [1, 1]], 0.25)
    [[(0.25, 0.0), (0.25, 1.0)]]
    """
    across, along = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if across.ndim != 1 or along.ndim != 1 or min(across.size, along.size) < 2:
        raise ArgumentError("x, y: expected rows of two or more numbers")
    heights = check_one(z, "z", across.size, along.size)
    # a corner exactly at the level would belong to four cells at once
    above = heights - level
    above[above == 0] = np.finfo(float).tiny
    points: dict[Edge, Point] = {}
    links: dict[Edge, list[Edge]] = defaultdict(list)
    for i in range(across.size - 1):
        for j in range(along.size - 1):
            for a, b in _crossings(above, i, j):
                links[a].append(b)
                links[b].append(a)
    for edge in links:
        points[edge] = _crossing_point(across, along, above, edge)
    return [[points[edge] for edge in line] for line in _chains(links)]


def _crossings(above: np.ndarray, i: int, j: int) -> list[tuple[Edge, Edge]]:
    """Return the pairs of edges of one cell that a line joins."""
    corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
    edges: list[Edge] = [(i, j, ACROSS), (i + 1, j, ALONG), (i, j + 1, ACROSS), (i, j, ALONG)]
    high = [above[corner] > 0 for corner in corners]
    cut = [edges[k] for k in range(4) if high[k] != high[(k + 1) % 4]]
    if len(cut) < 4:
        return [(cut[0], cut[1])] if cut else []
    # a saddle: its middle decides which corners hang together
    middle = sum(above[corner] for corner in corners) > 0
    if middle == high[0]:
        return [(edges[0], edges[1]), (edges[2], edges[3])]
    return [(edges[3], edges[0]), (edges[1], edges[2])]


def _crossing_point(x: np.ndarray, y: np.ndarray, above: np.ndarray, edge: Edge) -> Point:
    i, j, way = edge
    k, m = (i + 1, j) if way == ACROSS else (i, j + 1)
    part = above[i, j] / (above[i, j] - above[k, m])
    return float(x[i] + part * (x[k] - x[i])), float(y[j] + part * (y[m] - y[j]))


def _chains(links: dict[Edge, list[Edge]]) -> list[list[Edge]]:
    """Return the edges in order along each line, open lines first."""
    left = {edge: list(others) for edge, others in links.items()}
    ends = [edge for edge, others in links.items() if len(others) == 1]
    lines = []
    for start in [*ends, *links]:
        line = [start]
        while left[line[-1]]:
            following = left[line[-1]].pop()
            left[following].remove(line[-1])
            line.append(following)
        if len(line) > 1:
            lines.append(line)
    return lines

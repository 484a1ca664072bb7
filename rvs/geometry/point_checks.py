"""Conditions on the points of shapes that are given by points."""

from __future__ import annotations

from math import pi

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError

SHARPEST = 150 * pi / 180
SAME = 1e-9


def area(points: Array) -> float:
    """Return the area of a closed polygon (n, 2), positive if it is counter-clockwise."""
    x, y = points.T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2)


def corner_angles(path: Array) -> Array:
    """Return the angle of a path (m, d) at each of its inner points (m - 2,), rad."""
    along = np.diff(path, axis=0)
    along = along / np.linalg.norm(along, axis=1, keepdims=True)
    angles: Array = np.arccos(np.clip((along[1:] * along[:-1]).sum(axis=1), -1.0, 1.0))
    return angles


def check_convex(points: Array, name: str) -> None:
    """Raise an error unless a closed polygon (n, 2) is convex, in either direction.

    Raises:
        ArgumentError: It is not, or is not a polygon.
    """
    check_polygon(points, name)
    turns = _turns(points if area(points) > 0 else points[::-1])
    if (turns < -SAME * float(np.ptp(points, axis=0).max()) ** 2).any():
        raise ArgumentError(f"{name}: the polygon is not convex")


def check_polygon(points: Array, name: str) -> None:
    """Raise an error unless a closed polygon (n, 2) encloses an area without touching itself.

    Raises:
        ArgumentError: It does not.
    """
    ends = np.roll(points, -1, axis=0)
    size = float(np.ptp(points, axis=0).max())
    if (np.linalg.norm(ends - points, axis=1) <= SAME * size).any():
        raise ArgumentError(f"{name}: two consecutive corners are equal")
    if abs(area(points)) <= SAME * size * size:
        raise ArgumentError(f"{name}: the polygon has no area")
    if _crosses(points, ends):
        raise ArgumentError(f"{name}: the polygon crosses itself")


def check_fillet(points: Array, fillet: float) -> None:
    """Raise an error unless arcs of a radius fit at the corners of a closed polygon (n, 2).

    Raises:
        ArgumentError: They do not.
    """
    steps = np.roll(points, -1, axis=0) - points
    lengths = np.linalg.norm(steps, axis=1)
    along = steps / lengths[:, None]
    cosines = np.clip((along * np.roll(along, 1, axis=0)).sum(axis=1), -1.0, 1.0)
    back = fillet * np.tan(np.arccos(cosines) / 2)
    if (back + np.roll(back, -1) > lengths * (1 + SAME)).any():
        raise ArgumentError(f"fillet: {fillet:g} does not fit between the corners")


def check_corners(path: Array, room: float, message: str) -> None:
    """Raise an error unless the corners of a path have enough space, and none is a reversal.

    Args:
        path: Its points (m, 3), m.
        room: Length required by a corner of 90 degrees on either side, m.
        message: The message if there is too little space.

    Raises:
        ArgumentError: They do not.
    """
    lengths = np.linalg.norm(np.diff(path, axis=0), axis=1)
    if (lengths <= SAME * max(float(np.ptp(path, axis=0).max()), SAME)).any():
        raise ArgumentError("path: two consecutive points are equal")
    angles = corner_angles(path)
    if (angles > SHARPEST).any():
        raise ArgumentError("path: it turns by more than 150 degrees at a corner")
    back = [0.0, *(room * np.tan(angles / 2)).tolist(), 0.0]
    for k, length in enumerate(lengths.tolist()):
        if back[k] + back[k + 1] > length * (1 + SAME):
            raise ArgumentError(f"{message} between points {k + 1} and {k + 2}")


def _crosses(starts: Array, ends: Array) -> bool:
    """Return whether two non-adjacent edges meet."""
    count = len(starts)
    away = ends - starts
    i, j = np.triu_indices(count, 2)
    apart = (i != 0) | (j != count - 1)
    i, j = i[apart], j[apart]

    def side(k: Array, point: Array) -> Array:
        offset = point - starts[k]
        sides: Array = away[k, 0] * offset[:, 1] - away[k, 1] * offset[:, 0]
        return sides

    one = side(i, starts[j]) * side(i, ends[j])
    two = side(j, starts[i]) * side(j, ends[i])
    low_i, high_i = np.minimum(starts[i], ends[i]), np.maximum(starts[i], ends[i])
    low_j, high_j = np.minimum(starts[j], ends[j]), np.maximum(starts[j], ends[j])
    near = ((low_i <= high_j) & (low_j <= high_i)).all(axis=1)
    return bool(((one <= 0.0) & (two <= 0.0) & near).any())


def _turns(points: Array) -> Array:
    steps = np.roll(points, -1, axis=0) - points
    after = np.roll(steps, -1, axis=0)
    turns: Array = steps[:, 0] * after[:, 1] - steps[:, 1] * after[:, 0]
    return turns

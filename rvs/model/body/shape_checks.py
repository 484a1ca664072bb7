"""What must hold among the points of shapes that are given by points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import acos, pi, tan

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.model.body.shapes import Measured

SHARPEST = 150 * pi / 180
SAME = 1e-9


def check_shape(name: str, sizes: Mapping[str, Measured]) -> None:
    """Raise unless the points of a shape make one.

    Args:
        name: Name of the shape.
        sizes: All its sizes.

    Raises:
        ArgumentError: They do not; says why.
    """
    check = CHECKS.get(name)
    if check is not None:
        check(sizes)


def _extrusion(sizes: Mapping[str, Measured]) -> None:
    points = _points(sizes, "points")
    check_polygon(points, "points")
    fillet = _number(sizes, "fillet")
    if fillet:
        _check_fillet(points, fillet)


def _revolution(sizes: Mapping[str, Measured]) -> None:
    points = _points(sizes, "points")
    if (points[:, 0] < 0.0).any():
        raise ArgumentError("points: a radius is negative")
    closed = np.array_equal(points[0], points[-1])
    chain = points[:-1] if closed else _to_axis(points)
    check_polygon(chain, "points")
    if _area(chain) <= 0.0:
        raise ArgumentError("points: the profile must run upwards along the outside")


def _sweep(sizes: Mapping[str, Measured]) -> None:
    section, path = _points(sizes, "section"), _points(sizes, "path")
    check_polygon(section, "section")
    widest = float(np.linalg.norm(section, axis=1).max())
    _check_corners(path, widest, "section: it is too wide for the path")


def _cable(sizes: Mapping[str, Measured]) -> None:
    path, bend = _points(sizes, "path"), _number(sizes, "bend")
    _check_corners(path, bend, "bend: the arc does not fit")


def _loft(sizes: Mapping[str, Measured]) -> None:
    for name in ("bottom", "top"):
        points = _points(sizes, name)
        check_polygon(points, name)
        turns = _turns(points if _area(points) > 0 else points[::-1])
        if (turns < -SAME * float(np.ptp(points, axis=0).max()) ** 2).any():
            raise ArgumentError(f"{name}: the polygon is not convex")


def check_polygon(points: Array, name: str) -> None:
    """Raise unless a closed polygon (n, 2) encloses an area and touches itself nowhere.

    Raises:
        ArgumentError: It does not.
    """
    ends = np.roll(points, -1, axis=0)
    size = float(np.ptp(points, axis=0).max())
    if (np.linalg.norm(ends - points, axis=1) <= SAME * size).any():
        raise ArgumentError(f"{name}: two corners that follow each other are the same")
    if abs(_area(points)) <= SAME * size * size:
        raise ArgumentError(f"{name}: the polygon has no area")
    if _crosses(points, ends):
        raise ArgumentError(f"{name}: the polygon crosses itself")


def _crosses(starts: Array, ends: Array) -> bool:
    """Whether two edges that are not neighbours meet."""
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


def _check_fillet(points: Array, fillet: float) -> None:
    ends = np.roll(points, -1, axis=0)
    steps = ends - points
    lengths = np.linalg.norm(steps, axis=1)
    along = steps / lengths[:, None]
    cosines = np.clip((along * np.roll(along, 1, axis=0)).sum(axis=1), -1.0, 1.0)
    back = fillet * np.tan(np.arccos(cosines) / 2)
    if (back + np.roll(back, -1) > lengths * (1 + SAME)).any():
        raise ArgumentError(f"fillet: {fillet:g} does not fit between the corners")


def _check_corners(path: Array, room: float, message: str) -> None:
    """Raise unless the corners of a path leave each other room, and none turns back."""
    steps = np.diff(path, axis=0)
    lengths = np.linalg.norm(steps, axis=1)
    if (lengths <= SAME * max(float(np.ptp(path, axis=0).max()), SAME)).any():
        raise ArgumentError("path: two points that follow each other are the same")
    along = steps / lengths[:, None]
    cosines = np.clip((along[1:] * along[:-1]).sum(axis=1), -1.0, 1.0)
    angles = [acos(cosine) for cosine in cosines.tolist()]
    if any(angle > SHARPEST for angle in angles):
        raise ArgumentError("path: it turns back at a corner, by more than 150 degrees")
    back = [0.0, *(room * tan(angle / 2) for angle in angles), 0.0]
    for k, length in enumerate(lengths.tolist()):
        if back[k] + back[k + 1] > length * (1 + SAME):
            raise ArgumentError(f"{message} between points {k + 1} and {k + 2}")


def _to_axis(points: Array) -> Array:
    ends = [np.array([[0.0, z]]) if r > 0.0 else np.zeros((0, 2)) for r, z in points[[0, -1]]]
    return np.concatenate([ends[0], points, ends[1]])


def _points(sizes: Mapping[str, Measured], name: str) -> Array:
    return np.array(sizes[name], float)


def _number(sizes: Mapping[str, Measured], name: str) -> float:
    value = sizes[name]
    assert isinstance(value, float)
    return value


def _area(points: Array) -> float:
    x, y = points.T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2)


def _turns(points: Array) -> Array:
    steps = np.roll(points, -1, axis=0) - points
    after = np.roll(steps, -1, axis=0)
    turns: Array = steps[:, 0] * after[:, 1] - steps[:, 1] * after[:, 0]
    return turns


CHECKS: Mapping[str, Callable[[Mapping[str, Measured]], None]] = {
    "extrusion": _extrusion,
    "revolution": _revolution,
    "sweep": _sweep,
    "cable": _cable,
    "loft": _loft,
}

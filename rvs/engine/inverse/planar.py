"""Three joints that move in one plane: turns about its normal and slides within it."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.inverse.arm import Axes
from rvs.engine.inverse.position import to_distance, two_in_a_plane
from rvs.engine.inverse.subproblems import angle_between, turns_between
from rvs.engine.transforms import inverse

Values = tuple[float, ...]


def in_plane(axes: Axes, normal: Array, X: Array) -> list[Values]:
    """Return the values of three joints that make a motion of their plane.

    Args:
        axes: The axes, at least one of which turns.
        normal: The plane's normal (3,).
        X: The motion (4, 4); what leads out of the plane does not count.
    """
    if axes.turns.sum() == 1:
        return [_one_turn(axes, normal, X)]
    if not axes.turns[2]:
        back = in_plane(axes.pick((2, 1, 0)), normal, inverse(X))
        return [tuple(-value for value in reversed(values)) for values in back]
    # the last turn leaves a point of its axis where the others bring it
    point, place = axes.p[2], X[:3, :3] @ axes.p[2] + X[:3, 3]
    senses = np.where(axes.turns, np.sign(axes.h @ normal), 0.0)
    found: list[Values] = []
    for x, y in _two_joints(axes, point, place):
        used = senses[0] * x + senses[1] * y
        found.append((x, y, float(senses[2] * (_turn(normal, X) - used))))
    return found


def _turn(normal: Array, X: Array) -> float:
    across = np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    return angle_between(normal, across, X[:3, :3] @ across)


def _one_turn(axes: Axes, normal: Array, X: Array) -> Values:
    """The turn is known, and the way is linear in the slides."""
    turning = int(np.flatnonzero(axes.turns)[0])
    values = np.zeros(3)
    values[turning] = np.sign(axes.h[turning] @ normal) * _turn(normal, X)
    motion = axes.motion(turning, values[turning])
    slides = [i for i in range(3) if i != turning]
    ways = [axes.h[i] if i < turning else motion[:3, :3] @ axes.h[i] for i in slides]
    missing = X[:3, 3] - motion[:3, 3]
    values[slides] = np.linalg.lstsq(np.column_stack(ways), missing, rcond=None)[0]
    return tuple(values.tolist())


def _two_joints(axes: Axes, point: Array, place: Array) -> list[tuple[float, float]]:
    """Values of the first two joints, at least one a turn, that bring a point to a place."""
    if axes.turns[0] and axes.turns[1]:
        return two_in_a_plane(axes, point, place)
    if axes.turns[0]:
        return _turn_and_slide(axes.h[0], axes.p[0], axes.h[1], point, place)
    return [(-x, -y) for y, x in _turn_and_slide(axes.h[1], axes.p[1], axes.h[0], place, point)]


def _turn_and_slide(
    axis: Array, center: Array, direction: Array, point: Array, place: Array
) -> list[tuple[float, float]]:
    """Slide the point to the distance of the place, then turn it there."""
    lever, goal = point - center, place - center
    lever, goal = lever - axis * (axis @ lever), goal - axis * (axis @ goal)
    slides = to_distance(lever, direction, goal)
    return [(x, y) for y in slides for x in turns_between(axis, lever + direction * y, goal)]

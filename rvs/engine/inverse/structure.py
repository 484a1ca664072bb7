"""Closed solutions of six joints by a triple of them that separates the equation.

In the cyclic equation (``Axes.rolled``), the triple may be anywhere in the chain:

* Three axes that meet turn about the meeting point: the other three joints alone bring it to its
  place, and the triple then makes the rotation (Pieper 1968).
* Three joints that move in one plane keep its normal and the height above it: two equations in
  the sines and cosines of two of the other joints (Raghavan & Roth 1993 for arms of this kind).

Three joints that move in one plane: rotations about its normal and translations within it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.inverse.arm import Axes
from rvs.engine.inverse.position import ALIKE, place, to_distance, two_in_a_plane
from rvs.engine.inverse.subproblems import (
    angle_between,
    three_turns,
    trig_of,
    turns_between,
    two_trig_equations,
    two_turns,
)
from rvs.engine.screws import exp3
from rvs.engine.transforms import inverse

Values = tuple[float, ...]

# Places that are followed up where infinitely many would do; a curve of them is met at 16 or so.
MOST_PLACES = 64


def meeting_point(axes: Axes, size: float) -> Array | None:
    """Return the intersection of three revolute axes, no two in line, or None.

    Args:
        axes: Three axes.
        size: Reference length below which a distance is treated as zero.
    """
    if not axes.turns.all():
        return None
    h, p = axes.h, axes.p
    if min(np.linalg.norm(np.cross(h[i], h[i + 1])) for i in (0, 1)) < ALIKE:
        return None
    across = np.eye(3) - h[:, :, None] * h[:, None, :]
    point = np.linalg.lstsq(across.sum(axis=0), (across @ p[..., None]).sum(axis=0)[:, 0])[0]
    misses = np.linalg.norm(np.cross(h, point - p), axis=1)
    return np.asarray(point) if misses.max() < ALIKE * size else None


def plane_normal(axes: Axes) -> Array | None:
    """Return the normal of the plane in which three joints move independently, or None."""
    turning = axes.h[axes.turns]
    if not len(turning):
        return None
    normal = turning[0]
    parallel = all(np.linalg.norm(np.cross(normal, h)) < ALIKE for h in turning)
    level = all(abs(normal @ h) < ALIKE for h in axes.h[~axes.turns])
    slides = axes.h[~axes.turns]
    spread = len(slides) < 2 or np.linalg.norm(np.cross(slides[0], slides[1])) > ALIKE
    return normal if parallel and level and spread else None


def with_meeting_last(axes: Axes, point: Array, goal: Array) -> Iterator[Values]:
    """Yield the values of six joints whose last three axes intersect.

    Args:
        axes: Six axes.
        point: Intersection of the last three.
        goal: Required product of all motions (4, 4).

    Where the equations hold for any values, ``MOST_PLACES`` of the solutions represent all.
    """
    R, p = goal[:3, :3], goal[:3, 3]
    for values in _some(place(axes.pick((0, 1, 2)), point, R @ point + p)):
        before = axes.pick((0, 1, 2)).product(values)[:3, :3]
        for wrist in three_turns(axes.h[3:], before.T @ R):
            yield (*values, *wrist)


def _some(found: Sequence[Values]) -> Sequence[Values]:
    """Return solutions of three joints, or an even selection if there are very many."""
    return found[:: max(1, -(-len(found) // MOST_PLACES))]


def with_plane_first(axes: Axes, normal: Array, goal: Array) -> Iterator[Values]:
    """Yield the values of six joints whose first three move in one plane.

    Args:
        axes: Six axes, with at most one prismatic among the last three.
        normal: Normal of that plane.
        goal: Required product of all motions (4, 4).

    Where the equations hold for any values, ``MOST_PLACES`` of the solutions represent all.
    """
    rest = axes.pick((3, 4, 5))
    others = _turns_only if rest.turns.all() else _with_one_slide
    for values in _some(others(rest, normal, goal)):
        plane = goal @ inverse(rest.product(values))
        for ahead in in_plane(axes.pick((0, 1, 2)), normal, plane):
            yield (*ahead, *values)


def _turns_only(rest: Axes, n: Array, goal: Array) -> list[Values]:
    """Solve with normal and height: ``R_x R_y R_z k = n`` and ``n . (E p) = n . (G p)``."""
    R, t = goal[:3, :3], goal[:3, 3]
    k = R.T @ n
    h, p = rest.h, rest.p
    turned = trig_of(h[0], n, h[1]), trig_of(h[2], h[1], k)
    ahead, behind = trig_of(h[0], n, p[1] - p[0]), trig_of(h[2], p[2] - p[1], k)
    height = float(n @ (R @ p[2] + t - p[0]))
    left, right = np.array([turned[0][:2], ahead[:2]]), np.array([-turned[1][:2], behind[:2]])
    constant = np.array([turned[0][2] - turned[1][2], ahead[2] + behind[2] - height])
    found: list[Values] = []
    for x, z in two_trig_equations(left, right, constant):
        middle = turns_between(h[1], exp3(h[2] * z) @ k, exp3(-h[0] * x) @ n)
        found += [(x, y, z) for y in middle]
    return found


def _with_one_slide(rest: Axes, n: Array, goal: Array) -> list[Values]:
    """Solve with the normal from the two rotations and the height from the slide."""
    slide = int(np.flatnonzero(~rest.turns)[0])
    first, second = (i for i in range(3) if i != slide)
    k = goal[:3, :3].T @ n
    found: list[Values] = []
    for x, y in two_turns(rest.h[first], rest.h[second], k, n):
        values = [0.0, 0.0, 0.0]
        values[first], values[second] = x, y
        motion = rest.product(values)
        missing = n @ (goal[:3, 3] - motion[:3, 3])
        way = n @ rest.pick(range(slide)).product(values[:slide])[:3, :3] @ rest.h[slide]
        if abs(way) > ALIKE:
            values[slide] = float(missing / way)
        found.append(tuple(values))
    return found


def in_plane(axes: Axes, normal: Array, X: Array) -> list[Values]:
    """Return the values of three joints for a motion of their plane.

    Args:
        axes: The axes, at least one of them revolute.
        normal: The plane's normal (3,).
        X: The motion (4, 4); its component out of the plane is ignored.
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
    """Solve with the known rotation; the displacement is linear in the slides."""
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
    """Return the values of two joints, at least one revolute, that move a point to a position."""
    if axes.turns[0] and axes.turns[1]:
        return two_in_a_plane(axes, point, place)
    if axes.turns[0]:
        return _turn_and_slide(axes.h[0], axes.p[0], axes.h[1], point, place)
    return [(-x, -y) for y, x in _turn_and_slide(axes.h[1], axes.p[1], axes.h[0], place, point)]


def _turn_and_slide(
    axis: Array, center: Array, direction: Array, point: Array, place: Array
) -> list[tuple[float, float]]:
    """Slide the point to the distance of the position, then rotate it there."""
    lever, goal = point - center, place - center
    lever, goal = lever - axis * (axis @ lever), goal - axis * (axis @ goal)
    slides = to_distance(lever, direction, goal)
    return [(x, y) for y in slides for x in turns_between(axis, lever + direction * y, goal)]

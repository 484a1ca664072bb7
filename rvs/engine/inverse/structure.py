"""Closed solutions of six joints from one triple among them that makes the equation fall apart.

Read in a circle (``Axes.rolled``), the triple may stand anywhere in the chain:

* Three axes that meet turn about the meeting point: the other three joints alone bring it to its
  place, and the triple then makes the rotation (Pieper 1968).
* Three joints that move in one plane keep its normal and the height above it: two equations in
  the sines and cosines of two of the other joints (Raghavan & Roth 1993 for arms of this kind).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.inverse.arm import Axes
from rvs.engine.inverse.planar import in_plane
from rvs.engine.inverse.position import ALIKE, place
from rvs.engine.inverse.subproblems import (
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
    """Return the point where three turning axes meet, no two in line, or None.

    Args:
        axes: Three axes.
        size: Length beside which a distance counts as none.
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
    """Yield the values of six joints of which the last three turn about axes that meet.

    Args:
        axes: Six axes.
        point: Where the last three meet.
        goal: What the product of all motions is to be (4, 4).

    Where the equations hold for any values, ``MOST_PLACES`` of those found stand for all.
    """
    R, p = goal[:3, :3], goal[:3, 3]
    for values in _some(place(axes.pick((0, 1, 2)), point, R @ point + p)):
        before = axes.pick((0, 1, 2)).product(values)[:3, :3]
        for wrist in three_turns(axes.h[3:], before.T @ R):
            yield (*values, *wrist)


def _some(found: Sequence[Values]) -> Sequence[Values]:
    """Solutions of three joints, of very many some from all over."""
    return found[:: max(1, -(-len(found) // MOST_PLACES))]


def with_plane_first(axes: Axes, normal: Array, goal: Array) -> Iterator[Values]:
    """Yield the values of six joints of which the first three move in one plane.

    Args:
        axes: Six axes, of the last three at most one slides.
        normal: Normal of that plane.
        goal: What the product of all motions is to be (4, 4).

    Where the equations hold for any values, ``MOST_PLACES`` of those found stand for all.
    """
    rest = axes.pick((3, 4, 5))
    others = _turns_only if rest.turns.all() else _with_one_slide
    for values in _some(others(rest, normal, goal)):
        plane = goal @ inverse(rest.product(values))
        for ahead in in_plane(axes.pick((0, 1, 2)), normal, plane):
            yield (*ahead, *values)


def _turns_only(rest: Axes, n: Array, goal: Array) -> list[Values]:
    """Normal and height are kept: ``R_x R_y R_z k = n`` and ``n . (E p) = n . (G p)``."""
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
    """The two turns make the normal, the slide makes the height."""
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

"""Three joints of any kind that move a point to a position: the arm before a spherical wrist.

The method of Pieper (1968).  Seen from the axis of the first joint, the position has a height and a
distance that this joint does not change; seen from the axis of the second, the point has a height
and a lever that this joint does not change.  The result is one equation for the third joint, a
polynomial of degree 4 or, where axes are parallel or meet, less.
"""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.inverse.arm import Axes
from rvs.engine.inverse.subproblems import roots, trig_of, trig_roots, turns_between
from rvs.engine.screws import exp3

Triple = tuple[float, float, float]
# Sine below which axes count as parallel, and distance beside the arm's size as none.
ALIKE = 1e-6


def place(axes: Axes, w: Array, g: Array) -> list[Triple]:
    """Return the values of three joints that move a point to a position.

    Args:
        axes: The axes, at 0.
        w: The point at 0 (3,).
        g: Its required position (3,).
    """
    kinds = "".join("R" if turns else "P" for turns in axes.turns)
    if kinds in ("PPR", "PRR") or (kinds == "RRR" and _parallel(axes.h[1], axes.h[2])):
        return [(-c, -b, -a) for a, b, c in _place(axes.pick((2, 1, 0)), kinds[::-1], g, w)]
    return _place(axes, kinds, w, g)


def _place(axes: Axes, kinds: str, w: Array, g: Array) -> list[Triple]:
    if kinds.startswith("RR"):
        if _parallel(axes.h[0], axes.h[1]):
            return _parallel_turns(axes, w, g)
        return _two_turns(axes, w, g)
    solvers = {"RPR": _turn_slide_turn, "RPP": _turn_slides, "PRP": _slide_turn_slide}
    return solvers[kinds](axes, w, g) if kinds in solvers else _slides(axes, w, g)


def _parallel(h: Array, k: Array) -> bool:
    return bool(np.linalg.norm(np.cross(h, k)) < ALIKE)


def _size(axes: Axes, w: Array, g: Array) -> float:
    return float(np.linalg.norm(np.vstack([axes.p, w, g]) - axes.p[0], axis=1).sum()) or 1.0


def _carried(axes: Axes, i: int, point: Array, values: Array) -> Array:
    """Return the position of a point moved by joint i for some values, (3, ...)."""
    if not axes.turns[i]:
        return np.asarray(point[:, None] + np.multiply.outer(axes.h[i], np.atleast_1d(values)))
    h, lever = axes.h[i], point - axes.p[i]
    along = h * (h @ lever)
    around = np.column_stack([lever - along, np.cross(h, lever), axes.p[i] + along])
    turn = np.array([np.cos(values), np.sin(values), np.ones_like(values)])
    return np.asarray(around @ turn.reshape(3, -1))


def _two_turns(axes: Axes, w: Array, g: Array) -> list[Triple]:
    """Solve two rotations about axes that are not parallel, then any joint."""
    a, b = axes.h[0], axes.h[1]
    n, p_a, p_b = _common_normal(axes)
    m = np.cross(b, n)
    step, goal, size = float((p_b - p_a) @ n), g - p_a, _size(axes, w, g)
    crossing = abs(step) < ALIKE * size

    def parts(z: Array) -> tuple[Array, Array, Array]:
        """Return the part v turned by the second joint, and the known parts of the result u."""
        v = _carried(axes, 2, w, z) - p_b[:, None]
        u_m = (a @ goal - (a @ b) * (b @ v)) / (a @ m)
        # 2 step times the part of u along the common normal
        return v, u_m, goal @ goal - step**2 - (v * v).sum(axis=0)

    def missing(z: Array) -> Array:
        v, u_m, u_n = parts(z)
        lever = (v * v).sum(axis=0) - (b @ v) ** 2
        return u_n if crossing else u_n**2 - 4 * step**2 * (lever - u_m**2)

    found = []
    scale = size**2 if crossing else (size * max(abs(step), ALIKE * size)) ** 2
    for z in roots(missing, bool(axes.turns[2]), scale, size):
        v, u_m, u_n = (np.asarray(part)[..., 0] for part in parts(np.array([z])))
        off = v @ v - (b @ v) ** 2 - u_m**2
        if crossing and off < -1e-3 * size**2:
            continue
        sides = (1.0, -1.0) if crossing else (float(np.sign(u_n / step)) or 1.0,)
        for side in sides:
            u = side * np.sqrt(max(off, 0.0)) * n + u_m * m
            for y in turns_between(b, v, u):
                ends = p_b + exp3(b * y) @ v - p_a
                found += [(x, y, z) for x in turns_between(a, ends, goal)]
    return found


def _common_normal(axes: Axes) -> tuple[Array, Array, Array]:
    """Return the direction of the common normal of the first two axes and its feet on both."""
    h, k, between = axes.h[0], axes.h[1], axes.p[1] - axes.p[0]
    n = np.cross(h, k)
    sine = float(np.linalg.norm(n))
    cosine = h @ k
    first = axes.p[0] + h * ((between @ h - (between @ k) * cosine) / sine**2)
    second = axes.p[1] + k * (((between @ h) * cosine - between @ k) / sine**2)
    return n / sine, first, second


def _parallel_turns(axes: Axes, w: Array, g: Array) -> list[Triple]:
    """Solve two rotations about parallel axes: the third joint alone sets the height."""
    a = axes.h[0]
    size = _size(axes, w, g)

    def missing(z: Array) -> Array:
        return np.asarray(a @ (_carried(axes, 2, w, z) - g[:, None]))

    found = []
    for z in roots(missing, bool(axes.turns[2]), size, size):
        point = _carried(axes, 2, w, np.array([z]))[:, 0]
        found += [(x, y, z) for x, y in two_in_a_plane(axes, point, g)]
    return found


def two_in_a_plane(axes: Axes, point: Array, g: Array) -> list[tuple[float, float]]:
    """Return two turns about parallel axes that move a point above a position.

    Args:
        axes: The axes; only the first two are used.
        point: The point at 0 (3,).
        g: The position (3,); its height along the axes is ignored.
    """
    a, b = axes.h[0], axes.h[1]
    lever, link, goal = point - axes.p[1], axes.p[1] - axes.p[0], g - axes.p[0]
    lever_, link_, goal_ = (v - a * (a @ v) for v in (lever, link, goal))
    distance = 2 * trig_of(b, link_, lever_)
    squares = [float(v @ v) for v in (lever_, link_, goal_)]
    distance[2] += squares[0] + squares[1] - squares[2]
    pairs = []
    for y in trig_roots(distance, sum(squares) or 1.0):
        pairs += [(x, y) for x in turns_between(a, link + exp3(b * y) @ lever, goal)]
    return pairs


def _turn_slide_turn(axes: Axes, w: Array, g: Array) -> list[Triple]:
    """Solve with the height set by the slide, or by the last rotation for a level slide."""
    a, b = axes.h[0], axes.h[1]
    goal, size = g - axes.p[0], _size(axes, w, g)
    level = abs(a @ b) < ALIKE

    def lever(z: Array) -> Array:
        return np.asarray(_carried(axes, 2, w, z) - axes.p[0][:, None])

    def missing(z: Array) -> Array:
        r = lever(z)
        height = a @ goal - a @ r
        if level:
            return np.asarray(height)
        return np.asarray(((r + np.outer(b, height / (a @ b))) ** 2).sum(axis=0) - goal @ goal)

    found = []
    for z in roots(missing, True, size if level else size**2, size):
        r = lever(np.array([z]))[:, 0]
        slides = [float(a @ (goal - r) / (a @ b))] if not level else to_distance(r, b, goal)
        found += [(x, y, z) for y in slides for x in turns_between(a, r + b * y, goal)]
    return found


def to_distance(r: Array, direction: Array, goal: Array) -> list[float]:
    """Return the slides that give a lever (3,) the length of another."""
    middle = float(direction @ r)
    square = middle**2 - float(r @ r - goal @ goal)
    size = float(r @ r + goal @ goal)
    if square < -ALIKE * size:
        return []
    spread = float(np.sqrt(max(square, 0.0)))
    return [spread - middle, -spread - middle] if spread > 0.0 else [-middle]


def _turn_slides(axes: Axes, w: Array, g: Array) -> list[Triple]:
    """Solve with a rotation that brings the position into the plane of the slides."""
    a, b, c = axes.h
    normal = np.cross(b, c)
    height = trig_of(-a, normal, g - axes.p[0])
    height[2] -= normal @ (w - axes.p[0])
    found = []
    for x in trig_roots(height, _size(axes, w, g)):
        back = axes.p[0] + exp3(-a * x) @ (g - axes.p[0]) - w
        y, z = np.linalg.lstsq(np.column_stack([b, c]), back, rcond=None)[0]
        found.append((x, float(y), float(z)))
    return found


def _slide_turn_slide(axes: Axes, w: Array, g: Array) -> list[Triple]:
    """Solve with the two slides and the remaining displacement in one plane."""
    a, b, c = axes.h
    # a x R c . (g - p - R (w - p)) with R about b, linear in its sine and cosine
    lever = w - axes.p[1]
    plane = trig_of(b, np.cross(g - axes.p[1], a), c) - trig_of(b, a, np.cross(c, lever))
    found = []
    for y in trig_roots(plane, _size(axes, w, g)):
        R = exp3(b * y)
        way = g - axes.p[1] - R @ lever
        x, z = np.linalg.lstsq(np.column_stack([a, R @ c]), way, rcond=None)[0]
        found.append((float(x), y, float(z)))
    return found


def _slides(axes: Axes, w: Array, g: Array) -> list[Triple]:
    """Solve three slides: the displacement in skew coordinates."""
    x, y, z = np.linalg.lstsq(axes.h.T, g - w, rcond=None)[0]
    return [(float(x), float(y), float(z))]

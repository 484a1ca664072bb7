"""Nearest points of two convex bodies by the method of Gilbert, Johnson and Keerthi.

The distance of two sets of points is the distance of the origin from their Minkowski difference.  A
simplex of up to four of its points moves step by step towards the origin.

Sources: Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between complex
objects in three-dimensional space", IEEE J. Robotics and Automation 4(2), 1988; the termination as
in van den Bergen, "Collision Detection in Interactive 3D Environments", 2003, chapter 4.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from rvs.engine.arrays import Array
from rvs.value_class import dataclass

# How near the origin counts as there, and how flat a simplex as flat, in parts of its size.
NOTHING = 1e-10
FLAT = 1e-12
GAP = 1e-14
MOST_STEPS = 128


@dataclass(frozen=True, eq=False)
class Simplex:
    """Points of a Minkowski difference with their origins.

    Attributes:
        w: The differences ``a - b`` (k, 3).
        a: Points of the first body (k, 3).
        b: Points of the second (k, 3).
    """

    w: Array
    a: Array
    b: Array

    def only(self, kept: list[int]) -> Simplex:
        """Return the simplex of some of its points."""
        return Simplex(self.w[kept], self.a[kept], self.b[kept])

    def with_point(self, a: Array, b: Array) -> Simplex:
        """Return the simplex with one more point."""
        rows = [np.vstack(pair) for pair in ((self.w, a - b), (self.a, a), (self.b, b))]
        return Simplex(*rows)


@dataclass(frozen=True, eq=False)
class Nearest:
    """Distance between two bodies.

    Attributes:
        distance: Their distance; 0 if they meet.
        point_a: Nearest point of the first (3,).
        point_b: Nearest point of the second (3,).
        simplex: The final simplex; it contains the origin if the bodies meet.
    """

    distance: float
    point_a: Array
    point_b: Array
    simplex: Simplex


def nearest_points(a: Array, b: Array) -> Nearest:
    """Return the nearest points of the convex hulls of two sets of points.

    Args:
        a: Points of the first (n, 3), m.
        b: Points of the second (m, 3), in the same frame.
    """
    simplex = Simplex(a[:1] - b[:1], a[:1], b[:1])
    weights, v = np.ones(1), simplex.w[0]
    for _ in range(MOST_STEPS):
        size = float(np.abs(simplex.w).max())
        if v @ v <= (NOTHING * size) ** 2:
            break
        p, q = furthest(a, -v), furthest(b, v)
        w = p - q
        if v @ v - v @ w <= GAP * size**2 or (simplex.w == w).all(axis=1).any():
            break
        grown = simplex.with_point(p, q)
        kept, new_weights, new = nearest_of(grown.w)
        if new @ new >= v @ v:
            break
        simplex, weights, v = grown.only(kept), new_weights, new
        if len(kept) == 4:
            break
    met = len(simplex.w) == 4 or bool(v @ v <= (NOTHING * np.abs(simplex.w).max()) ** 2)
    distance = 0.0 if met else float(np.sqrt(v @ v))
    return Nearest(distance, weights @ simplex.a, weights @ simplex.b, simplex)


def furthest(points: Array, direction: Array) -> Array:
    """Return the point (3,) of a set that is furthest in a direction."""
    found: Array = points[int(np.argmax(points @ direction))]
    return found


def nearest_of(w: Array) -> tuple[list[int], Array, Array]:
    """Return the point of a simplex nearest to the origin.

    Args:
        w: Corners (k, 3), k from 1 to 4.

    Returns:
        The corners that enclose it, their weights, and the point.
    """
    inside = _inside(w)
    if inside is not None:
        return list(range(len(w))), *inside
    sides = combinations(range(len(w)), len(w) - 1)
    found = [(list(side), nearest_of(w[list(side)])) for side in sides]
    side, (kept, weights, v) = min(found, key=lambda one: float(one[1][2] @ one[1][2]))
    return [side[i] for i in kept], weights, v


def _inside(w: Array) -> tuple[Array, Array] | None:
    """Return weights and position of the origin projected on a simplex; None if outside or flat."""
    if len(w) == 1:
        return np.ones(1), w[0]
    edges = w[1:] - w[0]
    if len(w) == 2:
        along = edges[0]
        part = -(w[0] @ along) / max(along @ along, 1e-300)
        weights = np.array([1.0 - part, part])
        return (weights, w[0] + part * along) if 0.0 < part < 1.0 else None
    normal = np.cross(edges[0], edges[1])
    square, spread = normal @ normal, (edges[0] @ edges[0]) * (edges[1] @ edges[1])
    if square <= FLAT**2 * spread:
        return None
    if len(w) == 3:
        areas = [np.cross(w[(i + 1) % 3], w[(i + 2) % 3]) @ normal for i in range(3)]
        weights = np.array(areas) / square
        return (weights, normal * (normal @ w[0]) / square) if (weights > 0.0).all() else None
    volume = normal @ edges[2]
    if abs(volume) <= FLAT * np.sqrt(spread * (edges[2] @ edges[2])):
        return None
    shares = np.linalg.solve(edges.T, -w[0])
    weights = np.array([1.0 - shares.sum(), *shares])
    return (weights, np.zeros(3)) if (weights > 0.0).all() else None

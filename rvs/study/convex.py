"""Two convex bodies: their nearest points, and the depth of their overlap.

The distance of two sets of points is the distance of the origin from their Minkowski difference.  A
simplex of up to four of its points moves step by step towards the origin.

Sources: Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between complex
objects in three-dimensional space", IEEE J. Robotics and Automation 4(2), 1988; the termination as
in van den Bergen, "Collision Detection in Interactive 3D Environments", 2003, chapter 4.

Inside the Minkowski difference of the bodies, a polytope around the origin is expanded.  Its face
nearest to the origin is moved outwards until it is a face of the difference: its distance is the
shortest translation that separates the bodies.

Source: van den Bergen, "Proximity queries and penetration depth computation on 3D game objects",
Game Developers Conference 2001.
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


MOST_OVERLAP_STEPS = 160
DONE = 1e-10


@dataclass(frozen=True, eq=False)
class Overlap:
    """Overlap of two bodies.

    Attributes:
        depth: Least translation that separates them; 0 if one of them is flat and they only touch.
        normal: Unit vector (3,) along which the second leaves the first.
        point_a: The first's deepest point inside the second (3,).
        point_b: The second's deepest point inside the first (3,).
    """

    depth: float
    normal: Array
    point_a: Array
    point_b: Array


@dataclass(frozen=True, eq=False)
class _Face:
    corners: tuple[int, int, int]
    normal: Array
    distance: float


def overlap(a: Array, b: Array, start: Simplex) -> Overlap:
    """Return the depth of the overlap of the convex hulls of two sets of points.

    Args:
        a: Points of the first (n, 3), m.
        b: Points of the second (m, 3), in the same frame.
        start: Points of their difference around the origin.
    """
    grown = _tetrahedron(a, b, start)
    if len(grown.w) < 4:
        return _flat(grown)
    size = float(np.abs(grown.w).max())
    faces = _hull(grown.w)
    for _ in range(MOST_OVERLAP_STEPS):
        best = min(faces, key=lambda face: face.distance)
        p, q = furthest(a, best.normal), furthest(b, -best.normal)
        if (p - q) @ best.normal - best.distance <= DONE * size:
            break
        grown = grown.with_point(p, q)
        pushed = _pushed(faces, best, grown.w, DONE * size)
        if pushed is None:
            break
        faces = pushed
    return _answer(grown, faces, 10.0 * DONE * size)


def _tetrahedron(a: Array, b: Array, start: Simplex) -> Simplex:
    """Return a simplex extended to four corners that are not flat, as far as the bodies allow."""
    found = start
    while len(found.w) < 4:
        for direction in _across(found.w):
            p, q = furthest(a, direction), furthest(b, -direction)
            wider = found.with_point(p, q)
            if _spreads(wider.w):
                found = wider
                break
        else:
            return found
    return found


def _across(w: Array) -> list[Array]:
    """Return directions that leave the plane, line or point that a simplex spans, both ways."""
    edges = w[1:] - w[0]
    if len(edges) == 2:
        found = [np.cross(edges[0], edges[1])]
    elif len(edges) == 1:
        axis = np.eye(3)[int(np.argmin(np.abs(edges[0])))]
        first = np.cross(edges[0], axis)
        found = [first, np.cross(edges[0], first)]
    else:
        found = list(np.eye(3))
    return [sign * one for one in found for sign in (1.0, -1.0)]


def _spreads(w: Array) -> bool:
    """Return whether the last corner is outside the span of the others."""
    edges = w[1:] - w[0]
    size = float(np.abs(edges).max())
    if len(edges) == 1:
        return size > FLAT * float(np.abs(w).max())
    normal = np.cross(edges[0], edges[1])
    measure = np.linalg.norm(normal) if len(edges) == 2 else abs(normal @ edges[2]) / size
    return bool(measure > 1e-9 * size**2)


def _flat(simplex: Simplex) -> Overlap:
    """Return the overlap of bodies whose difference has no volume: they touch."""
    edges = simplex.w[1:] - simplex.w[0]
    normal = _across(simplex.w)[0] if len(edges) else np.array([0.0, 0.0, 1.0])
    middle_a, middle_b = simplex.a.mean(axis=0), simplex.b.mean(axis=0)
    return Overlap(0.0, normal / np.linalg.norm(normal), middle_a, middle_b)


def _hull(w: Array) -> list[_Face]:
    edges = w[1:] - w[0]
    turned = np.cross(edges[0], edges[1]) @ edges[2] > 0.0
    cycles = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
    return [_face(w, cycle if turned else cycle[::-1]) for cycle in cycles]


def _face(w: Array, corners: tuple[int, ...]) -> _Face:
    i, j, k = corners
    normal = np.cross(w[j] - w[i], w[k] - w[i])
    length = float(np.linalg.norm(normal))
    if length == 0.0:
        return _Face((i, j, k), normal, np.inf)
    normal = normal / length
    return _Face((i, j, k), normal, max(float(normal @ w[i]), 0.0))


def _pushed(faces: list[_Face], best: _Face, w: Array, slack: float) -> list[_Face] | None:
    """Return the polytope with its last corner outside; None if rounding hides all faces."""
    new = len(w) - 1
    seen = [face for face in faces if face.normal @ (w[new] - w[face.corners[0]]) > slack]
    if best not in seen:
        return None
    edges = [(f.corners[i], f.corners[(i + 1) % 3]) for f in seen for i in range(3)]
    rim = [edge for edge in edges if edge[::-1] not in edges]
    made = [_face(w, (i, j, new)) for i, j in rim]
    if any(face.distance == np.inf for face in made):
        return None
    return [face for face in faces if face not in seen] + made


def _answer(grown: Simplex, faces: list[_Face], slack: float) -> Overlap:
    """Return the overlap at the nearest face; of several in one plane, the one around the foot."""
    least = min(face.distance for face in faces)
    level = [(face, _areas(grown.w, face)) for face in faces if face.distance <= least + slack]
    face, areas = max(level, key=lambda one: float(one[1].min()))
    weights = np.maximum(areas, 0.0)
    weights = weights / weights.sum() if weights.sum() > 0.0 else np.full(3, 1.0 / 3.0)
    corners = list(face.corners)
    return Overlap(least, face.normal, weights @ grown.a[corners], weights @ grown.b[corners])


def _areas(w: Array, face: _Face) -> Array:
    """Return twice the areas between the origin's projection and the sides of a face (3,)."""
    rays = w[list(face.corners)] - face.normal * face.distance
    found: Array = np.cross(np.roll(rays, -1, axis=0), np.roll(rays, -2, axis=0)) @ face.normal
    return found

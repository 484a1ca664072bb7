"""Distances of many bodies, in plain NumPy: the reference for the C++ kernel.

Boxes around bodies and pieces give lower bounds of their distance, so that few pieces are measured.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.kernels import NATIVE
from rvs.study.convex import nearest_points, overlap
from rvs.study.shapes import Indices, Packed
from rvs.value_class import dataclass

# Bodies that overlap less than this touch, they do not collide, in m.
CONTACT = 1e-6
# Columns of a result: distance, depth, a point of either body.
COLUMNS = 8


@dataclass(frozen=True, eq=False)
class _Measured:
    """Distance between two pieces, 0 if they meet, and the depth of their overlap."""

    distance: float
    depth: float
    a: Array
    b: Array

    @property
    def signed(self) -> float:
        return self.distance - self.depth

    @property
    def row(self) -> Array:
        found: Array = np.array([self.distance, self.depth, *self.a, *self.b])
        return found

    def turned(self) -> _Measured:
        return _Measured(self.distance, self.depth, self.b, self.a)


def make_collider(packed: Packed) -> Any:
    """Return the collider of bodies, the kernel if there is one.

    It has one method, ``measure``, like ``PlainCollider``.
    """
    return PlainCollider(packed) if NATIVE is None else NATIVE.Collider(*packed.arrays())


class PlainCollider:
    """Computes the distances of bodies."""

    def __init__(self, packed: Packed) -> None:
        starts = packed.piece_starts.tolist()
        self._pieces = [packed.points[a:b] for a, b in pairwise(starts)]
        self._packed = packed
        self._low, self._high = _bounds(self._pieces, packed.radii)
        ends = packed.shell_starts.tolist()
        self._shells = [packed.triangles[a:b].reshape(-1, 3, 3) for a, b in pairwise(ends)]

    def measure(
        self, poses: Array, pairs: Indices, margin: float, nearest: bool, deep: bool
    ) -> tuple[Indices, Array]:
        """Return the nearby pairs.

        Args:
            poses: Pose of each body (b, 16), row by row, m.
            pairs: Bodies whose distance is checked (m, 2).
            margin: Pairs up to this distance are found, m.
            nearest: Find the nearest pair in any case.
            deep: Find the depths of overlaps; else only the overlaps.

        Returns:
            The found pairs (k,), and for each its distance, depth and a point of either body (k,
            8), m.
        """
        world = poses.reshape(-1, 4, 4)
        low, high = self._boxes(world)
        bounds = self._pair_bounds(pairs, low, high)
        found: dict[int, _Measured] = {}
        limit = np.inf if nearest else margin
        for k in np.argsort(bounds, kind="stable").tolist():
            if bounds[k] > max(limit, margin):
                break
            a, b = pairs[k].tolist()
            one = self._measured(a, b, world, (low, high), max(limit, margin), deep)
            if one is not None:
                found[k] = one
                limit = min(limit, one.distance)
        kept = sorted(k for k, one in found.items() if one.distance <= max(margin, limit))
        rows = np.array([found[k].row for k in kept]).reshape(-1, COLUMNS)
        return np.array(kept, np.int64), rows

    def _boxes(self, world: Array) -> tuple[Array, Array]:
        """Return boxes about all pieces in the world: low and high (p, 3)."""
        bodies = np.repeat(np.arange(len(world)), np.diff(self._packed.body_starts))
        turns, shifts = world[bodies, :3, :3], world[bodies, :3, 3]
        middle, half = (self._low + self._high) / 2, (self._high - self._low) / 2
        center = np.einsum("kij,kj->ki", turns, middle) + shifts
        reach = np.einsum("kij,kj->ki", np.abs(turns), half)
        return center - reach, center + reach

    def _pair_bounds(self, pairs: Indices, low: Array, high: Array) -> Array:
        """Lower bounds of the distances of pairs of bodies (m,)."""
        starts, grounds = self._packed.body_starts, self._packed.grounds
        count = len(grounds)
        lows, highs = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
        for body in range(count):
            own = slice(starts[body], starts[body + 1])
            if starts[body + 1] > starts[body]:
                lows[body], highs[body] = low[own].min(axis=0), high[own].max(axis=0)
        a, b = pairs[:, 0], pairs[:, 1]
        bounds = _box_distance(lows[a], highs[a], lows[b], highs[b])
        bounds[(grounds[a] | grounds[b]) != 0] = 0.0
        return bounds

    def _measured(
        self, a: int, b: int, world: Array, boxes: tuple[Array, Array], limit: float, deep: bool
    ) -> _Measured | None:
        if self._packed.grounds[a]:
            found = self._to_ground(b, a, world)
            return found.turned() if found is not None else None
        if self._packed.grounds[b]:
            return self._to_ground(a, b, world)
        best = self._pieces_apart(a, b, world, boxes, limit, deep)
        if (best is None or not best.depth) and self._within(a, b, world):
            best = self._pieces_apart(a, b, world, boxes, np.inf, deep)
            # How far the surfaces are apart is how deep it is at least.
            if best is not None:
                best = _Measured(0.0, max(best.distance, 2.0 * CONTACT), best.a, best.b)
        return best

    def _pieces_apart(
        self, a: int, b: int, world: Array, boxes: tuple[Array, Array], limit: float, deep: bool
    ) -> _Measured | None:
        """Return the nearest pieces of two bodies, or those with the deepest overlap."""
        low, high = boxes
        starts = self._packed.body_starts
        mine, others = (np.arange(starts[one], starts[one + 1]) for one in (a, b))
        bounds = _box_distance(low[mine][:, None], high[mine][:, None], low[others], high[others])
        best: _Measured | None = None
        for place in np.argsort(bounds, axis=None, kind="stable").tolist():
            i, j = divmod(place, len(others))
            if bounds[i, j] > (limit if best is None else best.distance):
                break
            one = self._apart(int(mine[i]), int(others[j]), world[a], world[b])
            if best is None or one.signed < best.signed:
                best = one
            if best.depth > CONTACT and not deep:
                break
        return best if best is None or best.distance <= limit else None

    def _apart(self, i: int, j: int, A: Array, B: Array) -> _Measured:
        points_a, points_b = _placed(self._pieces[i], A), _placed(self._pieces[j], B)
        grown_a, grown_b = self._packed.radii[[i, j]].tolist()
        found = nearest_points(points_a, points_b)
        if found.distance > 0.0:
            normal = (found.point_b - found.point_a) / found.distance
            signed, at_a, at_b = found.distance, found.point_a, found.point_b
        else:
            inner = overlap(points_a, points_b, found.simplex)
            normal, signed = inner.normal, -inner.depth
            at_a, at_b = inner.point_a, inner.point_b
        signed -= grown_a + grown_b
        return _Measured(
            max(signed, 0.0), max(-signed, 0.0), at_a + grown_a * normal, at_b - grown_b * normal
        )

    def _to_ground(self, body: int, ground: int, world: Array) -> _Measured | None:
        """Return the distance of a body's lowest point from the ground."""
        normal, origin = world[ground, :3, 2], world[ground, :3, 3]
        starts = self._packed.body_starts
        lowest = []
        for i in range(starts[body], starts[body + 1]):
            points = _placed(self._pieces[i], world[body])
            foot = points[int(np.argmin(points @ normal))] - self._packed.radii[i] * normal
            lowest.append((float((foot - origin) @ normal), foot))
        if not lowest:
            return None
        height, foot = min(lowest, key=lambda one: one[0])
        return _Measured(max(height, 0.0), max(-height, 0.0), foot, foot - height * normal)

    def _within(self, a: int, b: int, world: Array) -> bool:
        """Return whether one body is inside another, if their surfaces do not meet."""
        packed = self._packed
        for inner, outer in ((a, b), (b, a)):
            own = slice(packed.body_probes[inner], packed.body_probes[inner + 1])
            probes = _placed(packed.probes[own], world[inner])
            local = (probes - world[outer, :3, 3]) @ world[outer, :3, :3]
            shells = range(packed.body_shells[outer], packed.body_shells[outer + 1])
            if any(encloses(self._shells[k], p) for k, p in product(shells, local)):
                return True
        return False


def encloses(triangles: Array, point: Array) -> bool:
    """Return whether a closed surface encloses a point, by its solid angle at the point.

    Source: van Oosterom, Strackee, "The solid angle of a plane triangle", IEEE Trans. Biomedical
    Engineering 30(2), 1983.

    Args:
        triangles: The surface, counter-clockwise from outside (t, 3, 3).
        point: The point (3,).
    """
    if (point < triangles.min(axis=(0, 1))).any() or (point > triangles.max(axis=(0, 1))).any():
        return False
    a, b, c = np.moveaxis(triangles - point, 1, 0)
    la, lb, lc = (np.linalg.norm(one, axis=1) for one in (a, b, c))
    above = np.einsum("ij,ij->i", a, np.cross(b, c))
    ab, bc, ca = ((x * y).sum(axis=1) for x, y in ((a, b), (b, c), (c, a)))
    below = la * lb * lc + ab * lc + bc * la + ca * lb
    return bool(abs(np.arctan2(above, below).sum()) > np.pi)


def _placed(points: Array, pose: Array) -> Array:
    found: Array = points @ pose[:3, :3].T + pose[:3, 3]
    return found


def _bounds(pieces: list[Array], radii: Array) -> tuple[Array, Array]:
    if not pieces:
        return np.zeros((0, 3)), np.zeros((0, 3))
    low = np.array([points.min(axis=0) for points in pieces]) - radii[:, None]
    high = np.array([points.max(axis=0) for points in pieces]) + radii[:, None]
    return low, high


def _box_distance(low_a: Array, high_a: Array, low_b: Array, high_b: Array) -> Array:
    gaps = np.maximum(np.maximum(low_a - high_b, low_b - high_a), 0.0)
    found: Array = np.sqrt((gaps**2).sum(axis=-1))
    return found

"""Vertices of a surface that are not missed are taken away, many at a time.

Each goes into a neighbour, along the edge that moves the surface least as quadrics tell (Garland
and Heckbert, Surface simplification using quadric error metrics, 1997).  Vertices only ever go, so
what is left lies on the surface and keeps its normals.  In each round go vertices of which no two
are neighbours, so that a round is a few operations on arrays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array

Indices = NDArray[np.int64]

# The first tolerance is come to in steps, so that what matters least goes first.
BEFORE = (0.125, 0.25, 0.5)
# The quadrics' mean is to stay below this part of the tolerance, since a maximum lies above it.
MEAN = 0.6
# A triangle must not turn by more than this; its cosine.
TURNED = 0.2
# An edge is a rim where this part of its faces lies on one side of it.
ONE_SIDED = 0.8
# Among equals short edges go first, for the sake of the triangles' shapes.
SHORT = 1e-3
# Rounds end when they take less than this part of the vertices.
FEW = 0.01
# Monomials of a point in the order of a quadric's numbers.
ROW, COLUMN = np.array([(i, j) for i in range(4) for j in range(i, 4)]).T
TWICE = np.where(ROW == COLUMN, 1.0, 2.0)


def collapsed(points: Array, triangles: Indices, tolerances: Sequence[float]) -> Iterator[Indices]:
    """Yield for each tolerance the triangles (t, 3) that are left, of the same points.

    Args:
        points: Points (v, 3); faces that meet share them.
        triangles: Triangles (t, 3).
        tolerances: How far the surface may move, about, in the unit of the points; increasing.
    """
    triangles = triangles[_whole(triangles)]
    surface = _Surface(points - points.mean(axis=0), triangles)
    for number, tolerance in enumerate(tolerances):
        for part in (1.0,) if number else (*BEFORE, 1.0):
            surface.reduce((MEAN * part * tolerance) ** 2)
        yield surface.triangles


class _Surface:
    """A surface on its way to fewer triangles, with what each vertex has to keep to.

    Attributes:
        points: All points (v, 3), with those that are gone.
        triangles: What is left (t, 3).
    """

    def __init__(self, points: Array, triangles: Indices) -> None:
        self.points, self.triangles = points, triangles
        around = np.column_stack([points, np.ones(len(points))])
        self._monomials = around[:, ROW] * around[:, COLUMN] * TWICE
        corners = points[triangles]
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        area = np.linalg.norm(across, axis=1)
        faces = np.repeat(_planes(across, corners[:, 0]), 3, axis=0), np.repeat(area, 3)
        self._kept = [_summed(len(points), triangles.reshape(-1), *faces)]
        ends, planes, weights = _rims(points, triangles, across)
        both = np.repeat(planes, 2, axis=0), np.repeat(weights, 2)
        self._kept.append(_summed(len(points), ends.reshape(-1), *both))
        self._chance = np.random.default_rng(0)

    def reduce(self, limit: float) -> None:
        """Take vertices away that cost less than a limit, the square of a distance."""
        barred = np.zeros(0, np.int64)
        while len(self.triangles):
            starts, ends = self._edges()
            cost = self._costs(starts, ends)
            keys = starts * len(self.points) + ends
            cheap = np.flatnonzero((cost < limit) & ~np.isin(keys, barred))
            apart = self.points[starts[cheap]] - self.points[ends[cheap]]
            rated = cost[cheap] + SHORT * (apart * apart).sum(axis=1)
            order = cheap[np.lexsort((rated, starts[cheap]))]
            first = np.ones(len(order), bool)
            first[1:] = starts[order[1:]] != starts[order[:-1]]
            chosen = self._apart(order[first], starts, ends)
            refused = self._go(starts[chosen], ends[chosen])
            barred = np.concatenate([barred, keys[chosen[refused]]])
            if np.count_nonzero(~refused) <= FEW * np.count_nonzero(np.diff(starts)):
                return

    def _edges(self) -> tuple[Indices, Indices]:
        """Both ends of each edge, in both directions, in the order of the starts (e,)."""
        count = len(self.points)
        one, two, three = self.triangles.T
        starts = np.concatenate([one, two, three, two, three, one])
        ends = np.concatenate([two, three, one, one, two, three])
        keys = np.unique(starts * count + ends)
        return keys // count, keys % count

    def _costs(self, starts: Indices, ends: Indices) -> Array:
        """Mean squares of how far the planes of the starts are from the ends (e,)."""
        place = self._monomials[ends]
        costs = np.zeros(len(starts))
        for quadrics, weights in self._kept:
            found = np.einsum("ij,ij->i", quadrics[starts], place)
            costs += np.maximum(found, 0.0) / np.maximum(weights[starts], 1e-300)
        return costs

    def _apart(self, edges: Indices, starts: Indices, ends: Indices) -> Indices:
        """Some of the edges whose starts are not neighbours."""
        rank = np.full(len(self.points), np.inf)
        rank[starts[edges]] = self._chance.permutation(len(edges))
        firsts = np.flatnonzero(np.diff(starts, prepend=-1))
        least = np.full(len(self.points), np.inf)
        least[starts[firsts]] = np.minimum.reduceat(rank[ends], firsts)
        chosen: Indices = edges[rank[starts[edges]] < least[starts[edges]]]
        return chosen

    def _go(self, starts: Indices, ends: Indices) -> NDArray[np.bool_]:
        """Let vertices go into others; return which do not because triangles would turn over."""
        target = np.arange(len(self.points))
        target[starts] = ends
        moved = target[self.triangles]
        changed = np.flatnonzero((moved != self.triangles).any(axis=1) & _whole(moved))
        before, after = self.triangles[changed], moved[changed]
        old, new = _across(self.points[before]), _across(self.points[after])
        sizes = np.linalg.norm(old, axis=1) * np.linalg.norm(new, axis=1)
        turned = (old * new).sum(axis=1) <= TURNED * sizes
        stay = before[turned][before[turned] != after[turned]]
        target[stay] = stay
        refused: NDArray[np.bool_] = target[starts] == starts
        moved = target[self.triangles]
        self.triangles = moved[_whole(moved)]
        gone, into = starts[~refused], ends[~refused]
        for quadrics, weights in self._kept:
            np.add.at(quadrics, into, quadrics[gone])
            np.add.at(weights, into, weights[gone])
        return refused


def _rims(points: Array, triangles: Indices, across: Array) -> tuple[Indices, Array, Array]:
    """Edges with faces on one side alone (r, 2), planes along them (r, 4) and their weights (r,).

    Those of thin sheets that are seen from both sides are among them.
    """
    turned = np.concatenate([np.roll(triangles, -k, axis=1) for k in range(3)])
    a, b = points[turned[:, 0]], points[turned[:, 1]]
    inwards = _unit(np.cross(np.tile(across, (3, 1)), b - a))
    ends = np.sort(turned[:, :2], axis=1)
    _, first, edge = np.unique(
        ends[:, 0] * len(points) + ends[:, 1], return_index=True, return_inverse=True
    )
    sums = np.stack([np.bincount(edge, inwards[:, k]) for k in range(3)], axis=1)
    rims = np.linalg.norm(sums, axis=1) > ONE_SIDED * np.bincount(edge)
    chosen = first[rims]
    weights = ((b[chosen] - a[chosen]) ** 2).sum(axis=1)
    return ends[chosen], _planes(sums[rims], a[chosen]), weights


def _planes(normals: Array, places: Array) -> Array:
    """Planes (n, 4) across normals of any length (n, 3) through places (n, 3)."""
    unit = _unit(normals)
    return np.column_stack([unit, -(unit * places).sum(axis=1)])


def _summed(count: int, owners: Indices, planes: Array, weights: Array) -> tuple[Array, Array]:
    """Sum of the quadrics of planes at each of ``count`` vertices (v, 10), and of weights (v,)."""
    rows = planes[:, ROW] * planes[:, COLUMN] * weights[:, None]
    sums = [np.bincount(owners, row, minlength=count) for row in rows.T]
    return np.stack(sums, axis=1), np.bincount(owners, weights, minlength=count).astype(float)


def _across(corners: Array) -> Array:
    found: Array = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return found


def _unit(vectors: Array) -> Array:
    found: Array = vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-300)
    return found


def _whole(triangles: Indices) -> NDArray[np.bool_]:
    """Which triangles have three corners."""
    found: NDArray[np.bool_] = (triangles != np.roll(triangles, 1, axis=1)).all(axis=1)
    return found

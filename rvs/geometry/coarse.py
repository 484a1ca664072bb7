"""Coarser surfaces for distant views.

Normals for a coarser surface: those of the original surface at the same points.

Each vertex is merged into a neighbour, along the edge that moves the surface least according to
quadrics (Garland and Heckbert, Surface simplification using quadric error metrics, 1997).  Vertices
are only removed, so the remaining ones lie on the surface and keep their normals.  No two vertices
removed in one round are neighbours, so that a round is a few operations on arrays.

The order of every sum is written out, so that the kernel in C++ gives the same triangles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.geometry.mesh import Mesh
from rvs.geometry.rows import across, crossed, distinct, lengths, products, units
from rvs.geometry.surfaces import both_sides, front
from rvs.value_class import dataclass

Indices = NDArray[np.int64]

# The first tolerance is come to in steps, so that what matters least goes first.
BEFORE = (0.125, 0.25, 0.5)
# The quadrics' mean is to stay below this part of the tolerance, since a maximum lies above it.
MEAN = 0.6
# A triangle must not turn by more than this from where it lay at first; its cosine.
TURNED = 0.65
# An edge is a rim where this part of its faces lies on one side of it.
ONE_SIDED = 0.8
# Among equals short edges go first, for the sake of the triangles' shapes.
SHORT = 1e-3
# Rounds end when they take less than this part of the vertices.
FEW = 0.01
RULES = np.array([TURNED, ONE_SIDED, SHORT, FEW])
# Monomials of a point in the order of a quadric's numbers.
ROW, COLUMN = np.array([(i, j) for i in range(4) for j in range(i, 4)]).T
TWICE = np.where(ROW == COLUMN, 1.0, 2.0)
# What mixes the bits of a number well (Steele, Lea and Flood, Fast splittable pseudorandom number
# generators, 2014): added for each round, then shifts and factors.
GOLDEN = 0x9E3779B97F4A7C15
MIXED = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1))
LAST = 2**64 - 1


def collapsed(
    points: Array, triangles: Indices, tolerances: Sequence[float]
) -> tuple[Indices, ...]:
    """Return for each tolerance the remaining triangles (t, 3), of the same points.

    Args:
        points: Points (v, 3); faces that meet share them.
        triangles: Triangles (t, 3).
        tolerances: Approximate limits of the displacement of the surface, in the unit of the
            points; increasing.
    """
    steps = np.array([*(part * tolerances[0] for part in BEFORE), *tolerances])
    return reduced(points, triangles, (MEAN * steps) ** 2, RULES)[len(BEFORE) :]


@accelerated
def reduced(points: Array, triangles: Indices, limits: Array, rules: Array) -> tuple[Indices, ...]:
    """Return the remaining triangles (t, 3) after each limit, one after the other.

    Args:
        points: Points (v, 3).
        triangles: Triangles (t, 3).
        limits: Squares of distances; vertices of lower cost are removed.
        rules: ``RULES``.
    """
    surface = _Surface(points, triangles[_whole(triangles)], rules)
    return tuple(surface.reduce(limit) for limit in limits)


class _Surface:
    """A surface during simplification, with the constraints of each vertex."""

    def __init__(self, points: Array, triangles: Indices, rules: Array) -> None:
        self._turned, one_sided, self._short, self._few = rules
        points = points - 0.5 * (points.min(axis=0) + points.max(axis=0))
        self._points, self._triangles = points, triangles
        around = np.column_stack([points, np.ones(len(points))])
        self._monomials = (around[:, ROW] * around[:, COLUMN] * TWICE).T
        self._first = across(points, triangles)
        faces = _planes(self._first, points[triangles[:, 0]]), lengths(self._first)
        self._kept = [_summed(len(points), triangles, *faces)]
        self._kept.append(_summed(len(points), *_rims(points, triangles, self._first, one_sided)))
        self._round = 0

    def reduce(self, limit: float) -> Indices:
        """Remove vertices that cost less than a limit; return the remaining triangles (t, 3)."""
        barred = np.zeros(0, np.int64)
        while len(self._triangles):
            starts, ends = self._edges()
            cost = self._costs(starts, ends)
            keys = starts * len(self._points) + ends
            cheap = np.flatnonzero((cost < limit) & ~np.isin(keys, barred))
            apart = self._points[starts[cheap]] - self._points[ends[cheap]]
            rated = cost[cheap] + self._short * products(apart, apart)
            order = cheap[np.lexsort((rated, starts[cheap]))]
            chosen = self._apart(order[_firsts(starts[order])], starts, ends)
            refused = self._go(starts[chosen], ends[chosen])
            barred = np.concatenate([barred, keys[chosen[refused]]])
            if np.count_nonzero(~refused) <= self._few * len(_firsts(starts)):
                break
        return self._triangles

    def _edges(self) -> tuple[Indices, Indices]:
        """Return both ends of each edge, in both directions, in the order of the starts (e,)."""
        count = len(self._points)
        one, two, three = self._triangles.T
        starts = np.concatenate([one, two, three, two, three, one])
        ends = np.concatenate([two, three, one, one, two, three])
        keys = np.unique(starts * count + ends)
        return keys // count, keys % count

    def _costs(self, starts: Indices, ends: Indices) -> Array:
        """Return the mean squared distances of the ends from the planes of the starts (e,)."""
        place = self._monomials[:, ends]
        costs = np.zeros(len(starts))
        for quadrics, weights in self._kept:
            found = np.zeros(len(starts))
            for numbers, monomials in zip(quadrics, place, strict=True):
                found += numbers[starts] * monomials
            costs += np.maximum(found, 0.0) / np.maximum(weights[starts], 1e-300)
        return costs

    def _apart(self, edges: Indices, starts: Indices, ends: Indices) -> Indices:
        """Return some of the edges whose starts are not neighbours."""
        rank = np.full(len(self._points), LAST, np.uint64)
        rank[starts[edges]] = _ranks(starts[edges], self._round)
        self._round += 1
        firsts = _firsts(starts)
        least = np.full(len(self._points), LAST, np.uint64)
        least[starts[firsts]] = np.minimum.reduceat(rank[ends], firsts)
        chosen: Indices = edges[rank[starts[edges]] < least[starts[edges]]]
        return chosen

    def _go(self, starts: Indices, ends: Indices) -> NDArray[np.bool_]:
        """Merge vertices; return those that remain because triangles would turn over."""
        target = np.arange(len(self._points))
        target[starts] = ends
        moved = target[self._triangles]
        changed = np.flatnonzero((moved != self._triangles).any(axis=1) & _whole(moved))
        before, after = self._triangles[changed], moved[changed]
        first, new = self._first[changed], across(self._points, after)
        turned = products(first, new) <= self._turned * (lengths(first) * lengths(new))
        stay = before[turned][before[turned] != after[turned]]
        target[stay] = stay
        refused: NDArray[np.bool_] = target[starts] == starts
        moved = target[self._triangles]
        whole = _whole(moved)
        self._triangles, self._first = moved[whole], self._first[whole]
        gone, into = starts[~refused], ends[~refused]
        for quadrics, weights in self._kept:
            for numbers in (*quadrics, weights):
                np.add.at(numbers, into, numbers[gone])
        return refused


def _rims(
    points: Array, triangles: Indices, normals: Array, one_sided: float
) -> tuple[Indices, Array, Array]:
    """Return edges of single faces (r, 2), planes along them (r, 4) and weights (r,).

    Edges of thin sheets that are visible from both sides are included.
    """
    turned = np.concatenate([np.roll(triangles, -k, axis=1) for k in range(3)])
    a, b = points[turned[:, 0]], points[turned[:, 1]]
    inwards = units(crossed(np.tile(normals, (3, 1)), b - a))
    ends = np.sort(turned[:, :2], axis=1)
    _, first, edge = np.unique(
        ends[:, 0] * len(points) + ends[:, 1], return_index=True, return_inverse=True
    )
    sums: Array = np.stack(
        [np.bincount(edge, inwards[:, k]) for k in range(3)], axis=1, dtype=float
    )
    rims = lengths(sums) > one_sided * np.bincount(edge)
    chosen = first[rims]
    along = b[chosen] - a[chosen]
    return ends[chosen], _planes(sums[rims], a[chosen]), products(along, along)


def _planes(normals: Array, places: Array) -> Array:
    """Return planes (n, 4) normal to vectors of any length (n, 3) through points (n, 3)."""
    unit = units(normals)
    return np.column_stack([unit, -products(unit, places)])


def _summed(count: int, owners: Indices, planes: Array, weights: Array) -> tuple[Array, Array]:
    """Return the sums of quadrics of planes (10, v) and of weights (v,) at ``count`` vertices.

    Args:
        count: Number of vertices.
        owners: Vertices of each plane (n, k).
        planes: Planes (n, 4).
        weights: Their weights (n,).
    """
    each = owners.shape[1]
    rows = planes[:, ROW] * planes[:, COLUMN] * weights[:, None]
    sums = [
        np.bincount(owners.reshape(-1), np.repeat(row, each), minlength=count)
        for row in (*rows.T, weights)
    ]
    return np.stack(sums[:-1], dtype=float), sums[-1].astype(float)


def _ranks(vertices: Indices, turn: int) -> NDArray[np.uint64]:
    """Return distinct numbers for all vertices in random order (n,), new in each round."""
    rank = vertices.astype(np.uint64) + np.uint64(turn * GOLDEN & LAST)
    for shift, factor in MIXED:
        rank = (rank ^ (rank >> np.uint64(shift))) * np.uint64(factor)
    return rank


def _firsts(ordered: Indices) -> Indices:
    """Return starts of runs of equal numbers among sorted numbers."""
    return np.flatnonzero(np.diff(ordered, prepend=-1))


def _whole(triangles: Indices) -> NDArray[np.bool_]:
    """Return which triangles have three corners."""
    one, two, three = triangles.T
    found: NDArray[np.bool_] = (one != two) & (two != three) & (three != one)
    return found


# Meshes with fewer triangles stay as they are.
FEWEST = 60
# A coarser mesh is worth it where it saves such a part of the triangles.
WORTH = 0.15
NORMAL_STEPS = 2**20


# Cosines of the angles within which a corner keeps its normal, and within which a triangle lies in
# a flat face; how near to it, and how large such a face is, in tolerances; and how even its normals
# are.
ALIKE, FLAT, NEAR, LARGE, SAME = 0.6, 0.99, 2.0, 4.0, 1e-6


def coarser(mesh: Mesh, tolerance: float) -> Mesh:
    """Return a mesh of fewer triangles, within about a tolerance of the surface.

    It has vertices and normals of the original, so that the lighting is alike.  Meshes of few
    triangles are not changed.
    """
    return next(ever_coarser(mesh, [tolerance]))


def ever_coarser(mesh: Mesh, tolerances: Sequence[float]) -> Iterator[Mesh]:
    """Yield a coarser mesh for each of some increasing tolerances."""
    if len(mesh.triangles) < FEWEST:
        yield from [mesh] * len(tolerances)
        return
    seen = front(mesh)
    surface = seen or mesh
    points, place = distinct(surface.vertices)
    chosen, _ = corners_of(surface)
    given = Given.of(surface, place[surface.corners[chosen]], surface.normals[chosen], len(points))
    triangles = place[surface.corners[surface.triangles]].astype(np.int64)
    kept, count = mesh, len(triangles)
    for tolerance, left in zip(tolerances, collapsed(points, triangles, tolerances), strict=True):
        if 0 < len(left) < (1.0 - WORTH) * count:
            count = len(left)
            normals = given.at(points, left, tolerance)
            kept = _mesh(points, left, normals, tolerance if seen else None)
        yield kept


def _mesh(points: Array, triangles: Indices, normals: Array, deepest: float | None) -> Mesh:
    """Return a mesh of the remaining points of triangles (t, 3) with normals (3 t, 3).

    In a mesh visible from both sides, the second side is at most about ``deepest`` below the first.
    """
    used = np.zeros(len(points), bool)
    used[triangles] = True
    points, triangles = points[used], (np.cumsum(used) - 1)[triangles]
    if deepest is not None:
        points, triangles, normals = both_sides(points, triangles, normals, deepest)
    starts = np.arange(0, triangles.size + 1, 3)
    return Mesh(points, triangles.reshape(-1), starts, normals, np.zeros(len(triangles)))


def corners_of(mesh: Mesh) -> tuple[Indices, Indices]:
    """Return the distinct corners of a mesh (v,), and the index among them of each corner (c,).

    Corners with the same vertex and normal are one: a smooth mesh has four times fewer.
    """
    # even, so that a coordinate of 0, give or take an ulp, is one step
    steps = np.rint((mesh.normals + 1.0) * (NORMAL_STEPS / 2)).astype(np.int64)
    normal_key = (steps[:, 0] << 42) | (steps[:, 1] << 21) | steps[:, 2]
    _, normal = np.unique(normal_key, return_inverse=True)
    key = (mesh.corners.astype(np.int64) << 32) | normal
    _, chosen, corner = np.unique(key, return_index=True, return_inverse=True)
    return chosen, corner


@dataclass(frozen=True, eq=False)
class Given:
    """The normals of a surface.

    Attributes:
        starts: Start of the normals of each vertex, and end of the last ones (v + 1,).
        normals: All normals in that order (n, 3).
        flats: Planes of the flat faces (k, 4): normals, and the offsets of the planes along them.
        sizes: Their second largest sizes along the axes (k,).
    """

    starts: Indices
    normals: Array
    flats: Array
    sizes: Array

    @classmethod
    def of(cls, mesh: Mesh, owners: Indices, normals: Array, count: int) -> Given:
        """Return those of a mesh; ``normals`` (n, 3) belong to ``owners`` (n,) of its vertices."""
        order = np.argsort(owners, kind="stable")
        starts = np.zeros(count + 1, np.int64)
        np.cumsum(np.bincount(owners, minlength=count), out=starts[1:])
        return cls(starts, normals[order], *_flats(mesh))

    def at(self, points: Array, triangles: Indices, tolerance: float) -> Array:
        """Return unit normals (3 t, 3) at the corners of triangles (t, 3) of its points (v, 3).

        Parts in a large flat face of the surface are equally flat; if all normals turn away from
        the triangle, as where a fillet is removed, the triangle's own normal is used.
        """
        flats = self.flats[self.sizes > LARGE * tolerance]
        rules = np.array([ALIKE, FLAT, NEAR * tolerance])
        return chosen_normals(points, triangles, self.starts, self.normals, flats, rules)


@accelerated
def chosen_normals(
    points: Array, triangles: Indices, starts: Indices, normals: Array, flats: Array, rules: Array
) -> Array:
    """Return unit normals at the corners of triangles (3 t, 3).

    Args:
        points: Points (v, 3).
        triangles: Triangles (t, 3).
        starts: Start of the normals of each vertex; unused vertices have none (v + 1,).
        normals: Normals of vertices in that order (n, 3).
        flats: Planes of flat faces (k, 4).
        rules: Least cosines to a normal that is kept and to a flat face, and the distance limit for
            the latter.
    """
    alike, flat, near = rules
    upright = units(across(points, triangles))
    each = np.repeat(upright, 3, axis=0)
    nearest = _nearest(starts, normals, triangles.reshape(-1), each)
    away = products(nearest, each) < alike
    found = np.where(away[:, None], each, nearest).reshape(-1, 3, 3)
    first, second, third = (points[corner] for corner in triangles.T)
    middles = (first + second + third) / 3.0
    best, best_along = np.full((len(upright), 3), np.nan), np.full(len(upright), flat)
    for *normal, place in flats:
        plane = np.array([normal])
        along = products(upright, plane)
        better = (np.abs(products(middles, plane) - place) < near) & (along > best_along)
        best[better], best_along[better] = normal, along[better]
    lies = best_along > flat
    found[lies] = best[lies, None]
    return found.reshape(-1, 3)


def _nearest(starts: Indices, normals: Array, owners: Indices, upright: Array) -> Array:
    """Return the normal of each corner's vertex that is nearest to its triangle's (c, 3)."""
    counts = np.diff(starts)[owners]
    firsts = np.cumsum(counts) - counts
    tried = np.arange(counts.sum()) - np.repeat(firsts - starts[owners], counts)
    along = products(normals[tried], np.repeat(upright, counts, axis=0))
    best = np.repeat(np.maximum.reduceat(along, firsts), counts)
    where = np.flatnonzero(along == best)
    corner = np.repeat(np.arange(len(counts)), counts)[where]
    _, first = np.unique(corner, return_index=True)
    found: Array = normals[tried[where[first]]]
    return found


def _flats(mesh: Mesh) -> tuple[Array, Array]:
    """Return planes (k, 4) of a mesh's flat faces, and their second largest sizes (k,)."""
    firsts = mesh.starts[:-1]
    normals = mesh.normals[firsts]
    apart = np.abs(mesh.normals - np.repeat(normals, np.diff(mesh.starts), axis=0))
    flat = np.maximum.reduceat(np.maximum.reduce(list(apart.T)), firsts) < SAME
    points = mesh.vertices[mesh.corners]
    sizes = [np.maximum.reduceat(x, firsts) - np.minimum.reduceat(x, firsts) for x in points.T]
    second = np.sort(np.stack(sizes)[:, flat], axis=0)[1]
    normals = normals[flat]
    places = products(normals, points[firsts[flat]])
    return np.column_stack([normals, places]), second

"""Coarser surfaces for distant views.

Normals for a coarser surface: those of the original surface at the same points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.geometry.collapse import collapsed
from rvs.geometry.mesh import Mesh
from rvs.geometry.rows import across, distinct, products, units
from rvs.geometry.surfaces import both_sides, front
from rvs.value_class import dataclass

# Meshes with fewer triangles stay as they are.
FEWEST = 60
# A coarser mesh is worth it where it saves such a part of the triangles.
WORTH = 0.15
NORMAL_STEPS = 2**20

Indices = NDArray[np.int64]

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

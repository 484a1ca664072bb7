"""Coarser surfaces for whoever sees them from afar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.geometry.collapse import collapsed
from rvs.geometry.given_normals import Given
from rvs.geometry.mesh import Mesh
from rvs.geometry.rows import distinct
from rvs.geometry.two_sides import both_sides, front

# Meshes with fewer triangles stay as they are.
FEWEST = 60
# A coarser mesh is worth it where it saves such a part of the triangles.
WORTH = 0.15
NORMAL_STEPS = 2**20

Indices = NDArray[np.int64]


def coarser(mesh: Mesh, tolerance: float) -> Mesh:
    """Return a mesh of fewer triangles, about as near to the surface as a tolerance.

    It has vertices and normals of the first, so that it is lit alike.  Meshes of few triangles stay
    as they are.
    """
    return next(ever_coarser(mesh, [tolerance]))


def ever_coarser(mesh: Mesh, tolerances: Sequence[float]) -> Iterator[Mesh]:
    """Yield a coarser mesh for each of some tolerances, which increase."""
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
    """A mesh of the points that triangles (t, 3) with normals (3 t, 3) still have.

    One that is seen from both sides has the other about ``deepest`` below the first at most.
    """
    used = np.zeros(len(points), bool)
    used[triangles] = True
    points, triangles = points[used], (np.cumsum(used) - 1)[triangles]
    if deepest is not None:
        points, triangles, normals = both_sides(points, triangles, normals, deepest)
    starts = np.arange(0, triangles.size + 1, 3)
    return Mesh(points, triangles.reshape(-1), starts, normals, np.zeros(len(triangles)))


def corners_of(mesh: Mesh) -> tuple[Indices, Indices]:
    """Return which corners of a mesh are distinct (v,), and which of these each corner is (c,).

    Corners that share vertex and normal are one: a smooth mesh has four times fewer.
    """
    # even, so that a coordinate of 0, give or take an ulp, is one step
    steps = np.rint((mesh.normals + 1.0) * (NORMAL_STEPS / 2)).astype(np.int64)
    normal_key = (steps[:, 0] << 42) | (steps[:, 1] << 21) | steps[:, 2]
    _, normal = np.unique(normal_key, return_inverse=True)
    key = (mesh.corners.astype(np.int64) << 32) | normal
    _, chosen, corner = np.unique(key, return_index=True, return_inverse=True)
    return chosen, corner

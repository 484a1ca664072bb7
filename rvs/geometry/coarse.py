"""Coarser surfaces for whoever sees them from afar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.geometry.collapse import collapsed
from rvs.geometry.mesh import Mesh
from rvs.geometry.two_sides import both_sides, front

# Meshes with fewer triangles stay as they are.
FEWEST = 60
# A coarser mesh is worth it where it saves such a part of the triangles.
WORTH = 0.15
# Cosines of the angles within which a corner keeps its normal, and within which a triangle lies in
# a flat face; how large such a face is, in tolerances; and how even its normals are.
ALIKE, FLAT, LARGE, SAME = 0.6, 0.99, 4.0, 1e-6
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
    points, place = np.unique(surface.vertices, axis=0, return_inverse=True)
    place = place.reshape(-1)
    chosen, _ = corners_of(surface)
    grouped = _grouped(place[surface.corners[chosen]], surface.normals[chosen], len(points))
    triangles = place[surface.corners[surface.triangles]].astype(np.int64)
    kept, count = mesh, len(triangles)
    for tolerance, left in zip(tolerances, collapsed(points, triangles, tolerances), strict=True):
        if 0 < len(left) < (1.0 - WORTH) * count:
            count = len(left)
            normals = _normals(surface, points, grouped, left, tolerance)
            kept = _mesh(points, left, normals, tolerance if seen else None)
        yield kept


def _mesh(points: Array, triangles: Indices, normals: Array, deepest: float | None) -> Mesh:
    """A mesh of the points that triangles (t, 3) with normals (3 t, 3) still have.

    One that is seen from both sides has the other about ``deepest`` below the first at most.
    """
    used, corners = np.unique(triangles, return_inverse=True)
    points, triangles = points[used], corners.reshape(-1, 3)
    if deepest is not None:
        points, triangles, normals = both_sides(points, triangles, normals, deepest)
    starts = np.arange(0, triangles.size + 1, 3)
    return Mesh(points, triangles.reshape(-1), starts, normals, np.zeros(len(triangles)))


def _grouped(owners: Indices, normals: Array, count: int) -> tuple[Indices, Array]:
    """Where the normals of each vertex begin (v + 1,), and all normals in that order."""
    order = np.argsort(owners, kind="stable")
    return np.cumsum([0, *np.bincount(owners, minlength=count).tolist()]), normals[order]


def _nearest(starts: Indices, normals: Array, owners: Indices, across: Array) -> Array:
    """Of the normals of each corner's vertex the one nearest to its triangle's (c, 3)."""
    counts = np.diff(starts)[owners]
    firsts = np.cumsum(counts) - counts
    tried = np.arange(counts.sum()) - np.repeat(firsts - starts[owners], counts)
    along = (normals[tried] * np.repeat(across, counts, axis=0)).sum(axis=1)
    best = np.repeat(np.maximum.reduceat(along, firsts), counts)
    where = np.flatnonzero(along == best)
    corner = np.repeat(np.arange(len(counts)), counts)[where]
    _, first = np.unique(corner, return_index=True)
    found: Array = normals[tried[where[first]]]
    return found


def _normals(
    mesh: Mesh, points: Array, grouped: tuple[Indices, Array], triangles: Indices, tolerance: float
) -> Array:
    """Unit normals at the corners of triangles (3 t, 3).

    Each is one that the first mesh has there.  What lies in a large flat face of it is as flat;
    where all turn away from the triangle, as where a fillet is gone, it has the triangle's.
    """
    corners = points[triangles]
    across = _unit(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]))
    each = np.repeat(across, 3, axis=0)
    nearest = _nearest(*grouped, triangles.reshape(-1), each)
    away = (nearest * each).sum(axis=1) < ALIKE
    normals = np.where(away[:, None], each, nearest).reshape(-1, 3, 3)
    flats, places = _flats(mesh, tolerance)
    if len(flats):
        near = np.abs(corners.mean(axis=1) @ flats.T - places) < 2.0 * tolerance
        along = np.where(near, across @ flats.T, -1.0)
        best = along.argmax(axis=1)
        flat = along[np.arange(len(along)), best] > FLAT
        normals[flat] = flats[best[flat], None]
    found: Array = normals.reshape(-1, 3)
    return found


def _flats(mesh: Mesh, tolerance: float) -> tuple[Array, Array]:
    """Normals (k, 3) of the large flat faces of a mesh, and how far their planes are (k,)."""
    firsts = mesh.starts[:-1]
    normals = mesh.normals[firsts]
    spread = np.abs(mesh.normals - np.repeat(normals, np.diff(mesh.starts), axis=0)).max(axis=1)
    flat = np.maximum.reduceat(spread, firsts) < SAME
    points = mesh.vertices[mesh.corners]
    size = np.maximum.reduceat(points, firsts) - np.minimum.reduceat(points, firsts)
    flat &= np.sort(size, axis=1)[:, 1] > LARGE * tolerance
    normals, places = normals[flat], (normals * points[firsts]).sum(axis=1)[flat]
    return normals, places


def _unit(vectors: Array) -> Array:
    size = np.linalg.norm(vectors, axis=-1, keepdims=True)
    unit: Array = vectors / np.maximum(size, 1e-12)
    return unit


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

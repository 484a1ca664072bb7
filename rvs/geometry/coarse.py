"""Coarser surfaces for whoever sees them from afar."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh

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
    """Return a mesh of fewer triangles, no point of it farther from the surface than a tolerance.

    It has the normals of the first, so that it is lit alike.  Meshes that are not closed,
    and those of few triangles, stay as they are.
    """
    if len(mesh.triangles) < FEWEST:
        return mesh
    vertices, triangles = _simplified(mesh, tolerance)
    if not 0 < len(triangles) < (1.0 - WORTH) * len(mesh.triangles):
        return mesh
    return Mesh(
        vertices[:, :3],
        triangles.ravel(),
        np.arange(0, triangles.size + 1, 3),
        _normals(mesh, vertices, triangles, tolerance).reshape(-1, 3),
        np.zeros(len(triangles)),
    )


def _normals(mesh: Mesh, vertices: Array, triangles: Indices, tolerance: float) -> Array:
    """Unit normals at the corners of triangles (t, 3, 3).

    What lies in a large flat face of the first mesh is as flat; where a corner has kept a normal
    that its triangle turns away from, such as that of a fillet that is gone, it has the triangle's.
    """
    points = vertices[triangles, :3]
    across = _unit(np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0]))
    normals = _unit(vertices[triangles, 3:])
    away = (normals * across[:, None]).sum(axis=-1) < ALIKE
    normals = np.where(away[..., None], across[:, None], normals)
    flats, places = _flats(mesh, tolerance)
    if len(flats):
        near = np.abs(points.mean(axis=1) @ flats.T - places) < 2.0 * tolerance
        along = np.where(near, across @ flats.T, -1.0)
        best = along.argmax(axis=1)
        flat = along[np.arange(len(along)), best] > FLAT
        normals[flat] = flats[best[flat], None]
    return normals


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


def _simplified(mesh: Mesh, tolerance: float) -> tuple[Array, Indices]:
    """Points with normals (v, 6) and triangles (t, 3); none where the surface is not closed."""
    from manifold3d import Error, Manifold
    from manifold3d import Mesh as Surface

    chosen, corner = corners_of(mesh)
    place = mesh.corners[chosen]
    _, first, where = np.unique(place, return_index=True, return_inverse=True)
    again = np.flatnonzero(first[where] != np.arange(len(place)))
    body = Manifold(
        Surface(
            np.hstack([mesh.vertices[place], mesh.normals[chosen]]).astype(np.float32),
            corner[mesh.triangles].astype(np.uint32),
            merge_from_vert=again.astype(np.uint32),
            merge_to_vert=first[where][again].astype(np.uint32),
        )
    )
    if body.status() != Error.NoError:
        return np.zeros((0, 6)), np.zeros((0, 3), np.int64)
    made = body.simplify(tolerance).to_mesh()
    return np.asarray(made.vert_properties, float), np.asarray(made.tri_verts, np.int64)

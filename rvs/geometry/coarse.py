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
# Makes one number of a cell's three.
CELL_KEY = np.array([1 << 42, 1 << 21, 1])

Indices = NDArray[np.int64]


def coarser(mesh: Mesh, tolerance: float) -> Mesh:
    """Return a mesh of fewer triangles, about as near to the surface as a tolerance.

    It has the normals of the first, so that it is lit alike.  Points that are nearer to each other
    than the tolerance are joined.  Meshes of few triangles stay as they are.
    """
    if len(mesh.triangles) < FEWEST:
        return mesh
    vertices, triangles = _simplified(mesh, tolerance)
    points, faces, normals = _joined(
        vertices[:, :3], triangles, _normals(mesh, vertices, triangles, tolerance), tolerance
    )
    if not 0 < len(faces) < (1.0 - WORTH) * len(mesh.triangles):
        return mesh
    return Mesh(
        points,
        faces.ravel(),
        np.arange(0, faces.size + 1, 3),
        normals.reshape(-1, 3),
        np.zeros(len(faces)),
    )


def _joined(
    vertices: Array, triangles: Indices, normals: Array, tolerance: float
) -> tuple[Array, Indices, Array]:
    """Let what is nearer to each other than a tolerance be one point, with few normals.

    Simplifying keeps the topology: it leaves the rims of holes and the sheets of open surfaces,
    which a grid of cells joins (Rossignac and Borrel, Multi-resolution 3D approximations, 1993).

    Args:
        vertices: Points (v, 3).
        triangles: Their triangles (t, 3).
        normals: Normals of the corners (t, 3, 3).
        tolerance: Side of a cell.

    Returns:
        Points, triangles and normals of those that are left.
    """
    area = np.linalg.norm(_across(vertices[triangles]), axis=1)
    weight = np.zeros(len(vertices))
    np.add.at(weight, triangles, area[:, None])
    cells = np.rint((vertices - vertices.min(axis=0)) / tolerance).astype(np.int64)
    _, cell = np.unique(cells @ CELL_KEY, return_inverse=True)
    # The point of a cell is that of its largest faces: these stay where they are.
    order = np.lexsort((weight, cell))
    points = vertices[order[np.append(np.flatnonzero(np.diff(cell[order])), len(order) - 1)]]
    faces = cell[triangles]
    whole = (faces != np.roll(faces, 1, axis=1)).all(axis=1)
    faces, normals, area = faces[whole], normals[whole], area[whole]
    turned = np.take_along_axis(faces, (faces.argmin(axis=1)[:, None] + np.arange(3)) % 3, axis=1)
    _, once = np.unique(turned, axis=0, return_index=True)
    return points, faces[once], _shared(faces[once], normals[once], area[once])


def _shared(faces: Indices, normals: Array, area: Array) -> Array:
    """Let corners of about one direction at one point have one normal (t, 3, 3)."""
    steps = np.rint(2.0 * normals).astype(np.int64) + 2
    _, which = np.unique(faces * 125 + steps @ (25, 5, 1), return_inverse=True)
    which = which.reshape(-1)
    sums = np.zeros((which.max(initial=-1) + 1, 3))
    np.add.at(sums, which, (normals * area[:, None, None]).reshape(-1, 3))
    found: Array = _unit(sums)[which].reshape(-1, 3, 3)
    return found


def _normals(mesh: Mesh, vertices: Array, triangles: Indices, tolerance: float) -> Array:
    """Unit normals at the corners of triangles (t, 3, 3).

    What lies in a large flat face of the first mesh is as flat; where a corner has kept a normal
    that its triangle turns away from, such as that of a fillet that is gone, it has the triangle's.
    """
    points = vertices[triangles, :3]
    across = _unit(_across(points))
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


def _across(points: Array) -> Array:
    """Normals of triangles (t, 3, 3), as long as twice their areas (t, 3)."""
    return np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])


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
    """Points with normals (v, 6) and triangles (t, 3); all where the surface is not closed."""
    from manifold3d import Error, Manifold
    from manifold3d import Mesh as Surface

    chosen, corner = corners_of(mesh)
    place = mesh.corners[chosen]
    _, first, where = np.unique(place, return_index=True, return_inverse=True)
    again = np.flatnonzero(first[where] != np.arange(len(place)))
    points = np.hstack([mesh.vertices[place], mesh.normals[chosen]])
    triangles = corner[mesh.triangles]
    body = Manifold(
        Surface(
            points.astype(np.float32),
            triangles.astype(np.uint32),
            merge_from_vert=again.astype(np.uint32),
            merge_to_vert=first[where][again].astype(np.uint32),
        )
    )
    made = body.simplify(tolerance).to_mesh() if body.status() == Error.NoError else None
    if made is None or not len(made.tri_verts):
        return points, triangles
    return np.asarray(made.vert_properties, float), np.asarray(made.tri_verts, np.int64)

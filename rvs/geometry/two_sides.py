"""Open surfaces that are seen from both sides: each triangle once more, from behind."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh

Ints = NDArray[np.int64]

# Of an arc, for each unit of chord and rad; twice that, since facets deviate to both sides.
SAG = 2.0 / 8.0


def both_sides(
    vertices: Array, triangles: Ints, normals: Array, deepest: float = np.inf
) -> tuple[Array, Ints, Array]:
    """Return points, triangles and normals with each triangle once more, seen from behind.

    Both sides meet in the points of the rims alone, like those of a thin sheet.  Elsewhere the
    other side lies deeper by as much as facets deviate from what is round: where they turn from the
    viewer, it would else stand out between them as dots of light from the wrong side.

    Args:
        vertices: Points (v, 3).
        triangles: Triangles, each of which is seen from its front (t, 3).
        normals: Unit normals of their corners (3 t, 3).
        deepest: How deep the other side lies at most, in the unit of the points.
    """
    ends = np.sort(np.concatenate([triangles[:, [k, (k + 1) % 3]] for k in range(3)]), axis=1)
    edges, counts = np.unique(ends[:, 0] * len(vertices) + ends[:, 1], return_counts=True)
    inner = np.ones(len(vertices), bool)
    inner[np.concatenate(np.divmod(edges[counts != 2], len(vertices)))] = False
    other = np.arange(len(vertices))
    other[inner] = len(vertices) + np.arange(inner.sum())
    behind = -normals.reshape(-1, 3, 3)[:, ::-1]
    deep = vertices - _sags(vertices, triangles, normals, deepest)
    return (
        np.concatenate([vertices, deep[inner]]),
        np.concatenate([triangles, other[triangles[:, ::-1]]]),
        np.concatenate([normals, behind.reshape(-1, 3)]),
    )


def front(mesh: Mesh) -> Mesh | None:
    """Return the surface that a mesh shows from both sides; None if it is not such a mesh."""
    half, odd = divmod(len(mesh.corners), 2)
    if odd or half % 3 or (np.diff(mesh.starts) != 3).any():
        return None
    behind = -mesh.normals[half:].reshape(-1, 3, 3)[:, ::-1]
    if not np.array_equal(behind.reshape(-1, 3), mesh.normals[:half]):
        return None
    faces = half // 3
    corners, starts = mesh.corners[:half], mesh.starts[: faces + 1]
    return Mesh(mesh.vertices, corners, starts, mesh.normals[:half], mesh.groups[:faces])


def _sags(vertices: Array, triangles: Ints, normals: Array, most: float) -> Array:
    """How far facets deviate outwards from the round surface they stand for, at vertices (v, 3)."""
    corners, turned = vertices[triangles], normals.reshape(-1, 3, 3)
    sags = np.zeros(len(vertices))
    for k in range(3):
        ahead = (k + 1) % 3
        length = np.linalg.norm(corners[:, ahead] - corners[:, k], axis=1)
        sag = length * np.linalg.norm(turned[:, ahead] - turned[:, k], axis=1) * SAG
        for end in (k, ahead):
            np.maximum.at(sags, triangles[:, end], sag)
    outwards = np.zeros_like(vertices)
    np.add.at(outwards, triangles.reshape(-1), normals)
    outwards /= np.maximum(np.linalg.norm(outwards, axis=1, keepdims=True), 1e-300)
    return outwards * np.minimum(sags, most)[:, None]

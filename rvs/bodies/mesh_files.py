"""The surface of a mesh file: smooth, with sharp edges."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.transforms import pose
from rvs.geometry.mesh import Mesh
from rvs.geometry.mesh_cache import Remembered
from rvs.geometry.shapes import flat
from rvs.geometry.surfaces import both_sides, moved
from rvs.geometry.things.pieces import MAIN, Piece
from rvs.model.derived import derived
from rvs.model.mesh_file import MeshFile, Surface

Ints = NDArray[np.int64]

CREASE = radians(32.0)
CHUNKS = 32
# Faces at one vertex, and pairs of them at a time.
MOST_FACES, CHUNK = 200, 2_000_000
THINNEST = 1e-4


@derived(size=64)
def file_pieces(mesh: MeshFile, scale: float, box: tuple[float, ...]) -> tuple[Piece, ...]:
    """Return the surface of a mesh file; a box of its size if the file is missing.

    Args:
        mesh: The file.
        scale: Length of one unit of the file in metres.
        box: Least x, y, z and greatest x, y, z, m.
    """
    if mesh.surface is None:
        return (Piece(box_mesh(box), *MAIN),)
    painted = surface_meshes(mesh.surface)
    return tuple(
        Piece(scaled_mesh(one, (scale, scale, scale)), color, MAIN[1]) for color, one in painted
    )


def box_mesh(box: Sequence[float]) -> Mesh:
    """Return the box that replaces a missing file, given least and greatest x, y, z, m."""
    low, high = np.reshape(box, (2, 3))
    x, y, z = np.maximum(high - low, THINNEST).tolist()
    middle = (low + high) / 2
    place = pose(p=[middle[0], middle[1], low[2]])
    return moved(flat.box(x, y, z), place)


# By value: parts and things of equal sizes, and those that were only moved, share their meshes.
@Remembered(8 * 2**20)
def scaled_mesh(mesh: Mesh, scales: tuple[float, float, float]) -> Mesh:
    """Return a mesh stretched along x, y and z by factors above 0."""
    factors = np.array(scales)
    if (factors == 1.0).all():
        return mesh
    normals = mesh.normals
    if np.ptp(factors) > 0.0:
        normals = normals / factors
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
    return Mesh(
        mesh.vertices * factors, mesh.corners, mesh.starts, normals, mesh.groups, mesh.parts
    )


@derived(size=64)
def surface_meshes(surface: Surface) -> tuple[tuple[str, Mesh], ...]:
    """Return the triangles of a file by colour; the colour is empty where the file gives none."""
    vertices = surface.vertices.array
    triangles = surface.triangles.array.astype(np.int64)
    corners = vertices[triangles]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(across, axis=1)
    large = area > 0.0
    normals = corner_normals(triangles[large], across[large], area[large], len(vertices))
    paints = surface.paints or (("", len(triangles)),)
    owner = np.repeat(np.arange(len(paints)), [count for _, count in paints])[large]
    triangles, normals = triangles[large], normals.reshape(-1, 3, 3)
    return tuple(
        (color, _mesh(vertices, triangles[owner == k], normals[owner == k], surface.closed))
        for k, (color, _) in enumerate(paints)
        if (owner == k).any()
    )


def _mesh(vertices: Array, triangles: Ints, normals: Array, closed: bool) -> Mesh:
    used, index = np.unique(triangles, return_inverse=True)
    own, triangles = vertices[used], index.reshape(-1, 3).astype(np.int64)
    normals = normals.reshape(-1, 3)
    parts = convex_parts(own, triangles)
    if not closed:
        own, triangles, normals = both_sides(own, triangles, normals)
    starts, groups = np.arange(0, 3 * len(triangles) + 1, 3), np.arange(len(triangles))
    return Mesh(own, triangles.reshape(-1), starts, normals, groups, parts)


def corner_normals(triangles: Ints, across: Array, area: Array, count: int) -> Array:
    """Return a unit normal for every corner (3 t, 3).

    Each is the mean, weighted by area, of the normals of the faces at its vertex that are within
    the crease angle of its own face; so the rim of a cylinder is sharp and its wall is round.

    Args:
        triangles: Vertices of each triangle (t, 3).
        across: Normal of each, with the area as its length (t, 3).
        area: Length of each normal (t,).
        count: Number of vertices.
    """
    own = across / area[:, None]
    flat = triangles.reshape(-1)
    order = np.argsort(flat, kind="stable")
    valence = np.bincount(flat, minlength=count)
    first = np.cumsum(valence) - valence
    normals = np.repeat(own, 3, axis=0)
    # Vertices of as many faces each are worked on together; at a hub of very many, faces stay flat.
    for faces in np.unique(valence[(valence > 1) & (valence <= MOST_FACES)]).tolist():
        vertices = np.flatnonzero(valence == faces)
        for some in np.array_split(vertices, max(1, len(vertices) * faces**2 // CHUNK)):
            corners = order[first[some][:, None] + np.arange(faces)]
            around = corners // 3
            blunt = np.einsum("vik,vjk->vij", own[around], own[around]) > cos(CREASE)
            total = np.einsum("vij,vjk->vik", blunt.astype(float), across[around])
            length = np.linalg.norm(total, axis=2, keepdims=True)
            normals[corners] = np.where(length > 0.0, total / np.maximum(length, 1e-300), 0.0)
    return normals


def convex_parts(vertices: Array, triangles: Ints) -> list[Ints]:
    """Return the vertices of compact parts of a surface, whose hulls roughly fill it."""
    parts: list[Ints] = [np.arange(len(triangles))]
    middles = vertices[triangles].mean(axis=1)
    while len(parts) < CHUNKS:
        halves: list[Ints] = []
        for part in parts:
            if len(part) < 24:
                halves.append(part)
                continue
            axis = int(np.argmax(np.ptp(middles[part], axis=0)))
            order = np.argpartition(middles[part, axis], len(part) // 2)
            halves += [part[order[: len(part) // 2]], part[order[len(part) // 2 :]]]
        if len(halves) == len(parts):
            break
        parts = halves
    return [np.unique(triangles[part]) for part in parts]

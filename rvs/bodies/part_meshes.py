"""Meshes of fitted parts: of shapes, of objects and of mesh files, made once for equal sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.transforms import pose
from rvs.geometry.convex_pieces import convex_pieces
from rvs.geometry.mesh import Mesh, Remembered
from rvs.geometry.shape import Measured
from rvs.geometry.shapes import SHAPES, flat
from rvs.geometry.surfaces import both_sides, moved
from rvs.geometry.things import KINDS
from rvs.geometry.things.kind import MAIN, Piece
from rvs.model.body.fit import FittedPart
from rvs.model.body.sizes import measured
from rvs.model.derived import by_value, derived
from rvs.model.mesh_file import MeshFile, Surface

Sizes = tuple[tuple[str, Measured], ...]
ThingSizes = tuple[tuple[str, float], ...]
# Whether it is a shape or a thing, its name, its sizes.
Key = tuple[str, str, Sizes | ThingSizes]
Made = tuple[Piece, ...]


# By value: bodies that are no longer the same object share their meshes.
remembered = Remembered(24 * 2**20)


@remembered
def shape_mesh(name: str, sizes: Sizes = ()) -> Mesh:
    """Return the mesh of a shape; equal sizes return the same object.

    Args:
        name: A shape of the catalogue.
        sizes: Its sizes by name, in m and rad.

    Raises:
        ArgumentError: No such shape, or sizes that do not make one.
    """
    shape = SHAPES.get(name)
    if shape is None:
        raise ArgumentError(f"there is no shape {name!r}")
    return _made_once(name, tuple(measured(shape, dict(sizes)).items()))


@remembered
def flipped_mesh(name: str, sizes: Sizes = ()) -> Mesh:
    """Return the mesh of a shape mirrored along x."""
    mesh = shape_mesh(name, sizes)
    mirrored = flipped(mesh)
    if mesh.shape is not None:
        mirrored.shape = (*mesh.shape[:2], True)
    return mirrored


def flipped(mesh: Mesh) -> Mesh:
    """Return a mesh mirrored along x."""
    signs = np.array([-1.0, 1.0, 1.0])
    # Faces run the other way around, each from its own last corner.
    counts = np.diff(mesh.starts)
    ends = np.repeat(mesh.starts[1:] - 1, counts)
    order = ends - (np.arange(len(mesh.corners)) - np.repeat(mesh.starts[:-1], counts))
    return Mesh(
        mesh.vertices * signs,
        mesh.corners[order],
        mesh.starts,
        mesh.normals[order] * signs,
        mesh.groups,
        mesh.parts,
    )


class Stock:
    """Meshes made by an earlier run of the program, and those made by this run."""

    def __init__(self) -> None:
        self._given: dict[Key, Made] = {}
        self._used: dict[Key, Made] = {}
        self._open = self.lacking = False

    def begin(self, given: Mapping[Key, Made]) -> None:
        """Use the given meshes, and record all requests."""
        self._given, self._used = dict(given), {}
        self._open, self.lacking = True, False

    def end(self) -> dict[Key, Made]:
        """Return all requests since the beginning; ``lacking`` is true if a mesh had to be made."""
        used = self._used
        self._given, self._used, self._open = {}, {}, False
        return used

    def mesh(self, name: str, sizes: Sizes) -> Mesh:
        """Return a shape's mesh, given all its sizes."""
        shape = ("shape", name, sizes)
        return self._pieces(shape, lambda: (Piece(SHAPES[name].mesh(dict(sizes)), *MAIN),))[0].mesh

    def thing(self, kind: str, sizes: ThingSizes) -> Made:
        """Return an object's pieces, given its kind and all its sizes."""
        make = KINDS[kind].make
        assert make is not None
        return self._pieces(("thing", kind, sizes), lambda: make(dict(sizes)))

    def _pieces(self, key: Key, make: Callable[[], Made]) -> Made:
        found = self._given.get(key)
        made = make() if found is None else found
        if self._open:
            self.lacking = self.lacking or found is None
            self._used[key] = made
        return made


STOCK = Stock()


@remembered
def _made_once(name: str, sizes: Sizes) -> Mesh:
    mesh = STOCK.mesh(name, sizes)
    mesh.shape = (name, sizes, False)
    return mesh


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
    own, angles = across[large] / area[large, None], corner_angles(corners[large], area[large])
    normals = corner_normals(triangles[large], own, angles, len(vertices))
    paints = surface.paints or (("", len(triangles)),)
    owner = np.repeat(np.arange(len(paints)), [count for _, count in paints])[large]
    triangles, normals = triangles[large], normals.reshape(-1, 3, 3)
    return tuple(
        (color, _smooth_mesh(vertices, triangles[owner == k], normals[owner == k], surface.closed))
        for k, (color, _) in enumerate(paints)
        if (owner == k).any()
    )


def _smooth_mesh(vertices: Array, triangles: Ints, normals: Array, closed: bool) -> Mesh:
    used, index = np.unique(triangles, return_inverse=True)
    own, triangles = vertices[used], index.reshape(-1, 3).astype(np.int64)
    normals = normals.reshape(-1, 3)
    parts = convex_parts(own, triangles)
    if not closed:
        own, triangles, normals = both_sides(own, triangles, normals)
    starts, groups = np.arange(0, 3 * len(triangles) + 1, 3), np.arange(len(triangles))
    return Mesh(own, triangles.reshape(-1), starts, normals, groups, parts)


def corner_angles(corners: Array, area: Array) -> Array:
    """Return the angles of triangles (t, 3), rad, from their corners (t, 3, 3) and double areas."""
    sides = [corners[:, (k + 1) % 3] - corners[:, k] for k in range(3)]
    along = [-np.einsum("ti,ti->t", sides[k], sides[k - 1]) for k in range(3)]
    return np.column_stack([np.arctan2(area, one) for one in along])


def corner_normals(triangles: Ints, own: Array, angles: Array, count: int) -> Array:
    """Return a unit normal for every corner (3 t, 3).

    Each is the mean, weighted by the angles there, of the normals of the faces at its vertex that
    are within the crease angle of its own face; so the rim of a cylinder is sharp and its wall is
    round. Unlike areas, angles do not depend on how a flat face is divided into triangles (Thürmer
    and Wüthrich, Computing vertex normals from polygonal facets, 1998).

    Args:
        triangles: Vertices of each triangle (t, 3).
        own: Unit normal of each (t, 3).
        angles: Angles of each at its vertices (t, 3), rad.
        count: Number of vertices.
    """
    flat, weights = triangles.reshape(-1), angles.reshape(-1)
    order = np.argsort(flat, kind="stable")
    valence = np.bincount(flat, minlength=count)
    first = np.cumsum(valence) - valence
    normals = np.repeat(own, 3, axis=0)
    # Vertices of as many faces each are worked on together; at a hub of very many, faces stay flat.
    for faces in np.unique(valence[(valence > 1) & (valence <= MOST_FACES)]).tolist():
        vertices = np.flatnonzero(valence == faces)
        for some in np.array_split(vertices, max(1, len(vertices) * faces**2 // CHUNK)):
            corners = order[first[some][:, None] + np.arange(faces)]
            around = own[corners // 3]
            blunt = np.einsum("vik,vjk->vij", around, around) > cos(CREASE)
            total = np.einsum("vij,vjk->vik", blunt * weights[corners][:, None], around)
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


Painted = tuple[tuple[str, Mesh], ...]
Scales = tuple[float, float, float]


def seen_meshes(part: FittedPart) -> Painted:
    """Return the visible meshes of a part, each with a colour if its file gives one."""
    if part.use == "solid":
        return ()
    if part.mesh is None:
        return (("", _shape_mesh(part)),)
    return _file_meshes(part.mesh, _scales(part), part.flipped)


def solid_meshes(part: FittedPart) -> tuple[Mesh, ...]:
    """Return the solid meshes of a part; for a mesh file, convex pieces around its surface."""
    if part.use == "seen":
        return ()
    if part.mesh is None:
        return (_shape_mesh(part),)
    return _file_hulls(part.mesh, _scales(part), part.flipped)


def _shape_mesh(part: FittedPart) -> Mesh:
    return (flipped_mesh if part.flipped else shape_mesh)(part.shape, part.sizes)


def _scales(part: FittedPart) -> Scales:
    sizes = {name: value for name, value in part.sizes if not isinstance(value, tuple)}
    x, y, z = (sizes["scale"] * sizes[axis] for axis in "xyz")
    return x, y, z


# By value: a body that was only moved keeps its meshes.
@derived(size=512, known=by_value)
def _file_meshes(mesh: MeshFile, scales: Scales, mirrored: bool) -> Painted:
    found = surface_meshes(mesh.surface) if mesh.surface else (("", box_mesh(mesh.box)),)
    return tuple((color, _placed(one, scales, mirrored)) for color, one in found)


# By value, for the same reason.
@derived(size=512, known=by_value)
def _file_hulls(mesh: MeshFile, scales: Scales, mirrored: bool) -> tuple[Mesh, ...]:
    found = _hulls(mesh.surface) if mesh.surface else (box_mesh(mesh.box),)
    return tuple(_placed(one, scales, mirrored) for one in found)


def _placed(mesh: Mesh, scales: Scales, mirrored: bool) -> Mesh:
    scaled = scaled_mesh(mesh, scales)
    return flipped(scaled) if mirrored else scaled


@derived(size=512)
def _hulls(surface: Surface) -> tuple[Mesh, ...]:
    return convex_pieces(surface.vertices.array, surface.triangles.array.astype(np.int64))

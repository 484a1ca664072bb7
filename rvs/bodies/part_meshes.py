"""Meshes of a fitted part: the visible ones and the solid ones."""

from __future__ import annotations

import numpy as np

from rvs.bodies.mesh_files import box_mesh, scaled_mesh, surface_meshes
from rvs.bodies.shape_meshes import flipped, flipped_mesh, shape_mesh
from rvs.geometry.convex_pieces import convex_pieces
from rvs.geometry.mesh import Mesh
from rvs.model.body.fit import FittedPart
from rvs.model.derived import by_value, derived
from rvs.model.mesh_file import MeshFile, Surface

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

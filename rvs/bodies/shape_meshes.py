"""Meshes of shapes of the catalogue, made once for equal sizes."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.geometry.mesh import Mesh
from rvs.geometry.shape import Measured
from rvs.geometry.shapes import SHAPES
from rvs.model.body.shape_sizes import measured

Sizes = tuple[tuple[str, Measured], ...]


# Remembered by value: bodies that are no longer the same object share their meshes.
@lru_cache(maxsize=1024)
def shape_mesh(name: str, sizes: Sizes = ()) -> Mesh:
    """Return the mesh of a shape; equal sizes give the very same one.

    Args:
        name: A shape of the catalogue.
        sizes: Its sizes by name, in m and rad.

    Raises:
        ArgumentError: No such shape, or sizes that do not make one.
    """
    shape = SHAPES.get(name)
    if shape is None:
        raise ArgumentError(f"there is no shape {name!r}")
    return _mesh(name, tuple(measured(shape, dict(sizes)).items()))


# By value, for the same reason.
@lru_cache(maxsize=1024)
def flipped_mesh(name: str, sizes: Sizes = ()) -> Mesh:
    """Return the mesh of a shape mirrored along x."""
    return flipped(shape_mesh(name, sizes))


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


# By value: the mesh and its mirror image are made of the same one.
@lru_cache(maxsize=1024)
def _mesh(name: str, sizes: Sizes) -> Mesh:
    return SHAPES[name].mesh(dict(sizes))

"""Meshes of shapes of the catalogue and of objects, made once for equal sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.geometry.mesh import Mesh
from rvs.geometry.mesh_cache import Remembered
from rvs.geometry.shape import Measured
from rvs.geometry.shapes import SHAPES
from rvs.geometry.things import KINDS
from rvs.geometry.things.pieces import MAIN, Piece
from rvs.model.body.shape_sizes import measured

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
    return _mesh(name, tuple(measured(shape, dict(sizes)).items()))


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
def _mesh(name: str, sizes: Sizes) -> Mesh:
    mesh = STOCK.mesh(name, sizes)
    mesh.shape = (name, sizes, False)
    return mesh

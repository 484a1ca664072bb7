"""Collects the pieces of an object; pieces with the same look become one mesh."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.transforms import pose
from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes import flat, revolved
from rvs.geometry.shapes.flat import rounded_block
from rvs.geometry.surfaces import merged, moved
from rvs.value_class import dataclass

Point = tuple[float, float, float]

# The main colour and material are the thing's own.
MAIN = ("", "")
STEEL = ("#A9B0B7", "brushed")
DARK = ("#4A525C", "paint")
BLACK = ("#2B2F35", "plastic")
RUBBER = ("#34383E", "rubber")
LIGHT = ("#D9DDE1", "paint")
Look = tuple[str, str]

SIDES = 32
# z of a shape's own frame along x or y of the thing's; the x of its section stays level.
ALONG_X = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
ALONG_Y = np.array([[-1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]])


@dataclass(frozen=True, eq=False)
class Piece:
    """Part of an object with one colour and material.

    Attributes:
        mesh: Its surface, in the object's frame.
        color: Its colour, or empty for the object's main colour.
        material: Its material, or empty likewise.
    """

    mesh: Mesh
    color: str
    material: str


class Pieces:
    """Growing list of pieces, in the object's frame."""

    def __init__(self) -> None:
        self._meshes: dict[Look, list[Mesh]] = {}

    def add(self, look: Look, mesh: Mesh, at: Point = (0.0, 0.0, 0.0)) -> None:
        """Add a mesh moved by a length along x, y and z."""
        self._meshes.setdefault(look, []).append(moved(mesh, pose(p=at)) if any(at) else mesh)

    def put(self, look: Look, mesh: Mesh, turn: ArrayLike, at: Point = (0.0, 0.0, 0.0)) -> None:
        """Add a mesh rotated by a rotation (3, 3), then moved."""
        self._meshes.setdefault(look, []).append(moved(mesh, pose(turn, at)))

    def box(self, look: Look, size: Point, at: Point, fillet: float = 0.0) -> None:
        """Add a box; ``at`` is the centre of its lower face, ``fillet`` the radius of its edges."""
        x, y, z = size
        edge = min(fillet, 0.45 * min(x, y))
        self.add(look, flat.box_fillet(x, y, z, edge, 16) if edge > 0.0 else flat.box(x, y, z), at)

    def block(self, look: Look, size: Point, at: Point, fillet: float) -> None:
        """Add a box with all edges rounded; ``at`` is the centre of its lower face."""
        x, y, z = size
        radius = min(fillet, 0.3 * min(size))
        self.add(look, rounded_block(x, y, z, radius, 24), (at[0], at[1], at[2] + z / 2))

    def rod(self, look: Look, radius: float, height: float, at: Point, rim: float = 0.0) -> None:
        """Add an upright cylinder; ``at`` is the centre of its lower face."""
        self.add(look, _rod(radius, height, rim), at)

    def bar(
        self, look: Look, radius: float, length: float, at: Point, turn: Array, rim: float = 0.0
    ) -> None:
        """Add a cylinder along an axis, ``ALONG_X`` or ``ALONG_Y``; ``at`` is its centre."""
        lowered = moved(_rod(radius, length, rim), pose(p=[0.0, 0.0, -length / 2]))
        self.put(look, lowered, turn, at)

    def pieces(self) -> tuple[Piece, ...]:
        """Return the added pieces, one mesh for each look."""
        return tuple(
            Piece(merged(meshes) if len(meshes) > 1 else meshes[0], *look)
            for look, meshes in self._meshes.items()
        )


def corners(x: float, y: float) -> tuple[tuple[float, float], ...]:
    """Return the four corners (x, y), (-x, y), (-x, -y) and (x, -y)."""
    return ((x, y), (-x, y), (-x, -y), (x, -y))


def spaced(length: float, count: int) -> list[float]:
    """Return this number of positions along an axis, evenly from -length / 2 to length / 2."""
    return np.linspace(-length / 2, length / 2, count).tolist() if count > 1 else [0.0]


def _rod(radius: float, height: float, rim: float) -> Mesh:
    edge = min(rim, 0.4 * radius, 0.4 * height)
    return revolved.cylinder_fillet(radius, height, edge, edge, SIDES)

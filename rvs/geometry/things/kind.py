"""The kinds of objects around a robot: sizes with bounds, default look, box and pieces.

A kind is one function below ``rvs.geometry.things`` that makes its pieces; ``@kind`` above it gives
all other data.  The kind has the name of the function and the first line of its docstring.  Every
object stands on the plane z = 0 of its own frame, with its footprint centred on the origin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.transforms import pose
from rvs.geometry.mesh import Mesh
from rvs.geometry.shape import Parameter
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


Family = Literal["furniture", "logistics", "workpieces", "safety", "stands", "shapes", "files"]
Corner = tuple[float, float, float]
Box = tuple[Corner, Corner]
Sizes = Mapping[str, float]
BoxOf = Callable[[Sizes], Box]
Maker = TypeVar("Maker", bound=Callable[[Sizes], tuple[Piece, ...]])

LONGEST = 100.0
THINNEST = 1e-4


def upright(x: float, y: float, z: float) -> Box:
    """Return the box of an object that is centred on the z axis and stands on the xy plane."""
    return (-x / 2, -y / 2, 0.0), (x / 2, y / 2, z)


def spans(x: str, y: str, z: str) -> BoxOf:
    """Return the box of objects whose edges are sizes, given by name."""
    return lambda sizes: upright(sizes[x], sizes[y], sizes[z])


BLOCK, ROUND = spans("length", "width", "height"), spans("diameter", "diameter", "height")


@dataclass(frozen=True, slots=True)
class ThingKind:
    """A kind of object.

    Attributes:
        name: Key in a file.
        title: Displayed name.
        family: Its section in the gallery.
        summary: Description in one sentence.
        sizes: Its sizes with their usual values, m, rad or plain numbers.
        color: Its usual main colour.
        material: Material of the parts in its main colour.
        box: Smallest and largest coordinates in its own frame, m, from all its sizes; None if it is
            read from a file, like ``make``.
        make: Its pieces, from all its sizes.
    """

    name: str
    title: str
    family: Family
    summary: str
    sizes: tuple[Parameter, ...]
    color: str
    material: str = "paint"
    box: BoxOf | None = None
    make: Callable[[Sizes], tuple[Piece, ...]] | None = None

    def size(self, name: str) -> Parameter | None:
        """Return a size by name, or None."""
        return next((one for one in self.sizes if one.name == name), None)


KINDS: dict[str, ThingKind] = {}


def kind(
    title: str,
    family: Family,
    *sizes: Parameter,
    color: str,
    material: str = "paint",
    box: BoxOf = BLOCK,
) -> Callable[[Maker], Maker]:
    """Add the kind made by the decorated function to the catalogue; see ``ThingKind``."""

    def added(make: Maker) -> Maker:
        name, summary = make.__name__.strip("_"), (make.__doc__ or "").partition("\n")[0]
        KINDS[name] = ThingKind(name, title, family, summary, sizes, color, material, box, make)
        return make

    return added


def length(name: str, meaning: str, usual: float, most: float = LONGEST) -> Parameter:
    """Return a size that is a length, m."""
    return Parameter(name, meaning, "length", usual, THINNEST, most, needed=False)


def count(name: str, meaning: str, usual: int, least: int, most: int) -> Parameter:
    """Return a size that is a whole number."""
    return Parameter(name, meaning, "count", float(usual), least, most, needed=False)


def edges(x: float, y: float, z: float) -> tuple[Parameter, ...]:
    """Return the three edges of a box."""
    return (
        length("length", "length along x", x),
        length("width", "width along y", y),
        length("height", "height along z", z),
    )


def rounds(diameter: float, height: float) -> tuple[Parameter, ...]:
    """Return the two sizes of a cylinder."""
    return (length("diameter", "diameter", diameter), length("height", "height", height))

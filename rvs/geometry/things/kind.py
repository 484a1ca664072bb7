"""The kinds of objects around a robot: sizes with bounds, default look, box and solids.

A kind is one function below ``rvs.geometry.things`` that makes its pieces; ``@kind`` above it gives
all other data.  The kind has the name of the function and the first line of its docstring.  Every
object stands on the plane z = 0 of its own frame, with its footprint centred on the origin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeVar

from rvs.geometry.shape import Parameter
from rvs.geometry.things.pieces import Piece
from rvs.value_class import dataclass

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

"""The shapes of solid bodies: sizes with bounds, relations between them, mesh and bulk.

A shape is one function below ``rvs.geometry.shapes`` that makes its mesh; ``@shape`` above it gives
all other data.  The shape has the name of the function and the first line of its docstring.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import pi
from typing import Any, Literal, TypeVar

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.geometry.bulk import Bulk, Cloud, inside
from rvs.geometry.mesh import Mesh
from rvs.value_class import dataclass

ParameterKind = Literal["length", "angle", "count", "number", "plane", "space"]
Points = tuple[tuple[float, ...], ...]
Measured = float | Points
Family = Literal["round", "bent", "flat", "profile", "machined", "free", "composite"]
Maker = TypeVar("Maker", bound=Callable[..., Mesh])

LARGEST = 1e4
MAX_POINTS = 400
SIDES = 32
POINT_SIZE: Mapping[ParameterKind, int] = {"plane": 2, "space": 3}

UPRIGHT = "Its base is on the xy plane; its axis is +z."
CENTERED = "Its centre is at the origin."
STANDING = "Its base is on the xy plane, centred on the z axis."


@dataclass(frozen=True, slots=True)
class Parameter:
    """One size of a shape.

    Attributes:
        name: Key in a file, name in expressions.
        meaning: The measured quantity.
        kind: ``"length"`` (m), ``"angle"`` (rad), ``"count"`` (whole), ``"number"``, ``"plane"`` or
            ``"space"``: a list of points with two or three lengths each.
        default: Its value in a new part and in the gallery.
        least: Smallest value; for points, their least number.
        most: Largest value; for points, their largest number.
        above: The value ``least`` itself is not allowed.
        needed: A part must give it; else it is optional.
    """

    name: str
    meaning: str
    kind: ParameterKind
    default: Measured
    least: float = 0.0
    most: float = LARGEST
    above: bool = False
    needed: bool = True

    @property
    def omitted(self) -> Measured:
        """Its value in parts without it: 0 for a length that may be 0."""
        return 0.0 if self.kind == "length" and not self.above else self.default


@dataclass(frozen=True, slots=True)
class Relation:
    """Two expressions over the parameters, the left one not greater than the right one.

    Attributes:
        left: The smaller.
        right: The larger.
        below: They must not be equal.
    """

    left: str
    right: str
    below: bool = True


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape with everything required to make it.

    Attributes:
        name: Key in a file.
        title: Displayed name.
        family: Its section in the gallery.
        summary: Description in one sentence.
        place: Origin and axis.
        parameters: Its sizes.
        relations: Required relations between them.
        faces: Expression over its parameters: approximate number of faces of its mesh.
        make: Makes the mesh of all its sizes by name, in m and rad.
        smooth: The smooth body from its sizes except ``sides``; None if the faces of the mesh are
            those of the body.
        check: Raises an error unless its points make a shape; None if its bounds and relations are
            sufficient.
    """

    name: str
    title: str
    family: Family
    summary: str
    place: str
    parameters: tuple[Parameter, ...]
    relations: tuple[Relation, ...]
    faces: str
    make: Callable[..., Mesh]
    smooth: Callable[..., Cloud] | None
    check: Callable[..., None] | None

    def parameter(self, name: str) -> Parameter | None:
        """Return a parameter by name, or None."""
        return next((one for one in self.parameters if one.name == name), None)

    def mesh(self, sizes: Mapping[str, Measured]) -> Mesh:
        """Return the mesh of valid sizes, in m and rad."""
        return self.make(**self._arguments(sizes))

    def bulk(self, sizes: Mapping[str, Measured]) -> Bulk:
        """Return exact volume and moments of the body represented by its mesh.

        Args:
            sizes: All its sizes, in m and rad, which must be valid.
        """
        return self.cloud(sizes).bulk

    def cloud(self, sizes: Mapping[str, Measured]) -> Cloud:
        """Return the body represented by its mesh; it has no form if its faces are the mesh's."""
        if self.smooth is None:
            return inside(self.mesh(sizes))
        known = self._arguments(sizes)
        known.pop("sides", None)
        return self.smooth(**known)

    def check_points(self, sizes: Mapping[str, Measured]) -> None:
        """Raise an error unless the points among its sizes make a shape.

        Raises:
            ArgumentError: They do not; the message gives the reason.
        """
        if self.check is not None:
            self.check(**self._arguments(sizes))

    def _arguments(self, sizes: Mapping[str, Measured]) -> dict[str, Any]:
        counts = {one.name for one in self.parameters if one.kind == "count"}
        return {
            name: np.array(value, float)
            if isinstance(value, tuple)
            else int(value)
            if name in counts
            else value
            for name, value in sizes.items()
        }


SHAPES: dict[str, Shape] = {}


def shape(
    title: str,
    family: Family,
    place: str,
    *parameters: Parameter,
    relations: tuple[Relation, ...] = (),
    faces: str = "30",
    bulk: Callable[..., Cloud] | None = None,
    check: Callable[..., None] | None = None,
) -> Callable[[Maker], Maker]:
    """Add the shape made by the decorated function to the catalogue; see ``Shape``."""

    def added(make: Maker) -> Maker:
        name = make.__name__.replace("_", "-")
        summary = (make.__doc__ or "").partition("\n")[0]
        what = (name, title, family, summary, place, parameters, relations, faces)
        SHAPES[name] = Shape(*what, make, bulk, check)
        return make

    return added


def length(name: str, meaning: str, default: float, needed: bool = True) -> Parameter:
    """Return a parameter for a length above 0."""
    return Parameter(name, meaning, "length", default, above=True, needed=needed)


def optional_length(name: str, meaning: str, default: float = 0.0) -> Parameter:
    """Return a parameter for an optional length of 0 or more."""
    return Parameter(name, meaning, "length", default, needed=False)


def angle(
    name: str, meaning: str, default: float, most: float = 2 * pi, needed: bool = True
) -> Parameter:
    """Return a parameter for an angle above 0, in rad."""
    return Parameter(name, meaning, "angle", default, 0.0, most, above=True, needed=needed)


def count(
    name: str, meaning: str, default: int, least: int, most: int, needed: bool = True
) -> Parameter:
    """Return a parameter for a whole number."""
    return Parameter(name, meaning, "count", float(default), least, most, needed=needed)


def sides(default: int = SIDES, most: int = 256) -> Parameter:
    """Return the parameter of every round shape: its number of flat sides."""
    return count("sides", "flat sides around", default, 3, most, needed=False)


def points(
    name: str, meaning: str, default: Points, least: int, kind: ParameterKind = "plane"
) -> Parameter:
    """Return a parameter for a list of points."""
    return Parameter(name, meaning, kind, default, least, MAX_POINTS)


HEIGHT = length("height", "height", 0.12)
BOX = (
    length("x", "edge along x", 0.12),
    length("y", "edge along y", 0.09),
    length("z", "edge along z", 0.06),
)
RINGS = (length("outer", "outer radius", 0.06), length("inner", "inner radius", 0.04))
WALL = Relation("inner", "outer")


MESH = "mesh"
SMALLEST, GREATEST = 1e-9, 1e6


def _factor(name: str, meaning: str) -> Parameter:
    return Parameter(name, meaning, "number", 1.0, SMALLEST, GREATEST, needed=False)


def _missing() -> Mesh:
    raise ArgumentError("a mesh needs a file")


MESH_SHAPE = Shape(
    MESH,
    "Mesh file",
    "free",
    "Surface from a mesh file.",
    "Its origin and its axes are those of the file.",
    (
        _factor("scale", "metres per unit of the file"),
        *(_factor(axis, f"stretch factor along {axis}") for axis in "xyz"),
    ),
    (),
    "0",
    lambda **_: _missing(),
    None,
    None,
)

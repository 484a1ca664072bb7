"""The shape of a part with the surface of a file, which is stretched to its sizes."""

from __future__ import annotations

from rvs.engine.errors import ArgumentError
from rvs.geometry.mesh import Mesh
from rvs.geometry.shape import Parameter, Shape

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

"""The catalogue of kinds of objects by name: each is one function, with its sizes and its box."""

from collections.abc import Mapping
from typing import get_args

from rvs.geometry.shape import Parameter
from rvs.geometry.things import equipment, logistics, workpieces  # noqa: F401
from rvs.geometry.things.kind import KINDS as _MADE
from rvs.geometry.things.kind import Family, ThingKind

_ORDER = get_args(Family)
MESH = "mesh"
_UNIT = Parameter("scale", "metres per unit of the file", "number", 0.001, 1e-6, 1e6, needed=False)
_FILE = ThingKind(
    MESH, "Mesh file", "files", "A surface read from an STL, OBJ or glTF file.", (_UNIT,), "#AEB6BE"
)
KINDS: Mapping[str, ThingKind] = {
    one.name: one
    for one in (*sorted(_MADE.values(), key=lambda one: _ORDER.index(one.family)), _FILE)
}

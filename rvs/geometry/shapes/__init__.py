"""The catalogue of shapes by name: each is one function, preceded by its sizes and its bulk."""

from collections.abc import Mapping
from typing import get_args

from rvs.geometry.shape import MESH, MESH_SHAPE, Family, Shape
from rvs.geometry.shape import SHAPES as _MADE
from rvs.geometry.shapes import flat, free, machined, revolved  # noqa: F401

_ORDER = get_args(Family)
SHAPES: Mapping[str, Shape] = {
    one.name: one for one in sorted(_MADE.values(), key=lambda one: _ORDER.index(one.family))
}
# What a part of a body may be: one of these, or the surface of a file.
PART_SHAPES: Mapping[str, Shape] = {**SHAPES, MESH: MESH_SHAPE}

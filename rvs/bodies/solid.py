"""A closed body somewhere in the world, with what it looks like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeVar, dataclass_transform

import numpy as np

from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh
from rvs.model.appearance.colors import Rgba
from rvs.model.refs import NOTHING, Ref

Layer = Literal["body", "annotation", "overlay"]
Depth = Literal["tested", "on top", "hidden"]
SizeIn = Literal["world", "screen"]

T = TypeVar("T")

IDENTITY_POSE = np.eye(4)
IDENTITY_POSE.setflags(write=False)


@dataclass_transform(frozen_default=True, eq_default=False)
def scene_value(kind: type[T]) -> type[T]:
    """Make a dataclass of what hundreds are made of for each picture.

    Nobody changes one, but that is for type checkers alone to see: one that refuses takes five
    times as long to make.
    """
    return dataclass(slots=True, eq=False)(kind)


@dataclass(frozen=True, slots=True)
class Outlined:
    """A line along the silhouette of solids, on the screen alone.

    Attributes:
        outside: Colour of its outer part, 2 pixels wide.
        inside: Colour of its inner part, 1 pixel wide.
    """

    outside: Rgba
    inside: Rgba


@dataclass(frozen=True, slots=True)
class Tint:
    """A colour over solids and a line around them, on the screen alone.

    Attributes:
        color: The colour, matte; its opacity is how much of what is below it is covered.
        outline: Line around all that have an equal tint, besides their own lines.
    """

    color: Rgba
    outline: Outlined


@scene_value
class Solid:
    """A closed body.

    Attributes:
        mesh: Its surface, in m (in pixels where ``size_in`` is ``"screen"``).
        pose: Where it is (4, 4).
        color: Base colour.
        material: A name of ``rvs.model.appearance.materials``.
        owner: What it is part of.
        layer: Bodies cast shadows; overlays are never exported.
        depth: ``"hidden"`` also draws what is behind others, faintly.
        size_in: ``"screen"`` keeps its size in pixels.
        outline: Line around it and all others that have an equal one, or None.
        tint: Colour that lies over it, or None.
    """

    mesh: Mesh
    pose: Array
    color: Rgba
    material: str = "paint"
    owner: Ref = NOTHING
    layer: Layer = "body"
    depth: Depth = "tested"
    size_in: SizeIn = "world"
    outline: Outlined | None = None
    tint: Tint | None = None

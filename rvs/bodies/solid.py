"""Closed bodies in the world, with their appearance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Literal, TypeVar, dataclass_transform

import numpy as np

from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh
from rvs.model.appearance.colors import Rgba
from rvs.model.refs import NOTHING, Ref
from rvs.value_class import dataclass

Layer = Literal["body", "annotation", "overlay"]
Depth = Literal["tested", "on top", "hidden"]
SizeIn = Literal["world", "screen"]

T = TypeVar("T")

IDENTITY_POSE = np.eye(4)
IDENTITY_POSE.setflags(write=False)


@dataclass_transform(frozen_default=True, eq_default=False)
def scene_value(kind: type[T]) -> type[T]:
    """Make a dataclass for values that each picture needs by the hundred.

    The values are never changed, but only type checkers enforce this: a frozen dataclass takes five
    times as long to create.
    """
    return dataclass(slots=True, eq=False)(kind)


@dataclass(frozen=True, slots=True)
class Outlined:
    """A line along the silhouette of solids, only on the screen.

    Attributes:
        outside: Colour of its outer part, 2 pixels wide.
        inside: Colour of its inner part, 1 pixel wide.
    """

    outside: Rgba
    inside: Rgba


@dataclass(frozen=True, slots=True)
class Tint:
    """A colour over solids and a line around them, only on the screen.

    Attributes:
        color: The colour, matte; its opacity is the fraction of the surface below that is covered.
        outline: Line around all solids with an equal tint, in addition to their own lines.
    """

    color: Rgba
    outline: Outlined


@scene_value
class Solid:
    """A closed body.

    Attributes:
        mesh: Its surface, in m (in pixels where ``size_in`` is ``"screen"``).
        pose: Its pose (4, 4).
        color: Base colour.
        material: A name of ``rvs.model.appearance.materials``.
        owner: Its owner.
        layer: Bodies cast shadows; overlays are never exported.
        depth: ``"hidden"`` also draws faintly the parts behind other bodies.
        size_in: ``"screen"`` gives a constant size in pixels.
        outline: Line around it and all others with an equal outline, or None.
        tint: Colour drawn over it, or None.
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


@dataclass(slots=True, eq=False)
class Solids:
    """Solids that move without changing their appearance, such as those of a robot.

    Iteration yields the solids at their poses, always the same objects.

    Attributes:
        looks: The solids before their rigid motion; always the same tuple while only their poses
            change.
        poses: Pose of each (n, 4, 4).
    """

    looks: tuple[Solid, ...]
    poses: Array
    _each: tuple[Solid, ...] | None = field(default=None, init=False)

    def __len__(self) -> int:
        return len(self.looks)

    def __iter__(self) -> Iterator[Solid]:
        return iter(self.each)

    def __getitem__(self, k: int) -> Solid:
        return self.each[k]

    @property
    def each(self) -> tuple[Solid, ...]:
        """The solids at their poses."""
        if self._each is None:
            self._each = tuple(map(moved, self.looks, self.poses))
        return self._each

    def looking(self, looks: tuple[Solid, ...]) -> Solids:
        """Return the solids with this appearance; the same objects if they have it already."""
        return self if looks is self.looks else Solids(looks, self.poses)


def moved(solid: Solid, pose: Array) -> Solid:
    """Return a solid at another pose; replace() takes twice as long."""
    return Solid(
        solid.mesh, pose, solid.color, solid.material, solid.owner, solid.layer, solid.depth,
        solid.size_in, solid.outline, solid.tint,
    )  # fmt: skip


Bodies = Solid | Solids


def one_by_one(entries: Iterable[T | Solids]) -> tuple[T | Solid, ...]:
    """Return the items with each group replaced by its solids."""
    found: list[T | Solid] = []
    for entry in entries:
        if isinstance(entry, Solids):
            found += entry.each
        else:
            found.append(entry)
    return tuple(found)


def count(body: Bodies) -> int:
    """Return the number of solids in a solid or a group."""
    return len(body) if isinstance(body, Solids) else 1

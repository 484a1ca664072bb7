"""The drawing order of the items of a scene."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from operator import is_
from typing import Any

from rvs.bodies.solid import Bodies, Depth, Solid, Solids
from rvs.scene.items import OPAQUE, Item, Label, Line, Points, Region, opacity
from rvs.value_class import dataclass

Flat = Line | Points | Region
Spot = tuple[list[Any], int]


@dataclass(slots=True)
class Run:
    """Consecutive flat items of one kind and one depth."""

    kind: type[Flat]
    depth: Depth
    items: list[Flat]


@dataclass(slots=True)
class Stage:
    """Items that share one depth buffer.

    Attributes:
        bodies: Opaque solids.
        seen_through: Opaque solids that also show, faintly, behind the bodies.
        glass: Transparent solids.
        runs: Lines, points and regions, in the order of the scene.
        labels: Labels that bodies hide.
        top_labels: Labels that nothing hides.
    """

    bodies: list[Solid] = field(default_factory=list)
    seen_through: list[Solid] = field(default_factory=list)
    glass: list[Solid] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    top_labels: list[Label] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any(
            (self.bodies, self.seen_through, self.glass, self.runs, self.labels, self.top_labels)
        )

    def flat_labels(self) -> bool:
        """Return whether it contains only labels that nothing hides; depth is irrelevant then."""
        return not any((self.bodies, self.seen_through, self.glass, self.runs, self.labels))

    def follows_view(self) -> bool:
        """Return whether the order or the size of its solids depends on the camera."""
        solids = (*self.bodies, *self.seen_through)
        return bool(self.glass) or any(solid.size_in == "screen" for solid in solids)

    def add(self, item: Item) -> Spot:
        """Add an item; return its position."""
        if isinstance(item, Label):
            labels = self.top_labels if item.depth == "on top" else self.labels
            return _appended(labels, item)
        if not isinstance(item, Solid):
            last = self.runs[-1] if self.runs else None
            if last is None or (last.kind, last.depth) != (type(item), item.depth):
                last = Run(type(item), item.depth, [])
                self.runs.append(last)
            return _appended(last.items, item)
        if opacity(item) < OPAQUE:
            return _appended(self.glass, item)
        return _appended(self.seen_through if item.depth == "hidden" else self.bodies, item)


Stages = tuple[Stage, Stage, Stage]


def solid_stages(solids: Iterable[Solid]) -> tuple[Stages, list[Spot]]:
    """Sort solids for drawing.

    Returns:
        The stage drawn first, the stage on top of it, and the overlay on top of all; and for each
        solid its list and its position there.
    """
    made = Stage(), Stage(), Stage()
    return made, [made[_stage_of(solid)].add(solid) for solid in solids]


def with_flat(made: Stages, items: Iterable[Item]) -> Stages:
    """Return the stages with other lines, points, regions and labels, in the order of the scene."""
    main, top, overlay = (replace(stage, runs=[], labels=[], top_labels=[]) for stage in made)
    found = main, top, overlay
    for item in items:
        found[_stage_of(item)].add(item)
    return found


def _stage_of(item: Item) -> int:
    if item.layer == "overlay":
        return 2
    return 1 if item.depth == "on top" else 0


def changes(old: Sequence[Bodies], new: Sequence[Bodies]) -> list[int] | None:
    """Return the bodies that replace others in the drawing, or None if not all do.

    Their poses may differ.
    """
    if len(old) != len(new):
        return None
    other = [k for k, same in enumerate(map(is_, old, new)) if not same]
    return other if all(_in_place_of(new[k], old[k]) for k in other) else None


def same_bodies(old: Sequence[Solid], new: Sequence[Solid]) -> bool:
    """Return whether solids are the old ones in order, whatever their poses and appearance."""
    return len(old) == len(new) and all(
        a.mesh is b.mesh or a.mesh == b.mesh for a, b in zip(old, new, strict=True)
    )


def _in_place_of(new: Bodies, old: Bodies) -> bool:
    if isinstance(new, Solids) or isinstance(old, Solids):
        return isinstance(new, Solids) and isinstance(old, Solids) and new.looks is old.looks
    return (
        new.layer == old.layer
        and new.depth == old.depth
        and (new.mesh is old.mesh or new.mesh == old.mesh)
        and new.color == old.color
        and new.material == old.material
        and new.size_in == old.size_in
        and new.outline == old.outline
        and new.tint == old.tint
    )


def _appended(items: list[Any], item: Item) -> Spot:
    items.append(item)
    return items, len(items) - 1

"""Drawing order: bottom items before top items, merged regions, and soft edges of nested ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from itertools import pairwise

import numpy as np

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.scene.items import OPAQUE, Item, Label, Line, Points, Region, opacity
from rvs.value_class import dataclass

# So many rings from one of the scene to the next: steps of 3 in 255 in the shadow on light ground.
BETWEEN = 3


def softened(items: Iterable[Item]) -> list[Item]:
    """Return items with finer steps in every stack of nested regions.

    As on the screen, a stack is transparent at its outermost outline and has the combined opacity
    of all its regions at its innermost one.
    """
    found: list[Item] = []
    stack: list[Region] = []
    for item in items:
        if isinstance(item, Region) and item.nested and stack and _alike(item, stack[-1]):
            stack.append(item)
            continue
        found += _soft(stack)
        stack = [item] if isinstance(item, Region) else []
        if not stack:
            found.append(item)
    return [*found, *_soft(stack)]


def _alike(region: Region, below: Region) -> bool:
    plain = region.alphas is None is below.alphas
    same = (region.color, region.depth) == (below.color, below.depth)
    return plain and same and np.array_equal(region.starts, below.starts)


def _soft(stack: list[Region]) -> Iterator[Region]:
    if len(stack) < 2:
        yield from stack
        return
    steps = BETWEEN * (len(stack) - 1)
    red, green, blue, alpha = stack[0].color
    faint = 1.0 - (1.0 - alpha) ** (len(stack) / steps)
    first = True
    for outer, inner in pairwise(stack):
        for k in range(BETWEEN):
            share = (k + 0.5) / BETWEEN
            points: Array = outer.points + share * (inner.points - outer.points)
            yield replace(outer, points=points, color=(red, green, blue, faint), nested=not first)
            first = False


def merged_regions(items: Iterable[Item]) -> list[Item]:
    """Return items with consecutive united regions merged into one region for each ring."""
    rings: list[list[Item]] = []
    first = ring = 0
    last: Item | None = None
    for item in items:
        if isinstance(item, Region) and item.nested:
            ring += 1
        elif _continues(item, last):
            ring = first
        else:
            ring = first = len(rings)
        if ring == len(rings):
            rings.append([])
        rings[ring].append(item)
        last = item
    return [_one([item for item in ring if isinstance(item, Region)]) or ring[0] for ring in rings]


def _continues(item: Item, last: Item | None) -> bool:
    """Return whether an item begins another part of the area of the last one."""
    return isinstance(item, Region) and item.united and isinstance(last, Region) and last.united


def _one(parts: list[Region]) -> Region | None:
    """Return all polygons of some regions as one region; None if there is nothing to merge."""
    if len(parts) < 2:
        return None
    ends = np.cumsum([0, *(len(part.points) for part in parts)])
    starts = [part.starts[:-1] + end for part, end in zip(parts, ends[:-1], strict=True)]
    return replace(
        parts[0],
        points=np.concatenate([part.points for part in parts]),
        starts=np.concatenate([*starts, ends[-1:]]).astype(np.int32),
    )


Flat = Line | Points | Region


@dataclass(slots=True)
class Stage:
    """Items that hide one another.

    Attributes:
        solids: Solids.
        flats: Lines, points and regions, in the order of the scene.
        labels: Labels.
    """

    solids: list[Solid] = field(default_factory=list)
    flats: list[Flat] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)


def stages(items: Iterable[Item]) -> tuple[Stage, Stage]:
    """Return the bottom and top items of a drawing; overlays are never exported.

    Labels that nothing hides belong to the second stage.
    """
    main, top = Stage(), Stage()
    for item in softened(merged_regions(items)):
        if item.layer == "overlay":
            continue
        stage = top if item.depth == "on top" else main
        if isinstance(item, Label):
            stage.labels.append(item)
        elif isinstance(item, Solid):
            stage.solids.append(item)
        else:
            stage.flats.append(item)
    return main, top


def is_glass(solid: Solid) -> bool:
    """Return whether a solid is transparent."""
    return opacity(solid) < OPAQUE

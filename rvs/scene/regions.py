"""Regions that form one area, merged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from rvs.scene.items import Item, Region


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

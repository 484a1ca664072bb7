"""Soft edges of nested regions: additional rings between those of the scene, gradually fainter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np

from rvs.engine.arrays import Array
from rvs.scene.items import Item, Region

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

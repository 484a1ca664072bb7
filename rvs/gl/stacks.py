"""Nested regions as one area whose opacity grows inwards without steps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rvs.gl.polygons import polygon_triangles
from rvs.scene.items import Region

Stack = tuple[Region, ...]
# Indices of triangles, and the ring that they begin at.
Layer = tuple[int, NDArray[np.uint32]]

# Of a small polygon every third corner is drawn.
THINNED = 3


def stacks(regions: Sequence[Region]) -> list[Stack]:
    """Return regions in groups: one with all that are nested in it, and every other one alone."""
    found: list[list[Region]] = []
    for region in regions:
        if region.nested and found and _alike(region, found[-1][-1]):
            found[-1].append(region)
        else:
            found.append([region])
    return [tuple(stack) for stack in found]


def unions(found: Sequence[Stack]) -> list[list[Stack]]:
    """Return stacks in groups: united ones that follow each other, and every other one alone."""
    groups: list[list[Stack]] = []
    for stack in found:
        if groups and _counts_with(stack, groups[-1][-1]):
            groups[-1].append(stack)
        else:
            groups.append([stack])
    return groups


def _counts_with(stack: Stack, other: Stack) -> bool:
    region, last = stack[0], other[0]
    same = (region.color, region.depth, len(stack)) == (last.color, last.depth, len(other))
    return region.united and last.united and same


def _alike(region: Region, below: Region) -> bool:
    """Whether two regions can be drawn as one area."""
    return (
        region.color == below.color
        and region.depth == below.depth
        and region.alphas is None is below.alphas
        and (region.starts is below.starts or np.array_equal(region.starts, below.starts))
    )


def darkest(stack: Sequence[Region]) -> float:
    """Return the opacity in the middle of a stack."""
    return 1.0 - (1.0 - stack[0].color[3]) ** len(stack)


def stack_triangles(
    stack: Stack, small: NDArray[np.bool_] | None = None, rings: Sequence[int] | None = None
) -> tuple[NDArray[np.float32], list[Layer]]:
    """Return corners with opacity (n, 4) and layers of triangles (3t,), the innermost first.

    Painted so that the first one counts, the areas show what all regions over each other would,
    but the opacity changes evenly from one outline to the next.

    Args:
        stack: The regions, from outside in.
        small: Polygons that are so small on the screen that few corners and outlines will do
            (k,); None are.
        rings: The outlines between which the opacity changes evenly; None are all.
    """
    starts = np.asarray(stack[0].starts)
    sides = np.diff(starts)
    regular = len(sides) > 0 and bool((sides == sides[0]).all()) and sides[0] % THINNED == 0
    if small is None or not regular or not small.any():
        small = np.zeros(len(sides), bool)
    if not small.any():
        return _layers(stack, rings or range(len(stack)), starts, slice(None))
    each = np.arange(starts[-1]).reshape(len(sides), -1)
    few = sorted({0, len(stack) // 2, len(stack) - 1})
    parts = [(rings or range(len(stack)), each[~small]), (few, each[small][:, ::THINNED])]
    made, layers, base = [], [], 0
    for rings, chosen in parts:
        ends = np.arange(0, chosen.size + 1, chosen.shape[1], dtype=np.int32)
        corners, own = _layers(stack, rings, ends, chosen.ravel())
        layers += [(ring, faces + np.uint32(base)) for ring, faces in own]
        made.append(corners)
        base += len(corners)
    return np.concatenate(made), inside_out(layers)


def inside_out(layers: Sequence[Layer]) -> list[Layer]:
    """Return layers of one or more stacks, the innermost first."""
    return sorted(layers, key=lambda layer: -layer[0])


def _layers(
    stack: Stack, rings: Sequence[int], starts: NDArray[np.int32], chosen: Any
) -> tuple[NDArray[np.float32], list[Layer]]:
    """Chosen corners of some rings with opacity (n, 4); the triangles inside each, inmost first."""
    count, each = len(stack), int(starts[-1])
    corners = np.empty((len(rings) * each, 4), np.float32)
    corners[:, :3] = np.concatenate([stack[ring].points[chosen] for ring in rings])
    layers = np.array(rings) * (count / (count - 1))
    corners[:, 3] = np.repeat(1.0 - (1.0 - stack[0].color[3]) ** layers, each)
    inner, bands = _faces(starts.tobytes(), len(rings))
    found = [(rings[-1], inner)]
    return corners, found + [(rings[k], band) for k, band in zip(*bands, strict=True)]


# By value: triangles depend on the numbers of corners alone, and those stay while points move.
@lru_cache(maxsize=128)
def _faces(
    starts_bytes: bytes, count: int
) -> tuple[NDArray[np.uint32], tuple[list[int], list[NDArray[np.uint32]]]]:
    """Triangles of the innermost polygons; those of the bands around them, from inside out."""
    starts = np.frombuffer(starts_bytes, np.int32)
    each = int(starts[-1])
    here = np.arange(each)
    after = here + 1
    after[starts[1:] - 1] = starts[:-1]
    ring = np.stack([here, after, after + each, here, after + each, here + each], axis=1).ravel()
    outer = list(range(count - 2, -1, -1))
    inner = polygon_triangles(starts) + np.uint32(each * (count - 1))
    return inner, (outer, [(ring + each * k).astype(np.uint32) for k in outer])

"""Nested regions as one area whose opacity grows inwards without steps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rvs.gl.polygons import polygon_triangles
from rvs.scene.items import Region

Stack = tuple[Region, ...]


def stacks(regions: Sequence[Region]) -> list[Stack]:
    """Return regions in groups: one with all that are nested in it, and every other one alone."""
    found: list[list[Region]] = []
    for region in regions:
        if region.nested and found and _alike(region, found[-1][-1]):
            found[-1].append(region)
        else:
            found.append([region])
    return [tuple(stack) for stack in found]


def _alike(region: Region, below: Region) -> bool:
    """Whether two regions can be drawn as one area."""
    return (
        region.color == below.color
        and region.depth == below.depth
        and region.alphas is None is below.alphas
        and np.array_equal(region.starts, below.starts)
    )


def stack_triangles(stack: Stack) -> tuple[NDArray[np.float32], NDArray[np.uint32]]:
    """Return corners with opacity (n, 4) and triangles (3t,), the innermost first.

    Painted so that the first one counts, the areas show what all regions over each other would,
    but the opacity changes evenly from one outline to the next.
    """
    count, each = len(stack), len(stack[0].points)
    corners = np.empty((count * each, 4), np.float32)
    corners[:, :3] = np.concatenate([region.points for region in stack])
    layers = np.arange(count) * (count / (count - 1))
    corners[:, 3] = np.repeat(1.0 - (1.0 - stack[0].color[3]) ** layers, each)
    return corners, _faces(stack[0].starts.tobytes(), count)


@lru_cache(maxsize=32)
def _faces(starts_bytes: bytes, count: int) -> NDArray[np.uint32]:
    """Triangles of the innermost polygons, then of the rings around them from inside out."""
    starts = np.frombuffer(starts_bytes, np.int32)
    each = int(starts[-1])
    here = np.arange(each)
    after = here + 1
    after[starts[1:] - 1] = starts[:-1]
    ring = np.stack([here, after, after + each, here, after + each, here + each], axis=1).ravel()
    rings = [ring + each * k for k in range(count - 2, -1, -1)]
    inner = polygon_triangles(starts) + each * (count - 1)
    return np.concatenate([inner, *rings]).astype(np.uint32)

"""Trapping: areas reach a little under those painted after them, so that no seams show.

Viewers smooth the edges of each area by itself; where two of them meet exactly, what lies below
both would shine through.
"""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from manifold3d import CrossSection, OpType

from rvs.export.visibility.plane.areas import widened
from rvs.export.visibility.sheet import Box

# How far an area reaches under the next, in units.
REACH = 2.0


def later_neighbors(areas: Sequence[CrossSection], reach: float = REACH) -> list[list[int]]:
    """Return for each area, in the order they are painted, those after it that it may touch."""
    found: list[list[int]] = [[] for _ in areas]
    if not areas:
        return found
    boxes = shapely.box(*zip(*(area.bounds() for area in areas), strict=True))
    first, second = shapely.STRtree(boxes).query(boxes, predicate="dwithin", distance=reach)
    for one, two in zip(first.tolist(), second.tolist(), strict=True):
        if two > one:
            found[one].append(two)
    return found


def room(areas: Sequence[CrossSection], which: Sequence[int]) -> CrossSection | None:
    """Return where some areas are, or None if there are none."""
    if not which:
        return None
    return CrossSection.batch_boolean([areas[k] for k in which], OpType.Add)


def trapped(area: CrossSection, later: CrossSection | None, reach: float = REACH) -> CrossSection:
    """Return an area that reaches under what is painted later."""
    if later is None:
        return area
    wide = widened(area, reach)
    # most do not reach it, which need not be found out line by line
    under = wide ^ later if _meet(wide.bounds(), later.bounds()) else CrossSection()
    return area if under.is_empty() else area + under


def _meet(one: Box, two: Box) -> bool:
    return one[0] <= two[2] and two[0] <= one[2] and one[1] <= two[3] and two[1] <= one[3]

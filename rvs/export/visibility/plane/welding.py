"""Polygons with shared edges: coinciding corners become one point."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.visibility.plane.rings import rings
from rvs.export.visibility.plane.sorting import numbered
from rvs.value_class import dataclass

Ints = NDArray[np.int64]

# Points nearer than this, in units, are one.
WELD = 1e-6


@dataclass(frozen=True, eq=False)
class Welded:
    """Corners of polygons, one polygon after the other, with coinciding ones as one point.

    Attributes:
        counts: Number of corners of each polygon (n,).
        number: Point of each corner (c,).
        places: Positions of the points (p, 2).
    """

    counts: Ints
    number: Ints
    places: Array

    @property
    def first(self) -> Ints:
        """The first corner of each polygon (n,)."""
        starts: Ints = np.cumsum(self.counts) - self.counts
        return starts


def welded(points: Array, counts: Ints) -> Welded:
    """Merge equal corners (c, 2) of polygons; their numbers of corners (n,) are at least 1."""
    cell = np.round(points / WELD).astype(np.int64)
    # a hash that no two of some million cells share
    first, number = numbered(cell[:, 0] * np.int64(0x5851F42D4C957F2D) + cell[:, 1])
    return Welded(counts, number, points[first])


def outlines(made: Welded, group: Ints, many: int) -> list[list[Array]]:
    """Return the outlines of each group, counter-clockwise with y up.

    Args:
        made: The polygons, clockwise.
        group: Group of each polygon (n,).
        many: Number of groups.
    """
    after = np.arange(1, len(made.number) + 1)
    after[made.first + made.counts - 1] = made.first
    # backwards, since y runs down
    starts, ends = made.number[after], made.number
    return rings(np.repeat(group, made.counts), starts, ends, made.places, many)

"""Boundaries of what is seen of patches, and which patches are on both sides of each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.visibility.bodies import Areas
from rvs.export.visibility.sheet import Sheet
from rvs.value_class import dataclass

Ints = NDArray[np.int64]

# Grid on which boundaries are brought together, and how far beside them is looked, in units.
GRID, BESIDE = 0.01, 0.06
# Pieces shorter than this, in units, are left out.
SHORTEST = 0.15


@dataclass(frozen=True, eq=False)
class Rims:
    """All outlines of what is seen, one after the other.

    Attributes:
        points: Their corners (n, 2).
        ring: The outline that each corner is of (n,).
        patch: The patch that each outline is of (r,).
        turn: 1 for an outline around an area, -1 for one around a hole (r,).
    """

    points: Array
    ring: Ints
    patch: Ints
    turn: Ints


def rims(seen: Areas) -> Rims:
    """Return the outlines of what is seen of patches."""
    every = [(ring, patch) for patch, area in seen.items() for ring in area.to_polygons()]
    if not every:
        nothing = np.zeros(0, np.int64)
        return Rims(np.zeros((0, 2)), nothing, nothing, nothing)
    rings = [ring for ring, _ in every]
    points = np.concatenate(rings)
    counts = np.array([len(ring) for ring in rings])
    last = np.cumsum(counts) - 1
    after = np.arange(1, len(points) + 1)
    after[last] = last + 1 - counts
    (x, y), (u, v) = points.T, points[after].T
    areas = np.add.reduceat(x * v - u * y, last + 1 - counts)
    return Rims(
        points,
        np.repeat(np.arange(len(rings)), counts),
        np.array([patch for _, patch in every], np.int64),
        np.where(areas < 0.0, -1, 1),
    )


def boundaries(outlines: Rims, sheet: Sheet) -> Sequence[shapely.LineString]:
    """Return the lines along all outlines inside a sheet, cut where they meet, each once."""
    if not len(outlines.points):
        return []
    loops = shapely.linearrings(outlines.points, indices=outlines.ring)
    every = shapely.unary_union(loops, grid_size=GRID)
    left, top, right, bottom = shapely.bounds(every).tolist()
    if min(left, top) < GRID or right > sheet.width - GRID or bottom > sheet.height - GRID:
        inside = shapely.box(GRID, GRID, sheet.width - GRID, sheet.height - GRID)
        every = shapely.intersection(every, inside)
    parts = shapely.get_parts(shapely.line_merge(every))
    kept: Sequence[shapely.LineString] = parts[shapely.length(parts) > SHORTEST]
    return kept


def sides(lines: Sequence[shapely.LineString], outlines: Rims) -> tuple[Ints, Ints]:
    """Return the patches seen on the two sides of each line (n,), right first; -1 is none."""
    points, index = shapely.get_coordinates(lines, return_index=True)
    step = np.diff(points, axis=0)
    length = np.where(index[1:] == index[:-1], np.hypot(*step.T), -1.0)
    # in the middle of its longest segment each line is farthest from others
    order = np.lexsort((length, index[:-1]))
    last = np.searchsorted(index[:-1][order], np.arange(len(lines)), side="right") - 1
    longest = order[last]
    middle = (points[longest] + points[longest + 1]) / 2
    way = step[longest] / length[longest][:, None]
    across = BESIDE * np.stack([-way[:, 1], way[:, 0]], axis=1)
    one, two = np.split(patch_at(outlines, np.concatenate([middle + across, middle - across])), 2)
    return one, two


def patch_at(outlines: Rims, places: Array) -> Ints:
    """Return the patch that is seen at each place (n, 2) -> (n,); -1 is none."""
    tree = shapely.STRtree(shapely.points(places))
    rings = shapely.polygons(shapely.linearrings(outlines.points, indices=outlines.ring))
    ring, place = tree.query(rings, predicate="intersects")
    many = int(outlines.patch.max(initial=-1)) + 1
    # a hole in an area takes away what its outline gave
    key, number = np.unique(place * many + outlines.patch[ring], return_inverse=True)
    inside = np.bincount(number, outlines.turn[ring], len(key)) > 0
    found = np.full(len(places), -1, np.int64)
    found[key[inside] // many] = key[inside] % many
    return found

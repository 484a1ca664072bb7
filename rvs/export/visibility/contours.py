"""Line art: contours of things, creases, and curves where bodies reach into each other.

All of them are boundaries of what is seen of patches.  What lies on the two sides of a piece of
boundary tells what it is: two things, two surfaces of one thing, or one surface cut in parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from manifold3d import CrossSection
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.formats.drawing import Stroke
from rvs.export.styles import Style
from rvs.export.tree import Entry
from rvs.export.visibility.bodies import Areas, Bodies, is_annotation
from rvs.export.visibility.flush import flush
from rvs.export.visibility.hidden_edges import hidden_edges
from rvs.export.visibility.plane.curves import smoothed
from rvs.export.visibility.wires import thin_patches, wires

Ints = NDArray[np.int64]

INK = (0.08, 0.09, 0.11, 1.0)
# What is hidden is lighter than what is seen, and not only thinner.
HIDDEN_INK = (0.45, 0.47, 0.50, 1.0)
# Grid on which boundaries are brought together, and how far beside them is looked, in units.
GRID, BESIDE = 0.01, 0.06
# Pieces shorter than this, in units, are left out.
SHORTEST = 0.15
DASHES = (1.6, 0.9)
# A contour runs around a link: so long is its name, before those of its parts.
LINK = 3


@dataclass(frozen=True, eq=False)
class Edge:
    """A line of line art: its points (n, 2), the patch it is of, whether it is a contour."""

    points: Array
    patch: int
    outer: bool


def edge_entries(made: Bodies, style: Style, mm: float) -> list[Entry]:
    """Return the lines of all opaque solids, hidden ones first."""
    entries: list[Entry] = []
    solids = made.facets.solids
    if style.hidden == "dashed":
        dashes = tuple(length / mm for length in DASHES)
        for solid, lines in hidden_edges(made, style.outer / mm).items():
            stroke = Stroke(tuple(map(smoothed, lines)), HIDDEN_INK, style.hidden_edge / mm, dashes)
            entries.append((solids[solid].owner, [stroke]))
    found: dict[tuple[int, bool], list[Array]] = {}
    thin = thin_patches(made, style.outer / mm)
    for edge in edges(made):
        if thin[edge.patch]:
            continue
        key = (int(made.patches.solid[edge.patch]), edge.outer)
        found.setdefault(key, []).append(smoothed(edge.points))
    for wire in wires(made, style.outer / mm, thin):
        width = min(max(wire.width, style.hidden_edge / mm), style.outer / mm)
        entries.append((solids[wire.solid].owner, [Stroke(tuple(wire.lines), INK, width)]))
    for (solid, outer), lines in sorted(found.items(), key=lambda item: item[0]):
        width = (style.outer if outer else style.edge) / mm
        entries.append((solids[solid].owner, [Stroke(tuple(lines), INK, width)]))
    return entries


def edges(made: Bodies) -> list[Edge]:
    """Return all lines of what is seen, each once."""
    return made.once("edges", (made.looks,), lambda: _edges(made))


def _edges(made: Bodies) -> list[Edge]:
    lines = _chains(made)
    if not len(lines):
        return []
    shapes, patch = _shapes(made.seen)
    sides = _sides(lines, shapes, patch)
    things = _things(made)
    hides = set(zip(made.order.hidden.tolist(), made.order.hiding.tolist(), strict=True))
    found = []
    for line, (one, two) in zip(lines, sides, strict=True):
        if one < 0 and two < 0:
            continue
        if one >= 0 and two >= 0 and made.patches.surface[one] == made.patches.surface[two]:
            if _behind_itself(made, one, two):
                found.append(Edge(shapely.get_coordinates(line), one, False))
            continue
        outer = one < 0 or two < 0 or things[one] != things[two]
        if not outer and flush(made, shapely.get_coordinates(line), one, two):
            continue
        near = two if one < 0 or (two >= 0 and (one, two) in hides) else one
        if is_annotation(made, near):
            continue
        found.append(Edge(shapely.get_coordinates(line), near, outer))
    return found


def _behind_itself(made: Bodies, one: int, two: int) -> bool:
    """Whether two patches of one surface are parted by a jump in depth, not by a cut alone."""
    if one == two:
        return False
    corners = [set(made.facets.triangles[made.patches.members(k)].ravel()) for k in (one, two)]
    return not corners[0] & corners[1]


def _things(made: Bodies) -> list[object]:
    """What each patch is of: the link or the thing that owns its solid, or the solid itself."""
    solids = made.facets.solids
    names = [solid.owner[:LINK] or (k,) for k, solid in enumerate(solids)]
    return [names[k] for k in made.patches.solid.tolist()]


def _chains(made: Bodies) -> Sequence[shapely.LineString]:
    """Boundaries of all that is seen, cut where they meet, each once."""
    sheet = made.facets.sheet
    rings = [ring for area in made.seen.values() for ring in area.to_polygons()]
    if not rings:
        return []
    loops = [shapely.LineString(np.concatenate([ring, ring[:1]])) for ring in rings]
    every = shapely.unary_union(loops, grid_size=GRID)
    left, top, right, bottom = shapely.bounds(every).tolist()
    if min(left, top) < GRID or right > sheet.width - GRID or bottom > sheet.height - GRID:
        inside = shapely.box(GRID, GRID, sheet.width - GRID, sheet.height - GRID)
        every = shapely.intersection(every, inside)
    parts = shapely.get_parts(shapely.line_merge(every))
    kept: Sequence[shapely.LineString] = parts[shapely.length(parts) > SHORTEST]
    return kept


def _shapes(seen: Areas) -> tuple[list[shapely.Polygon], Ints]:
    """What is seen as polygons with holes, and the patch of each."""
    shapes, owner = [], []
    for patch, area in seen.items():
        for part in area.decompose():
            shapes.append(_polygon(part))
            owner.append(patch)
    return shapes, np.array(owner, np.int64)


def _polygon(part: CrossSection) -> shapely.Polygon:
    rings = sorted(part.to_polygons(), key=lambda ring: -float(np.ptp(ring, axis=0).prod()))
    return shapely.Polygon(rings[0], rings[1:])


def _sides(
    lines: Sequence[shapely.LineString], shapes: list[shapely.Polygon], patch: Ints
) -> list[tuple[int, int]]:
    """The patches seen on the two sides of each line; -1 is none."""
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
    tree = shapely.STRtree(shapes)
    found = []
    for side in (middle + across, middle - across):
        places, hits = tree.query(shapely.points(side), predicate="intersects")
        at = np.full(len(lines), -1, np.int64)
        at[places] = patch[hits]
        found.append(at.tolist())
    return list(zip(*found, strict=True))

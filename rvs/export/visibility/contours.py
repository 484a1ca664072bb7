"""Line art: contours of objects, creases, and intersection curves of bodies.

All of them are boundaries of the visible parts of patches.  The two sides of a piece of boundary
determine its kind: two objects, two surfaces of one object, or one surface cut in parts.

Boundaries of the visible parts of patches, and the patches on both sides of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import shapely
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.formats.drawing import Stroke
from rvs.export.groups import Entry
from rvs.export.styles import Style
from rvs.export.visibility.bodies import Areas, Bodies, is_annotation
from rvs.export.visibility.flush_seams import flush
from rvs.export.visibility.hidden_edges import DASHES, HIDDEN_INK, hidden_edges
from rvs.export.visibility.plane.curves import smoothed
from rvs.export.visibility.plane.sorting import numbers_of
from rvs.export.visibility.sheet import Sheet
from rvs.export.visibility.wires import thin_patches, wires
from rvs.model.figures.style import LINE_WIDTHS
from rvs.value_class import dataclass

Ints = NDArray[np.int64]

INK = (0.08, 0.09, 0.11, 1.0)
# A contour runs around a link: so long is its name, before those of its parts.
LINK = 3

# Grid on which boundaries are brought together, and how far beside them is looked, in units.
GRID, BESIDE = 0.01, 0.06
# Pieces shorter than this, in units, are left out.
SHORTEST = 0.15


@dataclass(frozen=True, eq=False)
class Edge:
    """A line of line art: its points (n, 2), its patch, and True if it is a contour."""

    points: Array
    patch: int
    outer: bool


def edge_entries(made: Bodies, style: Style, mm: float, weight: float = 1.0) -> list[Entry]:
    """Return the lines of all opaque solids, hidden ones first.

    Args:
        made: The solids.
        style: The style of the lines.
        mm: Millimetres per unit of the sheet.
        weight: Widths of the lines as a fraction of the usual widths.
    """
    contour, crease, faint = (style.line_width(name, weight) / mm for name in LINE_WIDTHS)
    entries: list[Entry] = []
    solids = made.facets.solids
    if style.hidden == "dashed":
        dashes = tuple(length / mm for length in DASHES)
        for solid, lines in hidden_edges(made, contour).items():
            stroke = Stroke(tuple(map(smoothed, lines)), HIDDEN_INK, faint, dashes)
            entries.append((solids[solid].owner, [stroke]))
    found: dict[tuple[int, bool], list[Array]] = {}
    thin = thin_patches(made, contour)
    for edge in edges(made):
        if thin[edge.patch]:
            continue
        key = (int(made.patches.solid[edge.patch]), edge.outer)
        found.setdefault(key, []).append(smoothed(edge.points))
    for wire in wires(made, contour, thin):
        width = min(max(wire.width, faint), contour)
        entries.append((solids[wire.solid].owner, [Stroke(tuple(wire.lines), INK, width)]))
    for (solid, outer), lines in sorted(found.items(), key=lambda item: item[0]):
        width = contour if outer else crease
        entries.append((solids[solid].owner, [Stroke(tuple(lines), INK, width)]))
    return entries


def begin_edges(made: Bodies) -> None:
    """Begin to compute the requirements of ``edges`` in parallel with other work of the caller."""
    _boundaries(made)


def edges(made: Bodies) -> list[Edge]:
    """Return all visible lines, each once."""
    return made.once("edges", (made.looks,), lambda: _edges(made))


def _boundaries(made: Bodies) -> tuple[Rims, Future[Sequence[shapely.LineString]]]:
    """Return outlines of visible parts and lines along them, from a thread without the GIL."""

    def begun() -> tuple[Rims, Future[Sequence[shapely.LineString]]]:
        outlines = rims(made.seen)
        thread = ThreadPoolExecutor(1, "boundaries")
        lines = thread.submit(boundaries, outlines, made.facets.sheet)
        thread.shutdown(wait=False)
        return outlines, lines

    return made.once("boundaries", (), begun)


def _edges(made: Bodies) -> list[Edge]:
    outlines, finding = _boundaries(made)
    lines = finding.result()
    if not len(lines):
        return []
    points = [shapely.get_coordinates(line) for line in lines]
    one, two = sides(lines, outlines)
    things, surface = _things(made), made.patches.surface
    rim = (one < 0) | (two < 0)
    jump = ~rim & (surface[one] == surface[two])
    outer = rim | (things[one] != things[two])
    seam = np.flatnonzero(~outer & ~jump)
    plain = rim & (one == two)
    plain[seam] = flush(made, [points[k] for k in seam.tolist()], one[seam], two[seam])
    hides = set(zip(made.order.hidden.tolist(), made.order.hiding.tolist(), strict=True))
    found = []
    for k in np.flatnonzero(~plain).tolist():
        right, left = int(one[k]), int(two[k])
        if jump[k]:
            if _behind_itself(made, right, left):
                found.append(Edge(points[k], right, False))
            continue
        near = left if right < 0 or (left >= 0 and (right, left) in hides) else right
        if not is_annotation(made, near):
            found.append(Edge(points[k], near, bool(outer[k])))
    return found


def _behind_itself(made: Bodies, one: int, two: int) -> bool:
    """Return whether a jump in depth, not just a cut, separates two patches of one surface."""
    if one == two:
        return False
    corners = [set(made.facets.triangles[made.patches.members(k)].ravel()) for k in (one, two)]
    return not corners[0] & corners[1]


def _things(made: Bodies) -> Ints:
    """Return the owner of each patch: the link or object of its solid, or the solid itself."""
    solids = enumerate(made.facets.solids)
    return numbers_of(solid.owner[:LINK] or k for k, solid in solids)[made.patches.solid]


@dataclass(frozen=True, eq=False)
class Rims:
    """All outlines of the visible parts, in sequence.

    Attributes:
        points: Their corners (n, 2).
        ring: Outline of each corner (n,).
        patch: Patch of each outline (r,).
        turn: 1 for an outline around an area, -1 for one around a hole (r,).
    """

    points: Array
    ring: Ints
    patch: Ints
    turn: Ints


def rims(seen: Areas) -> Rims:
    """Return the outlines of the visible parts of patches."""
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
    """Return the lines along all outlines inside a sheet, cut at their intersections, each once."""
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
    """Return the visible patches on both sides of each line (n,), right first; -1 means none."""
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
    """Return the visible patch at each point (n, 2) -> (n,); -1 means none."""
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

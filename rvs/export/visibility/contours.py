"""Line art: contours of objects, creases, seams, and intersection curves of bodies.

All of them are boundaries of the visible parts of patches.  The two sides of a piece of boundary
determine its kind: two objects, two surfaces of one object, or one surface cut in parts.

Boundaries of the visible parts of patches, and the patches on both sides of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from math import cos, radians

import numpy as np
import shapely
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.formats.drawing import Entry, Stroke
from rvs.export.visibility.bodies import Areas, Bodies, is_annotation
from rvs.export.visibility.plane.rows import numbers_of
from rvs.export.visibility.sheet import Sheet
from rvs.export.visibility.triangle_overlaps import TIE
from rvs.export.visibility.wires import DASHES, HIDDEN_INK, hidden_edges, thin_patches, wires
from rvs.model.figures.figure import LINE_WIDTHS, Style
from rvs.value_class import dataclass

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

# Surfaces that meet at less than this angle go on into each other.
TURN = cos(radians(8.0))
# At so many places along a seam it is looked how they meet: in the middle, and at most others.
PLACES = 5
# So many triangles are looked at together.
AT_ONCE = 200_000
# So far beside it, in units.
ASIDE = 0.1


def flush(made: Bodies, lines: Sequence[Array], one: Ints, two: Ints) -> Bools:
    """Return which lines separate patches of one colour that continue into each other.

    Args:
        made: The solids.
        lines: The lines, each (p, 2).
        one: The patch on the right of each line in its direction, on a sheet with y down (n,).
        two: The patch on the other side (n,).
    """
    found = _alike(made, one, two)
    alike = np.flatnonzero(found)
    if not len(alike):
        return found
    one, two = one[alike], two[alike]
    points, beside = map(np.array, zip(*(_along(lines[k]) for k in alike.tolist()), strict=True))
    # most seams are told by their middles
    middle = PLACES // 2
    some = np.flatnonzero(_meet(made, one, two, points[:, middle], beside[:, middle]))
    one, two, points, beside = one[some], two[some], points[some], beside[some]
    every = [_meet(made, one, two, points[:, k], beside[:, k]) for k in range(PLACES)]
    met = np.zeros(len(alike), bool)
    met[some] = 2 * np.sum(every, axis=0) > PLACES
    found[alike] = met
    return found


def _alike(made: Bodies, one: Ints, two: Ints) -> Bools:
    """Return whether two patches have the same colour and material (n,)."""
    looks = numbers_of((solid.color, solid.material) for solid in made.facets.solids)
    look = looks[made.patches.solid]
    same: Bools = look[one] == look[two]
    return same


def _along(points: Array) -> tuple[Array, Array]:
    """Return positions along a line (n, 2), and the offset to a point next to each (n, 2)."""
    steps = np.diff(points, axis=0)
    lengths = np.hypot(*steps.T)
    along = np.append(0.0, np.cumsum(lengths))
    wanted = along[-1] * (np.arange(PLACES) + 0.5) / PLACES
    piece = np.clip(np.searchsorted(along, wanted) - 1, 0, len(steps) - 1)
    way = steps[piece] / np.maximum(lengths[piece], 1e-12)[:, None]
    places = points[piece] + (wanted - along[piece])[:, None] * way
    return places, ASIDE * np.stack([-way[:, 1], way[:, 0]], axis=1)


def _meet(made: Bodies, one: Ints, two: Ints, at: Array, beside: Array) -> Bools:
    """Return whether patches (n,) at a point of a line (n, 2) agree in depth and direction."""
    facets = made.facets
    found = np.stack([_under(made, one, at + beside), _under(made, two, at - beside)])
    planes = facets.planes[found]
    depths = planes[..., 0] * at[:, 0] + planes[..., 1] * at[:, 1] + planes[..., 2]
    first, *others = np.moveaxis(facets.world[facets.triangles[found]], 2, 0)
    normals = np.cross(*(other - first for other in others))
    lengths = np.linalg.norm(normals, axis=-1)
    straight = np.einsum("nd,nd->n", *normals) > TURN * lengths[0] * lengths[1]
    met: Bools = (np.abs(depths[0] - depths[1]) < 5 * TIE) & straight
    return met


def _under(made: Bodies, patch: Ints, at: Array) -> Ints:
    """Return the triangle of a patch that contains a point of the sheet, or is nearest to it.

    For patches (n,) and points (n, 2) -> (n,).
    """
    starts = made.patches.starts
    counts = starts[patch + 1] - starts[patch]
    found = np.zeros(len(patch), np.int64)
    for some in np.split(np.arange(len(patch)), _cuts(counts)):
        found[some] = _nearest(made, starts[patch[some]], counts[some], at[some])
    return found


def _cuts(counts: Ints) -> Ints:
    """Return divisions of a list into parts of not many more than ``AT_ONCE`` triangles."""
    return np.flatnonzero(np.diff(np.cumsum(counts) // AT_ONCE)) + 1


def _nearest(made: Bodies, starts: Ints, counts: Ints, at: Array) -> Ints:
    """Return the nearest of each group of triangles, by position in the order of patches (n,)."""
    first = np.cumsum(counts) - counts
    if not len(first):
        return first
    member = made.patches.order[np.arange(counts.sum()) + np.repeat(starts - first, counts)]
    corners = made.facets.corners(member)[..., :2]
    ways = np.roll(corners, -1, axis=1) - corners
    to = np.repeat(at, counts, axis=0)[:, None] - corners
    across = ways[..., 0] * to[..., 1] - ways[..., 1] * to[..., 0]
    lengths = np.maximum(np.hypot(ways[..., 0], ways[..., 1]), 1e-12)
    # inside is where the cross products are negative, as y runs down
    outside = (across / lengths).max(axis=1)
    least = np.repeat(np.minimum.reduceat(outside, first), counts)
    hit = np.flatnonzero(outside == least)
    nearest: Ints = member[hit[np.searchsorted(hit, first)]]
    return nearest


# Where a line turns by less than this, in rad, it is a curve; by more, it has a corner there.
CORNER = 0.6
# Chords that are off the curve by less than this, in units, stay as they are.
OFF = 0.12
ROUNDS = 3
# A line whose ends are nearer than this, in units, is closed.
SAME = 1e-3


def smoothed(points: Array) -> Array:
    """Return a polyline (n, 2) with more points along its curves; its own points are kept.

    New points come from the four-point rule of Dyn, Gregory and Levin (1987).
    """
    for _ in range(ROUNDS):
        more = _divided(points)
        if len(more) == len(points):
            break
        points = more
    return points


def _divided(points: Array) -> Array:
    if len(points) < 4:
        return points
    (x, y), (u, v) = points[[0, -1]].tolist()
    closed = max(abs(x - u), abs(y - v)) < SAME
    before = points[-2] if closed else 2 * points[0] - points[1]
    after = points[1] if closed else 2 * points[-1] - points[-2]
    around = np.vstack([before, points, after])
    ways = np.diff(around, axis=0)
    lengths = np.hypot(*ways.T)
    angles = np.arctan2(ways[:, 1], ways[:, 0])
    turns = np.abs((np.diff(angles) + np.pi) % (2 * np.pi) - np.pi)
    here, there = turns[:-1], turns[1:]
    inner = lengths[1:-1]
    # Beside much shorter pieces the rule would swing out; of longer ones a part counts.
    alike = (inner < 3 * lengths[:-2]) & (inner < 3 * lengths[2:])
    bent = inner * np.maximum(here, there) / 8.0 > OFF
    curved = (here < CORNER) & (there < CORNER) & alike & bent
    if not closed:
        curved[[0, -1]] = False
    if not curved.any():
        return points
    places = np.flatnonzero(curved)
    one, two, long = points[places], points[places + 1], inner[places, None]
    first = one - _at_most(ways[places], long)
    last = two + _at_most(ways[places + 2], long)
    found: Array = np.insert(points, places + 1, (9 * (one + two) - first - last) / 16, axis=0)
    return found


def _at_most(ways: Array, lengths: Array) -> Array:
    """Return offsets (n, 2), shortened to lengths (n, 1) if they are longer."""
    long = np.maximum(np.hypot(ways[:, :1], ways[:, 1:]), 1e-12)
    shortened: Array = ways * np.minimum(1.0, lengths / long)
    return shortened


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

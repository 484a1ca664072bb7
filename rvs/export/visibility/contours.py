"""Line art: contours of things, creases, and curves where bodies reach into each other.

All of them are boundaries of what is seen of patches.  What lies on the two sides of a piece of
boundary tells what it is: two things, two surfaces of one thing, or one surface cut in parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import shapely
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.formats.drawing import Stroke
from rvs.export.styles import Style
from rvs.export.tree import Entry
from rvs.export.visibility.bodies import Bodies, is_annotation
from rvs.export.visibility.boundaries import Rims, boundaries, rims, sides
from rvs.export.visibility.flush import flush
from rvs.export.visibility.hidden_edges import hidden_edges
from rvs.export.visibility.plane.curves import smoothed
from rvs.export.visibility.plane.sorting import numbers_of
from rvs.export.visibility.wires import thin_patches, wires
from rvs.model.figures.style import LINE_WIDTHS
from rvs.value_class import dataclass

Ints = NDArray[np.int64]

INK = (0.08, 0.09, 0.11, 1.0)
# What is hidden is lighter than what is seen, and not only thinner.
HIDDEN_INK = (0.45, 0.47, 0.50, 1.0)
DASHES = (1.6, 0.9)
# A contour runs around a link: so long is its name, before those of its parts.
LINK = 3


@dataclass(frozen=True, eq=False)
class Edge:
    """A line of line art: its points (n, 2), the patch it is of, whether it is a contour."""

    points: Array
    patch: int
    outer: bool


def edge_entries(made: Bodies, style: Style, mm: float, weight: float = 1.0) -> list[Entry]:
    """Return the lines of all opaque solids, hidden ones first.

    Args:
        made: The solids.
        style: How they look.
        mm: Millimetres of a unit of the sheet.
        weight: Part of the usual widths that lines have.
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
    """Let what ``edges`` needs first be found beside the caller, who has else to do."""
    _boundaries(made)


def edges(made: Bodies) -> list[Edge]:
    """Return all lines of what is seen, each once."""
    return made.once("edges", (made.looks,), lambda: _edges(made))


def _boundaries(made: Bodies) -> tuple[Rims, Future[Sequence[shapely.LineString]]]:
    """Outlines of what is seen, and the lines along them, found in a thread without the lock."""

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
    """Whether two patches of one surface are parted by a jump in depth, not by a cut alone."""
    if one == two:
        return False
    corners = [set(made.facets.triangles[made.patches.members(k)].ravel()) for k in (one, two)]
    return not corners[0] & corners[1]


def _things(made: Bodies) -> Ints:
    """What each patch is of: the link or the thing that owns its solid, or the solid itself."""
    solids = enumerate(made.facets.solids)
    return numbers_of(solid.owner[:LINK] or k for k, solid in solids)[made.patches.solid]

"""Triangles against triangles: the nearer one where two of them overlap on the sheet."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.export.visibility.facets import Facets
from rvs.export.visibility.plane.areas import areas, cut
from rvs.value_class import dataclass

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

# Surfaces nearer to each other than this, of the camera's distance, touch.
TIE = 2e-6
# Overlaps below this, in square units, are none.
SLIVER = 1e-5
AT_ONCE = 60_000


@dataclass(frozen=True, eq=False)
class Overlaps:
    """Pairs of triangles that overlap on the sheet.

    Attributes:
        one: First triangle of each pair (n,).
        two: Second triangle (n,).
        nearer: The second is nearer somewhere (n,).
        farther: The second is farther somewhere (n,).
    """

    one: Ints
    two: Ints
    nearer: Bools
    farther: Bools

    def where(self, which: Ints | Bools) -> Overlaps:
        """Return some of the pairs."""
        return Overlaps(self.one[which], self.two[which], self.nearer[which], self.farther[which])


def overlaps(facets: Facets, of: Ints, wanted: Ints) -> Overlaps:
    """Return the overlapping triangles of pairs of patches.

    Args:
        facets: The triangles.
        of: Patch of each triangle (t,).
        wanted: Pairs of patches (n, 2), the lower number first.
    """
    return Overlaps(*compared(facets, of, wanted, TIE, SLIVER))


@accelerated
def compared(
    facets: Facets, of: Ints, wanted: Ints, tie: float, sliver: float
) -> tuple[Ints, Ints, Bools, Bools]:
    """Return the fields of the overlaps of pairs of patches, sorted by their triangles.

    Args:
        facets: The triangles.
        of: Patch of each triangle (t,).
        wanted: Pairs of patches (n, 2), the lower number first.
        tie: Distance, relative to the camera's distance, below which surfaces touch.
        sliver: Area in square units below which overlaps are ignored.
    """
    some = np.flatnonzero(np.isin(of, wanted))
    one, two = _boxes_meet(facets, some)
    swapped = of[one] > of[two]
    one, two = np.where(swapped, two, one), np.where(swapped, one, two)
    count = int(of.max(initial=0)) + 1
    keys = np.sort(wanted[:, 0] * count + wanted[:, 1])
    key = of[one] * count + of[two]
    place = np.minimum(np.searchsorted(keys, key), len(keys) - 1)
    hit = (keys[place] == key) & (of[one] != of[two])
    one, two = one[hit], two[hit]
    order = np.lexsort((two, one))
    one, two = _touching(facets, one[order], two[order])
    two, one = _touching(facets, two, one)
    return one, two, *_signs(facets, one, two, tie, sliver)


def common(facets: Facets, one: Ints, two: Ints) -> tuple[Array, Ints]:
    """Return the common polygon of each pair of triangles on the sheet (n, k, 2); count corners."""
    points = facets.corners(one)[..., :2]
    counts = np.full(len(points), 3)
    other = facets.corners(two)[..., :2]
    for k in range(3):
        start, end = other[:, k], other[:, (k + 1) % 3]
        way = end - start
        values = _across(way[:, None], points - start[:, None])
        # inside is where the cross product is negative, as y runs down
        points, counts = cut(points, counts, -values)
    return points, counts


def heights(facets: Facets, one: Ints, two: Ints, points: Array) -> Array:
    """Return how much nearer the planes of ``two`` are than those of ``one`` (n, k) at points."""
    gap = facets.planes[one] - facets.planes[two]
    height: Array = np.einsum("nkd,nd->nk", points[..., :2], gap[:, :2]) + gap[:, 2:]
    return height


@accelerated
def nearer_parts(
    facets: Facets, one: Ints, two: Ints, crossing: Bools, side: float, least: float
) -> tuple[Array, Ints]:
    """Return the part of each overlap in which one triangle is nearer.

    Args:
        facets: The triangles.
        one: First triangle of each pair (n,).
        two: Second triangle (n,).
        crossing: The triangles intersect; the whole of other overlaps is included (n,).
        side: 1 for the area in which the second is nearer, -1 for that of the first.
        least: Area in square units up to which parts are ignored.

    Returns:
        Their corners on the sheet, one part after the other (c, 2), and the number of each part
        (n,).
    """
    corners = [np.zeros((0, 2))]
    number = np.zeros(len(one), np.int64)
    for some in np.array_split(np.arange(len(one)), 1 + len(one) // AT_ONCE):
        points, counts = common(facets, one[some], two[some])
        height = side * heights(facets, one[some], two[some], points)
        points, counts = cut(points, counts, np.where(crossing[some][:, None], height, 1.0))
        number[some] = np.where(np.abs(areas(points, counts)) > least, counts, 0)
        corners.append(points[np.arange(points.shape[1]) < number[some][:, None]])
    return np.concatenate(corners), number


def _boxes_meet(facets: Facets, some: Ints) -> tuple[Ints, Ints]:
    """Return pairs of triangles whose boxes overlap, each once."""
    box = facets.boxes()[some]
    boxes = shapely.box(*box.T)
    tree = shapely.STRtree(boxes)
    one, two = tree.query(boxes)
    first = one < two
    return some[one[first]], some[two[first]]


def _across(way: Array, to: Array) -> Array:
    cross: Array = way[..., 0] * to[..., 1] - way[..., 1] * to[..., 0]
    return cross


def _touching(facets: Facets, one: Ints, two: Ints) -> tuple[Ints, Ints]:
    """Return the pairs in which no edge of the first triangle separates it from the second."""
    flat = facets.paper[:, :2]
    kept = []
    for some in np.array_split(np.arange(len(one)), 1 + len(one) // AT_ONCE):
        mine, other = facets.triangles[one[some]].T, facets.triangles[two[some]].T
        ends = [flat[vertex].T for vertex in mine]
        corners = [flat[vertex].T for vertex in other]
        apart = np.zeros(len(some), bool)
        for (x, y), (u, v) in zip(ends, [*ends[1:], ends[0]], strict=True):
            along, down = u - x, v - y
            least = along * y - down * x - 1e-7 * (np.abs(along) + np.abs(down))
            outside = [along * b - down * a >= least for a, b in corners]
            apart |= outside[0] & outside[1] & outside[2]
        kept.append(some[~apart])
    which = np.concatenate(kept)
    return one[which], two[which]


def _signs(facets: Facets, one: Ints, two: Ints, tie: float, sliver: float) -> tuple[Bools, Bools]:
    """Return whether the second triangle is nearer, and farther, where they overlap."""
    # at its corners each is compared with the plane of the other
    high = _plane_heights(facets, one, two)
    low = -_plane_heights(facets, two, one)
    least = np.stack([high.min(axis=1), low.min(axis=1)])
    most = np.stack([high.max(axis=1), low.max(axis=1)])
    alike = np.asarray(((most <= tie) & (least >= -tie)).any(axis=0))
    nearer = np.asarray((least >= -tie).any(axis=0) & ~alike)
    farther = np.asarray((most <= tie).any(axis=0) & ~alike & ~nearer)
    open_ = np.flatnonzero(~(alike | nearer | farther))
    for some in np.array_split(open_, 1 + len(open_) // AT_ONCE):
        points, counts = common(facets, one[some], two[some])
        real = np.arange(points.shape[1]) < counts[:, None]
        height = heights(facets, one[some], two[some], points)
        wide = np.abs(areas(points, counts)) > sliver
        nearer[some] = wide & (np.where(real, height, -np.inf).max(axis=1) > tie)
        farther[some] = wide & (np.where(real, height, np.inf).min(axis=1) < -tie)
    return nearer, farther


def _plane_heights(facets: Facets, one: Ints, two: Ints) -> Array:
    """Return the depths of the corners of ``two`` in front of the plane of ``one`` (n, 3)."""
    a, b, c = facets.planes[one].T
    corner = facets.corners(two)
    plane = a[:, None] * corner[..., 0] + b[:, None] * corner[..., 1] + c[:, None]
    height: Array = plane - corner[..., 2]
    return height

"""Computed and painted areas of the sheet, and convex polygons cut along lines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manifold3d import CrossSection, FillRule, JoinType, OpType
from numpy.typing import ArrayLike, NDArray

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.export.formats.drawing import Fill
from rvs.model.appearance.colors import Rgba

# Rings around less than this, in square units, are left out.
SLIVER = 2e-3
# Gaps of twice this width, in units, are closed where areas are joined.
GLUE = 5e-4


def fill(area: CrossSection, color: ArrayLike, alpha: float = 1.0) -> Fill | None:
    """Return an area painted in a colour, sRGB 0 to 1 (3,); None if it is invisible."""
    rings = wide_rings(tuple(area.to_polygons()), SLIVER)
    if not rings:
        return None
    red, green, blue = np.clip(np.asarray(color, float), 0.0, 1.0).tolist()
    paint: Rgba = (red, green, blue, alpha)
    return Fill(rings, paint)


def joined(areas: Sequence[CrossSection]) -> CrossSection:
    """Return the union of areas, without hairlines due to rounding."""
    if len(areas) == 1:
        return areas[0]
    return _closed(CrossSection.batch_boolean(list(areas), OpType.Add))


def glued(loops: Sequence[Array]) -> CrossSection:
    """Return the area enclosed by outlines (n, 2), without hairlines due to rounding."""
    return _closed(CrossSection(list(loops), FillRule.Positive))


def _closed(area: CrossSection) -> CrossSection:
    return widened(widened(area, GLUE), -GLUE)


def widened(area: CrossSection, by: float) -> CrossSection:
    """Return an area whose outlines are moved outwards by a distance, or inwards if negative.

    Clipper determines the inside from the lowest outline alone.  If that is a hairline whose area
    is rounded to zero, everything would be lost; after a rotation, another outline is the lowest.
    """
    least = area.area() - SLIVER if by > 0.0 else 0.0
    wide = area.offset(by, JoinType.Miter)
    for turn in (90.0, 180.0, 270.0):
        if wide.area() > least or area.is_empty():
            break
        wide = area.rotate(turn).offset(by, JoinType.Miter).rotate(-turn)
    return wide


@accelerated
def wide_rings(rings: tuple[Array, ...], least: float) -> tuple[Array, ...]:
    """Return the rings (n, 2) larger than an area, in either direction."""
    return tuple(ring for ring in rings if len(ring) and abs(_ring_area(ring)) > least)


def _ring_area(ring: Array) -> float:
    """Return the area enclosed by a ring, negative if the ring is clockwise."""
    x, y = ring.T
    # corner after corner, as the kernel adds
    return float(0.5 * np.cumsum(x * np.roll(y, -1) - y * np.roll(x, -1))[-1])


Ints = NDArray[np.int64]


@accelerated
def cut(points: Array, counts: Ints, values: Array) -> tuple[Array, Ints]:
    """Return the parts of convex polygons where a linear function is not negative.

    Args:
        points: Corners and any other values to be interpolated (m, k, d); of polygon i the first
            ``counts[i]`` are used.
        counts: Number of corners (m,).
        values: The function at the corners (m, k).

    Returns:
        The same for the remaining polygons (m, k + 1, d), with no corners if nothing remains.
    """
    real = np.arange(points.shape[1])[None, :] < counts[:, None]
    inside = (values >= 0.0) & real
    left = np.where((inside == real).all(axis=1), counts, 0)
    part = np.flatnonzero(inside.any(axis=1) & (left == 0))
    if not len(part):
        return points, left
    pieces, sizes = _cut_through(points[part], counts[part], values[part], inside[part])
    left[part] = sizes
    result = np.zeros((len(points), max(points.shape[1], pieces.shape[1]), points.shape[2]))
    result[:, : points.shape[1]] = points
    result[part, : pieces.shape[1]] = pieces
    return result, left


def _cut_through(
    points: Array, counts: Ints, values: Array, inside: NDArray[np.bool_]
) -> tuple[Array, Ints]:
    """Cut polygons that are partly inside; arguments and result as above."""
    many, most, size = points.shape
    place = np.arange(most)[None, :]
    after = np.where(place + 1 < counts[:, None], place + 1, 0)
    row = np.arange(many)[:, None]
    crossed = (inside != inside[row, after]) & (place < counts[:, None])
    # slots: each corner, then the point where its edge crosses the line
    kept = np.stack([inside, crossed], axis=2).reshape(many, 2 * most)
    slot = np.cumsum(kept, axis=1) - 1
    left = slot[:, -1] + 1
    result = np.zeros((many, int(left.max()), size))
    rows, corners = np.nonzero(inside)
    result[rows, slot[rows, 2 * corners]] = points[rows, corners]
    rows, here = np.nonzero(crossed)
    there = after[rows, here]
    # from the end inside to that outside, so that neighbours find the very same point
    turned = ~inside[rows, here]
    first, last = np.where(turned, there, here), np.where(turned, here, there)
    top, low = values[rows, first], values[rows, last]
    share = (top / (top - low))[:, None]
    one, two = points[rows, first], points[rows, last]
    result[rows, slot[rows, 2 * here + 1]] = one + share * (two - one)
    return result, left


def areas(points: Array, counts: Ints) -> Array:
    """Return the signed areas (m,) of polygons whose first two columns are x and y."""
    place = np.arange(points.shape[1])[None, :]
    after = np.where(place + 1 < counts[:, None], place + 1, 0)
    row = np.arange(len(points))[:, None]
    here, there = points[..., :2], points[row, after, :2]
    cross = here[..., 0] * there[..., 1] - there[..., 0] * here[..., 1]
    area = np.zeros(len(points))
    # corner after corner, as the kernels add: with many corners NumPy's sum would round otherwise
    for column in np.where(place < counts[:, None], cross, 0.0).T:
        area += column
    return 0.5 * area


def spread(starts: Ints, counts: Ints) -> Ints:
    """Return the consecutive numbers from each start, one run after another.

    >>> spread(np.array([5, 9]), np.array([2, 1])).tolist()
    [5, 6, 9]
    """
    before = np.cumsum(counts) - counts
    numbers: Ints = np.arange(int(counts.sum())) + np.repeat(starts - before, counts)
    return numbers

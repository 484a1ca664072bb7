"""Lines and points cut by the triangles in front of them."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.visibility.bodies import Bodies
from rvs.export.visibility.facets import Facets
from rvs.export.visibility.triangle_overlaps import TIE
from rvs.value_class import dataclass

Ints = NDArray[np.int64]
# Lines in a surface are seen: they count as nearer by the depth that the surface gains over this
# part of a screen's pixel.
LIFT = 0.5
# Pieces of lines shorter than this, in pixels of a screen, are not lines.
SPECK = 1.0
AT_ONCE = 400_000


@dataclass(frozen=True, eq=False)
class Pieces:
    """Parts of segments that are either visible or hidden.

    Attributes:
        segment: Segment of each part (n,), ascending.
        first: Its start: 0 at the start of the segment, 1 at its end (n,).
        last: Its end (n,).
    """

    segment: Ints
    first: Array
    last: Array


@dataclass(frozen=True, eq=False)
class Covered:
    """Parts of segments that triangles cover on the sheet, nearer or not, in pairs (n,).

    Attributes:
        segment: The segment.
        triangle: The triangle.
        first: Start of the covered part, 0 to 1 along the segment.
        last: End of the covered part.
        behind: Distance of the segment's start behind the plane of the triangle, in depth.
        gain: Increase of this distance up to the segment's end.
    """

    segment: Ints
    triangle: Ints
    first: Array
    last: Array
    behind: Array
    gain: Array


@dataclass(frozen=True, eq=False)
class Cover:
    """Triangles over the sheet, independent of pixels.

    Attributes:
        facets: All triangles.
        which: The hiding triangles (k,).
        found: The covered parts of segments, by the bytes of the segments: a figure of another
            printed size requests them again.
    """

    facets: Facets
    which: Ints
    found: dict[bytes, Covered] = field(default_factory=dict)

    @cached_property
    def _tree(self) -> shapely.STRtree:
        return shapely.STRtree(shapely.box(*self.facets.boxes()[self.which].T))

    def over(self, segments: Array) -> Covered:
        """Return the covered parts of segments (s, 2, 3) on the sheet: x, y, depth."""
        key = segments.tobytes()
        if key not in self.found:
            self.found[key] = self._over(segments)
        return self.found[key]

    def _over(self, segments: Array) -> Covered:
        flat = segments[..., :2]
        box = np.concatenate([flat.min(axis=1), flat.max(axis=1)], axis=1)
        one, two = self._tree.query(shapely.box(*box.T))
        parts = np.array_split(np.arange(len(one)), 1 + len(one) // AT_ONCE)
        found = [self._pairs(segments, one[some], self.which[two[some]]) for some in parts]
        return Covered(*map(np.concatenate, zip(*found, strict=True)))

    def _pairs(self, segments: Array, one: Ints, two: Ints) -> tuple[Ints | Array, ...]:
        """Return the columns of ``Covered`` for pairs of a segment and a covering triangle."""
        start, way = segments[one, 0], segments[one, 1] - segments[one, 0]
        corner = self.facets.corners(two)
        low, high = np.zeros(len(one)), np.ones(len(one))
        inside = np.ones(len(one), bool)
        for k in range(3):
            edge = corner[:, (k + 1) % 3, :2] - corner[:, k, :2]
            to = start[:, :2] - corner[:, k, :2]
            # inside is where the cross product is negative, as y runs down
            at = edge[:, 1] * to[:, 0] - edge[:, 0] * to[:, 1]
            gain = edge[:, 1] * way[:, 0] - edge[:, 0] * way[:, 1]
            low, high, inside = _limited(low, high, inside, at, gain)
        kept = np.flatnonzero(inside & (high > low))
        start, way, plane = start[kept], way[kept], self.facets.planes[two[kept]]
        behind = start[:, 2] - (plane[:, :2] * start[:, :2]).sum(axis=1) - plane[:, 2]
        gain = way[:, 2] - (plane[:, :2] * way[:, :2]).sum(axis=1)
        return one[kept].astype(np.int64), two[kept], low[kept], high[kept], behind, gain


@dataclass(frozen=True, eq=False)
class Curtain:
    """Triangles that hide lines and points behind them.

    Attributes:
        cover: The triangles.
        pixel: Size of a screen pixel in units.
        found: Hidden parts of segments, by the bytes of the segments: hidden and visible parts are
            requested one after the other, and again for a figure in other colours or lines.
    """

    cover: Cover
    pixel: float
    found: dict[bytes, Pieces] = field(default_factory=dict)

    def hidden(self, segments: Array) -> Pieces:
        """Return the hidden parts of segments (s, 2, 3) on the sheet: x, y, depth."""
        key = segments.tobytes()
        if key not in self.found:
            self.found[key] = self._hidden(segments)
        return self.found[key]

    def seen(self, segments: Array) -> Pieces:
        """Return the visible parts of segments (s, 2, 3) on the sheet.

        Specks are omitted: between triangles that meet, and in triangles seen edge-on.
        """
        left = _rest(self.hidden(segments), len(segments))
        way = segments[left.segment, 1, :2] - segments[left.segment, 0, :2]
        long = np.hypot(*way.T) * (left.last - left.first) > SPECK * self.pixel
        kept = long | ((left.first <= 0.0) & (left.last >= 1.0))
        return Pieces(left.segment[kept], left.first[kept], left.last[kept])

    def _hidden(self, segments: Array) -> Pieces:
        """Return the parts of segments behind the triangles that cover them."""
        over = self.cover.over(segments)
        slope = np.abs(self.cover.facets.planes[over.triangle, :2]).max(axis=1)
        at = over.behind - (TIE + LIFT * self.pixel * slope)
        every = np.ones(len(at), bool)
        low, high, inside = _limited(over.first, over.last, every, at, over.gain)
        kept = inside & (high > low)
        return _merged(over.segment[kept], low[kept], high[kept])


def curtain_of(made: Bodies) -> Curtain | None:
    """Return the opaque parts as a curtain, or None if there are none."""
    cover = made.once("cover", (), lambda: _cover(made))
    if cover is None:
        return None
    pixel = made.facets.sheet.pixel
    return made.once("curtain", (pixel,), lambda: Curtain(cover, pixel))


def _cover(made: Bodies) -> Cover | None:
    opaque = made.patches.of_some(made.seen)
    return Cover(made.facets, np.flatnonzero(opaque)) if opaque.any() else None


def _limited(
    low: Array, high: Array, inside: NDArray[np.bool_], at: Array, gain: Array
) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Return limits narrowed to the range in which ``at + t gain`` is positive."""
    level = np.abs(gain) < 1e-300
    zero = -at / np.where(level, 1.0, gain)
    low = np.where(~level & (gain > 0.0), np.maximum(low, zero), low)
    high = np.where(~level & (gain < 0.0), np.minimum(high, zero), high)
    return low, high, inside & ~(level & (at <= 0.0))


def _merged(segment: Ints, first: Array, last: Array) -> Pieces:
    """Return overlapping pieces joined, in order."""
    order = np.lexsort((first, segment))
    segment, first, last = segment[order], first[order], last[order]
    if not len(segment):
        return Pieces(segment, first, last)
    # each segment has its own range of numbers, so that none reaches into the next
    reach = np.maximum.accumulate(last + 2.0 * segment) - 2.0 * segment
    new = np.ones(len(segment), bool)
    new[1:] = (segment[1:] != segment[:-1]) | (first[1:] > reach[:-1] + 1e-9)
    begin = np.flatnonzero(new)
    return Pieces(segment[begin], first[begin], np.maximum.reduceat(last, begin))


def _rest(hidden: Pieces, count: int) -> Pieces:
    """Return the parts of segments 0 to 1 between hidden pieces."""
    every = np.arange(count)
    segment = np.concatenate([every, hidden.segment])
    begin = np.concatenate([np.zeros(count), hidden.last])
    order = np.lexsort((begin, segment))
    segment, begin = segment[order], begin[order]
    closing = np.concatenate([hidden.first, np.ones(count)])
    owner = np.concatenate([hidden.segment, every])
    end = closing[np.lexsort((closing, owner))]
    kept = end > begin + 1e-9
    return Pieces(segment[kept], begin[kept], end[kept])

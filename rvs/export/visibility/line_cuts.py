"""Lines and points cut where triangles before them hide them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.visibility.compare import TIE
from rvs.export.visibility.facets import Facets

Ints = NDArray[np.int64]
# Lines in a surface are seen: they count as nearer by the depth that the surface gains over this
# part of a screen's pixel.
LIFT = 0.5
# Pieces of lines shorter than this, in pixels of a screen, are no lines.
SPECK = 1.0
AT_ONCE = 400_000


@dataclass(frozen=True, eq=False)
class Pieces:
    """Parts of segments that are all seen or all hidden.

    Attributes:
        segment: Segment that each is of (n,), rising.
        first: Where it begins: 0 at the start of the segment, 1 at its end (n,).
        last: Where it ends (n,).
    """

    segment: Ints
    first: Array
    last: Array


@dataclass(frozen=True, eq=False)
class Curtain:
    """Triangles that hide what is behind them.

    Attributes:
        facets: All triangles.
        which: Those that hide (k,).
        found: What of segments is hidden, by their bytes: that and what is seen is asked for one
            after the other, and of a figure in other colours or lines again.
    """

    facets: Facets
    which: Ints
    found: dict[bytes, Pieces] = field(default_factory=dict)

    @cached_property
    def _tree(self) -> shapely.STRtree:
        return shapely.STRtree(shapely.box(*self.facets.boxes()[self.which].T))

    def hidden(self, segments: Array) -> Pieces:
        """Return the hidden parts of segments (s, 2, 3) on the sheet: x, y, depth."""
        key = segments.tobytes()
        if key not in self.found:
            self.found[key] = self._hidden(segments)
        return self.found[key]

    def _hidden(self, segments: Array) -> Pieces:
        flat = segments[..., :2]
        box = np.concatenate([flat.min(axis=1), flat.max(axis=1)], axis=1)
        one, two = self._tree.query(shapely.box(*box.T))
        parts = np.array_split(np.arange(len(one)), 1 + len(one) // AT_ONCE)
        found = [self._behind(segments, one[some], self.which[two[some]]) for some in parts]
        segment = np.concatenate([part.segment for part in found])
        first = np.concatenate([part.first for part in found])
        last = np.concatenate([part.last for part in found])
        return _merged(segment, first, last)

    def seen(self, segments: Array) -> Pieces:
        """Return the parts of segments (s, 2, 3) on the sheet that are seen.

        Specks are left out: between triangles that meet, and in triangles seen from their edge.
        """
        left = _rest(self.hidden(segments), len(segments))
        way = segments[left.segment, 1, :2] - segments[left.segment, 0, :2]
        long = np.hypot(*way.T) * (left.last - left.first) > SPECK * self.facets.sheet.pixel
        kept = long | ((left.first <= 0.0) & (left.last >= 1.0))
        return Pieces(left.segment[kept], left.first[kept], left.last[kept])

    def _behind(self, segments: Array, one: Ints, two: Ints) -> Pieces:
        """Where each segment is behind each triangle, for pairs of them."""
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
        plane = self.facets.planes[two]
        lift = TIE + LIFT * self.facets.sheet.pixel * np.abs(plane[:, :2]).max(axis=1)
        at = start[:, 2] - (plane[:, :2] * start[:, :2]).sum(axis=1) - plane[:, 2] - lift
        gain = way[:, 2] - (plane[:, :2] * way[:, :2]).sum(axis=1)
        low, high, inside = _limited(low, high, inside, at, gain)
        kept = inside & (high > low)
        return Pieces(one[kept].astype(np.int64), low[kept], high[kept])


def _limited(
    low: Array, high: Array, inside: NDArray[np.bool_], at: Array, gain: Array
) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Limits narrowed to where ``at + t gain`` is positive."""
    level = np.abs(gain) < 1e-300
    zero = -at / np.where(level, 1.0, gain)
    low = np.where(~level & (gain > 0.0), np.maximum(low, zero), low)
    high = np.where(~level & (gain < 0.0), np.minimum(high, zero), high)
    return low, high, inside & ~(level & (at <= 0.0))


def _merged(segment: Ints, first: Array, last: Array) -> Pieces:
    """Pieces that overlap joined, in order."""
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
    """What is left of segments 0 to 1 between hidden pieces."""
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

"""Transparency flattened: overlapping areas become areas of blended colours.

PostScript does not support transparency.  A translucent mark is painted as pieces, one over each
opaque mark below it, in the order of those, and one over the ground.  Marks below are treated as
the areas that they cover, including lines and letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from functools import partial

import numpy as np
import shapely
from manifold3d import CrossSection, FillRule, OpType

from rvs.engine.arrays import Array
from rvs.export.formats.drawing import Drawing, Fill, Mark, Stroke, Text
from rvs.export.formats.text_paths import outlines
from rvs.export.visibility.plane.areas import SLIVER, fill, widened
from rvs.model.appearance.colors import Rgba, blended
from rvs.value_class import dataclass

WHITE = (1.0, 1.0, 1.0, 1.0)
# How far what shines through from the ground reaches under the rest, in units.
BLEED = 1.0
# Places for boxes of areas at first; it doubles when there are more.
FIRST_ROOM = 256


def flattened(drawing: Drawing, paper: Rgba = WHITE) -> Drawing:
    """Return a drawing of opaque marks alone, with its look on paper of a colour."""
    return drawing.changed(_Ground(paper).paint)


class _Painted:
    """A painted mark, whose area is computed when another mark overlaps it."""

    def __init__(self, area: Callable[[], CrossSection], color: Rgba) -> None:
        self._make, self.color = area, color
        self._area: CrossSection | None = None

    @property
    def area(self) -> CrossSection:
        if self._area is None:
            self._area = self._make()
        return self._area


@dataclass(eq=False)
class _Ground:
    """The picture painted so far."""

    paper: Rgba
    _painted: list[_Painted] = field(default_factory=list)
    _boxes: Array = field(default_factory=lambda: np.empty((FIRST_ROOM, 4)))

    def paint(self, mark: Mark) -> Sequence[Mark]:
        if isinstance(mark, Fill):
            return self.fill(mark)
        return self.stroke(mark) if isinstance(mark, Stroke) else [self.text(mark)]

    def fill(self, mark: Fill) -> list[Fill]:
        area = CrossSection(list(mark.rings), FillRule.EvenOdd)
        if area.is_empty():
            return []
        if mark.color[3] >= 1.0:
            self._add_area(area, mark.color)
            return [mark]
        return self._seen_through(area, mark.color)

    def stroke(self, mark: Stroke) -> list[Mark]:
        if mark.color[3] < 1.0:
            lines = [_covered((line,), mark.width, mark.dashes) for line in mark.lines]
            area = CrossSection.batch_boolean(lines, OpType.Add) if lines else CrossSection()
            return [] if area.is_empty() else list(self._seen_through(area, mark.color))
        for line in mark.lines:
            self._add_lines((line,), mark)
        return [mark]

    def text(self, mark: Text) -> Text:
        """Paint an opaque rim: it separates letters from the background."""
        halo = None if mark.halo is None else (*mark.halo[:3], 1.0)
        text = replace(mark, halo=halo, color=(*mark.color[:3], 1.0))
        for part in outlines(text):
            if isinstance(part, Stroke):
                self._add_lines(part.lines, part)
            elif isinstance(part, Fill):
                area = partial(CrossSection, list(part.rings), FillRule.EvenOdd)
                self._add(_box(part.rings), _Painted(area, part.color))
        return text

    def _seen_through(self, area: CrossSection, color: Rgba) -> list[Fill]:
        found = []
        for piece, below in self._below(area):
            blend = blended(color, below)
            painted = fill(piece, blend[:3])
            if painted is not None:
                found.append(painted)
                self._add_area(piece, blend)
        return found

    def _add_area(self, area: CrossSection, color: Rgba) -> None:
        self._add(area.bounds(), _Painted(lambda: area, color))

    def _add_lines(self, lines: Sequence[Array], mark: Stroke) -> None:
        left, top, right, bottom = _box(lines)
        rim = mark.width / 2.0
        area = partial(_covered, lines, mark.width, mark.dashes)
        self._add((left - rim, top - rim, right + rim, bottom + rim), _Painted(area, mark.color))

    def _add(self, box: tuple[float, ...], painted: _Painted) -> None:
        count = len(self._painted)
        if count == len(self._boxes):
            self._boxes = np.concatenate([self._boxes, np.empty_like(self._boxes)])
        self._boxes[count] = box
        self._painted.append(painted)

    def _below(self, area: CrossSection) -> list[tuple[CrossSection, Rgba]]:
        """Return parts of the painted picture visible within an area, in their order."""
        left, top, right, bottom = area.bounds()
        boxes = self._boxes[: len(self._painted)]
        meets = (boxes[:, 0] < right) & (boxes[:, 2] > left)
        meets &= (boxes[:, 1] < bottom) & (boxes[:, 3] > top)
        found: list[tuple[CrossSection, Rgba]] = []
        open_ = area
        for k in np.flatnonzero(meets)[::-1].tolist():
            # what others cover that were painted later is not needed
            if open_.area() < SLIVER:
                break
            below = self._painted[k]
            piece = below.area ^ area
            seen = piece ^ open_
            if seen.area() < SLIVER:
                continue
            found.append((piece, below.color))
            open_ = CrossSection.batch_boolean([open_, below.area], OpType.Subtract)
        if open_.area() > SLIVER:
            found.append((widened(open_, BLEED) ^ area, self.paper))
        return found[::-1]


def _box(lines: Iterable[Array]) -> tuple[float, float, float, float]:
    points = np.concatenate(list(lines))
    (left, top), (right, bottom) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return left, top, right, bottom


def _covered(lines: Sequence[Array], width: float, dashes: Sequence[float]) -> CrossSection:
    """Return the area that a pen of a width with round ends covers along lines."""
    drawn = [dash for line in lines for dash in (_dashed(line, dashes) if dashes else (line,))]
    shape = shapely.MultiLineString([dash for dash in drawn if len(dash) > 1]).buffer(width / 2.0)
    rings = [
        np.asarray(ring.coords)[:-1]
        for part in shapely.get_parts(shape)
        for ring in (part.exterior, *part.interiors)
    ]
    return CrossSection(rings, FillRule.EvenOdd)


def _dashed(line: Array, dashes: Sequence[float]) -> Iterable[Array]:
    """Yield the pieces of a line that remain with a pattern of dashes."""
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    pattern = list(dashes) * (1 + len(dashes) % 2)
    start, k = 0.0, 0
    while start < lengths[-1]:
        end = min(start + pattern[k % len(pattern)], float(lengths[-1]))
        if k % 2 == 0 and end > start:
            inside = lengths[(lengths > start) & (lengths < end)]
            at = np.concatenate([[start], inside, [end]])
            yield np.column_stack([np.interp(at, lengths, line[:, axis]) for axis in (0, 1)])
        start, k = start + pattern[k % len(pattern)], k + 1

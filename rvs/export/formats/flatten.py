"""Transparency flattened: what shines through becomes areas of blended colours.

PostScript knows no transparency.  A mark that is seen through is painted as pieces, one over each
opaque mark below it, in the order of those, and one over the ground.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

import numpy as np
import shapely
from manifold3d import CrossSection, FillRule, OpType

from rvs.engine.arrays import Array
from rvs.export.formats.drawing import Drawing, Fill, Mark, Stroke, Text
from rvs.export.visibility.plane.areas import SLIVER, fill, widened
from rvs.model.appearance.colors import Rgba
from rvs.value_class import dataclass

WHITE = (1.0, 1.0, 1.0, 1.0)
# How far what shines through from the ground reaches under the rest, in units.
BLEED = 1.0
# Places for boxes of areas at first; it doubles when there are more.
FIRST_ROOM = 256


def flattened(drawing: Drawing, paper: Rgba = WHITE) -> Drawing:
    """Return a drawing of opaque marks alone, as it looks on paper of a colour."""
    return drawing.changed(_Ground(paper).paint)


@dataclass(eq=False)
class _Ground:
    """What has been painted so far."""

    paper: Rgba
    _areas: list[CrossSection] = field(default_factory=list)
    _boxes: Array = field(default_factory=lambda: np.empty((FIRST_ROOM, 4)))
    _colors: list[Rgba] = field(default_factory=list)

    def paint(self, mark: Mark) -> Sequence[Mark]:
        if isinstance(mark, Fill):
            return self.fill(mark)
        return self.stroke(mark) if isinstance(mark, Stroke) else [self.text(mark)]

    def fill(self, mark: Fill) -> list[Fill]:
        area = CrossSection(list(mark.rings), FillRule.EvenOdd)
        if area.is_empty():
            return []
        if mark.color[3] >= 1.0:
            self._add(area, mark.color)
            return [mark]
        found = []
        for piece, color in self._below(area):
            blend = blended(mark.color, color)
            painted = fill(piece, blend[:3])
            if painted is not None:
                found.append(painted)
                self._add(piece, blend)
        return found

    def stroke(self, mark: Stroke) -> list[Stroke]:
        """Strokes are blended with what is below the middle of each line."""
        if mark.color[3] >= 1.0:
            return [mark]
        found: dict[Rgba, list[Array]] = {}
        for line in mark.lines:
            middle = line[len(line) // 2 - 1 : len(line) // 2 + 1].mean(axis=0)
            red, green, blue, _ = blended(mark.color, self._at(middle))
            color = (round(red, 3), round(green, 3), round(blue, 3), 1.0)
            found.setdefault(color, []).append(line)
        return [Stroke(tuple(ls), c, mark.width, mark.dashes) for c, ls in found.items()]

    def text(self, mark: Text) -> Text:
        """A rim is painted opaque: it is there to set letters off."""
        halo = None if mark.halo is None else (*mark.halo[:3], 1.0)
        return replace(mark, halo=halo, color=(*mark.color[:3], 1.0))

    def _add(self, area: CrossSection, color: Rgba) -> None:
        count = len(self._areas)
        if count == len(self._boxes):
            self._boxes = np.concatenate([self._boxes, np.empty_like(self._boxes)])
        self._boxes[count] = area.bounds()
        self._areas.append(area)
        self._colors.append(color)

    def _below(self, area: CrossSection) -> list[tuple[CrossSection, Rgba]]:
        """Parts of what has been painted that are seen within an area, in their order."""
        left, top, right, bottom = area.bounds()
        boxes = self._boxes[: len(self._areas)]
        meets = (boxes[:, 0] < right) & (boxes[:, 2] > left)
        meets &= (boxes[:, 1] < bottom) & (boxes[:, 3] > top)
        found: list[tuple[CrossSection, Rgba]] = []
        open_ = area
        for k in np.flatnonzero(meets)[::-1].tolist():
            # what others cover that were painted later is not needed
            if open_.area() < SLIVER:
                break
            piece = self._areas[k] ^ area
            seen = piece ^ open_
            if seen.area() < SLIVER:
                continue
            found.append((piece, self._colors[k]))
            open_ = CrossSection.batch_boolean([open_, self._areas[k]], OpType.Subtract)
        if open_.area() > SLIVER:
            found.append((widened(open_, BLEED) ^ area, self.paper))
        return found[::-1]

    def _at(self, point: Array) -> Rgba:
        x, y = float(point[0]), float(point[1])
        boxes = self._boxes[: len(self._areas)]
        inside = (boxes[:, 0] < x) & (boxes[:, 2] > x) & (boxes[:, 1] < y) & (boxes[:, 3] > y)
        for k in np.flatnonzero(inside)[::-1].tolist():
            if _holds(self._areas[k], x, y):
                color: Rgba = self._colors[k]
                return color
        return self.paper


def _holds(area: CrossSection, x: float, y: float) -> bool:
    rings = area.to_polygons()
    return sum(bool(shapely.contains_xy(shapely.Polygon(ring), x, y)) for ring in rings) % 2 == 1


def blended(over: Rgba, under: Rgba) -> Rgba:
    """Return the opaque colour of one colour seen through another."""
    red, green, blue = (
        over[3] * a + (1.0 - over[3]) * b for a, b in zip(over[:3], under[:3], strict=True)
    )
    return (red, green, blue, 1.0)

"""Periods of collisions in time lines."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from rvs.ui.theme import Theme
from rvs.value_class import dataclass

Span = tuple[float, float]
Hit = tuple[float, float, str]
XOf = Callable[[float], float]

FEWEST_PIXELS = 3.0
NEAR = 2.0


@dataclass(frozen=True, slots=True)
class Hits:
    """Collisions and their times.

    Attributes:
        each: Start and end of each pair's collision, in s, and words.
        spans: Periods of any collision, start and end in s.
    """

    each: tuple[Hit, ...] = ()
    spans: tuple[Span, ...] = ()

    def at(self, x: float, x_of: XOf) -> list[str]:
        """Return the collisions at a position of a line; ``x_of`` gives the positions of times."""
        return [
            words
            for start, end, words in self.each
            if x_of(start) - NEAR <= x <= max(x_of(end), x_of(start) + FEWEST_PIXELS) + NEAR
        ]

    def within(self, begins: float, length: float) -> Hits:
        """Return the collisions within this number of seconds from the start."""

        def own(start: float, end: float) -> Span | None:
            low, high = max(start - begins, 0.0), min(end - begins, length)
            return (low, high) if low <= high else None

        each = [(*part, words) for a, b, words in self.each if (part := own(a, b))]
        return Hits(tuple(each), tuple(part for span in self.spans if (part := own(*span))))


def paint_strip(painter: QPainter, theme: Theme, area: QRectF, pattern: Qt.BrushStyle) -> None:
    """Mark a period of a time line as wrong, by colour and pattern, visibly wide."""
    colors = theme.colors
    area.setWidth(max(area.width(), FEWEST_PIXELS))
    painter.fillRect(area, QColor(colors.limit_soft))
    painter.fillRect(area, QBrush(QColor(colors.limit), pattern))
    painter.setPen(QPen(QColor(colors.limit), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(area)

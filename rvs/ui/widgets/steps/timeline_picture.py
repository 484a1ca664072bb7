"""Parts of a time line that are static during playing, cached as two pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPen, QPixmap

from rvs.model.numbers.quantities import short_number
from rvs.ui.theme import CAPTION, SECONDARY, Theme, font
from rvs.ui.widgets.collision_stretches import paint_strip
from rvs.ui.work.playback import Playback

if TYPE_CHECKING:
    from rvs.ui.widgets.steps.timeline import Timeline

LEFT, RIGHT = 150, 16
BAR_TOP, BAR, LANE_TOP, LANE = 28, 14, 47, 9
HITS_TOP = 60
DIAMOND = 5.0
TICK_APART = 90
FINDING = 5


class TimelinePicture:
    """Paints all parts that depend neither on the cursor nor on the elapsed time.

    Attributes:
        below: The background with text, ticks and the bar; opaque.
        above: Items over the passed part of the bar, or None without any.
        labels: Names of the ruler's marks: their positions, texts and widths.
    """

    def __init__(self, line: Timeline, playback: Playback, theme: Theme) -> None:
        self._line, self._playback, self._theme = line, playback, theme
        self.below = QPixmap()
        self.above: QPixmap | None = None
        self.labels: tuple[tuple[float, str, float], ...] = ()
        self._shown: tuple[object, ...] = ()

    def renew(self) -> None:
        """Repaint both if their contents have changed."""
        line = self._line
        now = (line.width(), line.height(), line.devicePixelRatioF(), self._playback.placed)
        if self._shown and now[:3] == self._shown[:3] and now[3] is self._shown[3]:
            return
        self._shown, self.labels = now, tuple(self._names())
        self.below = self._painted(QColor(self._theme.colors.panel), self._paint_below)
        self.above = None
        if self._covered():
            self.above = self._painted(QColor(Qt.GlobalColor.transparent), self._paint_above)

    def drop(self) -> None:
        """Discard both: their contents have changed, or the line is hidden."""
        self.below, self.above, self._shown = QPixmap(), None, ()

    def clip(self) -> QRectF:
        """Return the clipping rectangle of times, so that they do not overlap the text."""
        line = self._line
        wide = line.width() - LEFT - RIGHT
        return QRectF(LEFT - DIAMOND - 2, 0, wide + 2 * DIAMOND + 4, line.height())

    def bar(self, start: float, end: float) -> QRectF:
        """Return the part of the bar between two times."""
        left, right = self._line.x_of(start), self._line.x_of(end)
        return QRectF(left, BAR_TOP, max(right - left, 0.0), BAR)

    def _painted(self, ground: QColor, paint: Callable[[QPainter], None]) -> QPixmap:
        ratio = self._line.devicePixelRatioF()
        picture = QPixmap(self._line.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(ground)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint(painter)
        painter.end()
        return picture

    def _paint_below(self, painter: QPainter) -> None:
        self._paint_words(painter)
        self._paint_ticks(painter)
        painter.setClipRect(self.clip())
        self._paint_bar(painter)

    def _paint_above(self, painter: QPainter) -> None:
        painter.setClipRect(self.clip())
        self._paint_grips(painter)
        self._paint_limits(painter)
        self._paint_hits(painter)
        self._paint_findings(painter)

    def _covered(self) -> bool:
        """Return whether anything is painted over the bar or next to it."""
        loaded = self._playback.loaded
        marked = loaded is not None and bool(loaded.beyond or loaded.findings)
        return marked or bool(self._playback.grips or self._line.hits.spans)

    def _paint_words(self, painter: QPainter) -> None:
        """Label the lanes."""
        loaded, colors = self._playback.loaded, self._theme.colors
        self._word(painter, BAR_TOP, BAR, "Keyframes", colors.text_2)
        if loaded is not None and loaded.violations:
            self._word(painter, LANE_TOP, LANE, "Beyond limits", colors.limit)
        if self._line.hits.each:
            self._word(painter, HITS_TOP, LANE, "Collides", colors.limit)

    def _word(self, painter: QPainter, top: int, high: int, text: str, color: str) -> None:
        painter.setPen(QColor(color))
        painter.setFont(font(SECONDARY if high == BAR else CAPTION))
        area = QRectF(16, top + high / 2 - 9, LEFT - 28, 18)
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_ticks(self, painter: QPainter) -> None:
        painter.setPen(QColor(self._theme.colors.line_strong))
        for x, _, _ in self.labels:
            painter.drawLine(QPointF(x, 21), QPointF(x, 25))

    def _names(self) -> Iterator[tuple[float, str, float]]:
        line, metrics = self._line, QFontMetrics(font(CAPTION))
        for time in ticks(line.span.end, line.width() - LEFT - RIGHT, line.span.begin):
            words = f"{short_number(time, 3)} s"
            yield line.x_of(time), words, metrics.horizontalAdvance(words)

    def _paint_bar(self, painter: QPainter) -> None:
        colors = self._theme.colors
        whole = self.bar(0.0, self._playback.duration)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.sunken))
        painter.drawRoundedRect(whole, 4, 4)
        if self._line.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent), 1.5))
            painter.drawRoundedRect(whole.adjusted(-7, -2, 7, 2), 6, 6)

    def _paint_grips(self, painter: QPainter) -> None:
        """Paint a rail below the bar while the payload is gripped, with a tick at either end."""
        line, color = self._line, QColor(self._theme.colors.ok)
        y = BAR_TOP + BAR + 2.5
        painter.setPen(QPen(QBrush(color), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        for grip in self._playback.grips:
            left = line.x_of_own(grip.take)
            right = min(line.x_of_own(grip.release), line.x_of(self._playback.duration))
            if right <= left:
                continue
            painter.drawLine(QPointF(left, y), QPointF(right, y))
            for x in (left, right):
                painter.drawLine(QPointF(x, y - 5), QPointF(x, y + 1.5))

    def _paint_limits(self, painter: QPainter) -> None:
        loaded = self._playback.loaded
        for start, end in loaded.beyond if loaded else ():
            ends = self._line.x_of_own(start), self._line.x_of_own(end)
            self._paint_strip(painter, LANE_TOP, ends, Qt.BrushStyle.BDiagPattern)

    def _paint_hits(self, painter: QPainter) -> None:
        for start, end in self._line.hits.spans:
            ends = self._line.x_of(start), self._line.x_of(end)
            self._paint_strip(painter, HITS_TOP, ends, Qt.BrushStyle.Dense4Pattern)

    def _paint_strip(
        self, painter: QPainter, top: int, ends: tuple[float, float], pattern: Qt.BrushStyle
    ) -> None:
        # Of a line that is zoomed in most lies beyond its ends, and a pattern takes time.
        wide = self._line.width()
        left, right = max(ends[0], -LANE), min(ends[1], wide + LANE)
        if left <= wide and right >= -LANE:
            strip = QRectF(left, top, right - left, LANE)
            paint_strip(painter, self._theme, strip, pattern)

    def _paint_findings(self, painter: QPainter) -> None:
        """Paint a bar above the key frames for every obstacle in the tool path."""
        loaded, colors = self._playback.loaded, self._theme.colors
        for one in loaded.findings if loaded else ():
            left, right = self._line.x_of_own(one.start), self._line.x_of_own(one.end)
            color = QColor(colors.limit if one.stops else colors.warn)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawRect(QRectF(left - 1, BAR_TOP - FINDING, max(right - left, 2.0) + 1, 3))
            if one.stops:
                painter.drawRect(QRectF(left - 1, BAR_TOP - FINDING, 2.5, BAR + 2 * FINDING))


def ticks(end: float, width: float, begin: float = 0.0) -> Iterator[float]:
    """Yield the times of a ruler's marks, in s: round ones, with room in pixels for a name."""
    if end <= begin or width <= 0.0:
        return
    least = (end - begin) * TICK_APART / width
    power = 10.0 ** floor(log10(least))
    step = next(part * power for part in (1.0, 2.0, 5.0, 10.0) if part * power >= least * 0.999)
    for i in range(ceil(begin / step - 1e-9), int(end / step + 1e-9) + 1):
        yield i * step

"""The time line of a trajectory: its visible period, keyframes, exceeded limits, and the cursor."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from math import ceil, floor, isfinite, log10

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFocusEvent,
    QFontMetrics,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from rvs.model.motions.rates import Violation
from rvs.model.numbers.quantities import joint_symbol, short_number
from rvs.ui.theme import CAPTION, SECONDARY, Theme, font
from rvs.ui.widgets.collision_stretches import Hits, paint_strip
from rvs.ui.work.playback import Playback
from rvs.words import tr

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


# The shortest stretch, in s, and how far one notch of the wheel zooms.
SHORTEST = 0.01
NOTCH, ZOOM = 120, 1.25
# How much of the stretch remains after the play head when the stretch follows it.
AHEAD = 0.1


class TimeSpan(QObject):
    """Part of a motion from ``begin`` to ``end``; the whole of it until the user zooms.

    ``changed`` reports another period.

    Attributes:
        whole: Length of the motion, in s.
        begin: Start of the period, in s.
        end: End of the period.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.whole = self.begin = self.end = 0.0

    @property
    def zoomed(self) -> bool:
        """Return whether less than the whole is shown."""
        return (self.begin, self.end) != (0.0, self.whole)

    def fit(self, whole: float) -> None:
        """Show the whole of a motion with another length; for the same length, change nothing."""
        if whole != self.whole:
            self.whole = whole
            self._show(0.0, whole)

    def reset(self) -> None:
        """Show the whole."""
        self._show(0.0, self.whole)

    def zoom(self, factor: float, about: float) -> None:
        """Shorten the visible period by a factor; one time keeps its position."""
        length = self.end - self.begin
        if length <= 0.0:
            return
        wanted = min(max(length / factor, min(SHORTEST, self.whole)), self.whole)
        begin = about - (about - self.begin) * wanted / length
        self._show(begin, begin + wanted)

    def pan(self, seconds: float) -> None:
        """Show a later or an earlier period."""
        self._show(self.begin + seconds, self.end + seconds)

    def follow(self, time: float) -> None:
        """Scroll to a time outside the visible period."""
        if self.zoomed and not self.begin <= time <= self.end:
            length = self.end - self.begin
            self._show(time - AHEAD * length, time + (1.0 - AHEAD) * length)

    def part(self, time: float) -> float:
        """Return the position of a time in the period, from 0 to 1 within it."""
        return (time - self.begin) / ((self.end - self.begin) or 1.0)

    def time(self, part: float) -> float:
        """Return the time at a fraction of the period, no farther than its ends."""
        return self.begin + min(max(part, 0.0), 1.0) * (self.end - self.begin)

    def turn(self, event: QWheelEvent, part: float) -> None:
        """Respond to the wheel: zoom about the mouse; with Shift, or sideways, scroll.

        Args:
            event: The wheel event.
            part: Position of the mouse in the period, from 0 to 1.
        """
        turned = event.angleDelta()
        sideways = turned.x() or (
            turned.y() if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 0
        )
        if sideways:
            self.pan(-sideways / NOTCH * AHEAD * (self.end - self.begin))
        elif turned.y():
            self.zoom(ZOOM ** (turned.y() / NOTCH), self.time(part))
        event.accept()

    def _show(self, begin: float, end: float) -> None:
        """Show a period, shifted into the motion."""
        length = min(end - begin, self.whole)
        begin = min(max(begin, 0.0), self.whole - length)
        end = self.whole if begin + length >= self.whole else begin + length
        if (begin, end) != (self.begin, self.end):
            self.begin, self.end = begin, end
            self.changed.emit()


HEIGHT, TALL = 62, 75
LABEL, GAP = 64, 2
CORNERS = ((0.0, -DIAMOND), (DIAMOND, 0.0), (0.0, DIAMOND), (-DIAMOND, 0.0))
KEY = QPolygonF([QPointF(*corner) for corner in CORNERS])


class Timeline(QWidget):
    """Drag to scrub; arrows step a row, Page Up and Down a keyframe, Home and End to the ends.

    Its time axis begins at ``LEFT`` and ends ``RIGHT`` from the border, so that plots
    below can share it.  The wheel zooms, Shift with the wheel or the middle button scrolls, a
    double click shows everything.
    """

    def __init__(self, playback: Playback, theme: Theme) -> None:
        super().__init__()
        self._playback, self._theme = playback, theme
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Time line")
        self.setMouseTracking(True)
        # It fills its own ground: nothing behind it is repainted while a motion plays.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._painted, self._hidden = QRectF(), frozenset[float]()
        self._dragged: float | None = None
        self.span = TimeSpan(self)
        self.hits = Hits()
        self._picture = TimelinePicture(self, playback, theme)
        # The time that was written last, and how wide it is.
        self._measured = "", 0
        self._set_fonts()
        self._tell()
        playback.changed.connect(self._tell)
        self.span.changed.connect(self._repaint)
        playback.moved.connect(self._follow)
        theme.changed.connect(self._repaint)

    def sizeHint(self) -> QSize:
        return QSize(480, HEIGHT)

    @property
    def scale(self) -> float:
        """Pixels per second."""
        return self._room / ((self.span.end - self.span.begin) or 1.0)

    def x_of(self, time: float) -> float:
        """Return the horizontal position of a time; outside the line if it is not visible."""
        return LEFT + self.span.part(time) * self._room

    def time_at(self, x: float) -> float:
        """Return the time at a position, within the visible period."""
        return self.span.time((x - LEFT) / max(self._room, 1))

    @property
    def _room(self) -> int:
        return self.width() - LEFT - RIGHT

    def x_of_own(self, time: float) -> float:
        """Return the horizontal position of a time in the active robot's track."""
        return self.x_of(self._playback.begins + time)

    def violations_at(self, x: float) -> list[Violation]:
        """Return the exceeded limits at a position."""
        loaded = self._playback.loaded
        return [
            one
            for one in (loaded.violations if loaded else ())
            if self.x_of_own(one.start) - 2 <= x <= self.x_of_own(max(one.end, one.start)) + 2
        ]

    def show_hits(self, hits: Hits) -> None:
        """Mark periods of the time line with collisions."""
        if hits == self.hits:
            return
        self.hits = hits
        self.setFixedHeight(TALL if hits.each else HEIGHT)
        self._repaint()

    def hits_at(self, x: float) -> list[str]:
        """Return the collisions at a position."""
        return self.hits.at(x, self.x_of)

    # -- mouse and keys -----------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if event.button() == Qt.MouseButton.LeftButton:
            self._playback.seek(self.time_at(x))
        elif event.button() == Qt.MouseButton.MiddleButton:
            self._dragged = x

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._playback.seek(self.time_at(x))
        elif self._dragged is not None:
            self.span.pan((self._dragged - x) / max(self.scale, 1e-9))
            self._dragged = x

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            self._dragged = None

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self.span.reset()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.span.turn(event, (event.position().x() - LEFT) / max(self._room, 1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, playback = event.key(), self._playback
        rows = {Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1}
        keyframes = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
        if key in rows:
            playback.step(rows[Qt.Key(key)])
        elif key in keyframes:
            playback.step_key(keyframes[Qt.Key(key)])
        elif key == Qt.Key.Key_Home:
            playback.to_start()
        elif key == Qt.Key.Key_End:
            playback.to_end()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = [*map(self._sentence, self.violations_at(event.pos().x()))]
            found += self.hits_at(event.pos().x())
            found += self.grips_at(event.pos().x())
            QToolTip.showText(event.globalPos(), "\n".join(found[:6]), self)
            return True
        return super().event(event)

    def grips_at(self, x: float) -> list[str]:
        """Return the period of the grip at a position of the line, in words."""
        return [
            tr("Holds the payload from {take:.2f} s to {release:.2f} s", grip.take, grip.release)
            if isfinite(grip.release)
            else tr("Holds the payload from {take:.2f} s on", grip.take)
            for grip in self._playback.grips
            if self.x_of_own(grip.take) <= x <= self.x_of_own(grip.release)
        ]

    def _sentence(self, one: Violation) -> str:
        loaded = self._playback.loaded
        assert loaded is not None
        joint = loaded.placed.robot.joints[one.joint]
        return violation_words(one, joint_symbol(joint, one.joint))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._set_fonts()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._repaint()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._repaint()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._picture.drop()

    # -- painting -----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._playback.player is None:
            painter.fillRect(event.rect(), QColor(self._theme.colors.panel))
        else:
            self._picture.renew()
            painter.drawPixmap(0, 0, self._picture.below)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_moving(painter, QRectF(event.rect()))
        painter.end()

    def _paint_moving(self, painter: QPainter, area: QRectF) -> None:
        """Paint the parts that move with the time."""
        bubble = self._bubble()
        self._paint_labels(painter, area, bubble)
        painter.setClipRect(self._picture.clip().intersected(area))
        self._paint_passed(painter)
        if self._picture.above is not None:
            painter.drawPixmap(0, 0, self._picture.above)
        self._paint_keys(painter, area)
        painter.setClipping(False)
        self._paint_cursor(painter, bubble)

    def _paint_labels(self, painter: QPainter, area: QRectF, bubble: QRectF) -> None:
        """Label the marks of the ruler, except those below the bubble."""
        self._hidden = self._covered(bubble)
        left, right = area.left() - LABEL / 2, area.right() + LABEL / 2
        painter.setFont(self._small)
        painter.setPen(QColor(self._theme.colors.text_2))
        for x, words, _ in self._picture.labels:
            if left < x < right and x not in self._hidden:
                label = QRectF(x - LABEL / 2, 4, LABEL, 16)
                painter.drawText(label, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_passed(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colors.accent_soft))
        painter.drawRoundedRect(self._picture.bar(0.0, self._playback.time), 4, 4)

    def _paint_keys(self, painter: QPainter, area: QRectF) -> None:
        loaded, colors = self._playback.loaded, self._theme.colors
        if loaded is None:
            return
        keys = loaded.keys
        first = bisect_left(keys, self._own_time(area.left() - 2 * DIAMOND))
        last = bisect_right(keys, self._own_time(area.right() + 2 * DIAMOND))
        if first == last:
            return
        painter.setPen(QPen(QColor(colors.accent), 1.4))
        for time in keys[first:last]:
            passed = self._playback.begins + time <= self._playback.time + 1e-9
            painter.setBrush(QColor(colors.accent if passed else colors.raised))
            painter.drawPolygon(KEY.translated(self.x_of_own(time), BAR_TOP + BAR / 2))

    def _own_time(self, x: float) -> float:
        """Return the time of the active robot's track at a position, also beyond its ends."""
        return self.span.begin + (x - LEFT) / max(self.scale, 1e-9) - self._playback.begins

    def _paint_cursor(self, painter: QPainter, bubble: QRectF) -> None:
        colors = self._theme.colors
        self._painted = bubble
        if not self.span.begin <= self._playback.time <= self.span.end:
            return
        x = self.x_of(self._playback.time)
        painter.setPen(QPen(QColor(colors.scrub), 1.5))
        painter.drawLine(QPointF(x, bubble.bottom()), QPointF(x, self.height()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.scrub))
        painter.drawRoundedRect(bubble, 4, 4)
        painter.setPen(QColor(colors.panel))
        painter.setFont(self._bold)
        painter.drawText(bubble, Qt.AlignmentFlag.AlignCenter, f"{self._playback.time:.2f} s")

    def _bubble(self) -> QRectF:
        time = self._playback.time
        text = f"{time:.2f} s"
        if text != self._measured[0]:
            self._measured = text, self._metrics.horizontalAdvance(text) + 12
        wide = self._measured[1]
        return QRectF(min(self.x_of(time) - wide / 2, self.width() - wide - 2), 3, wide, 18)

    def _covered(self, bubble: QRectF) -> frozenset[float]:
        """Return the rectangles of the labels that are hidden by the bubble."""
        left, right = bubble.left() - GAP, bubble.right() + GAP
        return frozenset(
            x for x, _, wide in self._picture.labels if left - wide / 2 <= x <= right + wide / 2
        )

    def _set_fonts(self) -> None:
        self._small, self._bold = font(CAPTION), font(CAPTION, font().Weight.DemiBold)
        self._metrics = QFontMetrics(self._bold)
        self._measured = "", 0
        self._repaint()

    def _tell(self) -> None:
        time, whole = self._playback.time, self._playback.duration
        self.setAccessibleDescription(tr("{time:.2f} of {whole:.2f} s", time, whole))
        self.span.fit(whole)
        self._repaint()

    def _repaint(self) -> None:
        """Repaint everything, including the cached parts."""
        self._picture.drop()
        self.update()

    def _follow(self) -> None:
        """Repaint the old and new positions of the cursor, and the area between."""
        time, whole = self._playback.time, self._playback.duration
        self.setAccessibleDescription(tr("{time:.2f} of {whole:.2f} s", time, whole))
        self.span.follow(time)
        if not self.isVisible():
            return
        bubble = self._bubble()
        # A label that the bubble covers goes and comes as a whole, to both sides of it.
        beside = 2 if self._covered(bubble) == self._hidden else LABEL
        touched = self._painted.united(bubble)
        left, right = floor(touched.left() - beside), ceil(touched.right() + beside)
        self.update(left, 0, right - left, self.height())


def violation_words(one: Violation, symbol: str) -> str:
    """Return a violation as a sentence, in degrees or metres."""
    turns = symbol.startswith("θ")
    factor, unit = (57.29577951308232, "°") if turns else (1.0, " m")
    unit += {"position": "", "velocity": "/s", "acceleration": "/s²"}[one.quantity]
    worst, limit = short_number(one.worst * factor, 2), short_number(one.limit * factor, 2)
    when = tr("{start} to {end} s", short_number(one.start, 2), short_number(one.end, 2))
    said = {
        "position": "{joint} {worst} is beyond {limit}, {time}",
        "velocity": "{joint} velocity {worst} is beyond {limit}, {time}",
        "acceleration": "{joint} acceleration {worst} is beyond {limit}, {time}",
    }[one.quantity]
    return tr(said, symbol, f"{worst}{unit}", f"{limit}{unit}", when)

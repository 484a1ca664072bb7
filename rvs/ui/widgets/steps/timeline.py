"""The time line of a trajectory: a ruler, keyframes, what is beyond limits, and the cursor."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, isfinite, log10

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from rvs.model.motions.rates import Violation
from rvs.model.numbers.quantities import joint_symbol, short_number
from rvs.ui.theme import CAPTION, SECONDARY, Theme, font
from rvs.ui.widgets.hits import FEWEST_PIXELS, Hits, paint_strip
from rvs.ui.widgets.steps.time_span import TimeSpan
from rvs.ui.work.playback import Playback

HEIGHT, TALL = 62, 75
LEFT, RIGHT = 150, 16
BAR_TOP, BAR, LANE_TOP, LANE = 28, 14, 47, 9
HITS_TOP = 60
DIAMOND = 5.0
TICK_APART, LABEL = 90, 64
FINDING = 5


class Timeline(QWidget):
    """Drag to scrub; arrows step a row, Page Up and Down a keyframe, Home and End go to the ends.

    Its left edge of time lies at ``LEFT`` and the right one ``RIGHT`` from the border, so that
    plots below can share them.  The wheel zooms, Shift with the wheel or the middle button moves
    along, a double click shows the whole.
    """

    def __init__(self, playback: Playback, theme: Theme) -> None:
        super().__init__()
        self._playback, self._theme = playback, theme
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Time line")
        self.setMouseTracking(True)
        self._painted = QRectF()
        self._dragged: float | None = None
        self.span = TimeSpan(self)
        self.hits = Hits()
        self._tell()
        playback.changed.connect(self._tell)
        self.span.changed.connect(self.update)
        playback.moved.connect(self._follow)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(480, HEIGHT)

    @property
    def scale(self) -> float:
        """Pixels of a second."""
        return self._room / ((self.span.end - self.span.begin) or 1.0)

    def x_of(self, time: float) -> float:
        """Return where a time lies across; beyond the ends where it is not shown."""
        return LEFT + self.span.part(time) * self._room

    def time_at(self, x: float) -> float:
        """Return the time of a place, within what is shown."""
        return self.span.time((x - LEFT) / max(self._room, 1))

    @property
    def _room(self) -> int:
        return self.width() - LEFT - RIGHT

    def x_of_own(self, time: float) -> float:
        """Return where a time of the active robot's track lies across."""
        return self.x_of(self._playback.begins + time)

    def violations_at(self, x: float) -> list[Violation]:
        """Return what is beyond a limit at a place."""
        loaded = self._playback.loaded
        return [
            one
            for one in (loaded.violations if loaded else ())
            if self.x_of_own(one.start) - 2 <= x <= self.x_of_own(max(one.end, one.start)) + 2
        ]

    def show_hits(self, hits: Hits) -> None:
        """Mark stretches of the time line in which something collides."""
        self.hits = hits
        self.setFixedHeight(TALL if hits.each else HEIGHT)
        self.update()

    def hits_at(self, x: float) -> list[str]:
        """Return what collides at a place."""
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
        """Return when the payload is held that is held at a place of the line, in words."""
        return [
            f"Holds the payload from {grip.take:.2f} s to {grip.release:.2f} s"
            if isfinite(grip.release)
            else f"Holds the payload from {grip.take:.2f} s on"
            for grip in self._playback.grips
            if self.x_of_own(grip.take) <= x <= self.x_of_own(grip.release)
        ]

    def _sentence(self, one: Violation) -> str:
        loaded = self._playback.loaded
        assert loaded is not None
        joint = loaded.placed.robot.joints[one.joint]
        return violation_words(one, joint_symbol(joint, one.joint))

    # -- painting -----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._playback.player is not None:
            area = QRectF(event.rect())
            if area.left() < LEFT:
                self._paint_words(painter)
            self._paint_ruler(painter, area)
            # What lies before or after the stretch shown must not run into the words.
            shown = QRectF(LEFT - DIAMOND - 2, 0, self._room + 2 * DIAMOND + 4, self.height())
            painter.setClipRect(shown.intersected(area))
            self._paint_bar(painter)
            self._paint_grips(painter)
            self._paint_limits(painter, area)
            self._paint_hits(painter, area)
            self._paint_findings(painter)
            self._paint_keys(painter, area)
            painter.setClipping(False)
            self._paint_cursor(painter)
        painter.end()

    def _paint_ruler(self, painter: QPainter, area: QRectF) -> None:
        colors = self._theme.colors
        painter.setFont(font(CAPTION))
        bubble = self._bubble()
        for time in ticks(self.span.end, self._room, self.span.begin):
            x = self.x_of(time)
            label = QRectF(x - LABEL / 2, 4, LABEL, 16)
            if not area.intersects(label):
                continue
            painter.setPen(QColor(colors.line_strong))
            painter.drawLine(QPointF(x, 21), QPointF(x, 25))
            painter.setPen(QColor(colors.text_2))
            words = f"{short_number(time, 3)} s"
            wide = painter.fontMetrics().horizontalAdvance(words)
            if abs(bubble.center().x() - x) > (bubble.width() + wide) / 2 + 2:
                painter.drawText(label, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_bar(self, painter: QPainter) -> None:
        colors = self._theme.colors
        whole = self._bar(0.0, self._playback.duration)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.sunken))
        painter.drawRoundedRect(whole, 4, 4)
        painter.setBrush(QColor(colors.accent_soft))
        painter.drawRoundedRect(self._bar(0.0, self._playback.time), 4, 4)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent), 1.5))
            painter.drawRoundedRect(whole.adjusted(-7, -2, 7, 2), 6, 6)

    def _paint_words(self, painter: QPainter) -> None:
        """Say what the lanes are."""
        loaded, colors = self._playback.loaded, self._theme.colors
        self._word(painter, BAR_TOP, BAR, "Keyframes", colors.text_2)
        if loaded is not None and loaded.violations:
            self._word(painter, LANE_TOP, LANE, "Beyond limits", colors.limit)
        if self.hits.each:
            self._word(painter, HITS_TOP, LANE, "Collides", colors.limit)

    def _paint_grips(self, painter: QPainter) -> None:
        """A rail below the bar wherever the payload is held, with a tick at either end."""
        grips, color = self._playback.grips, QColor(self._theme.colors.ok)
        y = BAR_TOP + BAR + 2.5
        painter.setPen(QPen(QBrush(color), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        for grip in grips:
            left = self.x_of_own(grip.take)
            right = min(self.x_of_own(grip.release), self.x_of(self._playback.duration))
            if right <= left:
                continue
            painter.drawLine(QPointF(left, y), QPointF(right, y))
            for x in (left, right):
                painter.drawLine(QPointF(x, y - 5), QPointF(x, y + 1.5))

    def _paint_limits(self, painter: QPainter, area: QRectF) -> None:
        loaded = self._playback.loaded
        for start, end in loaded.beyond if loaded else ():
            left, right = self.x_of_own(start), self.x_of_own(end)
            if _meet(left, right, area):
                strip = _seen(QRectF(left, LANE_TOP, right - left, LANE), area)
                paint_strip(painter, self._theme, strip, Qt.BrushStyle.BDiagPattern)

    def _paint_hits(self, painter: QPainter, area: QRectF) -> None:
        for start, end in self.hits.spans:
            left, right = self.x_of(start), self.x_of(end)
            if _meet(left, right, area):
                strip = _seen(QRectF(left, HITS_TOP, right - left, LANE), area)
                paint_strip(painter, self._theme, strip, Qt.BrushStyle.Dense4Pattern)

    def _paint_findings(self, painter: QPainter) -> None:
        """A bar above the key frames wherever something is in the way of the tool."""
        loaded, colors = self._playback.loaded, self._theme.colors
        for one in loaded.findings if loaded else ():
            left, right = self.x_of_own(one.start), self.x_of_own(one.end)
            color = QColor(colors.limit if one.stops else colors.warn)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawRect(QRectF(left - 1, BAR_TOP - FINDING, max(right - left, 2.0) + 1, 3))
            if one.stops:
                painter.drawRect(QRectF(left - 1, BAR_TOP - FINDING, 2.5, BAR + 2 * FINDING))

    def _paint_keys(self, painter: QPainter, area: QRectF) -> None:
        loaded, colors = self._playback.loaded, self._theme.colors
        middle = BAR_TOP + BAR / 2
        painter.setPen(QPen(QColor(colors.accent), 1.4))
        for time in loaded.keys if loaded else ():
            x, d = self.x_of_own(time), DIAMOND
            if not area.left() - 2 * d < x < area.right() + 2 * d:
                continue
            passed = self._playback.begins + time <= self._playback.time + 1e-9
            painter.setBrush(QColor(colors.accent if passed else colors.raised))
            corners = [(x, middle - d), (x + d, middle), (x, middle + d), (x - d, middle)]
            painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))

    def _paint_cursor(self, painter: QPainter) -> None:
        colors = self._theme.colors
        self._painted = bubble = self._bubble()
        if not self.span.begin <= self._playback.time <= self.span.end:
            return
        x = self.x_of(self._playback.time)
        painter.setPen(QPen(QColor(colors.scrub), 1.5))
        painter.drawLine(QPointF(x, bubble.bottom()), QPointF(x, self.height()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.scrub))
        painter.drawRoundedRect(bubble, 4, 4)
        painter.setPen(QColor(colors.panel))
        painter.setFont(font(CAPTION, font().Weight.DemiBold))
        painter.drawText(bubble, Qt.AlignmentFlag.AlignCenter, f"{self._playback.time:.2f} s")

    def _bubble(self) -> QRectF:
        text = f"{self._playback.time:.2f} s"
        wide = QFontMetrics(font(CAPTION, font().Weight.DemiBold)).horizontalAdvance(text) + 12
        left = self.x_of(self._playback.time) - wide / 2
        return QRectF(min(left, self.width() - wide - 2), 3, wide, 18)

    def _bar(self, start: float, end: float) -> QRectF:
        left, right = self.x_of(start), self.x_of(end)
        return QRectF(left, BAR_TOP, max(right - left, 0.0), BAR)

    def _word(self, painter: QPainter, top: int, high: int, text: str, color: str) -> None:
        painter.setPen(QColor(color))
        painter.setFont(font(SECONDARY if high == BAR else CAPTION))
        area = QRectF(16, top + high / 2 - 9, LEFT - 28, 18)
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    def _tell(self) -> None:
        time, whole = self._playback.time, self._playback.duration
        self.setAccessibleDescription(f"{time:.2f} of {whole:.2f} s")
        self.span.fit(whole)
        self.update()

    def _follow(self) -> None:
        """Paint anew where the cursor was and where it is, and what lies between."""
        time, whole = self._playback.time, self._playback.duration
        self.setAccessibleDescription(f"{time:.2f} of {whole:.2f} s")
        self.span.follow(time)
        # A label that the bubble covers goes and comes as a whole, to both sides of it.
        touched = self._painted.united(self._bubble()).adjusted(-LABEL, 0, LABEL, 0)
        self.update(round(touched.left()), 0, round(touched.width()) + 1, self.height())


def _meet(left: float, right: float, area: QRectF) -> bool:
    """Whether a stretch between two places across is seen in an area, the line around it too."""
    return left - 1 <= area.right() and max(right, left + FEWEST_PIXELS) + 1 >= area.left()


def _seen(strip: QRectF, area: QRectF) -> QRectF:
    """What is seen of a stretch in an area, and a little more: its pattern takes time."""
    left, right = area.left() - 2 * FEWEST_PIXELS, area.right() + 2 * FEWEST_PIXELS
    return QRectF(
        QPointF(max(strip.left(), left), strip.top()),
        QPointF(min(strip.right(), right), strip.bottom()),
    )


def ticks(end: float, width: float, begin: float = 0.0) -> Iterator[float]:
    """Yield the times of a ruler's marks, in s: round ones, with room in its pixels for a name."""
    if end <= begin or width <= 0.0:
        return
    least = (end - begin) * TICK_APART / width
    power = 10.0 ** floor(log10(least))
    step = next(part * power for part in (1.0, 2.0, 5.0, 10.0) if part * power >= least * 0.999)
    for i in range(ceil(begin / step - 1e-9), int(end / step + 1e-9) + 1):
        yield i * step


def violation_words(one: Violation, symbol: str) -> str:
    """Return a violation as a sentence, in degrees or metres."""
    turns = symbol.startswith("θ")
    factor, unit = (57.29577951308232, "°") if turns else (1.0, " m")
    unit += {"position": "", "velocity": "/s", "acceleration": "/s²"}[one.quantity]
    what = {"position": "", "velocity": " velocity", "acceleration": " acceleration"}[one.quantity]
    worst, limit = short_number(one.worst * factor, 2), short_number(one.limit * factor, 2)
    when = f"{short_number(one.start, 2)} to {short_number(one.end, 2)} s"
    return f"{symbol}{what} {worst}{unit} is beyond {limit}{unit}, {when}"

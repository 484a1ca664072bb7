"""The time line of a trajectory: a ruler, keyframes, exceeded limits, and the cursor."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from math import ceil, floor, isfinite

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
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
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from rvs.model.motions.rates import Violation
from rvs.model.numbers.quantities import joint_symbol, short_number
from rvs.ui.theme import CAPTION, Theme, font
from rvs.ui.widgets.collision_stretches import Hits
from rvs.ui.widgets.steps.time_span import TimeSpan
from rvs.ui.widgets.steps.timeline_picture import (
    BAR,
    BAR_TOP,
    DIAMOND,
    LEFT,
    RIGHT,
    TimelinePicture,
)
from rvs.ui.work.playback import Playback
from rvs.words import tr

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

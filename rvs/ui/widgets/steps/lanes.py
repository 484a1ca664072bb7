"""The tracks of all robots below the time line: one lane each, with a bar to drag to its start."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QToolTip, QWidget

from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import short_number
from rvs.model.session import Session
from rvs.model.state import State
from rvs.ui.robot_marks import SWATCH, color_of, name_of, number_of, paint_swatch
from rvs.ui.theme import CAPTION, SECONDARY, Theme, font
from rvs.ui.widgets.steps.timeline import LEFT, RIGHT, Timeline
from rvs.ui.work.playback import Playback
from rvs.words import tr

LANE, BAR, LEAST_BAR = 26, 18, 6.0
NEAR, STEP, NUDGE = 6.0, 0.01, 0.1


class Lanes(QWidget):
    """One lane per robot, in the order of the cell, on the scale of the time line above.

    A click on a lane makes its robot the active one; a drag on a bar shifts its start, outside the
    bars it scrubs.  Left and Right shift the bar of the active robot.

    ``shifted`` gives the robot and its new start in s; ``settled`` reports the end of a drag.
    """

    shifted = Signal(str, float)
    settled = Signal()

    def __init__(self, session: Session, playback: Playback, theme: Theme, ruler: Timeline) -> None:
        super().__init__()
        self._session, self._playback, self._theme = session, playback, theme
        # Where lanes scroll they are narrower than the time line, whose scale they keep.
        self._ruler = ruler
        self._drag: tuple[PlacedRobot, float, float] | None = None
        self._scrubs = False
        # Where the cursor was painted.
        self._painted = 0.0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Tracks of the robots")
        self.setMouseTracking(True)
        playback.changed.connect(self._fit)
        playback.moved.connect(self._follow)
        ruler.span.changed.connect(self.update)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(480, LANE * len(self._robots))

    def show_robots(self, _state: State) -> None:
        """Follow the robots of the cell."""
        self._fit()

    def bar_of(self, robot_id: str) -> QRectF | None:
        """Return the rectangle of a robot's bar, or None if it has no track."""
        for index, placed in enumerate(self._robots):
            loaded = self._playback.tracks.get(placed.id)
            if placed.id == robot_id and loaded is not None:
                left = self._ruler.x_of(placed.start)
                right = self._ruler.x_of(placed.start + loaded.played.duration)
                top = index * LANE + (LANE - BAR) / 2
                return QRectF(left, top, max(right - left, LEAST_BAR), BAR)
        return None

    # -- mouse and keys -----------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at, placed = event.position(), self._at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or placed is None:
            return
        self._session.select((placed.id,))
        bar = self.bar_of(placed.id)
        if bar is not None and at.x() >= LEFT - NEAR and bar.adjusted(-2, 0, 2, 0).contains(at):
            robot = self._session.state.document.robot(placed.id)
            self._drag = (robot, at.x(), self._ruler.scale)
            self._playback.pause()
        elif at.x() >= LEFT - NEAR:
            self._scrubs = True
            self._playback.seek(self._ruler.time_at(at.x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._drag is not None:
            placed, x, scale = self._drag
            wanted = placed.start + (at.x() - x) / scale
            free = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
            self.shifted.emit(placed.id, self._snapped(placed, wanted, NEAR / scale, free))
        elif self._scrubs:
            self._playback.seek(self._ruler.time_at(at.x()))
        else:
            self.setCursor(self._cursor(at))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        if self._drag is not None:
            self.settled.emit()
        self._drag, self._scrubs = None, False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = {Qt.Key.Key_Left: -NUDGE, Qt.Key.Key_Right: NUDGE}.get(Qt.Key(event.key()))
        loaded = self._playback.loaded
        if way is None or loaded is None:
            super().keyPressEvent(event)
            return
        start = self._session.state.document.robot(loaded.placed.id).start
        self.shifted.emit(loaded.placed.id, round(max(start + way, 0.0), 6))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            placed = self._at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self._words(placed) if placed else "", self)
            return True
        return super().event(event)

    def _words(self, placed: PlacedRobot) -> str:
        loaded, name = self._playback.tracks.get(placed.id), name_of(self._state, placed.id)
        if loaded is None:
            return tr("{name} has no motion", name)
        start = short_number(placed.start, 2)
        end = short_number(placed.start + loaded.played.duration, 2)
        return tr(
            "{robot}: {motion}, {start} to {end} s. Drag it to shift its start.",
            name,
            loaded.name,
            start,
            end,
        )

    def _snapped(self, placed: PlacedRobot, wanted: float, near: float, free: bool) -> float:
        """Return the start nearest to a given one that coincides with an end of another track."""
        wanted = max(round(wanted / STEP) * STEP, 0.0)
        if free:
            return round(wanted, 6)
        own = self._playback.tracks[placed.id].played.duration
        marks = [0.0, *self._ends(placed.id)]
        starts = [*marks, *(mark - own for mark in marks if mark >= own)]
        best = min(starts, key=lambda start: abs(start - wanted))
        return round(best if abs(best - wanted) <= near else wanted, 6)

    def _ends(self, robot_id: str) -> Iterator[float]:
        for placed in self._robots:
            loaded = self._playback.tracks.get(placed.id)
            if loaded is not None and placed.id != robot_id:
                yield placed.start
                yield placed.start + loaded.played.duration

    def _cursor(self, at: QPointF) -> Qt.CursorShape:
        placed = self._at(at)
        bar = self.bar_of(placed.id) if placed else None
        on_bar = bar is not None and bar.contains(at)
        return Qt.CursorShape.SizeHorCursor if on_bar else Qt.CursorShape.ArrowCursor

    # -- painting -----------------------------------------------------------------------------

    def _follow(self) -> None:
        """Repaint the old and new positions of the cursor, and the area between."""
        here = self._ruler.x_of(self._playback.time)
        left, right = min(self._painted, here), max(self._painted, here)
        self.update(floor(left) - 2, 0, ceil(right - left) + 4, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index, placed in enumerate(self._robots):
            if placed.id == self._state.active:
                self._paint_active(painter, index)
            if event.rect().left() < LEFT:
                self._paint_head(painter, index, placed)
            self._paint_bar(painter, placed, float(index * LANE))
        painter.setClipRect(LEFT, 0, self._span, self.height())
        if self._playback.player is not None:
            x = self._painted = self._ruler.x_of(self._playback.time)
            painter.setPen(QPen(QColor(self._theme.colors.scrub), 1.5))
            painter.drawLine(QPointF(x, 0), QPointF(x, self.height()))
        painter.end()

    def _paint_active(self, painter: QPainter, index: int) -> None:
        colors, top = self._theme.colors, float(index * LANE)
        painter.fillRect(QRectF(0, top, self.width(), LANE), QColor(colors.accent_soft))
        painter.fillRect(QRectF(0, top, 3, LANE), QColor(colors.accent))

    def _paint_head(self, painter: QPainter, index: int, placed: PlacedRobot) -> None:
        """Paint a robot's mark and name."""
        colors, active = self._theme.colors, placed.id == self._state.active
        top = float(index * LANE)
        color = color_of(self._state, placed.id)
        area = QRectF(12, top + (LANE - SWATCH) / 2, SWATCH, SWATCH)
        paint_swatch(painter, area, number_of(self._state, placed.id), color, colors)
        face = font(SECONDARY, font().Weight.DemiBold if active else font().Weight.Normal)
        painter.setFont(face)
        painter.setPen(QColor(colors.accent_text if active else colors.text))
        words = QRectF(36, top, LEFT - 46, LANE)
        text = QFontMetrics(face).elidedText(
            name_of(self._state, placed.id), Qt.TextElideMode.ElideMiddle, int(words.width())
        )
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_bar(self, painter: QPainter, placed: PlacedRobot, top: float) -> None:
        colors = self._theme.colors
        middle = top + LANE / 2
        painter.setPen(QPen(QColor(colors.line), 1))
        painter.drawLine(QPointF(LEFT, middle), QPointF(LEFT + self._span, middle))
        bar = self.bar_of(placed.id)
        if bar is None:
            return
        painter.save()
        painter.setClipRect(QRectF(LEFT - 1, 0, self._span + 2, self.height()))
        fill = QColor(color_of(self._state, placed.id))
        painter.setPen(QPen(QColor(colors.line_strong), 1))
        painter.setBrush(fill)
        painter.drawRoundedRect(bar.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        face = font(CAPTION)
        painter.setFont(face)
        painter.setPen(QColor("#14181D" if fill.lightnessF() > 0.55 else "#FFFFFF"))
        inside = bar.adjusted(6, 0, -6, 0)
        inside.setLeft(max(inside.left(), LEFT + 6.0))
        text = QFontMetrics(face).elidedText(
            self._playback.tracks[placed.id].name, Qt.TextElideMode.ElideRight, int(inside.width())
        )
        painter.drawText(inside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    # -- parts --------------------------------------------------------------------------------

    @property
    def _state(self) -> State:
        return self._session.state

    @property
    def _robots(self) -> tuple[PlacedRobot, ...]:
        return self._state.document.robots

    @property
    def _span(self) -> int:
        """Length of the time line, in pixels."""
        return self._ruler.width() - LEFT - RIGHT

    def _at(self, at: QPointF) -> PlacedRobot | None:
        index = int(at.y() // LANE)
        return self._robots[index] if 0 <= index < len(self._robots) else None

    def _fit(self) -> None:
        self.setFixedHeight(LANE * len(self._robots))
        self.update()

"""A slider for one real number between limits: zones, a tick at zero, a fill from zero."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

from rvs.model.appearance.colors import WindowColors
from rvs.model.robots.ranges import Range

STEPS = 20_000
TRACK, HANDLE, MIDDLE = 4.0, 12.0, 9.0
HEIGHT = 18


class JointSlider(QAbstractSlider):
    """Shows and changes an exact value; Qt's integers serve keys and screen readers.

    ``moved`` reports only actions of the user; ``released`` ends a drag.
    """

    moved = Signal(float)
    released = Signal()

    def __init__(self, colors: WindowColors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mix(colors)
        self._range = Range(-1.0, 1.0)
        self._value = 0.0
        self._warned = False
        self._hovered = False
        self._step = 0.01
        self._grip = 0.0
        # What is painted below the value; the same while only that changes.
        self._track = QPixmap()
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setRange(0, STEPS)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        # It fills its own ground, so that a drag does not repaint everything behind it.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def sizeHint(self) -> QSize:
        return QSize(200, HEIGHT)

    @property
    def number(self) -> float:
        """The exact displayed value."""
        return self._value

    def set_limits(self, limits: Range, step: float) -> None:
        """Set the limits; an arrow key adds ``step``, a page key ten of them."""
        self._range, self._step, self._track = limits, step, QPixmap()
        self._place_steps()
        self.update()

    def show_value(self, value: float, warned: bool) -> None:
        """Show a value without a notification; ``warned`` colours the handle."""
        if (value, warned) != (self._value, self._warned):
            self._value, self._warned = value, warned
            self.setValue(self._index(value))
            self.update()

    def recolor(self, colors: WindowColors) -> None:
        """Set the colours."""
        self._mix(colors)
        self._track = QPixmap()
        self.update()

    def position(self, value: float) -> float:
        """Return the x of a value, in pixels; values outside are at the ends."""
        span = self._range.upper - self._range.lower
        part = (self._range.clamp(value) - self._range.lower) / span if span > 0 else 0.5
        return self._left + part * (self._right - self._left)

    def sliderChange(self, change: QAbstractSlider.SliderChange) -> None:
        super().sliderChange(change)
        if change != QAbstractSlider.SliderChange.SliderValueChange:
            return
        before = self._index(self._value)
        if self.value() != before:
            width = (self._range.upper - self._range.lower) / STEPS
            self._tell(self._value + (self.value() - before) * width)
            self.released.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            x = event.position().x()
            grip = self.position(self._value) - x
            # Taken by the handle, it keeps its place under the pointer instead of jumping.
            self._grip = grip if abs(grip) <= HANDLE else 0.0
            self._drag_to(x)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._drag_to(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.isSliderDown():
            self.setSliderDown(False)
            self.released.emit()
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, step = event.key(), self._step
        moves = {
            Qt.Key.Key_Left: -step,
            Qt.Key.Key_Right: step,
            Qt.Key.Key_PageDown: -10 * step,
            Qt.Key.Key_PageUp: 10 * step,
            Qt.Key.Key_Home: self._range.lower - self._value,
            Qt.Key.Key_End: self._range.upper - self._value,
        }
        if key not in moves:
            event.ignore()
            return
        fine = 0.1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1.0
        self._tell(self._range.clamp(self._value + fine * moves[Qt.Key(key)]))

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self.released.emit()
        super().keyReleaseEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        # The wheel scrolls the panel; a joint that moves because the page did is a trap.
        event.ignore()

    def enterEvent(self, _event: object) -> None:
        self._hovered = True
        self.update()

    def leaveEvent(self, _event: object) -> None:
        self._hovered = False
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        if self._track.size() != self.size() * ratio:
            self._track = self._painted_track(ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._track)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isEnabled():
            self._paint_fill(painter)
            self._paint_handle(painter)
        painter.end()

    @property
    def _left(self) -> float:
        return HANDLE / 2 + 2

    @property
    def _right(self) -> float:
        return self.width() - HANDLE / 2 - 2

    def _index(self, value: float) -> int:
        span = self._range.upper - self._range.lower
        part = (self._range.clamp(value) - self._range.lower) / span if span > 0 else 0.0
        return round(part * STEPS)

    def _place_steps(self) -> None:
        span = self._range.upper - self._range.lower
        part = self._step / span if self._step < span else 1.0
        self.setSingleStep(max(1, round(part * STEPS)))
        self.setPageStep(max(1, round(min(10 * part, 1.0) * STEPS)))
        # The value's new place among the steps is nobody's wish to move.
        self._value, kept = self._range.lower, self._value
        self.setValue(0)
        self._value = kept
        self.setValue(self._index(kept))

    def _drag_to(self, x: float) -> None:
        span = max(self._right - self._left, 1.0)
        part = min(max((x + self._grip - self._left) / span, 0.0), 1.0)
        zero = self.position(0.0)
        value = self._range.lower + part * (self._range.upper - self._range.lower)
        if self._range.lower <= 0.0 <= self._range.upper and abs(x + self._grip - zero) < 1.0:
            value = 0.0
        self._tell(value)

    def _tell(self, value: float) -> None:
        if value != self._value:
            self.moved.emit(value)

    def _bar(self, left: float, right: float) -> QRectF:
        return QRectF(left, MIDDLE - TRACK / 2, right - left, TRACK)

    def _mix(self, colors: WindowColors) -> None:
        """Cache the data for painting sixty times a second."""
        self.colors = colors
        self._accent, self._zero = QColor(colors.accent), QColor(colors.text_3)
        surfaces = (QColor(colors.raised), QColor(colors.text))
        self._surface = max(surfaces, key=QColor.lightness)
        self._edges = tuple(QPen(QColor(edge), 2) for edge in (colors.accent, colors.warn))

    def _painted_track(self, ratio: float) -> QPixmap:
        """Return the ground with the track and its zones."""
        track = QPixmap(self.size() * ratio)
        track.setDevicePixelRatio(ratio)
        track.fill(QColor(self.colors.panel))
        painter = QPainter(track)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        self._paint_track(painter)
        painter.end()
        return track

    def _paint_track(self, painter: QPainter) -> None:
        painter.setBrush(QColor(self.colors.track))
        painter.drawRoundedRect(self._bar(self._left, self._right), 2, 2)
        if zone := self._range.zone:
            color = QColor(self.colors.limit)
            color.setAlphaF(0.65)
            painter.setBrush(color)
            low = self.position(self._range.lower + zone)
            high = self.position(self._range.upper - zone)
            painter.drawRoundedRect(self._bar(self._left, low), 2, 2)
            painter.drawRoundedRect(self._bar(high, self._right), 2, 2)

    def _paint_fill(self, painter: QPainter) -> None:
        zero, value = self.position(0.0), self.position(self._value)
        painter.setBrush(self._accent)
        painter.drawRect(self._bar(min(zero, value), max(zero, value)))
        if self._range.lower <= 0.0 <= self._range.upper:
            painter.setBrush(self._zero)
            painter.drawRect(QRectF(zero - 0.5, MIDDLE - 5, 1, 10))

    def _paint_handle(self, painter: QPainter) -> None:
        middle = QPointF(self.position(self._value), MIDDLE)
        if self.hasFocus() or self._hovered or self.isSliderDown():
            glow = QColor(self._accent)
            glow.setAlphaF(0.55 if self.hasFocus() else 0.22)
            painter.setBrush(glow)
            painter.drawEllipse(middle, HANDLE / 2 + 3, HANDLE / 2 + 3)
        painter.setPen(self._edges[self._warned])
        painter.setBrush(self._surface)
        painter.drawEllipse(middle, HANDLE / 2 - 1, HANDLE / 2 - 1)

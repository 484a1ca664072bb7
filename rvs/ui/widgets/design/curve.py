"""Curve of the condition number from step to step, on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from rvs.ui.theme import CAPTION, Theme, font
from rvs.words import tr

LEAST, HIGH = 1e-10, 110
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 18, 18
DOT = 4.0
POWERS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class KappaCurve(QWidget):
    """A curve for every start; ``scrubbed`` reports the step under the pressed mouse."""

    scrubbed = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._curves: list[Sequence[float]] = []
        self._start = self._at = 0
        self._decades = decades(())
        self.setAccessibleName("Condition number by iteration")
        self.setToolTip("κ − 1 in the Frobenius norm by iteration; click to go to an iteration")
        self.setMinimumHeight(HIGH)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(240, HIGH)

    def show_curves(self, curves: list[Sequence[float]], start: int, at: int) -> None:
        """Show condition numbers.

        Args:
            curves: Condition numbers by step, for every start.
            start: The displayed start.
            at: Its displayed step.
        """
        self._curves, self._start, self._at = curves, start, at
        self._decades = decades(curves)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._scrub(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._scrub(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colors = QPainter(self), self._theme.colors
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(CAPTION))
        area = self._area()
        painter.fillRect(area, QColor(colors.sunken))
        low, high = self._decades
        self._paint_decades(painter, area, low, high)
        painter.setPen(QColor(colors.text_2))
        side = Qt.AlignmentFlag
        painter.drawText(
            QRectF(0, 0, self.width() - RIGHT, TOP), side.AlignLeft, "κ − 1, Frobenius"
        )
        last = tr("iteration {steps}", self._steps() - 1) if self._steps() > 1 else "iteration"
        below = QRectF(area.left(), area.bottom() + 2, area.width(), BOTTOM)
        painter.drawText(below, side.AlignRight, last)
        for start, curve in enumerate(self._curves):
            if start != self._start:
                self._paint_curve(painter, curve, QPen(QColor(colors.line_strong), 1.0))
        if self._start < len(self._curves) and self._curves[self._start]:
            own = self._curves[self._start]
            self._paint_curve(painter, own, QPen(QColor(colors.accent), 1.8))
            at = min(self._at, len(own) - 1)
            painter.setPen(QPen(QColor(colors.panel), 1.0))
            painter.setBrush(QColor(colors.accent))
            painter.drawEllipse(self._points(own[at : at + 1], at)[0], DOT, DOT)
        painter.end()

    def _paint_decades(self, painter: QPainter, area: QRectF, low: int, high: int) -> None:
        colors, every = self._theme.colors, 1 if high - low <= 4 else 3
        for decade in range(high - (high - low) // every * every, high + 1, every):
            y = area.bottom() - (decade - low) / (high - low) * area.height()
            painter.setPen(QColor(colors.line))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(colors.text_3))
            text = f"10{str(decade).translate(POWERS)}" if decade else "1"
            side = Qt.AlignmentFlag
            where = QRectF(0, y - 8, LEFT - 6, 16)
            painter.drawText(where, side.AlignRight | side.AlignVCenter, text)

    def _paint_curve(self, painter: QPainter, curve: Sequence[float], pen: QPen) -> None:
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(self._points(curve)))

    def _points(self, curve: Sequence[float], first: int = 0) -> list[QPointF]:
        """Return positions of condition numbers, with the first of them at a step."""
        area, (low, high) = self._area(), self._decades
        above = np.log10(np.maximum(np.asarray(curve) - 1.0, LEAST)).clip(low, high)
        steps = np.arange(first, first + len(curve))
        x = area.left() + area.width() * steps / max(self._steps() - 1, 1)
        y = area.bottom() - (above - low) / (high - low) * area.height()
        return [QPointF(*place) for place in zip(x.tolist(), y.tolist(), strict=True)]

    def _steps(self) -> int:
        return max(map(len, self._curves), default=0)

    def _area(self) -> QRectF:
        return QRectF(LEFT, TOP, self.width() - LEFT - RIGHT, self.height() - TOP - BOTTOM)

    def _scrub(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self._steps():
            area = self._area()
            part = (event.position().x() - area.left()) / max(area.width(), 1.0)
            self.scrubbed.emit(round(float(np.clip(part, 0.0, 1.0)) * (self._steps() - 1)))


def decades(curves: Sequence[Sequence[float]]) -> tuple[int, int]:
    """Return the powers of ten that enclose some condition numbers less 1.

    >>> decades([[1.5, 1.02], [float("inf"), 31.0]])
    (-2, 2)
    """
    values = np.array([value for curve in curves for value in curve], dtype=float) - 1.0
    values = values[np.isfinite(values)]
    if not len(values):
        return -3, 0
    low = int(np.floor(np.log10(max(values.min(), LEAST))))
    high = int(np.ceil(np.log10(max(values.max(), LEAST, 1e-9))))
    return min(low, high - 1), high

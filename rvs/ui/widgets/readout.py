"""The values of a plot under the mouse, in a card beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from rvs.model.numbers.quantities import short_number
from rvs.model.plots.strokes import color_index, dashes_of
from rvs.ui.theme import CAPTION, Theme, font

if TYPE_CHECKING:
    from rvs.ui.widgets.plot_view import Canvas

ROW, PAD, SAMPLE, GAP, OFF = 16, 8, 14, 8, 14
DIGITS = 4


class Readout(QWidget):
    """Lies above everything in the window, as small plots have no room for it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rows: list[tuple[str, str, int | None, bool]] = []
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFont(font(CAPTION))
        self.hide()

    def show_values(self, canvas: Canvas, time: float, at: QPointF) -> None:
        """Tell the values at a time beside a place of a canvas."""
        axis = canvas.plot.y
        gap = "" if axis.unit.startswith(("°", "%")) else " "
        self.rows = [("time", f"{short_number(time, DIGITS)} s", None, False)]
        self.rows += [
            (
                curve.name,
                f"{short_number(value, DIGITS)}{gap}{axis.unit}",
                curve.series,
                curve.dashed,
            )
            for curve, value in canvas.values_at(time)
        ]
        window = canvas.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        text = self.fontMetrics()
        self._names = max(text.horizontalAdvance(row[0]) for row in self.rows)
        wide = 2 * PAD + SAMPLE + 2 * GAP + self._names
        wide += max(text.horizontalAdvance(row[1]) for row in self.rows)
        high = 2 * PAD + ROW * len(self.rows) - 4
        spot = canvas.mapTo(window, at.toPoint())
        x = spot.x() + OFF
        if x + wide > window.width():
            x = spot.x() - OFF - wide
        y = min(max(spot.y() - high // 2, 0), window.height() - high)
        self.setGeometry(x, y, wide, high)
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = self._theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colors.line_strong), 1))
        painter.setBrush(QColor(colors.raised))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        for k, (name, value, series, reference) in enumerate(self.rows):
            line = QRectF(PAD, PAD - 2 + k * ROW, self.width() - 2 * PAD, ROW)
            if series is not None:
                pen = QPen(QColor(colors.series[color_index(series)]), 2)
                if dashes := dashes_of(series, reference):
                    pen.setDashPattern([length / 2 for length in dashes])
                painter.setPen(pen)
                middle = line.center().y()
                painter.drawLine(QPointF(PAD, middle), QPointF(PAD + SAMPLE, middle))
            painter.setPen(QColor(colors.text_2))
            words = line.adjusted(SAMPLE + GAP, 0, 0, 0)
            left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(words, left, name)
            painter.setPen(QColor(colors.text))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(line, right, value)
        painter.end()

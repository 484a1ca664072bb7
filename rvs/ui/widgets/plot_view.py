"""Paints plots with pyqtgraph, with a cursor that goes with the time of the player.

Import it only when a plot is to be seen: pyqtgraph takes a moment to load.
"""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from rvs.model.appearance.colors import WindowColors
from rvs.model.numbers.quantities import number
from rvs.model.plots.plot import Band, Curve, Plot
from rvs.ui.theme import CAPTION, Theme, font

AXIS_WIDTH = 66
CURVE_WIDTH = 1.8
DOT = 3.0
CURSOR_WIDTH = 9
DASH_FROM = 6
# Characters beside the axis.
ROOM = 9


class PlotView(QWidget):
    """Plots above each other that share an axis of time.

    ``scrubbed`` tells the time to which the mouse drags the cursor.
    """

    scrubbed = Signal(float)

    def __init__(self, theme: Theme, right: int) -> None:
        super().__init__()
        self._theme, self._time = theme, 0.0
        self._shown: tuple[Plot, ...] = ()
        self.canvases: list[Canvas] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, right, 8)
        self._column.setSpacing(4)
        theme.changed.connect(lambda: self.show_plots(self._shown))

    def show_plots(self, plots: tuple[Plot, ...]) -> None:
        """Show these plots and no others."""
        self._shown = plots
        for canvas in self.canvases:
            self._column.removeWidget(canvas)
            # pyqtgraph's own close would make it a window for a moment.
            canvas.hide()
            canvas.deleteLater()
        self.canvases = [Canvas(plot, self._theme.colors) for plot in plots]
        for canvas in self.canvases:
            canvas.scrubbed.connect(self.scrubbed)
            self._column.addWidget(canvas)
            canvas.show_time(self._time)

    def show_time(self, time: float) -> None:
        """Put the cursors there."""
        self._time = time
        for canvas in self.canvases:
            canvas.show_time(time)


class Canvas(pg.PlotWidget):  # type: ignore[misc]
    """One plot; the mouse anywhere in it drags the cursor."""

    scrubbed = Signal(float)

    def __init__(self, plot: Plot, colors: WindowColors) -> None:
        super().__init__(background=colors.panel)
        self.plot, self._colors = plot, colors
        self.time = 0.0
        self.setAccessibleName(plot.title)
        self.setToolTip(plot.y.text)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumHeight(64)
        item = self.getPlotItem()
        item.setMenuEnabled(False)
        item.hideButtons()
        item.setMouseEnabled(False, False)
        item.setContentsMargins(0, 4, 0, 0)
        self._view = item.getViewBox()
        self._view.setDefaultPadding(0.0)
        self._dress_axes()
        for band in plot.bands:
            item.addItem(BandItem(band, colors), ignoreBounds=True)
        for curve in plot.curves:
            item.addItem(_curve_item(curve, colors))
        self._set_ranges()
        self._cursor = _Cursor(self, colors)

    def show_time(self, time: float) -> None:
        """Put the cursor there."""
        self.time = time
        self._cursor.place(self.x_of(time))

    def x_of(self, time: float) -> float:
        """Return where a time lies across the canvas."""
        area = self._area()
        whole = self.plot.x.upper or 1.0
        return area.left() + time / whole * area.width()

    def y_of(self, value: float) -> float:
        """Return where a value lies down the canvas."""
        area = self._area()
        low, high = self._view.viewRange()[1]
        part = float((value - low) / ((high - low) or 1.0))
        return area.bottom() - part * area.height()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._scrub(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._scrub(event.position())

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        return

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "_cursor"):
            self.show_time(self.time)

    def contextMenuEvent(self, event: object) -> None:
        # Whoever holds the plots knows what can be done with them.
        event.ignore()  # type: ignore[attr-defined]

    def wheelEvent(self, event: object) -> None:
        event.ignore()  # type: ignore[attr-defined]

    def _scrub(self, at: QPointF) -> None:
        area, whole = self._area(), self.plot.x.upper or 1.0
        part = (at.x() - area.left()) / max(area.width(), 1.0)
        self.scrubbed.emit(min(max(part, 0.0), 1.0) * whole)

    def _area(self) -> QRectF:
        return QRectF(self._view.sceneBoundingRect())

    def _set_ranges(self) -> None:
        x, y = self.plot.x, self.plot.y
        self.setXRange(x.lower or 0.0, x.upper or 1.0, padding=0.0)
        values = np.concatenate([np.asarray(c.y) for c in self.plot.curves] or [np.zeros(1)])
        if not len(values):
            values = np.zeros(1)
        low = float(values.min()) if y.lower is None else y.lower
        high = float(values.max()) if y.upper is None else y.upper
        room = 0.0 if y.lower is not None else 0.08 * (high - low) or 1.0
        self.setYRange(low - room, high + room, padding=0.0)

    def _dress_axes(self) -> None:
        colors, small = self._colors, font(CAPTION)
        left, bottom = self.getAxis("left"), self.getAxis("bottom")
        left.setWidth(AXIS_WIDTH)
        left.setStyle(tickFont=small, tickLength=0, tickTextOffset=6, maxTickLevel=0)
        left.setTextPen(QColor(colors.text_2))
        left.setPen(QPen(Qt.PenStyle.NoPen))
        left.setGrid(False)
        unit = self.plot.y.unit
        left.setLabel(None)
        left.tickStrings = lambda values, _scale, spacing: _marks(values, spacing, unit)
        left.setTickPen(QColor(colors.line))
        left.setGrid(110)
        bottom.hide()


class BandItem(pg.GraphicsObject):  # type: ignore[misc]
    """A stretch of an axis: tinted and hatched, as colour alone says nothing to some."""

    def __init__(self, band: Band, colors: WindowColors) -> None:
        super().__init__()
        self.band, self._colors = band, colors
        self.setZValue(-10)

    def boundingRect(self) -> QRectF:
        view = self.viewRect() or QRectF(0, 0, 1, 1)
        lower, upper = self.band.lower, self.band.upper
        if self.band.side == "x":
            return QRectF(lower, view.top(), upper - lower, view.height())
        return QRectF(view.left(), lower, view.width(), upper - lower)

    def paint(self, painter: QPainter, *_: object) -> None:
        area = painter.transform().mapRect(self.boundingRect())
        area.setWidth(max(area.width(), 2.0))
        painter.save()
        # A hatch is drawn in pixels; the plot's units would stretch it.
        painter.resetTransform()
        tint = QColor(self._colors.limit_soft)
        tint.setAlpha(110)
        painter.fillRect(area, tint)
        line = QColor(self._colors.limit)
        line.setAlpha(150)
        painter.fillRect(area, QBrush(line, Qt.BrushStyle.BDiagPattern))
        painter.restore()

    def viewRangeChanged(self, *_: object) -> None:
        self.prepareGeometryChange()
        self.update()


class _Cursor(QWidget):
    """A line with a dot on each curve, above the canvas so that the curves need no redrawing."""

    def __init__(self, canvas: Canvas, colors: WindowColors) -> None:
        super().__init__(canvas)
        self._canvas, self._colors = canvas, colors
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def place(self, x: float) -> None:
        half = CURSOR_WIDTH // 2
        self.setGeometry(round(x) - half, 0, CURSOR_WIDTH, self._canvas.height())
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        canvas, colors = self._canvas, self._colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x = CURSOR_WIDTH / 2
        painter.setPen(QPen(QColor(colors.scrub), 1.2))
        painter.drawLine(QPointF(x, 0), QPointF(x, self.height()))
        painter.setPen(QPen(QColor(colors.panel), 1.0))
        for curve in canvas.plot.curves:
            if not curve.x:
                continue
            value = float(np.interp(canvas.time, curve.x, curve.y))
            painter.setBrush(_color(curve, colors))
            painter.drawEllipse(QPointF(x, canvas.y_of(value)), DOT, DOT)
        painter.end()


def _curve_item(curve: Curve, colors: WindowColors) -> pg.PlotCurveItem:
    pen = QPen(_color(curve, colors), CURVE_WIDTH)
    pen.setCosmetic(True)
    if curve.dashed or curve.series >= DASH_FROM:
        pen.setStyle(Qt.PenStyle.DashLine)
    item = pg.PlotCurveItem(np.asarray(curve.x), np.asarray(curve.y), pen=pen, antialias=True)
    # The cursor uncovers a strip of every curve in each frame: they are painted once and copied.
    item.setCacheMode(item.CacheMode.DeviceCoordinateCache)
    return item


def _color(curve: Curve, colors: WindowColors) -> QColor:
    return QColor(colors.series[curve.series % len(colors.series)])


def _marks(values: list[float], spacing: float, unit: str) -> list[str]:
    """Numbers at the axis, with a true minus and the unit where there is room for it."""
    places = max(0, -int(np.floor(np.log10(spacing)))) if spacing > 0.0 else 0
    texts = [number(value, places) for value in values]
    gap = "" if unit.startswith("°") else " "
    if max(map(len, texts), default=0) + len(gap + unit) > ROOM:
        return texts
    return [f"{text}{gap}{unit}" for text in texts]

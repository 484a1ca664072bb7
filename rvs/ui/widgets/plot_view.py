"""Paints plots with pyqtgraph, with a cursor at the time of the player.

Import it only when a plot is shown: pyqtgraph loads slowly.

A plot that is drawn after a change, and copied when only an item above it has moved.

The values of a plot under the mouse, in a card next to it.
"""

from __future__ import annotations

from functools import partial
from math import ceil

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QHideEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from rvs.model.appearance.colors import WindowColors
from rvs.model.numbers.quantities import number, short_number
from rvs.model.plots.plot import Band, Curve, Plot
from rvs.model.plots.strokes import Stroke, color_index, dashes_of, strokes
from rvs.ui.theme import CAPTION, Theme, font
from rvs.ui.widgets.layouts import vbox
from rvs.ui.widgets.steps.timeline import TimeSpan

AXIS_WIDTH = 66
CURVE_WIDTH = 1.8
DOT = 3.0
CURSOR_WIDTH = 9
# Characters beside the axis.
ROOM = 9
NOTCH, ZOOM = 120, 1.25

ROW, PAD, SAMPLE, GAP, OFF = 16, 8, 14, 8, 14
DIGITS = 4


class KeptPlot(pg.PlotWidget):  # type: ignore[misc]
    """A plot on an opaque background that caches its picture while it is unchanged."""

    def __init__(self, ground: str) -> None:
        """Make an empty plot on a colour."""
        super().__init__(background=ground)
        self._picture: QPixmap | None = None
        # After this signal all of what has changed is painted again.
        self.scene().changed.connect(self._drop)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._picture is None or not self._fits(self._picture):
            self._picture = self._drawn()
        painter = QPainter(self.viewport())
        # Only what has to be painted is copied.
        painter.drawPixmap(0, 0, self._picture)
        painter.end()
        event.accept()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._drop()

    def _drop(self, *_: object) -> None:
        self._picture = None

    def _fits(self, picture: QPixmap) -> bool:
        ratio = self.devicePixelRatioF()
        return picture.devicePixelRatio() == ratio and picture.size() == self._pixels(ratio)

    def _pixels(self, ratio: float) -> QSize:
        size = self.viewport().size()
        return QSize(ceil(size.width() * ratio), ceil(size.height() * ratio))

    def _drawn(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self._pixels(ratio))
        picture.setDevicePixelRatio(ratio)
        painter = QPainter(picture)
        painter.setRenderHints(self.renderHints())
        whole = self.viewport().rect()
        self.render(painter, QRectF(whole), whole, Qt.AspectRatioMode.IgnoreAspectRatio)
        painter.end()
        return picture


class PlotView(QWidget):
    """Stacked plots that share the visible period with the time line.

    The wheel zooms in time, with Ctrl in values; a double click shows everything again.  Values
    under the mouse are shown next to it.

    ``scrubbed`` gives the time to which the mouse drags the cursor.
    """

    scrubbed = Signal(float)

    def __init__(self, theme: Theme, span: TimeSpan, right: int) -> None:
        """Make an empty plot with ``right`` pixels of room to the right."""
        super().__init__()
        self._theme, self._time, self.span = theme, 0.0, span
        self._shown: tuple[Plot, ...] = ()
        self.canvases: list[Canvas] = []
        self._column = vbox(gap=4, edges=(0, 0, right, 8), of=self)
        self.readout = Readout(theme)
        theme.changed.connect(lambda: self.show_plots(self._shown))
        span.changed.connect(self._show_span)

    def show_plots(self, plots: tuple[Plot, ...]) -> None:
        """Show these plots and no others."""
        self._shown = plots
        self.readout.hide()
        for canvas in self.canvases:
            self._column.removeWidget(canvas)
            # pyqtgraph's own close would make it a window for a moment.
            canvas.hide()
            canvas.deleteLater()
        self.canvases = [Canvas(plot, self._theme.colors, self.span) for plot in plots]
        for canvas in self.canvases:
            canvas.scrubbed.connect(self.scrubbed)
            canvas.hovered.connect(partial(self._hover, canvas))
            self._column.addWidget(canvas)
            canvas.show_time(self._time)

    def show_time(self, time: float) -> None:
        """Move the cursors to a time."""
        self._time = time
        for canvas in self.canvases:
            canvas.show_time(time)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.readout.hide()

    def _show_span(self) -> None:
        self.readout.hide()
        for canvas in self.canvases:
            canvas.show_span()
            canvas.show_hover(None)

    def _hover(self, canvas: Canvas, at: QPointF | None) -> None:
        """Show the values at a position of a canvas, and the time in all; None clears them."""
        time = None if at is None else canvas.time_at(at.x())
        for one in self.canvases:
            one.show_hover(time)
        if at is None or time is None:
            self.readout.hide()
        else:
            self.readout.show_values(canvas, time, at)


class Canvas(KeptPlot):
    """One plot; the mouse anywhere in it drags the cursor."""

    scrubbed = Signal(float)
    hovered = Signal(object)

    def __init__(self, plot: Plot, colors: WindowColors, span: TimeSpan) -> None:
        super().__init__(colors.panel)
        self.plot, self._colors, self._span = plot, colors, span
        self.time = 0.0
        self.setAccessibleName(plot.title)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumHeight(64)
        self.setMouseTracking(True)
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
        for stroke in strokes(plot):
            item.addItem(_stroke_item(stroke, colors))
        self._set_values()
        self._hover = _Mark(self)
        self._cursor = _Cursor(self, colors)
        self.show_span()

    def show_span(self) -> None:
        """Show the current visible period."""
        self.setXRange(self._span.begin, self._span.end or 1.0, padding=0.0)
        self.show_time(self.time)

    def show_time(self, time: float) -> None:
        """Move the cursor to a time."""
        self.time = time
        self._cursor.setVisible(self._span.begin <= time <= self._span.end)
        self._cursor.place(self.x_of(time))

    def show_hover(self, time: float | None) -> None:
        """Mark the time under the mouse, or none."""
        self._hover.setVisible(time is not None)
        if time is not None:
            self._hover.place(self.x_of(time))

    def x_of(self, time: float) -> float:
        """Return the horizontal position of a time."""
        area = self._area()
        return area.left() + self._span.part(time) * area.width()

    def y_of(self, value: float) -> float:
        """Return the vertical position of a value."""
        area = self._area()
        low, high = self._view.viewRange()[1]
        part = float((value - low) / ((high - low) or 1.0))
        return area.bottom() - part * area.height()

    def time_at(self, x: float) -> float:
        """Return the time at a position, within the visible period."""
        return self._span.time(self._part(x))

    def values_at(self, time: float) -> list[tuple[Curve, float]]:
        """Return the curves with a value at a time, the highest first."""
        found = [
            (curve, curve.at(time))
            for curve in self.plot.curves
            if curve.x and curve.x[0] <= time <= curve.x[-1]
        ]
        return sorted((one for one in found if np.isfinite(one[1])), key=lambda one: -one[1])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.scrubbed.emit(self.time_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.scrubbed.emit(self.time_at(event.position().x()))
        at = event.position()
        self.hovered.emit(at if self._area().adjusted(-1, 0, 1, 0).contains(at) else None)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        return

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self._span.reset()
        self._set_values()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.hovered.emit(None)
        return bool(super().viewportEvent(event))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "_cursor"):
            self.show_time(self.time)

    def contextMenuEvent(self, event: object) -> None:
        # Whoever holds the plots knows what can be done with them.
        event.ignore()  # type: ignore[attr-defined]

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._zoom_values(ZOOM ** (event.angleDelta().y() / NOTCH), event.position().y())
            event.accept()
        else:
            self._span.turn(event, self._part(event.position().x()))

    def _part(self, x: float) -> float:
        area = self._area()
        return (x - area.left()) / max(area.width(), 1.0)

    def _area(self) -> QRectF:
        return QRectF(self._view.sceneBoundingRect())

    def _zoom_values(self, factor: float, y: float) -> None:
        """Zoom the values by a factor; those under the mouse keep their positions."""
        area = self._area()
        low, high = self._view.viewRange()[1]
        about = low + (area.bottom() - y) / max(area.height(), 1.0) * (high - low)
        ends = [about + (end - about) / factor for end in (low, high)]
        self.setYRange(*ends, padding=0.0)
        self.show_time(self.time)

    def _set_values(self) -> None:
        y = self.plot.y
        values = np.concatenate([np.zeros(0), *(np.asarray(c.y) for c in self.plot.curves)])
        values = values[np.isfinite(values)] if np.isfinite(values).any() else np.zeros(1)
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
    """A range of an axis, tinted and hatched, because some people cannot distinguish colours."""

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


class _Mark(QWidget):
    """A thin line at the time under the mouse."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self.setObjectName("PlotMark")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.hide()

    def place(self, x: float) -> None:
        self.setGeometry(round(x), 0, 1, self._canvas.height())


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
            value = curve.at(canvas.time)
            painter.setBrush(_color(curve, colors))
            painter.drawEllipse(QPointF(x, canvas.y_of(value)), DOT, DOT)
        painter.end()


def _stroke_item(stroke: Stroke, colors: WindowColors) -> pg.PlotCurveItem:
    curve, stretch = stroke.curve, slice(stroke.first, stroke.last + 1)
    pen = QPen(_color(curve, colors), CURVE_WIDTH)
    pen.setCosmetic(True)
    if stroke.dashes:
        pen.setDashPattern([length / CURVE_WIDTH for length in stroke.dashes])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    x, y = np.asarray(curve.x[stretch]), np.asarray(curve.y[stretch])
    return pg.PlotCurveItem(x, y, pen=pen, antialias=True)


def _color(curve: Curve, colors: WindowColors) -> QColor:
    return QColor(colors.series[color_index(curve.series)])


def _marks(values: list[float], spacing: float, unit: str) -> list[str]:
    """Return numbers at the axis, with a true minus and the unit if there is room for it."""
    places = max(0, -int(np.floor(np.log10(spacing)))) if spacing > 0.0 else 0
    texts = [number(value, places) for value in values]
    gap = "" if unit.startswith("°") else " "
    if max(map(len, texts), default=0) + len(gap + unit) > ROOM:
        return texts
    return [f"{text}{gap}{unit}" for text in texts]


class Readout(QWidget):
    """A card above everything in the window, because small plots have no room for it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rows: list[tuple[str, str, int | None, bool]] = []
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFont(font(CAPTION))
        self.hide()

    def show_values(self, canvas: Canvas, time: float, at: QPointF) -> None:
        """Show the values at a time next to a position of a canvas."""
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

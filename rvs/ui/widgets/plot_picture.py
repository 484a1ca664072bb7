"""Plots in their printed form, in the available width, with selectable points.

On separate paper, or in the colours of the window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from rvs.export.plots.plot import Panel, in_colors, laid_out, plot_drawing
from rvs.model.numbers.quantities import significant
from rvs.model.plots.plot import Axis, Plot
from rvs.ui.figures.paint import Painted, painted
from rvs.ui.theme import Theme
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import vbox

# height of a plot in points, and how much larger it is on the screen
HEIGHT, LARGER, NARROWEST = 150.0, 1.15, 180.0
# height in points of plots with a map or points, or equal units, which need more room
HIGHER = 215.0
# how near the mouse must come to a point, and the ring around one that it is at, in pixels
NEAR, RING = 9.0, 6.0
DIGITS = 4


class PlotPicture(QWidget):
    """One plot, or several stacked ones, with their titles above them.

    ``picked`` gives the name of a point that was clicked, or selected by the arrow keys and Enter.

    Attributes:
        plots: The displayed plots.
        papers: The sheets, one for each plot.
    """

    picked = Signal(str)

    def __init__(self, name: str, theme: Theme | None = None) -> None:
        """Make it without plots; with a theme in its colours, otherwise on white paper."""
        super().__init__()
        self.setAccessibleName(name)
        self._theme = theme
        self.plots: tuple[Plot, ...] = ()
        self.papers: list[Paper] = []
        self._column = vbox(gap=4, of=self)
        if theme is not None:
            theme.changed.connect(self._retint)

    def show_plots(self, plots: Sequence[Plot]) -> None:
        """Show these plots and no others."""
        before, self.plots = self.plots, tuple(plots)
        words = [[(plot.title, plot.note) for plot in some] for some in (before, self.plots)]
        if words[0] != words[1]:
            self._make()
        for paper, plot in zip(self.papers, self.plots, strict=True):
            paper.show_plot(replace(plot, title="", note=""))

    def _make(self) -> None:
        """Make a title, a note and a sheet for each plot; other texts require other labels."""
        while item := self._column.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        self.papers = []
        for plot in self.plots:
            for name, text in (("PartTitle", plot.title), ("Secondary", plot.note)):
                label = named_label(name, text)
                label.setWordWrap(True)
                label.setVisible(bool(text))
                self._column.addWidget(label)
            paper = Paper(plot.title, self._theme)
            paper.picked.connect(self.picked)
            self.papers.append(paper)
            self._column.addWidget(paper)
            self._column.addSpacing(6)

    def _retint(self) -> None:
        for paper in self.papers:
            paper.draw()


class Paper(QWidget):
    """Paints one plot; its letters keep their size at any width."""

    picked = Signal(str)

    def __init__(self, name: str, theme: Theme | None) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._theme = theme
        self._plot: Plot | None = None
        self._page: Painted | None = None
        self._panel: Panel | None = None
        self._wide = NARROWEST
        # Named points from the left: name, abscissa, ordinate.
        self._points: list[tuple[str, float, float]] = []
        self._at: int | None = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(240, self.height())

    def show_plot(self, plot: Plot) -> None:
        """Show another plot."""
        if plot == self._plot:
            return
        self._plot, self._at = plot, None
        named = [
            one for some in plot.points for one in zip(some.names, some.x, some.y, strict=False)
        ]
        cells = plot.map.cells if plot.map is not None else []
        self._points = sorted({*named, *cells}, key=lambda one: one[1:])
        keys = Qt.FocusPolicy.StrongFocus if self._points else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(keys)
        self.draw()

    def draw(self) -> None:
        """Draw the plot in the current width and colours."""
        if self._plot is None:
            return
        self._wide, plot = max(self.width() / LARGER, NARROWEST), self._plot
        high = HIGHER if plot.map is not None or plot.points or plot.equal else HEIGHT
        drawing = plot_drawing(plot, self._wide, high)
        (self._panel,) = laid_out([plot], self._wide, high)
        if self._theme is not None:
            drawing = in_colors(drawing, self._theme.colors)
        self._page = painted(drawing)
        # Of any width: a height that follows the width would be late for the layout around it.
        self.setFixedHeight(round(LARGER * drawing.height))
        self.update()

    def place(self, name: str) -> QPointF:
        """Return the position of the point with a name, in pixels."""
        _, x, y = next(one for one in self._points if one[0] == name)
        return self._pixels(x, y)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if abs(self.width() / LARGER - self._wide) > 1.0:
            self.draw()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = None if self._theme is None else self._theme.colors
        painter.fillRect(self.rect(), QColor(colors.panel) if colors else Qt.GlobalColor.white)
        if self._page is not None:
            painter.save()
            painter.scale(self._scale, self._scale)
            self._page.paint(painter)
            painter.restore()
        if self._at is not None:
            painter.setPen(QPen(QColor(colors.text if colors else "#000000"), 1.6))
            painter.drawEllipse(self._pixels(*self._points[self._at][1:]), RING, RING)
        if self.hasFocus() and colors:
            painter.setPen(QPen(QColor(colors.accent), 1.0))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        self._go(self._nearest(at))
        words = self._words(at)
        if words:
            QToolTip.showText(event.globalPosition().toPoint(), words, self)
        else:
            QToolTip.hideText()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._go(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        nearest = self._nearest(event.position())
        if event.button() == Qt.MouseButton.LeftButton and nearest is not None:
            self.picked.emit(self._points[nearest][0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
        key = Qt.Key(event.key())
        if key in steps and self._points:
            last = len(self._points) - 1
            start = -1 if steps[key] > 0 else last + 1
            at = start if self._at is None else self._at
            self._go(min(max(at + steps[key], 0), last))
            QToolTip.showText(self.mapToGlobal(self.rect().center()), self._words(None), self)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._at is not None:
            self.picked.emit(self._points[self._at][0])
        else:
            super().keyPressEvent(event)

    @property
    def _scale(self) -> float:
        """Pixels per point of the sheet."""
        return self.width() / self._page.drawing.width if self._page else 1.0

    def _pixels(self, x: float, y: float) -> QPointF:
        assert self._panel is not None
        return QPointF(*self._panel.place(x, y)) * self._scale

    def _nearest(self, at: QPointF) -> int | None:
        """Return the named point nearest to a position, if it is near."""
        if self._panel is None or not self._points:
            return None
        apart = [
            hypot(spot.x() - at.x(), spot.y() - at.y())
            for spot in (self._pixels(x, y) for _, x, y in self._points)
        ]
        nearest = min(range(len(apart)), key=apart.__getitem__)
        return nearest if apart[nearest] <= NEAR or self._in_cell(nearest, at) else None

    def _in_cell(self, point: int, at: QPointF) -> bool:
        """Return whether a position is in the named cell of the map around a point."""
        shown, panel = self._plot.map if self._plot else None, self._panel
        if shown is None or not shown.names or panel is None:
            return False
        spot = panel.values((at.x() / self._scale, at.y() / self._scale))
        return spot is not None and shown.cell(*spot) == shown.cell(*self._points[point][1:])

    def _go(self, point: int | None) -> None:
        if point != self._at:
            self._at = point
            words = self._words(None)
            self.setAccessibleDescription(words)
            self.update()

    def _words(self, at: QPointF | None) -> str:
        """Return the values of the marked point, or of the map at a position."""
        plot, panel = self._plot, self._panel
        if plot is None or panel is None:
            return ""
        if self._at is not None:
            name, x, y = self._points[self._at]
            of = plot.map if plot.map is not None and plot.map.names else None
            value = None if of is None else of.at(x, y)
            if of is not None and value is not None:
                return f"{name}: {_value(Axis(of.name, of.unit), value)}"
            return f"{name}: {_value(plot.x, x)}, {_value(plot.y, y)}"
        shown = plot.map
        spot = panel.values((at.x() / self._scale, at.y() / self._scale)) if at else None
        value = None if shown is None or spot is None else shown.at(*spot)
        if shown is None or spot is None or value is None:
            return ""
        words = _value(Axis(shown.name, shown.unit), value) if value == value else shown.missing
        return f"{_value(plot.x, spot[0])}, {_value(plot.y, spot[1])}: {words or 'no value'}"


def _value(axis: Axis, value: float) -> str:
    return f"{axis.label} {significant(value, DIGITS)} {axis.unit}".strip()

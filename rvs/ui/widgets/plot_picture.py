"""Plots in their printed form, on paper, in the available width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from rvs.export.plots.plot import plot_drawing
from rvs.model.plots.plot import Plot
from rvs.ui.figures.paint import Painted, painted
from rvs.ui.widgets.boxes import vbox
from rvs.ui.widgets.labels import named_label

# height of a plot in points, and how much larger it is on the screen
HEIGHT, LARGER, NARROWEST = 150.0, 1.15, 160.0


class PlotPicture(QWidget):
    """One plot, or several stacked ones, with their titles above them.

    Attributes:
        plots: What is shown.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.plots: tuple[Plot, ...] = ()
        self._papers: list[_Paper] = []
        self._column = vbox(gap=4, of=self)

    def show_plots(self, plots: Sequence[Plot]) -> None:
        """Show these plots and no others."""
        before, self.plots = self.plots, tuple(plots)
        words = [[(plot.title, plot.note) for plot in some] for some in (before, self.plots)]
        if words[0] != words[1]:
            self._make()
        for paper, plot in zip(self._papers, self.plots, strict=True):
            paper.show_plot(replace(plot, title="", note=""))

    def _make(self) -> None:
        """Make a title, a note and a sheet for each plot: only other words need other labels."""
        while item := self._column.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        self._papers = []
        for plot in self.plots:
            for name, text in (("PartTitle", plot.title), ("Secondary", plot.note)):
                label = named_label(name, text)
                label.setWordWrap(True)
                label.setVisible(bool(text))
                self._column.addWidget(label)
            paper = _Paper(plot.title)
            self._papers.append(paper)
            self._column.addWidget(paper)
            self._column.addSpacing(6)


class _Paper(QWidget):
    """Paints one plot; its letters keep their size, however wide it is."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._plot: Plot | None = None
        self._page: Painted | None = None
        self._wide = NARROWEST
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(240, self.height())

    def show_plot(self, plot: Plot) -> None:
        """Show another plot."""
        if plot != self._plot:
            self._plot = plot
            self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if abs(self.width() / LARGER - self._wide) > 1.0:
            self._draw()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), Qt.GlobalColor.white)
        if self._page is not None:
            sheet = self._page.drawing
            scale = self.width() / sheet.width
            painter.scale(scale, scale)
            painter.translate(-sheet.left, -sheet.top)
            self._page.paint(painter)
        painter.end()

    def _draw(self) -> None:
        if self._plot is None:
            return
        self._wide = max(self.width() / LARGER, NARROWEST)
        self._page = painted(plot_drawing(self._plot, self._wide, HEIGHT))
        sheet = self._page.drawing
        self.setFixedHeight(round(self.width() / sheet.width * sheet.height))
        self.update()

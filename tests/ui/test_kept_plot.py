"""A plot keeps its picture while it stays the same, and shows what it would show anyway."""

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtWidgets import QApplication

from rvs.model.appearance.colors import WINDOW
from rvs.model.plots.plot import Axis, Band, Curve, Plot
from rvs.ui.widgets.plot_view import Canvas, KeptPlot
from rvs.ui.widgets.steps.timeline import TimeSpan

from .hands import settle

pytestmark = pytest.mark.ui

TIMES = tuple(np.linspace(0.0, 4.0, 81).tolist())
CURVES = tuple(
    Curve(TIMES, tuple(np.sin(np.asarray(TIMES) * rate).tolist()), f"q{rate}", series=rate)
    for rate in (1, 2, 3)
)
PLOT = Plot("joints", Axis("time", "s"), Axis("angle", "°"), CURVES, (Band(1.0, 1.5),))


@pytest.fixture
def drawn(monkeypatch) -> list[KeptPlot]:
    """Plots in the order in which they drew their pictures."""
    found: list[KeptPlot] = []
    draw = KeptPlot._drawn

    def noted(plot: KeptPlot):
        found.append(plot)
        return draw(plot)

    monkeypatch.setattr(KeptPlot, "_drawn", noted)
    return found


@pytest.fixture
def canvas(qtbot, drawn) -> Canvas:
    span = TimeSpan()
    span.fit(4.0)
    made = Canvas(PLOT, WINDOW["light"], span)
    span.changed.connect(made.show_span)
    qtbot.addWidget(made)
    made.resize(400, 120)
    made.setStyleSheet("#PlotMark { background: red }")
    with qtbot.waitExposed(made):
        made.show()
    count_from_now(drawn)
    return made


def count_from_now(drawn) -> None:
    """Let everything that has changed be painted, then begin to count."""
    settle()
    drawn.clear()


def seen(canvas: Canvas) -> QImage:
    return canvas.grab().toImage()


def turn(canvas: Canvas, modifiers: Qt.KeyboardModifier) -> None:
    at = QPointF(200.0, 60.0)
    none = Qt.MouseButton.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase, False
    event = QWheelEvent(at, canvas.mapToGlobal(at), QPoint(), QPoint(0, 360), *none)
    QApplication.sendEvent(canvas.viewport(), event)


def add_curve(canvas: Canvas) -> None:
    canvas.getPlotItem().addItem(pg.PlotCurveItem([0.0, 4.0], [-1.0, 1.0], pen="r"))


CHANGES = {
    "time zoomed": lambda canvas: turn(canvas, Qt.KeyboardModifier.NoModifier),
    "values zoomed": lambda canvas: turn(canvas, Qt.KeyboardModifier.ControlModifier),
    "resized": lambda canvas: canvas.resize(500, 90),
    "another curve": add_curve,
    "mark": lambda canvas: canvas.show_hover(1.7),
    "cursor": lambda canvas: canvas.show_time(2.3),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_it_shows_what_a_plot_without_a_picture_shows(canvas, qtbot, monkeypatch, change) -> None:
    before = seen(canvas)
    change(canvas)
    settle()
    kept = seen(canvas)
    assert kept != before
    monkeypatch.setattr(KeptPlot, "paintEvent", pg.PlotWidget.paintEvent)
    assert seen(canvas) == kept


def test_what_moves_above_it_does_not_draw_it_again(canvas, qtbot, drawn) -> None:
    for step in range(10):
        canvas.show_time(0.3 * step)
        canvas.show_hover(0.2 * step)
        canvas.repaint()
    settle()
    assert not drawn
    turn(canvas, Qt.KeyboardModifier.NoModifier)
    settle()
    assert drawn


def test_it_keeps_no_picture_while_it_is_hidden(canvas, qtbot) -> None:
    assert canvas._picture is not None
    canvas.hide()
    assert canvas._picture is None
    canvas.show()
    qtbot.waitUntil(lambda: canvas._picture is not None, timeout=5000)

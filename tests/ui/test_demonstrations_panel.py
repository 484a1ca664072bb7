"""Help ▸ Demonstrations: each moves its robot, with plots, numbers and a page; by real events."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.model.current import current_robot
from rvs.model.demos.table import DEMOS
from rvs.model.motions.rates import violations
from rvs.scene.items import Line
from rvs.ui.help.window import HelpWindow

from .hands import click, settle, type_into

pytestmark = pytest.mark.ui
LONG = 30_000


@pytest.fixture
def panel(make_window):
    window = make_window("ur5e", size=(1400, 1000))
    window.actions_["demonstrations"].trigger()
    settle()
    return window.panels["demonstrations"]


def choose(panel, name: str) -> None:
    row = panel.choice.findData(name)
    panel.choice.setFocus()
    QTest.keyClick(panel.choice, Qt.Key.Key_Home)
    for _ in range(row):
        QTest.keyClick(panel.choice, Qt.Key.Key_Down)
    assert panel.demo is DEMOS[name]


def show(panel, qtbot):
    before = panel.run.shown
    click(panel.show_it)
    qtbot.waitUntil(lambda: panel.run.shown not in (before, None), timeout=LONG)
    panel._desk.playback.pause()
    return panel.run.shown


def test_each_moves_its_own_robot_and_shows_its_plots(panel, qtbot) -> None:
    desk = panel._desk
    for name in ("computed-torque", "flexible", "circle"):
        choose(panel, name)
        shown = show(panel, qtbot)
        placed = current_robot(desk.session.state)
        assert Path(placed.origin).stem == DEMOS[name].robot
        assert desk.playback.loaded.name == DEMOS[name].title
        assert panel.plots.isVisible()
        assert panel.plots.plots == shown.plots
        desk.playback.seek(desk.playback.duration)
        assert desk.session.state.postures[placed.id] == pytest.approx(shown.q[-1])
    lines = [item for item in panel.run.items(desk.session.state) if isinstance(item, Line)]
    assert np.array_equal(lines[0].points, shown.marks[0])
    quantity = desk.panels["trajectory"].quantity
    quantity.setCurrentIndex(quantity.findText("Demonstration"))
    assert [plot.title for plot in desk.plotted.plots(500)] == [shown.plots[1].title]


def test_the_cell_that_was_there_keeps_its_file(panel, qtbot, tmp_path) -> None:
    desk, file = panel._desk, tmp_path / "mine.rvs"
    assert desk.cell_file.save(file)
    choose(panel, "collapse")
    show(panel, qtbot)
    assert desk.cell_file.path is None
    assert len(desk.session.state.document.robots) == 1


def test_the_camera_sees_what_plays(panel, qtbot) -> None:
    choose(panel, "servoing")
    show(panel, qtbot)
    assert panel.picture.isVisible()
    playback = panel._desk.playback
    playback.seek(0.0)
    first = panel.picture.plots
    playback.seek(3.0)
    assert panel.picture.plots != first
    assert panel.picture.plots == (panel.run.shown.picture(3.0),)
    qtbot.waitUntil(lambda: panel.picture.height() > 100)
    image = panel.picture.grab().toImage()
    assert image.height() > 100
    colors = {
        image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)
    }
    assert len(colors) > 20
    playback.unload()
    assert not panel.picture.isVisible()


def test_numbers_are_played_with_and_put_back(panel, qtbot) -> None:
    choose(panel, "circle")
    field = panel.fields["gain"]
    type_into(field, "1")
    slow = show(panel, qtbot)
    type_into(field, "500")
    assert "from 0.5 to 90" in panel.notice.text
    assert field.state == "invalid"
    click(panel.reset)
    assert panel.notice.text == ""
    assert field.number == 20.0
    quick = show(panel, qtbot)
    ends = [np.abs(one.number("distance")[300:]).max() for one in (slow, quick)]
    assert ends[1] < 0.2 * ends[0]


def test_a_page_explains_it(panel) -> None:
    choose(panel, "feed-forward")
    click(panel.explain)
    view = panel._desk.window.findChild(HelpWindow).view
    assert view.page.name == "guide/demonstrations.md"


def test_a_fall_through_limits_and_bodies_warns_of_neither(panel, qtbot) -> None:
    desk = panel._desk
    desk.collisions.set_live(True)
    choose(panel, "collapse")
    assert "are ignored" in panel.says.text()
    show(panel, qtbot)
    desk.playback.pause()
    loaded = desk.playback.loaded
    assert violations(loaded.placed.robot, loaded.trajectory)
    assert loaded.violations == ()
    desk.playback.seek(2.0)
    assert not desk.collisions.live
    assert not desk.collisions.near
    desk.plotted.choose(0, None)
    assert desk.plotted.plots(100)
    assert not any(band.side == "x" for plot in desk.plotted.plots(100) for band in plot.bands)
    desk.playback.unload()
    assert desk.collisions.live
    desk.collisions.set_live(False)

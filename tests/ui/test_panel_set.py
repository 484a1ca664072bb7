"""Panels are made when they are asked for or when there is time, and stand where they were left."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from rvs.ui.panel_set import LEFT, RIGHT
from rvs.ui.panels.table import PANELS
from rvs.ui.widgets.labels import Notice

from .hands import close_all, settle

FIRST = {"library", "guide", "postures", "joints", "tool_pose", "messages"}


@pytest.fixture
def fresh(qapp, qtbot, own_home):
    """A window as the program opens it, whose panels nobody has asked for."""
    from rvs.ui import app

    opened = [app.make_window([])]
    yield opened[0]
    close_all(opened)


def test_no_notice_opens_a_window_of_its_own(qapp) -> None:
    assert not Notice().isVisible()


def test_the_first_frame_waits_for_the_panels_that_are_seen_alone(fresh, qtbot) -> None:
    assert set(fresh.panels.made) == FIRST
    fresh.show()
    everything = {panel.name for panel in PANELS}
    qtbot.waitUntil(lambda: set(fresh.panels.made) == everything, timeout=20_000)
    assert {name for name, dock in fresh.panels.made.items() if dock.isVisible()} == FIRST - {
        *("guide", "messages")
    }


def test_late_panels_leave_those_in_front_that_are(fresh, qtbot) -> None:
    fresh.show()
    qtbot.waitUntil(lambda: len(fresh.panels.made) == len(PANELS), timeout=20_000)
    fresh.desk.call("guide")
    settle()
    seen = {name for name, dock in fresh.panels.made.items() if dock.in_sight}
    assert seen == {"library", "guide", "joints", "tool_pose"}


def test_a_panel_that_is_called_before_it_is_made_comes_at_once(fresh) -> None:
    fresh.show()
    fresh.actions_["edit_robot"].trigger()
    assert fresh.panels.made["robot_table"].isVisible()
    assert not fresh.panels.made["robot_table"].isFloating()


def test_the_menu_of_panels_names_every_one(fresh) -> None:
    view = next(a.menu() for a in fresh.menuBar().actions() if a.text() == "&View")
    panels = next(a.menu() for a in view.actions() if a.text() == "Panels")
    sides = panels.findChildren(QMenu)
    for side in (*sides, *sides):
        side.aboutToShow.emit()
    titles = [dock.windowTitle() for dock in fresh.panels.values()]
    assert sorted(action.text() for side in sides for action in side.actions()) == sorted(titles)


def test_late_panels_stand_where_they_were_left(make_window) -> None:
    first = make_window()
    first.addDockWidget(LEFT, first.things)
    first.desk.call("program")
    first.things.hide()
    first.close()
    second = make_window()
    assert second.program.isVisible()
    assert second.things.isHidden()
    assert second.dockWidgetArea(second.things) == LEFT
    assert second.dockWidgetArea(second.design) == RIGHT
    assert second.dockWidgetArea(second.program) == Qt.DockWidgetArea.BottomDockWidgetArea


def test_a_window_that_closes_makes_no_more(fresh, qtbot) -> None:
    fresh.show()
    fresh.panels.make_rest()
    fresh.close()
    settle()
    assert set(fresh.panels.made) == FIRST

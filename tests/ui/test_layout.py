"""Where the panels are in the real window: they move neither each other nor the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QTabBar, QToolBar

from rvs.ui.figures import choices
from rvs.ui.panel_set import LEFT, RIGHT
from rvs.ui.panels.table import PANELS
from rvs.ui.settings import store
from rvs.ui.widgets.screen_fit import resize_on_screen

from .hands import settle

pytestmark = [pytest.mark.ui, pytest.mark.whole]

BUTTON = Qt.MouseButton.LeftButton


def widths(window) -> tuple[int, int]:
    """Widths of the panels that are to be seen at the left and at the right."""
    docks = [(panel, window.panels[panel.name]) for panel in PANELS]
    found = [
        next(dock.width() for panel, dock in docks if panel.area == area and dock.in_sight)
        for area in (LEFT, RIGHT)
    ]
    return found[0], found[1]


def test_no_panel_changes_the_width_of_a_side_or_of_the_window(window) -> None:
    sides, whole = widths(window), window.width()
    for panel in PANELS:
        window.desk.call(panel.name)
        settle()
        assert (widths(window), window.width()) == (sides, whole), panel.name
    window.open(["rediestro"])
    settle()
    assert (widths(window), window.width()) == (sides, whole)


def test_a_reset_keeps_the_width_and_what_figures_were(window) -> None:
    for name in window.panels.keys() - {"messages"}:
        window.desk.call(name)
    store().setValue(choices.DPI_KEY, 450)
    settle()
    before = window.size()
    window.actions_["reset_layout"].trigger()
    settle()
    assert window.size() == before
    assert {name for name, dock in window.panels.items() if dock.in_sight} == {
        *("library", "joints", "tool_pose")
    }
    assert int(store().value(choices.DPI_KEY)) == 450


def test_every_panel_is_hidden_by_its_cross(window) -> None:
    for name, dock in window.panels.items():
        dock.call()
        settle()
        assert dock.in_sight, name
        QTest.mouseClick(dock.closer, BUTTON)
        assert not dock.isVisible(), name
        # The next one opens among the panels that there are at first.
        window.actions_["reset_layout"].trigger()


def test_tabs_stand_at_their_panels_after_a_restart(make_window) -> None:
    first = make_window()
    first.actions_["postures"].trigger()
    first.close()
    window = make_window()
    assert window.postures.in_sight
    bars = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    seen = [bar for bar in bars if not bar.visibleRegion().isEmpty()]
    assert [[bar.tabText(i) for i in range(bar.count())] for bar in seen] == [
        ["Library", "Postures"]
    ]
    assert seen[0].y() == window.postures.geometry().bottom() + 1


def test_sides_fold_and_come_back_as_they_were(window) -> None:
    window.desk.call("things")
    settle()
    room = window.viewports.width()
    window.actions_["right_side"].trigger()
    settle()
    assert not window.things.isVisible()
    assert not window.actions_["right_side"].isChecked()
    assert window.viewports.width() > room + 250
    window.actions_["right_side"].trigger()
    settle()
    assert window.things.in_sight
    assert window.tool_pose.in_sight
    assert abs(window.viewports.width() - room) <= 1


def test_a_small_window_shows_its_most_wanted_buttons_whole(window) -> None:
    bar = window.findChild(QToolBar, "tools")
    wide = [action.objectName() for action in bar.actions()]
    window.resize(1024, 700)
    window.actions_["duplicate_robot"].trigger()
    settle()
    assert window.width() == 1024
    narrow = [action.objectName() for action in bar.actions()]
    assert {"new_robot", "undo", "edit_robot", "fit"} <= set(narrow) < set(wide)
    filled = bar.widgetForAction(bar.actions()[-1])
    for button in (filled, window.chooser):
        assert button.isVisible()
        assert button.width() >= button.sizeHint().width()
    window.resize(1600, 900)
    settle()
    assert [action.objectName() for action in bar.actions()] == wide


def test_windows_are_not_larger_than_the_screen(window) -> None:
    room = window.screen().availableSize()
    dialog = QDialog(window)
    resize_on_screen(dialog, QSize(9000, 9000))
    assert dialog.width() < room.width()
    assert dialog.height() < room.height()
    resize_on_screen(dialog, QSize(300, 200))
    assert dialog.size() == QSize(300, 200)


def test_panels_that_are_called_do_not_make_the_window_higher(window, qtbot) -> None:
    window.resize(1240, 640)
    for name in ("edit_robot", "dh_studio", "solutions"):
        window.actions_[name].trigger()
        settle()
        assert window.height() <= max(640, window.minimumSizeHint().height())

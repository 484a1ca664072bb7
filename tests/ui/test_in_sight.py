"""Opened panels come into sight, visible ones get the keyboard, and everything fits."""

from contextlib import suppress
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QScrollArea,
    QToolBar,
    QWidget,
)

from rvs.ui import tab_order
from rvs.ui.commands import things as thing_commands
from rvs.ui.help import links
from rvs.ui.panels.table import PANELS
from rvs.ui.view import viewport
from rvs.ui.widgets.ask_dialog import NameDialog
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import ElidedLabel

pytestmark = [pytest.mark.ui, pytest.mark.whole]

SHIFT = Qt.KeyboardModifier.ShiftModifier


def settle() -> None:
    """Let what was posted be done, and what that posted."""
    for _ in range(3):
        QApplication.processEvents()


def test_whatever_names_a_panel_shows_it_and_never_hides_it(window) -> None:
    desk, actions = window.desk, window.actions_
    for row in PANELS:
        calls = [
            partial(links.follow, desk, f"rvs:panel/{row.name}"),
            partial(desk.enter, row.name),
        ]
        if row.menu:
            name = row.action or row.name
            calls += [actions[name].trigger, partial(links.follow, desk, f"rvs:action/{name}")]
        for call in calls:
            # Once where it is hidden, or behind others, and once where it is in front.
            for _ in range(2):
                call()
                settle()
                assert desk.panels[row.name].in_sight, row.name


def test_a_panel_chosen_in_the_palette_has_the_keyboard(window) -> None:
    for words, name in (("joints", "joints"), ("work cell", "things"), ("program", "program")):
        window.viewport.setFocus()
        window.palette_.open()
        QTest.keyClicks(window.palette_.field, words)
        QTest.keyClick(window.palette_.field, Qt.Key.Key_Return)
        settle()
        dock = window.panels[name]
        assert dock.in_sight
        assert dock.isAncestorOf(window.focusWidget()), name


def test_tab_stops_at_nothing_that_is_hidden_and_at_all_that_is_seen(window) -> None:
    for name in ("postures", "robots", "things", "solutions", "library"):
        window.desk.call(name)
    settle()
    window.viewport.setFocus()
    seen = []
    while window.focusWidget() not in seen:
        seen.append(window.focusWidget())
        panel = tab_order.panel_of(seen[-1])
        assert panel is None or not panel.visibleRegion().isEmpty()
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        assert len(seen) < 500
    panels = {tab_order.panel_of(one) for one in seen} - {None}
    # The panel Messages is empty, and so has its buttons alone.
    assert {panel.objectName() for panel in panels} == {
        name for name, dock in window.panels.items() if dock.in_sight
    }
    tools = [k for k, one in enumerate(seen) if one.parentWidget().objectName() == "tools"]
    assert len(tools) > 15
    assert tools == list(range(tools[0], tools[0] + len(tools)))
    back = []
    window.viewport.setFocus()
    for _ in seen:
        back.append(window.focusWidget())
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Backtab, SHIFT)
    assert back == [seen[0], *seen[:0:-1]]


def test_keys_go_from_panel_to_panel_and_hide_one(window) -> None:
    settle()
    window.viewport.setFocus()
    met = []
    for _ in range(4):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_F6)
        panel = tab_order.panel_of(window.focusWidget())
        met.append(panel.objectName() if panel else "view")
    assert sorted(met) == ["joints", "library", "tool_pose", "view"]
    assert met[-1] == "view"
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_F6, SHIFT)
    assert tab_order.panel_of(window.focusWidget()).objectName() == met[2]
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Escape, SHIFT)
    assert not window.panels[met[2]].isVisible()
    assert window.viewport.hasFocus()


def test_keys_of_a_control_that_goes_reach_no_other_panel(window) -> None:
    window.desk.call("things")
    panel, behind = window.panels["tool_pose"], window.panels["workspace"]
    for vanish in (panel.hide, panel.closer.click, behind.call):
        behind.hide()
        panel.call()
        settle()
        panel.findChildren(NumberField)[0].setFocus()
        assert panel.isAncestorOf(window.focusWidget())
        vanish()
        assert window.viewport.hasFocus()


def test_a_button_that_is_disabled_leaves_the_keys_in_its_panel(window) -> None:
    window.desk.call("tool_pose")
    settle()
    panel = window.panels["tool_pose"]
    field = panel.findChildren(NumberField)[0]
    field.setFocus()
    field.setEnabled(False)
    assert panel.isAncestorOf(window.focusWidget())


def menus(menu: QMenu):
    """A menu and those in it, filled as they open."""
    menu.aboutToShow.emit()
    yield menu
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from menus(inner)


def test_every_menu_fits_a_low_screen(window) -> None:
    for top in window.menuBar().actions():
        for menu in menus(top.menu()):
            assert menu.sizeHint().height() <= 768, menu.title()
            assert menu.actions(), menu.title()
            parts = [action.isSeparator() for action in menu.actions() if action.isVisible()]
            assert not parts[0], menu.title()
            assert not parts[-1], menu.title()
            assert not any(a and b for a, b in pairwise(parts)), menu.title()


def cut(within: QWidget) -> list[str]:
    """Words of labels, buttons and fields that are cut, and controls beyond the sides."""
    found = []
    for one in within.findChildren(QWidget):
        if one.visibleRegion().isEmpty() and not isinstance(one, QLineEdit):
            continue
        if not one.isVisible() or isinstance(one, ElidedLabel):
            continue
        if isinstance(one, QLabel):
            words = one.text()
            whole = one.wordWrap() or not one.text() or one.width() >= one.sizeHint().width()
        elif isinstance(one, QAbstractButton):
            words = one.text()
            whole = not words or one.width() >= one.sizeHint().width()
        elif isinstance(one, QLineEdit):
            words = one.text()
            drawn = one.fontMetrics().horizontalAdvance(words)
            whole = drawn + 8 <= one.width() or not isinstance(one, NumberField)
        else:
            continue
        if not whole:
            found.append(f"{words!r} has {one.width()} of {one.sizeHint().width()} pixels")
    return found


def misfits(dock: Dock) -> list[str]:
    """Return the parts of a panel that are cut or beyond its side."""
    across = dock.room.horizontalScrollBar() if isinstance(dock.room, QScrollArea) else None
    beyond = across.maximum() if across is not None else 0
    return cut(dock) + ([f"scrolls by {beyond}"] if beyond else [])


def test_panels_fit_the_sides_of_a_small_window_and_cut_no_words(make_window, qtbot) -> None:
    window = make_window("puma560", size=(1366, 768))
    for row in PANELS:
        window.desk.call(row.name)
        dock = window.panels[row.name]
        with suppress(qtbot.TimeoutError):
            # What a panel has found out is laid out when it has come.
            qtbot.waitUntil(lambda dock=dock: not misfits(dock), timeout=3000)
        assert misfits(dock) == [], row.name
    # On a screen of 1366 pixels that shows everything twice as large, where the view is smaller.
    spared = window.viewport.minimumWidth() - round(viewport.PART * 683)
    assert window.minimumSizeHint().width() - spared <= 683


def test_a_dialog_says_whole_why_it_refuses(window) -> None:
    long = "uses a name that a library part does not see; type its value instead, " * 3
    dialog = NameDialog(
        window, window.desk.theme, "New library part", "Name", "a", lambda _: "", lambda _: long
    )
    dialog.open()
    settle()
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    settle()
    words = dialog.notice.findChildren(QLabel)[-1]
    assert words.text() == long[:1].upper() + long[1:]
    assert words.height() >= words.heightForWidth(words.width())
    assert dialog.rect().contains(dialog.button.geometry())
    dialog.reject()


def test_the_hint_of_the_table_stays_with_it_and_what_is_wrong_does_not(window) -> None:
    panel = window.robot_table
    panel.call()
    settle()
    assert panel.notice.text
    QTest.mouseClick(panel.facts.chips["Notes"], Qt.MouseButton.LeftButton)
    assert panel.notice.text == ""
    panel.notice.refuse("a name is 1 to 200 letters")
    assert panel.notice.text
    QTest.mouseClick(panel.facts.chips["Table"], Qt.MouseButton.LeftButton)
    assert panel.notice.text


def test_menus_of_panels_begin_with_words(window) -> None:
    panel = window.robot_table
    menu = panel.facts.convention.menu()
    menu.aboutToShow.emit()
    first, *_ = menu.actions()
    assert first.text() == "Keep the robot; the numbers change"
    assert not first.isEnabled()
    assert any(action.isEnabled() for action in menu.actions())


def test_what_is_not_reached_is_told_in_the_units_of_the_window(window) -> None:
    window.actions_["length_mm"].trigger()
    far = np.eye(4)
    far[:3, 3] = 5.0, 0.0, 0.5
    thing_commands.add_place(window.desk, "far", far)
    thing_commands.go_to(window.desk, "far")
    words = window.statusBar().currentMessage()
    assert words.startswith("far is out of reach: ")
    assert " mm" in words
    assert " m " not in words


def test_steps_of_a_drag_are_in_the_units_of_the_window(window) -> None:
    panel = window.things
    for unit, text in (("m", "0.0500 m"), ("mm", "50.00 mm")):
        window.actions_[f"length_{unit}"].trigger()
        panel.call()
        settle()
        assert panel.grid.text() == text


def test_lists_are_called_by_what_they_are_for(window) -> None:
    boxes = [one for dock in window.panels.values() for one in dock.findChildren(Combo)]
    assert len(boxes) > 20
    for box in boxes:
        told = QAccessible.queryAccessibleInterface(box).text(QAccessible.Text.Description)
        assert told == box.accessibleName() != ""


def test_buttons_of_the_tool_bar_are_called_by_what_they_do_now(window) -> None:
    bar = window.findChild(QToolBar, "tools")
    window.open(["scara"])
    window.session.pose(window.session.state.active, (0.1, 0.0, 0.0, 0.0), "Move")
    settle()
    for name in ("save", "undo", "redo"):
        action = window.actions_[name]
        assert bar.widgetForAction(action).accessibleName() == action.text(), name
    assert "PUMA" not in bar.widgetForAction(window.actions_["save"]).accessibleName()

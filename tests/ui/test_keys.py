"""Keys do what they say wherever one has just typed or clicked."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox

from rvs.ui.view.measure_tool import MeasureTool
from rvs.ui.view.view_tools import tool
from rvs.ui.widgets.dock import Dock

pytestmark = [pytest.mark.ui, pytest.mark.whole]

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


def focus(window, widget) -> None:
    window.activateWindow()
    widget.setFocus()
    QApplication.processEvents()
    assert widget.hasFocus()


def test_a_field_gives_the_keys_back_to_the_view(window) -> None:
    field = window.tool_pose.fields[0]
    focus(window, field)
    field.selectAll()
    QTest.keyClicks(field, "0.5")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert window.viewport.hasFocus()
    focus(window, field)
    field.selectAll()
    QTest.keyClicks(field, "rubbish")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.hasFocus()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.state == ""


def test_tab_goes_on_from_the_field_that_gave_the_keys_back(window) -> None:
    for key, expected in ((Qt.Key.Key_Tab, 2), (Qt.Key.Key_Backtab, 0)):
        fields = [row.field for row in window.joints.rows]
        focus(window, fields[1])
        QTest.keyClick(fields[1], Qt.Key.Key_Return)
        assert window.viewport.hasFocus()
        QTest.keyClick(window.viewport, key)
        assert fields[expected].hasFocus()
    # The keyboard has been elsewhere since.
    focus(window, window.viewport)
    QTest.keyClick(window.viewport, Qt.Key.Key_Tab)
    assert window.focusWidget() not in fields


def test_the_home_posture_is_called_from_a_field(window) -> None:
    window.joints.rows[0].field.setFocus()
    window.actions_["zero"].trigger()
    placed = window.session.state.document.robots[0]
    field = window.tool_pose.fields[0]
    focus(window, field)
    QTest.keyClick(field, Qt.Key.Key_Home, CTRL)
    assert window.session.state.postures[placed.id] == tuple(placed.robot.home.tolist())


def test_letters_typed_in_the_library_search_it(window) -> None:
    focus(window, window.library.list)
    QTest.keyClick(window.library.list, Qt.Key.Key_M)
    assert not tool(window.desk, MeasureTool).active
    assert window.library.search.text() == "m"
    assert window.library.search.hasFocus()


def test_a_click_on_a_list_that_drops_down_takes_no_keys(window) -> None:
    boxes = [
        box
        for dock in window.findChildren(Dock)
        for box in dock.findChildren(QComboBox)
        if box.isVisible()
    ]
    assert boxes
    focus(window, window.viewport)
    QTest.mouseClick(boxes[0], LEFT)
    boxes[0].hidePopup()
    QApplication.processEvents()
    assert not boxes[0].hasFocus()


def test_escape_ends_measuring_from_anywhere(window) -> None:
    measuring = tool(window.desk, MeasureTool)
    measuring.toggle()
    assert measuring.active
    focus(window, window.library.search)
    QTest.keyClick(window.library.search, Qt.Key.Key_Escape)
    assert not measuring.active


def test_what_is_dragged_comes_into_view(window) -> None:
    camera = window.session.state.view.camera
    window.viewport.end_glide()
    away = tuple(at + 40.0 * camera.distance for at in camera.target)
    window.session.look(camera=replace(camera, target=away))
    focus(window, window.viewport)
    QTest.keyClick(window, Qt.Key.Key_G)
    window.clock.tick(5.0)
    QApplication.processEvents()
    assert window.desk.gizmos.tool.shown
    assert window.session.state.view.camera.target != away
    assert "outside the view" in window.statusBar().currentMessage()

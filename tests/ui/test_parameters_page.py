"""Parameters and variants in the panel of the robot, by real keys and the real mouse."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rvs.ui.widgets.table.model import FORMULA
from rvs.ui.widgets.table.view import CellField

from .hands import click, settle, type_into

pytestmark = pytest.mark.ui


def placed(window):
    return window.session.state.document.robots[0]


def type_cell(window, cell, text: str) -> None:
    window.robot_table.begin(cell)
    settle()
    for letter in text:
        QTest.keyClicks(QApplication.focusWidget(), letter)
    assert isinstance(QApplication.focusWidget(), CellField)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    settle()


def test_a_design_with_parameters_from_nothing(window, tmp_path: Path) -> None:
    panel, page = window.robot_table, window.robot_table.parameters
    panel.show()
    panel.raise_()
    panel.facts.chips["Parameters"].click()
    settle()
    click(page.add)
    settle()
    type_into(page.rows["L1"].name, "reach")
    settle()
    row = page.rows["reach"]
    type_into(row.value, "400 mm")
    type_into(row.least, "0.2")
    type_into(row.most, "0.6")
    settle()
    one = placed(window).parameters["reach"]
    assert (one.value, one.least, one.most) == (0.4, 0.2, 0.6)
    click(page.add)
    settle()
    type_into(page.rows["L1"].value, "reach/2 + 50 mm")
    assert placed(window).parameters["L1"].value == pytest.approx(0.25)
    assert not page.rows["L1"].slider.isEnabled()

    type_cell(window, (1, "a"), "=reach")
    type_cell(window, (2, "a"), "L1*2")
    robot = placed(window).robot
    assert (robot.joints[1].a, robot.joints[2].a) == (0.4, pytest.approx(0.5))
    at = panel.model.find((2, "a"))
    assert at.data(FORMULA) == "L1*2"
    assert at.data(Qt.ItemDataRole.EditRole) == "=L1*2"
    assert "= L1*2 = 0.5 m" in at.data(Qt.ItemDataRole.ToolTipRole)

    panel.facts.chips["Parameters"].click()
    settle()
    click(page.keep)
    settle()
    assert list(page.uses) == ["variant 1"]
    slider = page.rows["reach"].slider
    steps = len(window.session.history)
    where = QPoint(int(slider.position(0.5)), slider.height() // 2)
    start = QPoint(int(slider.position(0.4)), slider.height() // 2)
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(slider, (start + where) / 2)
    QTest.mouseMove(slider, where)
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=where)
    settle()
    longer = placed(window).parameters["reach"].value
    assert longer == pytest.approx(0.5, abs=0.01)
    assert placed(window).robot.joints[1].a == longer
    assert len(window.session.history) == steps + 1
    window.grab().save(str(tmp_path / "parameters.png"))
    click(page.uses["variant 1"])
    settle()
    assert placed(window).robot.joints[1].a == 0.4


def test_what_is_refused_is_said_and_a_number_replaces_an_expression(window) -> None:
    panel, page = window.robot_table, window.robot_table.parameters
    panel.show()
    panel.raise_()
    panel.facts.chips["Parameters"].click()
    settle()
    click(page.add)
    settle()
    type_into(page.rows["L1"].most, "0.5")
    type_into(page.rows["L1"].value, "0.9")
    assert page.rows["L1"].value.state == "invalid"
    assert "not between its bounds" in page.rows["L1"].value.toolTip()
    type_into(page.rows["L1"].value, "0.3")
    type_cell(window, (1, "a"), "L1 + 50")
    assert "give the number its unit" in panel.model.drafts[1, "a"].reason
    type_cell(window, (1, "a"), "=L1")
    assert placed(window).robot.joints[1].a == 0.3
    type_cell(window, (1, "a"), "0.25")
    assert not placed(window).parameters.formulas
    assert window.session.history[-1].endswith("instead of L1")
    window.session.undo()
    assert placed(window).parameters.formula(1, "a") == "L1"


def test_tab_goes_from_a_new_name_to_its_value_and_all_numbers_are_whole(window) -> None:
    panel, page = window.robot_table, window.robot_table.parameters
    panel.show()
    panel.raise_()
    panel.facts.chips["Parameters"].click()
    settle()
    click(page.add)
    settle()

    def keys(text: str, *after) -> None:
        for letter in text:
            QTest.keyClicks(QApplication.focusWidget(), letter)
        for key in after:
            QTest.keyClick(QApplication.focusWidget(), key)
        settle()

    keys("reach", Qt.Key.Key_Tab, Qt.Key.Key_Tab)
    row = page.rows["reach"]
    assert QApplication.focusWidget() is row.value
    assert row.value.accessibleName() == "Value of reach"
    row.value.selectAll()
    keys("0.3375", Qt.Key.Key_Return)
    # with its unit at once, although the field keeps the focus
    assert row.value.text() == "0.3375 m"
    keys("", Qt.Key.Key_Tab, Qt.Key.Key_Tab)
    keys("0.1125", Qt.Key.Key_Tab)
    keys("1.2375", Qt.Key.Key_Return)
    for field, text in ((row.least, "0.1125 m"), (row.most, "1.2375 m")):
        assert field.text() == text
        room = field.width() - 24
        assert field.fontMetrics().horizontalAdvance(text) <= room
    window.session.undo()
    settle()
    assert row.most.text() == ""

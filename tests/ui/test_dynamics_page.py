"""The page of masses, drives and gravity, worked by real keys and the real mouse."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from rvs.bodies.dynamic import dynamic_load
from rvs.engine.joint import Inertia
from rvs.ui.commands import tool_edits
from rvs.ui.widgets.table.model import REASON
from rvs.ui.widgets.table.view import CellField

pytestmark = pytest.mark.ui
Key = Qt.Key


@pytest.fixture
def opened(make_window):
    window = make_window("scara", size=(1400, 1000))
    window.robot_table.begin()
    click(window.robot_table.facts.chips["Dynamics"])
    return window


def click(widget):
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def robot(window):
    return window.session.state.document.robots[0].robot


def type_cell(view, cell, text, key=Key.Key_Return):
    view.setFocus()
    view.go(cell)
    for letter in text:
        into = view.findChild(CellField) or view
        press = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, letter)
        QApplication.sendEvent(into, press)
    QTest.keyClick(view.findChild(CellField) or view, key)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_robot_gets_masses_motors_and_gravity_by_hand(opened):
    window, page = opened, opened.robot_table.dynamics
    view, model = page.masses.view, page.masses.model
    assert view.isVisible()
    assert not opened.robot_table.view.isVisible()
    # A centre without a mass is refused, and said why.
    type_cell(view, (0, "x"), "-0.2")
    assert "mass of the link first" in model.find((0, "x")).data(REASON)
    assert "mass of the link first" in page.masses.notice.text
    # The mass makes it possible, and takes it.
    type_cell(view, (0, "mass"), "8")
    assert robot(window).joints[0].inertia == Inertia(8.0, (-0.2, 0.0, 0.0))
    assert not model.drafts
    # Moments are typed one by one: until all are there they are those of no body.
    type_cell(view, (0, "Ixx"), "0.02")
    type_cell(view, (0, "Iyy"), "0.09")
    assert set(model.drafts) == {(0, "Ixx"), (0, "Iyy")}
    assert "no body has these moments" in page.masses.notice.text
    type_cell(view, (0, "Izz"), "0.1")
    assert robot(window).joints[0].inertia.moments[:3] == (0.02, 0.09, 0.1)
    assert not model.drafts
    # About the link's frame.
    page.about.setCurrentIndex(1)
    assert float(model.find((0, "Iyy")).data()) == pytest.approx(0.09 + 8 * 0.04)
    type_cell(view, (0, "Iyy"), "0.43")
    assert robot(window).joints[0].inertia.moments[1] == pytest.approx(0.11)
    page.about.setCurrentIndex(0)

    click(page.chips["Motors"])
    drives = page.drives.view
    assert drives.isVisible()
    assert page.from_body.isHidden()
    type_cell(drives, (1, "gear"), "100")
    type_cell(drives, (1, "effort"), "45")
    assert robot(window).joints[1].motor.gear == 100.0
    assert robot(window).joints[1].effort == 45.0
    window.actions_["undo"].trigger()
    assert robot(window).joints[1].effort > 1e9
    # Enter went on to the next row, whose link is the chosen one.
    assert window.session.state.selection[0][1:] == ("link", 3)

    click(page.chips["Gravity and load"])
    assert page.gravity.isVisible()
    assert not page.masses.view.isVisible()
    page.gravity.preset.textActivated.emit("On the Moon")
    assert robot(window).gravity == (0.0, 0.0, -1.62)
    assert page.gravity.preset.currentText() == "On the Moon"
    field = page.gravity.fields[0]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "1.5")
    QTest.keyClick(field, Key.Key_Return)
    assert robot(window).gravity == (1.5, 0.0, -1.62)
    assert page.gravity.preset.currentText() == "Custom"
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "much")
    assert page.wrong.text
    QTest.keyClick(field, Key.Key_Escape)
    assert robot(window).gravity == (1.5, 0.0, -1.62)
    window.actions_["undo"].trigger()
    assert robot(window).gravity == (0.0, 0.0, -1.62)


def test_cells_of_a_spreadsheet_are_pasted_and_the_body_gives_the_rest(opened):
    window, page = opened, opened.robot_table.dynamics
    view = page.masses.view
    view.setFocus()
    view.go((0, "mass"))
    rows = ["5\t-0.2\t0\t0\t0.01\t0.05\t0.05", "3\t-0.1\t0\t0\t0.01\t0.03\t0.03"]
    QGuiApplication.clipboard().setText("\n".join(rows))
    steps = len(window.session.history)
    QTest.keyClick(view, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    joints = robot(window).joints
    assert joints[1].inertia == Inertia(3.0, (-0.1, 0, 0), (0.01, 0.03, 0.03, 0, 0, 0))
    assert len(window.session.history) == steps + 1
    assert joints[2].inertia is None
    click(page.from_body)
    dialog = window.findChildren(QDialog, "masses")[-1]
    dialog.keep.setChecked(True)
    dialog.accept()
    joints = robot(window).joints
    assert joints[0].inertia.mass == 5.0
    assert joints[2].inertia.mass > 0.0
    assert page.load.text() == "", "nothing is weighed before it is read"
    click(page.chips["Gravity and load"])
    assert "end-effector hand (only drawn, without mass)" in page.load.text()
    # Clearing a mass forgets the link's.
    view.go((0, "mass"))
    QTest.keyClick(view, Key.Key_Delete)
    assert robot(window).joints[0].inertia is None


def test_end_effector_and_payload_are_rows_that_count(opened):
    window, page = opened, opened.robot_table.dynamics
    click(page.chips["Gravity and load"])
    rows = page.carried
    assert [rows.item(r, 0).text() for r in range(rows.rowCount())] == [
        "End-effector: hand, only drawn"
    ]
    placed = window.session.state.document.robots[0]
    tool_edits.choose_payload(window.session, placed, "box")
    window.clock.tick(1.0)
    assert rows.item(1, 0).text() == "Payload: box"
    placed = window.session.state.document.robots[0]
    load = dynamic_load(placed)
    assert float(rows.item(0, 1).text()) == pytest.approx(load.tool.volume, rel=1e-3)
    assert rows.item(1, 1).text() == "0.5"
    # only that mass can be typed
    assert not rows.item(0, 1).flags() & Qt.ItemFlag.ItemIsEditable
    assert not rows.item(1, 2).flags() & Qt.ItemFlag.ItemIsEditable
    rows.item(1, 1).setText("2.25")
    assert window.session.state.document.robots[0].payload.mass == 2.25
    assert rows.item(1, 5).text() != "−"
    rows.item(1, 1).setText("-3")
    assert window.session.state.document.robots[0].payload.mass == 2.25
    assert rows.item(1, 1).text() == "2.25"
    window.actions_["undo"].trigger()
    assert rows.item(1, 1).text() == "0.5"

"""Half-typed is not typed: a text in red leaves what was there before, in every field."""

import re
from math import radians
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFont, QImage, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QScrollBar,
    QWidget,
)

import rvs.ui
from rvs.model.numbers.units import UNITS
from rvs.ui.commands import robots as robot_commands
from rvs.ui.commands import things as thing_commands
from rvs.ui.saving import unsaved
from rvs.ui.widgets.fields.combo import Count, Slide
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.fields.text_field import RED, TypedField, discard
from rvs.ui.widgets.lists.row_paint import paint_line

from .hands import type_into

pytestmark = pytest.mark.ui


def numbers(window) -> list[NumberField]:
    found = [field for dock in window.panels.values() for field in dock.findChildren(NumberField)]
    return [one for one in found if one.isEnabled() and one.accessibleName()]


def cell(window) -> tuple[object, object]:
    state = window.session.state
    return state.document, dict(state.postures)


@pytest.mark.whole
def test_no_field_of_any_panel_takes_the_beginning_of_a_text(window) -> None:
    window.things.show()
    thing_commands.add(window.desk, "table")
    window.session.settle()
    before, steps = cell(window), list(window.session.history)
    fields = numbers(window)
    assert len(fields) > 50
    for field in fields:
        if not field.isEnabled():
            continue
        held = field.number
        type_into(field, "27O")
        assert field.state == "invalid", field.accessibleName()
        assert field.number == held, field.accessibleName()
        assert cell(window) == before, field.accessibleName()
        assert "did you mean 270" in field.toolTip()
        assert window.desk.refused.all[-1].words.count(f'{field.accessibleName()}: "27O"') == 1
        assert list(window.session.history) == steps
        window.desk.refused.undo()
        assert field.state != "invalid", field.accessibleName()
        assert list(window.session.history) == steps
    assert not window.desk.refused.all
    assert window.desk.gizmos.things.steps[0] != 27.0


def test_a_field_typed_live_shows_what_it_means_until_it_means_nothing(window) -> None:
    window.things.show()
    thing_commands.add(window.desk, "table")
    field = window.things.form.place.fields[0]
    before, steps = window.session.state.document, len(window.session.history)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "27")
    assert window.session.state.document is not before
    QTest.keyClicks(field, "O")
    assert window.session.state.document is before
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.number == pytest.approx(27.0 * window.desk.units[0].factor)
    assert len(window.session.history) == steps + 1
    window.desk.refused.undo()
    assert window.session.state.document is before


def test_a_size_that_cannot_be_takes_back_the_one_before_it(window) -> None:
    window.things.show()
    thing_commands.add(window.desk, "table")
    name, field = next(iter(window.things.form.sizes.items()))
    before = window.session.state.document
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "1")
    assert window.session.state.document is not before
    QTest.keyClicks(field, "e5")
    assert field.state == "invalid", name
    assert window.session.state.document is before


def test_a_save_takes_the_field_that_is_being_typed_into(window, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(unsaved.file_dialogs, "save_file", lambda *_: tmp_path / "a.rvs")
    field = window.robots.fields["X"]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.5")
    assert unsaved.save_cell(window.desk)
    assert window.session.state.document.robots[0].place[0][3] == 0.5
    assert not window.session.dirty


def test_a_save_names_the_fields_in_red(window, tmp_path) -> None:
    type_into(window.robots.fields["Y"], "1O")
    placed = window.session.state.document.robots[0]
    robot_commands.write(window.desk, placed, tmp_path / "red.arch")
    said = window.desk.messages.messages[-1]
    assert 'Robots, Y of the base: "1O": 1O is not a number; did you mean 10?' in said.text
    assert said.text.endswith("0.0000 m is kept")
    type_into(window.robots.fields["Y"], "0.1")
    assert said not in window.desk.messages.messages
    assert not RED.all


def test_a_red_field_that_is_gone_is_red_no_more(window) -> None:
    field = TypedField(window.robots)
    field.mark("invalid", "no")
    assert [one.text for one in window.desk.refused.all] == [""]
    form = QWidget(window.robots)
    field.setParent(form)
    discard(form)
    assert not window.desk.refused.all


def wheel(widget) -> None:
    at = QPointF(widget.rect().center())
    there, no = widget.mapToGlobal(at.toPoint()), Qt.MouseButton.NoButton
    held, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(at, QPointF(there), QPoint(), QPoint(0, -120), no, held, phase, False)
    QApplication.sendEvent(widget, event)


@pytest.mark.whole
def test_the_wheel_changes_nothing_that_takes_input(window) -> None:
    window.things.show()
    thing_commands.add(window.desk, "shelf")
    kinds = (QAbstractSlider, QAbstractSpinBox, QComboBox)
    inputs = [
        widget
        for dock in window.panels.values()
        for widget in dock.findChildren(QWidget)
        if isinstance(widget, kinds) and not isinstance(widget, QScrollBar)
    ]
    assert Slide in {type(one) for one in inputs}
    inputs.append(Count())
    before = cell(window)
    for one in inputs:
        value = one.currentIndex() if isinstance(one, QComboBox) else one.value()
        one.setEnabled(True)
        wheel(one)
        now = one.currentIndex() if isinstance(one, QComboBox) else one.value()
        assert now == value, one.accessibleName()
        assert not one.hasFocus(), one.accessibleName()
    assert cell(window) == before


def test_sliders_and_boxes_are_made_where_the_wheel_is_kept_out() -> None:
    root = Path(rvs.ui.__file__).parent
    bare = re.compile(r"\b(QSlider|QSpinBox|QDoubleSpinBox|QComboBox|QDial)\(")
    made = {path.name for path in root.rglob("*.py") if bare.search(path.read_text("utf-8"))}
    assert not made


def tabbed(field, count: int) -> list[QWidget]:
    # What was put into a layout is seen only after the next events.
    QApplication.processEvents()
    field.setFocus()
    found = []
    for _ in range(count):
        found.append(QApplication.focusWidget())
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    return found


def test_tab_goes_from_x_to_y_to_z_and_on(window) -> None:
    window.robots.call()
    fields = list(window.robots.fields.values())
    assert tabbed(fields[0], 7) == fields
    window.tool_pose.call()
    fields = window.tool_pose.fields[:6]
    assert tabbed(fields[0], 6) == fields
    window.things.call()
    thing_commands.add(window.desk, "table")
    fields = window.things.form.place.fields
    assert tabbed(fields[0], 6) == fields


def test_tab_goes_from_joint_to_joint_and_arrows_move_them(window) -> None:
    window.joints.show()
    window.joints.raise_()
    fields = [row.field for row in window.joints.rows]
    assert tabbed(fields[0], 6) == fields
    before = window.session.state.postures["PUMA 560"][1]
    fields[1].setFocus()
    QTest.keyClick(fields[1], Qt.Key.Key_Up)
    assert window.session.state.postures["PUMA 560"][1] == pytest.approx(before + radians(1))
    for _ in range(400):
        QTest.keyClick(fields[1], Qt.Key.Key_Down)
    assert window.session.state.postures["PUMA 560"][1] == pytest.approx(
        window.session.state.document.robots[0].robot.joints[1].limits[0]
    )
    assert fields[1].state != "invalid"


def test_a_field_of_nothing_stays_empty(qapp) -> None:
    """Another width or unit does not make a number of what has none."""
    field = NumberField("Speed", UNITS["m"])
    field.show_value(0.25)
    assert field.text() == "0.2500 m"
    field.clear()
    field.resize(300, 28)
    field.show()
    field.set_unit(UNITS["mm"])
    QApplication.processEvents()
    assert field.text() == ""
    field.show_value(0.25)
    assert field.text() == "250.00 mm"


def test_names_that_begin_alike_are_told_apart_in_a_narrow_list(qapp) -> None:
    """The library has a dozen arms of one maker."""
    pictures = []
    for name in ("Universal Robots UR10e", "Universal Robots UR5e", "Universal Robots UR3"):
        picture = QImage(120, 20, QImage.Format.Format_RGB32)
        picture.fill(0)
        painter = QPainter(picture)
        paint_line(painter, picture.rect(), name, QFont(), "#FFFFFF", named=True)
        painter.end()
        pictures.append(picture)
    one, two, three = pictures
    assert one != two
    assert two != three

"""Posing by hand, by the real mouse and keys."""

from itertools import product
from math import pi, radians
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.document import change_robot
from rvs.ui.widgets.fields.number_field import NumberField

pytestmark = pytest.mark.ui
PUMA = "PUMA 560"


def posture(window) -> tuple[float, ...]:
    state = window.session.state
    return state.postures[state.document.robots[0].id]


def place(slider, value: float) -> tuple[float, float]:
    return slider.position(value), slider.height() / 2


def test_it_opens_posed(window) -> None:
    assert len(window.joints.rows) == 6
    assert any(value != 0.0 for value in posture(window))
    assert [row.symbol.text() for row in window.joints.rows[:2]] == ["θ₁", "θ₂"]
    assert not window.session.dirty
    assert not window.session.history


def test_a_drag_moves_the_joint_and_is_one_undo_step(window, drag) -> None:
    before, slider = posture(window), window.joints.rows[1].slider
    x, y = place(slider, before[1])
    drag(slider, *((x + step, y) for step in range(0, 40, 4)))
    after = posture(window)
    assert after[1] > before[1] + 0.1
    assert after[0] == before[0]
    assert after[2:] == before[2:]
    assert list(window.session.history) == ["Move θ₂ of PUMA 560"]
    assert window.actions_["undo"].text() == "Undo Move θ₂ of PUMA 560"
    window.actions_["undo"].trigger()
    assert posture(window) == before
    assert not window.actions_["undo"].isEnabled()
    assert slider.number == before[1]


def test_two_drags_are_two_steps(window, drag) -> None:
    slider = window.joints.rows[0].slider
    for _ in range(2):
        x, y = place(slider, posture(window)[0])
        drag(slider, (x, y), (x + 10, y), (x + 15, y))
    assert len(window.session.history) == 2


def test_a_drag_past_the_end_stops_at_the_limit(window, drag) -> None:
    row = window.joints.rows[0]
    x, y = place(row.slider, posture(window)[0])
    drag(row.slider, (x, y), (x + 5000, y))
    assert posture(window)[0] == radians(160.0)
    assert row.notice.text == "at its limit"
    assert row.field.state == "warn"


def test_near_a_limit_the_row_says_how_near(window) -> None:
    robot = window.session.state.document.robots[0]
    window.session.pose(robot.id, [0, 0, 0, 0, radians(-96.3), 0])
    row = window.joints.rows[4]
    assert row.notice.text == "3.7° to limit"
    assert row.field.text() == "−96.30 °"
    window.session.pose(robot.id, [0, 0, 0, 0, 0.0, 0])
    assert row.notice.text == ""
    assert row.field.state == ""


def test_expressions_are_taken_exactly(window) -> None:
    field = window.joints.rows[0].field
    expressions = {
        "pi/2": pi / 2, "30+15": radians(45.0), "-0.5 rad": -0.5, "−90 °": -pi / 2
    }  # fmt: skip
    for count, (text, value) in enumerate(expressions.items(), 1):
        type_in(field, text)
        assert posture(window)[0] == pytest.approx(value, abs=1e-15), text
        assert len(window.session.history) == count


def test_leaving_a_field_as_it_is_keeps_the_exact_value(window) -> None:
    robot = window.session.state.document.robots[0]
    window.session.pose(robot.id, [0.123456789, 0, 0, 0, 0, 0])
    field = window.joints.rows[0].field
    assert field.text() == "7.07 °"
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert posture(window)[0] == 0.123456789
    assert len(window.session.history) == 1


def test_bad_text_stays_in_the_marked_field(window) -> None:
    before, row = posture(window), window.joints.rows[0]
    for text in ("foo", "1 2", "5 mm", "", "1/0", "500"):
        type_in(row.field, text)
        assert posture(window) == before
        assert row.field.text() == text
        assert row.field.state == "invalid", text
        assert row.notice.text
        assert row.field.accessibleDescription()
        window.session.pose("PUMA 560", [*before[:5], 0.5])
        assert row.field.text() == text
        QTest.keyClick(row.field, Qt.Key.Key_Escape)
        assert row.field.state == "", text
        assert not row.notice.text
        assert row.field.number == before[0]
        window.session.pose("PUMA 560", before)


def test_a_refused_value_goes_with_the_limits_that_refused_it(window) -> None:
    before, row = posture(window), window.joints.rows[0]
    type_in(row.field, "500")
    assert row.field.state == "invalid"
    window.actions_["ignore_limits"].trigger()
    assert row.field.state == ""
    assert "outside" not in row.notice.text
    assert row.field.number == before[0]
    assert posture(window) == before


def test_limits_can_be_ignored(window) -> None:
    window.actions_["ignore_limits"].trigger()
    row = window.joints.rows[0]
    type_in(row.field, "170")
    assert posture(window)[0] == pytest.approx(radians(170.0))
    assert row.notice.text == "10° beyond its limit"


def test_keys_move_a_slider(window) -> None:
    before, slider = posture(window)[0], window.joints.rows[0].slider
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert posture(window)[0] == pytest.approx(before + radians(1.0), abs=1e-12)
    QTest.keyClick(slider, Qt.Key.Key_PageDown)
    assert posture(window)[0] == pytest.approx(before - radians(9.0), abs=1e-12)
    QTest.keyClick(slider, Qt.Key.Key_End)
    assert posture(window)[0] == radians(160.0)
    assert len(window.session.history) == 3


def test_assistive_technology_moves_a_slider(window) -> None:
    before, slider = posture(window)[0], window.joints.rows[0].slider
    slider.setValue(slider.value() + 100)
    assert posture(window)[0] == pytest.approx(before + radians(320.0) / 200, rel=1e-9)


def test_home_and_zero(window) -> None:
    home = posture(window)
    window.actions_["zero"].trigger()
    assert posture(window) == (0.0,) * 6
    window.actions_["home"].trigger()
    assert posture(window) == home
    assert list(window.session.history) == ["Zero PUMA 560", "Home PUMA 560"]


def test_units_change_what_is_shown_and_nothing_else(window) -> None:
    before, row = posture(window), window.joints.rows[0]
    window.actions_["angle_rad"].trigger()
    assert row.field.text().endswith(" rad")
    assert row.lower_end.text() == "−2.7925 rad"
    assert posture(window) == before
    window.actions_["length_mm"].trigger()
    assert window.tool_pose.fields[0].text().endswith(" mm")


def test_a_drag_builds_no_widget_and_uploads_no_mesh(window, drag, qtbot) -> None:
    rows = list(window.joints.rows)
    slider = rows[1].slider
    x, y = place(slider, posture(window)[1])

    def pull(first: int, last: int) -> None:
        for step in range(first, last, 3):
            drag(slider, (x + step, y), (x + step + 3, y))
            window.viewport.grabFramebuffer()

    # The first frames of a drag make the meshes of moving pictures, some a frame and each once.
    before = -1
    while window.viewport.renderer.mesh_uploads > before:
        before = window.viewport.renderer.mesh_uploads
        pull(0, 30)
    labels, uploads = window.findChildren(QLabel), window.viewport.renderer.mesh_uploads
    pull(0, 30)
    assert window.viewport.renderer.mesh_uploads == uploads
    assert window.joints.rows == rows
    assert window.findChildren(QLabel) == labels


def test_64_joints(make_window, tmp_path: Path, drag) -> None:
    link = "{ a = 0.05 b = 0.01 al = 90 th = 5 }\n"
    file = tmp_path / "snake.arch"
    file.write_text('name = "snake"\n' + 64 * link, encoding="utf-8")
    window = make_window(str(file))
    rows = window.joints.rows
    assert len(rows) == 64
    assert rows[63].symbol.text() == "θ₆₄"
    assert rows[0].notice.text == "assumed limits"
    x, y = place(rows[63].slider, posture(window)[63])
    drag(rows[63].slider, (x, y), (x + 20, y))
    assert posture(window)[63] > radians(6.0)


def test_a_selected_joint_is_marked(window, drag) -> None:
    slider = window.joints.rows[2].slider
    x, y = place(slider, posture(window)[2])
    drag(slider, (x, y), (x + 1, y))
    assert window.session.state.chosen == ("PUMA 560", "link", 3)


def type_in(field, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    for letter in text:
        press = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, letter)
        QApplication.sendEvent(field, press)
    QTest.keyClick(field, Qt.Key.Key_Return)


def have_joint(window, joint: Joint) -> None:
    """Let the robot have one joint alone, and stand as it does when it is new."""
    window.session.edit("Begin", lambda d: change_robot(d, PUMA, robot=Robot((joint, joint))))
    window.session.edit("Narrow", lambda d: change_robot(d, PUMA, robot=Robot((joint,))))


def test_any_range_has_a_slider(window) -> None:
    ranges = [(0.0, 0.0), (1.0, 1.0 + 1e-15), (-1e-300, 1e-300), (-1e6, 1e6)]
    for kind, limits in product(("revolute", "prismatic"), ranges):
        have_joint(window, Joint(kind=kind, limits=limits))
        row = window.joints.rows[0]
        QTest.keyClick(row.slider, Qt.Key.Key_Right)
        QTest.keyClick(row.slider, Qt.Key.Key_End)
        assert window.session.state.postures[PUMA][0] == limits[1], (kind, limits)


def test_arrow_keys_suit_the_way_of_a_slide(window) -> None:
    for reach in (1e-4, 1.0, 1e4):
        have_joint(window, Joint(kind="prismatic", limits=(0.0, reach)))
        QTest.keyClick(window.joints.rows[0].slider, Qt.Key.Key_Right)
        assert 0.005 * reach < window.session.state.postures[PUMA][0] < 0.05 * reach


def test_a_limit_is_typed_beside_the_slider(window) -> None:
    def limits():
        return np.degrees(window.session.state.document.robots[0].robot.joints[1].limits)

    def field(label):
        QTest.mouseDClick(label, Qt.MouseButton.LeftButton)
        return row.findChild(NumberField, "LimitField")

    row = window.joints.rows[1]
    box = field(row.upper_end)
    assert box.number == pytest.approx(np.radians(225))
    box.selectAll()
    QTest.keyClicks(box, "-50")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.state == "invalid"
    assert limits() == pytest.approx([-45, 225])
    box.selectAll()
    QTest.keyClicks(box, "90")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert limits() == pytest.approx([-45, 90])
    assert row.upper_end.text() == "90°"
    window.actions_["undo"].trigger()
    assert limits() == pytest.approx([-45, 225])

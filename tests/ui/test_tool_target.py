"""The tool is typed, jogged and dragged to its goal, and the robot follows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from rvs.engine.arrays import pose_rows
from rvs.engine.kinematics import fkine
from rvs.engine.rotations import rotz
from rvs.model.current import current_robot
from rvs.model.robots.matrices import matrices
from rvs.model.things.edits import add_target
from rvs.model.things.thing import TargetFrame
from rvs.scene.camera import pixel_size, project
from rvs.ui.commands import files

from .hands import type_into

pytestmark = pytest.mark.ui


def tool(window):
    placed = window.session.state.document.robots[0]
    return np.array(placed.place) @ fkine(placed.robot, window.session.state.postures[placed.id])


def place(window, point):
    view = window.viewport
    camera = window.session.state.view.camera
    x, y, _ = project(camera, np.asarray(point, float), view.width(), view.height())
    return float(x), float(y)


def handle(window, axis, pixels=80):
    """Where the arrow along an axis of the gizmo is on the view."""
    axes = window.tool_target.axes_pose()
    camera = window.session.state.view.camera
    step = float(pixel_size(camera, axes[:3, 3], window.viewport.height()))
    return place(window, axes[:3, 3] + pixels * step * axes[:3, axis])


def test_a_typed_position_moves_the_robot_in_one_step(window):
    before = tool(window)
    type_into(window.tool_pose.fields[0], "0.5")
    after = tool(window)
    assert np.isclose(after[0, 3], 0.5)
    assert np.allclose(after[1:3, 3], before[1:3, 3])
    assert np.allclose(after[:3, :3], before[:3, :3])
    assert window.session.history == ["Place the tool of PUMA 560"]
    window.actions_["undo"].trigger()
    assert np.allclose(tool(window), before)
    assert np.isclose(window.tool_pose.fields[0].number, before[0, 3])


def test_the_orientation_is_shown_and_typed_in_every_way(window):
    from rvs.model.numbers.orientations import ORIENTATIONS

    typed = {"rpy": (0, "-140"), "zyz": (2, "20"), "axis": (3, "170"), "quaternion": (0, "0.1")}
    for name, (index, text) in typed.items():
        window.desk.settings.change(orientation=name)
        way = ORIENTATIONS[name]
        R = tool(window)[:3, :3]
        fields = [field for field in window.tool_pose.fields[3:] if not field.isHidden()]
        assert np.allclose([field.number for field in fields], way.numbers(R)), name
        type_into(fields[index], text)
        wanted = float(text) if name == "quaternion" else np.radians(float(text))
        assert np.allclose(tool(window)[:3, :3], way.changed(R, index, wanted), atol=1e-7), name
        window.actions_["undo"].trigger()


def test_a_number_that_is_none_stays_in_the_field_and_says_why(window):
    window.desk.settings.change(orientation="quaternion")
    before = tool(window)
    field = window.tool_pose.fields[3]
    type_into(field, "1.5")
    assert field.state == "invalid"
    assert field.text() == "1.5"
    assert "from -1 to 1" in field.toolTip()
    assert np.array_equal(tool(window), before)


def test_a_pose_out_of_reach_shows_where_the_tool_is_and_how_far_short(window, qtbot):
    said = window.tool_pose.said
    type_into(window.tool_pose.fields[0], "3")
    assert window.tool_target.goal[0, 3] == 3.0
    assert np.allclose(window.tool_target.pose, tool(window))
    assert window.tool_pose.fields[0].number == 3.0
    assert window.tool_pose.fields[0].state == "warn"
    assert f"The tool is at X {tool(window)[0, 3]:.4g}" in said.more.text()
    assert said.notice.text.startswith("Not reached: ")
    short = float(said.notice.text.split()[2])
    distance = np.linalg.norm(window.tool_target.goal[:3, 3] - tool(window)[:3, 3])
    assert short == pytest.approx(distance, abs=1e-4)
    assert "Target: X 3 m" in said.more.text()
    qtbot.waitUntil(lambda: "Out of reach" in said.more.text(), timeout=20000)
    window.actions_["home"].trigger()
    assert window.tool_target.goal is None
    assert said.notice.text == ""
    assert said.more.isHidden()


def test_what_nobody_typed_does_not_drift_with_an_arm_that_falls_short(window):
    fields = window.tool_pose.fields
    before = [field.number for field in fields]
    for text in ("3", "2.5"):
        type_into(fields[0], text)
        assert [field.number for field in fields[1:]] == before[1:]
    # What is typed next counts from what was wanted, not from where the arm got to.
    type_into(fields[0], "0.5")
    assert np.allclose([field.number for field in fields[1:]], before[1:], atol=1e-9)
    assert tool(window)[0, 3] == pytest.approx(0.5)
    type_into(fields[0], "3")
    window.actions_["undo"].trigger()
    assert fields[0].number == pytest.approx(0.5)
    assert fields[0].state == ""


def test_a_pose_on_the_other_side_is_reached_in_another_posture(window):
    robot = window.session.state.document.robots[0].robot
    there = fkine(robot, np.radians([150, 0, 40, 10, 40, 0]))
    QGuiApplication.clipboard().setText("\n".join(" ".join(map(repr, r)) for r in there.tolist()))
    window.session.pose("PUMA 560", np.radians([-150, -200, 40, -90, -60, 200]).tolist(), "Away")
    window.session.settle()
    window.tool_pose.paste()
    assert np.allclose(tool(window), there, atol=1e-8)
    assert window.tool_target.goal is None
    assert window.tool_pose.said.notice.text == "Reached in another posture"
    assert "θ₁ by" in window.tool_pose.said.more.text()
    window.actions_["undo"].trigger()
    assert window.tool_pose.said.notice.text == ""


def test_a_jog_stops_where_the_arm_ends_and_goes_back_at_once(window):
    jog, before = window.tool_pose.jog, tool(window)
    for _ in range(80):
        window.tool_pose._move(0, 0.02)
    end = tool(window)
    assert end[0, 3] > before[0, 3]
    assert np.allclose(end[1:3, 3], before[1:3, 3], atol=1e-7)
    assert np.allclose(end[:3, :3], before[:3, :3], atol=1e-7)
    assert "Not reached" in window.tool_pose.said.notice.text
    assert window.tool_pose.fields[0].number == pytest.approx(end[0, 3])
    QTest.mouseClick(jog.buttons["move −x"], Qt.MouseButton.LeftButton)
    assert tool(window)[0, 3] == pytest.approx(end[0, 3] - 0.01)
    assert window.tool_pose.said.notice.text == ""


def test_a_singularity_and_what_a_step_turns_are_said(window):
    window.session.pose("PUMA 560", np.radians([0, 45, -170, 0, 0, 0]).tolist(), "Pose")
    window.session.settle()
    said = window.tool_pose.said
    assert said.notice.text == "A wrist singularity is near"
    assert "joints 4 and 6 are aligned" in said.more.text()
    for _ in range(3):
        QTest.mouseClick(window.tool_pose.jog.buttons["move −y"], Qt.MouseButton.LeftButton)
        if "turned" in said.more.text() or "Turned" in said.notice.text:
            break
    assert "θ₄ by" in said.more.text() + said.notice.text
    window.actions_["home"].trigger()
    type_into(window.tool_pose.fields[0], "0.5")
    assert said.notice.text == ""


def test_the_menu_brings_the_tool_to_a_named_place(window):
    pose = tool(window)
    pose[:3, 3] += (0.1, 0.05, -0.1)
    menu = window.tool_pose.places
    menu.parent().aboutToShow.emit()
    assert [action.isEnabled() for action in menu.actions()] == [False]
    near, far = TargetFrame("near", pose_rows(pose, "place")), TargetFrame("far")
    for target in (near, far):
        window.session.edit("Keep", lambda d, target=target: add_target(d, target))
    menu.parent().aboutToShow.emit()
    assert [action.text() for action in menu.actions()] == ["near", "far"]
    menu.actions()[0].trigger()
    assert np.allclose(tool(window), pose, atol=1e-6)
    assert window.session.undo_label == "Move PUMA 560 to near"
    history = window.session.history
    menu.actions()[1].trigger()
    assert window.session.history == history


def test_jogging_goes_along_world_or_tool_axes(window):
    before = tool(window)
    jog = window.tool_pose.jog
    QTest.mouseClick(jog.buttons["move −z"], Qt.MouseButton.LeftButton)
    assert np.allclose(tool(window)[:3, 3] - before[:3, 3], [0, 0, -0.01])
    QTest.mouseClick(jog.buttons["move −z"], Qt.MouseButton.LeftButton)
    assert len(window.session.history) == 2
    jog.axes.setCurrentIndex(1)
    now = tool(window)
    QTest.mouseClick(jog.buttons["move +x"], Qt.MouseButton.LeftButton)
    assert np.allclose(tool(window)[:3, 3] - now[:3, 3], 0.01 * now[:3, 0], atol=1e-9)
    QTest.mouseClick(jog.buttons["turn +z"], Qt.MouseButton.LeftButton)
    turned = now[:3, :3] @ rotz(np.radians(5))
    assert np.allclose(tool(window)[:3, :3], turned, atol=1e-9)


def test_the_gizmo_is_dragged_and_the_robot_follows_on_its_branch(window, drag):
    QTest.keyClick(window.viewport, Qt.Key.Key_G)
    assert window.actions_["gizmo"].isChecked()
    before = tool(window)
    x, y = handle(window, 2)
    drag(window.viewport, (x, y), (x, y + 8), (x, y + 30), (x, y + 60))
    moved = tool(window)[:3, 3] - before[:3, 3]
    assert np.allclose(moved[:2], 0, atol=1e-7)
    assert -0.4 < moved[2] < -0.05
    assert window.session.history == ["Move the tool of PUMA 560"]


def test_escape_takes_a_drag_back(window, qapp):
    window.actions_["gizmo"].trigger()
    before = tool(window)
    x, y = handle(window, 2)
    view = window.viewport
    from PySide6.QtCore import QPoint

    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    for k in range(1, 5):
        QTest.mouseMove(view, QPoint(round(x), round(y + 10 * k)))
    assert not np.allclose(tool(window), before)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y + 40)))
    assert np.allclose(tool(window), before)
    assert window.session.history == []


def test_the_gizmo_stays_at_the_tool_when_it_is_dragged_beyond_the_reach(window, drag):
    window.actions_["gizmo"].trigger()
    x, y = handle(window, 2)
    drag(window.viewport, (x, y), (x, y - 20), (x, y - 150), (x, y - 300))
    assert np.allclose(window.tool_target.pose, tool(window))
    assert window.tool_target.goal[2, 3] > tool(window)[2, 3] + 0.05
    items = window.tool_target.items(window.session.state)
    assert any(type(item).__name__ == "Line" for item in items)


def test_a_pasted_matrix_moves_the_tool(window):
    wanted = tool(window)
    wanted[:3, 3] += [-0.1, 0.05, 0.1]
    QGuiApplication.clipboard().setText(
        "\n".join(" ".join(map(repr, row)) for row in wanted.tolist())
    )
    window.tool_pose.paste()
    assert np.allclose(tool(window), wanted, atol=1e-9)
    QGuiApplication.clipboard().setText("1 2 3")
    window.tool_pose.paste()
    assert "expected 6, 12 or 16 numbers" in window.messages.messages[-1].text


def test_a_robot_with_fewer_joints_yields_as_far_as_it_can(make_window):
    window = make_window("scara")
    before = tool(window)
    type_into(window.tool_pose.fields[2], "0.25")
    assert np.isclose(tool(window)[2, 3], 0.25)
    assert np.allclose(tool(window)[:2, 3], before[:2, 3])


def test_a_tool_out_of_view_is_looked_for_and_one_in_view_is_not(window):
    toggle, said = window.actions_["gizmo"].trigger, window.statusBar().currentMessage
    camera = window.session.state.view.camera
    toggle()
    assert window.session.state.view.camera == camera
    toggle()
    away = replace(camera, target=(camera.target[0], camera.target[1], camera.target[2] + 50.0))
    window.session.look(camera=away)
    toggle()
    assert said() == "The tool was outside the view, so the view was fitted."
    window.clock.tick(1.0)
    x, y = place(window, tool(window)[:3, 3])
    assert 0.0 < x < window.viewport.width()
    assert 0.0 < y < window.viewport.height()


def test_numbers_are_shown_typed_and_copied_in_the_makers_frame(window):
    panel = window.tool_pose
    assert panel.makers.isHidden()
    assert files.show_robot(window.desk, "ur5e")
    assert panel.makers.text() == "Maker's frame (turned by 180° about z)"
    there = tool(window)
    panel.makers.click()
    assert panel.subtitle.text() == "in the maker's frame"
    assert panel.fields[0].number == pytest.approx(-there[0, 3])
    panel.copy_matrix()
    copied = np.array(
        [row.split() for row in QGuiApplication.clipboard().text().split("\n")], float
    )
    turned = np.diag([-1.0, -1.0, 1.0, 1.0])
    assert np.allclose(turned @ copied, there)
    panel.paste()
    assert np.allclose(tool(window), there)
    type_into(panel.fields[0], f"{-there[0, 3] + 0.02:.5f}")
    assert tool(window)[0, 3] == pytest.approx(there[0, 3] - 0.02, abs=1e-5)
    assert tool(window)[1:3, 3] == pytest.approx(there[1:3, 3])
    panel.makers.click()
    assert panel.fields[0].number == pytest.approx(tool(window)[0, 3])
    names = [one.name for one in matrices(current_robot(window.session.state), (0.0,) * 6)]
    assert "Tool in the maker's frame" in names

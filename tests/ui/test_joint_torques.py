"""Holding torques, shown beside the joints."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rvs.bodies.dynamic import dynamic_robot
from rvs.bodies.solid import Solid
from rvs.engine.dynamics import gravload
from rvs.engine.kinematics import frames
from rvs.model.document import change_robot
from rvs.model.motions.motion import JointTrajectory
from rvs.scene.camera import axes, project
from rvs.scene.gizmos.arrow_gizmos import PUSH_HANDLE
from rvs.scripting.loaded import Loaded
from rvs.study.drives import holding, largest_payload
from rvs.study.lifting.worst import worst_posture
from rvs.ui.commands import files, trajectories

pytestmark = pytest.mark.ui
LEFT = Qt.MouseButton.LeftButton
EFFORTS = (100.0, 90.0, 42.0, 10.0, 10.0, 5.0)


def give_efforts(window):
    placed = window.session.state.document.robots[0]
    pairs = zip(placed.robot.joints, EFFORTS, strict=True)
    robot = placed.robot.replace(joints=tuple(replace(j, effort=e) for j, e in pairs))
    window.session.edit("Efforts", lambda d: change_robot(d, placed.id, robot=robot))
    window.clock.tick(1.0)
    return window.session.state.document.robots[0]


def posture(window) -> np.ndarray:
    state = window.session.state
    return np.array(state.postures[state.document.robots[0].id])


def test_torques_stand_beside_the_joints_only_where_they_are_wanted(window) -> None:
    rows = window.joints.rows
    assert not any(row.torque.isVisible() for row in rows)
    assert not window.joints.foot.isVisible()
    window.actions_["joint_torques"].trigger()
    assert all(row.torque.isVisible() for row in rows)
    placed = window.session.state.document.robots[0]
    wanted = gravload(dynamic_robot(placed), posture(window))
    assert rows[1].torque.words.text() == f"{wanted[1]:.3g} N m"
    assert rows[0].torque.words.text() == "0 N m"
    assert "compares the joints" in rows[1].torque.toolTip()
    # the first joint bears the weight of all links and of the hand
    weight = 9.81 * sum(j.inertia.mass for j in dynamic_robot(placed).joints)
    assert f"Its bearings carry {weight:.3g} N (" in rows[0].torque.toolTip()
    assert "effort limits" in window.joints.foot.payload.text()
    window.actions_["joint_torques"].trigger()
    assert not any(row.torque.isVisible() for row in rows)


def test_a_force_and_efforts_count(window) -> None:
    window.actions_["joint_torques"].trigger()
    placed, foot, row = give_efforts(window), window.joints.foot, window.joints.rows[1]
    robot, q = dynamic_robot(placed), posture(window)
    field = foot.fields[2]
    window.joints.widget().ensureWidgetVisible(field)
    QTest.mouseDClick(field, LEFT)
    field.selectAll()
    QTest.keyClicks(field, "-50")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert window.desk.push.force == (0.0, 0.0, -50.0)
    torque = holding(robot, q, [0, 0, -50])[1]
    assert row.torque.words.text() == f"{torque:.3g} N m · {torque / 90:.0%}"
    mass = largest_payload(robot, q)
    assert f"{mass.mass:.3g} kg more" in foot.payload.text()
    # more than the joint has is painted in the colour of limits
    field.selectAll()
    QTest.keyClicks(field, "-200")
    QTest.keyClick(field, Qt.Key.Key_Return)
    picture = row.torque.grab().toImage()
    reds = sum(
        picture.pixelColor(x, picture.height() // 2).name()
        == window.desk.theme.colors.limit.lower()
        for x in range(picture.width())
    )
    assert reds > 20


def test_the_worst_posture_is_gone_to_and_undone(window, qtbot) -> None:
    window.actions_["joint_torques"].trigger()
    placed, before = give_efforts(window), posture(window)
    worst = window.joints.foot.worst
    window.joints.widget().ensureWidgetVisible(worst)
    QTest.mouseClick(worst, LEFT)
    qtbot.waitUntil(lambda: not window.desk.posture_search.running, timeout=60_000)
    wanted = worst_posture(dynamic_robot(placed))
    np.testing.assert_allclose(posture(window), wanted.q, atol=1e-12)
    window.actions_["undo"].trigger()
    np.testing.assert_array_equal(posture(window), before)


def test_a_robot_without_masses_offers_some(window) -> None:
    window.actions_["joint_torques"].trigger()
    files.show_robot(window.desk, "scara")
    window.clock.tick(1.0)
    assert window.joints.foot.offer.isVisible()
    assert not window.joints.foot.worst.isVisible()
    assert not any(row.torque.isVisible() for row in window.joints.rows)


def tip(window) -> tuple[float, float]:
    """Where the tip of the force's arrow is in the view."""
    view = window.viewport
    arrow = next(
        item for item in view.scene().items if item.owner == PUSH_HANDLE and isinstance(item, Solid)
    )
    end = arrow.pose @ [0.0, 0.0, 0.95 * arrow.mesh.bounds[1, 2], 1.0]
    x, y, _ = project(view.camera, end[None, :3], view.width(), view.height())[0]
    return float(x), float(y)


def test_the_force_is_pulled_at_its_arrow(window, drag, hover) -> None:
    view, push = window.viewport, window.desk.push
    assert not any(item.owner == PUSH_HANDLE for item in view.scene().items)
    window.actions_["joint_torques"].trigger()
    placed, row, steps = give_efforts(window), window.joints.rows[1], window.session.undo_label
    x, y = tip(window)
    hover(view, x, y)
    drag(view, (x, y), (x + 30, y + 5), (x + 90, y + 20))
    force = np.array(push.force)
    sight = axes(view.camera)[2]
    assert np.linalg.norm(force) > 5.0
    # the tip stays in the plane across the view, but for the part that the tip was away from it
    assert abs(float(force @ axes(view.camera)[0])) > abs(float(force @ sight))
    robot = dynamic_robot(placed)
    assert row.torque.words.text().startswith(f"{holding(robot, posture(window), force)[1]:.3g} ")
    assert [float(f.text().split()[0].replace("−", "-")) for f in window.joints.foot.fields] == (
        pytest.approx(force, abs=0.06)
    )
    assert any(getattr(item, "text", "").endswith(" N") for item in view.scene().items)
    # like a force that is typed, it is no step
    assert window.session.undo_label == steps
    # back at the tool it is nothing
    x, y = tip(window)
    tool = frames(robot, posture(window))[-1] @ robot.tool
    a, b, _ = project(view.camera, tool[None, :3, 3], view.width(), view.height())[0]
    drag(view, (x, y), ((x + a) / 2, (y + b) / 2), (a, b))
    assert push.force == (0.0, 0.0, 0.0)


def pulled(view, start: QPoint, end: QPoint, keys=Qt.KeyboardModifier.NoModifier) -> None:
    """Take something and move it; the button stays down."""
    QTest.mousePress(view, LEFT, pos=start)
    at, everywhere = QPointF(end), QPointF(view.mapToGlobal(end))
    none = Qt.MouseButton.NoButton
    QApplication.sendEvent(
        view, QMouseEvent(QEvent.Type.MouseMove, at, everywhere, none, LEFT, keys)
    )


def test_escape_takes_the_pull_back_and_ctrl_takes_steps(window) -> None:
    view, push = window.viewport, window.desk.push
    window.actions_["joint_torques"].trigger()
    push.take((0.0, 0.0, -30.0))
    start = QPoint(*map(round, tip(window)))
    end = start + QPoint(33, 21)
    pulled(view, start, end)
    assert push.force != (0.0, 0.0, -30.0)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert push.force == (0.0, 0.0, -30.0)
    QTest.mouseRelease(view, LEFT, pos=end)
    assert push.force == (0.0, 0.0, -30.0)
    pulled(view, start, end, Qt.KeyboardModifier.ControlModifier)
    QTest.mouseRelease(view, LEFT, pos=end)
    parts = np.array(push.force) / 2.0
    np.testing.assert_allclose(parts, np.round(parts), atol=1e-9)
    assert push.force != (0.0, 0.0, -30.0)


def test_drives_in_sight_show_the_arrow_and_name_the_force(window) -> None:
    def arrows() -> int:
        return sum(item.owner == PUSH_HANDLE for item in window.viewport.scene().items)

    placed = window.session.state.document.robots[0]
    here = window.session.state.postures[placed.id]
    rows = JointTrajectory.evenly(placed.id, [here, tuple(np.array(here) + 0.1)], 1.0)
    trajectories.take(window.desk, Loaded("a step", rows, placed))
    window.actions_["drives"].trigger()
    QApplication.processEvents()
    assert arrows() == 1, "no size beside no force"
    window.desk.push.take((0.0, 0.0, -25.0))
    assert arrows() == 2
    assert window.drives.subtitle.text() == "a step · 1.00 s · 25 N on the tool"
    # behind the panel that shares its place it shows nothing
    window.trajectory.raise_()
    QApplication.processEvents()
    assert arrows() == 0
    window.drives.raise_()
    QApplication.processEvents()
    assert arrows() == 2

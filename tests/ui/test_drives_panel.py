"""Drives panel: the load of a motion on the drives, and another pace for it."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.bodies.dynamic import dynamic_robot
from rvs.model.document import change_robot
from rvs.model.motions.loads import load_along, overloads
from rvs.ui.commands import trajectories

from .hands import settle
from .said import loaded_by

pytestmark = pytest.mark.ui
LEFT = Qt.MouseButton.LeftButton
EFFORTS = (100.0, 59.0, 42.0, 10.0, 10.0, 5.0)


def load(window, name: str) -> None:
    choice = next(one for one in trajectories.choices() if one.name == name)
    assert trajectories.load_for(window.desk, choice)


@pytest.fixture
def drives(window):
    load(window, "puma560-place")
    window.desk.call("drives")
    return window.desk.dock("drives")


def give(window, efforts=EFFORTS, rate: float = 2.0):
    placed = window.session.state.document.robots[0]
    pairs = zip(placed.robot.joints, efforts, strict=True)
    joints = tuple(replace(joint, effort=most, rate=rate) for joint, most in pairs)
    robot = placed.robot.replace(joints=joints)
    window.session.edit("Efforts", lambda d: change_robot(d, placed.id, robot=robot))
    window.clock.tick(1.0)
    return window.session.state.document.robots[0]


def texts(drives, row: int) -> list[str]:
    cells = range(drives.table.columnCount())
    head = drives.table.verticalHeaderItem(row).text()
    return [head, *(drives.table.item(row, column).text() for column in cells)]


def peaks(window) -> np.ndarray:
    placed = window.session.state.document.robots[0]
    return load_along(dynamic_robot(placed), window.desk.playback.loaded.trajectory).peaks


def test_a_row_for_each_drive(window, drives) -> None:
    assert drives.table.rowCount() == 6
    shoulder = texts(drives, 1)
    assert shoulder[:3] == ["θ₂", f"{peaks(window)[1]:.3g} N m", "–"]
    assert shoulder[-1].endswith("rpm")
    assert "The effort limits of the joints are not known" in drives.unknown.text()
    assert drives.notice.text == ""
    # The names of the joints stay in sight where the columns are scrolled.
    bar = drives.table.horizontalScrollBar()
    bar.setValue(bar.maximum())
    assert drives.table.verticalHeader().isVisible()
    assert drives.subtitle.text() == f"puma560-place · {window.desk.playback.duration:.2f} s"
    assert not drives.slower.isVisible()
    assert not drives.fastest.isEnabled()


def test_what_is_not_known_leads_to_where_it_is_entered(window, drives) -> None:
    assert "href" in drives.unknown.text()
    drives.unknown.linkActivated.emit("motors")
    table = window.desk.dock("robot_table")
    assert table.isVisible()
    assert table.dynamics.chips["Motors"].isChecked()
    give(window)
    window.desk.call("drives")
    assert drives.unknown.text() == ""


def test_a_weak_drive_is_named_and_a_slower_motion_spares_it(window, drives) -> None:
    before = window.desk.playback.duration
    weak = peaks(window)[1] * 0.98
    give(window, (100.0, weak, 42.0, 10.0, 10.0, 5.0), rate=9.0)
    assert "Too weak: θ₂" in drives.notice.text
    assert texts(drives, 1)[3] == "102%"
    assert drives.slower.isVisible()
    QTest.mouseClick(drives.slower, LEFT)
    after = window.desk.playback.duration
    assert after > before
    said = window.statusBar().currentMessage()
    assert said.endswith(f" takes {after:.2f} s instead of {before:.2f} s")
    assert peaks(window)[1] == pytest.approx(weak, rel=1e-6)
    slow = window.desk.playback.loaded.trajectory
    assert drives.notice.text == "All drives stay within their limits."
    assert not drives.slower.isVisible()
    # one step, both ways
    window.actions_["undo"].trigger()
    window.clock.tick(1.0)
    settle()
    assert window.desk.playback.duration == before
    assert "Too weak: θ₂" in drives.notice.text
    window.actions_["redo"].trigger()
    settle()
    assert window.desk.playback.duration == after
    window.desk.playback.seek(after)
    assert window.session.state.playhead == after
    line, again = loaded_by(window)
    assert "slower=1." in line
    assert np.array_equal(again.times.array, slow.times.array)


def test_as_fast_as_the_drives_allow(window, drives, qtbot) -> None:
    placed, before = give(window), window.desk.playback.duration
    way = window.desk.playback.loaded.trajectory.rows.array
    QTest.mouseClick(drives.fastest, LEFT)
    qtbot.waitUntil(lambda: window.desk.playback.duration < before, timeout=60_000)
    rows = window.desk.playback.loaded.trajectory
    robot = dynamic_robot(placed)
    assert overloads(robot, load_along(robot, rows)) == ()
    np.testing.assert_allclose(rows.rows.array[[0, -1]], way[[0, -1]], atol=1e-6)
    assert window.session.undo_label == "Speed up puma560-place"
    QTest.mouseClick(drives.plot, LEFT)
    assert window.trajectory.quantity.currentText() == "Torques"
    line, again = loaded_by(window)
    assert "fastest=True" in line
    np.testing.assert_allclose(again.rows.array, rows.rows.array, atol=1e-9)


def test_what_cannot_hold_the_arm_is_said(window, drives) -> None:
    give(window, (100.0, 20.0, 42.0, 10.0, 10.0, 5.0))
    assert "cannot even hold the arm" in drives.notice.text
    assert not drives.slower.isVisible()


def test_without_motion_or_masses_it_says_what_it_needs(window) -> None:
    window.desk.call("drives")
    drives = window.desk.dock("drives")
    assert drives._none.isVisible()
    load(window, "scara-flower")
    window.desk.call("drives")
    assert drives.offer.isVisible()
    assert not drives.table.isVisible()

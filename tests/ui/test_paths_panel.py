"""Cartesian paths in the window: opened, followed, told what is in the way, cured, saved."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.engine.kinematics import fkine
from rvs.files.storage.locations import bundled_folder

pytestmark = pytest.mark.ui

LEAVES = """unit = mm
speed = 400
start { at = [ 480 200 600 180 0 180 ] }
line { to = [ 1480 200 600 180 0 180 ] }
"""


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "way.ctraj"
    file.write_text(LEAVES, encoding="utf-8")
    return file


def tool(window):
    placed = window.session.state.document.robots[0]
    return fkine(placed.robot, window.session.state.postures[placed.id])


def buttons(window):
    return {button.text(): button for button in window.trajectory.findings.buttons}


def test_a_bundled_path_is_followed_exactly_while_it_plays(window):
    window.open([str(bundled_folder() / "ctraj" / "puma560-seam.ctraj")])
    loaded = window.trajectory.playback.loaded
    assert loaded.name == "puma560-seam"
    assert window.trajectory.findings.isHidden()
    for time in (0.0, 0.777, 2.345, loaded.played.duration):
        window.trajectory.playback.seek(time)
        wanted = loaded.motion.way.poses(np.array([time]))[0]
        assert np.allclose(tool(window), wanted, atol=1e-9)


def test_the_library_offers_paths_of_the_robot(window):
    window.actions_["trajectory"].trigger()
    window.trajectory.menu.aboutToShow.emit()
    names = [action.text() for action in window.trajectory.menu.actions()]
    assert "puma560-square" in names
    assert "rediestro-circle" not in names


def test_what_stops_a_path_is_told_with_time_and_place(window, path):
    window.open([str(path)])
    bar = window.trajectory.findings
    assert bar.isVisible()
    assert "leaves the arm's reach, by up to" in bar.notice.text
    assert "m: " in bar.notice.text
    findings = window.trajectory.playback.loaded.findings
    fast = [one for one in findings if one.share < 1.0]
    assert all("an assumed 360°/s, because its own rate is not known" in one.words for one in fast)
    assert ("Slow down" in buttons(window)) == bool(fast)
    bar.list.actions()[-1].trigger()
    assert window.trajectory.playback.time == pytest.approx(
        sorted(findings, key=lambda one: not one.stops)[-1].start
    )
    window.trajectory.playback.to_end()
    stop = next(one for one in findings if one.stops)
    assert np.linalg.norm(tool(window)[:3, 3] - stop.place) < 0.01


def test_slowing_down_keeps_the_rates(window, path):
    path.write_text(LEAVES.replace("1480", "580").replace("400", "4000"), encoding="utf-8")
    from rvs.model.motions.cartesian import follow
    from rvs.model.motions.rates import Defaults
    from rvs.ui.commands import paths as path_commands

    window.open([str(path)])
    loaded = window.trajectory.playback.loaded
    limited = Defaults(turning_rate=1.0)
    plan = follow(
        loaded.placed.robot, loaded.placed.id, loaded.motion.way,
        loaded.trajectory.posture(0.0), defaults=limited,
    )  # fmt: skip
    path_commands.show(window.desk, loaded.followed, plan)
    before = window.trajectory.playback.duration
    QTest.mouseClick(buttons(window)["Slow down"], Qt.MouseButton.LeftButton)
    assert window.trajectory.playback.duration > 1.5 * before


def test_a_file_with_errors_names_their_lines(window, path):
    path.write_text(LEAVES.replace("[ 1480 200", "[ 1480"), encoding="utf-8")
    window.open([str(path)])
    message = window.messages.messages[-1]
    assert "list of 6 numbers" in message.text
    assert message.place.endswith(":4:13")
    assert window.trajectory.playback.loaded is None


def test_a_first_pose_out_of_reach_is_a_message(window, path):
    path.write_text(LEAVES.replace("480 200 600", "4800 200 600", 1), encoding="utf-8")
    window.open([str(path)])
    assert "the first pose is out of reach" in window.messages.messages[-1].text


def test_a_path_is_saved_as_a_joint_trajectory(window, tmp_path):
    from rvs.files.motions.jtraj import read_jtraj
    from rvs.files.robots.arch import Architecture
    from rvs.ui.commands import trajectories as trajectory_commands

    window.open([str(bundled_folder() / "ctraj" / "puma560-seam.ctraj")])
    loaded = window.trajectory.playback.loaded
    path = tmp_path / "seam.jtraj"
    assert trajectory_commands.save(window.desk, loaded, path)
    rows = read_jtraj(path, Architecture(loaded.placed.robot, loaded.placed.unit))
    assert np.isclose((len(rows.trajectory.rows) - 1) * rows.dt, loaded.played.duration)
    wanted = loaded.motion.way.poses(np.arange(len(rows.trajectory.rows)) * rows.dt)
    assert np.allclose(fkine(loaded.placed.robot, rows.trajectory.rows.array), wanted, atol=1e-6)
    assert rows.repeat == "once"

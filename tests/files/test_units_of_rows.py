"""Rows of joint values mean the same whatever the unit or the joints of their robot become."""

import numpy as np
import pytest

import rvs
from rvs.files.library import files_of, load_robot
from rvs.files.motions.jtraj import check_jtraj, read_jtraj
from rvs.files.robots.jconfig import PostureFile, postures_of, postures_text
from rvs.files.text.source import Source
from rvs.files.text.syntax import parse
from rvs.model.motions.motion import JointTrajectory
from rvs.model.robots.named_posture import NamedPosture

ROWS = [[0.0, 0.0, 0.0, 0.0], [0.5, 0.4, 0.06, 0.2]]


def sliding(name: str) -> bool:
    return not all(joint.turns for joint in load_robot(name).robot.joints)


def made(name: str = "scara"):
    cell = rvs.open(name)
    robot = cell.robots[0].id
    cell.keep_motion("mine", JointTrajectory.evenly(robot, ROWS, 0.5))
    return cell, robot


@pytest.mark.parametrize("edit", ["set_unit", "set_kind", "to_turn"])
def test_a_kept_motion_outlives_a_change_of_its_robot(edit, tmp_path) -> None:
    cell, robot = made()
    cell.save(tmp_path / "a.rvs")
    if edit == "set_unit":
        cell.set_unit(robot, "mm")
    else:
        cell.set_kind(robot, *((1, "prismatic") if edit == "set_kind" else (2, "revolute")))
    cell.save(tmp_path / "a.rvs")
    again = rvs.open(tmp_path / "a.rvs")
    assert again.motion("mine").at(0.5)[robot] == pytest.approx(ROWS[-1])
    assert len(again.state.document.robots) == 1
    # What has a file already is not written once more.
    before = sorted((tmp_path / "motions").iterdir())
    cell.save(tmp_path / "a.rvs")
    assert sorted((tmp_path / "motions").iterdir()) == before
    cell.undo()
    cell.save(tmp_path / "a.rvs")
    assert rvs.open(tmp_path / "a.rvs").motion("mine").at(0.5)[robot] == pytest.approx(ROWS[-1])


def test_bundled_rows_of_robots_that_slide_say_their_unit() -> None:
    found = 0
    for path in files_of("jtraj").values():
        robot = check_jtraj(path).robot
        if sliding(robot):
            found += 1
            read = load_robot(robot)
            other = read_jtraj(path, type(read)(read.robot, "mm"))
            wanted = read_jtraj(path, read).trajectory.rows.array
            assert other.trajectory.rows.array == pytest.approx(wanted), path
    assert found > 3
    for name, path in files_of("jconfig").items():
        if sliding(name):
            assert "\nunit = " in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize("name", ["scara", "puma560"])
def test_new_files_of_postures_say_the_unit_of_what_slides(name) -> None:
    robot = load_robot(name)
    q = tuple(np.linspace(0.1, 0.2, robot.robot.n).tolist())
    text = postures_text(PostureFile((NamedPosture("one", q),), name, robot.unit), robot)
    assert ("unit = " in text) == sliding(name)
    other = postures_of(parse(Source(name, text)), type(robot)(robot.robot, "mm"), None)
    assert other.postures[0].q == pytest.approx(q)

"""``rvs compare``: the same robot but for base, tool and zeros, or what differs."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from rvs.cli import main
from rvs.engine.descriptions.comparison import likeness, random_postures, tool_poses, turned_over
from rvs.engine.robot import Robot
from rvs.engine.screws import exp6
from rvs.files.library import load_robot
from rvs.files.robots.arch_write import save_architecture


def moved(robot: Robot) -> Robot:
    """The robot in the other convention, with another base and tool, and other zeros."""
    more = np.linspace(-0.5, 0.9, robot.n)
    joints = [
        replace(joint, offset=joint.offset - step)
        for joint, step in zip(robot.joints, more, strict=True)
    ]
    shift = exp6([0.3, -0.4, 0.5, 0.1, 0.2, -0.3])
    tool = robot.tool @ exp6([1.0, 0.2, 0.0, 0.0, 0.1, 0.2])
    return robot.replace(joints=joints, base=shift @ robot.base, tool=tool).to_dh("modified")


@pytest.mark.parametrize("name", ["puma560", "stanford", "scara", "iiwa7"])
def test_the_same_robot_is_known_again(name: str) -> None:
    one = load_robot(name).robot
    other = moved(one)
    found = likeness(one, other)
    assert found.same
    assert found.error is not None
    assert found.error < 1e-9
    slides = [not joint.turns for joint in one.joints]
    q = random_postures([(-1.0, 1.0)] * one.n, slides, 20)
    here = found.base @ tool_poses(one, q) @ found.tool
    np.testing.assert_allclose(tool_poses(other, q + found.offsets), here, atol=1e-9)


def test_only_joints_that_differ_are_named(tmp_path, capsys) -> None:
    one = load_robot("planar-3r")
    joints = list(one.robot.joints)
    joints[1] = replace(joints[1], offset=joints[1].offset + 0.25)
    path = tmp_path / "other.arch"
    save_architecture(path, replace(one, robot=one.robot.replace(joints=joints)))
    assert main(["compare", "planar-3r", str(path)]) == 0
    text = capsys.readouterr().out
    assert text.count("more in the other") == 1
    assert "−14.3239° more in the other" in text


def test_rows_are_told_in_the_symbols_of_the_window() -> None:
    one = load_robot("puma560").robot
    joints = list(one.joints)
    joints[1] = replace(joints[1], alpha=-0.3)
    joints[2] = replace(joints[2], d=joints[2].d + 0.1)
    said = " ".join(map(str, likeness(one, one.replace(joints=joints)).differences))
    assert "α is" in said
    assert "b is" in said
    assert "−" in said
    assert "alpha" not in said
    assert "-" not in said


def test_what_differs_is_told_joint_by_joint() -> None:
    one = load_robot("puma560").robot
    joints = list(one.joints)
    joints[2] = replace(joints[2], a=0.03)
    joints[3] = replace(joints[3], effort=5.0)
    found = likeness(one, moved(one.replace(joints=joints)))
    assert not found.same
    geometry = [line for line in map(str, found.differences) if "a is" in line or "b is" in line]
    assert geometry == ["joint 3: a is 0.0203 m; in the other robot it is 0.03 m"]
    assert any("joint 4: the largest effort" in str(line) for line in found.differences)


@pytest.mark.parametrize("name", ["puma560", "stanford", "iiwa7", "ur5e"])
def test_joints_that_count_the_other_way(name: str) -> None:
    one = load_robot(name).robot
    signs = np.where(np.arange(one.n) % 3 == 1, -1.0, 1.0)
    other = moved(turned_over(one, signs))
    found = likeness(one, other)
    assert found.same
    slides = [not joint.turns for joint in one.joints]
    q = random_postures([(-1.0, 1.0)] * one.n, slides, 20)
    here = found.base @ tool_poses(one, q) @ found.tool
    np.testing.assert_allclose(tool_poses(other, found.signs * q + found.offsets), here, atol=1e-8)
    assert (found.signs < 0).any()
    assert likeness(one, turned_over(one, signs)).differences == ()


def test_it_answers_in_words_and_json(capsys) -> None:
    assert main(["compare", "planar-2r", "planar-2r"]) == 0
    text = capsys.readouterr().out
    assert "planar-2r and planar-2r are the same robot" in text
    assert "of the reach" in text
    assert "zeros and directions of all joints agree" in text
    assert "more in the other" not in text
    assert main(["compare", "scara", "puma560", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["same"] is False
    assert "the number of joints is 4; in the other robot it is 6" in facts["differences"]
    assert main(["compare", "scara", "scara", "--tolerance", "2"]) == 1


def test_robots_that_differ_fail_if_asked():
    """An exit status that tests of other programs can use."""
    assert main(["compare", "puma560", "planar-2r"]) == 0
    assert main(["compare", "puma560", "planar-2r", "--fail"]) == 1
    assert main(["compare", "puma560", "puma560", "--fail"]) == 0
    assert main(["compare", "puma560", "planar-2r", "--fail", "--json"]) == 1

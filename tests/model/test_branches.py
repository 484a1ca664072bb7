"""Postures that a user compares: every one for a pose, with its name, limits and moves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rvs.engine.kinematics import fkine
from rvs.files.library import load_robot
from rvs.model.robots.branches import Swivel, branches

PUMA = load_robot("puma560").robot
HOME = tuple(PUMA.home.tolist())


def test_a_puma_has_eight_branches_with_their_names():
    found = branches(PUMA, fkine(PUMA, HOME), HOME)
    assert (found.found, found.certified, found.infinite, found.family) == (8, True, False, "puma")
    names = {row.name for row in found.rows}
    assert names == {
        f"{side}, {elbow}{wrist}"
        for side in ("right", "left") for elbow in ("up", "down") for wrist in ("", ", flip")
    }  # fmt: skip


@pytest.mark.parametrize("name", ["puma560", "ur5e", "stanford", "scara", "rediestro"])
def test_every_branch_reaches_the_pose_and_the_nearest_comes_first(name):
    robot = load_robot(name).robot
    now = robot.home + 0.01
    T = fkine(robot, now)
    rows = branches(robot, T, tuple(now.tolist())).rows
    assert np.allclose(fkine(robot, np.array([row.q for row in rows])), T, atol=1e-7)
    keys = [(not row.allowed, row.move) for row in rows]
    assert keys == sorted(keys)
    for row in rows:
        q = np.array(row.q)
        outside = np.maximum(robot.limits[:, 0] - q, q - robot.limits[:, 1])
        assert row.allowed == (outside <= 1e-9).all()
        assert np.isclose(row.move, np.abs(q - now).max())


def test_the_present_posture_is_the_first():
    first = branches(PUMA, fkine(PUMA, HOME), HOME).rows[0]
    assert np.allclose(first.q, HOME)
    assert first.move < 1e-9


def test_whole_turns_are_taken_towards_the_present_posture():
    now = [*HOME[:5], np.radians(250)]
    row = branches(PUMA, fkine(PUMA, now), tuple(now)).rows[0]
    assert np.isclose(row.q[5], np.radians(250))


def test_a_singular_posture_is_marked():
    now = (0.3, 0.8, -2.0, 0.0, 0.0, 0.4)
    found = branches(PUMA, fkine(PUMA, now), now)
    assert found.infinite
    assert "infinitely many" in found.reason
    assert any(row.singular for row in found.rows)


def test_a_pose_out_of_reach_has_a_reason():
    T = fkine(PUMA, HOME)
    T[:3, 3] *= 5
    found = branches(PUMA, T, HOME)
    assert found.rows == ()
    assert "reach" in found.reason


def test_of_infinitely_many_the_present_posture_is_listed_and_joints_count_from_one() -> None:
    robot = load_robot("rediestro").robot
    now = tuple((robot.home + 0.1).tolist())
    found = branches(robot, fkine(robot, now), now)
    assert found.infinite
    assert found.rows[0].move < 1e-9
    assert found.reason.startswith("infinitely many postures: θ")
    assert "free to choose" in found.reason


def test_a_swivel_comes_back_to_the_very_posture() -> None:
    robot = load_robot("rediestro").robot
    now = tuple((robot.home + 0.1).tolist())
    swivel = Swivel(robot, now)
    assert swivel.at(0.4) != now
    assert swivel.at(0.0) == now


def test_the_condition_number_is_that_of_the_thesis():
    robot = load_robot("diestro").robot
    q = np.radians([0, 90, -90, 90, -90, 180])
    best = branches(robot, fkine(robot, q), tuple(q.tolist())).rows[0]
    assert np.isclose(best.condition, 1.0, atol=1e-9)
    assert not best.singular
    locked = robot.replace(joints=tuple(replace(joint, locked=True) for joint in robot.joints))
    assert branches(locked, fkine(locked, locked.home), HOME).rows[0].condition == np.inf

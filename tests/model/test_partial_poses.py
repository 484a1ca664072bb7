"""Postures for some conditions of a pose."""

import numpy as np
import pytest

from rvs.engine.kinematics import fkine
from rvs.engine.transforms import pose, rotx
from rvs.files.library import load_robot
from rvs.model.robots.branches import ALL, branches, masked_branches

POINT = (False, False, False, True, True, True)


def search(robot, T, mask, now=None):
    steps = masked_branches(robot, T, tuple((robot.home if now is None else now).tolist()), mask)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def test_all_conditions_are_the_usual_search():
    puma = load_robot("puma560").robot
    T = fkine(puma, puma.home)
    found = search(puma, T, ALL)
    assert found.rows == branches(puma, T, tuple(puma.home.tolist())).rows
    assert found.certified


def test_an_arm_of_two_joints_reaches_a_point_of_its_plane_twice():
    arm = load_robot("planar-2r").robot
    T = fkine(arm, arm.home + 0.3)
    # turned out of the plane, which no posture of the arm can do
    T = pose(rotx(1.0), T[:3, 3])
    assert search(arm, T, ALL).found == 0
    found = search(arm, T, POINT)
    assert (found.found, found.infinite, found.certified) == (2, False, False)
    for row in found.rows:
        np.testing.assert_allclose(fkine(arm, np.array(row.q))[:3, 3], T[:3, 3], atol=1e-8)


def test_joints_that_are_left_over_make_infinitely_many():
    puma = load_robot("puma560").robot
    T = fkine(puma, puma.home)
    found = search(puma, T, (True, True, False, True, True, True))
    assert found.infinite
    assert "fewer conditions" in found.reason
    assert found.rows[0].move == pytest.approx(0.0, abs=1e-7)
    for row in found.rows:
        np.testing.assert_allclose(fkine(puma, np.array(row.q))[:3, 3], T[:3, 3], atol=1e-8)


def test_what_is_out_of_reach_and_nothing_to_reach_say_so():
    arm = load_robot("planar-2r").robot
    assert "in 40 starts; the nearest" in search(arm, pose(p=[9.0, 0.0, 0.0]), POINT).reason
    assert "tick" in search(arm, np.eye(4), (False,) * 6).reason

"""A swivel moves the arm and leaves the tool where it is."""

import numpy as np
import pytest

from rvs.engine.kinematics import fkine
from rvs.files.library import load_robot
from rvs.model.robots.branches import STEP, Swivel


@pytest.mark.parametrize("name", ["rediestro", "panda", "iiwa14"])
def test_the_tool_rests_while_the_joints_move(name):
    robot = load_robot(name).robot
    swivel = Swivel(robot, tuple(robot.home.tolist()))
    T = fkine(robot, robot.home)
    for share in (0.05, -0.05, 0.1, 0.02):
        assert np.allclose(fkine(robot, swivel.at(share)), T, atol=1e-8)
    assert np.abs(np.array(swivel.at(0.1)) - robot.home).max() > 0.1


def test_it_is_continuous_and_comes_back():
    robot = load_robot("rediestro").robot
    swivel = Swivel(robot, tuple(robot.home.tolist()), limits=False)
    rows = np.array([swivel.at(share) for share in np.linspace(-0.3, 0.3, 200)])
    assert np.abs(np.diff(rows, axis=0)).max() < 2 * STEP
    assert np.allclose(swivel.at(0.0), robot.home)


def test_it_ends_at_a_limit():
    robot = load_robot("panda").robot
    swivel = Swivel(robot, tuple(robot.home.tolist()))
    for share in (-1.0, 1.0):
        q = np.array(swivel.at(share))
        assert ((q >= robot.limits[:, 0]) & (q <= robot.limits[:, 1])).all()


def test_an_arm_without_surplus_joints_stays():
    robot = load_robot("puma560").robot
    home = tuple(robot.home.tolist())
    assert np.allclose(Swivel(robot, home).at(0.7), home)

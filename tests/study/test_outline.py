"""The outline of a workspace: closed forms of planar arms, and random postures inside it."""

from __future__ import annotations

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.scripting.opening import placed
from rvs.study.dexterity import maximum_reach
from rvs.study.workspace.outline import outline


def test_a_planar_arm_reaches_a_ring():
    found = outline(Robot.from_dh([0.5, 0.3], 0, 0, 0))
    assert (found.far, found.near) == pytest.approx((0.8, 0.2), abs=1e-6)
    assert found.side == ()
    assert found.outer == pytest.approx(np.full(len(found.angle), 0.8), abs=found.step)
    assert found.inner == pytest.approx(np.full(len(found.angle), 0.2), abs=found.step)


def test_limits_of_joint_1_leave_a_sector():
    arm = Robot.from_dh([0.5, 0.3], 0, 0, 0, limits=np.radians([[-60, 60], [0, 20]]))
    found = outline(arm)
    angle = (np.degrees(found.angle) + 180) % 360 - 180
    known = np.isfinite(found.outer)
    bend = np.degrees(np.arctan2(0.3 * np.sin(np.radians(20)), 0.5 + 0.3 * np.cos(np.radians(20))))
    assert angle[known].min() == pytest.approx(-60, abs=2)
    assert angle[known].max() == pytest.approx(60 + bend, abs=2)


def test_an_upright_arm_with_two_links_reaches_a_circle():
    # axis 1 upright, then two level axes: a ball about the shoulder at 0.4 m
    arm = Robot.from_dh([0, 0.5, 0.3], [np.pi / 2, 0, 0], [0.4, 0, 0], 0)
    found = outline(arm)
    assert (found.far, found.top, found.bottom) == pytest.approx((0.8, 1.2, -0.4), abs=1e-6)
    away = np.hypot(*(np.concatenate(found.side) - [0.0, 0.4]).T)
    near_a_border = np.minimum(np.abs(away - 0.8), np.abs(away - 0.2))
    on_axis = np.concatenate(found.side)[:, 0] <= found.step
    assert (near_a_border[~on_axis] <= found.step).all()


@pytest.mark.parametrize("name", ["puma560", "ur5e"])
def test_no_random_posture_is_beyond_the_dimensions(name):
    robot = placed(name).robot
    found = outline(robot)
    exact = maximum_reach(robot, limits=True, axis=True).distance
    assert found.far == pytest.approx(exact, rel=1e-6)
    q = np.random.default_rng(2).uniform(*np.array(robot.limits).T, (20_000, robot.n))
    x, y, z = (fkine(robot, q)[:, :3, 3] - robot.base[:3, 3]).T
    assert np.hypot(x, y).max() <= found.far + 1e-9
    assert found.near - 1e-9 <= np.hypot(x, y).min()
    assert found.bottom - 1e-9 <= z.min()
    assert z.max() <= found.top + 1e-9


def test_a_first_joint_that_slides_is_refused():
    with pytest.raises(ArgumentError, match="rvs workspace computes the reach of such a robot"):
        outline(placed("cartesian").robot)

"""Motions at another pace."""

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError, NoSolution
from rvs.engine.robot import Robot
from rvs.model.array_value import block
from rvs.model.motions.loads import load_along, overloads
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.time_scaling import quickest, slowed


def arm(**limits):
    return Robot.from_dh(
        [0.5, 0.4], 0, 0, 0, mass=[2, 1], com=[[-0.2, 0, 0]] * 2,
        inertia=[[0.1, 0.1, 0.1, 0, 0, 0]] * 2, gravity=(0, -9.81, 0), **limits,
    )  # fmt: skip


def swing(openings=()):
    t = np.linspace(0.0, 2.0, 101)
    part = 0.5 - 0.5 * np.cos(np.pi * t / 2)
    rows = np.stack([part, -2 * part], axis=1)
    rest = np.repeat(rows[-1:], 50, axis=0)
    whole = np.concatenate([rows, rest, rows[::-1]])
    times = 0.02 * np.arange(len(whole))
    return JointTrajectory("arm", block(times), block(whole), openings)


def test_a_slower_motion_takes_some_times_as_long():
    found = slowed(swing(((2.5, 0.03),)), 1.5)
    assert found.trajectory.duration == pytest.approx(1.5 * swing().duration)
    assert found.trajectory.openings == ((3.75, 0.03),)
    assert found.time(2.0) == pytest.approx(3.0)
    np.testing.assert_array_equal(found.trajectory.rows.array, swing().rows.array)
    with pytest.raises(ArgumentError, match="factor"):
        slowed(swing(), 0.0)


def test_the_quickest_motion_keeps_way_rests_and_limits():
    robot = arm(effort=[25.0, 10.0], rate=[2.0, 3.0])
    old = swing(((2.5, 0.03),))
    found = quickest(robot, old)
    new = found.trajectory
    assert new.duration < 0.8 * old.duration
    assert new.dt is not None
    load = load_along(robot, new)
    assert new.rated
    assert overloads(robot, load) == ()
    assert load.peaks.max() > 9.9
    # one joint goes twice the way of the other
    np.testing.assert_allclose(new.rows.array[:, 1], -2 * new.rows.array[:, 0], atol=1e-6)
    # it waits for a second where it did, and the gripper opens in its middle
    still = np.abs(load.speeds).max(axis=1) == 0.0
    assert (
        np.ptp(load.times[still & (load.times > 0.1) & (load.times < new.duration - 0.1)]) >= 0.98
    )
    assert posture_at(new, new.openings[0][0]) == pytest.approx(posture_at(old, 2.5), abs=1e-6)


def posture_at(trajectory, t):
    return trajectory.posture(t)


def test_rates_of_a_slower_quickest_motion_stay_known():
    robot = arm(effort=[25.0, 10.0], rate=[2.0, 3.0])
    fast = quickest(robot, swing()).trajectory
    slow = slowed(fast, 2.0).trajectory
    np.testing.assert_allclose(slow.speeds.array, fast.speeds.array / 2)
    np.testing.assert_allclose(slow.accelerations.array, fast.accelerations.array / 4)


def test_what_cannot_hold_the_arm_is_said():
    with pytest.raises(NoSolution, match="joint 1 needs"):
        quickest(arm(effort=[5.0, 10.0]), swing())
    with pytest.raises(ArgumentError, match="accelerations"):
        JointTrajectory(
            "arm", block([0.0, 1.0]), block(np.zeros((2, 2))), accelerations=block([[0.0, 0.0]])
        )

"""Joints with dry friction let go where their grip ends, however a processor rounds."""

import numpy as np
import pytest

from rvs.engine.dynamics import fdyn
from rvs.engine.dynamics.bodies import drives
from rvs.engine.dynamics.integrate import dormand_prince
from rvs.engine.dynamics.newton_euler import gravload
from rvs.engine.dynamics.stick_slip import WATCHFUL, MovingRobot
from rvs.files.library import load_robot

PUMA = load_robot("puma560").robot
STILL = np.zeros(6)
JOINT = 2
GRIP = float(drives(PUMA).forward[JOINT])


def pull(share: float) -> np.ndarray:
    """Torques that hold a robot, and pull one joint by so much of what its friction can bear."""
    wanted = gravload(PUMA, STILL)
    wanted[JOINT] += share * GRIP
    return wanted


def after(share: float) -> MovingRobot:
    moving = MovingRobot(PUMA, dormand_prince(1e-11, WATCHFUL), STILL, STILL)
    moving.advance(pull(share), STILL, 0.01)
    return moving


@pytest.mark.parametrize("over", [1e-8, 1e-9, 1e-3])
def test_a_joint_beyond_the_end_of_its_grip_lets_go_alone(over: float) -> None:
    moving = after(1.0 + over)
    assert moving.qd[JOINT] > 0.0
    assert not np.delete(moving.qd, JOINT).any()


@pytest.mark.parametrize("short", [0.0, 1e-12, 1e-9, 1e-3])
def test_a_joint_with_grip_left_holds(short: float) -> None:
    assert not after(1.0 - short).qd.any()


@pytest.mark.parametrize("begin", [0.0, 0.00123, 0.25, 0.999])
def test_a_pull_that_grows_moves_a_joint_from_the_moment_when_its_grip_ends(begin: float) -> None:
    """The moment is found within a step, wherever it begins, and not a step later."""
    t = np.array([0.0, begin + 1.0 - 1e-6, begin + 1.0 + 1e-3])
    q, qd = fdyn(PUMA, t, lambda t, *_: pull(max(t - begin, 0.0)), STILL, STILL)
    assert not qd[1].any()
    assert not q[1].any()
    # from there on the pull is a ramp: the speed grows with the square of time
    _, later = fdyn(
        PUMA, t + np.array([0, 0, 1e-3]), lambda t, *_: pull(max(t - begin, 0.0)), STILL, STILL
    )
    assert qd[2, JOINT] > 0.0
    assert later[2, JOINT] / qd[2, JOINT] == pytest.approx(4.0, rel=1e-2)

"""Joints with dry friction let go where their grip ends, however a processor rounds."""

import numpy as np
import pytest

from rvs.engine.dynamics.bodies import drives
from rvs.engine.dynamics.stick_slip import DryRobot
from rvs.files.library import load_robot

PUMA = load_robot("puma560").robot
BASE = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 9.81])
JOINT = 2


def pulled(share: float) -> DryRobot:
    """A robot at rest that is pulled at one joint by so much of what its friction can bear."""
    still = DryRobot(PUMA, BASE, lambda *_: np.zeros(6))
    state = np.zeros(12)
    gravity = still.balance(0.0, state, np.zeros(6))[1]
    wanted = np.zeros(6)
    wanted[JOINT] = share * drives(PUMA).forward[JOINT]
    return DryRobot(PUMA, BASE, lambda *_: wanted - gravity)


@pytest.mark.parametrize("short", [0.0, 1e-12, 1e-9, 1e-8, -1e-9])
def test_a_joint_at_the_end_of_its_grip_lets_go(short: float) -> None:
    modes = pulled(1.0 - short).sort(0.0, np.zeros(12), breaking=True)
    assert modes.tolist() == [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]


def test_a_joint_with_grip_left_holds() -> None:
    assert not pulled(0.999).sort(0.0, np.zeros(12)).any()
    assert pulled(1.001).sort(0.0, np.zeros(12))[JOINT] == 1.0

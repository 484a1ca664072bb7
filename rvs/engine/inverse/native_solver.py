"""Data of a robot that the C++ kernels need to find all its postures."""

from __future__ import annotations

from typing import Any

import numpy as np

from rvs.engine.inverse.families import family
from rvs.engine.inverse.general6r.loop import JOINTS, arm_of
from rvs.engine.inverse.general6r.splitting import TRIALS, random_loops
from rvs.engine.inverse.solution import Reason, Solutions
from rvs.engine.kernels import NATIVE
from rvs.engine.robot import Robot


def compile_solver(robot: Robot) -> Any:
    """Return the native solver of a robot; None without kernels, or for other robots.

    Arms of six revolute joints have one.  It answers where the postures are certain and none is
    nearly singular, and leaves the rest to ``ikine_all`` in Python.

    Args:
        robot: The robot.
    """
    turning = all(joint.kind == "revolute" and not joint.locked for joint in robot.joints)
    if NATIVE is None or robot.n != JOINTS or not turning:
        return None
    arm = arm_of(robot.chain)
    motions = np.array([*arm.links, arm.ahead, arm.behind]).reshape(-1, 16)
    numbers = np.array([[*arm.offset, arm.length, arm.reach]])
    trials = random_loops(arm, TRIALS).reshape(-1, 16)
    return NATIVE.Solver(robot, _sample(robot), motions, numbers, trials)


def _sample(robot: Robot) -> Solutions:
    """Return the common fields of all certain answers for a robot."""
    return Solutions(
        q=np.empty((0, JOINTS)),
        isolated=np.empty(0, dtype=bool),
        certified=True,
        family=family(robot),
        infinite=False,
        residual=np.empty(0),
        reason=Reason(),
    )

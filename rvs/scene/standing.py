"""How high a robot is best placed, so that it does not sink into the floor."""

from __future__ import annotations

import numpy as np

from rvs.engine.kinematics import frames
from rvs.engine.robot import Array, Robot
from rvs.model.derived import derived
from rvs.model.ranges import joint_range
from rvs.scene.sizes import length

LOW_SHOULDER = 0.06
DIPS = 0.15
STAND, STEP_UP = 0.4, 0.1
SAMPLES = 64


@derived(size=16)
def standing_height(robot: Robot) -> float:
    """Return how far above the floor to place a robot whose table starts at its shoulder, in m.

    A robot with its shoulder well above the origin, or on a sliding first joint, needs nothing; one
    that swings below gets a column of 0.4 of its length, others a step of a tenth.
    """
    size = length(robot)
    heights = frames(robot, _postures(robot))[..., 2, 3]
    raised = heights[:, 1].min() >= LOW_SHOULDER * size
    if raised or robot.joints[0].kind == "prismatic":
        return 0.0
    wanted = STAND if heights.min() < -DIPS * size else STEP_UP
    return float(f"{wanted * size:.2g}")


def _postures(robot: Robot) -> Array:
    """Postures spread over the joints' ranges (SAMPLES, n), always the same."""
    ends = [joint_range(robot, i) for i in range(robot.n)]
    low, high = (np.array([getattr(end, side) for end in ends]) for side in ("lower", "upper"))
    parts = np.random.default_rng(0).random((SAMPLES, robot.n))
    spread: Array = low + parts * (high - low)
    return spread

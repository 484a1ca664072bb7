"""Postures found by descent from many random starts, for robots without a known structure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.inverse.descent import descend, scales
from rvs.engine.robot import Robot

STARTS, STEPS = 256, 40


def random_postures(robot: Robot, size: float, count: int) -> Array:
    """Return random postures (count, n), the same at every call; locked joints at home.

    Args:
        robot: The robot.
        size: Range of displacements without limits, m.
        count: Their number.
    """
    rng = np.random.default_rng(0)
    span = np.array([np.pi if joint.turns else 2 * size for joint in robot.joints])
    slides = np.array([not joint.turns for joint in robot.joints])
    lower, upper = robot.limits.T
    # a slide is looked for within its limits and somewhat beyond, an angle anywhere
    low = np.where(slides & np.isfinite(lower), lower - size, -span)
    high = np.where(slides & np.isfinite(upper), upper + size, span)
    Q = rng.uniform(np.minimum(low, high), np.maximum(low, high), (count, robot.n))
    return np.where([joint.locked for joint in robot.joints], robot.home, Q)


def candidates(
    robot: Robot, T: Array, size: float, starts: Array, held: tuple[int, ...] = ()
) -> Array:
    """Return the ends of descents from some postures (m, n).

    Args:
        robot: The robot.
        T: Required pose (4, 4).
        size: Reference length for errors.
        starts: The postures (m, n).
        held: Joints that are held.
    """
    joints = list(robot.joints)
    for i in held:
        joints[i] = replace(joints[i], locked=True)
    return descend(robot.replace(joints=tuple(joints)), T, starts, scales(size), STEPS)[0]

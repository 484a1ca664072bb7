"""Differences of two descriptions of a robot: poses and torques over the same random states."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, pi

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.chain import chain_frames
from rvs.engine.dynamics.newton_euler import rne
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot

POSTURES, STATES = 1000, 100
# Places are compared relative to the farthest one, and to 1 mm at least.
NEAREST = 1e-3


def random_postures(
    limits: Sequence[tuple[float, float]], slides: Sequence[bool], count: int
) -> Array:
    """Return postures within limits (count, n), the same at every call.

    Args:
        limits: Bounds of each joint, rad or m; half a turn or 1 m replaces a missing one.
        slides: True for each prismatic joint.
        count: Their number.
    """
    lower, upper = np.transpose([_span(*one) for one in zip(limits, slides, strict=True)])
    generator = np.random.default_rng(18)
    return generator.uniform(lower, upper, (count, len(limits)))


def random_states(
    limits: Sequence[tuple[float, float]], slides: Sequence[bool], count: int
) -> tuple[Array, Array, Array]:
    """Return postures within limits with speeds and accelerations up to 1, (count, n) each."""
    q = random_postures(limits, slides, count)
    qd, qdd = np.random.default_rng(81).uniform(-1.0, 1.0, (2, *q.shape))
    return q, qd, qdd


def tool_poses(robot: Robot, q: Array) -> Array:
    """Return the poses of the tool for postures (m, n), in NumPy alone, (m, 4, 4)."""
    poses: Array = chain_frames(robot.chain, q)[:, -1] @ robot.tool
    return poses


def robot_difference(one: Robot, other: Robot) -> float:
    """Return the largest difference of the tool's poses over random postures of the first."""
    q = random_postures(*joint_ranges(one), POSTURES)
    return pose_difference(tool_poses(one, q), tool_poses(other, q))


def robot_torque_difference(one: Robot, other: Robot) -> float | None:
    """Return the largest difference of torques over random states, relative to the largest.

    None if masses are unknown.
    """
    if not (has_masses(one) and has_masses(other)):
        return None
    states = random_states(*joint_ranges(one), STATES)
    return torque_difference(plain_torques(one, *states), plain_torques(other, *states))


def plain_torques(robot: Robot, q: Array, qd: Array, qdd: Array) -> Array:
    """Return torques without motors and friction (m, n)."""
    return rne(robot, q, qd, qdd, friction=False, motor=False)


def has_masses(robot: Robot) -> bool:
    """Return whether dynamics can be computed: masses and moments are known and valid."""
    return all(map(_is_weighed, robot.joints))


def pose_difference(one: Array, other: Array) -> float:
    """Return the largest difference of poses (m, 4, 4); positions are relative to the farthest."""
    far = max(float(np.abs(one[:, :3, 3]).max(initial=0.0)), NEAREST)
    apart = np.abs(one - other)
    turned = float(apart[:, :3, :3].max(initial=0.0))
    return max(turned, float(apart[:, :3, 3].max(initial=0.0)) / far)


def torque_difference(one: Array, other: Array) -> float:
    """Return the largest difference of torques relative to the largest torque."""
    most = float(np.abs(one).max(initial=0.0))
    return float(np.abs(one - other).max(initial=0.0)) / most if most else 0.0


def joint_ranges(robot: Robot) -> tuple[list[tuple[float, float]], list[bool]]:
    """Return the limits of joints and which are prismatic, in the form for ``random_postures``."""
    return [joint.limits for joint in robot.joints], [not joint.turns for joint in robot.joints]


def _is_weighed(joint: Joint) -> bool:
    inertia = joint.inertia
    return inertia is not None and min(inertia.mass, *inertia.moments[:3]) >= 0


def _span(limits: tuple[float, float], slides: bool) -> tuple[float, float]:
    (lower, upper), free = limits, 1.0 if slides else pi
    if lower == -inf:
        lower = min(-free, upper - free)
    if upper == inf:
        upper = max(free, lower + free)
    return lower, upper

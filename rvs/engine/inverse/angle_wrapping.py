"""Joint angles modulo a turn, and their copies within the limits."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.robot import Robot

TURN = 2 * np.pi
# Rounding beyond a limit that still counts as at the limit.
AT_LIMIT = 1e-9


def wrap(angle: Array) -> Array:
    """Return angles in (-pi, pi]."""
    wrapped = np.pi - (np.pi - angle) % TURN
    # just above -pi the remainder rounds to a whole turn
    return np.asarray(np.where(wrapped <= -np.pi, np.pi, wrapped))


def fold(robot: Robot, q: Array, near: Array, limits: bool, moving: Booleans) -> Array:
    """Return a posture with its revolute angles in (-pi, pi], or within the limits if requested.

    Of several copies within the limits the one nearest to another posture is returned.

    Args:
        robot: The robot.
        q: Posture (n,).
        near: Another posture (n,).
        limits: Respect the limits.
        moving: True for joints that may be changed (n,).
    """
    folds = moving & np.array([joint.kind == "revolute" for joint in robot.joints])
    folded = np.where(folds, wrap(q), q)
    if not limits:
        return folded
    lower, upper = robot.limits.T
    first, last = np.ceil((lower - AT_LIMIT - folded) / TURN), (upper + AT_LIMIT - folded) / TURN
    turns = np.clip(np.round((near - folded) / TURN), first, np.floor(last))
    # Where no copy is within the limits the principal angle stays.
    copy = np.where(folds & (first <= np.floor(last)), folded + TURN * turns, folded)
    inside = np.clip(copy, lower, upper)
    return np.where(moving & (np.abs(inside - copy) < AT_LIMIT), inside, copy)


def outside(robot: Robot, q: Array, moving: Booleans) -> list[int]:
    """Return the moving joints outside their limits."""
    beyond = (q < robot.limits[:, 0]) | (q > robot.limits[:, 1])
    return [int(i) for i in np.flatnonzero(beyond & moving)]

"""Joint angles modulo a turn, and which copy of them lies within the limits."""

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
    """Return a posture with its revolute angles in (-pi, pi], or in the limits where these count.

    Of several copies within the limits that in (-pi, pi] is taken, otherwise the one nearest to
    another posture.

    Args:
        robot: The robot.
        q: Posture (n,).
        near: Another posture (n,).
        limits: Whether limits count.
        moving: Which joints may be changed (n,).
    """
    folded = q.copy()
    for i in np.flatnonzero(moving):
        if robot.joints[i].kind == "revolute":
            folded[i] = _fold_angle(q[i], near[i], robot.limits[i] if limits else None)
        if limits:
            inside = float(np.clip(folded[i], *robot.limits[i]))
            if abs(inside - folded[i]) < AT_LIMIT:
                folded[i] = inside
    return folded


def _fold_angle(angle: float, near: float, bounds: Array | None) -> float:
    principal = float(wrap(np.array(angle)))
    if bounds is None:
        return principal
    lower, upper = bounds[0] - AT_LIMIT, bounds[1] + AT_LIMIT
    if lower <= principal <= upper:
        return principal
    # The copy nearest to ``near``, moved into the limits by whole turns if it lies outside.
    copy = principal + TURN * round((near - principal) / TURN)
    if copy < lower:
        copy += TURN * np.ceil((lower - copy) / TURN)
    elif copy > upper:
        copy -= TURN * np.ceil((copy - upper) / TURN)
    return float(copy) if lower <= copy <= upper else principal


def outside(robot: Robot, q: Array, moving: Booleans) -> list[int]:
    """Return the moving joints that lie outside their limits."""
    beyond = (q < robot.limits[:, 0]) | (q > robot.limits[:, 1])
    return [int(i) for i in np.flatnonzero(beyond & moving)]

"""Joint motions that do not move the tool."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_joints, check_one, check_posture
from rvs.engine.errors import ArgumentError
from rvs.engine.jacobians import jacobian
from rvs.engine.robot import Robot

# Singular values below this part of the largest count as lost.
LOST = 1e-9


def null_space_motion(
    robot: Robot, q: ArrayLike, qd: ArrayLike | None = None, mask: ArrayLike | None = None
) -> Array:
    """Return the joint speeds nearest to given ones that do not move the tool.

    ``(1 - J^+ J) qd`` (Liegeois 1977).  Without given speeds the result leads away from the limits
    by reducing the sum of squares of the distances from mid-range, relative to the ranges; joints
    without limits are not included.

    Args:
        robot: The robot; its locked joints have speed 0.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Required joint speeds, likewise.
        mask: Active ones of the six conditions (6,), rotation about x, y, z first, then position,
            in world axes; all when omitted.

    Returns:
        Joint speeds (n,) or (m, n); 0 if no motion is left.

    Raises:
        ArgumentError: An argument of another shape or not finite.

    >>> arm = Robot.from_dh([1, 1, 1], 0, 0, 0)
    >>> speeds = null_space_motion(arm, [0.1, 0.2, 0.3], [1, 0, 0], mask=[0, 0, 0, 1, 1, 1])
    >>> bool(np.abs((jacobian(arm, [0.1, 0.2, 0.3]) @ speeds)[3:]).max() < 1e-12)
    True
    """
    posture = check_posture(robot, q)
    wanted = away_from_limits(robot, posture) if qd is None else check_joints(robot, qd, "qd")
    if wanted.shape not in (posture.shape, (robot.n,)):
        raise ArgumentError(f"qd: expected shape {posture.shape}, got {wanted.shape}")
    rows = np.ones(6) if mask is None else check_one(mask, "mask", 6)
    free = np.array([not joint.locked for joint in robot.joints], dtype=float)
    J = jacobian(robot, posture)[..., np.flatnonzero(rows), :]
    J_plus = np.linalg.pinv(J, rcond=LOST)
    wanted = (free * wanted)[..., None]
    return np.asarray((wanted - J_plus @ (J @ wanted))[..., 0] * free)


def away_from_limits(robot: Robot, q: Array) -> Array:
    """Return the speeds (..., n) straight towards the middle between the limits."""
    lower, upper = robot.limits.T
    bounded = np.isfinite(upper - lower) & (upper > lower)
    span = np.where(bounded, upper - lower, 1.0)
    middle = np.where(bounded, lower + span / 2, 0.0)
    return np.asarray(np.where(bounded, (middle - q) / span**2, 0.0))

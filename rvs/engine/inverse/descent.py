"""Descent from many postures at once to where the error is least (Levenberg and Marquardt)."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.inverse.verify import errors_and_jacobians
from rvs.engine.robot import Robot

# Damping at the start, beside the mean square of the Jacobian's columns, and its factors.
DAMPING, LESS, MORE = 1e-2, 0.2, 4.0


def descend(robot: Robot, T: Array, Q: Array, scale: Array, steps: int) -> tuple[Array, Array]:
    """Return postures after steps that each lessen the error, and what is left of it.

    Args:
        robot: The robot.
        T: Pose wanted (4, 4).
        Q: Postures to start from (m, n).
        scale: Factors of the six errors (6,), 0 for those that do not count.
        steps: How many.

    Returns:
        Postures (m, n) and norms of their scaled errors (m,).
    """
    e, A = _scaled(robot, T, Q, scale)
    off = np.linalg.norm(e, axis=1)
    damping = np.full(len(Q), DAMPING)
    for _ in range(steps):
        At = np.swapaxes(A, -1, -2)
        normal = At @ A
        trace = np.trace(normal, axis1=1, axis2=2) / robot.n + 1e-15
        normal += (damping * trace + 1e-15)[:, None, None] * np.eye(robot.n)
        tried = Q + np.linalg.solve(normal, At @ e[..., None])[..., 0]
        e_tried, A_tried = _scaled(robot, T, tried, scale)
        off_tried = np.linalg.norm(e_tried, axis=1)
        good = off_tried < off
        if not good.any() and (damping > 1e6).all():
            break
        damping = np.clip(np.where(good, damping * LESS, damping * MORE), 1e-12, 1e9)
        Q, off = np.where(good[:, None], tried, Q), np.where(good, off_tried, off)
        e = np.where(good[:, None], e_tried, e)
        A = np.where(good[:, None, None], A_tried, A)
    return Q, off


def _scaled(robot: Robot, T: Array, Q: Array, scale: Array) -> tuple[Array, Array]:
    errors, J = errors_and_jacobians(robot, T, Q)
    return scale * errors, scale[:, None] * J

"""Simultaneous descent from many postures to the least error (Levenberg and Marquardt)."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.chain import chain_frames, joint_axes
from rvs.engine.robot import Robot
from rvs.engine.screws import cross, rotation_vector

# Damping at the start, beside the mean square of the Jacobian's columns, and its factors.
DAMPING, LESS, MORE = 1e-2, 0.1, 10.0
# An error that rounding alone makes.
ARRIVED = 1e-14
# An error that rounding may make: a step that does not lessen it is the last.
SETTLED = 1e-12


def errors_and_jacobians(robot: Robot, T: Array, Q: Array) -> tuple[Array, Array]:
    """Return the errors of postures for a pose and the Jacobians, in world axes, in a batch.

    Args:
        robot: The robot.
        T: Required pose (4, 4).
        Q: Postures (m, n).

    Returns:
        Remaining rotation vectors and translations (m, 6), and Jacobians (m, 6, n) with zero
        columns for locked joints.
    """
    poses = chain_frames(robot.chain, Q)
    X = poses[:, -1] @ robot.chain.tool
    z, p = joint_axes(robot.chain, poses)
    turn, slide = robot.chain.turn[:, None], robot.chain.slide[:, None]
    free = np.array([not joint.locked for joint in robot.joints])[:, None]
    linear = turn * cross(z, X[:, None, :3, 3] - p) + slide * z
    columns = np.concatenate([turn * z, linear], axis=-1) * free
    rotation = rotation_vector(T[:3, :3] @ np.swapaxes(X[:, :3, :3], -1, -2))
    errors = np.concatenate([rotation, T[:3, 3] - X[:, :3, 3]], axis=-1)
    return errors, np.swapaxes(columns, -1, -2)


def scales(size: float) -> Array:
    """Return factors of the six errors that make lengths relative to a size (6,)."""
    return np.repeat([1.0, 1.0 / size], 3)


def descend(
    robot: Robot, T: Array, Q: Array, scale: Array, steps: int, damping: float = DAMPING
) -> tuple[Array, Array]:
    """Return postures after steps that each reduce the error, and the remaining error.

    Args:
        robot: The robot.
        T: Required pose (4, 4).
        Q: Postures to start from (m, n).
        scale: Factors of the six errors (6,), 0 for ignored ones.
        steps: Largest number of steps.
        damping: Initial damping, relative to the mean square of the Jacobian's columns.

    Returns:
        Postures (m, n) and norms of their scaled errors (m,).
    """
    e, A = _scaled(robot, T, Q, scale)
    off = np.linalg.norm(e, axis=1)
    damped = np.full(len(Q), damping)
    for _ in range(steps):
        if (off < ARRIVED).all():
            break
        At = np.swapaxes(A, -1, -2)
        normal = At @ A
        trace = np.trace(normal, axis1=1, axis2=2) / robot.n + 1e-15
        normal += (damped * trace + 1e-15)[:, None, None] * np.eye(robot.n)
        tried = Q + np.linalg.solve(normal, At @ e[..., None])[..., 0]
        e_tried, A_tried = _scaled(robot, T, tried, scale)
        off_tried = np.linalg.norm(e_tried, axis=1)
        good = off_tried < off
        if not good.any() and (off < SETTLED).all():
            break
        damped = np.clip(np.where(good, damped * LESS, damped * MORE), 1e-12, 1e9)
        Q, off = np.where(good[:, None], tried, Q), np.where(good, off_tried, off)
        e = np.where(good[:, None], e_tried, e)
        A = np.where(good[:, None, None], A_tried, A)
    return Q, off


def _scaled(robot: Robot, T: Array, Q: Array, scale: Array) -> tuple[Array, Array]:
    errors, J = errors_and_jacobians(robot, T, Q)
    return scale * errors, scale[:, None] * J

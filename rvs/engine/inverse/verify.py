"""What every candidate goes through: polished by Newton steps, checked, and kept once."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.chain import chain_frames, joint_axes
from rvs.engine.inverse.folding import TURN, wrap
from rvs.engine.robot import Robot
from rvs.engine.screws import log3

# Error of a verified posture, in rad and parts of the arm's size.
VERIFIED = 1e-9
# Postures closer than this (rad, or parts of the size) are one.
SAME = 1e-5
# Angles so close above -pi are half a turn, the other way round.
HALF_TURN = 1e-10
STEPS = 12


def errors_and_jacobians(robot: Robot, T: Array, Q: Array) -> tuple[Array, Array]:
    """Return what postures miss of a pose and the Jacobians, in world axes, for many at once.

    Args:
        robot: The robot.
        T: Pose wanted (4, 4).
        Q: Postures (m, n).

    Returns:
        Rotation vectors and translations still to go (m, 6), and Jacobians (m, 6, n) with zero
        columns for locked joints.
    """
    poses = chain_frames(robot.chain, Q)
    X = poses[:, -1] @ robot.chain.tool
    z, p = joint_axes(robot.chain, poses)
    turn, slide = robot.chain.turn[:, None], robot.chain.slide[:, None]
    free = np.array([not joint.locked for joint in robot.joints])[:, None]
    linear = turn * np.cross(z, X[:, None, :3, 3] - p) + slide * z
    columns = np.concatenate([turn * z, linear], axis=-1) * free
    rotation = log3(T[:3, :3] @ np.swapaxes(X[:, :3, :3], -1, -2))
    errors = np.concatenate([rotation, T[:3, 3] - X[:, :3, 3]], axis=-1)
    return errors, np.swapaxes(columns, -1, -2)


def scales(size: float) -> Array:
    """Return factors of the six errors that make lengths parts of a size (6,)."""
    return np.repeat([1.0, 1.0 / size], 3)


def polish(
    robot: Robot, T: Array, Q: Array, size: float, steps: int = STEPS
) -> tuple[Array, Array]:
    """Return postures after damped Newton steps, and how far they are off, scaled.

    Args:
        robot: The robot.
        T: Pose wanted (4, 4).
        Q: Postures (m, n).
        size: Length beside which errors are measured.
        steps: Most steps.
    """
    if not len(Q):
        return Q, np.zeros(0)
    scale = scales(size)
    best, least = Q, np.full(len(Q), np.inf)
    for step in range(steps + 1):
        errors, J = errors_and_jacobians(robot, T, Q)
        e = scale * errors
        off = np.linalg.norm(e, axis=1)
        better = off < least
        best, least = np.where(better[:, None], Q, best), np.where(better, off, least)
        if step == steps or (least < 1e-14).all() or not better.any():
            break
        Q = Q + newton_steps(scale[:, None] * J, e)
    return best, least


def newton_steps(J: Array, e: Array) -> Array:
    """Return steps (m, n) that lessen errors (m, 6), damped by the error itself."""
    Jt = np.swapaxes(J, -1, -2)
    damping = 0.01 * (e * e).sum(axis=1) + 1e-15
    normal = Jt @ J + damping[:, None, None] * np.eye(J.shape[-1])
    return np.asarray(np.linalg.solve(normal, Jt @ e[..., None])[..., 0])


def folded(robot: Robot, Q: Array) -> Array:
    """Return postures with the angles of revolute joints that move in (-pi, pi]."""
    revolute = [j.kind == "revolute" and not j.locked for j in robot.joints]
    wrapped = wrap(Q)
    half_turn = np.where(wrapped < HALF_TURN - np.pi, np.pi, wrapped)
    return np.where(revolute, half_turn, Q)


def gaps(robot: Robot, A: Array, B: Array, size: float) -> Array:
    """Return how far postures are apart: the largest angle, or slide in parts of a size (...)."""
    step = A - B
    revolute = [joint.kind == "revolute" for joint in robot.joints]
    turned = np.abs(step - TURN * np.round(step / TURN))
    slid = np.abs(step) / np.where([joint.turns for joint in robot.joints], 1.0, size)
    return np.asarray(np.where(revolute, turned, slid).max(axis=-1))


def distinct(robot: Robot, Q: Array, size: float, off: Array) -> Booleans:
    """Return which postures to keep so that of each group that is one the best stays (m,)."""
    keep = np.zeros(len(Q), dtype=bool)
    for i in np.argsort(off, kind="stable"):
        kept = Q[keep]
        keep[i] = not len(kept) or bool(gaps(robot, kept, Q[i], size).min() > SAME)
    return keep

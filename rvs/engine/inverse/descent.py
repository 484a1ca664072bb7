"""Simultaneous descent from many postures (Levenberg and Marquardt), and its verification."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.chain import chain_frames, joint_axes
from rvs.engine.inverse.angle_wrapping import TURN, wrap
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


# Error of a verified posture, in rad and parts of the arm's size.
VERIFIED = 1e-9
# Postures closer than this (rad, or parts of the size) are one.
SAME = 1e-5
# Angles so close above -pi are half a turn, the other way round.
HALF_TURN = 1e-10
NEWTON_STEPS = 12
# Damping that is next to none.
NEWTON = 1e-10


def polish(
    robot: Robot, T: Array, Q: Array, size: float, steps: int = NEWTON_STEPS
) -> tuple[Array, Array]:
    """Return postures after Newton steps, damped if necessary, and their scaled errors.

    Args:
        robot: The robot.
        T: Required pose (4, 4).
        Q: Postures (m, n).
        size: Reference length for errors.
        steps: Largest number of steps.
    """
    return descend(robot, T, Q, scales(size), steps, NEWTON)


def folded(robot: Robot, Q: Array) -> Array:
    """Return postures with the angles of moving revolute joints in (-pi, pi]."""
    revolute = [j.kind == "revolute" and not j.locked for j in robot.joints]
    wrapped = wrap(Q)
    half_turn = np.where(wrapped < HALF_TURN - np.pi, np.pi, wrapped)
    return np.where(revolute, half_turn, Q)


def gaps(robot: Robot, A: Array, B: Array, size: float) -> Array:
    """Return distances of postures: the largest angle, or displacement relative to a size (...)."""
    step = A - B
    revolute = [joint.kind == "revolute" for joint in robot.joints]
    turned = np.abs(step - TURN * np.round(step / TURN))
    slid = np.abs(step) / np.where([joint.turns for joint in robot.joints], 1.0, size)
    return np.asarray(np.where(revolute, turned, slid).max(axis=-1))


def distinct(robot: Robot, Q: Array, size: float, off: Array) -> Booleans:
    """Return the postures to keep, the best of each group of duplicates (m,)."""
    keep = np.zeros(len(Q), dtype=bool)
    for i in np.argsort(off, kind="stable"):
        kept = Q[keep]
        keep[i] = not len(kept) or bool(gaps(robot, kept, Q[i], size).min() > SAME)
    return keep

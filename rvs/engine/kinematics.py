"""Where a posture puts the frames of a robot (Angeles, Fundamentals of Robotic Mechanical Systems)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.chain import Chain, compile_chain
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Array, Robot


def fkine(robot: Robot, q: ArrayLike) -> Array:
    """Return the pose of the tool in the world.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.

    Returns:
        Pose (4, 4) or (m, 4, 4).

    Raises:
        ArgumentError: q has another shape or holds a number that is not finite.
    """
    return frames(robot, q)[..., -1, :, :] @ compile_chain(robot).tool


def frames(robot: Robot, q: ArrayLike) -> Array:
    """Return the poses of frames 0 to n in the world, frame 0 being the base.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.

    Returns:
        Poses (n + 1, 4, 4) or (m, n + 1, 4, 4).

    Raises:
        ArgumentError: q has another shape or holds a number that is not finite.
    """
    chain = compile_chain(robot)
    posture = check_posture(robot, q)
    poses = np.empty((*posture.shape[:-1], robot.n + 1, 4, 4))
    poses[..., 0, :, :] = chain.base
    for i, motion in enumerate(np.moveaxis(joint_motions(chain, posture), -3, 0)):
        link = chain.before[i] @ motion @ chain.after[i]
        poses[..., i + 1, :, :] = poses[..., i, :, :] @ link
    return poses


def joint_motions(chain: Chain, q: Array) -> Array:
    """Return what each joint adds, a screw about its own z axis, (..., n, 4, 4)."""
    moved = q + chain.offset
    angle = moved * chain.turn
    motions = np.zeros((*q.shape, 4, 4))
    motions[..., 0, 0] = motions[..., 1, 1] = np.cos(angle)
    motions[..., 1, 0] = np.sin(angle)
    motions[..., 0, 1] = -motions[..., 1, 0]
    motions[..., 2, 2] = motions[..., 3, 3] = 1.0
    motions[..., 2, 3] = moved * chain.slide
    return motions


def check_posture(robot: Robot, q: ArrayLike, name: str = "q") -> Array:
    """Return q as a float array, or say what is wrong with it.

    Raises:
        ArgumentError: Not (n,) or (m, n), or not finite.
    """
    try:
        posture = np.asarray(q, dtype=float)
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"{name}: expected numbers, got {type(q).__name__}") from error
    if posture.ndim not in (1, 2) or posture.shape[-1] != robot.n:
        raise ArgumentError(
            f"{name}: expected shape ({robot.n},) or (m, {robot.n}), got {posture.shape}"
        )
    if not np.isfinite(posture).all():
        raise ArgumentError(f"{name}: every joint value must be a finite number")
    return posture

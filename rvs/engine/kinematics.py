"""Where a posture puts the frames of a robot, and how they move with it."""

from __future__ import annotations

from numpy.typing import ArrayLike

from rvs.engine.arrays import check_posture as check_posture
from rvs.engine.chain import chain_frames, compile_chain
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
    return chain_frames(compile_chain(robot), check_posture(robot, q))

"""The frames of a robot in a posture, and their velocities.

Twists and the rows of Jacobians have the angular part first.  A batch of postures (m, n) gives
results with a leading m.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    check_choice,
    check_flag,
    check_index,
    check_motion,
    check_posture,
    check_robot,
)
from rvs.engine.chain import chain_frames, compile_chain, joint_axes
from rvs.engine.kernels import accelerated
from rvs.engine.robot import Robot
from rvs.engine.screws import twist_matrix

Frame = Literal["base", "tool", "space"] | int

FRAMES = ("base", "tool", "space")


@accelerated
def fkine(robot: Robot, q: ArrayLike) -> Array:
    """Return the pose of the tool in the world.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.

    Returns:
        Pose (4, 4) or (m, 4, 4).

    Raises:
        ArgumentError: q has another shape or holds a number that is not finite.

    >>> fkine(Robot.from_dh([1, 1], 0, 0, 0), [0, 0])[:3, 3]
    array([2., 0., 0.])
    """
    posture, chain = check_posture(robot, q), compile_chain(robot)
    return np.asarray(chain_frames(chain, posture)[..., -1, :, :] @ chain.tool)


@accelerated
def frames(robot: Robot, q: ArrayLike) -> Array:
    """Return the poses of frames 0 to n in the world, frame 0 being the base.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.

    Returns:
        Poses (n + 1, 4, 4) or (m, n + 1, 4, 4).

    Raises:
        ArgumentError: q has another shape or holds a number that is not finite.

    >>> frames(Robot.from_dh([1, 1], 0, 0, 0), [0, 0])[:, 0, 3]
    array([0., 1., 2.])
    """
    posture = check_posture(robot, q)
    return chain_frames(compile_chain(robot), posture)


@accelerated
def jacobian(
    robot: Robot,
    q: ArrayLike,
    frame: Frame = "base",
    link: int | None = None,
    active: bool = False,
) -> Array:
    """Return the Jacobian: the twist of the tool point per unit of each joint's speed.

    Column i is ``[z, z x (r - p)]`` of a revolute joint with axis z through p (Whitney 1972), ``[0,
    z]`` of a prismatic one, and for a helical joint the first plus the pitch times z.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        frame: Axes of the result: ``"base"`` for the world, ``"tool"`` for the tool, a number from
            0 to n for that frame.  ``"space"`` is the world with the point at its origin instead of
            the tool point (MR's space Jacobian).
        link: Number of the frame, 1 to n, whose origin is the point instead of the tool; the
            columns of later joints are 0.
        active: Omit the columns of locked joints, which are 0.

    Returns:
        Jacobian (6, n), angular first, or (m, 6, n).

    Raises:
        ArgumentError: q, frame or link is wrong.

    >>> jacobian(Robot.from_dh([1, 1], 0, 0, 0), [0, 0])[[2, 4]]
    array([[1., 1.],
           [2., 1.]])
    """
    posture = check_posture(robot, q)
    moving = _free(robot) * _reaching(robot, link)
    poses = chain_frames(compile_chain(robot), posture)
    columns = _columns(robot, poses, _point(robot, poses, link, frame)) * moving[:, None]
    turned = _turned(robot, poses, columns, frame)
    J = np.swapaxes(turned, -1, -2)
    return J[..., list(robot.active)] if check_flag(active, "active") else J


def pose_and_jacobian(robot: Robot, q: Array, link: int | None = None) -> tuple[Array, Array]:
    """Return tool or link pose and Jacobian in base axes together, for solvers.

    Args:
        robot: The robot.
        q: Posture (n,), not checked.
        link: Number of the frame, 1 to n; the tool when omitted.

    Returns:
        Pose (4, 4) and Jacobian (6, n); columns of locked and later joints are 0.

    >>> T, J = pose_and_jacobian(Robot.from_dh([1], 0, 0, 0), np.zeros(1))
    >>> T[0, 3], J[4, 0]
    (np.float64(1.0), np.float64(1.0))
    """
    poses = chain_frames(compile_chain(robot), q)
    T = poses[-1] @ compile_chain(robot).tool if link is None else poses[link]
    moving = _free(robot) * _reaching(robot, link)
    return T, (_columns(robot, poses, T[:3, 3]) * moving[:, None]).T


def jacobian_dot(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    frame: Frame = "base",
    link: int | None = None,
    active: bool = False,
) -> Array:
    """Return the time derivative of the Jacobian.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Joint speeds, likewise; the speed of a locked joint is used as given.
        frame: As ``jacobian``; for ``"tool"`` and a number the derivative in base axes is rotated
            into that frame.
        link: As ``jacobian``.
        active: As ``jacobian``.

    Returns:
        Derivative (6, n), angular first, or (m, 6, n).

    Raises:
        ArgumentError: q, qd, frame or link is wrong.

    >>> jacobian_dot(Robot.from_dh([1], 0, 0, 0), [0], [2])[:, 0]
    array([ 0.,  0.,  0., -2.,  0.,  0.])
    """
    posture, speeds = check_motion(robot, q=q, qd=qd)
    reaching = _reaching(robot, link)
    chain = compile_chain(robot)
    poses = chain_frames(chain, posture)
    z, p = joint_axes(chain, poses)
    point = _point(robot, poses, link, frame)
    screws = _columns(robot, poses, np.zeros(3))
    steps = screws * (reaching * speeds)[..., None]
    # The axis of joint i rides on the link before it, the point on the last link that moves.
    total = np.cumsum(steps, axis=-2)
    carrier = total - steps
    z_dot = np.cross(carrier[..., :3], z)
    p_dot = carrier[..., 3:] + np.cross(carrier[..., :3], p)
    whole = total[..., -1:, :]
    r_dot = whole[..., 3:] + np.cross(whole[..., :3], point[..., None, :])
    if isinstance(frame, str) and frame == "space":
        r_dot = np.zeros_like(r_dot)
    turn, slide = chain.turn[:, None], chain.slide[:, None]
    arm = point[..., None, :] - p
    linear = turn * (np.cross(z_dot, arm) + np.cross(z, r_dot - p_dot)) + slide * z_dot
    columns = np.concatenate([turn * z_dot, linear], axis=-1)
    columns *= (_free(robot) * reaching)[:, None]
    J_dot = np.swapaxes(_turned(robot, poses, columns, frame), -1, -2)
    return J_dot[..., list(robot.active)] if check_flag(active, "active") else J_dot


def velocity(robot: Robot, q: ArrayLike, qd: ArrayLike, link: int | None = None) -> Array:
    """Return angular velocity and velocity of the tool point in base axes.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Joint speeds, likewise; the speed of a locked joint is used as given.
        link: Number of the frame, 1 to n, whose origin is used instead.

    Returns:
        Twist (6,), angular first, or (m, 6).

    Raises:
        ArgumentError: q, qd or link is wrong.

    >>> velocity(Robot.from_dh([1], 0, 0, 0), [0], [2])
    array([0., 0., 2., 0., 2., 0.])
    """
    posture, speeds = check_motion(robot, q=q, qd=qd)
    reaching = _reaching(robot, link)
    poses = chain_frames(compile_chain(robot), posture)
    columns = _columns(robot, poses, _point(robot, poses, link, "base"))
    return np.asarray(((reaching * speeds)[..., None, :] @ columns)[..., 0, :])


def fkine_derivative(robot: Robot, q: ArrayLike, i: int) -> Array:
    """Return dT/dq_i, the derivative of the tool pose T (ROBOOP's dTdqi).

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        i: The joint, 0 to n - 1; the derivative is 0 if it is locked.

    Returns:
        Derivative (4, 4) or (m, 4, 4); it is not a pose.

    Raises:
        ArgumentError: q or i is wrong.

    >>> fkine_derivative(Robot.from_dh([1], 0, 0, 0), [0], 0)[:3, 3]
    array([0., 1., 0.])
    """
    joint = check_index(i, "i", 0, check_robot(robot).n - 1)
    column = jacobian(robot, q, frame="space")[..., joint]
    return np.asarray(twist_matrix(column) @ fkine(robot, q))


def hessian(robot: Robot, q: ArrayLike, link: int | None = None) -> Array:
    """Return the derivatives dJ/dq_k of the Jacobian J in base axes.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        link: As ``jacobian``.

    Returns:
        Derivatives (n, 6, n) or (m, n, 6, n); ``[k]`` is dJ/dq_k, 0 if joint k is
        locked.

    Raises:
        ArgumentError: q or link is wrong.

    >>> hessian(Robot.from_dh([1, 1], 0, 0, 0), [0, 0])[0, 3]
    array([-2., -1.])
    """
    posture = check_posture(robot, q)
    unit_speeds = np.diag(_free(robot))
    slices = [
        jacobian_dot(robot, posture, np.broadcast_to(speed, posture.shape), link=link)
        for speed in unit_speeds
    ]
    return np.stack(slices, axis=-3)


def _free(robot: Robot) -> Array:
    """Return one for joints that can move, zero for locked ones (n,)."""
    return np.array([not joint.locked for joint in robot.joints], dtype=float)


def _reaching(robot: Robot, link: int | None) -> Array:
    """Return one for joints that move the selected point, zero for those after it (n,)."""
    last = robot.n if link is None else check_index(link, "link", 1, robot.n)
    return (np.arange(robot.n) < last).astype(float)


def _point(robot: Robot, poses: Array, link: int | None, frame: Frame) -> Array:
    """Return the point whose velocity is required, in the world (..., 3)."""
    if isinstance(frame, str) and frame == "space":
        return np.zeros((*poses.shape[:-3], 3))
    if link is not None:
        return poses[..., link, :3, 3]
    return (poses[..., -1, :, :] @ compile_chain(robot).tool)[..., :3, 3]


def _columns(robot: Robot, poses: Array, point: Array) -> Array:
    """Return the twist of a point for unit speed of each joint, world axes, (..., n, 6)."""
    chain = compile_chain(robot)
    z, p = joint_axes(chain, poses)
    turn, slide = chain.turn[:, None], chain.slide[:, None]
    linear = turn * np.cross(z, point[..., None, :] - p) + slide * z
    return np.concatenate([turn * z, linear], axis=-1)


def _turned(robot: Robot, poses: Array, columns: Array, frame: Frame) -> Array:
    """Return columns as rows (..., n, 6) in the axes of a frame."""
    if not isinstance(frame, int | np.integer):
        check_choice(frame, "frame", FRAMES)
        if frame != "tool":
            return columns
        axes = poses[..., -1, :3, :3] @ compile_chain(robot).tool[:3, :3]
    else:
        axes = poses[..., check_index(frame, "frame", 0, robot.n), :3, :3]
    return np.concatenate([columns[..., :3] @ axes, columns[..., 3:] @ axes], axis=-1)

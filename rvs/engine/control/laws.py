"""Control laws as functions of measured and reference values.

Torques after Spong and Vidyasagar 1989 and Lynch and Park 2017, ch. 11; resolved rates after
Whitney 1969; visual servoing after Hutchinson, Hager and Corke 1996.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    check_gains,
    check_motion,
    check_numbers,
    check_one,
    check_pose,
    check_robot,
)
from rvs.engine.control.camera import Camera, check_pixels
from rvs.engine.control.loop import JointReference
from rvs.engine.dynamics.bodies import drives
from rvs.engine.dynamics.newton_euler import gravload, rne
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine, jacobian
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse, to_delta, twist_map


def computed_torque(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    q_ref: ArrayLike,
    qd_ref: ArrayLike,
    qdd_ref: ArrayLike,
    kp: ArrayLike,
    kd: ArrayLike,
    ki: ArrayLike = 0.0,
    eint: ArrayLike = 0.0,
    *,
    gravity: ArrayLike | None = None,
) -> Array:
    """Return M (qdd_ref + kp e + ki eint + kd de/dt) + h, h with gravity, Coriolis and friction.

    Args:
        robot: The controller's model of the robot.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Joint velocities, likewise.
        q_ref: Reference posture, likewise.
        qd_ref: Reference joint velocities, likewise.
        qdd_ref: Reference joint accelerations, likewise.
        kp: Proportional gains (n,) or one, 1/s^2.
        kd: Derivative gains (n,) or one, 1/s.
        ki: Integral gains (n,) or one, 1/s^3.
        eint: Integral of the error over time, shaped as q or one number.
        gravity: Gravity in the world (3,), m/s^2; the model's own when None.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> slide = Robot.from_dh([0], [0], [0], [0], "P", mass=[2], gravity=(0, 0, 0))
    >>> computed_torque(slide, [0], [0], [0.1], [0], [1], 100, 20)
    array([22.])
    """
    q, qd, q_ref, qd_ref, qdd_ref = check_motion(
        robot, q=q, qd=qd, q_ref=q_ref, qd_ref=qd_ref, qdd_ref=qdd_ref
    )
    p, d, i = (check_gains(robot.n, g, name) for g, name in ((kp, "kp"), (kd, "kd"), (ki, "ki")))
    total = check_numbers(eint, "eint")
    if total.shape not in ((), (robot.n,), q.shape):
        raise ArgumentError(f"eint: expected one number or shape {q.shape}, got {total.shape}")
    wanted = JointReference(q_ref, qd_ref, qdd_ref)
    return linear_error_torque(robot, q, qd, wanted, p, d, i, total, gravity)


def linear_error_torque(
    robot: Robot,
    q: Array,
    qd: Array,
    wanted: JointReference,
    kp: ArrayLike,
    kd: ArrayLike,
    ki: ArrayLike,
    eint: Array,
    gravity: ArrayLike | None,
) -> Array:
    """Return ``computed_torque`` for arrays that are already checked."""
    push = wanted.qdd + np.multiply(kp, wanted.q - q) + np.multiply(ki, eint)
    return rne(robot, q, qd, push + np.multiply(kd, wanted.qd - qd), gravity=gravity)


def pd_gravity(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    q_ref: ArrayLike,
    qd_ref: ArrayLike,
    kp: ArrayLike,
    kd: ArrayLike,
    *,
    gravity: ArrayLike | None = None,
) -> Array:
    """Return kp e + kd de/dt + the torques that hold the posture against gravity.

    Args:
        robot: The controller's model of the robot.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Joint velocities, likewise.
        q_ref: Reference posture, likewise.
        qd_ref: Reference joint velocities, likewise.
        kp: Stiffness (n,) or one, N m/rad or N/m.
        kd: Damping (n,) or one, N m s/rad or N s/m.
        gravity: Gravity in the world (3,), m/s^2; the model's own when None.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> slide = Robot.from_dh([0], [0], [0], [0], "P", mass=[2], gravity=(0, 0, -10))
    >>> pd_gravity(slide, [0], [0], [0.1], [0], 50, 5)
    array([25.])
    """
    q, qd, q_ref, qd_ref = check_motion(robot, q=q, qd=qd, q_ref=q_ref, qd_ref=qd_ref)
    stiffness, damping = check_gains(robot.n, kp, "kp"), check_gains(robot.n, kd, "kd")
    wanted = JointReference(q_ref, qd_ref, qd_ref)
    return gravload(robot, q, gravity=gravity) + feedback(q, qd, wanted, stiffness, damping)


def feedback(q: Array, qd: Array, wanted: JointReference, kp: ArrayLike, kd: ArrayLike) -> Array:
    """Return kp e + kd de/dt (n,) towards the reference."""
    torques: Array = np.multiply(kp, wanted.q - q) + np.multiply(kd, wanted.qd - qd)
    return torques


def resolved_rate(robot: Robot, q: ArrayLike, T: ArrayLike, gain: float = 1.0) -> Array:
    """Return the joint rates for the small motion from the tool to a pose.

    Args:
        robot: The robot.
        q: Posture (n,), rad or m.
        T: Required pose of the tool (4, 4).
        gain: Part of the error to remove each second, 1/s.

    Returns:
        Rates (n,): gain J^+ (error in tool axes); 0 where a joint is locked.

    Raises:
        ArgumentError: A wrong shape or a number that is not finite.

    >>> slide = Robot.from_dh([0], [0], [0], [0], "P")
    >>> target = np.eye(4)
    >>> target[2, 3] = 0.3
    >>> resolved_rate(slide, [0.1], target, 5).round(12)
    array([1.])
    """
    posture = check_one(q, "q", check_robot(robot).n)
    speed = float(check_one(gain, "gain"))
    wanted = check_pose(check_one(T, "T", 4, 4), "T")
    error = to_delta(inverse(fkine(robot, posture)) @ wanted)
    return _rates(robot, jacobian(robot, posture, "tool"), speed * error)


def visual_servo(
    robot: Robot,
    q: ArrayLike,
    camera: Camera,
    pixels: ArrayLike,
    wanted: ArrayLike,
    depth: ArrayLike,
    gain: float = 1.0,
    *,
    mount: ArrayLike | None = None,
) -> Array:
    """Return the joint rates that move points of the picture to their references.

    Args:
        robot: The robot that carries the camera.
        q: Posture (n,), rad or m.
        camera: The camera.
        pixels: The current image points (k, 2), k >= 3.
        wanted: The desired image points (k, 2).
        depth: Distances along the optical axis (k,) or one estimate for all, in m.
        gain: Part of the error to remove each second, 1/s.
        mount: Pose of the camera in the tool frame (4, 4); the tool frame itself when None.

    Returns:
        Rates (n,).

    Raises:
        ArgumentError: A wrong shape or a number that is not finite.

    >>> slide = Robot.from_dh([0], [0], [0], [0], "P")
    >>> near, far = [[-40, 0], [40, 0], [0, 40]], [[-20, 0], [20, 0], [0, 20]]
    >>> camera = Camera(100, 2, 2)
    >>> rate = visual_servo(slide, [0], camera, np.add(far, 1), np.add(near, 1), 1.0)
    >>> bool(rate[0] > 0)
    True
    """
    posture = check_one(q, "q", check_robot(robot).n)
    speed = float(check_one(gain, "gain"))
    if not isinstance(camera, Camera):
        raise ArgumentError(f"camera: expected a Camera, got {camera!r:.60}")
    seen, goal = check_pixels(pixels, "pixels"), check_pixels(wanted, "wanted")
    if seen.shape != goal.shape:
        raise ArgumentError(f"wanted: expected shape {seen.shape}, got {goal.shape}")
    pose = np.eye(4) if mount is None else check_pose(check_one(mount, "mount", 4, 4), "mount")
    twist = np.linalg.pinv(camera.image_jacobian(seen, depth)) @ (goal - seen).ravel()
    return _rates(robot, twist_map(pose) @ jacobian(robot, posture, "tool"), speed * twist)


def _rates(robot: Robot, jacobian_matrix: Array, twist: Array) -> Array:
    """Return the least joint rates with the nearest twist; 0 where a joint is locked."""
    rates = np.linalg.pinv(jacobian_matrix) @ twist
    return np.where(drives(robot).held, 0.0, rates)

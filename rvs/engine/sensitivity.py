"""Exact derivatives of inverse dynamics, by differentiating the Newton-Euler sums.

A small joint motion dq moves link i by the twist D_i = sum of S_j dq_j up to i.  Everything fixed
in a link (its screw, its inertia) changes by this motion, so each line of the method has a
derivative of the same form (compare Murray and Neuman 1986; Carpentier and Mansard 2018). One such
pass is sufficient for any number of directions.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_flag, check_motion
from rvs.engine.dynamics.bodies import Bodies, bodies, drives
from rvs.engine.dynamics.forward_dynamics import link_inertia
from rvs.engine.dynamics.newton_euler import base_acceleration, link_motions, link_wrenches
from rvs.engine.dynamics.spatial import cross_twist, cross_wrench, dot, inward, outward, times
from rvs.engine.robot import Robot


def torque_derivatives(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    gravity: ArrayLike | None = None,
    friction: bool = True,
    motor: bool = True,
) -> tuple[Array, Array, Array]:
    """Return the exact derivatives of ``rne``: dtau/dq, dtau/dqd and dtau/dqdd.

    Coulomb friction jumps at rest and is constant elsewhere: its derivative is taken as 0.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Joint velocities, likewise.
        qdd: Joint accelerations, likewise.
        gravity: Gravity in the world (3,), m/s^2; the robot's own when None.
        friction: Include viscous friction.
        motor: Include the inertia of the motors.

    Returns:
        dtau/dq, dtau/dqd, dtau/dqdd, (n, n) or (m, n, n) each; columns are directions.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> from rvs.engine.robot import Robot
    >>> arm = Robot.from_dh([1], [0], [0], [0], mass=[2], com=[[0, 0, 0]], gravity=(0, -10, 0))
    >>> [float(d[0, 0].round(9)) for d in torque_derivatives(arm, [np.pi / 2], [0], [0])]
    [-20.0, 0.0, 2.0]
    """
    q, qd, qdd = check_motion(robot, q=q, qd=qd, qdd=qdd)
    links = bodies(robot, q)
    base = base_acceleration(robot, gravity)
    one, none = np.eye(robot.n), np.zeros((robot.n, robot.n))
    dq, dqd = np.vstack([one, none]), np.vstack([none, one])
    change = _changes(links, qd, qdd, base, dq, dqd, np.zeros_like(dq))
    by_q, by_qd = np.split(np.swapaxes(change, -1, -2), 2, axis=-1)
    by_qdd = link_inertia(links)
    if check_flag(friction, "friction"):
        by_qd = by_qd + np.diag(drives(robot).viscous)
    if check_flag(motor, "motor"):
        by_qdd = by_qdd + np.diag(drives(robot).inertia)
    return by_q, by_qd, by_qdd


def delta_torque(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    dq: ArrayLike,
    dqd: ArrayLike,
    dqdd: ArrayLike,
    *,
    gravity: ArrayLike | None = None,
    friction: bool = True,
    motor: bool = True,
) -> Array:
    """Return the change of the torques with a small change of the motion, exact to first order.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Joint velocities, likewise.
        qdd: Joint accelerations, likewise.
        dq: Change of the posture, likewise.
        dqd: Change of the velocities, likewise.
        dqdd: Change of the accelerations, likewise.
        gravity: Gravity in the world (3,), m/s^2; the robot's own when None.
        friction: Include viscous friction.
        motor: Include the inertia of the motors.

    Returns:
        Change of the torques (n,) or (m, n).

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> from rvs.engine.robot import Robot
    >>> arm = Robot.from_dh([1], [0], [0], [0], mass=[2], com=[[0, 0, 0]])
    >>> delta_torque(arm, [0], [0], [0], [0], [0], [0.5])
    array([1.])
    """
    q, qd, qdd, dq, dqd, dqdd = check_motion(robot, q=q, qd=qd, qdd=qdd, dq=dq, dqd=dqd, dqdd=dqdd)
    base = base_acceleration(robot, gravity)
    directions = (change[..., None, :] for change in (dq, dqd, dqdd))
    change = _changes(bodies(robot, q), qd, qdd, base, *directions)[..., 0, :]
    if check_flag(friction, "friction"):
        change = change + drives(robot).viscous * dqd
    if check_flag(motor, "motor"):
        change = change + drives(robot).inertia * dqdd
    return change


def coriolis_matrix(robot: Robot, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the matrix C of Christoffel symbols: C qd is ``coriolis``, and dM/dt = C + C^T.

    Coriolis torques are quadratic in qd, so C is half their derivative with respect to qd.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Joint velocities, likewise.

    Returns:
        Matrix (n, n) or (m, n, n).

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> from rvs.engine.robot import Robot
    >>> arm = Robot.from_dh([1, 1], [0, 0], [0, 0], [0, 0], mass=[1, 1], com=[[0, 0, 0]] * 2)
    >>> coriolis_matrix(arm, [0, np.pi / 2], [1, 0]).round(12)
    array([[ 0., -1.],
           [ 1.,  0.]])
    """
    q, qd = check_motion(robot, q=q, qd=qd)
    one, none = np.eye(robot.n), np.zeros((robot.n, robot.n))
    change = _changes(bodies(robot, q), qd, np.zeros_like(qd), np.zeros(6), none, one, none)
    return 0.5 * np.swapaxes(change, -1, -2)


def _changes(
    links: Bodies, qd: Array, qdd: Array, base: Array, dq: Array, dqd: Array, dqdd: Array
) -> Array:
    """Return the changes of the link torques along k directions.

    Args:
        links: The links in posture (...,).
        qd: Velocities (..., n).
        qdd: Accelerations (..., n).
        base: Acceleration of the base equivalent to gravity (6,).
        dq: Directions (..., k, n).
        dqd: Likewise.
        dqdd: Likewise.

    Returns:
        Changes (..., k, n).
    """
    velocity, acceleration = link_motions(links, qd, qdd, base)
    wrench = link_wrenches(links, velocity, acceleration)
    total = inward(wrench)[..., None, :, :]
    # an axis of directions goes in ahead of the links
    screws, v, a, f = (x[..., None, :, :] for x in (links.screws, velocity, acceleration, wrench))
    inertias = links.inertias[..., None, :, :, :]
    rate, push = qd[..., None, :, None], qdd[..., None, :, None]
    dq, dqd, dqdd = dq[..., None], dqd[..., None], dqdd[..., None]

    carried = outward(screws * dq)
    d_screws = cross_twist(carried, screws)
    turning = cross_twist(v, screws)
    dv = outward(d_screws * rate + screws * dqd)
    d_turning = cross_twist(dv, screws) + cross_twist(v, d_screws)
    da = outward(d_screws * push + screws * dqdd + d_turning * rate + turning * dqd)
    # as seen from the carried link, whose inertia stays what it is
    own_dv = dv - cross_twist(carried, v)
    own_da = da - cross_twist(carried, a)
    df = (
        cross_wrench(carried, f)
        + times(inertias, own_da)
        + cross_wrench(own_dv, times(inertias, v))
        + cross_wrench(v, times(inertias, own_dv))
    )
    return dot(d_screws, total) + dot(screws, inward(df))

"""Inverse dynamics: the torques of a given motion, by the recursive Newton-Euler method.

Luh, Walker and Paul 1980, in the spatial form of Featherstone 2008, table 5.1, with all vectors in
one common frame: twists and accelerations are sums outwards along the chain, forces sums inwards.
Gravity is the true vector in the world; its effect is included as an opposite acceleration of the
base.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_flag, check_motion, check_one, check_rows
from rvs.engine.chain import compile_chain
from rvs.engine.dynamics.bodies import Bodies, Geometry, bodies, drives, geometry
from rvs.engine.dynamics.spatial import (
    cross_twist,
    cross_wrench,
    dot,
    inward,
    outward,
    times,
)
from rvs.engine.joint import Joint
from rvs.engine.kernels import accelerated
from rvs.engine.robot import Robot
from rvs.engine.screws import cross


class LinkMotion(NamedTuple):
    """Motion of frames 1 to n in world axes, (n, 3) or (m, n, 3) each.

    >>> LinkMotion._fields[:2]
    ('angular_velocity', 'linear_velocity')
    """

    angular_velocity: Array
    linear_velocity: Array
    angular_acceleration: Array
    linear_acceleration: Array


class Reactions(NamedTuple):
    """Forces and moments between links, in the axes of each link, (n, 3) or (m, n, 3) each.

    Attributes:
        force: Force on link i by link i-1, in N.
        moment: Moment on link i by link i-1, about the axis point of its joint, in N m.
        net_force: Sum of all forces on the link, with gravity as acceleration, in N.
        net_moment: Sum of all moments about its centre of mass, in N m.

    >>> Reactions._fields
    ('force', 'moment', 'net_force', 'net_moment')
    """

    force: Array
    moment: Array
    net_force: Array
    net_moment: Array


@accelerated
def rne(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    gravity: ArrayLike | None = None,
    wrench: ArrayLike | None = None,
    friction: bool = True,
    motor: bool = True,
) -> Array:
    """Return the joint torques for a motion (recursive Newton-Euler).

    The motion is also used unchanged for a locked joint: its entry is the load on the lock.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Joint velocities, likewise.
        qdd: Joint accelerations, likewise.
        gravity: Gravity in the world (3,), m/s^2; the robot's own when None.
        wrench: Moment and force (6,) or (m, 6) that the tool exerts on the world, about the tool
            point in the tool frame.
        friction: Include viscous and Coulomb friction.
        motor: Include the inertia of the motors.

    Returns:
        Torques or forces (n,) or (m, n).

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> from rvs.engine.robot import Robot
    >>> pendulum = Robot.from_dh([1], [0], [0], [0], mass=[2], com=[[0, 0, 0]],
    ...                          inertia=[[0, 0, 0, 0, 0, 0]], gravity=(0, -9.81, 0))
    >>> rne(pendulum, [0], [0], [3]).round(2)
    array([25.62])
    """
    q, qd, qdd = check_motion(robot, q=q, qd=qd, qdd=qdd)
    rubbing, rotors = check_flag(friction, "friction"), check_flag(motor, "motor")
    links = bodies(robot, q)
    tau = link_torques(links, qd, qdd, base_acceleration(robot, gravity))
    drive = drives(robot)
    if rotors:
        tau = tau + drive.inertia * qdd
    if rubbing:
        tau = tau + friction_torque(robot, qd)
    if wrench is not None:
        load = world_wrench(robot, links, check_rows(wrench, 6, "wrench", q.shape[:-1]))
        tau = tau + dot(links.screws, load[..., None, :])
    return tau


def link_motions(links: Geometry, qd: Array, qdd: Array, base: Array) -> tuple[Array, Array]:
    """Return spatial velocities and accelerations of the links, (..., n, 6) each."""
    screws = links.screws
    velocity = outward(screws * qd[..., None])
    turning = cross_twist(velocity, screws)
    acceleration = base + outward(screws * qdd[..., None] + turning * qd[..., None])
    return velocity, acceleration


def link_wrenches(links: Bodies, velocity: Array, acceleration: Array) -> Array:
    """Return the net spatial force of each link (..., n, 6): Newton's and Euler's equations."""
    momentum = times(links.inertias, velocity)
    return times(links.inertias, acceleration) + cross_wrench(velocity, momentum)


def link_torques(links: Bodies, qd: Array, qdd: Array, base: Array) -> Array:
    """Return the torques of the links only, without motors and friction."""
    wrenches = link_wrenches(links, *link_motions(links, qd, qdd, base))
    return dot(links.screws, inward(wrenches))


def base_acceleration(robot: Robot, gravity: ArrayLike | None) -> Array:
    """Return the spatial acceleration of the base that is equivalent to gravity, (6,)."""
    g = robot.gravity if gravity is None else check_one(gravity, "gravity", 3)
    return np.concatenate([np.zeros(3), -np.asarray(g, dtype=float)])


def world_wrench(robot: Robot, at: Geometry, wrench: Array) -> Array:
    """Convert a wrench at the tool point in tool axes to world axes about frame 0's origin."""
    tool = compile_chain(robot).tool
    flange = at.rotations[..., -1, :, :]
    point = at.origins[..., -1, :] + flange @ tool[:3, 3]
    axes = flange @ tool[:3, :3]
    moment, force = times(axes, wrench[..., :3]), times(axes, wrench[..., 3:])
    return np.concatenate([moment + cross(point, force), force], axis=-1)


def friction_torque(robot: Robot, qd: Array) -> Array:
    """Return the friction for checked velocities on the link side."""
    drive = drives(robot)
    coulomb = np.where(qd > 0, drive.forward, np.where(qd < 0, drive.backward, 0.0))
    return drive.viscous * qd + coulomb


def friction(robot: Robot | Joint, qd: ArrayLike) -> Array:
    """Return the torques that overcome friction, on the link side: G^2 B qd + |G| Tc.

    Args:
        robot: A robot, or one joint.
        qd: Joint velocities (n,) or (m, n); for one joint a speed or several of them.

    Raises:
        ArgumentError: A wrong shape or a number that is not finite.

    >>> from rvs.engine.robot import Robot
    >>> arm = Robot.from_dh([1], [0], [0], [0], gear=[-10], viscous=[0.02], coulomb=[[0.3, -0.4]])
    >>> friction(arm, [[0.5], [0], [-0.5]]).ravel()
    array([ 4.,  0., -5.])
    """
    if isinstance(robot, Joint):
        return robot.friction(qd)
    (qd,) = check_motion(robot, qd=qd)
    return friction_torque(robot, qd)


def gravload(robot: Robot, q: ArrayLike, *, gravity: ArrayLike | None = None) -> Array:
    """Return the torques that hold a posture against gravity.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        gravity: Gravity in the world (3,), m/s^2; the robot's own when None.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> from rvs.engine.robot import Robot
    >>> pendulum = Robot.from_dh([1], [0], [0], [0], mass=[2], com=[[0, 0, 0]])
    >>> gravload(pendulum, [0], gravity=(0, -10, 0))
    array([20.])
    """
    (q,) = check_motion(robot, q=q)
    rest = np.zeros_like(q)
    return rne(robot, q, rest, rest, gravity=gravity, friction=False, motor=False)


def coriolis(robot: Robot, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the centrifugal and Coriolis torques, without friction.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Joint velocities, likewise.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> from rvs.engine.robot import Robot
    >>> arm = Robot.from_dh([1, 1], [0, 0], [0, 0], [0, 0], mass=[1, 1], com=[[0, 0, 0]] * 2)
    >>> coriolis(arm, [0, np.pi / 2], [1, 0]).round(12)
    array([0., 1.])
    """
    q, qd = check_motion(robot, q=q, qd=qd)
    rest = np.zeros_like(q)
    return rne(robot, q, qd, rest, gravity=np.zeros(3), friction=False, motor=False)


def itorque(robot: Robot, q: ArrayLike, qdd: ArrayLike) -> Array:
    """Return the torques of accelerations only, M(q) qdd, with motors but without gravity.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        qdd: Joint accelerations, likewise.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> from rvs.engine.robot import Robot
    >>> arm = Robot.from_dh([1], [0], [0], [0], mass=[2], com=[[0, 0, 0]])
    >>> itorque(arm, [0.3], [2])
    array([4.])
    """
    q, qdd = check_motion(robot, q=q, qdd=qdd)
    return rne(robot, q, np.zeros_like(q), qdd, gravity=np.zeros(3), friction=False)


def tip_torque(robot: Robot, q: ArrayLike, wrench: ArrayLike) -> Array:
    """Return the torques for a wrench at the tool, J^T wrench; no masses needed.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        wrench: Moment and force (6,) or (m, 6) that the tool exerts on the world, about the tool
            point in the tool frame.

    Raises:
        ArgumentError: A wrong shape or a number that is not finite.

    >>> from rvs.engine.robot import Robot
    >>> arm = Robot.from_dh([2], [0], [0], [0])
    >>> tip_torque(arm, [0.7], [0, 0, 0, 0, 5, 0]).round(12)
    array([10.])
    """
    (q,) = check_motion(robot, q=q)
    at = geometry(robot, q)
    load = world_wrench(robot, at, check_rows(wrench, 6, "wrench", q.shape[:-1]))
    return dot(at.screws, load[..., None, :])


def link_motion(robot: Robot, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> LinkMotion:
    """Return angular and linear velocity and acceleration of every link.

    Args:
        robot: The robot; its masses are not needed.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Joint velocities, likewise.
        qdd: Joint accelerations, likewise.

    Returns:
        Velocities and accelerations of the origins of frames 1 to n, in world axes.

    Raises:
        ArgumentError: A wrong shape or a number that is not finite.

    >>> from rvs.engine.robot import Robot
    >>> arm = Robot.from_dh([2], [0], [0], [0])
    >>> link_motion(arm, [0], [3], [0]).linear_acceleration
    array([[-18.,   0.,   0.]])
    """
    q, qd, qdd = check_motion(robot, q=q, qd=qd, qdd=qdd)
    at = geometry(robot, q)
    velocity, acceleration = link_motions(at, qd, qdd, np.zeros(6))
    p = at.origins[..., 1:, :]
    w, wd = velocity[..., :3], acceleration[..., :3]
    v = velocity[..., 3:] + cross(w, p)
    vd = acceleration[..., 3:] + cross(wd, p) + cross(w, v)
    return LinkMotion(w, v, wd, vd)


def reactions(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    gravity: ArrayLike | None = None,
    wrench: ArrayLike | None = None,
) -> Reactions:
    """Return the forces and moments between the links of a moving robot.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Joint velocities, likewise.
        qdd: Joint accelerations, likewise.
        gravity: Gravity in the world (3,), m/s^2; the robot's own when None.
        wrench: Moment and force (6,) or (m, 6) that the tool exerts on the world, about the tool
            point in the tool frame.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> from rvs.engine.robot import Robot
    >>> arm = Robot.from_dh([1], [0], [0], [0], mass=[2], com=[[0, 0, 0]])
    >>> reactions(arm, [0], [0], [0]).force
    array([[ 0.  ,  0.  , 19.62]])
    """
    q, qd, qdd = check_motion(robot, q=q, qd=qd, qdd=qdd)
    links = bodies(robot, q)
    motion = link_motions(links, qd, qdd, base_acceleration(robot, gravity))
    net = link_wrenches(links, *motion)
    total = inward(net)
    if wrench is not None:
        load = world_wrench(robot, links, check_rows(wrench, 6, "wrench", q.shape[:-1]))
        total = total + load[..., None, :]
    back = np.swapaxes(links.rotations[..., 1:, :, :], -1, -2)
    return Reactions(
        force=times(back, total[..., 3:]),
        moment=times(back, total[..., :3] - cross(links.joints, total[..., 3:])),
        net_force=times(back, net[..., 3:]),
        net_moment=times(back, net[..., :3] - cross(links.com, net[..., 3:])),
    )

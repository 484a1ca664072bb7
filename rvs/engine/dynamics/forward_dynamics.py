"""Inertia matrices, accelerations and energy of a robot.

The inertia matrix is computed by the composite-rigid-body method (Walker and Orin 1982, method 3;
Featherstone 2008, table 6.2).  Locked joints are held: they have neither speed nor acceleration,
whatever the load.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_flag, check_motion, check_one, check_rows
from rvs.engine.chain import compile_chain
from rvs.engine.dynamics.bodies import Bodies, bodies, drives
from rvs.engine.dynamics.newton_euler import (
    base_acceleration,
    friction_torque,
    link_torques,
    world_wrench,
)
from rvs.engine.dynamics.spatial import dot, times
from rvs.engine.errors import ArgumentError
from rvs.engine.kernels import accelerated
from rvs.engine.robot import Robot
from rvs.engine.screws import cross

# smallest eigenvalue of an inertia matrix of unit diagonal that can still be solved
SINGULAR = 1e-13


class Energy(NamedTuple):
    """Kinetic and potential energy in J, numbers or (m,); potential is 0 at the world origin.

    >>> sum(Energy(np.array(2.0), np.array(1.0)))
    np.float64(3.0)
    """

    kinetic: Array
    potential: Array


@accelerated
def inertia(robot: Robot, q: ArrayLike) -> Array:
    """Return the joint-space inertia matrix M(q), motors included on its diagonal.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.

    Returns:
        Symmetric matrix (n, n) or (m, n, n), locked joints included.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> from rvs.engine.robot import Robot
    >>> arm = Robot.from_dh([1, 1], [0, 0], [0, 0], [0, 0], mass=[1, 1], com=[[0, 0, 0]] * 2)
    >>> inertia(arm, [0, 0])
    array([[5., 2.],
           [2., 1.]])
    """
    (q,) = check_motion(robot, q=q)
    return joint_inertia(robot, bodies(robot, q))


def joint_inertia(robot: Robot, links: Bodies) -> Array:
    """Return M of links in a posture, motors included."""
    return link_inertia(links) + np.diag(drives(robot).inertia)


def link_inertia(links: Bodies) -> Array:
    """Return M without motors: S_i . (inertia of all links after the farther joint) S_j."""
    composite = np.flip(np.cumsum(np.flip(links.inertias, axis=-3), axis=-3), axis=-3)
    forces = times(composite, links.screws)
    products = links.screws @ np.swapaxes(forces, -1, -2)
    return np.triu(products) + np.swapaxes(np.triu(products, 1), -1, -2)


@accelerated
def accel(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    gravity: ArrayLike | None = None,
    wrench: ArrayLike | None = None,
    friction: bool = True,
) -> Array:
    """Return the joint accelerations under torques.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Joint velocities, likewise; velocities of locked joints are replaced by 0.
        tau: Torques or forces, likewise.
        gravity: Gravity in the world (3,), m/s^2; the robot's own when None.
        wrench: Moment and force (6,) or (m, 6) that the tool exerts on the world, about the tool
            point in the tool frame.
        friction: Include viscous and Coulomb friction.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass, an inertia
            matrix that is not positive definite.

    >>> from rvs.engine.robot import Robot
    >>> pendulum = Robot.from_dh([1], [0], [0], [0], mass=[2], com=[[0, 0, 0]])
    >>> accel(pendulum, [0], [0], [6])
    array([3.])
    """
    given = _checked(robot, q, qd, tau, wrench, friction)
    return _accelerations(robot, base_acceleration(robot, gravity), *given)


@accelerated
def joint_accelerations(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    base: ArrayLike,
    wrench: ArrayLike | None = None,
    friction: bool = True,
) -> Array:
    """Return the accelerations as ``accel`` does, with gravity as an acceleration of the base.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Joint velocities, likewise.
        tau: Torques or forces, likewise.
        base: Acceleration of the base equivalent to gravity (6,), angular first.
        wrench: As ``accel``.
        friction: As ``accel``.

    Raises:
        ArgumentError: As ``accel``.
    """
    given = _checked(robot, q, qd, tau, wrench, friction)
    return _accelerations(robot, check_one(base, "base", 6), *given)


class _Given(NamedTuple):
    """Checked arguments of ``accel``."""

    q: Array
    qd: Array
    tau: Array
    wrench: Array | None
    friction: bool


def _checked(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    wrench: ArrayLike | None,
    friction: bool,
) -> _Given:
    q, qd, tau = check_motion(robot, q=q, qd=qd, tau=tau)
    load = None if wrench is None else check_rows(wrench, 6, "wrench", q.shape[:-1])
    return _Given(q, qd, tau, load, check_flag(friction, "friction"))


def _accelerations(
    robot: Robot,
    base: Array,
    q: Array,
    qd: Array,
    tau: Array,
    wrench: Array | None,
    friction: bool,
) -> Array:
    links = bodies(robot, q)
    held = drives(robot).held
    moving = np.where(held, 0.0, qd)
    rest = tau - link_torques(links, moving, np.zeros_like(q), base)
    if friction:
        rest = rest - friction_torque(robot, moving)
    if wrench is not None:
        rest = rest - dot(links.screws, world_wrench(robot, links, wrench)[..., None, :])
    mass = joint_inertia(robot, links)
    if not held.any():
        return solve_inertia(mass, rest)
    free = ~held
    answer = np.zeros(rest.shape)
    if free.any():
        answer[..., free] = solve_inertia(mass[..., free, :][..., free], rest[..., free])
    return answer


def solve_inertia(mass: Array, torque: Array) -> Array:
    """Return M^-1 torque.

    Raises:
        ArgumentError: M is singular, as some joint motion moves no mass, or not finite.
    """
    _check_finite(mass)
    size = np.sqrt(np.abs(np.diagonal(mass, axis1=-2, axis2=-1)))
    # of unit diagonal, so that joints of heavy and of light links count alike
    size = np.where(size > 0, size, 1.0)
    even = mass / size[..., None] / size[..., None, :]
    least = np.abs(np.linalg.eigvalsh(even)).min(initial=np.inf)
    if least < SINGULAR:
        raise ArgumentError(
            "robot: its inertia matrix is not positive definite; every joint must move some mass"
        )
    return np.linalg.solve(mass, torque[..., None])[..., 0].astype(float, copy=False)


def _check_finite(mass: Array) -> None:
    if not np.isfinite(mass).all():
        raise ArgumentError(
            "robot: its inertia matrix is too large for a number; expected shorter or lighter links"
        )


def cinertia(robot: Robot, q: ArrayLike) -> Array:
    """Return the Cartesian inertia at the tool (Khatib 1987).

    It is J^-T M J^-1 or, where J is not square, the inverse of J M^-1 J^T over the possible motions
    of the tool.  Locked joints are not included.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.

    Returns:
        Matrix (6, 6) or (m, 6, 6) in base axes, angular part first.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass, a singular
            posture of a robot with six joints.

    >>> from rvs.engine.robot import Robot
    >>> slide = Robot.from_dh([0], [0], [0], [0], "P", mass=[3], com=[[0, 0, 0]])
    >>> cinertia(slide, [0.1])[5, 5].round(12)
    np.float64(3.0)
    """
    (q,) = check_motion(robot, q=q)
    links = bodies(robot, q)
    free = ~drives(robot).held
    mass = joint_inertia(robot, links)[..., free, :][..., free]
    _check_finite(mass)
    jacobian = np.swapaxes(tool_screws(robot, links), -1, -2)[..., free]
    if jacobian.shape[-1] != 6:
        mobility = jacobian @ np.linalg.solve(mass, np.swapaxes(jacobian, -1, -2))
        return np.linalg.pinv(mobility, hermitian=True)
    try:
        back = np.linalg.inv(jacobian)
    except np.linalg.LinAlgError as error:
        raise ArgumentError(
            "q: the posture is singular, so the Cartesian inertia is infinite"
        ) from error
    return np.swapaxes(back, -1, -2) @ mass @ back


def tool_screws(robot: Robot, links: Bodies) -> Array:
    """Return the twists of the tool point per unit joint speed, (..., n, 6), base axes."""
    tool = compile_chain(robot).tool
    point = links.origins[..., -1, :] + links.rotations[..., -1, :, :] @ tool[:3, 3]
    w = links.screws[..., :3]
    linear = links.screws[..., 3:] + cross(w, point[..., None, :])
    return np.concatenate([w, linear], axis=-1)


def energy(
    robot: Robot, q: ArrayLike, qd: ArrayLike, *, gravity: ArrayLike | None = None
) -> Energy:
    """Return kinetic and potential energy, rotors of the motors included.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Joint velocities, likewise.
        gravity: Gravity in the world (3,), m/s^2; the robot's own when None.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> from rvs.engine.robot import Robot
    >>> slide = Robot.from_dh([0], [0], [0], [0], "P", mass=[2], com=[[0, 0, 0]])
    >>> kinetic, potential = energy(slide, [0.5], [3])
    >>> float(kinetic), float(potential)
    (9.0, 9.81)
    """
    q, qd = check_motion(robot, q=q, qd=qd)
    links = bodies(robot, q)
    g = np.asarray(robot.gravity if gravity is None else check_one(gravity, "gravity", 3))
    mass = links.inertias[..., 3, 3]
    heights = (links.com + compile_chain(robot).base[:3, 3]) @ g
    momentum = times(joint_inertia(robot, links), qd)
    return Energy(0.5 * dot(qd, momentum), -dot(mass, heights))

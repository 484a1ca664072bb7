"""Free robots: their motion under torques, integrated over time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    check_flag,
    check_numbers,
    check_one,
    check_positive,
    check_robot,
    check_rows,
)
from rvs.engine.dynamics.bodies import drives
from rvs.engine.dynamics.forward_dynamics import joint_accelerations
from rvs.engine.dynamics.integrate import dormand_prince, integrate, running_away
from rvs.engine.dynamics.newton_euler import base_acceleration
from rvs.engine.dynamics.stick_slip import WATCHFUL, MovingRobot, TorqueLaw, has_dry_friction
from rvs.engine.errors import ArgumentError, NoSolution
from rvs.engine.robot import Robot

TorqueFunction = Callable[[float, Array, Array], ArrayLike]
"""Torques (n,) of time, posture and velocities."""

# error of a step of a motion with dry friction
DRY_TOLERANCE = 1e-11


def euler_step(q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, dt: float) -> tuple[Array, Array]:
    """Return posture and velocities one explicit Euler step later.

    Args:
        q: Posture (n,) or (m, n), rad or m.
        qd: Joint velocities, likewise.
        qdd: Joint accelerations, likewise.
        dt: Time step in s.

    Returns:
        q + dt qd and qd + dt qdd.

    Raises:
        ArgumentError: Different shapes, or a number that is not finite.

    >>> [x.tolist() for x in euler_step([1.0], [2.0], [3.0], 0.1)]
    [[1.2], [2.3]]
    """
    given = {"q": q, "qd": qd, "qdd": qdd}
    now, rate, push = (check_numbers(values, name) for name, values in given.items())
    if not now.shape == rate.shape == push.shape:
        raise ArgumentError(
            f"q, qd, qdd: their shapes differ: {now.shape}, {rate.shape}, {push.shape}"
        )
    step = float(check_one(dt, "dt"))
    return now + step * rate, rate + step * push


def simulate_torques(
    robot: Robot,
    q0: ArrayLike,
    qd0: ArrayLike,
    torques: ArrayLike,
    dt: float,
    *,
    wrenches: ArrayLike | None = None,
    substeps: int = 1,
    gravity: ArrayLike | None = None,
    friction: bool = True,
) -> tuple[Array, Array]:
    """Return the motion under a table of torques, by explicit Euler steps.

    Args:
        robot: The robot.
        q0: Posture at the start (n,), rad or m.
        qd0: Joint velocities at the start (n,).
        torques: One row per step (m, n), held over the step; the last row is not used.
        dt: Time between rows in s.
        wrenches: Moments and forces (m, 6) that the tool exerts on the world, about the tool point
            in the tool frame, held likewise.
        substeps: Euler steps in each dt.
        gravity: Gravity in the world (3,), m/s^2; the robot's own when None.
        friction: Include viscous and Coulomb friction.

    Returns:
        Postures and velocities (m, n) each; row 0 is the start.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass, an inertia
            matrix that is not positive definite.
        NoSolution: The motion diverges.

    >>> from rvs.engine.robot import Robot
    >>> slide = Robot.from_dh([0], [0], [0], [0], "P", mass=[2], gravity=(0, 0, 0))
    >>> simulate_torques(slide, [0], [0], [[4], [4], [0]], 0.5)[1].tolist()
    [[0.0], [1.0], [2.0]]
    """
    check_robot(robot)
    rubbing = check_flag(friction, "friction")
    start, speed = check_one(q0, "q0", robot.n), check_one(qd0, "qd0", robot.n)
    table = check_numbers(torques, "torques")
    if table.ndim != 2 or table.shape[1] != robot.n:
        raise ArgumentError(f"torques: expected shape (m, {robot.n}), got {table.shape}")
    rows = len(table)
    loads = np.zeros((rows, 6))
    if wrenches is not None:
        loads = np.broadcast_to(check_rows(wrenches, 6, "wrenches", (rows,)), (rows, 6))
    if not isinstance(substeps, int) or substeps < 1:
        raise ArgumentError(f"substeps: expected a whole number of at least 1, got {substeps!r}")
    step = check_positive(dt, "dt") / substeps
    base = base_acceleration(robot, gravity)
    q, qd = np.empty((rows, robot.n)), np.empty((rows, robot.n))
    now, rate = start, np.where(drives(robot).held, 0.0, speed)
    for i in range(rows):
        q[i], qd[i] = now, rate
        if i == rows - 1:
            break
        for _ in range(substeps):
            push = joint_accelerations(robot, now, rate, table[i], base, loads[i], rubbing)
            now, rate = now + step * rate, rate + step * push
            if running_away(now):
                raise NoSolution(
                    f"the motion after {i * dt:g} s",
                    "the motion diverges; use more substeps",
                )
    return q, qd


def fdyn(
    robot: Robot,
    t: ArrayLike,
    torque: ArrayLike | TorqueFunction | None,
    q0: ArrayLike,
    qd0: ArrayLike,
    *,
    gravity: ArrayLike | None = None,
    friction: bool = True,
) -> tuple[Array, Array]:
    """Return the motion of a robot under torques, integrated to 1e-10 (Dormand and Prince 8(5,3)).

    Joints with Coulomb friction come to rest, stick and break away.

    Args:
        robot: The robot.
        t: Rising times (m,) in s; the motion starts at the first.
        torque: Torques: None for zero, constants (n,), or a function ``f(t, q, qd)``.
        q0: Posture at the first time (n,), rad or m.
        qd0: Joint velocities at the first time (n,); those of locked joints are replaced by 0.
        gravity: Gravity in the world (3,), m/s^2; the robot's own when None.
        friction: Include viscous and Coulomb friction.

    Returns:
        Postures and velocities at the times, (m, n) each.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, times that do not rise, a link
            without mass, an inertia matrix that is not positive definite.
        NoSolution: The motion diverges, so that no step is small enough.

    >>> from rvs.engine.robot import Robot
    >>> drop = Robot.from_dh([0], [0], [0], [0], "P", mass=[2], gravity=(0, 0, -10))
    >>> q, qd = fdyn(drop, [0, 0.5, 1], None, [0], [0])
    >>> q.ravel().round(9).tolist()
    [0.0, -1.25, -5.0]
    """
    check_robot(robot)
    rubbing = check_flag(friction, "friction")
    times = check_numbers(t, "t")
    if times.ndim != 1 or not times.size or not (np.diff(times) > 0).all():
        raise ArgumentError("t: expected an increasing row of times")
    start, speed = check_one(q0, "q0", robot.n), check_one(qd0, "qd0", robot.n)
    moving = np.where(drives(robot).held, 0.0, speed)
    base = base_acceleration(robot, gravity)
    law = _torque_law(robot, torque)
    state = np.concatenate([start, moving])
    if rubbing and has_dry_friction(robot).any():
        states = _dry_motion(robot, times, state, law, gravity)
    else:
        states = _smooth_motion(robot, times, state, law, base, rubbing)
    return states[:, : robot.n], states[:, robot.n :]


def _dry_motion(
    robot: Robot, times: Array, start: Array, law: TorqueLaw, gravity: ArrayLike | None
) -> Array:
    """Return the states [q, qd] (m, 2n) of a robot with dry friction."""
    n, method = robot.n, dormand_prince(DRY_TOLERANCE, WATCHFUL)
    moving = MovingRobot(robot, method, start[:n], start[n:], gravity=gravity, time=float(times[0]))
    states = [start]
    for gap in np.diff(times).tolist():
        moving.advance(law, np.zeros(n), gap)
        states.append(moving.state[: 2 * n])
    return np.array(states)


def _smooth_motion(
    robot: Robot,
    times: Array,
    start: Array,
    law: TorqueLaw,
    base: Array,
    friction: bool,
) -> Array:
    """Return the states [q, qd] (m, 2n) of a robot without dry friction."""

    def slope(time: float, state: Array) -> Array:
        q, qd = state[: robot.n], state[robot.n :]
        push = joint_accelerations(robot, q, qd, law(time, q, qd), base, friction=friction)
        return np.concatenate([qd, push])

    return start[None, :] if len(times) == 1 else integrate(slope, times, start)


def _torque_law(robot: Robot, torque: ArrayLike | TorqueFunction | None) -> TorqueLaw:
    if callable(torque):
        function = torque
        return lambda t, q, qd: check_one(function(t, q, qd), "torque", robot.n)
    constant = np.zeros(robot.n) if torque is None else check_one(torque, "torque", robot.n)
    return lambda *_: constant

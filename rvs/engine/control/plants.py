"""Plants of a control loop: rigid robots under torque, velocity servos, elastic drives.

A plant is any object with ``start``, ``measure``, ``motion`` and ``slope``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_flag, check_gains, check_gravity, check_robot
from rvs.engine.dynamics.bodies import drives
from rvs.engine.dynamics.forward_dynamics import accel
from rvs.engine.dynamics.stick_slip import spring_torques
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.value_class import dataclass


class Plant(Protocol):
    """Controlled system: a state that changes with time and command."""

    @property
    def robot(self) -> Robot:
        """The robot that moves.

        >>> RatePlant(Robot.from_dh([1], 0, 0, 0)).robot.n
        1
        """

    def start(self, q: Array, qd: Array, /) -> Array:
        """Return the initial state for a posture with velocities.

        >>> RobotPlant(Robot.from_dh([1], 0, 0, 0)).start(np.ones(1), np.zeros(1))
        array([1., 0.])
        """

    def measure(self, state: Array) -> tuple[Array, Array]:
        """Return the posture and velocities that the controller measures.

        >>> RobotPlant(Robot.from_dh([1], 0, 0, 0)).measure(np.array([1.0, 2.0]))
        (array([1.]), array([2.]))
        """

    def motion(self, state: Array) -> tuple[Array, Array]:
        """Return the posture and velocities of the links.

        >>> RatePlant(Robot.from_dh([1], 0, 0, 0)).motion(np.array([1.0]))
        (array([1.]), array([0.]))
        """

    def slope(self, t: float, state: Array, command: Array, /) -> Array:
        """Return the time derivative of the state.

        >>> RatePlant(Robot.from_dh([1], 0, 0, 0)).slope(0.0, np.zeros(1), np.ones(1))
        array([1.])
        """


@dataclass(frozen=True, eq=False)
class RobotPlant:
    """A robot driven by torques.

    Attributes:
        robot: The true model of the robot.
        wrench: Wrench of its tool on the world, (6,) as a function of time in the tool frame; None
            for no wrench.
        gravity: Gravity in the world (3,); the robot's own when None.
        friction: Include friction.

    >>> slide = Robot.from_dh([0], [0], [0], [0], "P", mass=[2], gravity=(0, 0, 0))
    >>> RobotPlant(slide).slope(0.0, np.array([0.0, 3.0]), np.array([4.0]))
    array([3., 2.])
    """

    robot: Robot
    wrench: Callable[[float], ArrayLike] | None = None
    gravity: ArrayLike | None = None
    friction: bool = True

    def __post_init__(self) -> None:
        check_robot(self.robot)
        if self.wrench is not None and not callable(self.wrench):
            raise ArgumentError(f"wrench: expected a function of time, got {self.wrench!r:.60}")
        check_gravity(self.gravity)
        check_flag(self.friction, "friction")

    def start(self, q: Array, qd: Array) -> Array:
        """Return the state [q, qd]; locked joints start at rest.

        >>> RobotPlant(Robot.from_dh([1], 0, 0, 0, locked=[1])).start(np.ones(1), np.ones(1))
        array([1., 0.])
        """
        return np.concatenate([q, np.where(drives(self.robot).held, 0.0, qd)])

    def measure(self, state: Array) -> tuple[Array, Array]:
        """Return posture and velocities.

        >>> RobotPlant(Robot.from_dh([1], 0, 0, 0)).measure(np.array([1.0, 2.0]))
        (array([1.]), array([2.]))
        """
        return self.motion(state)

    def motion(self, state: Array) -> tuple[Array, Array]:
        """Return posture and velocities.

        >>> RobotPlant(Robot.from_dh([1], 0, 0, 0)).motion(np.array([1.0, 2.0]))
        (array([1.]), array([2.]))
        """
        n = self.robot.n
        return state[:n], state[n:]

    def slope(self, t: float, state: Array, command: Array) -> Array:
        """Return velocities and accelerations under torques.

        >>> slide = Robot.from_dh(0, 0, 0, 0, "P", mass=2, gravity=(0, 0, 0))
        >>> RobotPlant(slide).slope(0.0, np.array([0.0, 3.0]), np.array([8.0]))
        array([3., 4.])
        """
        q, qd = self.motion(state)
        wrench = None if self.wrench is None else self.wrench(t)
        qdd = accel(
            self.robot, q, qd, command, gravity=self.gravity, wrench=wrench, friction=self.friction
        )
        return np.concatenate([qd, qdd])


@dataclass(frozen=True, eq=False)
class RatePlant:
    """A robot whose joints are ideal velocity servos: the command is its joint velocities.

    >>> slide = Robot.from_dh([0], [0], [0], [0], "P")
    >>> RatePlant(slide).slope(0.0, np.zeros(1), np.array([4.0]))
    array([4.])
    """

    robot: Robot

    def __post_init__(self) -> None:
        check_robot(self.robot)

    def start(self, q: Array, _qd: Array) -> Array:
        """Return the state q; velocities follow the command and are not stored.

        >>> RatePlant(Robot.from_dh([1], 0, 0, 0)).start(np.ones(1), np.zeros(1))
        array([1.])
        """
        return q

    def measure(self, state: Array) -> tuple[Array, Array]:
        """Return the posture, and velocities as 0: the robot has no tachometers.

        >>> RatePlant(Robot.from_dh([1], 0, 0, 0)).measure(np.ones(1))
        (array([1.]), array([0.]))
        """
        return self.motion(state)

    def motion(self, state: Array) -> tuple[Array, Array]:
        """Return the posture, and velocities as 0.

        >>> RatePlant(Robot.from_dh([1], 0, 0, 0)).motion(np.ones(1))
        (array([1.]), array([0.]))
        """
        return state, np.zeros_like(state)

    def slope(self, _t: float, _state: Array, command: Array) -> Array:
        """Return the commanded velocities; locked joints stay.

        >>> RatePlant(Robot.from_dh([1], 0, 0, 0)).slope(0.0, np.zeros(1), np.ones(1))
        array([1.])
        """
        return np.where(drives(self.robot).held, 0.0, command)


@dataclass(frozen=True, eq=False)
class FlexiblePlant:
    """A robot whose motors drive its joints through a spring and a damper (Spong 1987).

    The command is the torque of the motors on the link side, and the controller sees the motors.

    Attributes:
        robot: The robot, without its motors.
        stiffness: Springs (n,) or one, N m/rad.
        damping: Dampers (n,) or one, N m s/rad.
        motor_inertia: Motors on the link side (n,) or one, kg m^2.

    >>> slide = Robot.from_dh([0], [0], [0], [0], "P", mass=[2], gravity=(0, 0, 0))
    >>> plant = FlexiblePlant(slide, stiffness=10.0, damping=0.0, motor_inertia=1.0)
    >>> plant.slope(0.0, np.array([0.0, 0.0, 0.2, 0.0]), np.zeros(1))
    array([ 0.,  1.,  0., -2.])
    """

    robot: Robot
    stiffness: ArrayLike
    damping: ArrayLike
    motor_inertia: ArrayLike

    def __post_init__(self) -> None:
        check_robot(self.robot)
        for name in ("stiffness", "damping", "motor_inertia"):
            check_gains(self.robot.n, getattr(self, name), name)
        if not np.all(np.asarray(self.motor_inertia) > 0):
            raise ArgumentError("motor_inertia: every motor needs an inertia above 0")

    def start(self, q: Array, qd: Array) -> Array:
        """Return the state [q, qd, motor angles, motor velocities] with unloaded springs.

        >>> plant = FlexiblePlant(Robot.from_dh([1], 0, 0, 0), 10.0, 0.0, 1.0)
        >>> plant.start(np.ones(1), np.zeros(1))
        array([1., 0., 1., 0.])
        """
        return np.concatenate([q, qd, q, qd])

    def measure(self, state: Array) -> tuple[Array, Array]:
        """Return angles and velocities of the motors.

        >>> plant = FlexiblePlant(Robot.from_dh([1], 0, 0, 0), 10.0, 0.0, 1.0)
        >>> plant.measure(np.array([1.0, 2.0, 3.0, 4.0]))
        (array([3.]), array([4.]))
        """
        n = self.robot.n
        return state[2 * n : 3 * n], state[3 * n :]

    def motion(self, state: Array) -> tuple[Array, Array]:
        """Return posture and velocities of the links.

        >>> plant = FlexiblePlant(Robot.from_dh([1], 0, 0, 0), 10.0, 0.0, 1.0)
        >>> plant.motion(np.array([1.0, 2.0, 3.0, 4.0]))
        (array([1.]), array([2.]))
        """
        n = self.robot.n
        return state[:n], state[n : 2 * n]

    def slope(self, _t: float, state: Array, command: Array) -> Array:
        """Return velocities and accelerations of links and motors.

        >>> slide = Robot.from_dh(0, 0, 0, 0, "P", mass=2, gravity=(0, 0, 0))
        >>> plant = FlexiblePlant(slide, stiffness=10, damping=0, motor_inertia=1)
        >>> plant.slope(0.0, np.array([0.0, 0.0, 0.2, 0.0]), np.array([2.0]))
        array([0., 1., 0., 0.])
        """
        (q, qd), (angle, rate) = self.motion(state), self.measure(state)
        pull = spring_torques(self.stiffness, self.damping, angle - q, rate - qd)
        push = (command - pull) / np.asarray(self.motor_inertia, dtype=float)
        return np.concatenate([qd, accel(self.robot, q, qd, pull), rate, push])

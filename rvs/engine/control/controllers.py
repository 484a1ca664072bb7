"""Controllers for ``simulate``: each gets a ``Sample`` and returns (command, memory).

The robot inside a controller is its model, which may differ from the plant's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    check_gains,
    check_gravity,
    check_numbers,
    check_one,
    check_positive,
    check_robot,
)
from rvs.engine.control.camera import Camera
from rvs.engine.control.laws import feedback, linear_error_torque, resolved_rate, visual_servo
from rvs.engine.control.loop import JointReference, Sample
from rvs.engine.dynamics.newton_euler import gravload, rne
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.value_class import dataclass

# a sample that comes a rounding early still belongs to its period
EARLY = 1e-9


def _wanted(sample: Sample) -> JointReference:
    """Return the reference that a joint law follows.

    Raises:
        ArgumentError: Not a reference, or for another number of joints.
    """
    if any(np.shape(row) != sample.q.shape for row in sample.wanted):
        raise ArgumentError(
            f"reference: expected a JointReference for {sample.q.size} joints, "
            f"got {sample.wanted!r:.60}"
        )
    wanted: JointReference = sample.wanted
    return wanted


def _check(n: int, **gains: ArrayLike) -> None:
    for name, values in gains.items():
        check_gains(n, values, name)


class FeedforwardMemory(NamedTuple):
    """The current torque, and the number of periods of the feed-forward so far."""

    torque: Array
    periods: int


@dataclass(frozen=True, eq=False)
class ComputedTorque:
    """Computed torque with the integral of the error over time (Lynch and Park 2017, eq. 11.35).

    Attributes:
        model: The controller's model of the robot.
        kp: Proportional gains (n,) or one, 1/s^2.
        kd: Derivative gains (n,) or one, 1/s.
        ki: Integral gains (n,) or one, 1/s^3.
        gravity: Gravity in the world (3,); the model's own when None.

    >>> slide = Robot.from_dh([0], [0], [0], [0], "P", mass=[2], gravity=(0, 0, 0))
    >>> goal = JointReference(np.ones(1), np.zeros(1), np.zeros(1))
    >>> at = Sample(0.0, 0.1, np.zeros(1), np.zeros(1), goal)
    >>> torque, integral = ComputedTorque(slide, kp=100.0, kd=20.0)(at)
    >>> torque, integral
    (array([200.]), array([0.1]))
    """

    model: Robot
    kp: ArrayLike
    kd: ArrayLike
    ki: ArrayLike = 0.0
    gravity: ArrayLike | None = None

    def __post_init__(self) -> None:
        _check(check_robot(self.model, "model").n, kp=self.kp, kd=self.kd, ki=self.ki)
        check_gravity(self.gravity)

    def __call__(self, sample: Sample) -> tuple[Array, Array]:
        """Return torques (n,) towards a ``JointReference``."""
        want, q = _wanted(sample), sample.q
        total = np.zeros(self.model.n) if sample.memory is None else sample.memory
        gains = self.kp, self.kd, self.ki
        tau = linear_error_torque(self.model, q, sample.qd, want, *gains, total, self.gravity)
        return tau, total + sample.dt * (want.q - q)


@dataclass(frozen=True, eq=False)
class GravityPD:
    """Proportional and derivative feedback with gravity compensation.

    Attributes:
        model: The controller's model of the robot.
        kp: Stiffness (n,) or one, N m/rad or N/m.
        kd: Damping (n,) or one, N m s/rad or N s/m.
        gravity: Gravity in the world (3,); the model's own when None.

    >>> slide = Robot.from_dh([0], [0], [0], [0], "P", mass=[2], gravity=(0, 0, 0))
    >>> goal = JointReference(np.ones(1), np.zeros(1), np.zeros(1))
    >>> at = Sample(0.0, 0.1, np.zeros(1), np.zeros(1), goal)
    >>> GravityPD(slide, kp=50.0, kd=5.0)(at)[0]
    array([50.])
    """

    model: Robot
    kp: ArrayLike
    kd: ArrayLike
    gravity: ArrayLike | None = None

    def __post_init__(self) -> None:
        _check(check_robot(self.model, "model").n, kp=self.kp, kd=self.kd)
        check_gravity(self.gravity)

    def __call__(self, sample: Sample) -> tuple[Array, None]:
        """Return torques (n,) towards a ``JointReference``."""
        back = feedback(sample.q, sample.qd, _wanted(sample), self.kp, self.kd)
        return gravload(self.model, sample.q, gravity=self.gravity) + back, None


@dataclass(frozen=True, eq=False)
class TorqueFeedforward:
    """PD feedback, plus the torque of the reference motion, updated at its own interval.

    Attributes:
        model: The controller's model of the robot.
        kp: Stiffness (n,) or one, N m/rad or N/m.
        kd: Damping (n,) or one, N m s/rad or N s/m.
        period: Time from one computation of the feed-forward to the next, in s.

    >>> slide = Robot.from_dh([0], [0], [0], [0], "P", mass=[2], gravity=(0, 0, 0))
    >>> goal = JointReference(np.ones(1), np.zeros(1), np.zeros(1))
    >>> at = Sample(0.0, 0.1, np.zeros(1), np.zeros(1), goal)
    >>> TorqueFeedforward(slide, kp=50.0, kd=5.0)(at)[0]
    array([50.])
    """

    model: Robot
    kp: ArrayLike
    kd: ArrayLike
    period: float = 0.05

    def __post_init__(self) -> None:
        _check(check_robot(self.model, "model").n, kp=self.kp, kd=self.kd)
        check_positive(self.period, "period")

    def __call__(self, sample: Sample) -> tuple[Array, FeedforwardMemory]:
        """Return torques (n,) towards a ``JointReference``."""
        want = _wanted(sample)
        periods = int(sample.t / self.period + EARLY)
        held: FeedforwardMemory | None = sample.memory
        if held is None or held.periods != periods:
            held = FeedforwardMemory(rne(self.model, *want), periods)
        return held.torque + feedback(sample.q, sample.qd, want, self.kp, self.kd), held


@dataclass(frozen=True, eq=False)
class MotorPD:
    """Feedback of position and velocity alone, for the motors of a ``FlexiblePlant``.

    Attributes:
        kp: Stiffness (n,) or one, N m/rad.
        kd: Damping (n,) or one, N m s/rad.

    >>> goal = JointReference(np.ones(1), np.zeros(1), np.zeros(1))
    >>> at = Sample(0.0, 0.1, np.zeros(1), np.zeros(1), goal)
    >>> MotorPD(kp=50.0, kd=5.0)(at)[0]
    array([50.])
    """

    kp: ArrayLike
    kd: ArrayLike

    def __post_init__(self) -> None:
        for name in ("kp", "kd"):
            gains = check_numbers(getattr(self, name), name)
            if gains.ndim > 1 or not gains.size:
                raise ArgumentError(f"{name}: expected one number, or one for each joint")

    def __call__(self, sample: Sample) -> tuple[Array, None]:
        """Return torques (n,) towards a ``JointReference``."""
        _check(sample.q.size, kp=self.kp, kd=self.kd)
        return feedback(sample.q, sample.qd, _wanted(sample), self.kp, self.kd), None


@dataclass(frozen=True, eq=False)
class ResolvedRate:
    """Cartesian control without inverse kinematics: the tool's error through J^+.

    Attributes:
        model: The controller's model of the robot.
        gain: Part of the error to remove each second, 1/s.

    >>> slide = Robot.from_dh([0], [0], [0], [0], "P")
    >>> goal = np.eye(4)
    >>> goal[2, 3] = 0.5
    >>> ResolvedRate(slide, 2.0)(Sample(0.0, 0.1, np.zeros(1), np.zeros(1), goal))[0].round(12)
    array([1.])
    """

    model: Robot
    gain: float

    def __post_init__(self) -> None:
        check_robot(self.model, "model")
        check_one(self.gain, "gain")

    def __call__(self, sample: Sample) -> tuple[Array, None]:
        """Return joint rates (n,) towards a pose (4, 4)."""
        return resolved_rate(self.model, sample.q, sample.wanted, self.gain), None


@dataclass(frozen=True, eq=False)
class ImageServo:
    """Image-based visual servoing with a camera on the tool.

    Attributes:
        model: The controller's model of the robot.
        camera: The controller's model of the camera.
        observe: Image of the real camera in a posture: (n,) -> pixels (k, 2).
        depth: Estimated distance of the points, in m.
        gain: Part of the error to remove each second, 1/s.
        mount: Pose of the camera in the tool frame (4, 4); the tool frame itself when None.

    >>> slide, camera = Robot.from_dh([0], [0], [0], [0], "P"), Camera(100.0, 2.0, 2.0)
    >>> corners = np.array([[1.0, 0, 1], [-1, 0, 1], [0, 1, 1]])
    >>> def observe(q):
    ...     return camera.project(corners - [0, 0, q[0]])
    >>> servo = ImageServo(slide, camera, observe, depth=1.0, gain=1.0)
    >>> wanted = camera.project(corners - [0, 0, 0.1])
    >>> bool(servo(Sample(0.0, 0.1, np.zeros(1), np.zeros(1), wanted))[0] > 0)
    True
    """

    model: Robot
    camera: Camera
    observe: Callable[[Array], Array]
    depth: float
    gain: float
    mount: ArrayLike | None = None

    def __call__(self, sample: Sample) -> tuple[Array, Array]:
        """Return joint rates (n,) towards reference pixels (k, 2); memory is the last rates."""
        seen = self.observe(sample.q)
        rates = visual_servo(
            self.model,
            sample.q,
            self.camera,
            seen,
            sample.wanted,
            self.depth,
            self.gain,
            mount=self.mount,
        )
        return rates, seen

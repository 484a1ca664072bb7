"""Load of a motion on the joints, and the table of its requirements for choosing motors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_motion, check_numbers
from rvs.engine.dynamics import coriolis, friction, gravload, rne, tip_torque
from rvs.engine.dynamics.bodies import drives
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Motor
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.value_class import dataclass

# What the parts of a torque are called: inertia of the links, Coriolis and centrifugal effects,
# gravity, friction, inertia of the rotors, the force at the tool.
PARTS: dict[str, str] = {
    "inertia": "inertia",
    "coriolis": "Coriolis",
    "gravity": "gravity",
    "friction": "friction",
    "rotor": "rotor",
    "tool": "force",
}


@dataclass(frozen=True, eq=False)
class Load:
    """Torques of the joints along a motion, on the link side.

    Attributes:
        times: Time of each row (m,), in s.
        q: Postures (m, n), rad or m.
        speeds: Joint velocities (m, n).
        accelerations: Joint accelerations (m, n).
        torques: Total torques of the joints (m, n), N m or N.
        parts: Their components by the keys of ``PARTS``, (m, n) each; they add up to ``torques``.
    """

    times: Array
    q: Array
    speeds: Array
    accelerations: Array
    torques: Array
    parts: Mapping[str, Array]

    @cached_property
    def powers(self) -> Array:
        """Powers from the joints to the motion (m, n), in W; negative when braking."""
        given: Array = self.torques * self.speeds
        return given

    @cached_property
    def energies(self) -> Array:
        """The work of each joint since the start (m, n), in J: the integral of its power."""
        steps = np.diff(self.times)[:, None] * (self.powers[1:] + self.powers[:-1]) / 2
        return np.concatenate([np.zeros((1, self.q.shape[1])), np.cumsum(steps, axis=0)])

    @property
    def peaks(self) -> Array:
        """Largest torques (n,), without sign."""
        most: Array = np.abs(self.torques).max(axis=0)
        return most

    @property
    def rms(self) -> Array:
        """Root mean square of the torques over time (n,), which heats a motor."""
        root: Array = np.sqrt(mean(self.times, self.torques**2))
        return root


def mean(times: Array, values: Array) -> Array:
    """Return the mean over time (n,) of values (m, n) at times (m,); for one row, that row."""
    if len(times) < 2:
        return np.asarray(values[0])
    steps = np.diff(times)[:, None]
    total: Array = (steps * (values[1:] + values[:-1]) / 2).sum(axis=0)
    average: Array = total / (times[-1] - times[0])
    return average


def load_of(
    robot: Robot,
    times: ArrayLike,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    force: ArrayLike | None = None,
    pushes: ArrayLike | None = None,
) -> Load:
    """Return the torques of a motion with their components.

    Args:
        robot: The robot with its load.
        times: Rising times (m,), in s.
        q: Postures (m, n), rad or m.
        qd: Joint velocities (m, n).
        qdd: Joint accelerations (m, n).
        force: Push on the tool point, in world axes: a force (3,) in N, or force and moment
            (6,) in N and N m.
        pushes: Other loads on the joints (m, n), which their drives do not have to provide, N m or
            N.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a link without mass.

    >>> arm = Robot.from_dh([1], [0], [0], [0], mass=[2], com=[[0, 0, 0]], gravity=(0, -10, 0))
    >>> load = load_of(arm, [0, 1], [[0], [0]], [[0], [1]], [[3], [3]])
    >>> load.torques.ravel(), float(load.energies[-1, 0])
    (array([26., 26.]), 13.0)
    """
    q, qd, qdd = check_motion(robot, q=q, qd=qd, qdd=qdd)
    when = check_numbers(times, "times")
    if q.ndim != 2 or when.shape != (len(q),):
        raise ArgumentError(f"times: expected one per row of q, got {when.shape} for {q.shape}")
    tool = np.zeros_like(q) if force is None else tip_torque(robot, q, push(robot, q, force))
    if pushes is not None:
        outside = check_numbers(pushes, "pushes")
        if outside.shape != q.shape:
            raise ArgumentError(f"pushes: expected the shape of q, {q.shape}, got {outside.shape}")
        tool = tool - outside
    parts = {
        "inertia": rne(robot, q, 0 * q, qdd, gravity=np.zeros(3), friction=False, motor=False),
        "coriolis": coriolis(robot, q, qd),
        "gravity": gravload(robot, q),
        "friction": friction(robot, qd),
        "rotor": drives(robot).inertia * qdd,
        "tool": tool,
    }
    return Load(when, q, qd, qdd, rne(robot, q, qd, qdd) + tool, parts)


def push(robot: Robot, q: Array, force: ArrayLike) -> Array:
    """Return the wrench of the tool against a push, (..., 6) in the tool frame, moment first.

    Args:
        robot: The robot.
        q: Postures (..., n), rad or m.
        force: Force (3,), or force and moment (6,), on the tool point in world axes.

    Raises:
        ArgumentError: Another number of values.
    """
    given = check_numbers(force, "force")
    if given.shape not in ((3,), (6,)):
        raise ArgumentError(f"force: expected 3 or 6 numbers, got shape {given.shape}")
    both = np.zeros(6)
    both[: len(given)] = given
    back = np.swapaxes(fkine(robot, q)[..., :3, :3], -1, -2)
    return -np.concatenate([back @ both[3:], back @ both[:3]], axis=-1)


@dataclass(frozen=True, slots=True)
class DriveNeed:
    """Requirements of a motion on one joint, on the link side: N m and rad/s, or N and m/s.

    Attributes:
        peak: Largest torque, without sign.
        rms: Root mean square of the torque over time.
        holding: Largest torque against gravity alone.
        speed: Largest speed.
        acceleration: Largest acceleration.
        power: Largest power that the drive delivers, in W.
        braking: Largest power returned to the drive, in W.
        mean_power: Mean of the power without sign, in W.
        energy: Work of the whole motion, in J.
        gear: Gear ratio without sign; 1 if none is known.
        effort: Largest torque of the joint; infinite if none is known.
        rate: Largest speed of the joint, likewise.
    """

    peak: float
    rms: float
    holding: float
    speed: float
    acceleration: float
    power: float
    braking: float
    mean_power: float
    energy: float
    gear: float
    effort: float
    rate: float

    @property
    def peak_power(self) -> float:
        """The power of largest magnitude, in W; negative during braking."""
        return -self.braking if self.braking > self.power else self.power

    @property
    def use(self) -> float:
        """Fraction of the effort at the peak; 0 if no effort is known."""
        return self.peak / self.effort

    @property
    def motor_peak(self) -> float:
        """Largest torque at the motor, before the gear."""
        return self.peak / self.gear

    @property
    def motor_rms(self) -> float:
        """Root mean square of the torque at the motor."""
        return self.rms / self.gear

    @property
    def motor_speed(self) -> float:
        """Largest speed of the motor."""
        return self.speed * self.gear


def drive_needs(robot: Robot, load: Load) -> tuple[DriveNeed, ...]:
    """Return the requirements of a motion on each drive, joint by joint.

    Args:
        robot: The robot with its motors and limits.
        load: The load of the motion.

    >>> arm = Robot.from_dh([1], [0], [0], [0], mass=[2], com=[[0, 0, 0]], gravity=(0, -10, 0))
    >>> from rvs.study.drives.load import load_of
    >>> drive_needs(arm, load_of(arm, [0, 1], [[0], [0]], [[0], [1]], [[3], [3]]))[0].peak
    26.0
    """
    peaks, rms = load.peaks, load.rms
    average = mean(load.times, np.abs(load.powers))
    found = []
    for i, joint in enumerate(robot.joints):
        motor = joint.motor or Motor()
        power = load.powers[:, i]
        found.append(
            DriveNeed(
                peak=float(peaks[i]),
                rms=float(rms[i]),
                holding=float(np.abs(load.parts["gravity"][:, i]).max()),
                speed=float(np.abs(load.speeds[:, i]).max()),
                acceleration=float(np.abs(load.accelerations[:, i]).max()),
                power=max(float(power.max()), 0.0),
                braking=max(0.0, -float(power.min())),
                mean_power=float(average[i]),
                energy=float(load.energies[-1, i]),
                gear=abs(motor.gear) or 1.0,
                effort=joint.effort,
                rate=joint.rate,
            )
        )
    return tuple(found)

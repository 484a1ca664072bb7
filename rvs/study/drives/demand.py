"""The table for choosing motors: requirements of a motion on each drive."""

from __future__ import annotations

import numpy as np

from rvs.engine.joint import Motor
from rvs.engine.robot import Robot
from rvs.study.drives.load import Load, mean
from rvs.value_class import dataclass


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

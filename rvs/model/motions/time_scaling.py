"""Motions at another pace: slowed, or as fast as the drives permit on the same path."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

import numpy as np

from rvs.engine.arrays import Array, check_positive
from rvs.engine.robot import Robot
from rvs.model.array_value import Block, block
from rvs.model.motions.grips import retimed
from rvs.model.motions.loads import Force
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.rates import check_fits
from rvs.model.motions.recording import keyframes
from rvs.study.drives import fastest
from rvs.value_class import dataclass

DT = 0.005


@dataclass(frozen=True)
class Repaced:
    """A trajectory at another pace.

    Attributes:
        trajectory: The rows.
        old: Rising times of the original motion (k,), in s.
        new: Corresponding times of the trajectory (k,), in s.
    """

    trajectory: JointTrajectory
    old: Block
    new: Block

    def time(self, t: float) -> float:
        """Return the time at which the trajectory is where the other motion was at a time, in s."""
        return float(np.interp(t, self.old.array, self.new.array))


def slowed(trajectory: JointTrajectory, factor: float) -> Repaced:
    """Return a trajectory that is slower by a factor.

    Args:
        trajectory: The original trajectory.
        factor: Factor of the duration; below 1 it is faster.

    Raises:
        ArgumentError: A factor that is not above 0.

    >>> rows = JointTrajectory.evenly("arm", [[0.0], [1.0]], 1.0)
    >>> slowed(rows, 2.0).trajectory.duration
    2.0
    """
    check_positive(factor, "factor")
    times = trajectory.times.array
    speeds, accelerations = trajectory.speeds, trajectory.accelerations
    made = replace(
        trajectory,
        times=block(factor * times),
        openings=tuple((factor * t, width) for t, width in trajectory.openings),
        grips=retimed(trajectory.grips, lambda t: factor * t),
        speeds=None if speeds is None else block(speeds.array / factor),
        accelerations=None if accelerations is None else block(accelerations.array / factor**2),
    )
    ends = times[[0, -1]]
    return Repaced(made, block(ends), block(factor * ends))


def quickest(
    robot: Robot, trajectory: JointTrajectory, force: Force | None = None, dt: float = DT
) -> Repaced:
    """Return a trajectory on the same path in the least time that the drives permit.

    It rests wherever the trajectory rests, for as long, and at corners of the path.

    Args:
        robot: The robot with its payload, and its rates, accelerations and efforts.
        trajectory: The trajectory with the path.
        force: Push on the tool point in world axes: a force in N, or force and moment.
        dt: Largest time between rows, in s; rows are even, so that they can be saved.

    Raises:
        ArgumentError: The trajectory has the wrong joint count, or a single row.
        NoSolution: A joint cannot hold the arm somewhere, or nothing bounds the pace.
    """
    check_fits(robot, trajectory)
    rests = keyframes(trajectory)
    found = fastest(robot, trajectory.times.array, trajectory.rows.array, rests, force)
    steps = max(ceil(found.duration / check_positive(dt, "dt")), 1)
    times = np.linspace(0.0, found.duration, steps + 1)
    q, speeds, accelerations = found.at(times)
    old = np.append(found.begun, trajectory.duration)
    made = JointTrajectory(
        trajectory.robot_id, block(times), block(q),
        tuple((_moved(t, old, found.starts), width) for t, width in trajectory.openings),
        block(speeds), block(accelerations),
        grips=retimed(trajectory.grips, lambda t: _moved(t, old, found.starts)),
    )  # fmt: skip
    return Repaced(made, block(old), block(found.starts))


def _moved(t: float, old: Array, new: Array) -> float:
    return float(np.interp(t, old, new))

"""Torques that a trajectory requires from the drives, and periods of excessive effort."""

from __future__ import annotations

from rvs.engine.robot import Robot
from rvs.model.derived import derived
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.rates import Violation, beyond, check_fits, rates
from rvs.study.drives.load import Load, load_of

Force = tuple[float, ...]


@derived(size=8)
def load_along(robot: Robot, trajectory: JointTrajectory, force: Force | None = None) -> Load:
    """Return the torques of a trajectory with their components.

    Args:
        robot: The robot with its payload.
        trajectory: Its motion.
        force: Push on the tool point in world axes: a force in N, or force and moment.

    Raises:
        ArgumentError: The trajectory has the wrong joint count, or a link has no mass.
    """
    check_fits(robot, trajectory)
    times, q = trajectory.times.array, trajectory.rows.array
    pushes = None if trajectory.pushes is None else trajectory.pushes.array
    return load_of(robot, times, q, *rates(trajectory), force, pushes)


def overloads(robot: Robot, load: Load) -> tuple[Violation, ...]:
    """Return every period in which a torque exceeds the effort of its joint."""
    spans = (load.times, load.times)
    return tuple(
        violation
        for i, joint in enumerate(robot.joints)
        for violation in beyond(
            i, "torque", load.torques[:, i], (-joint.effort, joint.effort), spans
        )
    )

"""Plots of dexterity along a trajectory: conditioning index and manipulability."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.kinematics import manipulability
from rvs.engine.robot import Robot
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.rates import check_fits
from rvs.model.plots.motion_plot import MARGIN, POINTS, envelope
from rvs.model.plots.plot import Axis, Plot, curve
from rvs.study.dexterity import conditioning_index, manipulability_unit, usual_task

# The index of an isotropic posture is 100 %; so much of the axis is seen.
TOP = 104.0


def conditioning_plot(robot: Robot, trajectory: JointTrajectory, points: int = POINTS) -> Plot:
    """Return the kinetostatic conditioning index over time, in percent: 0 at a singularity.

    It is 100 %/κF, κF the condition number in the weighted Frobenius norm with the best
    characteristic length for each posture, for the robot's ``usual_task``.

    Args:
        robot: The robot.
        trajectory: Its motion.
        points: Approximate maximum number of points of a curve.

    Raises:
        ArgumentError: A trajectory with the wrong joint count, or no joint of the robot moves.
    """
    check_fits(robot, trajectory)
    index = conditioning_index(robot, trajectory.rows.array, task=usual_task(robot))
    values = np.nan_to_num(np.asarray(index))
    axis = Axis("conditioning index 100 %/κF", "%", 0.0, TOP)
    return _plot(robot, trajectory, "conditioning", values, "KCI", axis, points)


def manipulability_plot(robot: Robot, trajectory: JointTrajectory, points: int = POINTS) -> Plot:
    """Return Yoshikawa's manipulability over time, in metres and radians.

    Arguments and errors as for ``conditioning_plot``.
    """
    check_fits(robot, trajectory)
    values = np.asarray(manipulability(robot, trajectory.rows.array))
    top = (1.0 + MARGIN) * float(values.max(initial=0.0)) or 1.0
    axis = Axis("manipulability", manipulability_unit(robot), 0.0, top)
    return _plot(robot, trajectory, "manipulability", values, "√det(J Jᵀ)", axis, points)


def _plot(
    robot: Robot,
    trajectory: JointTrajectory,
    what: str,
    values: Array,
    name: str,
    axis: Axis,
    points: int,
) -> Plot:
    times, kept = trajectory.times.array, envelope(values, points)
    return Plot(
        f"{robot.name or 'Robot'}: {what}",
        Axis("time", "s", 0.0, trajectory.duration or 1.0),
        axis,
        (curve(times[kept], values[kept], name, 0),),
    )

"""Quantities of a trajectory to plot: one table for the window, commands and reports."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rvs.engine.arrays import check_choice
from rvs.engine.robot import Pose, Robot
from rvs.model.motions.loads import Force
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.rates import QUANTITIES, check_fits
from rvs.model.numbers.quantities import joint_symbol
from rvs.model.plots.drive_plot import DriveQuantity, drive_plots
from rvs.model.plots.motion_plot import (
    POINTS,
    STANDARD_UNITS,
    conditioning_plot,
    envelope,
    manipulability_plot,
    tool_position_plot,
    tool_speed_plots,
    trajectory_plot,
    trajectory_plots,
)
from rvs.model.plots.plot import Axis, Band, Plot, curve
from rvs.value_class import dataclass

# Beyond the limits, and how far beyond the axis reaches at least, in percent.
WHOLE, BEYOND = 100.0, 108.0


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a plot.

    Attributes:
        units: Units of angle and length, such as ``("deg", "mm")``.
        joint: The only joint shown, from 0, or None for all.
        points: Approximate maximum number of points of a curve.
        place: The place of the robot, for coordinates of the cell; or None.
        carrier: The robot with its payload, for torques; None uses the robot itself.
        force: Push on the tool point in world axes, for torques; N, then N m.
    """

    units: tuple[str, str] = STANDARD_UNITS
    joint: int | None = None
    points: int = POINTS
    place: Pose | None = None
    carrier: Robot | None = None
    force: Force | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A quantity that can be plotted.

    Attributes:
        words: Name in lists.
        make: Function that makes the plots of a robot and its trajectory.
        of_joints: One joint can be shown alone.
        masses: It requires the masses of the robot's links.
        alone: Each joint has a separate plot, whose curves are not joints.
    """

    words: str
    make: Callable[[Robot, JointTrajectory, Options], tuple[Plot, ...]]
    of_joints: bool = True
    masses: bool = False
    alone: bool = False


def plots_of(
    kind: str, robot: Robot, trajectory: JointTrajectory, options: Options | None = None
) -> tuple[Plot, ...]:
    """Return the plots of a kind.

    Raises:
        ArgumentError: An unknown kind, or a trajectory or joint that the robot lacks.
    """
    check_choice(kind, "kind", tuple(KINDS))
    return KINDS[kind].make(robot, trajectory, options or Options())


def share_plot(robot: Robot, trajectory: JointTrajectory, options: Options) -> tuple[Plot, ...]:
    """Return joint values relative to their limits, in percent: −100 the lower, 100 the upper.

    Revolute and prismatic joints are thus comparable, and one band shows the values beyond limits.
    Joints without two limits are omitted; the result is empty if all are.

    Raises:
        ArgumentError: A trajectory with the wrong joint count.
    """
    check_fits(robot, trajectory)
    lower, upper = robot.limits[:, 0], robot.limits[:, 1]
    limited = np.isfinite(lower) & np.isfinite(upper) & (upper > lower)
    wanted = range(robot.n) if options.joint is None else [options.joint]
    shown = [joint for joint in wanted if limited[joint]]
    times, rows = trajectory.times.array, trajectory.rows.array
    lines = []
    for joint in shown:
        middle, half = (upper[joint] + lower[joint]) / 2, (upper[joint] - lower[joint]) / 2
        values = WHOLE * (rows[:, joint] - middle) / half
        kept = envelope(values, options.points)
        symbol = joint_symbol(robot.joints[joint], joint)
        lines.append(curve(times[kept], values[kept], symbol, joint))
    if not lines:
        return ()
    most = max(BEYOND, *(1.02 * abs(y) for line in lines for y in line.y))
    bands = (Band(-most, -WHOLE, "y", "limit"), Band(WHOLE, most, "y", "limit"))
    return (
        Plot(
            f"{robot.name or 'Robot'}: joints between their limits",
            Axis("time", "s", 0.0, trajectory.duration or 1.0),
            Axis("between the limits", "%", -most, most),
            tuple(lines),
            bands,
        ),
    )


def _joints(quantity: str) -> Callable[[Robot, JointTrajectory, Options], tuple[Plot, ...]]:
    known = next(one for one in QUANTITIES if one == quantity)

    def make(robot: Robot, trajectory: JointTrajectory, options: Options) -> tuple[Plot, ...]:
        units, points = options.units, options.points
        if options.joint is None:
            return trajectory_plots(robot, trajectory, known, units, points)
        return (trajectory_plot(robot, trajectory, known, units, [options.joint], points),)

    return make


def _drives(
    quantity: DriveQuantity,
) -> Callable[[Robot, JointTrajectory, Options], tuple[Plot, ...]]:
    def make(robot: Robot, trajectory: JointTrajectory, options: Options) -> tuple[Plot, ...]:
        return drive_plots(
            options.carrier or robot, trajectory, quantity, options.joint, options.points,
            options.force,
        )  # fmt: skip

    return make


KINDS: dict[str, Kind] = {
    "position": Kind("Joint values", _joints("position")),
    "velocity": Kind("Velocities", _joints("velocity")),
    "acceleration": Kind("Accelerations", _joints("acceleration")),
    "limits": Kind("Joint values within limits", share_plot),
    "tool-position": Kind(
        "Tool position",
        lambda robot, rows, o: (tool_position_plot(robot, rows, o.units, o.points, o.place),),
        of_joints=False,
    ),
    "tool-speed": Kind(
        "Tool speed",
        lambda robot, rows, o: tool_speed_plots(robot, rows, o.units, o.points),
        of_joints=False,
    ),
    "condition": Kind(
        "Conditioning",
        lambda robot, rows, o: (conditioning_plot(robot, rows, o.points),),
        of_joints=False,
    ),
    "manipulability": Kind(
        "Manipulability",
        lambda robot, rows, o: (manipulability_plot(robot, rows, o.points),),
        of_joints=False,
    ),
    "torque": Kind("Torques", _drives("torque"), masses=True),
    "torque-parts": Kind("Relative torques", _drives("torque-parts"), masses=True, alone=True),
    "power": Kind("Powers", _drives("power"), masses=True),
    "energy": Kind("Energies", _drives("energy"), masses=True),
}

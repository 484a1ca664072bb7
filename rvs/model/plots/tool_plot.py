"""Plots of what the tool does in a trajectory: where it is, and how fast it moves and turns."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.kinematics import fkine, jacobian
from rvs.engine.robot import Pose, Robot
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.rates import check_fits, velocities
from rvs.model.numbers.units import UNITS
from rvs.model.plots.motion_plot import MARGIN, POINTS, STANDARD_UNITS, envelope
from rvs.model.plots.plot import Axis, Curve, Plot, curve

# Of what all joints add without their signs; so much at least is the height of a plot.
LEAST_PART = 0.01


def tool_position_plot(
    robot: Robot,
    trajectory: JointTrajectory,
    units: tuple[str, str] = STANDARD_UNITS,
    points: int = POINTS,
    place: Pose | None = None,
) -> Plot:
    """Return the coordinates of the tool point over time.

    Args:
        robot: The robot.
        trajectory: What it does.
        units: Units of angle and length, such as ``("deg", "mm")``.
        points: About how many points a curve may have.
        place: Where the robot stands (4, 4); coordinates are those of the cell.  Without it they
            are seen from where the robot stands.

    Raises:
        ArgumentError: A trajectory of another number of joints.
    """
    check_fits(robot, trajectory)
    length = UNITS[units[1]]
    places = fkine(robot, trajectory.rows.array)[:, :3, 3]
    if place is not None:
        T = np.array(place)
        places = places @ T[:3, :3].T + T[:3, 3]
    times = trajectory.times.array
    lines = tuple(
        _curve(times, places[:, axis] / length.factor, "xyz"[axis], axis, points)
        for axis in range(3)
    )
    return _plot(robot, trajectory, "tool position", "position", length.symbol, lines)


def tool_speed_plots(
    robot: Robot,
    trajectory: JointTrajectory,
    units: tuple[str, str] = STANDARD_UNITS,
    points: int = POINTS,
) -> tuple[Plot, Plot]:
    """Return the speed of the tool point and the angular speed of the tool over time.

    Between two rows the joints move evenly; the speed is that of the middle, ``J(q) dq/dt``.

    Arguments and errors as for ``tool_position_plot``.
    """
    check_fits(robot, trajectory)
    angle, length = UNITS[units[0]], UNITS[units[1]]
    times, rates = velocities(trajectory)
    rows = trajectory.rows.array
    parts = jacobian(robot, (rows[:-1] + rows[1:]) / 2) * rates[:, None, :]
    speeds, from_joints = _lengths(parts[:, 3:], length.factor)
    turning, turned_by_joints = _lengths(parts[:, :3], angle.factor)
    return (
        _plot(
            robot, trajectory, "tool speed", "speed", f"{length.symbol}/s",
            (_curve(times, speeds, "speed", 0, points),), from_joints,
        ),
        _plot(
            robot, trajectory, "tool turning", "angular speed", f"{angle.symbol}/s",
            (_curve(times, turning, "turning", 1, points),), turned_by_joints,
        ),
    )  # fmt: skip


def _lengths(parts: Array, unit: float) -> tuple[Array, float]:
    """Return how long the sums of what the joints add are, and the most that they add, unsigned."""
    sums = np.linalg.norm(parts.sum(axis=-1), axis=1) / unit
    most = np.linalg.norm(parts, axis=1).sum(axis=-1).max(initial=0.0) / unit
    return sums, float(most)


def _curve(times: Array, values: Array, name: str, series: int, points: int) -> Curve:
    kept = envelope(values, points)
    return curve(times[kept], values[kept], name, series)


def _plot(
    robot: Robot,
    trajectory: JointTrajectory,
    what: str,
    label: str,
    unit: str,
    lines: tuple[Curve, ...],
    scale: float | None = None,
) -> Plot:
    """Return a plot, which begins at 0 where a scale is given.

    What is small beside the scale is rounding, and is not drawn as high as the plot.
    """
    highest = max((max(line.y, default=0.0) for line in lines), default=0.0)
    lower = upper = None
    if scale is not None:
        lower, upper = 0.0, (1.0 + MARGIN) * max(highest, LEAST_PART * scale) or 1.0
    return Plot(
        f"{robot.name or 'Robot'}: {what}",
        Axis("time", "s", 0.0, trajectory.duration or 1.0),
        Axis(label, unit, lower, upper),
        lines,
    )

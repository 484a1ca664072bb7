"""Plots of a trajectory: joints over time with limits, and dexterity.

Plots of the tool in a trajectory: its position, its speed and its angular speed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array, Integers, check_choice
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine, jacobian, manipulability
from rvs.engine.robot import Pose, Robot
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.rates import (
    QUANTITIES,
    Quantity,
    Violation,
    accelerations,
    bounds,
    check_fits,
    times_of,
    velocities,
    violations,
)
from rvs.model.numbers.quantities import joint_symbol, joint_unit
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.plots.plot import Axis, Band, Curve, Plot, curve
from rvs.study.dexterity import conditioning_index, manipulability_unit, usual_task

POINTS = 2000
MARGIN = 0.06
STANDARD_UNITS = ("deg", "m")
PER: dict[Quantity, str] = {"position": "", "velocity": "/s", "acceleration": "/s²"}
WORDS: dict[Quantity, str] = {
    "position": "value", "velocity": "velocity", "acceleration": "acceleration",
}  # fmt: skip

# Of what all joints add without their signs; so much at least is the height of a plot.
LEAST_PART = 0.01


def trajectory_plots(
    robot: Robot,
    trajectory: JointTrajectory,
    quantity: Quantity = "position",
    units: tuple[str, str] = STANDARD_UNITS,
    points: int = POINTS,
) -> tuple[Plot, ...]:
    """Return a plot of the revolute joints and one of the prismatic joints, if any.

    Arguments as for ``trajectory_plot``.
    """
    groups = [
        [i for i, joint in enumerate(robot.joints) if joint.turns == turns]
        for turns in (True, False)
    ]
    return tuple(
        trajectory_plot(robot, trajectory, quantity, units, group, points)
        for group in groups
        if group
    )


def trajectory_plot(
    robot: Robot,
    trajectory: JointTrajectory,
    quantity: Quantity = "position",
    units: tuple[str, str] = STANDARD_UNITS,
    joints: Sequence[int] | None = None,
    points: int = POINTS,
) -> Plot:
    """Return joint values, velocities or accelerations over time.

    For a single joint the limits are horizontal bands; for several, bands mark the times when any
    exceeds one.

    Args:
        robot: The robot.
        trajectory: Its motion.
        quantity: ``"position"``, ``"velocity"`` or ``"acceleration"``.
        units: Units of angle and length, such as ``("deg", "mm")``.
        joints: The joints, from 0; None means all.
        points: Approximate maximum number of points of a curve; with more rows it is the envelope.

    Raises:
        ArgumentError: Joints that both turn and slide, which one axis can't show; none; an unknown
            quantity; a trajectory with the wrong joint count.
    """
    check_choice(quantity, "quantity", QUANTITIES)
    check_fits(robot, trajectory)
    shown = tuple(range(robot.n)) if joints is None else tuple(joints)
    unit = _common_unit(robot, shown, units)
    times, values = _values(trajectory, quantity)
    curves = tuple(_curve(robot, joint, (times, values[:, joint]), unit, points) for joint in shown)
    symbol = unit.symbol + PER[quantity]
    words = WORDS[quantity]
    what = f"joint {words}" if len(shown) > 1 else f"{words} of {curves[0].name}"
    title = f"{robot.name or 'Robot'}: {what}"
    if len(shown) > 1:
        found = [v for v in violations(robot, trajectory, only=(quantity,)) if v.joint in shown]
        axis, bands = Axis(WORDS[quantity], symbol), times_beyond(found)
    else:
        limits = bounds(robot, quantity)[shown[0]] / unit.factor
        axis, bands = limited_axis(Axis(WORDS[quantity], symbol), limits, curves)
    return Plot(title, Axis("time", "s", 0.0, trajectory.duration or 1.0), axis, curves, bands)


def envelope(values: Array, points: int) -> Integers:
    """Return the values that draw the same line: the minimum and maximum of each interval.

    Args:
        values: Ordinates (m,).
        points: Approximate number to keep.

    Returns:
        Rising indices, of all values if there are no more than ``points``; first and last are kept.
    """
    count = len(values)
    if count <= max(points, 4):
        return np.arange(count)
    stretch = -(-count // (points // 2))
    whole = count // stretch
    table = values[: whole * stretch].reshape(whole, stretch)
    starts = stretch * np.arange(whole)
    rest = np.arange(whole * stretch, count)
    if len(rest):
        tail = values[rest]
        rest = rest[[int(tail.argmin()), int(tail.argmax())]]
    ends = np.array([0, count - 1])
    return np.unique(
        np.concatenate([starts + table.argmin(axis=1), starts + table.argmax(axis=1), rest, ends])
    )


def _values(trajectory: JointTrajectory, quantity: Quantity) -> tuple[Array, Array]:
    if quantity == "position":
        return trajectory.times.array, trajectory.rows.array
    return velocities(trajectory) if quantity == "velocity" else accelerations(trajectory)


def _curve(robot: Robot, joint: int, line: tuple[Array, Array], unit: Unit, points: int) -> Curve:
    times, column = line
    values = np.ascontiguousarray(column)
    kept = envelope(values, points)
    symbol = joint_symbol(robot.joints[joint], joint)
    return curve(times[kept], values[kept] / unit.factor, symbol, joint)


def _common_unit(robot: Robot, joints: Sequence[int], units: tuple[str, str]) -> Unit:
    if not joints or not all(0 <= joint < robot.n for joint in joints):
        raise ArgumentError(f"joints: expected some of 0 to {robot.n - 1}, got {list(joints)}")
    for name in units:
        check_choice(name, "units", UNITS)
    found = {joint_unit(robot.joints[joint], *units) for joint in joints}
    if len(found) > 1:
        raise ArgumentError("joints: expected joints of one kind, not both revolute and prismatic")
    return found.pop()


def limited_axis(
    axis: Axis, limits: Array, lines: Sequence[Curve]
) -> tuple[Axis, tuple[Band, ...]]:
    """Return the axis of one joint, wide enough for its limits, and bands outside them.

    Args:
        axis: The axis without its ends.
        limits: The lower and the upper limit (2,), in its unit; infinite if there is none.
        lines: The curves drawn.
    """
    lower, upper = limits.tolist()
    known = [value for value in (lower, upper) if np.isfinite(value)]
    seen = [*known, *(y for line in lines for y in line.y)] or [0.0]
    room = MARGIN * (max(seen) - min(seen)) or 1.0
    low, high = min(seen) - room, max(seen) + room
    bands = [
        Band(a, b, "y", "limit")
        for a, b in ((low, lower), (upper, high))
        if np.isfinite(a) and np.isfinite(b)
    ]
    return replace(axis, lower=low, upper=high), tuple(bands)


def times_beyond(found: Sequence[Violation]) -> tuple[Band, ...]:
    """Return bands over time for all violations."""
    return tuple(Band(a, b, "x", "beyond limit") for a, b in times_of(found))


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
        trajectory: Its motion.
        units: Units of angle and length, such as ``("deg", "mm")``.
        points: Approximate maximum number of points of a curve.
        place: The place of the robot (4, 4); coordinates are those of the cell.  Without it they
            are relative to the place of the robot.

    Raises:
        ArgumentError: A trajectory with the wrong joint count.
    """
    check_fits(robot, trajectory)
    length = UNITS[units[1]]
    places = fkine(robot, trajectory.rows.array)[:, :3, 3]
    if place is not None:
        T = np.array(place)
        places = places @ T[:3, :3].T + T[:3, 3]
    times = trajectory.times.array
    lines = tuple(
        _tool_curve(times, places[:, axis] / length.factor, "xyz"[axis], axis, points)
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

    Between two rows the joints move evenly; the speed is computed at the middle, ``J(q) dq/dt``.

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
            (_tool_curve(times, speeds, "speed", 0, points),), from_joints,
        ),
        _plot(
            robot, trajectory, "tool turning", "angular speed", f"{angle.symbol}/s",
            (_tool_curve(times, turning, "turning", 1, points),), turned_by_joints,
        ),
    )  # fmt: skip


def _lengths(parts: Array, unit: float) -> tuple[Array, float]:
    """Return the lengths of the sums of the joints' parts, and the unsigned sums of parts."""
    sums = np.linalg.norm(parts.sum(axis=-1), axis=1) / unit
    most = np.linalg.norm(parts, axis=1).sum(axis=-1).max(initial=0.0) / unit
    return sums, float(most)


def _tool_curve(times: Array, values: Array, name: str, series: int, points: int) -> Curve:
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
    """Return a plot, which begins at 0 if a scale is given.

    Values that are small compared with the scale are rounding errors, and are not enlarged to the
    height of the plot.
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
    return _measure_plot(robot, trajectory, "conditioning", values, "KCI", axis, points)


def manipulability_plot(robot: Robot, trajectory: JointTrajectory, points: int = POINTS) -> Plot:
    """Return Yoshikawa's manipulability over time, in metres and radians.

    Arguments and errors as for ``conditioning_plot``.
    """
    check_fits(robot, trajectory)
    values = np.asarray(manipulability(robot, trajectory.rows.array))
    top = (1.0 + MARGIN) * float(values.max(initial=0.0)) or 1.0
    axis = Axis("manipulability", manipulability_unit(robot), 0.0, top)
    return _measure_plot(robot, trajectory, "manipulability", values, "√det(J Jᵀ)", axis, points)


def _measure_plot(
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

"""Plots of a trajectory: joint values, velocities and accelerations over time, with limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array, Integers, check_choice
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
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

POINTS = 2000
MARGIN = 0.06
STANDARD_UNITS = ("deg", "m")
PER: dict[Quantity, str] = {"position": "", "velocity": "/s", "acceleration": "/s²"}
WORDS: dict[Quantity, str] = {
    "position": "value", "velocity": "velocity", "acceleration": "acceleration",
}  # fmt: skip


def trajectory_plots(
    robot: Robot,
    trajectory: JointTrajectory,
    quantity: Quantity = "position",
    units: tuple[str, str] = STANDARD_UNITS,
    points: int = POINTS,
) -> tuple[Plot, ...]:
    """Return a plot of the joints that turn and one of those that slide, as far as there are any.

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

    Of a single joint the limits are bands across; of several, bands show when any is beyond one.

    Args:
        robot: The robot.
        trajectory: What it does.
        quantity: ``"position"``, ``"velocity"`` or ``"acceleration"``.
        units: Units of angle and length, such as ``("deg", "mm")``.
        joints: The joints, from 0; all of them when None.
        points: About how many points a curve may have; of more rows it is the envelope.

    Raises:
        ArgumentError: Joints that both turn and slide, which one axis can't show; none; an unknown
            quantity; a trajectory of another number of joints.
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
    """Return which of many values draw the same line: the least and the largest of each stretch.

    Args:
        values: Ordinates (m,).
        points: About how many to keep.

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
        raise ArgumentError("joints: some turn and some slide; expected joints of one kind")
    return found.pop()


def limited_axis(
    axis: Axis, limits: Array, lines: Sequence[Curve]
) -> tuple[Axis, tuple[Band, ...]]:
    """Return the axis of one joint, wide enough for its limits, and bands of what lies beyond.

    Args:
        axis: The axis without its ends.
        limits: The lower and the upper limit (2,), in its unit; infinite where there is none.
        lines: What is drawn.
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
    """Return bands along the time in which any of the violations is."""
    return tuple(Band(a, b, "x", "beyond limit") for a, b in times_of(found))

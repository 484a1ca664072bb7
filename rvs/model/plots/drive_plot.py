"""Plots of the drive loads of a trajectory: torques and their parts, powers, energies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.model.motions.loads import Force, load_along, overloads
from rvs.model.motions.motion import JointTrajectory
from rvs.model.numbers.quantities import joint_symbol
from rvs.model.plots.motion_plot import POINTS, envelope, limited_axis, times_beyond
from rvs.model.plots.plot import Axis, Band, Curve, Plot, curve
from rvs.study.drives.load import PARTS, Load

DriveQuantity = Literal["torque", "torque-parts", "power", "energy"]

TOTAL = "total"


def drive_plots(
    robot: Robot,
    trajectory: JointTrajectory,
    quantity: DriveQuantity = "torque",
    joint: int | None = None,
    points: int = POINTS,
    force: Force | None = None,
) -> tuple[Plot, ...]:
    """Return plots of the load of a trajectory on the drives, on the link side.

    Torques of revolute joints and forces of prismatic joints have separate plots; the parts of a
    torque have one for each joint.  For a single joint the limits are horizontal bands; for
    several, bands mark the times when any exceeds its effort.

    Args:
        robot: The robot with its payload.
        trajectory: Its motion.
        quantity: The plotted quantity.
        joint: The only joint shown, from 0, or None for all.
        points: Approximate maximum number of points of a curve.
        force: Push on the tool point in world axes: a force in N, or force and moment.

    Raises:
        ArgumentError: A trajectory with the wrong joint count, or a link without mass.
    """
    load = load_along(robot, trajectory, force)
    shown = range(robot.n) if joint is None else [joint]
    time = Axis("time", "s", 0.0, trajectory.duration or 1.0)
    if quantity == "torque-parts":
        return tuple(_parts(robot, load, one, time, points) for one in shown)
    if quantity == "torque":
        groups = [[i for i in shown if robot.joints[i].turns == turns] for turns in (True, False)]
        return tuple(_torques(robot, load, group, time, points) for group in groups if group)
    values, unit = (load.powers, "W") if quantity == "power" else (load.energies, "J")
    lines = [_line(load, values[:, i], _symbol(robot, i), i, points) for i in shown]
    if len(lines) > 1:
        lines.append(_line(load, values.sum(axis=1), TOTAL, robot.n, points, dashed=True))
    return (Plot(f"{_name(robot)}: {quantity} of the drives", time, Axis(quantity, unit),
                 tuple(lines)),)  # fmt: skip


def _torques(robot: Robot, load: Load, joints: Sequence[int], time: Axis, points: int) -> Plot:
    lines = tuple(_line(load, load.torques[:, i], _symbol(robot, i), i, points) for i in joints)
    axis = _axis(robot, joints[0])
    bands: tuple[Band, ...]
    if len(joints) > 1:
        bands = times_beyond([one for one in overloads(robot, load) if one.joint in joints])
    else:
        axis, bands = limited_axis(axis, _limits(robot, joints[0]), lines)
    whose = "the joints" if len(joints) > 1 else _symbol(robot, joints[0])
    return Plot(f"{_name(robot)}: {axis.label} of {whose}", time, axis, lines, bands)


def _parts(robot: Robot, load: Load, joint: int, time: Axis, points: int) -> Plot:
    """Return the torque of a joint and its parts, without parts that are 0 throughout."""
    named = ((PARTS[key], values[:, joint]) for key, values in load.parts.items())
    lines = [
        _line(load, values, words, series, points)
        for series, (words, values) in enumerate(named)
        if np.any(values)
    ]
    lines.append(_line(load, load.torques[:, joint], TOTAL, len(PARTS), points, dashed=True))
    axis, bands = limited_axis(_axis(robot, joint), _limits(robot, joint), lines)
    title = f"{_name(robot)}: relative {axis.label} of {_symbol(robot, joint)}"
    return Plot(title, time, axis, tuple(lines), bands)


def _line(
    load: Load, column: Array, name: str, series: int, points: int, *, dashed: bool = False
) -> Curve:
    values = np.ascontiguousarray(column)
    kept = envelope(values, points)
    return curve(load.times[kept], values[kept], name, series, dashed)


def _axis(robot: Robot, joint: int) -> Axis:
    return Axis("torque", "N m") if robot.joints[joint].turns else Axis("force", "N")


def _limits(robot: Robot, joint: int) -> Array:
    effort = robot.joints[joint].effort
    return np.array([-effort, effort])


def _symbol(robot: Robot, joint: int) -> str:
    return joint_symbol(robot.joints[joint], joint)


def _name(robot: Robot) -> str:
    return robot.name or "Robot"

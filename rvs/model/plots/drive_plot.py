"""Plots of drives: torques and their parts, powers and energies over time, torque over speed."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, pi
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.model.motions.loads import Force, load_along, overloads
from rvs.model.motions.motion import JointTrajectory
from rvs.model.numbers.quantities import joint_symbol
from rvs.model.plots.motion_plot import POINTS, envelope, limited_axis, times_beyond
from rvs.model.plots.plot import Axis, Band, Curve, Plot, curve, points
from rvs.study.drives.catalogue import Pair, Pairs
from rvs.study.drives.load import PARTS, Load
from rvs.study.drives.selection import JointDrives, motor_torques

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


RPM = 30.0 / pi


def torque_speed_plot(pairs: Pairs, one: JointDrives, index: int, title: str) -> Plot:
    """Return the torques of a motor against its speeds in each duty, with its limits.

    Both are unsigned.  Limits are dashed: the peak torque for a short time, and the continuous
    torque.

    Args:
        pairs: The pairs.
        one: The pairs for a joint.
        index: Index of the pair.
        title: Title of the plot.
    """
    pair, which = pairs.each[index], slice(index, index + 1)
    n = pair.numbers["ratio"] * RPM
    rows = [
        (np.abs(duty.speeds) * n, np.abs(motor_torques(pairs, duty, which)[0]), duty.name, k)
        for k, duty in enumerate(one.duties)
    ]
    # a posture that is held is one point
    lines = tuple(curve(x, y, name, k) for x, y, name, k in rows if len(x) > 1)
    spots = tuple(points(x, y, name=name, series=k) for x, y, name, k in rows if len(x) == 1)
    limits = tuple(
        Curve(tuple(x.tolist()), tuple(y.tolist()), name, len(rows) + k, dashed=True)
        for k, (x, y, name) in enumerate(_motor_limits(pair, max(float(x.max()) for x, *_ in rows)))
    )
    axes = Axis("speed", "rpm", 0.0), Axis("torque", "N m", 0.0)
    return Plot(title, *axes, (*lines, *limits), points=spots)


def speed_envelope(pair: Pair, speeds: Array) -> Array:
    """Return the largest torque of a driving motor at speeds (m,), in N m; nan if unknown.

    It is the lower of its peak torque and the line from the stall torque to the no-load speed,
    which depends on the voltage.
    """
    of = pair.numbers
    line = of["stall"] * (1.0 - speeds / of["no_load"])
    found: Array = np.fmin(np.where(line < 0.0, 0.0, line), np.full(len(speeds), of["peak"]))
    return found


def _motor_limits(pair: Pair, fastest: float) -> list[tuple[Array, Array, str]]:
    of = pair.numbers
    end = of["fastest"] if not isnan(of["fastest"]) else fastest / RPM
    if not isnan(of["no_load"]):
        end = min(end, of["no_load"])
    speeds = np.linspace(0.0, end, 65)
    found = []
    most = speed_envelope(pair, speeds)
    if "peak torque" not in pair.unknown:
        x, y = np.append(speeds, end), np.append(most, 0.0)
        found.append((x * RPM, y, "peak"))
    if not isnan(of["rated"]):
        found.append((np.array([0.0, end]) * RPM, np.full(2, of["rated"]), "rated"))
    return found

"""A simulated run as a motion, and its plots: torques, errors and energy over time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.model.array_value import block
from rvs.model.motions.motion import JointTrajectory
from rvs.model.numbers.quantities import joint_symbol, joint_unit
from rvs.model.plots.motion_plot import STANDARD_UNITS, envelope
from rvs.model.plots.plot import Axis, Curve, Plot, curve
from rvs.study.simulate.run import Outcome


def run_trajectory(robot_id: str, outcome: Outcome) -> JointTrajectory:
    """Return the motion of a robot in a run, with rates; a single row lasts 0.01 s.

    Args:
        robot_id: The robot in the document.
        outcome: The result.
    """
    if len(outcome.t) < 2:
        return JointTrajectory.evenly(robot_id, [outcome.q[0], outcome.q[0]], 0.01)
    rows = JointTrajectory.evenly(robot_id, outcome.q, float(outcome.t[1] - outcome.t[0]))
    if len(outcome.t) < 3:
        return rows
    rates = np.gradient(outcome.qd, outcome.t, axis=0, edge_order=2)
    pushes = block(outcome.push) if outcome.push.any() else None
    return replace(rows, speeds=block(outcome.qd), accelerations=block(rates), pushes=pushes)


POINTS = 1200


def torque_plots(
    robot: Robot, run: Outcome, other: Outcome | None = None, points: int = POINTS
) -> tuple[Plot, ...]:
    """Return the torques of the motors; forces of prismatic joints have a separate plot.

    Args:
        robot: The robot.
        run: The result.
        other: Another run, drawn dashed; or None.
        points: Approximate maximum number of points of a curve.
    """
    return tuple(
        _joints(robot, group, (label, unit), "torque", (run, other), points)
        for group, label, unit in _groups(robot, ("torque", "N m"), ("force", "N"))
    )


def error_plots(
    robot: Robot,
    run: Outcome,
    other: Outcome | None = None,
    units: tuple[str, str] = STANDARD_UNITS,
    points: int = POINTS,
) -> tuple[Plot, ...]:
    """Return the tracking errors; nothing for a robot without a reference.

    Args:
        robot: The robot.
        run: The result.
        other: Another run, drawn dashed; or None.
        units: Units of angle and length.
        points: Approximate maximum number of points of a curve.
    """
    if run.error is None:
        return ()
    found = []
    for group, label, _ in _groups(robot, ("error", ""), ("error", "")):
        unit = joint_unit(robot.joints[group[0]], *units)
        told = (label, unit.symbol)
        found.append(_joints(robot, group, told, "error", (run, other), points, unit.factor))
    return tuple(found)


def energy_plot(run: Outcome, other: Outcome | None = None, points: int = POINTS) -> Plot:
    """Return kinetic, potential and total energy, and the work of motors and friction.

    Args:
        run: The result.
        other: Another run, drawn dashed; or None.
        points: Approximate maximum number of points of a curve.
    """
    lines = _energies(run, points, dashed=False)
    if other is not None:
        lines += _energies(other, points, dashed=True)
    return Plot("Energy", _time(run), Axis("energy", "J"), tuple(lines))


def _energies(run: Outcome, points: int, dashed: bool) -> list[Curve]:
    total = run.kinetic + run.potential
    names = {
        "kinetic": run.kinetic,
        "potential": run.potential,
        "total": total,
        "work of motors and friction": run.work,
    }
    return [
        _thinned(run.t, values, "" if dashed else name, series, dashed, points)
        for series, (name, values) in enumerate(names.items())
    ]


def _joints(
    robot: Robot,
    group: list[int],
    axis: tuple[str, str],
    quantity: str,
    runs: tuple[Outcome, Outcome | None],
    points: int,
    factor: float = 1.0,
) -> Plot:
    """Return a plot of some joints, with the other run dashed in the same colours."""
    run, other = runs
    lines = []
    for dashed, one in ((False, run), (True, other)):
        table = None if one is None else getattr(one, quantity)
        if one is None or table is None or table.shape[1] != robot.n:
            continue
        for joint in group:
            name = "" if dashed else joint_symbol(robot.joints[joint], joint)
            values = table[:, joint] / factor
            lines.append(_thinned(one.t, values, name, joint, dashed, points))
    name = robot.name or "Robot"
    return Plot(f"{name}: {axis[0]} in the simulation", _time(run), Axis(*axis), tuple(lines))


def _groups(
    robot: Robot, turning: tuple[str, str], sliding: tuple[str, str]
) -> Iterable[tuple[list[int], str, str]]:
    """Return the revolute and the prismatic joints, if any, with label and unit."""
    for turns, words in ((True, turning), (False, sliding)):
        group = [i for i, joint in enumerate(robot.joints) if joint.turns == turns]
        if group:
            yield group, *words


def _thinned(t: Array, values: Array, name: str, series: int, dashed: bool, points: int) -> Curve:
    kept = envelope(np.ascontiguousarray(values), points)
    return curve(t[kept], values[kept], name, series, dashed)


def _time(run: Outcome) -> Axis:
    return Axis("time", "s", 0.0, float(run.t[-1]) or 1.0)

"""Numbers of a workspace for the comparison of robots, and its outline as in data sheets."""

from __future__ import annotations

from math import floor, log10

import numpy as np
from contourpy import LineType, contour_generator

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.progress import result_of
from rvs.engine.robot import Robot
from rvs.study.dexterity import Task, optimum_posture
from rvs.study.workspace.sweep import TURN
from rvs.study.workspace.workspace import Workspace, searching
from rvs.value_class import dataclass

# Directions about the first axis in which the reach is given.
DIRECTIONS = 361


@dataclass(frozen=True, eq=False)
class Outline:
    """Reach of a point of a robot about its first axis.

    Attributes:
        side: Closed lines (m, 2) each: distance from the first axis and height along it, m; none
            for an arm that stays at one height.
        angle: Directions about the first axis in frame 0 (k,), rad.
        outer: Largest distance from the axis in each direction (k,), m; NaN if none.
        inner: Least distance in each direction (k,), m.
        far: Largest distance from the first axis, m.
        near: Least distance from it, m.
        top: Greatest height along the first axis above frame 0, m.
        bottom: Least height, m.
        step: Size of the cells from which the lines are made, m.
    """

    side: tuple[Array, ...]
    angle: Array
    outer: Array
    inner: Array
    far: float
    near: float
    top: float
    bottom: float
    step: float


def outline(robot: Robot, levels: int = 1, limits: bool = True) -> Outline:
    """Return the reach of a robot's tool point.

    Distances and heights at the ends are maxima of the chain; the lines are accurate to a cell of
    the workspace, whose borders are determined by postures.

    Args:
        robot: The robot; its base is ignored.
        levels: Fineness, 1 to 3, as for ``workspace``.
        limits: Respect the limits of revolute joints; those of prismatic joints are always
            respected.

    Raises:
        ArgumentError: The first joint does not turn, a slide has no limits, or the tool stays on a
            line.

    >>> found = outline(Robot.from_dh(a=[1, 0.5], alpha=0, d=0, theta=0))
    >>> round(found.far, 6), round(found.near, 6)
    (1.5, 0.5)
    """
    if robot.joints[0].kind != "revolute":
        raise ArgumentError(
            "robot: joint 1 is not revolute, and a reach chart is drawn about its axis; rvs "
            "workspace computes the reach of such a robot"
        )
    found = result_of(searching(robot, levels=levels, limits=limits, judge=False))
    sweep, frame = found.sweep, found.frame
    (near, bottom), (far, top) = found.ends[:, :2].min(axis=0), found.ends[:, :2].max(axis=0)
    angle = np.linspace(0.0, TURN, DIRECTIONS)
    outer, inner = _around(found, angle, float(far), float(near))
    start = np.arctan2(*(sweep.axes[:2, 0][::-1]))
    turned = start + np.sign(sweep.axes[2, 2] or 1.0) * angle
    return Outline(
        _side(found), turned, outer, inner, float(far), float(near), float(top), float(bottom),
        float(frame.step.max() if min(frame.shape) > 1 else frame.step[np.argmax(frame.shape)]),
    )  # fmt: skip


def _side(found: Workspace) -> tuple[Array, ...]:
    frame = found.frame
    if min(frame.shape) == 1:
        return ()
    field = np.pad(found.share.reshape(frame.shape), 1).T
    # the axis is no border: what lies at it goes on behind it
    field[:, 0] = field[:, 1] if frame.low[0] <= 0.0 else 0.0
    maker = contour_generator(z=field, line_type=LineType.Separate)
    lines = (np.asarray(line, float) - 0.5 for line in maker.lines(0.5))
    return tuple(np.maximum(frame.low + line * frame.step, [0.0, -np.inf]) for line in lines)


def _around(found: Workspace, angle: Array, far: float, near: float) -> tuple[Array, Array]:
    """Return the largest and least distances from the axis in directions (k,)."""
    frame, spans = found.frame, found.spans
    cells = spans[:, 0].astype(np.int64)
    there = found.share[cells] > 0.0
    cells, spans = cells[there], spans[there]
    half = 0.5 * frame.step[0] * (found.share[cells] if frame.shape[0] > 1 else 0.0)
    middle = frame.centres(cells)[:, 0]
    inside = (spans[:, 1] <= angle[:, None]) & (angle[:, None] <= spans[:, 2])
    outer = np.where(inside, np.minimum(middle + half, far), -np.inf).max(axis=1)
    inner = np.where(inside, np.maximum(middle - half, near), np.inf).min(axis=1)
    known = inside.any(axis=1)
    return np.where(known, outer, np.nan), np.where(known, inner, np.nan)


@dataclass(frozen=True)
class Summary:
    """A robot in numbers.

    Attributes:
        name: Its name.
        planar: ``measure`` is an area in m^2, else a volume in m^3.
        measure: The size of its workspace.
        error: Its estimated error.
        reach: Greatest distance of the tool point from the origin of frame 0, m.
        across: Greatest distance from the first axis, m, or None if that is not revolute.
        task: The motions of the tool that are included in the next three values.
        condition: Least condition number of all postures, in the weighted Frobenius norm; infinite
            for a robot that is singular everywhere.
        kci: Kinetostatic conditioning index, 100/condition.
        gci: Global conditioning index, 0 to 1.
        mass: Mass of the links in kg, or None if the mass of one is unknown.
    """

    name: str
    planar: bool
    measure: float
    error: float
    reach: float
    across: float | None
    task: Task
    condition: float
    kci: float
    gci: float
    mass: float | None


def summary(
    robot: Robot,
    found: Workspace,
    limits: bool = True,
    name: str = "",
    measure: float | None = None,
    error: float | None = None,
) -> Summary:
    """Return the values by which a robot is compared.

    Args:
        robot: The robot.
        found: Its workspace.
        limits: Respect the limits of revolute joints in the best posture.
        name: Its displayed name; its own name when omitted.
        measure: Size of the collision-free workspace, m^3 or m^2; the whole one when omitted.
        error: Its estimated error.
    """
    best = optimum_posture(robot, task=found.task, limits=limits)
    return Summary(
        name or robot.name,
        found.planar,
        found.measure if measure is None else measure,
        found.error if error is None else error,
        found.reach,
        found.across,
        found.task,
        float(best.condition),
        float(best.kci) if np.isfinite(best.condition) else 0.0,
        found.gci,
        mass_of(robot),
    )


def mass_of(robot: Robot) -> float | None:
    """Return the mass of all links in kg, or None if that of one is unknown."""
    masses = [joint.inertia.mass for joint in robot.joints if joint.inertia is not None]
    known = len(masses) == robot.n and all(mass > 0 for mass in masses)
    return float(sum(masses)) if known else None


def measured(size: float, error: float) -> tuple[str, str]:
    """Return a volume or an area and its error as texts, without digits below the error.

    >>> measured(1.945978277, 0.000766331), measured(12.5712, 0.05)
    (('1.9460', '0.0008'), ('12.57', '0.05'))
    """
    digits = max(0, -floor(log10(error))) if error > 0.0 else 4
    return f"{size:.{digits}f}", f"{error:.{digits}f}"

"""Numbers for the comparison of robots."""

from __future__ import annotations

from math import floor, log10

import numpy as np

from rvs.engine.robot import Robot
from rvs.study.dexterity import Task, optimum_posture
from rvs.study.workspace.workspace import Workspace
from rvs.value_class import dataclass


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

"""Sensitivities: the change of a measure with a number of the robot, by central differences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.study.measures.cells import Number
from rvs.study.measures.measures import Setting
from rvs.study.sweeps.run import Job, run_of
from rvs.value_class import dataclass

# Steps: this part of a number, and of numbers that are 0 this much, in m, rad and kg.
PART, LEAST = 1e-4, 1e-5


@dataclass(frozen=True, eq=False)
class Sensitivities:
    """Derivatives at the current robot.

    Attributes:
        at: The current values (v,), in SI units.
        measures: The current measures (k,).
        slopes: Derivatives of measures with respect to numbers (v, k), SI units; NaN if none.
    """

    at: Array
    measures: Array
    slopes: Array

    @property
    def relative(self) -> Array:
        """Change of measures in % for 1 % of a number (v, k); NaN if one of them is 0."""
        with np.errstate(divide="ignore", invalid="ignore"):
            found = self.slopes * self.at[:, None] / self.measures
        return np.where(np.isfinite(found) & (self.at[:, None] != 0), found, np.nan)


def sensitivities(
    robot: Robot, cells: Sequence[Number], names: Sequence[str], setting: Setting
) -> Sensitivities:
    """Return the sensitivities of measures to numbers of a robot.

    Args:
        robot: The robot.
        cells: Its numbers (v).
        names: Keys of ``MEASURES`` (k).
        setting: The setting of the measures.

    >>> from rvs.study.measures.cells import cell_of
    >>> arm = Robot.from_dh([1, 0.5], 0, 0, 0)
    >>> cells = [cell_of(arm, "a1"), cell_of(arm, "a2")]
    >>> sensitivities(arm, cells, ["reach"], Setting(np.zeros(2))).relative.round(6).ravel()
    array([0.666667, 0.333333])
    """
    at = np.array([cell.value(robot) for cell in cells])
    # numbers without bounds, such as an effort that is not known, have no neighbours
    known = np.isfinite(at)
    steps = np.where(known, np.maximum(PART * np.abs(at), LEAST), 0.0)
    moves = np.diag(steps)
    rows = np.vstack([at, at + moves, at - moves])
    found = run_of(Job(robot, tuple(cells), rows, tuple(names), setting)).values
    v = len(at)
    with np.errstate(invalid="ignore", divide="ignore"):
        slopes = (found[1 : 1 + v] - found[1 + v :]) / (2.0 * steps[:, None])
    return Sensitivities(at, found[0], np.where(known[:, None], slopes, np.nan))

"""The measures of many designs, in batches, their best compromises, and their sensitivities."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, Integers
from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.study.measures.cells import Number, changed, named_values
from rvs.study.measures.measures import MEASURES, Setting, measured
from rvs.value_class import dataclass

# Designs of one job: as many as are quicker together, and few enough to tell of the progress.
TOGETHER, FEW = 50, 4


@dataclass(frozen=True, eq=False)
class Job:
    """Some designs to be measured.

    Attributes:
        robot: The current robot.
        cells: The changed cells.
        values: The values of each design (d, v), in SI units.
        names: Keys of ``MEASURES``.
        setting: The setting of the measures.
    """

    robot: Robot
    cells: tuple[Number, ...]
    values: Array
    names: tuple[str, ...]
    setting: Setting


@dataclass(frozen=True, eq=False)
class Run:
    """The measures of designs.

    Attributes:
        values: Measures (d, k) in SI units, NaN if a design has none.
        reasons: Reasons why designs lack a measure, or nothing (d).
    """

    values: Array
    reasons: tuple[str, ...]


def running(
    robot: Robot,
    cells: Sequence[Number],
    values: Array,
    names: Sequence[str],
    setting: Setting,
    executor: Executor | None = None,
) -> Iterator[Run | float]:
    """Yield the progress, 0 to 1, and finally the measures of all designs.

    Args:
        robot: The current robot.
        cells: The changed cells (v).
        values: The values of each design (d, v), in SI units.
        names: Keys of ``MEASURES`` (k).
        setting: The setting of the measures.
        executor: Executor of the jobs; this thread when None.  The numbers are the same everywhere.
    """
    cheap = setting.cheap and all(MEASURES[name].cheap for name in names)
    size = TOGETHER if cheap else FEW
    jobs = [
        Job(robot, tuple(cells), values[i : i + size], tuple(names), setting)
        for i in range(0, len(values), size)
    ]
    run: Callable[..., Iterator[Run]] = map if executor is None else executor.map
    parts: list[Run] = []
    for part in run(run_of, jobs):
        parts.append(part)
        yield len(parts) / len(jobs)
    empty = np.zeros((0, len(names)))
    yield Run(
        np.concatenate([empty, *(part.values for part in parts)]),
        tuple(reason for part in parts for reason in part.reasons),
    )


def run_of(job: Job) -> Run:
    """Return the measures of the designs of a job."""
    robots: list[Robot] = []
    reasons, made = [""] * len(job.values), []
    for row, values in enumerate(job.values.tolist()):
        try:
            robots.append(changed(job.robot, job.cells, values))
            made.append(row)
        except RvsError as error:
            reasons[row] = str(error)
    found = np.full((len(job.values), len(job.names)), np.nan)
    if robots:
        measures = [MEASURES[name] for name in job.names]
        named = [named_values(job.cells, job.values[row].tolist()) for row in made]
        found[made], words = measured(robots, measures, job.setting, named)
        for row, word in zip(made, words, strict=True):
            reasons[row] = word
    return Run(found, tuple(reasons))


def front(values: ArrayLike, signs: tuple[float, float] = (1.0, 1.0)) -> Integers:
    """Return the rows that no other row dominates, by rising first value (Pareto 1906).

    A row dominates another if it is as good in both values and better in one.  Equal rows are all
    on the front; rows with a NaN or an infinite number never are.

    Args:
        values: Two values for each design (d, 2).
        signs: 1 if less is better, -1 if more is.

    >>> front([[1, 3], [2, 2], [3, 3], [3, 1]]).tolist()
    [0, 1, 3]
    """
    given = np.asarray(values, dtype=float).reshape(-1, 2)
    cost: Array = given * signs
    known = np.flatnonzero(np.isfinite(cost).all(axis=1))
    order = known[np.lexsort((cost[known, 1], cost[known, 0]))]
    first, second = cost[order].T
    least = np.minimum.accumulate(np.append(np.inf, second))[:-1]
    # of rows with one first value the best comes first; its equals follow it
    same = np.append(False, (np.diff(first) == 0) & (np.diff(second) == 0))
    kept = second < least
    groups = np.maximum.accumulate(np.where(same, -1, np.arange(len(order))))
    kept = kept[groups] if len(order) else kept
    found: Integers = order[kept]
    return found


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

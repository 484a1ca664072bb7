"""The measures of many designs, in batches, here, in other processes or on other machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor

import numpy as np

from rvs.engine.arrays import Array
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

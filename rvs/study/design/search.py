"""Several starts of one design problem, and the best of them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from rvs.engine.arrays import Array, check_index
from rvs.study.design.design import (
    ISOTROPIC,
    Method,
    Problem,
    Step,
    design,
    robot_of,
    scattered,
    table_of,
)
from rvs.study.dexterity.posture import optimum_posture

# How many starts are tried where nobody says it.
STARTS = 12


def search(
    found: Problem, method: Method = "least squares", count: int = STARTS, seed: int = 0
) -> tuple[Step, int]:
    """Return the best design of several starts: the robot itself, its best posture, then others.

    An isotropic robot ends the search: none is better, unless there are other goals.

    Args:
        found: The problem.
        method: The method.
        count: Greatest number of starts.
        seed: Seed of the random starts; the same seed gives the same design.

    Returns:
        The design, and the number of iterations of all starts.

    Raises:
        ArgumentError: No start, or an unknown method.
    """
    check_index(count, "count", 1, 10**6)
    best: Step | None = None
    iterations = 0
    for x in starts(found, count, seed):
        for step in design(found, method, x):
            iterations += 1
            if best is None or step.merit < best.merit:
                best = step
        iterations -= 1
        isotropic = best is not None and best.condition - 1.0 < ISOTROPIC
        if isotropic and not found.goals:
            break
    assert best is not None
    return best, iterations


def starts(found: Problem, count: int, seed: int = 0) -> Iterator[Array]:
    """Yield initial design vectors: the robot, its best posture, then random ones.

    If only the posture is free, the second one is the answer.  Prismatic joints without limits may
    have no best position, and random vectors follow immediately.

    Args:
        found: The problem.
        count: Their number.
        seed: Seed of the random numbers; the same seed gives the same vectors.
    """
    if count > 0:
        yield found.start()
    slides = found.robot.limits[~found.objective.flags()]
    settled = int(count > 1 and bool(np.isfinite(slides).all()))
    if settled:
        yield _in_best_posture(found)
    yield from scattered(found, count - 1 - settled, seed)


def _in_best_posture(found: Problem) -> Array:
    robot = robot_of(found, Step(0, found.table, found.length, math.inf, math.inf))
    best = optimum_posture(robot, task=found.objective.task)
    length = best.length if 0 < best.length < math.inf else found.length
    x = found.freedom.pack(table_of(robot, best.q), length)
    return np.asarray(np.clip(x, *found.freedom.bounds()))

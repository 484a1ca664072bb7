"""Designs with round numbers: rounded lengths and angles, twists of right angles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array, Booleans, check_numbers
from rvs.engine.errors import ArgumentError
from rvs.study.design.architecture import ALPHA, THETA, A, B
from rvs.study.design.design import Problem, Step, design

# Twists of nearly all robots that are built, rad.
RIGHT_ANGLES = (0.0, np.pi / 2, -np.pi / 2)


def rounded(found: Problem, step: Step, lengths: float = 0.01, angles: float = 0.0) -> Step:
    """Return a design with rounded dimensions, and its best posture and L.

    Args:
        found: The problem.
        step: The design.
        lengths: Step of the rounded lengths, m; 0 for no rounding.
        angles: Step of the rounded twists, rad; 0 for no rounding.

    Raises:
        ArgumentError: A negative step.
    """
    if min(lengths, angles) < 0:
        raise ArgumentError("rounding: the steps of lengths and angles can't be negative")
    held = dimensions(found)
    table = step.table.copy()
    for column, unit in ((A, lengths), (B, lengths), (ALPHA, angles)):
        own = held[:, column]
        if unit:
            table[own, column] = np.round(table[own, column] / unit) * unit
    return finished(found, step, table, held)


def with_twists(
    found: Problem, step: Step, allowed: Sequence[float] = RIGHT_ANGLES, *, last: bool = True
) -> Step:
    """Return a design whose free twists are among the permitted ones: the end of ``settling``."""
    *_, step = (step, *settling(found, step, allowed, last=last))
    return step


def settling(
    found: Problem, step: Step, allowed: Sequence[float] = RIGHT_ANGLES, *, last: bool = True
) -> Iterator[Step]:
    """Yield designs in which one free twist after another is set to a permitted one.

    Each time the twist nearest to a permitted one is set to it, and all numbers that are still free
    are optimised again.

    Args:
        found: The problem.
        step: The design.
        allowed: The permitted twists, rad.
        last: Also fix the twist of the last link, which only rotates the tool.

    Raises:
        ArgumentError: No allowed twist.
    """
    choices = check_numbers(allowed, "allowed").reshape(-1)
    if not len(choices):
        raise ArgumentError("allowed: expected at least one twist")
    open_ = found.freedom.free[:, ALPHA].copy()
    open_[-1] &= last
    settled = np.zeros(found.freedom.free.shape, dtype=bool)
    while open_.any():
        away = np.angle(np.exp(1j * (step.table[:, ALPHA, None] - choices)))
        distance = np.where(open_, np.abs(away).min(axis=1), np.inf)
        row = int(np.argmin(distance))
        table = step.table.copy()
        table[row, ALPHA] = choices[np.argmin(np.abs(away[row]))]
        settled[row, ALPHA] = True
        open_[row] = False
        step = finished(found, step, table, settled)
        yield step


def dimensions(found: Problem) -> Booleans:
    """Return the free numbers (n, 4) that are dimensions; the others define the posture."""
    free = found.freedom.free.copy()
    turns = found.objective.flags()
    free[turns, THETA] = False
    free[~turns, B] = False
    return free


def finished(found: Problem, step: Step, table: Array, held: Booleans) -> Step:
    """Return the best design with some numbers fixed.

    Args:
        found: The problem.
        step: Start of the count of steps.
        table: Initial table (n, 4).
        held: Mask of the numbers that keep their value (n, 4).
    """
    freedom = found.freedom
    if not (freedom.free & ~held).any():
        return replace(step, table=table)
    rest = replace(
        found, table=table, length=step.length, freedom=replace(freedom, free=freedom.free & ~held)
    )
    best = min(design(rest), key=lambda each: each.merit)
    return replace(best, index=step.index + 1)

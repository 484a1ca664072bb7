"""The best design within ranges: improved goals, met requirements, several starts.

A Sobol sample over the ranges is measured first; from its best designs and the current one the
search continues with the simplex method (Nelder and Mead 1965, within bounds), which needs no
derivatives, as measures have kinks.  Goals enter by their logarithms, so that with a weight of 1
one per cent of each is worth the same.  The violation of a requirement costs much more (an exact
penalty; Zangwill 1967).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.study.measures.cells import Number
from rvs.study.measures.measures import MEASURES, Requirement, Setting
from rvs.study.sweeps.designs import Range, designs
from rvs.study.sweeps.run import Job, run_of
from rvs.value_class import dataclass

# Designs of the sample for each start, steps of the simplex for each number, and where it ends.
SAMPLED, STEPS, ENDS = 24, 60, 1e-7
# Costs of a bound that is broken by all of itself, of a value without logarithm, and of none.
SHARE, PERFECT, NONE = 100.0, -10.0, 1e6
# Requirements are kept with this margin; what breaks them by less than the second is rounding.
MARGIN, MET = 1e-5, 1e-7


@dataclass(frozen=True)
class Aim:
    """A measure to be improved.

    Attributes:
        name: A key of ``MEASURES``.
        weight: Its weight, above 0.
    """

    name: str
    weight: float = 1.0


@dataclass(frozen=True, eq=False)
class Best:
    """The best design so far.

    Attributes:
        values: Its numbers (v,), in SI units.
        measures: Its measures (k,), in SI units.
        cost: The measure for comparing designs.
        tried: Number of measured designs.
        done: Completed fraction of the search, 0 to 1.
    """

    values: Array
    measures: Array
    cost: float
    tried: int
    done: float


@dataclass(frozen=True, eq=False)
class Wanted:
    """A robot to be improved within ranges.

    Attributes:
        robot: The current robot.
        cells: Its variable numbers (v).
        ranges: Their ranges (v).
        aims: Measures to improve.
        required: Bounds of measures.
        setting: The setting of the measures.
    """

    robot: Robot
    cells: tuple[Number, ...]
    ranges: tuple[Range, ...]
    aims: tuple[Aim, ...]
    required: tuple[Requirement, ...]
    setting: Setting

    @property
    def names(self) -> tuple[str, ...]:
        """The measures that are used."""
        return tuple(
            dict.fromkeys([*(one.name for one in self.aims), *(one.name for one in self.required)])
        )

    def measured(self, values: Array) -> Array:
        """Return the measures (d, k) of designs (d, v)."""
        return run_of(Job(self.robot, self.cells, values, self.names, self.setting)).values

    def cost(self, measures: Sequence[float]) -> float:
        """Return the cost of a design with some measures (k)."""
        own = dict(zip(self.names, measures, strict=True))
        total = 0.0
        for need in self.required:
            total += SHARE * min(need.excess(own[need.name], MARGIN), NONE)
        for aim in self.aims:
            value, sign = own[aim.name], MEASURES[aim.name].sign
            if np.isfinite(value) and value > 0.0:
                total += aim.weight * sign * float(np.log(value))
            else:
                # 0 is the best there is where less is better, as infinity where more is
                perfect = (value == 0.0 and sign > 0.0) or (value == np.inf and sign < 0.0)
                total += PERFECT if perfect else NONE
        return total


def improved(
    wanted: Wanted, starts: int, seed: int = 0, watch: Callable[[Best], object] = id
) -> Best:
    """Return the best design.

    Args:
        wanted: The robot and its goals.
        starts: Number of designs from which the simplex method starts, including the current one.
        seed: Seed of the sample; the same seed gives the same design.
        watch: Called with the best design so far after each trial; an exception from it ends the
            search.

    Raises:
        ArgumentError: No number may move, or no design of the sample has its measures.
    """
    if not wanted.ranges:
        raise ArgumentError("vary: expected at least one cell to vary")
    low, high = np.array([(one.first, one.last) for one in wanted.ranges]).T
    present = np.clip([cell.value(wanted.robot) for cell in wanted.cells], low, high)
    sample = designs(wanted.ranges, "sobol", SAMPLED * starts, seed)
    rows = np.vstack([present, sample])
    found = wanted.measured(rows)
    costs = np.array([wanted.cost(row) for row in found.tolist()])
    first = int(np.argmin(costs))
    if costs[first] >= NONE / 2:
        raise ArgumentError("no design within the ranges permits all measures; use wider ranges")
    best = Best(rows[first], found[first], float(costs[first]), len(rows), 1.0 / (starts + 1))
    watch(best)
    order = np.argsort(costs, kind="stable")
    chosen = [0, *(row for row in order.tolist() if row)][:starts]
    most = STEPS * len(wanted.ranges)
    for k, row in enumerate(chosen):
        before = best.tried

        def note(step: Best, k: int = k, before: int = before) -> None:
            nonlocal best
            tried = best.tried + 1
            done = (k + 1 + min((tried - before) / most, 1.0)) / (starts + 1)
            better = step if step.cost < best.cost else best
            best = replace(better, tried=tried, done=done)
            watch(best)

        _simplex(wanted, rows[row], low, high, note)
    best = replace(best, done=1.0)
    watch(best)
    return best


def _simplex(
    wanted: Wanted, start: Array, low: Array, high: Array, note: Callable[[Best], None]
) -> None:
    """Move a simplex from a start, and record every design that it measures."""
    # here: it takes a moment to import
    from scipy.optimize import minimize  # type: ignore[import-untyped]

    width = np.where(high > low, high - low, 1.0)

    def cost(u: Array) -> float:
        values = np.clip(low + u * width, low, high)
        measures = wanted.measured(values[None])[0]
        found = wanted.cost(measures.tolist())
        note(Best(values, measures, found, 1, 0.0))
        return found

    u = (start - low) / width
    # a tenth of each range, away from the nearer end
    corners = np.vstack([u, u + np.diag(np.where(u > 0.5, -0.1, 0.1))])
    minimize(
        cost, u, method="Nelder-Mead", bounds=[(0.0, 1.0)] * len(u),
        options={"initial_simplex": np.clip(corners, 0.0, 1.0), "xatol": ENDS, "fatol": ENDS,
                 "maxfev": STEPS * len(u)},
    )  # fmt: skip

"""Sweeps over designs of a robot: the question, and its answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import cached_property
from math import ceil, floor, isfinite, log10
from typing import Any

import numpy as np

from rvs.engine.arrays import Array, Integers
from rvs.engine.progress import result_of
from rvs.fields.field import asked
from rvs.model.calls import Offer
from rvs.model.document import Document, PlacedRobot
from rvs.model.numbers.quantities import lengths_in, significant
from rvs.model.numbers.units import UNITS
from rvs.model.plots.plot import Axis, Map, Marker, Plot, Points, curve
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.figure_result import Figure
from rvs.scripting.measuring import (
    Masses,
    Measuring,
    broken_words,
    elastic_note,
    numbers_of,
    ranges_of,
    read_requirement,
    shown,
    shown_words,
    unit_of,
    words_of,
)
from rvs.scripting.multiples import MOST, Multiple, Stage, multiples
from rvs.scripting.subjects import processes_field
from rvs.scripting.tables import Tabled, finite, tabulate
from rvs.study.measures.cells import Number, lengths_of
from rvs.study.measures.measures import MEASURES, Measure, Requirement
from rvs.study.sweeps.designs import SAMPLES, Sample, designs
from rvs.study.sweeps.run import Sensitivities, front, running, sensitivities
from rvs.value_class import dataclass
from rvs.words import begun

# Rows that are printed, and plots of a sample.
PRINTED, MOST_PLOTS, DIGITS = 25, 6, 10


@dataclass(frozen=True, eq=False)
class Swept(Answer):
    """Designs of a robot with their measures.

    Attributes:
        masses: The current robot, and the masses of its designs.
        cells: The changed cells (v).
        values: The values of each design (d, v), in SI units.
        names: Measures (k), keys of ``MEASURES``.
        measures: Values of the measures (d, k), in SI units; NaN where a design has none.
        reasons: Reasons why designs are not feasible, or nothing (d).
        grid: Counts of a grid; empty for a sample.
        around: Sensitivities at the current robot.
        stage: Display of the robots in the figure.
    """

    masses: Masses
    cells: tuple[Number, ...]
    values: Array
    names: tuple[str, ...]
    measures: Array
    reasons: tuple[str, ...]
    grid: tuple[int, ...]
    around: Sensitivities
    stage: Stage

    @property
    def placed(self) -> PlacedRobot:
        """The current robot."""
        return self.masses.placed

    def _shown(self, one: Number | Measure, value: float) -> float:
        return shown(one, value, self.placed.unit)

    def _symbol(self, one: Number | Measure) -> str:
        return unit_of(one, self.placed.unit).symbol

    def _columns(self, items: Sequence[Number | Measure], values: Array) -> Array:
        """Return values (d, k) in the units in which they are shown."""
        columns = zip(items, values.T, strict=True)
        made = [[self._shown(one, each) for each in column.tolist()] for one, column in columns]
        return np.array(made).T.reshape(values.shape)

    @cached_property
    def shown(self) -> Array:
        """The values of each design (d, v): lengths in the unit of the robot, ° and kg."""
        return self._columns(self.cells, self.values)

    @cached_property
    def results(self) -> Array:
        """The measures of each design (d, k): lengths in the unit of the robot, the rest in SI."""
        return self._columns(self.chosen_measures, self.measures)

    @cached_property
    def present(self) -> tuple[Array, Array]:
        """Values (v,) and measures (k,) of the current robot, in the same units."""
        return (
            self._columns(self.cells, self.around.at[None])[0],
            self._columns(self.chosen_measures, self.around.measures[None])[0],
        )

    @cached_property
    def feasible(self) -> Integers:
        """The designs that have all measures and meet all requirements."""
        some = [i for i, why in enumerate(self.reasons) if not why]
        return np.array(some, dtype=np.int64)

    @cached_property
    def front(self) -> Integers:
        """The feasible designs that no other surpasses in both of the first two measures."""
        if len(self.names) < 2 or not len(self.feasible):
            return np.zeros(0, dtype=np.int64)
        first, second = self.chosen_measures[:2]
        # what is rounding makes no design better
        values = _rounded(self.measures[self.feasible, :2])
        own = self.feasible[front(values, (first.sign, second.sign))]
        return np.asarray(own)

    @property
    def chosen_measures(self) -> list[Measure]:
        """The measures."""
        return [MEASURES[name] for name in self.names]

    def best(self, column: int) -> int | None:
        """Return the feasible design with the best value of a measure, or None."""
        some = self.feasible[np.isfinite(self.measures[self.feasible, column])]
        if not len(some):
            return None
        cost = self.chosen_measures[column].sign * self.measures[some, column]
        return int(some[np.argmin(cost)])

    def varies(self, column: int) -> bool:
        """Return whether a measure differs between feasible designs, or none of them has it."""
        values = _rounded(self.measures[self.feasible, column])
        return len(np.unique(values[np.isfinite(values)])) != 1

    @property
    def facts(self) -> dict[str, Any]:
        """The designs for JSON: lengths in the unit of the robot, angles in °, the rest in SI."""
        cells, measures = self.present
        per_cell, per_measure = (
            np.array([self._shown(one, 1.0) for one in some])
            for some in (self.cells, self.chosen_measures)
        )
        slopes = self.around.slopes * per_measure / per_cell[:, None]
        return {
            "robot": self.placed.id,
            "unit": self.placed.unit,
            "cells": [
                {"name": cell.name, "unit": self._symbol(cell), "present": value}
                for cell, value in zip(self.cells, finite(cells), strict=True)
            ],
            "measures": [
                {"name": one.name, "unit": self._symbol(one), "better": one.better,
                 "present": value}
                for one, value in zip(self.chosen_measures, finite(measures), strict=True)
            ],
            "designs": [
                {"values": values, "measures": finite(measures),
                 "reason": reason or None}
                for values, measures, reason in zip(
                    self.shown.tolist(), self.results.tolist(), self.reasons, strict=True
                )
            ],
            "front": self.front.tolist(),
            "infeasible": dict(self._reasons),
            "sensitivities": [
                {"cell": cell.name,
                 "slope": dict(zip(self.names, finite(own), strict=True)),
                 "percent_per_percent": dict(zip(self.names, finite(parts), strict=True))}
                for cell, own, parts in zip(
                    self.cells, slopes.tolist(), self.around.relative.tolist(), strict=True
                )
            ],
            "notes": self.notes,
        }  # fmt: skip

    @property
    def _reasons(self) -> list[tuple[str, int]]:
        """Reasons without their numbers, the most frequent first."""
        return Counter(map(_plain, filter(None, self.reasons))).most_common()

    @property
    def lines(self) -> list[str]:
        """Number of designs, and the reasons why some are not feasible."""
        name = self.placed.id
        if not len(self.values):
            return [f"{name}: change of measures in % for 1 % of a length"]
        of = ", ".join(cell.name for cell in self.cells)
        told = [f"{name}: {len(self.values)} designs over {of}, {len(self.feasible)} feasible"]
        told += [f"{count} not feasible: {why}" for why, count in self._reasons]
        if len(self.front):
            first, second = self.names[:2]
            many = len(self.front)
            which = "1 is the best compromise" if many == 1 else f"{many} are best compromises"
            told.append(f"{which} between {first} and {second}")
        return told

    @property
    def notes(self) -> list[str]:
        """The best design for each measure, sensitivities, and assumptions."""
        found = []
        for column, one in enumerate(self.chosen_measures if len(self.values) else []):
            best = self.best(column)
            if best is not None and not self.varies(column):
                value = shown_words(one, self.measures[best, column], self.placed.unit)
                found.append(f"{one.name} is {value} in all designs")
            elif best is not None:
                words = "least" if one.better == "less" else "largest"
                value = shown_words(one, self.measures[best, column], self.placed.unit)
                found.append(f"{words} {one.name} {value}: {self.name_of(best)}")
        if len(self.values):
            for cell, parts in zip(self.cells, self.around.relative.tolist(), strict=True):
                some = [
                    f"{name} {part:+.3g} %"
                    for name, part in zip(self.names, parts, strict=True) if isfinite(part)
                ]  # fmt: skip
                if some:
                    found.append(f"1 % more {cell.name} than now: {', '.join(some)}")
        if len(self.values) > PRINTED:
            found.append(f"the table shows {len(self._rows)} of {len(self.values)} designs; a "
                         "saved file contains all of them")  # fmt: skip
        found += self.masses.notes(self.cells, self.names)
        return [*found, *elastic_note(self.placed, self.names)]

    def name_of(self, design: int) -> str:
        """Return the name of a design, such as ``design 3: a2 0.4 m``."""
        parts = [
            f"{cell.name} {shown_words(cell, value, self.placed.unit)}"
            for cell, value in zip(self.cells, self.values[design].tolist(), strict=True)
        ]
        return f"design {design + 1}: {', '.join(parts)}"

    @property
    def table(self) -> Tabled:
        """All designs; without any, the sensitivities."""
        if not len(self.values):
            rows = [
                (f"{cell.name} ({self._symbol(cell)})" if cell.unit else cell.name, at, *parts)
                for cell, at, parts in zip(
                    self.cells,
                    self.present[0].tolist(),
                    self.around.relative.tolist(),
                    strict=True,
                )
            ]
            heads = ("cell", "present", *(f"{name} (%)" for name in self.names))
            return tabulate(rows, heads, "Change of measures for 1 % of a length")
        return self._table(range(len(self.values)))

    @property
    def printed(self) -> Tabled:
        """All designs if there are few, else the best compromises, or the best of a measure."""
        return self._table(self._rows) if len(self.values) > PRINTED else self.table

    @property
    def _rows(self) -> list[int]:
        rows: list[int] = self.front.tolist()
        if not rows and len(self.feasible):
            sign = self.chosen_measures[0].sign
            rows = self.feasible[np.argsort(sign * self.measures[self.feasible, 0])].tolist()
        return rows[:PRINTED]

    def _table(self, rows: Sequence[int]) -> Tabled:
        items = (*self.cells, *self.chosen_measures)
        heads = [f"{one.name} ({self._symbol(one)})" if one.unit else one.name for one in items]
        remark = any(self.reasons[i] for i in rows)
        front = set(self.front.tolist())
        made = [
            (i + 1, *self.shown[i].tolist(), *self.results[i].tolist(),
             *(["yes" if i in front else ""] if len(self.names) > 1 else []),
             *([self.reasons[i]] if remark else []))
            for i in rows
        ]  # fmt: skip
        heads += [*(["front"] if len(self.names) > 1 else []), *(["remark"] if remark else [])]
        return tabulate(made, ("design", *heads), f"Designs of {self.placed.robot.name}", 6)

    @property
    def plots(self) -> tuple[Plot, ...]:
        """Measures against one cell as curves, over two as maps, and the Pareto front."""
        if not len(self.values):
            return ()
        found: list[Plot] = []
        for column in filter(self.varies, range(len(self.names))):
            if len(self.grid) == 1:
                found.append(self._curve(column))
            elif len(self.grid) == 2 and min(self.grid) > 1:
                found.append(self._map(column))
            elif len(self.names) == 1:
                found += [self._scatter(column, v) for v in range(len(self.cells))]
        return tuple([*self._compromises(), *found][:MOST_PLOTS])

    def _axis(self, column: int) -> Axis:
        one = self.chosen_measures[column]
        return Axis(one.name, self._symbol(one))

    def _cell_axis(self, v: int) -> Axis:
        return Axis(self.cells[v].name, self._symbol(self.cells[v]))

    def _points(self, x: Array, y: Array, rows: Integers, name: str, series: int) -> Points:
        kept = rows[np.isfinite(x[rows]) & np.isfinite(y[rows])]
        names = tuple(self.name_of(i) for i in kept.tolist())
        return Points(tuple(x[kept].tolist()), tuple(y[kept].tolist()), names, name, series)

    def _present(self, x: float, y: float) -> tuple[Marker, ...]:
        known = isfinite(x) and isfinite(y)
        return (Marker(x, y, "now", 2, "ring"),) if known else ()

    def _curve(self, column: int) -> Plot:
        x, y = self.shown[:, 0], self.results[:, column].copy()
        y[[i for i, why in enumerate(self.reasons) if why]] = np.nan
        y[~np.isfinite(y)] = np.nan
        at = float(self.present[0][0])
        inside = x.min() <= at <= x.max()
        return Plot(
            _title(self.chosen_measures[column]), self._cell_axis(0), self._axis(column),
            (curve(x, y),), points=(self._points(x, y, self.feasible, "", 0),),
            markers=self._present(at, float(self.present[1][column])) if inside else (),
        )  # fmt: skip

    def _map(self, column: int) -> Plot:
        one, (m, n) = self.chosen_measures[column], self.grid
        found = self.results[:, column].copy()
        found[[i for i, why in enumerate(self.reasons) if why]] = np.nan
        found[~np.isfinite(found)] = np.nan
        table = found.reshape(m, n).T
        known = found[np.isfinite(found)]
        levels = _round_levels(float(known.min()), float(known.max())) if len(known) else ()
        x, y = self.shown.reshape(m, n, 2)[:, 0, 0], self.shown.reshape(m, n, 2)[0, :, 1]
        able = set(self.feasible.tolist())
        called = [self.name_of(i) if i in able else "" for i in range(m * n)]
        drawn = Map(
            tuple(x.tolist()), tuple(y.tolist()), tuple(map(tuple, table.tolist())), one.name,
            self._symbol(one), "not feasible", levels,
            names=tuple(tuple(called[j::n]) for j in range(n)),
        )  # fmt: skip
        best = self.best(column)
        rows = np.array([] if best is None else [best], dtype=np.int64)
        points = self._points(self.shown[:, 0], self.shown[:, 1], rows, "best", 1)
        at = self.present[0].tolist()
        inside = x[0] <= at[0] <= x[-1] and y[0] <= at[1] <= y[-1]
        return Plot(_title(one), self._cell_axis(0), self._cell_axis(1), map=drawn,
                    points=(points,), markers=self._present(*at) if inside else ())  # fmt: skip

    def _scatter(self, column: int, v: int) -> Plot:
        x, y = self.shown[:, v], self.results[:, column]
        return Plot("", self._cell_axis(v), self._axis(column),
                    points=(self._points(x, y, self.feasible, "", 0),))  # fmt: skip

    def _compromises(self) -> tuple[Plot, ...]:
        """Return the first two measures of all feasible designs, with the Pareto front."""
        if not (len(self.front) and self.varies(0) and self.varies(1)):
            return ()
        x, y = self.results[:, 0], self.results[:, 1]
        rest = np.setdiff1d(self.feasible, self.front)
        now = self._present(*self.present[1][:2].tolist())
        return (
            Plot(
                f"{begun(self.names[0])} and {self.names[1]}", self._axis(0), self._axis(1),
                points=(*([self._points(x, y, rest, "designs", 0)] if len(rest) else []),
                        self._points(x, y, self.front, "best compromises", 1)), markers=now,
            ),
        )  # fmt: skip

    @property
    def figure(self) -> Figure:
        """The current robot, and the best compromises or designs, with cells and measures."""
        rows = self._rows
        some = np.linspace(0, len(rows) - 1, min(len(rows), MOST - 1)).round().astype(int)
        robots = [(self.placed, ("present", *self._words(self.around.at, self.around.measures)))]
        for design in [rows[k] for k in some.tolist()]:
            (one,) = self._offer(design, "").call(Document((self.placed,))).robots
            words = self._words(self.values[design], self.measures[design])
            robots.append((one, (f"design {design + 1}", *words)))
        return multiples(self.stage, robots)

    def _words(self, values: Array, measures: Array) -> list[str]:
        """Return lines of a design in the figure: its cells and its measures."""
        items = (*self.cells, *self.chosen_measures)
        pairs = zip(items, (*values.tolist(), *measures.tolist()), strict=True)
        return [
            f"{one.name} = {significant(self._shown(one, value))} {self._symbol(one)}".rstrip()
            if isfinite(value) else f"{one.name}: none"
            for one, value in pairs
        ]  # fmt: skip

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The best design for each measure, as the robot."""
        found: dict[int, str] = {}
        for column, one in enumerate(self.chosen_measures if len(self.values) else []):
            best = self.best(column)
            if best is not None and best not in found and self.varies(column):
                found[best] = f"Use the best {one.name}"
        return tuple(self._offer(design, label) for design, label in found.items())

    def _offer(self, design: int, label: str) -> Offer:
        call = self.masses.design_call(self.cells, self.values[design].tolist())
        return Offer(label, call, self.name_of(design))

    def chosen(self, name: str) -> Offer | None:
        """Return the edit that replaces the robot with the design with this name."""
        number = name.removeprefix("design ").partition(":")[0]
        if not number.isdigit() or not 1 <= int(number) <= len(self.values):
            return None
        return self._offer(int(number) - 1, f"Use {name}")

    def __repr__(self) -> str:
        count = f"{len(self.values)} designs, {len(self.feasible)} feasible"
        return f"<Sweep of {self.placed.id}: {count}>"


def _title(measure: Measure) -> str:
    return measure.says[0].upper() + measure.says[1:]


def _round_levels(low: float, high: float) -> tuple[float, ...]:
    """About five round numbers strictly between two numbers."""
    if not high > low:
        return ()
    power = 10.0 ** floor(log10((high - low) / 5.0))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= (high - low) / 7.0)
    found = range(floor(low / step) + 1, ceil(high / step))
    return tuple(round(step * one, 12) for one in found)


def _rounded(values: Array) -> Array:
    """Return values with ten significant digits."""
    known = np.isfinite(values) & (values != 0.0)
    power = np.floor(np.log10(np.abs(np.where(known, values, 1.0))))
    unit = 10.0 ** (power - DIGITS + 1)
    return np.where(known, np.round(values / unit) * unit, values)


def _plain(reason: str) -> str:
    """Return a reason without numbers that differ from design to design."""
    return re.sub(r" [\d.e+-]++(?: \S+)?(?= is (?:below|above|not between) )", "", reason)


@dataclass(frozen=True, eq=False, kw_only=True)
class Sweep(Measuring, Multiple, Question):
    """Compute measures of many designs of a robot, and of the current one with its sensitivities.

    Returns:
        Every design with its measures, the best compromises, and sensitivities.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: There is no such cell or measure, or a number out of range.
    """

    called = "sweep"
    by_place = ("vary",)
    output = "FILE.csv"
    writes = "the designs as a table, .csv, .md, .tex or .html, or the plots, .svg or .pdf"
    returns = "Swept"
    cells, surroundings = True, ("things", "robots")
    draws = "the current robot and the best compromises, or the best designs,"

    measures: Sequence[str] = asked(
        ("kappa", "reach"),
        f"Compute these measures: {', '.join(MEASURES)}; the first two define the best "
            "compromises", kind="listed", usual="kappa and reach", label="Measures",
    )  # fmt: skip
    sample: Sample = asked(
        "grid", "Choose the designs by this method", choices=SAMPLES, label="Kind of sample"
    )
    count: int = asked(
        256, "Use this many designs, except for a grid", least=1, label="Number of designs"
    )
    executor: Executor | None = processes_field()

    def answer(self, cell: Cell, robot: str = "") -> Swept:
        """Compute the measures of designs of a robot of a cell, and report the progress."""
        placed = self.carrier(cell, robot)
        ranges = ranges_of(placed, self.vary)
        required = [read_requirement(text, placed.unit) for text in words_of(self.require)]
        names = tuple(dict.fromkeys([*words_of(self.measures), *(one.name for one in required)]))
        own, varied = placed.robot, [one.name for one in ranges] or lengths_of(placed.robot)
        cells = numbers_of(placed, varied)
        masses = Masses.of(placed, cells, self.weigh)
        setting = self.setting(cell, masses, names)
        values = np.zeros((0, len(cells)))
        if ranges:
            values = designs(ranges, self.sample, self.count, self.seed)
        found = result_of(running(own, cells, values, names, setting, self.executor))
        around = sensitivities(own, cells, names, setting)
        grid = tuple(one.count for one in ranges) if self.sample == "grid" else ()
        reasons = tuple(
            _in_unit(why, placed.unit) or _broken(required, names, row, placed.unit)
            for why, row in zip(found.reasons, found.values.tolist(), strict=True)
        )
        return Swept(
            masses, cells, values, names, found.values, reasons, grid, around,
            self.stage(cell, placed),
        )  # fmt: skip


def _in_unit(reason: str, length: str) -> str:
    """Return a reason, which has lengths in m, with lengths in another unit."""
    return reason if length == "m" else lengths_in(reason, UNITS[length])


def _broken(
    required: Sequence[Requirement], names: Sequence[str], values: Sequence[float], length: str
) -> str:
    """Return the reason why a design does not meet the requirements, or nothing."""
    own = dict(zip(names, values, strict=True))
    return "; ".join(
        broken_words(one, own[one.name], length) for one in required if one.excess(own[one.name])
    )


sweep = function(Sweep)

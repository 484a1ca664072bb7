"""Designs that are better in chosen measures: the question, and its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf, isfinite
from pathlib import Path
from typing import Any

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.engine.progress import report_best, report_progress
from rvs.engine.robot import Robot
from rvs.fields.field import asked
from rvs.model.calls import Offer
from rvs.model.document import Document, PlacedRobot
from rvs.model.views.view import Background
from rvs.scene.items import Item
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.designs import save_design
from rvs.scripting.measuring import (
    Masses,
    Measuring,
    broken_words,
    elastic_note,
    numbers_of,
    ranges_of,
    read_requirement,
    shown,
    unit_of,
    words_of,
)
from rvs.scripting.multiples import Stage, ghosts
from rvs.scripting.tables import Tabled, finite, tabulate
from rvs.study.measures.cells import NamedNumber, named_values
from rvs.study.measures.measures import MEASURES
from rvs.study.sweeps.improve import MET, Aim, Best, Wanted, improved
from rvs.value_class import dataclass


def read_aim(text: str) -> Aim:
    """Return an aim from the name of a measure, with its weight if that is not 1.

    Raises:
        ArgumentError: The text has another form, or there is no such measure.

    >>> read_aim("payload=2")
    Aim(name='payload', weight=2.0)
    """
    name, _, weight = (part.strip() for part in text.partition("="))
    if name not in MEASURES:
        raise ArgumentError(f"better: {name!r} is not one of {', '.join(MEASURES)}")
    try:
        aim = Aim(name, float(weight or 1.0))
    except ValueError as error:
        raise ArgumentError(f"better: expected a measure and its weight, got {text!r}") from error
    if not (aim.weight > 0.0 and isfinite(aim.weight)):
        raise ArgumentError(f"better: {name} needs a weight above 0, got {weight}")
    return aim


@dataclass(frozen=True, eq=False)
class Improved(Answer):
    """A design with better measures than the current robot.

    Attributes:
        masses: The current robot, and the masses of its designs.
        wanted: The ranges, aims and requirements.
        best: The design, and details of the search.
        before: The measures of the current robot, in SI units.
        stage: Display of the robots in the view.
    """

    masses: Masses
    wanted: Wanted
    best: Best
    before: tuple[float, ...]
    stage: Stage

    @property
    def placed(self) -> PlacedRobot:
        """The current robot."""
        return self.masses.placed

    @property
    def robot(self) -> Robot:
        """The robot with the numbers of the design."""
        return self.masses.design(self.wanted.cells, self.best.values.tolist())

    @property
    def broken(self) -> tuple[str, ...]:
        """Unmet requirements of the design, in words."""
        own = dict(zip(self.wanted.names, self.best.measures.tolist(), strict=True))
        return tuple(
            broken_words(one, own[one.name], self.placed.unit)
            for one in self.wanted.required if one.excess(own[one.name]) > MET
        )  # fmt: skip

    @property
    def rows(self) -> list[tuple[str, str, float, float]]:
        """Name, unit, and values before and after, of each cell and each measure."""
        wanted, best = self.wanted, self.best
        items = (*wanted.cells, *(MEASURES[name] for name in wanted.names))
        before = (*(cell.value(wanted.robot) for cell in wanted.cells), *self.before)
        after = (*best.values.tolist(), *best.measures.tolist())
        length = self.placed.unit
        return [
            (one.name, unit_of(one, length).symbol, shown(one, old, length),
             shown(one, new, length))
            for one, old, new in zip(items, before, after, strict=True)
        ]  # fmt: skip

    @property
    def facts(self) -> dict[str, Any]:
        """The design for JSON: lengths in the unit of the robot, angles in °, the rest in SI."""
        count = len(self.wanted.cells)
        told = [
            {"name": name, "unit": unit, "before": finite(old), "after": finite(new)}
            for name, unit, old, new in self.rows
        ]
        return {
            "robot": self.placed.id, "unit": self.placed.unit,
            "cells": told[:count], "measures": told[count:],
            "met": not self.broken, "broken": list(self.broken), "tried": self.best.tried,
            "notes": self.notes,
        }  # fmt: skip

    @property
    def lines(self) -> list[str]:
        """Number of designs, and unmet requirements."""
        words = "all requirements are met" if self.wanted.required else "no requirements"
        told = f"not met: {'; '.join(self.broken)}" if self.broken else words
        return [f"{self.placed.id}: the best of {self.best.tried} designs, {told}"]

    @property
    def notes(self) -> list[str]:
        """Numbers at an end of their range, and unchanged properties."""
        ends = [
            one.name
            for one, value in zip(self.wanted.ranges, self.best.values.tolist(), strict=True)
            if min(value - one.first, one.last - value) <= 1e-4 * (one.last - one.first)
        ]
        found = [f"at a bound of the range: {', '.join(ends)}"] if ends else []
        told = "all other numbers and the tool stay as they are"
        named = ", ".join(one.name for one in self.wanted.cells if isinstance(one, NamedNumber))
        if named:
            told = f"every cell that follows {named} changes with it; in addition, {told}"
        found += [told, *self.masses.notes(self.wanted.cells, self.wanted.names)]
        return [*found, *elastic_note(self.placed, self.wanted.names)]

    @property
    def table(self) -> Tabled:
        """Every changed number and every measure, before and after."""
        heads = ("name", "unit", "before", "after")
        return tabulate(self.rows, heads, f"Improved design of {self.placed.robot.name}", 6)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The design, as the robot."""
        call = self.masses.design_call(self.wanted.cells, self.best.values.tolist())
        return (Offer("Use the design", call),)

    def items(self, placed: PlacedRobot, background: Background = "light") -> tuple[Item, ...]:
        """Return the design as a ghost in the current posture."""
        if placed.robot != self.placed.robot:
            return ()
        (made,) = self.offers[0].call(Document((placed,))).robots
        stage = replace(self.stage, view=replace(self.stage.view, background=background))
        return ghosts(stage, placed, [("design", made)])

    def save(self, path: str | Path) -> Path:
        """Write the robot as an architecture file, or the table as .tex, .md, .csv or .html.

        Raises:
            ArgumentError: Another suffix.
            OSError: The file can't be written.
        """
        if Path(path).suffix.lower() != ".arch":
            return self.table.save(path)
        moved = named_values(self.wanted.cells, self.best.values.tolist())
        return save_design(path, self.robot, self.placed, moved)

    def __repr__(self) -> str:
        return f"<Design improvement of {self.placed.id}, the best of {self.best.tried}>"


@dataclass(frozen=True, eq=False, kw_only=True)
class Improve(Measuring, Question):
    """Improve chosen measures of a robot within ranges and requirements, and return the design.

    Returns:
        The design with every changed number and every measure, before and after.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: There is no such cell or measure, or a number out of range.
    """

    called = "improve"
    by_place = ("vary", "better")
    output = "NEW.arch"
    writes = "the robot as an architecture file, or its table: .csv, .md, .tex or .html"
    returns = "Improved"
    cells, surroundings = True, ("things", "robots")

    better: Sequence[str] = asked(
        ("kappa",), "Improve these measures, each with a weight if it is not 1, for example "
            f"payload=2: {', '.join(MEASURES)}",
            kind="listed", usual="kappa", label="Measures to improve",
    )  # fmt: skip
    starts: int = asked(
        3,
        "Start from this many designs, including the current robot",
        least=1,
        most=1000,
        label="Number of starts",
    )

    def answer(self, cell: Cell, robot: str = "") -> Improved:
        """Improve a robot of a cell, and report the progress."""
        placed = self.carrier(cell, robot)
        ranges = tuple(ranges_of(placed, self.vary))
        aims = tuple(map(read_aim, words_of(self.better)))
        required = tuple(read_requirement(text, placed.unit) for text in words_of(self.require))
        names = [*(one.name for one in aims), *(one.name for one in required)]
        own, cells = placed.robot, numbers_of(placed, [one.name for one in ranges])
        masses = Masses.of(placed, cells, self.weigh)
        setting = self.setting(cell, masses, names)
        wanted = Wanted(own, cells, ranges, aims, required, setting)
        at = [[one.value(own) for one in cells]]
        before = tuple(wanted.measured(np.array(at))[0].tolist())
        cost, stage = inf, Stage("iso", cell.view, cell.postures[placed.id])

        def note(step: Best) -> None:
            nonlocal cost
            if step.cost < cost:
                cost = step.cost
                report_best(Improved(masses, wanted, step, before, stage))
            report_progress(step.done, f"the best of {step.tried} designs")

        best = improved(wanted, self.starts, self.seed, note)
        return Improved(masses, wanted, best, before, stage)


improve = function(Improve)

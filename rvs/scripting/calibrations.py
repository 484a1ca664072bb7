"""Calibration of a robot by measured poses: the question, and its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import floor, inf, log10, radians
from pathlib import Path
from typing import Any

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.fields.field import asked
from rvs.files.tables.measured_table import read_measured
from rvs.model.calls import Offer, call_of
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import number
from rvs.model.numbers.units import ANGLE_UNITS, LENGTH_UNITS
from rvs.model.plots.plot import Axis, Plot, curve
from rvs.model.robots.designing import become
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.subjects import robot_in
from rvs.scripting.tables import Tabled, in_degrees, tabulate
from rvs.study.accuracy.table import Table, is_length, name_of, places, same_convention, table_of
from rvs.study.calibration.fit import Fit, Noise, candidates, fit, with_table
from rvs.study.calibration.postures import INDICES, Index, telling_postures
from rvs.value_class import dataclass

MM = 1e3
COLUMNS = ("a", "b", "alpha", "theta")


@dataclass(frozen=True, eq=False)
class Calibrated(Answer):
    """A calibrated robot.

    Attributes:
        placed: The robot before.
        fit: The identified table.
        turned: Orientations were measured.
        postures: The next postures to measure (k, n), rad and m.
        left: Share of the mean uncertainty that remains after each of them (k,).
        given: The noise of the measurements was given.
    """

    placed: PlacedRobot
    fit: Fit
    turned: bool
    postures: Array
    left: Array
    given: bool

    @property
    def robot(self) -> Robot:
        """The robot with the identified table and its previous base and tool."""
        return with_table(self.placed.robot, self.fit.table)

    @property
    def facts(self) -> dict[str, Any]:
        """The numbers for JSON: m and degrees."""
        table, found = self.fit.table, self.fit
        return {
            "parameters": [
                {"name": name_of(table, k), "unit": "m" if long else "deg",
                 "change": change if long else np.degrees(change),
                 "error": error if long else np.degrees(error)}
                for k, long, change, error in self._rows
            ],
            "not_identified": [
                {"name": name_of(table, k),
                 "like": {name_of(table, i): c * _unit(table, k) / _unit(table, i)
                          for i, c in parts}}
                for k, parts in found.held
            ],
            "before": {"mean": found.before.mean(), "max": found.before.max()},
            "after": {"mean": found.after.mean(), "max": found.after.max()},
            "cross_validation": {"mean": found.checked.mean(), "max": found.checked.max()}
            if len(found.checked) else None,
            "noise": {"length": found.noise.length,
                      "angle": np.degrees(found.noise.angle) if self.turned else None},
            "base": found.table.base.tolist(),
            "tool": found.table.tool.tolist(),
            "next": [
                {"q": in_degrees(self.placed.robot, q), "left": float(left)}
                for q, left in zip(self.postures, self.left, strict=True)
            ],
        }  # fmt: skip

    @property
    def _rows(self) -> list[tuple[int, bool, float, float]]:
        found = self.fit
        return [
            (int(k), is_length(found.table, int(k)), float(change), float(error))
            for k, change, error in zip(found.free, found.change, found.errors, strict=True)
        ]

    @property
    def lines(self) -> list[str]:
        """The residuals before and after, in words."""
        found = self.fit

        def said(spans: Array) -> str:
            return f"mean {MM * spans.mean():.4g} mm, largest {MM * spans.max():.4g} mm"

        told = [
            f"{self.placed.robot.name}: {len(found.free)} parameters, {len(found.before)} poses",
            f"before: {said(found.before)}",
            f"after: {said(found.after)}",
        ]
        if len(found.checked):
            told.append(f"poses not used in a fit: {said(found.checked)}")
        return told

    @property
    def notes(self) -> list[str]:
        """The parameters that can't be identified, the assumptions, and the next postures."""
        table, found, robot = self.fit.table, self.fit, self.placed.robot
        told = []
        for k, parts in found.held:
            like = " ".join(_term(table, k, i, c) for i, c in parts).removeprefix("+ ")
            why = (
                f"affects the tool like {like}"
                if like
                else "has too little effect on the measurements"
            )
            told.append(f"{name_of(table, k)} can't be identified: it {why}; it keeps its value")
        source = "given" if self.given else "estimated from the residuals"
        told.append(f"± is a 95 % interval for the noise {source}; joint values are taken as exact")
        if not same_convention(robot):
            told.append("the rows of the robot are general, so its standard table is identified")
        turning = {joint.turns for joint in robot.joints}
        unit = "° and m" if len(turning) > 1 else "°" if True in turning else "m"
        for q, left in zip(self.postures, self.left, strict=True):
            values = " ".join(f"{value:.4g}" for value in in_degrees(robot, q))
            told.append(f"next measure at {values} {unit} (reduces the uncertainty to {left:.0%})")
        if len(self.postures):
            told.append("collisions in the proposed postures are not checked")
        return told

    @property
    def table(self) -> Tabled:
        """The change of each parameter with its uncertainty; mm and degrees."""
        rows = []
        for k, long, *values in self._rows:
            change, error = (MM * v if long else float(np.degrees(v)) for v in values)
            # both to the second digit of the uncertainty
            decimals = max(1 - floor(log10(error)), 0) if 0.0 < error < inf else 5
            shown = (number(v, decimals) for v in (change, error))
            rows.append((name_of(self.fit.table, k), *shown, "mm" if long else "°"))
        headings = ("parameter", "change", "±", "unit")
        made = tabulate(rows, headings, f"{self.placed.robot.name}: calibration")
        return Tabled(replace(made.table, align="lddl"))

    @property
    def plots(self) -> tuple[Plot, ...]:
        """The distances of the measured points before and after calibration."""
        found = self.fit
        x = np.arange(1.0, len(found.before) + 1.0)
        some = [curve(x, MM * found.before, "before", dashed=True),
                curve(x, MM * found.after, "after", 1)]  # fmt: skip
        if len(found.checked):
            some.append(curve(x, MM * found.checked, "cross-validation", 2))
        return (Plot("Residuals", Axis("measured pose"), Axis("distance", "mm", 0.0), tuple(some)),)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The edit that sets the identified table of the robot in the cell."""
        says = "Use the identified table for the robot; its base and tool do not change"
        call = call_of(become, self.placed.id, self.robot)
        return (Offer("Use the calibrated table", call, says),)

    def __repr__(self) -> str:
        after = MM * self.fit.after.mean()
        return f"<Calibration of {self.placed.id}: mean residual {after:.4g} mm>"


@dataclass(frozen=True, eq=False, kw_only=True)
class Calibrate(Question):
    """Identify the table of a robot from measured poses, and return it.

    Returns:
        Each number with its uncertainty, the unidentifiable ones, and the next postures.

    Raises:
        RvsError: There is no such robot or file, or there are too few poses.
        ArgumentError: An unknown column, or a number out of range.
    """

    called = "calibrate"
    by_place = ("measured",)
    output = "FILE"
    writes = "the table: .csv, .md, .tex or .html, or the residuals: .pdf, .svg, .eps or .ps"
    returns = "Calibrated"

    measured: str | None = asked(
        None, "Read measured poses from this table: columns q1, q2 …, x, y, z, and for the "
        "orientation rx, ry, rz, a, b, c or qw, qx, qy, qz", kind="file",
        usual="an error", metavar="FILE.csv", label="File of measured poses",
    )  # fmt: skip
    free: Sequence[str] = asked(
        COLUMNS, "Identify these columns of the table, or single numbers such as a3",
        kind="listed", usual="all columns", label="Columns to identify",
    )  # fmt: skip
    base: bool = asked(
        True,
        "Identify the base relative to the measuring device",
        label="Identify the base",
    )
    tool: bool = asked(True, "Identify the tool", label="Identify the tool")
    noise: float | None = asked(
        None, "Use this standard deviation for measured coordinates", unit="m", above=0.0,
        typed="mm", usual="that of the residuals", label="Noise of coordinates", start=1e-4,
    )  # fmt: skip
    angle_noise: float | None = asked(
        None, "Use this standard deviation for measured angles, together with that of coordinates",
        unit="rad", above=0.0, usual="that of the residuals", start=radians(0.01),
        label="Noise of angles",
    )  # fmt: skip
    unit: str | None = asked(
        None, "Use this unit for lengths without a unit",
        choices={one: one for one in LENGTH_UNITS},
        usual="that of the robot's file", label="Unit of length",
    )  # fmt: skip
    angle: str = asked(
        "deg",
        "Use this unit for angles without a unit",
        choices={one: one for one in ANGLE_UNITS},
        label="Unit of angle",
    )
    propose: int = asked(
        3,
        "Propose this many postures to measure next",
        least=0,
        most=50,
        label="Postures to propose",
    )
    index: Index = asked(
        "D", "Choose the postures by this measure", choices=INDICES, label="Choose the postures by"
    )
    seed: int = asked(
        0, "Use this seed for the random postures", least=0, label="Seed for the random postures"
    )

    def answer(self, cell: Cell, robot: str = "") -> Calibrated:
        """Calibrate a robot of a cell."""
        placed = robot_in(cell, robot)
        arm = placed.robot
        if self.measured is None:
            raise ArgumentError(
                "measured: expected a table of measured poses, for example poses.csv"
            )
        poses = read_measured(Path(self.measured), arm, self.unit or placed.unit, self.angle)
        turned = poses.rotation is not None
        given = None
        if self.noise is not None:
            if turned and self.angle_noise is None:
                raise ArgumentError(
                    "noise: expected angle_noise as well, because orientations are measured"
                )
            given = Noise(self.noise, self.angle_noise or 1.0)
        elif self.angle_noise is not None:
            raise ArgumentError(
                "angle_noise: expected only together with noise, for measured orientations"
            )
        table = table_of(arm)
        columns = places(table, self.free).tolist()
        wanted = candidates(table, columns, self.base, self.tool, turned)
        found = fit(table, poses, wanted, given)
        q, left = telling_postures(arm, found, self.propose, turned, self.index, self.seed)
        return Calibrated(placed, found, turned, q, left, given is not None)


calibrate = function(Calibrate)


def _unit(table: Table, k: int) -> float:
    """Return the unit of a parameter in JSON, 1 m or 1°, in SI units."""
    return 1.0 if is_length(table, k) else radians(1.0)


def _term(table: Any, k: int, i: int, coefficient: float) -> str:
    """Return a part of a combination: mm per mm, degrees per degree, or mm per degree."""
    long, other = is_length(table, k), is_length(table, i)
    if long == other:
        size, unit = coefficient, ""
    elif other:
        size, unit = coefficient * np.radians(1.0) * MM, " mm/°"
    else:
        size, unit = np.degrees(coefficient) / MM, " °/mm"
    sign, words = "-" if size < 0 else "+", f"{abs(size):.3g}{unit} "
    return f"{sign} {'' if words == '1 ' else words}{name_of(table, i)}"

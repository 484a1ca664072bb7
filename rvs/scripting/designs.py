"""Optimum designs as results of scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.fields.field import asked
from rvs.files.robots.arch import Architecture
from rvs.files.robots.arch_write import save_architecture
from rvs.model.document import PlacedRobot
from rvs.model.robots.parameters import fitted
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.subjects import posture_field, robot_in
from rvs.scripting.tables import Tabled, in_degrees, tabulate
from rvs.study.design.aims import Aims
from rvs.study.design.architecture import COLUMNS
from rvs.study.design.design import Step, made_from, problem, robot_of, sized, table_of
from rvs.study.design.goals import Goal
from rvs.study.design.rounding import rounded, with_twists
from rvs.study.design.search import search
from rvs.study.design.variables import column_names
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class Designed(Answer):
    """The robot at the end of a design.

    Attributes:
        robot: The robot, whose home is the best conditioned posture.
        step: Its table, characteristic length and condition number.
        before: The condition number before twists and lengths were rounded.
        iterations: Number of iterations.
        placed: The initial robot.
    """

    robot: Robot
    step: Step
    before: float
    iterations: int
    placed: PlacedRobot

    @property
    def condition(self) -> float:
        """The condition number, in the weighted Frobenius norm."""
        return self.step.condition

    @property
    def length(self) -> float:
        """The characteristic length, m."""
        return self.step.length

    @property
    def tool(self) -> Array:
        """The tool frame in the last frame (4, 4), m, of a table of the robot's own convention."""
        return self._in_convention.tool

    @property
    def tool_moved(self) -> bool:
        """Return whether the tool has another pose in the last frame."""
        return not np.allclose(self.tool, self.placed.robot.tool, atol=1e-9)

    @property
    def _in_convention(self) -> Robot:
        convention = self.placed.robot.joints[-1].convention
        return self.robot.to_dh("modified") if convention == "modified" else self.robot

    @property
    def rows(self) -> Array:
        """The table with its posture (n, 4): a and b in m, alpha and theta in degrees."""
        found = table_of(self.robot, self.robot.home)
        found[:, 2:] = np.degrees(found[:, 2:])
        rows: Array = found + 0.0
        return rows

    @property
    def table(self) -> Tabled:
        """The table with its posture, for display and files."""
        rows = [(str(joint), *row) for joint, row in enumerate(self.rows.tolist(), 1)]
        caption = f"Design with condition number {self.condition:.6g}; m and degrees"
        made = tabulate(rows, ("joint", *column_names()), caption, 6)
        return Tabled(replace(made.table, notes=(self.tool_words,)))

    @property
    def facts(self) -> dict[str, Any]:
        """The design for JSON: m and degrees."""
        robot = self.robot
        return {
            "condition": self.condition,
            "length": self.length,
            "q": in_degrees(robot, robot.home),
            "iterations": self.iterations,
            "tool": {"pose": self.tool.tolist(), "moved": self.tool_moved},
            "table": [dict(zip(COLUMNS, row, strict=True)) for row in self.rows.tolist()],
        }

    @property
    def lines(self) -> list[str]:
        """Sentences on its quality, the cost of rounding, and its characteristic length."""
        words = f"condition number (Frobenius norm) {self.condition:.9g}"
        told = [f"{words} after {self.iterations} iterations"]
        if abs(self.condition - self.before) > 1e-9:
            told.append(f"it was {self.before:.9g} before twists and lengths were rounded")
        return [*told, f"characteristic length {self.length:.6g} m; lengths in m, angles in °"]

    @property
    def printed(self) -> Tabled:
        """The table with all its digits."""
        rows = [
            [str(number), *(f"{round(value, 6) + 0.0:.6f}" for value in row)]
            for number, row in enumerate(self.rows.tolist(), 1)
        ]
        return tabulate(rows, ("joint", *column_names()))

    @property
    def notes(self) -> list[str]:
        """The pose of the tool."""
        return [self.tool_words]

    @property
    def tool_words(self) -> str:
        """The pose of the tool, and its previous one, in a sentence."""
        x, y, z = (f"{value:.6g}" for value in (self.tool[:3, 3] + 0.0).round(9).tolist())
        here = f"The tool is at ({x}, {y}, {z}) m in the last frame"
        if not self.tool_moved:
            return f"{here}, as before."
        before = (self.placed.robot.tool[:3, 3] + 0.0).round(9).tolist()
        x, y, z = (f"{value:.6g}" for value in before)
        return f"{here}; it was at ({x}, {y}, {z}) m."

    def save(self, path: str | Path) -> Path:
        """Write the robot as an architecture file, or its table as .tex, .md, .csv or .html.

        Raises:
            ArgumentError: Another suffix.
            OSError: The file can't be written.
        """
        if Path(path).suffix.lower() != ".arch":
            return self.table.save(path)
        return save_design(path, self.robot, self.placed)

    def __repr__(self) -> str:
        return f"<Design from {self.placed.id}: condition number {self.condition:.6g}>"


def save_design(
    path: str | Path, robot: Robot, placed: PlacedRobot, values: Mapping[str, float] | None = None
) -> Path:
    """Write a design of a robot as an architecture file of its name, and return the path.

    Args:
        path: The file.
        robot: The design.
        placed: The robot from which it was made.
        values: New values of its parameters; without them the file has none.

    Raises:
        OSError: The file can't be written.
    """
    target = Path(path)
    named = made_from(robot, placed.robot.name, target.stem)
    kept = Architecture(
        named, placed.unit, end_effector=placed.end_effector, confidence="constructed",
        display=placed.display,
    )  # fmt: skip
    if values is not None:
        kept = replace(kept, parameters=fitted(named, placed.parameters.with_values(values)))
    save_architecture(target, replace(kept, name=target.stem))
    return target


@dataclass(frozen=True, eq=False, kw_only=True)
class Design(Aims, Question):
    """Improve the conditioning of a robot's Jacobian with new dimensions, and return the design.

    Returns:
        The new robot, its numbers before and after, and the course of the search.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: A number out of range, or an unknown column.
    """

    called = "design"
    output = "NEW.arch"
    writes = "the robot as an architecture file, or its table: .csv, .md, .tex or .html"
    returns = "Designed"

    free: Sequence[str] = asked(
        COLUMNS, "Free these columns of the standard table, or single numbers such as a3 for "
                 "joint 3; tool frees the tool of a table in the modified convention; the "
                 "posture is always free", kind="listed", usual="all columns",
    )  # fmt: skip
    q: ArrayLike | None = posture_field("Start from this posture", "the initial one")
    box: Sequence[float] | None = asked(
        None, "Evaluate conditioning, if it is a goal, within this box: its lower and its "
            "upper corner in the base frame",
            kind="numbers", unit="m", size=6, usual="all of the workspace",
    )  # fmt: skip
    seed: int = asked(0, "Use this seed for the random starts")

    def answer(self, cell: Cell, robot: str = "") -> Designed:
        """Design a robot, starting from one of a cell."""
        placed = robot_in(cell, robot)
        found = problem(
            placed.robot, tuple(self.free), q=self.q, length=self.length, task=self.task,
            longest=self.longest, wrist=self.wrist, stay=self.stay,
            goals=tuple(map(self._within, self.goals)),
        )  # fmt: skip
        best, iterations = search(found, self.method, self.starts, self.seed)
        before = best.condition
        if self.right_angles:
            best = with_twists(found, best)
        found, best = sized(found, best, self.reach)
        if self.rounding:
            best = rounded(found, best, self.rounding)
        return Designed(robot_of(found, best), best, before, iterations, placed)

    def _within(self, goal: Goal) -> Goal:
        """Return a goal within the box, if it may have one and specifies no other."""
        if self.box is None or goal.box is not None or goal.name != "conditioning":
            return goal
        x, y, z, X, Y, Z = self.box
        return replace(goal, box=((x, y, z), (X, Y, Z)))


design = function(Design)

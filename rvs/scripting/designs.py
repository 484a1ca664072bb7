"""Optimum designs as results of scripts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.files.robots.arch import Architecture
from rvs.files.robots.arch_write import save_architecture
from rvs.model.document import PlacedRobot
from rvs.scripting.subjects import What, cell_of, robot_in
from rvs.scripting.tables import Tabled, tabulate
from rvs.study.design.architecture import COLUMNS
from rvs.study.design.architecture import Task as DesignTask
from rvs.study.design.design import (
    Method,
    Problem,
    Step,
    made_from,
    problem,
    robot_of,
    sized,
    table_of,
)
from rvs.study.design.freedom import column_names
from rvs.study.design.friendly import rounded, with_twists
from rvs.study.design.goals import Goal
from rvs.study.design.search import STARTS, search
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class Designed:
    """A robot that a design ended in.

    Attributes:
        robot: The robot, its home the posture that is conditioned best.
        step: Its table, characteristic length and condition number.
        before: The condition number before twists and lengths were rounded.
        iterations: How many it took.
        placed: The robot that it began with.
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
        """Whether the tool is elsewhere in the last frame than before."""
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
        """The table with its posture, to be shown and written."""
        rows = [(str(joint), *row) for joint, row in enumerate(self.rows.tolist(), 1)]
        caption = f"Design with condition number {self.condition:.6g}; m and degrees"
        made = tabulate(rows, ("joint", *column_names()), caption, 6)
        return Tabled(replace(made.table, notes=(self.tool_words,)))

    @property
    def tool_words(self) -> str:
        """Where the tool is, and where it was before, in a sentence."""
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
        target = Path(path)
        if target.suffix.lower() != ".arch":
            return self.table.save(target)
        named = made_from(self.robot, self.placed.robot.name, target.stem)
        kept = Architecture(
            named, self.placed.unit, end_effector=self.placed.end_effector,
            confidence="constructed", display=self.placed.display,
        )  # fmt: skip
        save_architecture(target, replace(kept, name=target.stem))
        return target

    def __repr__(self) -> str:
        return f"<Design from {self.placed.id}: condition number {self.condition:.6g}>"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def design(
    what: What = None,
    *,
    robot: str = "",
    free: Sequence[str] = COLUMNS,
    q: ArrayLike | None = None,
    task: DesignTask = "pose",
    length: float | None = None,
    longest: float = inf,
    wrist: bool = False,
    stay: float = 0.0,
    goals: Iterable[Goal] = (),
    right_angles: bool = False,
    rounding: float = 0.0,
    reach: float | None = None,
    method: Method = "least squares",
    starts: int = STARTS,
    seed: int = 0,
) -> Designed:
    """Make a robot whose Jacobian is better conditioned from another one.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        robot: Id of a robot of the cell; the active one if left out.
        free: Columns of the standard table that may move, or single numbers such as ``"a3"``; with
            ``"tool"`` among them, that of a robot of the modified convention too.
        q: Posture to begin with (n,), rad and m; the initial one if left out.
        task: Which rows of the Jacobian count.
        length: Characteristic length to keep, m.
        longest: Largest magnitude of a and b, m.
        wrist: Keep a spherical wrist.
        stay: How strongly to stay near the start.
        goals: What else becomes better.
        right_angles: Allow no twists but right angles and none.
        rounding: Lengths become multiples of it, m.
        reach: The sum of the links' spans is scaled to it, m.
        method: How it is searched for.
        starts: How many starts at most, the robot first.
        seed: Of the random starts.

    Returns:
        The new robot, what its numbers were before and are now, and how the search went.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: A number out of range, or another column.
    """
    placed = robot_in(cell_of(what), robot)
    found = problem(
        placed.robot, tuple(free), q=q, length=length, task=task, longest=longest, wrist=wrist,
        stay=stay, goals=tuple(goals),
    )  # fmt: skip
    return designed(
        placed, found, right_angles=right_angles, rounding=rounding, reach=reach, method=method,
        starts=starts, seed=seed,
    )  # fmt: skip


def designed(
    placed: PlacedRobot,
    found: Problem,
    *,
    right_angles: bool,
    rounding: float,
    reach: float | None,
    method: Method,
    starts: int,
    seed: int,
) -> Designed:
    """Return what a design problem of a robot ends in; arguments as for ``design``.

    Raises:
        ArgumentError: No start at all.
    """
    if starts < 1:
        raise ArgumentError(f"starts: expected 1 or more, got {starts}")
    best, iterations = search(found, method, starts, seed)
    before = best.condition
    if right_angles:
        best = with_twists(found, best)
    found, best = sized(found, best, reach)
    if rounding:
        best = rounded(found, best, rounding)
    return Designed(robot_of(found, best), best, before, iterations, placed)

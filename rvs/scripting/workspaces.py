"""Workspaces of robots: the question, its answer, and comparisons of robots."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import Any

from rvs.collision.workspace import search
from rvs.engine.arrays import Array
from rvs.engine.progress import result_of
from rvs.export.tables.study_tables import comparison
from rvs.export.tables.table import Table
from rvs.fields.field import asked
from rvs.model.numbers.units import LENGTH_UNITS, UNITS
from rvs.model.views.view import WorkspaceView
from rvs.model.workspace_result import Found
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.subjects import processes_field, robot_in
from rvs.scripting.tables import Tabled, finite
from rvs.study.dexterity import Task
from rvs.study.dexterity.tasks import TASKS
from rvs.study.workspace.cloud import cloud
from rvs.study.workspace.outline import Summary, summary
from rvs.study.workspace.workspace import LEVELS
from rvs.value_class import dataclass

# How many points of a workspace are given unless another number is asked for.
POINTS = 20_000


@dataclass(frozen=True, eq=False)
class Reached(Answer):
    """The workspace of a robot.

    Attributes:
        found: The workspace, with all its positions.
        unit: Unit of lengths of its table.
    """

    found: Found
    unit: str = "m"

    @property
    def planar(self) -> bool:
        """Return whether the workspace is an area rather than a volume."""
        return self.found.workspace.planar

    @property
    def measure(self) -> float:
        """Volume in m³, or area in m², without positions with collisions."""
        return self.found.measure

    @property
    def error(self) -> float:
        """The error bound of ``measure``, in its unit."""
        return self.found.error

    @property
    def reach(self) -> float:
        """Largest distance of the tool point from the origin of the base, m."""
        return self.found.workspace.reach

    @property
    def across(self) -> float | None:
        """Largest distance of the tool point from axis 1, m; None if joint 1 is prismatic."""
        return self.found.workspace.across

    @property
    def points(self) -> Array:
        """Points (20000, 3) spread evenly over it, m, in the frame of the robot's base."""
        return self.cloud()

    def cloud(self, count: int = POINTS, seed: int = 0) -> Array:
        """Return points spread evenly over it (count, 3), m, in the frame of the robot's base.

        Args:
            count: Number of points.
            seed: Seed of the random numbers.

        Raises:
            ArgumentError: A count that is not from 1 to 10 million.
        """
        return cloud(self.found.workspace, count, seed)[0]

    @property
    def gci(self) -> float:
        """The global conditioning index."""
        return self.found.workspace.gci

    @property
    def summary(self) -> Summary:
        """Its numbers, and those of the robot in its best posture."""
        found = self.found
        return summary(
            found.placed.robot, found.workspace, found.limits, found.placed.id, found.measure,
            found.error,
        )  # fmt: skip

    @property
    def facts(self) -> dict[str, Any]:
        """The numbers for JSON: m, m² and m³."""
        area, clear = self.found.workspace, self.found.clear
        sizes = {
            "area" if area.planar else "volume": self.measure,
            "reach": area.reach,
            "reach_from_axis_1": area.across,
            "gci": area.gci,
            "samples": area.samples,
            "error": self.error,
            "length": area.length,
            "task": area.task,
        }
        return sizes if clear is None else {**sizes, "share": clear.share}

    @property
    def lines(self) -> list[str]:
        """The numbers in words."""
        area, clear, robot = self.found.workspace, self.found.clear, self.found.placed.robot
        size, power = ("area", "²") if area.planar else ("volume", "³")
        beside = "" if area.across is None else f", {area.across:.6g} m from axis 1"
        told = [
            f"{robot.name}: {size} {self.measure:.6g} m{power}, error about {self.error:.2g}",
            f"reach {area.reach:.6g} m from the origin of the base{beside}",
            f"global conditioning index {area.gci:.4f} (Frobenius norm, task {area.task}, "
            f"characteristic length {area.length:.4g} m)",
        ]
        if clear is None:
            return [*told, f"{area.samples} postures; collisions are not checked"]
        share = f"{100 * clear.share:.1f} % of {area.measure:.6g} m{power}"
        return [
            *told,
            f"{area.samples} postures; {share} can be reached without collision",
            "reach and index include postures that collide",
        ]

    @property
    def printed(self) -> None:
        """No table: the words contain everything."""

    def table(self, unit: str = "") -> Table:  # type: ignore[override]
        """Return the numbers as a row of a table, lengths in a unit, or as requested."""
        return comparison([self.summary], UNITS[unit or self.unit])

    def save(self, path: str | Path) -> Path:
        """Write the numbers as .tex, .md, .csv or .html, and return the file's path."""
        return Tabled(self.table()).save(path)

    def __repr__(self) -> str:
        size, unit = ("area", "m²") if self.planar else ("volume", "m³")
        words = f"{size} {self.measure:.4g} ± {self.error:.2g} {unit}, reach {self.reach:.4g} m"
        return f"<Workspace of {self.found.placed.id}: {words}>"

    def _repr_html_(self) -> str:
        return Tabled(self.table())._repr_html_()


@dataclass(frozen=True, eq=False)
class Compared(Answer):
    """The workspaces of several robots.

    Attributes:
        robots: The workspace of each.
    """

    robots: Sequence[Reached]

    @property
    def facts(self) -> Any:
        """Numbers of each workspace for JSON, and of its best posture: m, m², m³ and kg."""
        rows = []
        for one in self.robots:
            best = one.summary
            rows.append({"robot": best.name, **one.facts, "condition": finite(best.condition),
                         "kci": best.kci, "mass": best.mass})  # fmt: skip
        return rows if len(rows) > 1 else rows[0]

    @property
    def lines(self) -> list[str]:
        """The table as Markdown."""
        return [str(self.table)]

    @property
    def printed(self) -> None:
        """No other table."""

    @property
    def table(self) -> Tabled:
        """A row for each robot."""
        return compared(self.robots, self.robots[0].unit)


def compared(some: Sequence[Reached], unit: str = "m") -> Tabled:
    """Return the workspaces of several robots as a table, lengths in a unit."""
    return Tabled(comparison([one.summary for one in some], UNITS[unit]))


@dataclass(frozen=True, eq=False, kw_only=True)
class WorkspaceQuestion(Question):
    """Compute the workspace of a robot, and the conditioning in it.

    Returns:
        Reach, area or volume with its error, conditioning, and points on request.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: A number out of range.
    """

    called = "workspace"
    output = "FILE"
    writes = "the numbers as a table: .tex, .md, .csv or .html"
    returns = "Reached"
    cells = True
    several = Compared

    limits: bool = asked(True, "Keep revolute joints within their limits")
    collisions: bool = asked(
        False, "Leave out points that cannot be reached without the robot colliding with "
            "itself, the floor or the cell",
    )  # fmt: skip
    length: float | None = asked(
        None, "Use this characteristic length for the conditioning", unit="m", above=0.0,
        usual="the best one",
    )  # fmt: skip
    task: Task | None = asked(
        None, "Consider these motions of the tool", choices={task: task for task in TASKS},
        usual="pose, or position for arms with one or two joints,",
    )  # fmt: skip
    levels: int = asked(len(LEVELS), "Search at this resolution, 1 to 3", least=1, most=len(LEVELS))
    seed: int = asked(0, "Use this seed for the random postures")
    unit: str = asked(
        "m", "Write lengths of the table in this unit", choices={one: one for one in LENGTH_UNITS}
    )
    executor: Executor | None = processes_field()

    def answer(self, cell: Cell, robot: str = "") -> Reached:
        """Compute the workspace of a robot of a cell, and report the progress."""
        state, placed = cell.state, robot_in(cell, robot)
        wanted = WorkspaceView(True, placed.id, self.limits, self.collisions)
        mode = "full" if placed.full else state.view.mode
        shown = replace(state, view=replace(state.view, mode=mode, workspace=wanted))
        steps = search(shown, placed, executor=self.executor, length=self.length, task=self.task,
                       levels=self.levels, seed=self.seed)  # fmt: skip
        return Reached(result_of(steps), self.unit)


workspace = function(WorkspaceQuestion)

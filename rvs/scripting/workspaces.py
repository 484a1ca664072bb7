"""What robots reach, as results of scripts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

from rvs.collision.workspace import search
from rvs.engine.arrays import Array
from rvs.export.tables.table import Table
from rvs.export.tables.workspace_table import comparison
from rvs.model.document import PlacedRobot
from rvs.model.found import Found
from rvs.model.numbers.quantities import UNITS
from rvs.model.state import State
from rvs.model.views.workspace import WorkspaceView
from rvs.scripting.subjects import What, cell_of, robot_in
from rvs.scripting.tables import Tabled
from rvs.study.dexterity import Task
from rvs.study.workspace.cloud import cloud
from rvs.study.workspace.summary import Summary, summary
from rvs.study.workspace.workspace import LEVELS
from rvs.value_class import dataclass

# How many points of a workspace are given unless another number is asked for.
POINTS = 20_000


@dataclass(frozen=True, eq=False)
class Reached:
    """What a robot reaches.

    Attributes:
        found: The workspace, with every place of it.
    """

    found: Found

    @property
    def planar(self) -> bool:
        """Whether it is an area rather than a volume."""
        return self.found.workspace.planar

    @property
    def measure(self) -> float:
        """Volume in m³, or area in m², without what collisions take."""
        return self.found.measure

    @property
    def error(self) -> float:
        """How far ``measure`` may be off, in its unit."""
        return self.found.error

    @property
    def reach(self) -> float:
        """Largest distance of the tool point from the origin of the base, m."""
        return self.found.workspace.reach

    @property
    def across(self) -> float | None:
        """Largest distance of the tool point from axis 1, m; None where joint 1 does not turn."""
        return self.found.workspace.across

    @property
    def points(self) -> Array:
        """Points (20000, 3) spread evenly over it, m, in the frame of the robot's base."""
        return self.cloud()

    def cloud(self, count: int = POINTS, seed: int = 0) -> Array:
        """Return points spread evenly over it (count, 3), m, in the frame of the robot's base.

        Args:
            count: How many points.
            seed: Of the random numbers.

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
        """Its numbers, with those of the robot in its best posture."""
        return summarised(self.found, self.found.placed.robot.name)

    def table(self, unit: str = "m") -> Table:
        """Return the numbers as a row of a table, lengths in a unit."""
        return comparison([self.summary], UNITS[unit])

    def save(self, path: str | Path) -> Path:
        """Write the numbers as .tex, .md, .csv or .html, and return the file's path."""
        return Tabled(self.table()).save(path)

    def __repr__(self) -> str:
        size, unit = ("area", "m²") if self.planar else ("volume", "m³")
        words = f"{size} {self.measure:.4g} ± {self.error:.2g} {unit}, reach {self.reach:.4g} m"
        return f"<Workspace of {self.found.placed.id}: {words}>"

    def _repr_html_(self) -> str:
        return Tabled(self.table())._repr_html_()


def workspace(
    what: What = None,
    *,
    robot: str = "",
    limits: bool = True,
    collisions: bool = False,
    length: float | None = None,
    task: Task | None = None,
    levels: int = len(LEVELS),
    seed: int = 0,
    executor: Executor | None = None,
) -> Reached:
    """Find out what a robot reaches, and how well conditioned it is there.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        robot: Id of a robot of the cell; the active one if left out.
        limits: Joints that turn keep to their limits.
        collisions: Leave out what is not reached without collision.
        length: Characteristic length for the conditioning, m; the best one if left out.
        task: What the tool has to do; what suits the robot if left out.
        levels: How fine, 1 to 3.
        seed: Of the random postures.
        executor: Where the work is done, such as a pool of processes or the workers of a cluster
            (``client.get_executor()`` of Dask); here if left out. The numbers are the same.

    Returns:
        Reach, area or volume with its error, conditioning, and points on request.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: A number out of range.
    """
    cell = cell_of(what)
    placed = robot_in(cell, robot)
    found = reached(
        cell.state, placed, limits=limits, collisions=collisions, length=length, task=task,
        levels=levels, seed=seed, executor=executor,
    )  # fmt: skip
    return Reached(found)


def reached(
    state: State,
    placed: PlacedRobot,
    *,
    limits: bool,
    collisions: bool,
    length: float | None,
    task: Task | None,
    levels: int,
    seed: int,
    executor: Executor | None = None,
    tell: Callable[[float], None] = lambda _done: None,
) -> Found:
    """Return the workspace of a robot of a cell; other arguments as for ``workspace``.

    Args:
        state: The cell.
        placed: The robot.
        limits: Joints that turn keep to their limits.
        collisions: Leave out what is not reached without collision.
        length: Characteristic length, m, or None.
        task: What the tool has to do, or None.
        levels: How fine, 1 to 3.
        seed: Of the random postures.
        executor: Where the work is done; here if None.
        tell: Hears now and then how much is done, 0 to 1.
    """
    wanted = WorkspaceView(True, placed.id, limits, collisions)
    mode = "full" if placed.full else state.view.mode
    shown = replace(state, view=replace(state.view, mode=mode, workspace=wanted))
    steps = search(
        shown, placed, executor=executor, length=length, task=task, levels=levels, seed=seed
    )
    found: list[Found] = []
    for step in steps:
        if isinstance(step, Found):
            found = [step]
        else:
            tell(step)
    return found[0]


def summarised(found: Found, name: str) -> Summary:
    """Return the numbers of a workspace under a name."""
    robot = found.placed.robot
    called = name or found.placed.id
    return summary(robot, found.workspace, found.limits, called, found.measure, found.error)


def compared(some: Sequence[Reached], unit: str = "m") -> Tabled:
    """Return the workspaces of several robots as a table, lengths in a unit."""
    return Tabled(comparison([one.summary for one in some], UNITS[unit]))

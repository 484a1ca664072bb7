"""The right robot: all robots of the library, each at its best place for the targets of a cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from math import isfinite
from types import MappingProxyType
from typing import Any

from rvs.collision.best_place import Goals, Places, searching
from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.progress import report_progress, result_of
from rvs.fields.field import asked
from rvs.files.library import names as library_names
from rvs.model.calls import Calls, Offer, call_of
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.robots.placing import stand
from rvs.model.state import Postures
from rvs.model.views.view import Mode
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.fields import put_item
from rvs.scripting.opening import placed as placed_robot
from rvs.scripting.placing import WORK, goals_in
from rvs.scripting.subjects import motion_field, processes_field, robot_in
from rvs.scripting.tables import Tabled, finite, tabulate
from rvs.study.placing.conditions import Conditions
from rvs.study.placing.search import Fit
from rvs.value_class import dataclass

# Places along the longer side of the grid of each robot.
ACROSS = 10
# Robots that the window offers to take.
OFFERED = 3


@dataclass(frozen=True, eq=False)
class Candidate:
    """Result of one robot of the library.

    Attributes:
        name: Its name in the library.
        fit: Its best place, or None if none is suitable.
        turn: The turn about the vertical there, in degrees.
        clearance: Least distance of bodies there, m; infinite if none is checked.
        why: Reason for a failure; empty if there is a suitable place.
    """

    name: str
    fit: Fit | None
    turn: float = 0.0
    clearance: float = float("inf")
    why: str = ""


@dataclass(frozen=True, eq=False)
class Choice(Answer):
    """Robots of the library, ranked by their best places for the targets of a cell.

    Attributes:
        placed: The robot of the cell that they would replace.
        goals: The targets.
        candidates: The robots, the best first, the failing ones last.
    """

    placed: PlacedRobot
    goals: Goals
    candidates: tuple[Candidate, ...]

    @property
    def fitting(self) -> tuple[Candidate, ...]:
        """The robots that reach all targets from some place."""
        return tuple(one for one in self.candidates if one.fit is not None)

    @property
    def facts(self) -> dict[str, Any]:
        """The robots for JSON: m and degrees."""
        rows = []
        for one in self.candidates:
            row: dict[str, Any] = {"robot": one.name, "fits": one.fit is not None, "why": one.why}
            if one.fit is not None:
                row |= dict(zip("xyz", one.fit.place[:3, 3].tolist(), strict=True))
                row |= {
                    "turn": one.turn,
                    "condition": one.fit.condition,
                    "clearance": finite(one.clearance),
                }
            rows.append(row)
        return {"targets": list(self.goals.names), "robots": rows}

    @property
    def lines(self) -> list[str]:
        """The number of robots that fit, and the best of them, in sentences."""
        some, every = self.fitting, self.candidates
        told = [f"{len(some)} of {len(every)} robots reach all {len(self.goals.names)} targets"]
        if some and some[0].fit is not None:
            told.append(f"best: {some[0].name}, condition number {some[0].fit.condition:.4g}")
        return told

    @property
    def table(self) -> Tabled:
        """All robots, with the reason for each failure."""
        rows = []
        for number, one in enumerate(self.candidates, 1):
            if one.fit is None:
                rows.append(("–", one.name, *6 * ("",), one.why))
                continue
            apart = f"{1000.0 * one.clearance:.4g}" if isfinite(one.clearance) else "–"
            place = (one.fit.place[:3, 3] + 0.0).round(6).tolist()
            rows.append(
                (number, one.name, one.fit.condition, *place, round(one.turn, 3), apart, "")
            )
        headings = ("rank", "robot", "condition number", "x (m)", "y (m)", "z (m)", "turn (°)",
                    "clearance (mm)", "reason")  # fmt: skip
        return tabulate(rows, headings, "Robots of the library for the targets of the cell")

    @property
    def notes(self) -> list[str]:
        """Assumptions of the search."""
        return [
            "each robot has the tool of its own file, and the payload of the robot in the cell",
            "the places of each robot form a coarse grid, so a robot that fits at none of them "
            "may fit between two of them; rvs place refines the grid",
            "only the targets are checked, not the paths between them",
        ]

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The edits that add one of the best robots to the cell, at its best place."""
        return tuple(
            Offer(f"Use {one.name} in place of {self.placed.id}", self.edit(one),
                  "Programs with another number of joints are removed")
            for one in self.fitting[:OFFERED]
        )  # fmt: skip

    def edit(self, candidate: Candidate) -> Calls:
        """Return the edits that add a robot to the cell, at its best place if it has one."""
        other = _in_place_of(self.placed, candidate.name)
        calls = [call_of(put_item, "robots", other)]
        if candidate.fit is not None:
            calls.append(call_of(stand, self.placed.id, candidate.fit.place))
        return Calls(tuple(calls))

    def __repr__(self) -> str:
        return f"<Choice: {len(self.fitting)} of {len(self.candidates)} robots fit>"


@dataclass(frozen=True, eq=False)
class _Job:
    """One robot, in the form sent to a process."""

    name: str
    document: Document
    postures: Postures
    mode: Mode
    robot_id: str
    goals: Goals
    conditions: Conditions


def _in_place_of(old: PlacedRobot, name: str) -> PlacedRobot:
    """Return a robot of the library with the id, the place and the payload of a robot of a cell."""
    return replace(placed_robot(name), id=old.id, place=old.place, payload=old.payload,
                   start=old.start)  # fmt: skip


def _tried(job: _Job) -> Candidate:
    """Return the result of one robot."""
    try:
        other = _in_place_of(job.document.robot(job.robot_id), job.name)
        document = put_item(job.document, "robots", other)
        home = tuple(other.robot.home.tolist())
        postures = {**job.postures, job.robot_id: home}
        alone = replace(job.conditions, collisions=False)
        # collisions are looked for only where there is a place without them
        for conditions in (alone, job.conditions) if job.conditions.collisions else (alone,):
            found = result_of(
                searching(document, MappingProxyType(postures), job.mode, job.robot_id, job.goals,
                          conditions, across=ACROSS)
            )  # fmt: skip
            if not found.best:
                return Candidate(job.name, None, why=_nearest(found))
            best = found.best[0]
            done = Candidate(job.name, best, found.turn(best), found.clearances[0])
    except RvsError as error:
        return Candidate(job.name, None, why=str(error))
    return done


def _nearest(found: Places) -> str:
    """Return the reason why the place with most consecutive targets reached is not sufficient."""
    order = ("reach", "limits", "condition", "collision")
    failing = [fit for fit in found.fits if not fit.fits]
    if not failing:
        return "its best placements collide in the exact check"
    last = max(failing, key=lambda fit: (order.index(fit.cause), fit.target))
    return found.why(last)


@dataclass(frozen=True, eq=False, kw_only=True)
class Choose(Conditions, Question):
    """Try all robots of the library at their best places for the targets of a cell, and rank them.

    Returns:
        The robots that reach all targets, the best first, and the reason for each that fails.

    Raises:
        RvsError: There is no such robot or motion, or nothing to reach.
        ArgumentError: No such target, object or robot of the library, or impossible conditions.
    """

    called = "choose"
    output = "TABLE"
    writes = "the robots as a table: .csv, .md, .tex or .html"
    returns = "Choice"
    cells, surroundings = True, WORK

    motion: Motion | str | None = motion_field(
        "Reach the poses of this motion (or of the motion with this name)"
    )
    among: Sequence[str] | None = asked(
        None, "Try these robots in the library", kind="listed", usual="all",
        example=("puma560", "ur5e"), label="Robots to try",
    )  # fmt: skip
    executor: Executor | None = processes_field("robots", "the result is the same")

    def answer(self, cell: Cell, robot: str = "") -> Choice:
        """Try the robots instead of one of a cell, and report the progress."""
        placed = robot_in(cell, robot)
        for name in self.touching:
            cell.document.thing(name)
        goals = goals_in(cell, placed, self.targets, self.motion)
        names = tuple(library_names()) if self.among is None else tuple(self.among)
        for name in names:
            if name not in library_names():
                raise ArgumentError(f"among: the library has no robot {name!r}; see rvs list")
        own = {name: getattr(self, name) for name in Conditions.__dataclass_fields__}
        jobs = [_Job(name, cell.document, dict(cell.postures), "full", placed.id, goals,
                     Conditions(**own)) for name in names]  # fmt: skip
        run: Callable[..., Iterator[Candidate]]
        run = map if self.executor is None else self.executor.map
        found: list[Candidate] = []
        for one in run(_tried, jobs):
            found.append(one)
            report_progress(len(found) / len(jobs), one.name)
        return Choice(placed, goals, tuple(sorted(found, key=self._order)))

    def _order(self, one: Candidate) -> tuple[bool, float]:
        if one.fit is None:
            return True, 0.0
        return False, one.fit.condition if self.best == "condition" else -one.clearance


choose = function(Choose)

"""The best place for a robot or its work: the question, and its answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isfinite
from typing import Any

import numpy as np

from rvs.collision.best_place import Goals, Places, reach_words, searching
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.kinematics import fkine
from rvs.engine.progress import result_of
from rvs.fields.field import asked
from rvs.model.appearance.colors import rgba
from rvs.model.calls import Offer
from rvs.model.document import PlacedRobot, called
from rvs.model.motions.motion import Motion
from rvs.model.plots.plot import Axis, Plot, points, value_map
from rvs.model.refs import Ref
from rvs.model.views.view import Background
from rvs.scene.annotate.ramp import PERCENT, RAMP, classes, legend_items
from rvs.scene.items import Item, Region
from rvs.scripting.asking import Answer, Question, function
from rvs.scripting.cell import Cell
from rvs.scripting.subjects import motion_field, motion_in, robot_in
from rvs.scripting.tables import Tabled, finite, tabulate
from rvs.study.placing.conditions import Conditions
from rvs.study.placing.search import Fit
from rvs.value_class import dataclass

# Poses of a motion that count, and reasons that are told.
SAMPLES, MOST_REASONS = 24, 6
# The scale of the map ends here; worse places have its last colour.
WORST = 10.0
# How high above the places the cells are drawn, m, and their opacity.
ABOVE, OPACITY = 0.003, 0.75
COLLIDES = "#8A8F98"
OWNER: Ref = ("study", "place")
# What a robot reaches and touches.
WORK = ("robots", "things", "targets", "programs", "collision")
WORDS = {
    "reach": "out of reach", "limits": "beyond limits", "condition": "condition number",
    "collision": "collision",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Placement(Answer):
    """The places from which a robot reaches all targets of a cell.

    Attributes:
        placed: The robot.
        name: Displayed name of the robot or its work.
        places: The places.
    """

    placed: PlacedRobot
    name: str
    places: Places

    @property
    def best(self) -> Fit | None:
        """The best place, or None if none is suitable."""
        return self.places.best[0] if self.places.best else None

    def why(self, x: float, y: float) -> str:
        """Return the reason against the place nearest to a point, m; nothing if it is suitable."""
        found = self.places
        i, j = int(np.argmin(np.abs(found.x - x))), int(np.argmin(np.abs(found.y - y)))
        return found.why(found.fits[i * len(found.y) + j])

    @property
    def map(self) -> Array:
        """Worst condition number for each y and x of the grid (j, i); infinite if one fails."""
        numbers = np.array([fit.condition for fit in self.places.fits])
        return numbers.reshape(len(self.places.x), len(self.places.y)).T

    @property
    def facts(self) -> dict[str, Any]:
        """The places for JSON: m and degrees; a condition number is null if a target fails."""
        found = self.places
        reasons = np.array([found.why(fit) for fit in found.fits], dtype=object)
        shape = len(found.x), len(found.y)
        return {
            "robot": self.placed.id,
            "work": list(found.work),
            "targets": list(found.goals.names),
            "task": found.task,
            "tried": found.tried,
            "fitting": sum(fit.fits for fit in found.fits),
            "places": [
                {**self._told(fit), "clearance": finite(apart)}
                for fit, apart in zip(found.best, found.clearances, strict=True)
            ],
            "present": self._told(found.present),
            "map": {
                "x": found.x.tolist(),
                "y": found.y.tolist(),
                "condition": finite(self.map),
                "why": reasons.reshape(shape).T.tolist(),
            },
            "reasons": [{"why": words, "places": count} for words, count in self._reasons],
        }  # fmt: skip

    def _told(self, fit: Fit) -> dict[str, Any]:
        return {
            **dict(zip("xyz", fit.place[:3, 3].tolist(), strict=True)),
            "turn": self.places.turn(fit),
            "condition": finite(fit.condition),
            "worst": self.places.goals.names[fit.target],
            "why": self.places.why(fit),
        }

    @property
    def _reasons(self) -> list[tuple[str, int]]:
        found = self.places
        return Counter(found.why(fit) for fit in found.fits if not fit.fits).most_common()

    @property
    def lines(self) -> list[str]:
        """The number of suitable places, the best one, and the current one, in sentences."""
        found, count = self.places, len(self.places.fits)
        fitting = sum(fit.fits for fit in found.fits)
        goals = len(found.goals.names)
        told = [
            f"{self.name}: {fitting} of {count} places fit, {found.tried} with all turns and "
            f"heights; {goals} target{'s' * (goals != 1)}, {found.task}"
        ]
        if self.best is not None:
            told.append(f"best: {self._where(self.best)}")
        now = found.present
        told.append(f"now: {self._where(now)}" if now.fits else f"now: {found.why(now)}")
        return told

    def _where(self, fit: Fit) -> str:
        x, y, z = (f"{value:.4g}" for value in (fit.place[:3, 3] + 0.0).round(6).tolist())
        number, worst = f"{fit.condition:.4g}", self.places.goals.names[fit.target]
        return (
            f"x {x} m, y {y} m, z {z} m, turned by {round(self.places.turn(fit), 3):.4g}°; "
            f"condition number at most {number} ({worst})"
        )

    @property
    def table(self) -> Tabled:
        """The best places."""
        rows = [
            (number, *(fit.place[:3, 3] + 0.0).round(6).tolist(), round(self.places.turn(fit), 3),
             fit.condition, self.places.goals.names[fit.target],
             f"{1000.0 * apart:.4g}" if isfinite(apart) else "–")
            for number, (fit, apart) in enumerate(
                zip(self.places.best, self.places.clearances, strict=True), 1
            )
        ]  # fmt: skip
        headings = ("place", "x (m)", "y (m)", "z (m)", "turn (°)", "condition number", "worst at",
                    "clearance (mm)")  # fmt: skip
        return tabulate(rows, headings, f"{self.name}: the best places")

    @property
    def printed(self) -> Tabled | None:
        """The best places, if any."""
        return self.table if self.places.best else None

    @property
    def notes(self) -> list[str]:
        """The most frequent reasons for failures, and the assumptions."""
        reasons = self._reasons
        told = [f"{count} place{'s' * (count != 1)}: {words}"
                for words, count in reasons[:MOST_REASONS]]  # fmt: skip
        if len(reasons) > MOST_REASONS:
            rest = sum(count for _, count in reasons[MOST_REASONS:])
            told.append(f"{rest} places: other reasons")
        told.append("only the targets are checked, not the paths between them; the first target "
            "that fails is named for each place")  # fmt: skip
        sure = reach_words(self.placed.robot, self.places.task)
        return [*told, sure] if sure else told

    @property
    def plots(self) -> tuple[Plot, ...]:
        """The map of condition numbers, and the reasons for failures."""
        found = self.places
        x, y = Axis("x", "m"), Axis("y", "m")
        if len(found.x) < 2 or len(found.y) < 2:
            return ()
        table = np.where(np.isfinite(self.map), np.minimum(self.map, WORST), np.nan)
        chart = value_map(found.x, found.y, table, "condition number", missing="a target fails",
                          lower=1.0)  # fmt: skip
        at = np.array([fit.place[:2, 3] for fit in found.best]).reshape(-1, 2)
        best = points(at[:, 0], at[:, 1], [str(k) for k in range(1, len(at) + 1)], "best places",
                      shape="ring")  # fmt: skip
        now = points(
            found.present.place[:1, 3], found.present.place[1:2, 3], ["now"], "now", 1, "cross"
        )
        where = Plot(f"{self.name}: worst condition number over all targets", x, y, equal=True,
                     tall=2.0, map=chart, points=(best, now))  # fmt: skip
        groups = []
        for series, (cause, words) in enumerate(WORDS.items()):
            some = [fit for fit in found.fits if fit.cause == cause]
            if some:
                at = np.array([fit.place[:2, 3] for fit in some])
                names = [f"{px:.4g}, {py:.4g}: {found.why(fit)}"
                         for (px, py), fit in zip(at.tolist(), some, strict=True)]  # fmt: skip
                groups.append(points(at[:, 0], at[:, 1], names, words, series, "square"))
        title = f"{self.name}: why places fail"
        why = Plot(title, x, y, equal=True, tall=2.0, points=tuple(groups))
        return (where, why) if groups else (where,)

    def items(self, placed: PlacedRobot, background: Background = "light") -> tuple[Item, ...]:
        """Return the places as coloured cells at the height of the base, with a legend."""
        del placed
        found = self.places
        size = [float(np.diff(one)[0]) if len(one) > 1 else 0.1 for one in (found.x, found.y)]
        corners = 0.46 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size
        fitting = [fit for fit in found.fits if fit.fits]
        groups: list[tuple[str, list[Fit]]] = [
            (COLLIDES, [fit for fit in found.fits if fit.cause in ("collision", "condition")])
        ]
        which = classes([100.0 / fit.condition for fit in fitting], 100.0)
        groups += [(color, [fit for fit, own in zip(fitting, which, strict=True) if own == k])
                   for k, color in enumerate(RAMP)]  # fmt: skip
        cells: list[Item] = [_cells(some, color, corners) for color, some in groups if some]
        title = "100 / condition number; grey: collision"
        return (*cells, *legend_items(title, PERCENT, background, OWNER, 0, OPACITY))

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The edits that move the robot, or its work, to the best place."""
        if self.best is None:
            return ()
        found, there = self.places, self._where(self.best)
        put = Offer(f"Put {self.name} at the best place", found.edit(self.best), there)
        taught = found.taught(self.best)
        if taught is None:
            return (put,)
        again = "The steps keep their poses, and their postures if possible"
        return (Offer("Put it there and teach its programs", taught, again), put)

    def chosen(self, name: str) -> Offer | None:
        """Return the edit that moves the robot to a numbered place of the map."""
        if not name.isdecimal() or not 1 <= int(name) <= len(self.places.best):
            return None
        fit = self.places.best[int(name) - 1]
        return Offer(f"Put {self.name} at place {name}", self.places.edit(fit), self._where(fit))

    def __repr__(self) -> str:
        fitting = sum(fit.fits for fit in self.places.fits)
        return f"<Placement of {self.name}: {fitting} of {len(self.places.fits)} places fit>"


def _cells(fits: Sequence[Fit], color: str, corners: Array) -> Region:
    """Return squares around places."""
    at = np.array([fit.place[:3, 3] for fit in fits])[:, None]
    square = np.column_stack([corners, np.full(4, ABOVE)])
    starts = 4 * np.arange(len(fits) + 1, dtype=np.int32)
    return Region((at + square).reshape(-1, 3), starts, rgba(color, OPACITY), owner=OWNER)


def goals_in(
    cell: Cell, placed: PlacedRobot, names: Sequence[str] | None, motion: Motion | str | None
) -> Goals:
    """Return the target poses of a robot in a cell, each once.

    Args:
        cell: The cell.
        placed: The robot.
        names: Names of places and programs; None: the robot's programs, or all places if it has
            none, or only the motion if there is one.
        motion: A motion of which ``SAMPLES`` poses are added; or None.

    Raises:
        RvsError: There are no targets, or no motion of that name.
        ArgumentError: A name that is neither a place nor a program of the robot.
    """
    document = cell.document
    own = [one for one in document.programs if one.robot_id == placed.id and one.steps]
    places = [one.id for one in document.targets]
    if names is None:
        usual = [one.name for one in own] or places
        names = () if motion is not None else usual
    base, found = np.asarray(placed.place), dict[bytes, tuple[str, Array, str]]()

    def add(name: str, T: Array, place: str = "") -> None:
        found.setdefault(np.round(T, 7).tobytes(), (name, T, place))

    for name in names:
        program = next((one for one in own if one.name == name), None)
        if program is None and name not in places:
            known = ", ".join([*places, *(one.name for one in own)]) or "none"
            raise ArgumentError(
                f"targets: {placed.id} has no place or program {name!r}; it has {known}"
            )
        if program is None:
            add(name, np.asarray(document.target(name).place), name)
            continue
        for k, step in enumerate(program.steps, 1):
            label = f"{name}, step {k}{f' ({step.name})' if step.name else ''}"
            add(label, base @ fkine(placed.robot, step.q), step.place)
    if motion is not None:
        moving = motion_in(cell, motion, placed.id)
        for t in np.linspace(0.0, moving.duration, SAMPLES).tolist():
            q = moving.at(t).get(placed.id, cell.postures[placed.id])
            add(f"motion at {t:.2f} s", base @ fkine(placed.robot, q))
    if not found:
        raise RvsError(
            f"{placed.id} has no targets: add named places or a program to the cell, or name "
            "a motion"
        )
    labels, poses, ids = zip(*found.values(), strict=True)
    used = tuple(one.name for one in own if one.name in names)
    return Goals(labels, np.array(poses), ids, used)


@dataclass(frozen=True, eq=False, kw_only=True)
class Place(Conditions, Question):
    """Find the places from which a robot reaches all targets of a cell, and return the best.

    Returns:
        The best places, a map of all with the reasons for failures, and the current one.

    Raises:
        RvsError: There is no such robot or motion, or nothing to reach.
        ArgumentError: No such target or object, or impossible conditions.
    """

    called = "place"
    output = "TABLE"
    writes = "the best places as a table: .csv, .md, .tex or .html"
    returns = "Placement"
    cells = solid = True
    surroundings = WORK

    motion: Motion | str | None = motion_field(
        "Reach the poses of this motion (or of the motion with this name)"
    )
    work: Sequence[str] = asked(
        (), "Move these objects with all targets, and keep the robot where it is", kind="listed",
        usual="none: the robot moves", label="Move these objects instead",
    )  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.work:
            self.keep_apart("work", "mount", "heights")

    def answer(self, cell: Cell, robot: str = "") -> Placement:
        """Find the places of a robot of a cell, and report the progress."""
        placed = robot_in(cell, robot)
        for name in (*self.work, *self.touching):
            cell.document.thing(name)
        goals = goals_in(cell, placed, self.targets, self.motion)
        mode = "full" if placed.full else cell.view.mode
        steps = searching(cell.document, cell.postures, mode, placed.id, goals, self, self.work)
        name = ", ".join(self.work) or called(cell.document, placed)
        return Placement(placed, name, result_of(steps))


place = function(Place)

"""The chapters of a report on a cell: plan, robots, objects and targets, programs, collisions."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from reportlab.platypus import Paragraph  # type: ignore[import-untyped]

from rvs.collision.check import check_of
from rvs.collision.motion import check_motion
from rvs.collision.words import apart_words, left_out, pair_words, signed
from rvs.engine.errors import RvsError
from rvs.engine.kinematics import fkine
from rvs.export.report import figures
from rvs.export.report.flowables import escaped
from rvs.export.report.story import Story, pose_cells, pose_headings
from rvs.export.report.values import TITLES, Report
from rvs.export.tables.robot_tables import NOTHING, units_of
from rvs.export.tables.table import Table, compact
from rvs.geometry.things.kind import KINDS
from rvs.model.document import PlacedRobot, called
from rvs.model.jobs import Progress, told
from rvs.model.motions.motion import Motion
from rvs.model.motions.rates import on_paper
from rvs.model.numbers.quantities import short_number
from rvs.model.programs.program import FINGERS, Program, Step, field_text
from rvs.model.programs.run import ProgramRun, run_program
from rvs.model.robots.table_text import CellUnits
from rvs.model.state import State
from rvs.model.things.thing import bounds
from rvs.model.views.view import Mode
from rvs.study.passage import Passage

Work = Generator[Progress, None, Any]
Chapter = Callable[["Cell"], Work]

PLAN_HEIGHT = 110.0
# A longer program is told by its length and its time alone.
MOST_STEPS = 60


class Cell:
    """A cell in the form for chapters."""

    def __init__(self, story: Story, state: State, report: Report) -> None:
        self.story, self.state, self.report = story, state, report
        self.document = state.document
        # where robots have different units, a cell is in metres, as its file
        units = {report.length or placed.unit for placed in self.document.robots}
        self.units: CellUnits = units_of(units.pop() if len(units) == 1 else "m", report.angle)
        self.mode: Mode = "full"

    def chapters(self) -> list[tuple[str, Chapter]]:
        """Return the requested chapters that have contents."""
        known: dict[str, Chapter] = {
            "plan": _plan,
            "things": _things,
            "programs": _programs,
            "collisions": _collisions,
        }
        has = {"programs": bool(self.document.programs)}
        return [
            (name, chapter)
            for name, chapter in known.items()
            if getattr(self.report.parts, name) and has.get(name, True)
        ]

    def words(self, metres: float) -> str:
        """Return a length in the unit of the report."""
        return f"{metres / self.units.length.factor:.4g} {self.units.length.symbol}"

    def name(self, robot_id: str) -> str:
        """Return the name of a robot for people."""
        return called(self.document, self.document.robot(robot_id))


def cell_of(story: Story) -> Cell | None:
    """Return the cell of a report, or None if it is about a robot alone."""
    state = story.report.cell
    return None if state is None else Cell(story, state, story.report)


def _plan(cell: Cell) -> Work:
    story = cell.story
    drawing = story.beside.add(figures.plan_figure, cell.state, (story.width, PLAN_HEIGHT))
    words = "The cell from above: robots and places by name, objects by their numbers in the table."
    story.section(TITLES["plan"], 0, *story.figure(drawing, words))
    yield Progress(1.0, "plan")


def _things(cell: Cell) -> Work:
    story, document = cell.story, cell.document
    story.section(TITLES["things"], 0, *story.table(_robot_table(cell), 7.4))
    if document.things:
        story.add_table(_thing_table(cell), 7.4)
    if document.targets:
        story.add_table(_place_table(cell), 7.4)
    yield Progress(1.0, "things")


def _robot_table(cell: Cell) -> Table:
    rows = tuple(_robot_row(cell, placed) for placed in cell.document.robots)
    headings = ("robot", "model", "carries", *pose_headings(cell.units))
    return compact(Table("Current postures", headings, rows, "lll" + "r" * 6), NOTHING)


def _robot_row(cell: Cell, placed: PlacedRobot) -> tuple[str, ...]:
    carried = placed.end_effector or NOTHING
    if placed.payload is not None:
        carried = "a payload" if carried == NOTHING else f"{carried}, a payload"
    name = called(cell.document, placed) + (" (hidden)" if placed.hidden else "")
    return (
        name,
        placed.robot.name or NOTHING,
        carried,
        *pose_cells(np.array(placed.place), cell.units),
    )


def _thing_table(cell: Cell) -> Table:
    rows = []
    for number, thing in enumerate(cell.document.things, 1):
        sides = np.ptp(bounds(replace(thing, place=figures.UPRIGHT)), axis=0)
        unit = cell.units.length
        size = (short_number(float(side) / unit.factor, unit.decimals) for side in sides)
        name = thing.id + (" (hidden)" if thing.hidden else "")
        kind = KINDS[thing.kind].title if thing.kind in KINDS else thing.kind
        pose = pose_cells(np.array(thing.place), cell.units)
        rows.append((str(number), name, kind, " × ".join(size), *pose))
    symbol = cell.units.length.symbol
    headings = ("no.", "thing", "kind", f"size ({symbol})", *pose_headings(cell.units))
    notes = ("Sizes are those of the bounding box of an object, along its own x, y and z.",)
    return Table("Objects", headings, tuple(rows), "rlll" + "r" * 6, notes)


def _place_table(cell: Cell) -> Table:
    rows = tuple(
        (target.id, *pose_cells(np.array(target.place), cell.units))
        for target in cell.document.targets
    )
    return Table("Named places", ("place", *pose_headings(cell.units)), rows, "l" + "r" * 6)


def _programs(cell: Cell) -> Work:
    for number, program in enumerate(cell.document.programs):
        heading = [cell.story.heading(TITLES["programs"], 0)] if number == 0 else []
        words, table = _program(cell, program)
        parts = [Paragraph(escaped(words), cell.story.styles.text)]
        if table is None:
            cell.story.together([*heading, *parts])
        else:
            cell.story.together([*heading, *parts, *cell.story.table(table, 7.4)])
    yield Progress(1.0, "programs")


def _program(cell: Cell, program: Program) -> tuple[str, Table | None]:
    """Return a sentence about a program, and its steps."""
    placed = cell.document.robot(program.robot_id)
    count = len(program.steps)
    words = f"{program.name}: {count} step{'' if count == 1 else 's'} of {cell.name(placed.id)}"
    run = _run(placed, program)
    if run is None:
        return f"{words}; it cannot be run.", None
    words += f", {run.trajectory.duration:.4g} s."
    words = " ".join([words, *on_paper(run.trajectory.assumed)])
    if len(run.arrivals) < count:
        words += f" It ends after step {len(run.arrivals)}: {run.findings[-1].words}."
    if count > MOST_STEPS:
        return words, None
    rows = []
    for number, step in enumerate(program.steps):
        tool = np.array(placed.place) @ fkine(placed.robot, step.q)
        reached = number < len(run.arrivals)
        time = f"{run.arrivals[number]:.2f}" if reached else NOTHING
        pose = pose_cells(tool, cell.units)
        rows.append((str(number + 1), *_step_cells(cell, step), time, *pose))
    headings = ("step", "name", "by", "speed", "wait (s)", "tool", "at (s)")
    table = Table(
        f"Steps of {program.name}, with the pose of the tool in the world",
        (*headings, *pose_headings(cell.units)), tuple(rows), "rlllrlr" + "r" * 6,
    )  # fmt: skip
    return words, compact(table, NOTHING)


def _step_cells(cell: Cell, step: Step) -> tuple[str, ...]:
    speed = f"{step.speed:.0%}" if step.by == "joints" else f"{cell.words(step.speed)}/s"
    rest = f"{step.wait:.4g}" if step.wait else NOTHING
    tool: list[str] = [step.action] if step.action else []
    if step.opening is not None:
        tool.append(f"opens to {field_text(step, 'opening', FINGERS)}")
    return (step.name or NOTHING, step.by, speed, rest, ", ".join(tool) or NOTHING)


def _run(placed: PlacedRobot, program: Program) -> ProgramRun | None:
    try:
        return run_program(placed.robot, program)
    except RvsError:
        return None


def _collisions(cell: Cell) -> Work:
    """Add the collisions at the robots' current postures and along every motion of the report."""
    story, state = cell.story, cell.state
    margin = cell.document.collision.margin
    motion, time = state.motion, state.playhead
    check = check_of(cell.document, cell.mode, motion, time)
    near = check.near(state.postures, margin, motion=motion, t=time)
    within = [one for one in near if one.clearance.distance <= margin]
    hits = sum(one.clearance.colliding for one in within)
    sentence = f"In the current postures, {_pairs(hits)}. "
    if not hits and near:
        pair = pair_words(cell.document, near[0].a, near[0].b)
        sentence += f"Nearest pair: {pair}, {apart_words(signed(near[0]), cell.words)}. "
    parts: list[Any] = [Paragraph(escaped(sentence), story.styles.text)]
    if within:
        pairs = tuple(
            (pair_words(cell.document, one.a, one.b), apart_words(signed(one), cell.words))
            for one in within
        )
        caption = f"Pairs that collide or are closer than {cell.words(margin)}"
        parts += story.table(Table(caption, ("bodies", "distance"), pairs, "ll"), 7.4)
    moving = list(_motions(cell))
    rows: tuple[tuple[str, ...], ...] = ()
    for number, (name, moved) in enumerate(moving):
        found = yield from _checked(cell, moved, number / len(moving), 1.0 / len(moving))
        rows += _passage_rows(cell, name, moved, found)
    if rows:
        headings = ("motion", "time (s)", "event", "distance", "at (s)")
        parts += story.table(Table("Along the motions", headings, rows, "lllll"), 7.4)
    if missing := left_out(cell.document):
        words = f"Not checked: {'; '.join(missing)}."
        parts.append(Paragraph(escaped(words), story.styles.note))
    story.section(TITLES["collisions"], 0, *parts)


def _pairs(hits: int) -> str:
    if not hits:
        return "nothing collides"
    return f"{hits} pair{' collides' if hits == 1 else 's collide'}"


def _motions(cell: Cell) -> Iterator[tuple[str, Motion]]:
    for program in cell.document.programs:
        run = _run(cell.document.robot(program.robot_id), program)
        if run is not None:
            yield program.name, run.trajectory
    names = {program.name for program in cell.document.programs}
    for subject in cell.report.subjects:
        for moving in subject.motions:
            if moving.name not in names:
                yield moving.name, moving.motion


def _checked(
    cell: Cell, motion: Motion, begin: float, share: float
) -> Generator[Progress, None, Passage[Any]]:
    job = check_motion(cell.document, cell.state.postures, cell.mode, motion)
    return (yield from told(job, lambda done: Progress(begin + share * done, "collisions")))


def _passage_rows(
    cell: Cell, name: str, motion: Motion, found: Passage[Any]
) -> tuple[tuple[str, ...], ...]:
    """Return every collision of a motion; without one, the smallest distance."""
    whole = f"0 to {motion.duration:.2f}"
    if found.collisions:
        return tuple(
            (
                name, f"{one.start:.2f} to {one.end:.2f}",
                f"{pair_words(cell.document, one.a, one.b)} collide",
                apart_words(one.least, cell.words), f"{one.t:.2f}",
            )
            for one in found.collisions
        )  # fmt: skip
    least, t = found.least
    if not np.isfinite(least):
        return ((name, whole, "nothing collides", NOTHING, NOTHING),)
    return ((name, whole, "nothing collides", apart_words(least, cell.words), f"{t:.2f}"),)

"""Reports of cells and robots as PDF: the question, and its answer."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rvs.engine.arrays import check_choice
from rvs.engine.errors import ArgumentError
from rvs.export.report.values import (
    PART_NAMES,
    TITLES,
    Contents,
    Layout,
    Moving,
    Report,
    Study,
    Subject,
    moving_of,
    parts_of,
    subject_of,
    today,
)
from rvs.fields.field import About, abouts, asked, shared
from rvs.files.cells.motions import cell_motion
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion, movers
from rvs.model.numbers.quantities import joint_unit
from rvs.scripting.asking import Answer, File, Question, contents_of, function
from rvs.scripting.studies import STUDIES
from rvs.scripting.subjects import Titled, cell_of, robot_in, title_of
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.export.parallel_jobs import Beside
    from rvs.model.jobs import Progress
    from rvs.scripting.cell import Cell

SUFFIX = ".pdf"


@dataclass(frozen=True)
class Reported(File):
    """A report that is not written yet.

    Attributes:
        report: Its contents.
        beside: The processes that draw figures, if they are already running; they are ended.
    """

    report: Report
    beside: Beside | None = None

    def steps(self, path: str | Path) -> Generator[Progress, None, Path]:
        """Write the report as PDF, and yield the progress.

        Raises:
            ArgumentError: Another suffix.
            OSError: The file can't be written.
        """
        # here, so that what only collects does not load what draws
        from rvs.export.report.document import report_job

        _check(Path(path))
        return report_job(self.report, path, self.beside)


@dataclass(frozen=True, eq=False, kw_only=True)
class ReportQuestion(Layout, Question):
    """Write a report of a robot or a cell as PDF, and return it before it is saved.

    Raises:
        RvsError: There is no such robot or motion.
        ArgumentError: There is no such part or unit.
    """

    called = "report"
    output = "FILE.pdf"
    writes = "the report: .pdf"
    returns = "Reported"
    cells = True
    files = True
    whose = "Id of the one robot of the cell to report on; the whole cell if left out."

    motions: Sequence[str | Motion] = asked(
        (), "Show these trajectories, or programs of a cell", kind="motions", option="--motion"
    )
    studies: Sequence[str | Answer | Question] = asked(
        (), "Add a chapter with this study. On the command line, options of its command may "
        "follow its name; in Python, the answer of its function is also valid",
        kind="studies", option="--study", label="Studies", example="payload --speed 0.5",
    )  # fmt: skip
    without: Sequence[str] = asked((), "Leave out these parts", choices=TITLES, metavar="PART")
    title: str = asked(
        "",
        "Set the subject of the report",
        label="Title",
        usual="the name of the cell or the robot",
    )
    date: str | None = asked(
        None, "Set the date of the report, as free text", kind="text", usual="today"
    )
    beside: Beside | None = None

    @classmethod
    @contextmanager
    def around(cls, name: str) -> Iterator[dict[str, Any]]:
        """Let other processes load the drawing code while this one collects the contents."""
        from rvs.export.parallel_jobs import Beside
        from rvs.export.report.beginning import ready_for_figures
        from rvs.files.storage.mesh_cache import cached_meshes

        with Beside() as beside, cached_meshes(name):
            beside.begin(ready_for_figures, name)
            yield {"beside": beside}

    def check_path(self, path: Path) -> None:
        """Refuse other formats."""
        _check(path)

    def answer(self, cell: Cell, robot: str = "") -> Reported:
        """Collect the contents of a report about a cell, or about one robot.

        Raises:
            ArgumentError: A study that can't be included, or an answer about another robot.
        """
        robots = (robot_in(cell, robot),) if robot else cell.robots
        alone = robot or cell.alone
        report = Report(
            self.title or _title(cell, robots),
            self._subjects(cell, robots),
            None if alone else cell.state,
            parts_of(frozenset(PART_NAMES) - set(self.without)),
            today() if self.date is None else self.date,
            **shared(Layout, self),
        )
        return Reported(report, self.beside)

    def _subjects(self, cell: Cell, robots: Sequence[PlacedRobot]) -> tuple[Subject, ...]:
        """Return the robots, each with its actions in the motions."""
        found: dict[str, list[Moving]] = {placed.id: [] for placed in robots}
        for one in self.motions:
            if isinstance(one, str):
                placed, motion = cell_motion(cell.present, one, next(iter(found), ""))
                moved = placed.id
            else:
                motion = one.motion if isinstance(one, Titled) else one
                moved = next(iter(movers(motion)))
            if moved in found:
                found[moved].append(moving_of(title_of(one), motion, moved))
        chosen = robots[0] if len(robots) == 1 else robot_in(cell)
        studies: dict[str, list[Study]] = {placed.id: [] for placed in robots}
        for asked_for in self.studies:
            whose, study = _study(asked_for, cell, chosen)
            if whose not in studies:
                raise ArgumentError(
                    f"studies: {study.title} is about {whose}, which is not in the report"
                )
            studies[whose].append(study)
        return tuple(
            replace(
                subject_of(placed, cell.postures[placed.id], tuple(found[placed.id])),
                studies=tuple(studies[placed.id]),
            )
            for placed in robots
        )


report = function(ReportQuestion)


def study_named(name: str) -> Any:
    """Return the class of the question of a study.

    Raises:
        ArgumentError: There is no such study, or its answer is a file.
    """
    found = {one.name: one for one in STUDIES}
    check_choice(name, "studies", [one for one in found if one != "sheet"])
    return found[name].kind()


def settings_of(question: Question, placed: PlacedRobot) -> tuple[tuple[str, str], ...]:
    """Return names and values of the fields of a question that differ from their defaults."""
    about, said = abouts(type(question)), question.said
    return tuple(
        (about[name].title(name), _text(about[name], value, placed))
        for name, value in said.items()
        if name in about and about[name].kind != "executor"
    )


def study_of(question: Question, placed: PlacedRobot, contents: Contents) -> Study:
    """Return the chapter of a report with an answer."""
    home = f"{type(question).__module__.rpartition('.')[2]}:{type(question).__name__}"
    titles = {one.asks: one.title for one in STUDIES}
    title = titles.get(home, question.called.capitalize())
    return Study(title, settings_of(question, placed), contents)


def _study(one: str | Answer | Question, cell: Cell, chosen: PlacedRobot) -> tuple[str, Study]:
    """Return the id of a robot, and the chapter of one of its studies."""
    if isinstance(one, Answer):
        if one.asked is None:
            raise ArgumentError("studies: expected an answer of a function of rvs")
        question, whose = one.asked
        placed = cell.document.robot(whose) if whose in cell.postures else chosen
        return whose, study_of(question, placed, contents_of(one))
    question = study_named(one)() if isinstance(one, str) else one
    # the cell of a command that draws can't be changed, and some studies try that on a copy
    answer = question.answer(cell_of(cell.state), chosen.id)
    return chosen.id, study_of(question, chosen, contents_of(answer))


def _text(about: About, value: Any, placed: PlacedRobot) -> str:
    """Return a value of a field in words, in the units of the window."""
    if about.kind == "joints":
        names = [joint_unit(one, "deg", placed.unit) for one in placed.robot.joints]
        pairs = zip(names, np.atleast_1d(value).tolist(), strict=False)
        return ", ".join(f"{number / one.factor:.6g} {one.symbol}" for one, number in pairs)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return about.choices.get(value, value)
    if isinstance(value, int | float):
        number = value + 1 if about.kind == "numbered" else value / about.factor
        return f"{number:.6g} {about.shown or about.unit}".rstrip()
    if about.kind in ("motion", "motions") and not isinstance(value, tuple):
        return title_of(value)
    if isinstance(value, tuple | list | np.ndarray):
        return ", ".join(_text(about, part, placed) for part in value)
    return str(value)


def _check(path: Path) -> None:
    if path.suffix.lower() != SUFFIX:
        raise ArgumentError(f"a report is written as {SUFFIX}")


def _title(cell: Cell, robots: Sequence[PlacedRobot]) -> str:
    if cell.path is not None and len(robots) == len(cell.robots):
        return cell.path.stem
    names = [one.robot.name or Path(one.origin).stem or one.id for one in robots]
    return ", ".join(names) or "Cell"

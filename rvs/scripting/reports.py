"""Reports of cells and robots as PDF: the question, and its answer."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rvs.engine.errors import ArgumentError
from rvs.export.report.collect import moving_of, subject_of
from rvs.export.report.dated import today
from rvs.export.report.values import (
    PART_NAMES,
    TITLES,
    Layout,
    Moving,
    Report,
    Subject,
    parts_of,
)
from rvs.fields.field import asked, shared
from rvs.files.cells.motion import cell_motion
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion, movers
from rvs.scripting.asking import File, Question, function
from rvs.scripting.subjects import Titled, robot_in, title_of
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.export.parallel_jobs import Beside
    from rvs.export.progress import Progress
    from rvs.scripting.cell import Cell

SUFFIX = ".pdf"


@dataclass(frozen=True)
class Reported(File):
    """A report that is not written yet.

    Attributes:
        report: What goes in.
        beside: Where figures are drawn, if somebody has begun that already; it is ended.
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
        (), "Show these trajectories, of a cell also programs", kind="motions", option="--motion"
    )
    without: Sequence[str] = asked((), "Leave out these parts", choices=TITLES, metavar="PART")
    title: str = asked(
        "",
        "Set the subject of the report",
        label="Title",
        usual="the name of the cell or the robot",
    )
    date: str | None = asked(
        None, "Set the date of the report, in any words", kind="text", usual="today"
    )
    beside: Beside | None = None

    @classmethod
    @contextmanager
    def around(cls, name: str) -> Iterator[dict[str, Any]]:
        """Let other processes load the drawing code while this one collects the contents."""
        from rvs.export.parallel_jobs import Beside
        from rvs.export.report.beginning import ready_for_figures
        from rvs.files.storage.kept_meshes import meshes_kept

        with Beside() as beside, meshes_kept(name):
            beside.begin(ready_for_figures, name)
            yield {"beside": beside}

    def check_path(self, path: Path) -> None:
        """Refuse other formats."""
        _check(path)

    def answer(self, cell: Cell, robot: str = "") -> Reported:
        """Collect the contents of a report about a cell, or about one robot."""
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
        """The robots, each with what it does in the motions."""
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
        return tuple(
            subject_of(placed, cell.postures[placed.id], tuple(found[placed.id]))
            for placed in robots
        )


report = function(ReportQuestion)


def _check(path: Path) -> None:
    if path.suffix.lower() != SUFFIX:
        raise ArgumentError(f"a report is written as {SUFFIX}")


def _title(cell: Cell, robots: Sequence[PlacedRobot]) -> str:
    if cell.path is not None and len(robots) == len(cell.robots):
        return cell.path.stem
    names = [one.robot.name or Path(one.origin).stem or one.id for one in robots]
    return ", ".join(names) or "Cell"

"""Reports of cells and robots as PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rvs.engine.errors import ArgumentError
from rvs.export.report.collect import moving_of, subject_of
from rvs.export.report.dated import today
from rvs.export.report.values import PART_NAMES, Moving, Report, parts_of
from rvs.files.cells.cell import Cell as SavedCell
from rvs.files.cells.motion import cell_motion
from rvs.model.document import PlacedRobot
from rvs.model.steps import finished
from rvs.scripting.cell import Cell
from rvs.scripting.subjects import What, cell_of
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.export.beside import Beside
    from rvs.export.progress import Progress

SUFFIX = ".pdf"


@dataclass(frozen=True)
class Reported:
    """A report that is not written yet.

    Attributes:
        report: What goes in.
    """

    report: Report

    def steps(self, path: str | Path, beside: Beside | None = None) -> Iterator[Progress]:
        """Write the report as PDF, and yield how far it is.

        Args:
            path: The file.
            beside: Where figures are drawn, if somebody has begun that already; it is ended.

        Raises:
            ArgumentError: Another suffix.
            OSError: The file can't be written.
        """
        # here, so that what only collects does not load what draws
        from rvs.export.report.document import report_job

        check_suffix(Path(path))
        return report_job(self.report, path, beside)

    def save(self, path: str | Path) -> Path:
        """Write the report as PDF, and return the file's path.

        Raises:
            ArgumentError: Another suffix.
            OSError: The file can't be written.
        """
        finished(self.steps(path))  # type: ignore[arg-type]
        return Path(path)


def check_suffix(path: Path) -> None:
    """Tell whether a report can be written under a name.

    Raises:
        ArgumentError: It is another format's.
    """
    if path.suffix.lower() != SUFFIX:
        raise ArgumentError(f"a report is written as {SUFFIX}")


def report(
    what: What = None,
    *,
    motions: Sequence[str] = (),
    without: Sequence[str] = (),
    title: str = "",
    author: str = "",
    date: str | None = None,
    paper: Literal["A4", "Letter"] = "A4",
    angle: str = "deg",
    length: str = "",
) -> Reported:
    """Return a report of a cell or a robot, as *Export report* of the window writes it.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        motions: Names of trajectories and programs to show.
        without: Names of parts to leave out, such as ``"workspace"``.
        title: What it is about; the name of the cell or the robot if left out.
        author: Who wrote it.
        date: When, in any words; today if left out.
        paper: ``"A4"`` or ``"Letter"``.
        angle: Unit of angles.
        length: Unit of lengths; that of each robot if left out.

    Raises:
        RvsError: There is no such robot or motion.
        ArgumentError: There is no such part or unit.
    """
    unknown = set(without) - set(PART_NAMES)
    if unknown:
        raise ArgumentError(f"without: expected {', '.join(PART_NAMES)}, got {min(unknown)!r}")
    cell = cell_of(what)
    whole = isinstance(what, Cell | None) or cell.path is not None
    subjects = subjects_of(cell.present, motions)
    given: dict[str, Any] = {"paper": paper, "angle": angle, "length": length, "author": author}
    return Reported(
        Report(
            title or _title(cell),
            subjects,
            cell.state if whole else None,
            parts_of(frozenset(PART_NAMES) - set(without)),
            date=today() if date is None else date,
            **given,
        )
    )


def subjects_of(cell: SavedCell, motions: Sequence[str]) -> tuple[Any, ...]:
    """Return the robots of a cell, each with what it does in motions of these names.

    Raises:
        RvsError: There is no such motion, its file has errors, or the robot can't follow it.
    """
    state = cell.state
    found: dict[str, list[Moving]] = {placed.id: [] for placed in state.document.robots}
    for name in motions:
        placed, motion = cell_motion(cell, name)
        found[placed.id].append(moving_of(name, motion, placed.id))

    def subject(placed: PlacedRobot) -> Any:
        return subject_of(placed, state.postures[placed.id], tuple(found[placed.id]))

    return tuple(map(subject, state.document.robots))


def _title(cell: Cell) -> str:
    if cell.path is not None:
        return cell.path.stem
    names = [placed.robot.name or placed.id for placed in cell.robots]
    return ", ".join(names) or "Cell"

"""Data sheets of robots: the question, and its answer."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import KIND_LETTERS
from rvs.export.formats.write import FORMATS
from rvs.export.report.values import Layout, Report, subject_of, today
from rvs.fields.field import asked, shared
from rvs.model.document import title
from rvs.model.numbers.units import drawing_unit
from rvs.model.plots.plot import Plot
from rvs.model.robots.masses import unweighed
from rvs.scripting.asking import File, Question, function
from rvs.scripting.payloads import PayloadDiagram, PayloadQuestion
from rvs.scripting.reaches import ReachChart, ReachQuestion
from rvs.scripting.subjects import robot_in
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.engine.robot import Robot
    from rvs.export.report.sheet import Chart
    from rvs.model.jobs import Progress
    from rvs.scripting.cell import Cell

REACH, WORDS = "Reach of the flange", ".pdf, .svg, .eps or .ps"
# Distances of the payload diagram along each axis.
PLACES = 5
# Curves of that diagram, at most, and the part of its range that a curve must have for its words.
CURVES, SMALL = 5, 0.15


@dataclass(frozen=True, eq=False)
class DataSheet(File):
    """A data sheet that is not written yet.

    Attributes:
        report: The robot and the layout.
        reach: The reach of its flange, or the reason why it is unknown.
        payload: Its payload diagram, or the reason why it is unknown.
    """

    report: Report
    reach: ReachChart | str
    payload: PayloadDiagram | str

    @property
    def robot(self) -> Robot:
        """The robot."""
        return self.report.subjects[0].placed.robot

    def facts(self, path: Path, /) -> dict[str, object]:
        """Return the numbers of the sheet for JSON: m and kg; unknown ones are null."""
        from rvs.export.report.sheet import unknown_of

        reach = None if isinstance(self.reach, str) else self.reach.points["flange"]
        lift = None if isinstance(self.payload, str) else self.payload.facts
        return {
            "file": str(path),
            "robot": self.robot.name,
            "axes": self.robot.n,
            "reach": None if reach is None else reach.far,
            "heights": None if reach is None else [reach.bottom, reach.top],
            "payload": None if lift is None else lift["along_axis"]["mass"][0],
            "mass": _mass(self.robot),
            "not_known": list(unknown_of(self.robot)),
            "notes": list(self.remarks),
        }

    @property
    def remarks(self) -> tuple[str, ...]:
        """Reasons why the sheet has no reach chart or no payload diagram."""
        pairs = (("reach chart", self.reach), ("payload diagram", self.payload))
        return tuple(f"no {name}: {why}" for name, why in pairs if isinstance(why, str))

    def steps(self, path: str | Path) -> Generator[Progress, None, Path]:
        """Write the sheet, and yield the progress.

        Raises:
            ArgumentError: Another suffix.
            OSError: The file can't be written.
        """
        # here, so that what only collects does not load what draws
        from rvs.export.report.sheet import Sheet, sheet_job

        _check(Path(path))
        return sheet_job(Sheet(self.report, self._facts(), self._charts()), path)

    def _facts(self) -> tuple[tuple[str, str], ...]:
        robot, found = self.robot, []
        kinds = {kind: letter for letter, kind in KIND_LETTERS.items()}
        found.append(("Axes", f"{robot.n} ({''.join(kinds[one.kind] for one in robot.joints)})"))
        if not isinstance(self.reach, str):
            one = self.reach.points["flange"]
            heights = self.reach.heights(one).replace("-", "−")
            found.append(("Reach of the flange", f"{self.reach.far(one)} from axis 1"))
            found.append(("Heights", f"{heights} above frame 0"))
        if not isinstance(self.payload, str):
            found.append(("Payload by efforts", self.payload.lines[0].partition(": ")[2]))
        mass = _mass(robot)
        if mass is not None:
            found.append(("Mass", f"{mass:.4g} kg without the base"))
        return tuple(found)

    def _charts(self) -> tuple[Chart, Chart]:
        from rvs.export.report.sheet import Chart

        reach, payload = self.reach, self.payload
        plots = () if isinstance(reach, str) else reach.plots
        if isinstance(reach, str):
            first = Chart(REACH, None, f"None: {reach}.")
        else:
            first = Chart(f"{REACH}, {_view(0, plots)}", plots[0], " ".join(reach.notes))
        if not isinstance(payload, str):
            return first, Chart("Payload diagram", _legible(payload), " ".join(payload.notes))
        why = f"No payload diagram: {payload}."
        if len(plots) > 1:
            return first, Chart(f"{REACH}, from above", plots[1], why)
        return first, Chart("Payload diagram", None, f"None: {payload}.")


@dataclass(frozen=True, eq=False, kw_only=True)
class SheetQuestion(Layout, Question):
    """Write a data sheet of a robot on one page, and return it before it is saved.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: There is no such unit.
    """

    called = "sheet"
    output = "FILE.pdf"
    writes = f"the data sheet: {WORDS}"
    returns = "DataSheet"
    files = True
    cells = True

    weigh: bool = asked(
        False, "Compute unknown masses from the body of the robot",
        label="Masses from the body",
    )  # fmt: skip
    title: str = asked(
        "", "Set the title of the sheet", label="Title", usual="the name of the robot"
    )
    date: str | None = asked(
        None,
        "Set the date of the sheet, as free text",
        kind="text",
        label="Date",
        usual="today",
    )

    @classmethod
    @contextmanager
    def around(cls, name: str) -> Iterator[dict[str, Any]]:
        """Cache the meshes of the picture for the next sheet or report."""
        from rvs.files.storage.mesh_cache import cached_meshes

        with cached_meshes(name):
            yield {}

    def check_path(self, path: Path) -> None:
        """Refuse other formats."""
        _check(path)

    def answer(self, cell: Cell, robot: str = "") -> DataSheet:
        """Collect the contents of a data sheet of a robot of a cell."""
        placed = robot_in(cell, robot)
        report = Report(
            self.title or title(placed),
            (subject_of(placed, cell.postures[placed.id]),),
            date=today() if self.date is None else self.date,
            **shared(Layout, self),
        )
        reach = _found(ReachQuestion(tool=False), cell, placed.id)
        payload = _found(PayloadQuestion(places=PLACES, weigh=self.weigh), cell, placed.id)
        if report.length:
            unit = drawing_unit(report.length)
            reach, payload = (
                one if isinstance(one, str) else replace(one, length=unit)
                for one in (reach, payload)
            )
        return DataSheet(report, reach, payload)


sheet = function(SheetQuestion)


def _found(question: Question, cell: Cell, robot: str) -> Any:
    """Return the answer to a question, or the reason why there is none."""
    try:
        return question.answer(cell, robot)
    except ArgumentError as error:
        # the page says whose it is
        words = str(error)
        for name in ("robot", robot_in(cell, robot).robot.name):
            words = words.removeprefix(f"{name}: ")
        return words


def _legible(payload: PayloadDiagram) -> Plot:
    """Return the payload diagram with as many curves and words as fit in a small figure."""
    plot = payload.plots[-1]
    if plot is payload.curves or len(plot.markers) != len(plot.curves):
        return plot
    end = SMALL * float(payload.away[-1])
    pairs = [pair for pair in zip(plot.curves, plot.markers, strict=True) if max(pair[0].x) > end]
    curves, markers = zip(*pairs[:: max(-(-len(pairs) // CURVES), 1)], strict=True)
    return replace(plot, x=replace(plot.x, label="along the axis"), curves=curves, markers=markers)


def _mass(robot: Robot) -> float | None:
    if unweighed(robot):
        return None
    return sum(joint.inertia.mass for joint in robot.joints if joint.inertia)


def _view(place: int, plots: tuple[Any, ...]) -> str:
    return "from above" if len(plots) == 1 or place else "from the side"


def _check(path: Path) -> None:
    if path.suffix.lower() not in FORMATS:
        raise ArgumentError(f"a data sheet is written as {WORDS}")

"""Report: contents of the PDF of the robot or the cell, its motions and its studies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QLabel, QWidget

from rvs.engine.errors import RvsError
from rvs.export.report.values import (
    CELL_PARTS,
    PART_NAMES,
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
from rvs.fields.field import abouts, shared
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot, called
from rvs.model.motions.motion import Motion
from rvs.model.programs.program import Program
from rvs.model.programs.run import run_program
from rvs.model.state import State
from rvs.scripting.echo.tracks import asking
from rvs.scripting.layout import Expression
from rvs.scripting.loaded import Loaded
from rvs.scripting.reports import SUFFIX, ReportQuestion, study_of
from rvs.ui.desk import Desk
from rvs.ui.paper.work_dialog import Line, WorkDialog, file_name
from rvs.ui.widgets.chip import check
from rvs.ui.widgets.fields import asked_field
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import vbox
from rvs.ui.work.study_answers import Studied
from rvs.value_class import dataclass
from rvs.words import Verbatim, plural, tr

INDENT = 22
LOADED, PROGRAM, KEPT = "loaded", "program", ""


@dataclass(frozen=True, slots=True)
class Offered:
    """A motion available for a report.

    Attributes:
        name: Displayed name.
        robot_id: The robot that it moves.
        kind: Its source, if the name does not contain it.
        make: Returns the motion.
        path: Its source file, or None.
    """

    name: str
    robot_id: str
    kind: str
    make: Callable[[], Motion]
    path: Path | None = None


class ReportMotions(QWidget):
    """A box for each motion of the robots of a report; all are ticked at first.

    Attributes:
        boxes: The boxes, in the order of the offers.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._offers: list[Offered] = []
        self._left_out: set[tuple[str, str]] = set()
        self.boxes: list[QCheckBox] = []
        self._column = vbox(gap=6, edges=(INDENT, 0, 0, 0), of=self)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the ticked motions for scripts: files and programs."""
        pairs = zip(self._offers, self.boxes, strict=True)
        return tuple(str(one.path or one.name) for one, box in pairs if box.isChecked())

    def show_robots(self, robots: tuple[PlacedRobot, ...]) -> None:
        """Show the motions of other robots, or the current ones of the same robots."""
        self._offers = [one for placed in robots for one in self._of(placed)]
        for box in self.boxes:
            self._column.removeWidget(box)
            box.hide()
            box.deleteLater()
        self.boxes = [self._box(one) for one in self._offers]

    def of_robot(self, placed: PlacedRobot) -> tuple[Moving, ...]:
        """Return the ticked motions of a robot.

        Raises:
            RvsError: A program can't be run.
        """
        found: list[Moving] = []
        for one, box in zip(self._offers, self.boxes, strict=True):
            if one.robot_id == placed.id and box.isChecked():
                try:
                    found.append(moving_of(one.name, one.make(), placed.id))
                except RvsError as error:
                    raise RvsError(f"{one.name}: {error}") from error
        return tuple(found)

    def _of(self, placed: PlacedRobot) -> list[Offered]:
        playback = self._desk.playback
        found: list[Offered] = []
        loaded, kept = playback.tracks.get(placed.id), playback.kept
        if loaded is not None and kept is not None and kept.trajectory is loaded.trajectory:
            kept = None
        for kind, one in ((LOADED, loaded), (KEPT, kept)):
            if one is not None and one.placed.id == placed.id:
                found.append(Offered(one.name, placed.id, kind, partial(_played, one), one.path))
        for program in self._desk.session.state.document.programs:
            if program.robot_id == placed.id and program.steps:
                run = partial(_run, placed, program)
                found.append(Offered(program.name, placed.id, PROGRAM, run))
        # A program that is loaded is one motion.
        names = {offer.name: offer for offer in reversed(found)}
        return list(reversed(names.values()))

    def _box(self, offer: Offered) -> QCheckBox:
        key = (offer.robot_id, offer.name)
        box = QCheckBox(f"{offer.name} ({offer.kind})" if offer.kind else offer.name)
        box.setToolTip("Show its postures, its plots and its requirements for the drives")
        box.setChecked(key not in self._left_out)

        def note(on: bool) -> None:
            (self._left_out.discard if on else self._left_out.add)(key)

        box.toggled.connect(note)
        self._column.addWidget(box)
        return box


def _played(loaded: Loaded) -> Motion:
    return loaded.played


def _run(placed: PlacedRobot, program: Program) -> Motion:
    return run_program(placed.robot, program).trajectory


class ReportStudies(QWidget):
    """A box for each answer about the robots of a report; all are ticked at first.

    Attributes:
        boxes: The boxes, in the order of the answers.
        none: Shown if there are no answers.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._answers: list[tuple[Studied, Study]] = []
        self._left_out: set[str] = set()
        self.boxes: list[QCheckBox] = []
        self.none: QLabel = named_label(
            "Secondary", tr("Answers to studies appear here once the Design panel shows them.")
        )
        self.none.setWordWrap(True)
        self._column = vbox(self.none, gap=12, of=self)

    @property
    def lines(self) -> tuple[Expression, ...]:
        """The calls that compute the ticked studies."""
        return tuple(asking(one.question, one.robot, one.motion) for one, _ in self._ticked)

    def show_robots(self, robots: tuple[PlacedRobot, ...]) -> None:
        """Show the answers about other robots, or the current ones about the same robots."""
        by_id = {one.id: one for one in robots}
        self._answers = [
            (one, study_of(one.question, by_id[one.robot], one.contents))
            for one in self._desk.studied.answers
            if one.robot in by_id
        ]
        for box in self.boxes:
            self._column.removeWidget(box)
            box.hide()
            box.deleteLater()
        self.boxes = [self._box(study) for _, study in self._answers]
        self.none.setVisible(not self.boxes)

    def of_robot(self, placed: PlacedRobot) -> tuple[Study, ...]:
        """Return the ticked studies of a robot."""
        return tuple(study for one, study in self._ticked if one.robot == placed.id)

    @property
    def _ticked(self) -> list[tuple[Studied, Study]]:
        pairs = zip(self._answers, self.boxes, strict=True)
        return [one for one, box in pairs if box.isChecked()]

    def _box(self, study: Study) -> QCheckBox:
        box = QCheckBox(tr(study.title))
        box.setToolTip(tr("Its settings, answer, table, plots and assumptions"))
        box.setChecked(study.title not in self._left_out)

        def note(on: bool) -> None:
            (self._left_out.discard if on else self._left_out.add)(study.title)

        box.toggled.connect(note)
        self._column.addWidget(box)
        return box


ABOUT = abouts(ReportQuestion)
PART_TIPS = {
    "skeleton": "Draw the skeleton with its frames, lengths and twists",
    "views": "Draw front, right and top at one scale",
    "table": "Write the table in the convention and units of the robot",
    "limits": "List initial values, limits, speeds and efforts that are known",
    "masses": "List the known masses, centres of mass, inertias and motors",
    "dexterity": "Show best posture, condition numbers, reach, and conditioning along the motions",
    "workspace": "Show volume or area, reach, conditioning indices and a coloured slice",
    "postures": "List the stored postures of the robot, with the tool pose of each",
    "motions": "Show postures, plots and drives of each ticked motion",
    "conventions": "Explain the conventions for angles, frames and poses",
    "plan": "For a cell: draw the plan with a scale bar",
    "things": "For a cell: list its robots, objects and places",
    "programs": "For a cell: list the steps of its programs, with times and poses",
    "collisions": "For a cell: list collisions now and along its programs and motions",
}
FIELD = 260

ONLY_CELL = "{part} (only in reports about the cell)"


class ReportDialog(WorkDialog):
    """Choice of robots and parts."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "report_dialog", "Report", "Write PDF…")
        self.about = Combo("Subject of the report")
        self.paper = asked_field.choice(ReportQuestion, "paper")
        self.name, self.author = (asked_field.line(ABOUT[one]) for one in ("title", "author"))
        self.name.setMinimumWidth(FIELD)
        self.parts: dict[str, QCheckBox] = {
            name: check(title, PART_TIPS[name]) for name, title in ABOUT["without"].choices.items()
        }
        rows = self.rows
        rows.section("Report")
        rows.add("About", self.about)
        for name, field in (("title", self.name), ("author", self.author), ("paper", self.paper)):
            rows.add(ABOUT[name].label, field)
        rows.section("Parts")
        self.motions = ReportMotions(desk)
        for name, box in self.parts.items():
            box.setChecked(True)
            rows.addWidget(box)
            if name == "motions":
                rows.addWidget(self.motions)
        rows.section("Studies")
        self.studies = ReportStudies(desk)
        rows.addWidget(self.studies)
        rows.addStretch(1)
        desk.studied.changed.connect(self._retitle)
        self.about.currentIndexChanged.connect(lambda _: self._retitle())
        desk.binding.follow(
            lambda s: (s.document, s.selection, s.active, s.motion), lambda _: self._offer()
        )
        self._offer()

    @property
    def robots(self) -> tuple[PlacedRobot, ...]:
        """The robots of the report."""
        state = self.desk.session.state
        if self.about.currentData() == "cell":
            return state.document.robots
        placed = current_robot(state)
        return (placed,) if placed is not None else ()

    @property
    def question(self) -> ReportQuestion:
        """Question of a script for the selected report."""
        preferences = self.desk.settings.preferences
        return ReportQuestion(
            title=self.name.text().strip() or self.name.placeholderText(),
            author=self.author.text().strip(),
            motions=self.motions.names,
            without=tuple(name for name, box in self.parts.items() if not box.isChecked()),
            paper=self.paper.currentData(),
            angle=preferences.angle,
            length="" if preferences.length == "robot" else preferences.length,
        )

    def report(self) -> Report:
        """Return the selected report.

        Raises:
            RvsError: There is no robot.
        """
        state = self.desk.session.state
        whole = self.about.currentData() == "cell"
        placed = current_robot(state)
        if placed is None:
            raise RvsError("there is no robot to report on")
        question = self.question
        return Report(
            question.title,
            tuple(self._subject(one, state) for one in self.robots),
            state if whole else None,
            parts_of(frozenset(PART_NAMES) - set(question.without)),
            today(),
            **shared(Layout, question),
        )

    def line(self) -> Line:
        """Return the line of a script for the same report."""
        alone = self.about.currentData() != "cell"
        whose = {"robot": self.robots[0].id} if alone else {}
        studies = {"studies": self.studies.lines} if self.studies.lines else {}
        return "report", (), {**whose, **self.question.said, **studies}

    def refresh(self) -> None:
        """Show the current contents."""
        self._retitle()

    def ask(self) -> None:
        """Ask for a file and begin."""
        start = file_name(self.name.text() or self.name.placeholderText()) + SUFFIX
        path = self.ask_file("Report", start, tr("PDF (*{suffix})", SUFFIX))
        if path is not None:
            self.export(path)

    def export(self, path: Path) -> None:
        """Begin to write the report."""
        from rvs.export.report.document import report_job

        try:
            report = self.report()
        except RvsError as error:
            self.say(str(error), "error")
            return
        self.start(lambda: report_job(report, path.with_suffix(SUFFIX)))

    def _subject(self, placed: PlacedRobot, state: State) -> Subject:
        # The chapter on dexterity looks at them, too.
        motions = self.motions.of_robot(placed)
        subject = subject_of(placed, state.postures[placed.id], motions)
        return replace(subject, studies=self.studies.of_robot(placed))

    def _offer(self) -> None:
        """Offer the current robot, and the cell if it contains more."""
        if self.busy:
            return
        state = self.desk.session.state
        placed, robots = current_robot(state), state.document.robots
        chosen = self.about.currentData()
        self.about.blockSignals(True)
        self.about.clear()
        if placed is not None:
            self.about.addItem(Verbatim(called(state.document, placed)), "robot")
            count = len(robots)
            self.about.addItem(
                plural("The cell with {n} robot", "The cell with {n} robots", count), "cell"
            )
        if chosen is None and (len(robots) > 1 or state.document.things):
            chosen = "cell"
        self.about.setCurrentIndex(max(self.about.findData(chosen), 0))
        self.about.blockSignals(False)
        self.button.setEnabled(placed is not None)
        self._retitle()
        self.say("" if placed is not None else "there is no robot to report on", "warning")

    def _retitle(self) -> None:
        """Suggest a title, and the motions that can be included."""
        self.motions.show_robots(self.robots)
        self.studies.show_robots(self.robots)
        for first, boxes in (
            (self.parts["motions"], self.motions.boxes),
            ([*self.parts.values()][-1], self.studies.boxes),
        ):
            for one, after in pairwise((first, *boxes)):
                QWidget.setTabOrder(one, after)
        some = bool(self.motions.boxes)
        self.parts["motions"].setText("Motions" if some else "Motions: none is loaded or taught")
        self.parts["motions"].setEnabled(some)
        for name in CELL_PARTS:
            whole = self.about.currentData() == "cell"
            self.parts[name].setEnabled(whole)
            tip = tr(PART_TIPS[name])
            self.parts[name].setToolTip(tip if whole else tr(ONLY_CELL, tip))
        placed = current_robot(self.desk.session.state)
        if placed is not None:
            self.name.setPlaceholderText(self._title(placed))

    def _title(self, placed: PlacedRobot) -> str:
        if self.about.currentData() != "cell":
            return self.desk.session.called(placed)
        path = self.desk.cell_file.path
        return path.stem if path is not None else "Cell"

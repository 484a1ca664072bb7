"""Teaching: a list of postures with moves, speeds, waits and grips, and its motion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from math import inf

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from rvs.bodies.effectors import finger_gaps
from rvs.bodies.robot_body import shown_body
from rvs.collision.grasping import missed_grips
from rvs.collision.motion import Verdict, motion_verdict
from rvs.engine.errors import RvsError
from rvs.engine.kinematics import fkine
from rvs.model.calls import Call, call_of
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.motions.cartesian import Finding
from rvs.model.motions.rates import TOOL
from rvs.model.numbers.quantities import rate_unit, read, shown_short
from rvs.model.programs.edits import (
    add_program,
    change_program,
    change_step,
    insert_step,
    move_step,
    remove_program,
    remove_step,
    rename_program,
    stale_steps,
    stale_words,
    teach_places,
)
from rvs.model.programs.legs import PUSH, fastest, pace_step
from rvs.model.programs.program import PASSED, MoveBy, Program, Step
from rvs.model.programs.run import run_program
from rvs.model.state import State
from rvs.ui.commands import things as thing_commands
from rvs.ui.defer import defer
from rvs.ui.desk import Desk
from rvs.ui.paper import commands as program_commands
from rvs.ui.widgets.ask_dialog import NameDialog
from rvs.ui.widgets.chip import chip
from rvs.ui.widgets.collision_stretches import Hits
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import FlowLayout, vbox
from rvs.ui.widgets.steps.assumed_note import AssumedNote
from rvs.ui.widgets.steps.step_line import StepLine, bars
from rvs.ui.widgets.steps.step_table import ACTIONS, LINE_SPEED, ROW, StepTable, choice, moves_of
from rvs.ui.work.program_play import ProgramPlay
from rvs.words import Verbatim, begun, tr

ROWS_SEEN, HEADING, NAMES = 1, 30, 140
WORDS: dict[str, tuple[str, str]] = {
    "teach": ("Teach", "Add the current posture after the selected step"),
    "update": ("Teach again", "Set the step to the current posture"),
    "places": (
        "Update steps at places",
        "Move the steps to the current poses of their named places, and adjust the neighbouring "
        "steps",
    ),
    "go": ("Go there", "Move the robot to the posture of the step"),
    "up": ("Up", "Move the step up"),
    "down": ("Down", "Move the step down"),
    "remove": ("Remove", "Remove the step"),
}
RUN, STOP = "Make the motion and play it", "Stop, and return to the start"
# The button that runs a program says what it does next.
NEXT = {"run": "Run", "pause": "Pause", "go on": "Resume"}


class ProgramForm(QWidget):
    """Widgets without a session."""

    def __init__(
        self,
        line: StepLine,
        table: StepTable,
        runs: Mapping[str, Callable[[], object]],
        enter: Mapping[str, Callable[[], object]],
    ) -> None:
        super().__init__()
        self.assumed = AssumedNote(enter)
        self.choice, self.notice = Combo("Program"), named_label("Secondary")
        self.choice.setMinimumWidth(NAMES)
        self.notice.setWordWrap(True)
        self.buttons: dict[str, QPushButton] = {}
        flow = FlowLayout(gap=6, between=6)
        flow.addWidget(self.choice)
        for name, (text, tip) in WORDS.items():
            self.buttons[name] = chip(text, tip, runs[name])
            flow.addWidget(self.buttons[name])
        for name, text, tip in (("stop", "Stop", STOP), ("run", NEXT["run"], RUN)):
            button = QPushButton(text)
            button.setToolTip(tip)
            button.clicked.connect(lambda _=False, name=name: runs[name]())
            self.buttons[name] = button
            flow.addWidget(button)
        self.buttons["run"].setProperty("filled", True)
        # So wide that its word may change without moving anything.
        self.buttons["run"].setMinimumWidth(76)
        table.setMinimumHeight(ROWS_SEEN * ROW + HEADING)
        parts = (flow, self.notice, self.assumed, line, (table, 1))
        vbox(*parts, gap=6, edges=(16, 8, 16, 8), of=self)

    def show_next(self, step: str, runs: bool, stops: bool) -> None:
        """Show the current action of the run button, a key of ``NEXT``."""
        self.buttons["run"].setText(NEXT[step])
        self.buttons["run"].setEnabled(runs)
        self.buttons["stop"].setEnabled(stops)


FIRST_NAME = "program"
# How much of the table is seen where the window has the room, in pixels.
STEPS_SEEN = 192
ARC: MoveBy = "arc"
CIRCLE: MoveBy = "circle"
NOT_RUN = Verdict("Collisions are checked when the program runs", "unknown")
HINT = "Pose the robot, then teach the posture. Steps run from top to bottom."


class ProgramPanel(Dock):
    """The programs of the current robot, one of them as a table of steps."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("program", "Program", desk.theme, desk.window)
        self._desk, self._session, self._playback = desk, desk.session, desk.playback
        self._name = ""
        self._shown: tuple[object, ...] = ()
        self._filling = False
        self._stale: dict[int, str] = {}
        self._missed: tuple[Finding, ...] = ()
        self._waiting: dict[MoveBy, tuple[float, ...]] = {}
        self.play = ProgramPlay(desk, self)
        self.table = StepTable(desk.theme)
        self.line = StepLine(desk.theme, self._fastest)
        self._form = self._make_form()
        self.choice, self.notice = self._form.choice, self._form.notice
        self.assumed = self._form.assumed
        self.buttons = self._form.buttons
        menu = QMenu(self)
        self.places = menu.addMenu("Teach a place")
        self.through = {
            by: menu.addAction(self._through(by), partial(self.teach_through, by))
            for by in (ARC, CIRCLE)
        }
        menu.aboutToShow.connect(self._offer_places)
        menu.addSeparator()
        menu.addAction("New program…", self.new)
        menu.addAction("Rename…", self.rename)
        menu.addAction("Remove program", self.remove)
        menu.addSeparator()
        self.speeding = menu.addAction(TOOL, self.ask_acceleration)
        self.exporting = menu.addAction("Export…", self.export)
        self.add_button("more", "Teach a place or an arc; new, rename, remove, export", menu)
        self.set_body(self._form)
        self._connect()

    @property
    def program(self) -> Program | None:
        """The displayed program."""
        programs = self._own(self._session.state)
        return next((one for one in programs if one.name == self._name), None)

    @property
    def row(self) -> int:
        """The selected step, or -1."""
        return self.table.currentRow()

    def take_room(self) -> None:
        """Grow until some steps are visible below the text about the program."""
        super().take_room()
        self.take_room_for(self.table, STEPS_SEEN)

    # -- programs -----------------------------------------------------------------------------

    def new(self) -> None:
        """Ask for a name and begin a program."""
        self._ask("New program", FIRST_NAME, lambda name: self._begin(name))

    def rename(self) -> None:
        """Ask for another name."""
        program = self.program
        if program is None:
            return

        def change(name: str) -> None:
            self._edit(call_of(rename_program, program.name, name))
            self._choose_last(name)

        self._ask("Rename program", program.name, change)

    def remove(self) -> None:
        """Remove the program; undo restores it."""
        program = self.program
        if program is not None:
            self._edit(call_of(remove_program, program.name))

    def _ask(self, title: str, name: str, take: Callable[[str], object]) -> None:
        def save(chosen: str) -> str:
            if not chosen:
                return "type a name"
            take(chosen)
            return ""

        dialog = NameDialog(self._desk.window, self.theme, title, "Name", name, lambda _: "", save)
        dialog.open()

    def _begin(self, name: str) -> Program | None:
        placed = current_robot(self._session.state)
        if placed is None:
            return None
        made = Program(name, placed.id)
        self._edit(call_of(add_program, made))
        self._choose_last(self._own(self._session.state)[-1].name)
        return self.program

    def _choose_last(self, name: str) -> None:
        self._name = name
        self._show(self._session.state)

    # -- steps --------------------------------------------------------------------------------

    def teach(self) -> None:
        """Insert the current posture after the selected step."""
        placed = current_robot(self._session.state)
        program = self.program or self._begin(FIRST_NAME)
        if placed is None or program is None:
            return
        self._insert("Teach a posture", Step(self._session.state.postures[placed.id]))

    def teach_place(self, name: str) -> None:
        """Insert a step to a target after the selected step."""
        q = thing_commands.posture_at(self._desk, name)
        if q is not None and (self.program or self._begin(FIRST_NAME)):
            self._insert(tr("Teach {name}", name), Step(q, name=name, place=name))

    def _insert(self, label: str, step: Step) -> None:
        """Insert a step after the selected one and select it."""
        program = self.program
        if program is not None:
            row = self.row + 1 if self.row >= 0 else len(program.steps)
            self._edit(call_of(insert_step, program.name, row, step), label)
            self.table.selectRow(row)

    def _offer_places(self) -> None:
        """Fill the menu with the cell's targets, and update its other actions."""
        self.exporting.setEnabled(self.play.made() is not None)
        self.speeding.setEnabled(self.program is not None)
        for by, action in self.through.items():
            action.setText(self._through(by))
        thing_commands.fill_places(self.places, self._desk, self.teach_place)

    def update_step(self) -> None:
        """Set the selected step to the current posture."""
        placed, program = current_robot(self._session.state), self.program
        if placed is not None and program is not None and self.row >= 0:
            row, q = self.row, self._session.state.postures[placed.id]
            taught = replace(program.steps[row], q=q)
            steps = (*program.steps[:row], taught, *program.steps[row + 1 :])
            elsewhere = stale_words(
                self._session.state.document, replace(program, steps=steps), row
            )
            place = "" if elsewhere else taught.place
            self._change_step(row, {"q": q, "place": place})

    def teach_places(self) -> None:
        """Teach all steps with moved targets again, with their neighbours."""
        program = self.program
        if program is None:
            return
        self._edit(call_of(teach_places, program.name))

    def ask_acceleration(self) -> None:
        """Ask for the acceleration of the tool along lines, arcs and circles."""
        program, unit = self.program, self._desk.units[0]
        if program is None:
            return
        own = rate_unit(unit, "s²")
        known = program.acceleration < inf
        shown = shown_short(program.acceleration if known else PUSH, own)

        def save(text: str) -> str:
            try:
                value = read(text, own)
            except RvsError as error:
                return str(error)
            self._session.settle()
            return self._desk.attempt(call_of(change_program, program.name, acceleration=value))

        label = tr("Acceleration of the tool along lines, arcs and circles of {name}", program.name)
        NameDialog(
            self._desk.window, self.theme, "Acceleration", label, shown, lambda _: "", save
        ).open()

    def go(self) -> None:
        """Move the robot to the posture of the selected step."""
        placed, program = current_robot(self._session.state), self.program
        if placed is None or program is None or self.row < 0:
            return
        self._session.pose(
            placed.id, program.steps[self.row].q, tr("Go to step {row}", self.row + 1)
        )

    def remove_step(self) -> None:
        """Remove the selected step."""
        program, row = self.program, self.row
        if program is not None and row >= 0:
            self._edit(call_of(remove_step, program.name, row))
            self.table.selectRow(min(row, self.table.rowCount() - 1))

    def shift(self, way: int) -> None:
        """Move the selected step up (-1) or down (1)."""
        program, row = self.program, self.row
        if program is not None and row >= 0 and 0 <= row + way < len(program.steps):
            self._edit(call_of(move_step, program.name, row, row + way))
            self.table.selectRow(row + way)

    def duplicate(self) -> None:
        """Insert a copy of the selected step after it."""
        program, row = self.program, self.row
        if program is not None and row >= 0:
            step = program.steps[row]
            self._edit(call_of(insert_step, program.name, row + 1, step), "Duplicate a step")
            self.table.selectRow(row + 1)

    def move_to(self, row: int, to: int) -> None:
        """Move a step to another position."""
        program = self.program
        if program is not None:
            self._edit(call_of(move_step, program.name, row, to))
            self.table.selectRow(to)

    def retime(self, row: int, seconds: float) -> None:
        """Set the duration of the move to a step, in s, by its speed."""
        program = self.program
        if program is None:
            return
        self._edit(call_of(pace_step, program.name, row, seconds))

    def teach_through(self, by: MoveBy) -> None:
        """Store the tool's position as a point of an arc or circle, or teach its end."""
        placed = current_robot(self._session.state)
        if placed is None:
            return
        q = self._session.state.postures[placed.id]
        here = tuple(fkine(placed.robot, q)[:3, 3].tolist())
        waiting = self._waiting.setdefault(by, ())
        circle = by == "circle"
        if len(waiting) < 3 * (PASSED[by] - circle):
            self._waiting[by] = (*waiting, *here)
            said = (
                "Move the tool to another point of the circle, and choose “{label}”."
                if circle
                else "Move the tool to the end of the arc, and choose “{label}”."
            )
            self.notice.setText(tr(said, tr(self._through(by))))
            return
        program = self.program
        row = self.row if self.row >= 0 else len(program.steps) - 1 if program else -1
        if program is None or row < 0:
            self.notice.setText(
                "First teach the posture where the circle starts."
                if circle
                else "First teach the posture where the arc starts."
            )
            return
        end = program.steps[row].q if circle else q
        via = (*waiting, *here) if circle else waiting
        del self._waiting[by]
        self._insert(
            "Teach a circle" if circle else "Teach an arc",
            Step(end, by, LINE_SPEED, via=via),
        )

    def _through(self, by: MoveBy) -> str:
        """Return the label of the menu for the next point of an arc or a circle."""
        begun = bool(self._waiting.get(by))
        if by == "circle":
            return "Circle: second via here" if begun else "Circle: via here"
        return "Arc: to here" if begun else "Arc: via here"

    def export(self) -> None:
        """Ask for a file and export the program for other people."""
        program, made = self.program, self.play.made()
        if program is not None and made is not None:
            program_commands.ask_program_export(self._desk, program, made)

    def _do(self, play: Callable[[], object]) -> None:
        """Run an action of the player; this panel stays in front and keeps the keyboard focus."""
        held = self.window().focusWidget()
        play()
        self.raise_()
        if held is not None and self.isAncestorOf(held):
            held.setFocus()

    # -- showing ------------------------------------------------------------------------------

    def _own(self, state: State) -> tuple[Program, ...]:
        placed = current_robot(state)
        if placed is None:
            return ()
        return tuple(one for one in state.document.programs if one.robot_id == placed.id)

    def _show(self, state: State) -> None:
        programs = self._own(state)
        names = [program.name for program in programs]
        if self._name not in names:
            self._name = names[0] if names else ""
        program, placed = self.program, current_robot(state)
        preferences = self._desk.settings.preferences
        # What is taken, and where steps lead, depends on what stands around.
        around = state.document.targets, state.document.things
        shown = (program, placed, tuple(names), preferences, *around)
        if shown == self._shown:
            return
        self._shown = shown
        self._filling = True
        self.choice.clear()
        self.choice.addItems([*map(Verbatim, names)] or ["No program yet"])
        self.choice.setCurrentIndex(names.index(self._name) if names else 0)
        self.choice.setEnabled(bool(names))
        row = self.row
        steps = program.steps if program is not None else ()
        fingers = finger_gaps(placed, shown_body(placed, state.view.mode)) if placed else None
        self.table.show_steps(steps, placed, self._desk.units[0], fingers)
        self._stale = {} if program is None else {
            row: stale_words(state.document, program, row)
            for row in stale_steps(state.document, program)
        }  # fmt: skip
        self.table.mark(self._stale)
        self.buttons["places"].setVisible(bool(self._stale))
        if steps:
            self.table.selectRow(min(max(row, 0), len(steps) - 1))
            # The rows have their places only when they have been laid out.
            defer(self, self._scroll)
        self._filling = False
        self._compile(program, placed)
        run = self.play.run
        self.assumed.say(" ".join(run.trajectory.assumed) if run else "")
        self._mark_hits()
        self._enable()

    def _scroll(self) -> None:
        """Scroll to the selected step."""
        item = self.table.currentItem()
        if item is not None:
            self.table.scrollToItem(item)

    def _again(self) -> None:
        """Write the texts again if a typed one meant the old value."""
        self._shown = ()
        self._show(self._session.state)

    def _compile(self, program: Program | None, placed: PlacedRobot | None) -> None:
        self.play.program, self.play.run = program, None
        self.line.show_bars(())
        if program is None or placed is None or not program.steps:
            self.notice.setText(HINT)
            self.subtitle.setText("")
            return
        try:
            self.play.run = run_program(placed.robot, program)
        except RvsError as error:
            self.notice.setText(str(error))
            return
        run = self.play.run
        self._missed = missed_grips(self._session.state.document, placed, run.trajectory)
        self.line.show_bars(bars(program, run, placed))
        # This may be a listener, which must not change the session.
        defer(self, self.play.renew)
        self.subtitle.setText(tr("cycle {cycle:.2f} s", run.cycle))
        self._judge()

    def _judge(self) -> None:
        """Report the known facts about the motion: its feasibility and its collisions."""
        run = self.play.run
        if run is None:
            return
        found = self._desk.collisions.verdict() if self.play.current else NOT_RUN
        verdict = motion_verdict((*run.findings, *self._missed), found)
        moved = "".join(f"{begun(words)}. " for words in self._stale.values())
        self.notice.setText(f"{moved}{verdict.words}")
        level = "warn" if moved and verdict.level != "error" else verdict.level
        color = {"error": "limit", "warn": "warn"}.get(level, "text_2")
        self.notice.setStyleSheet(f"color: {getattr(self._desk.theme.colors, color)};")

    def _enable(self) -> None:
        program, placed = self.program, current_robot(self._session.state)
        chosen = program is not None and 0 <= self.row < len(program.steps)
        for name in ("update", "go", "up", "down", "remove"):
            self.buttons[name].setEnabled(chosen)
        self.buttons["teach"].setEnabled(placed is not None)
        moves = program is not None and len(program.steps) > 1
        runs = moves and self.play.run is not None
        self._form.show_next(self.play.next, runs, self.play.loaded is not None)

    def _follow_time(self) -> None:
        """Mark the current step of the playing program."""
        loaded = self.play.loaded
        if loaded is None:
            self.line.show_time(None)
            return
        self.line.show_time(self._playback.own_time)
        row = int(np.searchsorted(loaded.marks, self._playback.own_time - 1e-9))
        row = min(row, self.table.rowCount() - 1)
        if row != self.row:
            self._filling = True
            self.table.selectRow(row)
            self._filling = False
            self.line.show_current(row)

    def _mark_hits(self) -> None:
        """Show the program's collisions, timed from its start."""
        own = self._desk.collisions.hits.within(self._playback.begins, self.line.cycle)
        self.line.show_hits(own if self.play.loaded is not None else Hits())
        self._judge()
        self._enable()

    def _select(self) -> None:
        """Move the player to the selected step if it plays this program."""
        self._enable()
        self.line.show_current(self.row)
        loaded = self.play.loaded
        if self._filling or self._playback.playing or loaded is None:
            return
        if 0 <= self.row < len(loaded.marks):
            self._playback.seek_own(loaded.marks[self.row])

    # -- parts --------------------------------------------------------------------------------

    def _edit(self, change: Call, label: str = "") -> None:
        """Change the program as a separate step, or show the reason below it."""
        self._session.settle()
        if reason := self._desk.attempt(change, label):
            self.notice.setText(f"{begun(reason)}.")

    def _change_step(self, row: int, changes: dict[str, object]) -> None:
        program = self.program
        if program is not None:
            self._edit(call_of(change_step, program.name, row, **changes))

    def _make_form(self) -> ProgramForm:
        return ProgramForm(
            self.line,
            self.table,
            {
                "teach": self.teach,
                "update": self.update_step,
                "places": self.teach_places,
                "go": self.go,
                "up": partial(self.shift, -1),
                "down": partial(self.shift, 1),
                "remove": self.remove_step,
                "run": lambda: self._do(self.play.press),
                "stop": self.play.stop,
            },
            {
                "motors": partial(self._desk.call, "robot_table", "motors"),
                "tool": self.ask_acceleration,
            },
        )

    def _show_menu(self, row: int, place: QPointF) -> None:
        """Offer the actions for a step on the time line."""
        program = self.program
        if program is None:
            return
        menu, step = QMenu(self), program.steps[row]
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for field, words, now in (
            ("by", moves_of(step), step.by),
            ("action", ACTIONS, step.action),
        ):
            for value, word in words.items():
                text = word if value else "No action at the end"
                entry = menu.addAction(text, partial(self._change_step, row, choice(field, value)))
                entry.setCheckable(True)
                entry.setChecked(value == now)
            menu.addSeparator()
        menu.addAction("Go there", self.go)
        menu.addAction("Teach again", self.update_step)
        menu.addAction("Duplicate", self.duplicate)
        menu.addAction("Remove", self.remove_step)
        menu.popup(place.toPoint())

    def _fastest(self, row: int) -> float:
        placed, program = current_robot(self._session.state), self.program
        return fastest(placed.robot, program, row) if placed and program else 0.0

    def _connect(self) -> None:
        self.choice.activated.connect(lambda: self._choose_last(self.choice.currentText()))
        self.table.stepped.connect(self._change_step)
        self.table.refused.connect(self.notice.setText)
        self.table.unchanged.connect(self._again)
        self.table.itemSelectionChanged.connect(self._select)
        line = self.line
        line.chosen.connect(self.table.selectRow)
        line.opened.connect(lambda _: self.go())
        line.sought.connect(lambda time: self._do(partial(self.play.scrub, time)))
        line.retimed.connect(self.retime)
        line.rested.connect(lambda row, seconds: self._change_step(row, {"wait": seconds}))
        line.moved.connect(self.move_to)
        line.removed.connect(lambda _: self.remove_step())
        line.menu_wanted.connect(self._show_menu)
        self._playback.moved.connect(self._follow_time)
        self._playback.changed.connect(self._mark_hits)
        self._desk.collisions.passed.connect(self._mark_hits)
        self._desk.settings.changed.connect(self._again)
        self._desk.theme.changed.connect(self._again)
        self._desk.binding.follow(lambda s: (s.document, s.selection), self._show)

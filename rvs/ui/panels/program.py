"""Teaching: a list of postures with moves, speeds, waits and grips, and the motion they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QMainWindow,
    QMenu,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from rvs.engine.errors import RvsError
from rvs.model.current import current_robot
from rvs.model.document import Document, PlacedRobot, change_robot
from rvs.model.programs.edits import (
    add_program,
    change_step,
    insert_step,
    move_step,
    remove_program,
    remove_step,
    rename_program,
)
from rvs.model.programs.program import Action, MoveBy, Program, Step
from rvs.model.programs.run import ProgramRun, run_program
from rvs.model.programs.step_text import FieldName, field_change, field_text
from rvs.model.quantities import UNITS, Unit, joint_unit, shown_short
from rvs.model.state import State
from rvs.ui import trajectory_commands
from rvs.ui.desk import Desk
from rvs.ui.playback import Loaded, Playback
from rvs.ui.widgets.combo import Combo
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.name_dialog import NameDialog

COLUMNS: tuple[tuple[str, FieldName | None], ...] = (
    ("Posture", "name"),
    ("Move", None),
    ("Speed", "speed"),
    ("Blend", "blend"),
    ("At its end", None),
    ("Wait", "wait"),
)
MOVES: dict[MoveBy, str] = {"joints": "Joints", "line": "Straight"}
ACTIONS: dict[Action, str] = {"": "–", "take": "Take", "release": "Release"}
LINE_SPEED = 0.25
JOINT_SPEED = 0.5
FIRST_NAME = "program"
ROW = 32
HINT = "Pose the robot, then teach the posture. Steps are done from top to bottom."


class ProgramPanel(Dock):
    """The programs of the current robot, one of them as a table of steps."""

    def __init__(self, desk: Desk, playback: Playback, window: QMainWindow) -> None:
        super().__init__("program", "Program", desk.theme, window)
        self._desk, self._session, self._playback = desk, desk.session, playback
        self._name = ""
        self._shown: tuple[object, ...] = ()
        self._filling = False
        self._run: ProgramRun | None = None
        self.choice = Combo("Program")
        self.table = QTableWidget(0, len(COLUMNS))
        self.notice = named_label("Secondary")
        self.buttons: dict[str, QPushButton] = {}
        menu = QMenu(self)
        menu.addAction("New program…", self.new)
        menu.addAction("Rename…", self.rename)
        menu.addAction("Remove program", self.remove)
        self.add_button("more", "New, rename, remove", menu)
        self.set_body(self._make_body(), scrolls=False)
        self._connect()
        self.hide()

    @property
    def program(self) -> Program | None:
        """The program shown."""
        programs = self._own(self._session.state)
        return next((one for one in programs if one.name == self._name), None)

    @property
    def row(self) -> int:
        """The chosen step, or -1."""
        return self.table.currentRow()

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
            self._edit(f"Rename {program.name}", lambda d: rename_program(d, program.name, name))
            self._choose_last(name)

        self._ask("Rename program", program.name, change)

    def remove(self) -> None:
        """Take the program away; undo brings it back."""
        program = self.program
        if program is not None:
            self._edit(f"Remove {program.name}", lambda d: remove_program(d, program.name))

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
        self._edit(f"New {name}", lambda document: add_program(document, made))
        self._choose_last(self._own(self._session.state)[-1].name)
        return self.program

    def _choose_last(self, name: str) -> None:
        self._name = name
        self._show(self._session.state)

    # -- steps --------------------------------------------------------------------------------

    def teach(self) -> None:
        """Put the present posture behind the chosen step."""
        placed = current_robot(self._session.state)
        program = self.program or self._begin(FIRST_NAME)
        if placed is None or program is None:
            return
        row = self.row + 1 if self.row >= 0 else len(program.steps)
        step = Step(self._session.state.postures[placed.id])
        self._edit("Teach a posture", lambda d: insert_step(d, program.name, row, step))
        self.table.selectRow(row)

    def update_step(self) -> None:
        """Give the chosen step the present posture."""
        placed, program = current_robot(self._session.state), self.program
        if placed is not None and program is not None and self.row >= 0:
            self._change("Teach again", self.row, q=self._session.state.postures[placed.id])

    def go(self) -> None:
        """Put the robot into the posture of the chosen step."""
        placed, program = current_robot(self._session.state), self.program
        if placed is None or program is None or self.row < 0:
            return
        self._session.settle()
        self._session.pose(placed.id, program.steps[self.row].q, f"Go to step {self.row + 1}")
        self._session.settle()

    def remove_step(self) -> None:
        """Take the chosen step out."""
        program, row = self.program, self.row
        if program is not None and row >= 0:
            self._edit("Remove a step", lambda d: remove_step(d, program.name, row))
            self.table.selectRow(min(row, self.table.rowCount() - 1))

    def shift(self, way: int) -> None:
        """Move the chosen step up (-1) or down (1)."""
        program, row = self.program, self.row
        if program is not None and row >= 0 and 0 <= row + way < len(program.steps):
            self._edit("Move a step", lambda d: move_step(d, program.name, row, row + way))
            self.table.selectRow(row + way)

    def run(self) -> None:
        """Make the motion and load it into the player."""
        placed, program, run = current_robot(self._session.state), self.program, self._run
        if placed is None or program is None or run is None:
            return
        if placed.payload is not None and run.grips != placed.grips:
            label = f"Grips of {program.name}"
            robot_id = placed.id
            self._session.edit(label, lambda d: change_robot(d, robot_id, grips=run.grips))
            placed = self._session.state.document.robot(placed.id)
        loaded = Loaded(
            program.name, run.trajectory, placed, findings=run.findings, marks=run.arrivals
        )
        trajectory_commands.take(self._desk, loaded)
        self._playback.play()

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
        shown = (program, placed, tuple(names), preferences)
        if shown == self._shown:
            return
        self._shown = shown
        self._filling = True
        self.choice.clear()
        self.choice.addItems(names or ["No program yet"])
        self.choice.setCurrentIndex(names.index(self._name) if names else 0)
        self.choice.setEnabled(bool(names))
        row = self.row
        self._fill(program, placed)
        if program is not None and program.steps:
            self.table.selectRow(min(max(row, 0), len(program.steps) - 1))
        self._filling = False
        self._compile(program, placed)
        self._enable()

    def _fill(self, program: Program | None, placed: PlacedRobot | None) -> None:
        steps = program.steps if program and placed else ()
        self.table.setRowCount(len(steps))
        for row, step in enumerate(steps):
            for column, (_, field) in enumerate(COLUMNS):
                if field is not None and placed is not None:
                    self.table.setItem(row, column, self._item(step, field, placed))
            self.table.setCellWidget(row, 1, self._box(row, "by", MOVES, step.by))
            self.table.setCellWidget(row, 4, self._box(row, "action", ACTIONS, step.action))

    def _item(self, step: Step, field: FieldName, placed: PlacedRobot) -> QTableWidgetItem:
        text = field_text(step, field, self._unit(placed))
        item = QTableWidgetItem(text if field != "name" else step.name or _values(step, placed))
        if field == "name":
            item.setToolTip(_values(step, placed))
            if not step.name:
                item.setForeground(QColor(self.theme.colors.text_2))
        else:
            item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if field == "blend" and step.by != "line":
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
            item.setToolTip("Only straight moves round their corners")
        return item

    def _box(self, row: int, field: str, words: Mapping[Any, str], value: str) -> QWidget:
        box = Combo(f"Step {row + 1}, {field}")
        for key, word in words.items():
            box.addItem(word, key)
        box.setCurrentIndex(list(words).index(value))
        box.currentIndexChanged.connect(lambda _, box=box: self._chose(row, field, box))
        holder = QWidget()
        line = QHBoxLayout(holder)
        line.setContentsMargins(2, 2, 2, 2)
        line.addWidget(box)
        return holder

    def _chose(self, row: int, field: str, box: Combo) -> None:
        value = box.currentData()
        changes = {field: value}
        if field == "by":
            # A share of rates says nothing about the speed of a tool, nor the other way round.
            changes |= {"speed": LINE_SPEED if value == "line" else JOINT_SPEED, "blend": 0.0}
        self._change(f"Change step {row + 1}", row, **changes)

    def _typed(self, item: QTableWidgetItem) -> None:
        program, placed = self.program, current_robot(self._session.state)
        field = COLUMNS[item.column()][1]
        if self._filling or program is None or placed is None or field is None:
            return
        step = program.steps[item.row()]
        try:
            changes = field_change(step, field, item.text(), self._unit(placed))
            self._change(f"Change step {item.row() + 1}", item.row(), **changes)
        except RvsError as error:
            self._refuse(item, str(error))
            return
        if replace(step, **changes) == step:
            self._again()

    def _refuse(self, item: QTableWidgetItem, reason: str) -> None:
        """Leave the text as it was typed and say what is wrong with it."""
        self._filling = True
        item.setForeground(QColor(self.theme.colors.limit))
        item.setToolTip(reason)
        self._filling = False
        self.notice.setText(f"{reason[:1].upper()}{reason[1:]}.")

    def _again(self) -> None:
        """Write the texts anew, where a typed one meant what was there."""
        self._shown = ()
        self._show(self._session.state)

    def _compile(self, program: Program | None, placed: PlacedRobot | None) -> None:
        self._run = None
        if program is None or placed is None or not program.steps:
            self.notice.setText(HINT)
            self.subtitle.setText("")
            return
        try:
            self._run = run_program(placed.robot, program)
        except RvsError as error:
            self.notice.setText(str(error))
            return
        run = self._run
        self.subtitle.setText(f"cycle {run.cycle:.2f} s")
        if run.findings:
            worst = sorted(run.findings, key=lambda one: not one.stops)[0]
            self.notice.setText(f"{worst.start:.2f} s: {worst.words}.")
        else:
            count = len(program.steps)
            self.notice.setText(f"{count} step{'s' * (count > 1)}, nothing in the way.")

    def _enable(self) -> None:
        program, placed = self.program, current_robot(self._session.state)
        chosen = program is not None and 0 <= self.row < len(program.steps)
        for name in ("update", "go", "up", "down", "remove"):
            self.buttons[name].setEnabled(chosen)
        self.buttons["teach"].setEnabled(placed is not None)
        moves = program is not None and len(program.steps) > 1
        self.buttons["run"].setEnabled(moves and self._run is not None)

    def _follow_time(self) -> None:
        """Show which step the playing program is on."""
        loaded, program = self._playback.loaded, self.program
        if loaded is None or program is None or loaded.name != program.name or not loaded.marks:
            return
        row = int(np.searchsorted(loaded.marks, self._playback.time - 1e-9))
        row = min(row, self.table.rowCount() - 1)
        if row != self.row:
            self._filling = True
            self.table.selectRow(row)
            self._filling = False

    def _select(self) -> None:
        """Bring the player to the chosen step, where it plays this program."""
        self._enable()
        loaded, program = self._playback.loaded, self.program
        known = loaded is not None and program is not None and loaded.name == program.name
        if self._filling or not known or self._playback.playing or loaded is None:
            return
        if 0 <= self.row < len(loaded.marks):
            self._playback.seek(loaded.marks[self.row])

    # -- parts --------------------------------------------------------------------------------

    def _edit(self, label: str, change: Callable[[Document], Document]) -> None:
        self._session.settle()
        self._session.edit(label, change)
        self._session.settle()

    def _change(self, label: str, row: int, **changes: object) -> None:
        program = self.program
        if program is not None:
            self._edit(label, lambda d: change_step(d, program.name, row, **changes))

    def _unit(self, placed: PlacedRobot) -> Unit:
        preferences = self._desk.settings.preferences
        return UNITS[placed.unit if preferences.length == "robot" else preferences.length]

    def _make_body(self) -> QWidget:
        self.table.setHorizontalHeaderLabels([title for title, _ in COLUMNS])
        self.table.setObjectName("Steps")
        self.table.setAccessibleName("Steps of the program")
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setShowGrid(False)
        self.table.verticalHeader().setDefaultSectionSize(ROW)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.choice, 1)
        for name, text, tip, run in (
            ("teach", "Teach", "Add the present posture behind the chosen step", self.teach),
            ("update", "Teach again", "Give the step the present posture", self.update_step),
            ("go", "Go there", "Put the robot into the posture of the step", self.go),
            ("up", "Up", "Move the step up", partial(self.shift, -1)),
            ("down", "Down", "Move the step down", partial(self.shift, 1)),
            ("remove", "Remove", "Take the step out", self.remove_step),
            ("run", "Run", "Make the motion and play it", self.run),
        ):
            top.addWidget(self._button(name, text, tip, run))
        self.buttons["run"].setProperty("filled", True)
        column = QVBoxLayout()
        column.setContentsMargins(16, 10, 16, 10)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self.table, 1)
        column.addWidget(self.notice)
        body = QWidget()
        body.setLayout(column)
        return body

    def _button(self, name: str, text: str, tip: str, run: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.clicked.connect(lambda _=False: run())
        self.buttons[name] = button
        return button

    def _connect(self) -> None:
        self.choice.activated.connect(lambda: self._choose_last(self.choice.currentText()))
        self.table.itemChanged.connect(self._typed)
        self.table.itemSelectionChanged.connect(self._select)
        self._playback.moved.connect(self._follow_time)
        self._desk.settings.changed.connect(self._again)
        self._desk.theme.changed.connect(self._again)
        self._desk.binding.follow(lambda s: (s.document, s.selection), self._show)


def _values(step: Step, placed: PlacedRobot) -> str:
    units = (joint_unit(joint, "deg", placed.unit) for joint in placed.robot.joints)
    shown = (
        shown_short(round(q / unit.factor, 1) * unit.factor, unit)
        for q, unit in zip(step.q, units, strict=True)
    )
    return ", ".join(shown)

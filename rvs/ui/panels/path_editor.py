"""Editor for a path of the tool: a table next to its text, shown in the view during editing."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import (
    QMenu,
)

from rvs.engine.errors import RvsError
from rvs.engine.robot import Pose
from rvs.engine.transforms import inverse
from rvs.files.library import own_path
from rvs.files.motions.ctraj import CartesianFile, parse_ctraj, read_ctraj
from rvs.files.motions.ctraj_write import move_text, moves_text, start_text
from rvs.files.storage.outside_changes import note_opened, write_document
from rvs.files.storage.recent import add_recent
from rvs.files.text.errors import FileErrors
from rvs.files.text.source import read_source
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot, called
from rvs.model.numbers.quantities import short_number
from rvs.model.numbers.units import UNITS
from rvs.model.paths import Move, MoveKind, MovePlan
from rvs.model.paths.edits import insert_move, pose_of, shift_move, with_move, with_pose, without
from rvs.model.paths.moves import Point
from rvs.model.paths.path import as_rows
from rvs.model.state import State
from rvs.scripting.loaded import Followed
from rvs.ui import file_dialogs
from rvs.ui.commands import paths as path_commands
from rvs.ui.commands.paths import fill_menu
from rvs.ui.desk import Desk
from rvs.ui.messages import and_more
from rvs.ui.saving import unsaved
from rvs.ui.saving.drafts import Draft
from rvs.ui.view.path_preview import PathPreview
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.paths import KINDS, WORDS, PathForm
from rvs.words import begun, tr

NAME = "path"
FILTER = "Paths of the tool (*.ctraj);;All files (*)"
CHECK_MS = 250
HINT = "Move the tool to the start of the path and choose Start here."
NEXT = "Move the tool to the next point and choose Line here, or another move."
ROWS = "This path has poses at given times. Edit its text; the table shows only moves."
# What each button waits for before its move is complete: so many points on the way.
POINTS: dict[MoveKind, int] = {"line": 0, "screw": 0, "arc": 1, "circle": 2}
_SPLINE, _ENDED = "spline { to = [ ", " ] }"
_MOVES = re.compile(rf"\b({'|'.join(KINDS)})\s*{{")


class PathEditor(Dock):
    """A path in its file form; errors are reported by line, a valid path can be followed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("path_editor", "Tool path editor", desk.theme, desk.window)
        self._desk, self._target = desk, desk.gizmos.tool
        self._points: dict[MoveKind, list[Point]] = {}
        self._file: CartesianFile | None = None
        self._path: Path | None = None
        form = self._make_form()
        self.table, self.text, self.pace = form.table, form.text, form.pace
        self.notice, self.buttons = form.notice, form.buttons
        self.preview = PathPreview(desk)
        self.preview.answered.connect(self._tell)
        self._pause = QTimer(self, singleShot=True, interval=CHECK_MS)
        self._pause.timeout.connect(self.check)
        self.menu = QMenu(self)
        opened = partial(fill_menu, self.menu, desk, self.open_file, self.ask_open)
        self.menu.aboutToShow.connect(opened)
        self.add_button("open", "Open a path", self.menu)
        self.set_body(form)
        self.text.textChanged.connect(self._pause.start)
        words = "tool path"
        self.draft = Draft(
            self.objectName(), words, self.text.toPlainText, self.save, self._replace
        )
        self._connect()
        self.check()
        desk.drafts.add(self.draft)

    # -- opening and saving -------------------------------------------------------------------

    def save(self) -> bool:
        """Ask for a name and save the text unchanged; return whether it is saved."""
        start = str(own_path("ctraj", self._path.stem if self._path else NAME))
        path = file_dialogs.save_file(self._desk.window, "Save path", start, FILTER)
        return path is not None and self.save_to(path)

    def begin(self) -> None:
        """Begin a new path at the tool; undo restores the old text."""
        placed, pose = current_robot(self._desk.session.state), self._pose()
        if placed is None or pose is None:
            return
        lines = [f"unit = {placed.unit}", f"speed = {self._speed(placed.unit)}"]
        self._points, self._path = {}, None
        self._name_buttons()
        self._replace("\n".join([*lines, start_text(pose, placed.unit), ""]))

    def ask_open(self) -> None:
        """Ask for a file and open it."""
        start = str(self._path or own_path("ctraj", NAME).parent)
        path = file_dialogs.open_file(self._desk.window, "Open path", start, FILTER)
        if path and self.open_file(path):
            add_recent(path)

    def open_file(self, path: Path) -> bool:
        """Put the text of a file into the editor; return whether it is a path."""
        if self._desk.messages.reading(path, read_ctraj) is None:
            return False
        if not unsaved.may_drop(self._desk, self.draft):
            return False
        note_opened(path)
        text = read_source(path).text
        self._points, self._path, self.draft.kept = {}, path, text
        self._name_buttons()
        self._replace(text)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        words = tr("Opened {name}; Undo in the text editor restores the old text", path.name)
        self._desk.say(words)
        return True

    def save_to(self, path: Path) -> bool:
        """Save the text unchanged; return whether it succeeded."""
        text = self.text.toPlainText()
        with self._desk.messages.telling("not saved", path) as done:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_document(path, text)
        if not done:
            return False
        self._path, self.draft.kept = path, text
        self._desk.cell_file.changed.emit()
        add_recent(path)
        self._desk.say(tr("Saved {path}", path))
        return True

    def follow(self) -> None:
        """Make the robot follow the path."""
        self.check()
        placed = current_robot(self._desk.session.state)
        if self._file is None or placed is None:
            return
        start = self._desk.session.state.postures[placed.id]
        path = self._path or Path(NAME)
        path_commands.show(self._desk, Followed(self._file, path.stem, path, placed, start))

    # -- moves --------------------------------------------------------------------------------

    def add(self, kind: MoveKind) -> None:
        """Add a move to the pose of the tool, or store the point if the move needs more points."""
        pose = self._pose()
        if pose is None:
            return
        points = self._points.setdefault(kind, [])
        here: Point = (pose[0][3], pose[1][3], pose[2][3])
        wanted = POINTS[kind]
        if kind == "circle":
            points.append(here)
            if len(points) == wanted:
                self._insert(Move(kind, (), tuple(points)))
        elif len(points) < wanted:
            points.append(here)
        else:
            self._insert(Move(kind, (pose,), tuple(points)))
        self._name_buttons()
        self._preview()

    def add_to_spline(self) -> None:
        """Extend a spline to the pose of the tool: the last one, or a new one."""
        placed, pose = current_robot(self._desk.session.state), self._pose()
        if placed is None or pose is None:
            return
        made = move_text(Move("spline", (pose,)), placed.unit)
        text = self.text.toPlainText()
        ahead, mark, last = text.rstrip().rpartition(_SPLINE)
        before = last.partition(_ENDED)[0]
        if not mark or last != before + _ENDED or "\n" in before:
            self._write(made)
            return
        before = before if before.startswith("[") else f"[ {before} ]"
        inner = made[made.index("[") :].rsplit("}", 1)[0].strip()
        self._replace(f"{ahead}{_SPLINE}{before}, {inner}{_ENDED}\n")

    def take_pose(self) -> None:
        """Set the selected row to the pose of the tool."""
        plan, row, pose = self.table.plan, self.table.chosen, self._pose()
        if plan is not None and row is not None and pose is not None:
            self._edit(lambda: with_pose(plan, row, pose))

    def take_via(self) -> None:
        """Set the intermediate point of the selected arc or circle to the tool point."""
        plan, row, pose = self.table.plan, self.table.chosen, self._pose()
        if plan is None or row is None or row.move < 0 or pose is None:
            return
        via = plan.moves[row.move].via
        here: Point = (pose[0][3], pose[1][3], pose[2][3])
        self._edit(lambda: with_move(plan, row.move, via=(*via[1:], here)))

    def go(self) -> None:
        """Move the tool to the selected row, as far as the arm reaches."""
        plan, row = self.table.plan, self.table.chosen
        placed = current_robot(self._desk.session.state)
        pose = pose_of(plan, row) if plan is not None and row is not None else None
        if pose is not None and placed is not None:
            wanted = np.array(placed.place) @ np.array(pose)
            self._target.reach(wanted, label="Go to a pose of the path")

    def shift(self, way: int) -> None:
        """Move the selected move up (-1) or down (1)."""
        plan, row = self.table.plan, self.table.chosen
        if plan is None or row is None or not 0 <= row.move + way < len(plan.moves):
            return
        if self._edit(lambda: shift_move(plan, row.move, row.move + way)):
            self.table.choose(row.move + way)

    def remove(self) -> None:
        """Remove the selected row."""
        plan, row = self.table.plan, self.table.chosen
        if plan is not None and row is not None:
            self._edit(lambda: without(plan, row))

    def _insert(self, move: Move) -> None:
        """Put a move after the selected one, or at the end if none is selected."""
        self._points[move.kind] = []
        plan, row, placed = self.table.plan, self.table.chosen, self._placed
        if plan is None or row is None or row.move == len(plan.moves) - 1:
            self._write(move_text(move, self._unit if plan else placed.unit if placed else "m"))
            self.table.choose(len(self.table.plan.moves) - 1 if self.table.plan else 0)
        elif self._edit(lambda: insert_move(plan, row.move + 1, move)):
            self.table.choose(row.move + 1)

    def _edit(self, change: Callable[[], MovePlan]) -> bool:
        """Write the edited moves; return whether they form a path."""
        try:
            plan = change()
        except RvsError as error:
            self._complain(str(error))
            return False
        self._take_plan(plan)
        return True

    def _take_plan(self, plan: MovePlan, _label: str = "") -> None:
        if self._file is not None:
            self._take_file(CartesianFile(plan, self._file.robot, self._file.unit,
                                          self._file.orientation, self._file.repeat,
                                          text=self._file.text))  # fmt: skip

    def _take_file(self, file: CartesianFile, _label: str = "") -> None:
        """Write the text of a file of moves; unchanged parts keep their text."""
        if isinstance(file.way, MovePlan):
            # Via points in rows have no text that could be kept.
            text = file.text if _MOVES.search(file.text) else ""
            self._replace(moves_text(file, file.way, text))

    # -- what is shown ------------------------------------------------------------------------

    def check(self) -> None:
        """Read the text, and report its errors or whether the robot can follow it."""
        self._file = None
        self._pause.stop()
        text = self.text.toPlainText()
        trouble = ""
        if text.strip():
            try:
                self._file = parse_ctraj(text, NAME)
            except FileErrors as failure:
                first = failure.errors[0]
                trouble = (tr("line {line}: ", first.line) if first.line else "") + first.message
        for name in ("follow", "save"):
            self.buttons[name].setEnabled(self._file is not None)
        plan = self._file.way if self._file is not None else None
        moves = plan if isinstance(plan, MovePlan) else None
        self.table.show_plan(moves, self._unit, self._desk.turns)
        self.pace.show_file(self._file if moves is not None else None)
        self._preview()
        colors = self.theme.colors
        if not text.strip():
            self.notice.say(HINT, "note", colors.text_2)
        elif trouble and not _MOVES.search(text) and "start" in text:
            self.notice.say(NEXT, "note", colors.text_2)
        elif trouble:
            self.notice.say(trouble, "error", colors.limit)
        else:
            self._tell()
        self._choose()
        self._desk.cell_file.changed.emit()

    def _tell(self) -> None:
        """Show the length of the path and the part that the robot can follow."""
        file, findings, colors = self._file, self.preview.findings, self.theme.colors
        if file is None:
            return
        length = f"{file.motion.duration:.2f} s"
        rows = [] if isinstance(file.way, MovePlan) else [tr(ROWS)]
        if findings is None:
            words = " · ".join((length, tr("checking the reach…"), *rows))
            self.notice.say(words, "note", colors.text_2)
        elif not findings:
            words = " · ".join((length, tr("reached to its end"), *rows))
            self.notice.say(words, "check", colors.ok)
        else:
            worst, unit = findings[0], self._placed.unit if self._placed else file.unit
            words = and_more(path_commands.describe(worst, unit), len(findings) - 1)
            color = colors.limit if worst.stops else colors.warn
            self.notice.say(words, "error" if worst.stops else "warning", color)

    def _preview(self) -> None:
        waiting = tuple(point for points in self._points.values() for point in points)
        self.preview.show(self._file, waiting, self.isVisible())

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self.check()

    def hideEvent(self, event: object) -> None:
        super().hideEvent(event)  # type: ignore[arg-type]
        self._preview()

    def _choose(self) -> None:
        """Offer the actions for the selected row."""
        plan, row = self.table.plan, self.table.chosen
        chosen = plan is not None and row is not None
        move = plan.moves[row.move] if plan and row and row.move >= 0 else None
        self.buttons["pose"].setEnabled(chosen and (move is None or bool(move.to)))
        self.buttons["go"].setEnabled(chosen and (move is None or bool(move.to)))
        self.buttons["via"].setEnabled(move is not None and bool(move.via))
        for name in ("up", "down", "remove"):
            self.buttons[name].setEnabled(move is not None)

    # -- parts --------------------------------------------------------------------------------

    @property
    def _placed(self) -> PlacedRobot | None:
        return current_robot(self._desk.session.state)

    @property
    def _unit(self) -> str:
        """Unit of length of the text."""
        placed = self._placed
        return self._file.unit if self._file else placed.unit if placed else "m"

    def _pose(self) -> Pose | None:
        """Return the target pose of the tool relative to the robot's base."""
        placed, pose = self._placed, self._target.pose
        if placed is None or pose is None:
            return None
        return as_rows(inverse(np.array(placed.place)) @ pose)

    def _write(self, line: str) -> None:
        text = self.text.toPlainText()
        gap = "" if not text or text.endswith("\n") else "\n"
        self._replace(f"{text}{gap}{line}\n")

    def _replace(self, text: str) -> None:
        """Replace the text, as a step for the editor's own undo."""
        cursor = self.text.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.text.moveCursor(QTextCursor.MoveOperation.End)
        self.check()

    def _undo(self, back: bool) -> None:
        self.text.undo() if back else self.text.redo()
        self.check()

    def _complain(self, reason: str) -> None:
        words = reason.partition(": ")[2] or reason
        text = begun(words)
        self.notice.say(text, "error", self.theme.colors.limit)

    def _speed(self, unit: str) -> str:
        return short_number(path_commands.SPEED / UNITS[unit].factor, 4)

    def _show(self, state: State) -> None:
        placed = current_robot(state)
        self.subtitle.setText(called(state.document, placed) if placed else "")
        for name in ("start", "spline", *POINTS):
            self.buttons[name].setEnabled(placed is not None)
        if self.isVisible():
            self._preview()

    def _name_buttons(self) -> None:
        for kind in POINTS:
            self.buttons[kind].setText(WORDS[kind][len(self._points.get(kind, []))])

    def _connect(self) -> None:
        table, desk = self.table, self._desk
        table.edited.connect(self._take_plan)
        table.refused.connect(self._complain)
        table.unchanged.connect(self.check)
        table.undo_wanted.connect(self._undo)
        table.itemSelectionChanged.connect(self._choose)
        self.pace.edited.connect(self._take_file)
        self.pace.refused.connect(self._complain)
        desk.binding.follow(lambda s: (s.document, s.selection), self._show)

    def _make_form(self) -> PathForm:
        return PathForm(
            self.theme,
            {
                "start": self.begin,
                "spline": self.add_to_spline,
                "pose": self.take_pose,
                "via": self.take_via,
                "go": self.go,
                "up": partial(self.shift, -1),
                "down": partial(self.shift, 1),
                "remove": self.remove,
                "save": self.save,
                "follow": self.follow,
                **{kind: partial(self.add, kind) for kind in WORDS},
            },
        )

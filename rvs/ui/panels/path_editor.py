"""Writes a path of the tool: as text, with moves put in from where the tool is."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtGui import QFontDatabase, QTextCursor
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from rvs.engine.errors import RvsError
from rvs.engine.robot import Pose
from rvs.engine.transforms import inverse
from rvs.files.library import own_path
from rvs.files.motions.ctraj import CartesianFile, parse_ctraj
from rvs.files.motions.ctraj_write import move_text, start_text
from rvs.files.storage.atomic import write_text
from rvs.files.storage.recent import add_recent
from rvs.files.text.errors import FileErrors
from rvs.model.current import current_robot
from rvs.model.document import called
from rvs.model.numbers.quantities import UNITS, short_number
from rvs.model.paths import Move, MoveKind
from rvs.model.paths.moves import Point
from rvs.model.paths.pieces import as_rows
from rvs.model.state import State
from rvs.ui.commands import paths as path_commands
from rvs.ui.commands.paths import Followed
from rvs.ui.desk import Desk
from rvs.ui.messages import Message
from rvs.ui.widgets.chip import chip
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.labels import Notice

NAME = "path"
FILTER = "Paths of the tool (*.ctraj);;All files (*)"
CHECK_MS = 250
HINT = "Bring the tool to where the path begins and press Start here."
# What each button waits for before its move is complete: so many points on the way.
POINTS: dict[MoveKind, int] = {"line": 0, "screw": 0, "arc": 1, "circle": 2}
WORDS: dict[MoveKind, tuple[str, ...]] = {
    "line": ("Line here",),
    "screw": ("Screw here",),
    "arc": ("Arc: via here", "Arc: to here"),
    "circle": ("Circle: via here", "Circle: via here, too"),
}
TIPS: dict[MoveKind, str] = {
    "line": "Straight to where the tool is",
    "screw": "On a screw to where the tool is",
    "arc": "On an arc: first a point on the way, then its end",
    "circle": "A whole circle through two points, back to where it began",
}
_SPLINE = re.compile(r"spline \{ to = \[ (.*) \] \}\s*\Z")


class PathEditor(Dock):
    """A path as its file has it; errors are told by line, a good one can be followed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("path_editor", "Path of the tool", desk.theme, desk.window)
        self._desk, self._target = desk, desk.gizmos.tool
        self._points: dict[MoveKind, list[Point]] = {}
        self._file: CartesianFile | None = None
        self._saved = ""
        self.text = QPlainTextEdit()
        self.notice = Notice()
        self.buttons: dict[str, QPushButton] = {}
        self._pause = QTimer(self, singleShot=True, interval=CHECK_MS)
        self._pause.timeout.connect(self.check)
        self.set_body(self._make_body(), scrolls=False)
        self.text.textChanged.connect(self._pause.start)
        desk.binding.follow(lambda s: (s.document, s.selection), self._show)
        self.check()
        desk.drafts.add(self)

    def begin(self) -> None:
        """Begin a new path where the tool is; the text before can be brought back by undo."""
        placed, pose = current_robot(self._desk.session.state), self._pose()
        if placed is None or pose is None:
            return
        lines = [f"unit = {placed.unit}", f"speed = {self._speed(placed.unit)}"]
        self._points = {}
        self._replace("\n".join([*lines, start_text(pose, placed.unit), ""]))

    def add(self, kind: MoveKind) -> None:
        """Put in a move to where the tool is, or remember the point for one that needs more."""
        placed, pose = current_robot(self._desk.session.state), self._pose()
        if placed is None or pose is None:
            return
        points = self._points.setdefault(kind, [])
        here: Point = (pose[0][3], pose[1][3], pose[2][3])
        wanted = POINTS[kind]
        if kind == "circle":
            points.append(here)
            if len(points) == wanted:
                self._append(Move(kind, (), tuple(points)), placed.unit)
        elif len(points) < wanted:
            points.append(here)
        else:
            self._append(Move(kind, (pose,), tuple(points)), placed.unit)
        self._name_buttons()

    def add_to_spline(self) -> None:
        """Lead a spline through where the tool is: the last one, or a new one."""
        placed, pose = current_robot(self._desk.session.state), self._pose()
        if placed is None or pose is None:
            return
        made = move_text(Move("spline", (pose,)), placed.unit)
        text = self.text.toPlainText()
        found = _SPLINE.search(text)
        if found is None:
            self._write(made)
            return
        before = found[1] if found[1].startswith("[") else f"[ {found[1]} ]"
        inner = made[made.index("[") :].rsplit("}", 1)[0].strip()
        self._replace(f"{text[: found.start()]}spline {{ to = [ {before}, {inner} ] }}\n")

    def check(self) -> None:
        """Read the text and say what is wrong with it, or how long the path is."""
        self._file = None
        text = self.text.toPlainText()
        colors = self.theme.colors
        if not text.strip():
            self.notice.say(HINT, "note", colors.text_2)
        else:
            try:
                self._file = parse_ctraj(text, NAME)
                way = self._file.motion
                self.notice.say(f"{way.duration:.2f} s", "check", colors.ok)
            except FileErrors as failure:
                first = failure.errors[0]
                place = f"line {first.line}: " if first.line else ""
                self.notice.say(f"{place}{first.message}", "error", colors.limit)
        for name in ("follow", "save"):
            self.buttons[name].setEnabled(self._file is not None)
        self._desk.cell_file.changed.emit()

    def follow(self) -> None:
        """Let the robot follow the path."""
        self.check()
        placed = current_robot(self._desk.session.state)
        if self._file is None or placed is None:
            return
        start = self._desk.session.state.postures[placed.id]
        path_commands.show(self._desk, Followed(self._file, NAME, Path(NAME), placed, start))

    @property
    def draft_name(self) -> str:
        """What recovery knows the text by."""
        return self.objectName()

    @property
    def draft_words(self) -> str:
        """What people call the text."""
        return "path of the tool"

    @property
    def draft_text(self) -> str:
        """The text as it stands."""
        return self.text.toPlainText().strip() and self.text.toPlainText()

    @property
    def draft_saved(self) -> bool:
        """Whether a file says just this."""
        return self.text.toPlainText() == self._saved

    def draft_restore(self, text: str) -> None:
        """Bring back a text that a crash has cut off."""
        self._replace(text)

    def draft_save(self) -> bool:
        """Ask for a name and save the text as it stands; tell whether it is saved."""
        start = str(own_path("ctraj", NAME))
        name, _ = QFileDialog.getSaveFileName(self._desk.window, "Save path", start, FILTER)
        return bool(name) and self.save_to(Path(name).with_suffix(".ctraj"))

    def save_to(self, path: Path) -> bool:
        """Save the text as it stands; tell whether that went well."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, self.text.toPlainText())
        except (RvsError, OSError) as error:
            self._desk.messages.add([Message("error", f"not saved: {error}", str(path))])
            return False
        self._saved = self.text.toPlainText()
        self._desk.cell_file.changed.emit()
        add_recent(path)
        self._desk.window.statusBar().showMessage(f"Saved {path}", 6000)
        return True

    # -- parts --------------------------------------------------------------------------------

    def _pose(self) -> Pose | None:
        """The wanted pose of the tool, seen from where the robot stands."""
        placed, pose = current_robot(self._desk.session.state), self._target.pose
        if placed is None or pose is None:
            return None
        return as_rows(inverse(np.array(placed.place)) @ pose)

    def _append(self, move: Move, unit: str) -> None:
        self._points[move.kind] = []
        self._write(move_text(move, unit))

    def _write(self, line: str) -> None:
        text = self.text.toPlainText()
        gap = "" if not text or text.endswith("\n") else "\n"
        self._replace(f"{text}{gap}{line}\n")

    def _replace(self, text: str) -> None:
        """Write another text, which the editor's own undo takes back."""
        cursor = self.text.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.text.moveCursor(QTextCursor.MoveOperation.End)
        self.check()

    def _speed(self, unit: str) -> str:
        return short_number(path_commands.SPEED / UNITS[unit].factor, 4)

    def _show(self, state: State) -> None:
        placed = current_robot(state)
        self.subtitle.setText(called(state.document, placed) if placed else "")
        for name in ("start", "spline", *POINTS):
            self.buttons[name].setEnabled(placed is not None)

    def _name_buttons(self) -> None:
        for kind in POINTS:
            self.buttons[kind].setText(WORDS[kind][len(self._points.get(kind, []))])

    def _make_body(self) -> QWidget:
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName("Text of the path")
        self.text.setTabChangesFocus(True)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._button("start", "Start here", "Begin a new path", self.begin))
        for kind in POINTS:
            run = partial(self.add, kind)
            row.addWidget(self._button(kind, WORDS[kind][0], TIPS[kind], run))
        tip = "Lead a spline through where the tool is"
        row.addWidget(self._button("spline", "Spline through here", tip, self.add_to_spline))
        row.addStretch(1)
        row.addWidget(self._button("save", "Save…", "Save the path", self.draft_save))
        follow = self._button("follow", "Follow", "Let the robot follow the path", self.follow)
        follow.setObjectName("")
        follow.setProperty("filled", True)
        row.addWidget(follow)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(16, 10, 16, 10)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self.text, 1)
        column.addWidget(self.notice)
        return body

    def _button(self, name: str, text: str, tip: str, run: Callable[[], object]) -> QPushButton:
        self.buttons[name] = chip(text, tip, run)
        return self.buttons[name]

"""Comparisons of the current robot with another one, and of robots by their workspaces."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial
from math import degrees
from pathlib import Path

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton

from rvs.engine.arrays import Array
from rvs.engine.descriptions.comparison import Likeness, likeness
from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.engine.screws import log3
from rvs.export.tables.study_tables import comparison
from rvs.export.tables.write import FORMATS
from rvs.files.formats import dialog_filter
from rvs.files.library import load_robot, titles
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import shown_short
from rvs.model.numbers.units import Unit
from rvs.study.workspace.outline import Summary, summary
from rvs.study.workspace.workspace import workspace
from rvs.ui import file_dialogs
from rvs.ui.desk import Desk
from rvs.ui.robot_marks import name_of
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.design.tables import SmallTable
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.layouts import STRETCH
from rvs.ui.widgets.screen_fit import resize_on_screen
from rvs.ui.work.jobs import Jobs, Latest
from rvs.words import tr

WIDTH, LONGEST = 620, 430
TOLERANCE, SMALL = 1e-6, 1e-9
NOTHING = "–"
Row = tuple[str, str, str]


class CompareRobots(AskDialog):
    """A robot for comparison, the result, and a table of differences.

    Attributes:
        other: Robots of the cell, then those of the library.
        file: Selects a robot from a file.
        table: Differences, joint by joint.
        found: The result so far, or None.
    """

    def __init__(self, desk: Desk, placed: PlacedRobot) -> None:
        title = tr("Compare {robot}", name_of(desk.session.state, placed.id))
        super().__init__(desk.window, desk.theme, "compare_robots", title, "Close")
        self.setMinimumWidth(WIDTH)
        self._desk, self._placed = desk, placed
        self._work = Latest(desk.closing)
        self.finished.connect(self._work.close)
        self.found: Likeness | None = None
        self.other, self.file = Combo("Compare with"), QPushButton("File…")
        self.file.setToolTip("A robot in a file: .arch, URDF, MJCF, a table or a script")
        self.table = SmallTable("Differences", ("", "this", "other"))
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.cancel.hide()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(QLabel("with"))
        row.addWidget(self.other, 1)
        row.addWidget(self.file)
        self.ask(row, self.notice, self.table, STRETCH)
        self.table.hide()
        self._fill()
        self.other.activated.connect(lambda _: self._choose())
        self.file.clicked.connect(lambda _=False: self._ask_file())
        self._choose()

    def compare(self, other: Robot, name: str) -> None:
        """Compare with a robot; the result appears when it is ready."""
        one = self._placed.robot
        self.found = None
        self.table.hide()
        self.notice.say(tr("Comparing with {name}", name), "", self._theme.colors.text_2)

        def work() -> Generator[None, None, Likeness]:
            yield
            return likeness(one, other, TOLERANCE)

        self._work.start(work, lambda found: self._show(found, name), self._fail)

    def _fill(self) -> None:
        state = self._desk.session.state
        for one in state.document.robots:
            if one.id != self._placed.id:
                self.other.addItem(tr("{robot} (this cell)", name_of(state, one.id)), one.robot)
        if self.other.count():
            self.other.insertSeparator(self.other.count())
        else:
            self.other.addItem("Choose a robot…")
        for title, path in titles():
            self.other.addItem(title, str(path))

    def _choose(self) -> None:
        chosen, name = self.other.currentData(), self.other.currentText()
        if isinstance(chosen, Robot):
            self.compare(chosen, name)
        elif chosen:
            self._load(Path(chosen), name)

    def _ask_file(self) -> None:
        path = file_dialogs.open_file(self, "Compare with", "", dialog_filter("robot"))
        if path is not None:
            self._load(path, path.name)
            if self.found is None and self._work.busy:
                self.other.addItem(path.name, str(path))
                self.other.setCurrentIndex(self.other.count() - 1)

    def _load(self, path: Path, name: str) -> None:
        try:
            robot = load_robot(path).robot
        except (RvsError, OSError) as error:
            self._fail(error)
            return
        self.compare(robot, name)

    def _fail(self, error: Exception) -> None:
        self.table.hide()
        self.complain(str(error))

    def _show(self, found: Likeness, name: str) -> None:
        self.found = found
        rows = [*self._constants(found), *_differences(found)]
        if found.same:
            words = "The same robot, except for the differences below" if rows else "The same robot"
            shown = tr("{words} (poses agree to {error:.1e})", words, found.error)
            self.notice.say(shown, "note", self._theme.colors.text_2)
        else:
            self.notice.say("Not the same robot", "warning", self._theme.colors.warn)
        self.table.set_heads(("", "this robot", name))
        self.table.show_rows(rows)
        self.table.setFixedHeight(min(self.table.height(), LONGEST))
        self.table.setVisible(bool(rows))
        self.fit()

    def _constants(self, found: Likeness) -> Iterator[Row]:
        """Yield base, tool, directions and zeros of equal robots."""
        if not found.same:
            return
        length, angle = self._desk.units
        for place, pose in (("base", found.base), ("tool", found.tool)):
            if np.abs(pose[:3, 3]).max() > SMALL:
                yield tr("{place}, moved by", place), NOTHING, _place(pose, length)
            turned = float(np.linalg.norm(log3(pose[:3, :3])))
            if turned > SMALL:
                yield tr("{place}, turned by", place), NOTHING, f"{degrees(turned):.4g}°"
        rows = zip(self._placed.robot.joints, found.signs, found.offsets, strict=True)
        for number, (joint, sign, offset) in enumerate(rows, 1):
            if sign < 0:
                yield tr("joint {number}, direction", number), "forwards", "backwards"
            if abs(offset) > SMALL:
                shown = shown_short(float(offset), angle if joint.turns else length)
                yield tr("joint {number}, zero", number), NOTHING, tr("{shown} more", shown)


def _differences(found: Likeness) -> Iterator[Row]:
    for one in found.differences:
        what = one.what.removeprefix("the ").removeprefix("its ")
        place = f"{one.place}, " if one.place else ""
        yield place + what, one.one, one.other


def _place(pose: Array, unit: Unit) -> str:
    shown = (shown_short(value, unit).removesuffix(f" {unit.symbol}") for value in pose[:3, 3])
    return f"{', '.join(shown)} {unit.symbol}"


WORKSPACES_WIDTH, HEIGHT = 860, 320
# Fine enough for four figures.
LEVELS = 2
COPIES = {".tex": "LaTeX", ".md": "Markdown", ".csv": "CSV"}


class CompareWorkspaces(AskDialog):
    """A table that grows as workspaces are computed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(
            desk.window, desk.theme, "compare_workspaces", "Compare workspaces", "Close"
        )
        resize_on_screen(self, QSize(WORKSPACES_WIDTH, HEIGHT))
        self._desk, self._jobs = desk, Jobs()
        self._found: dict[str, Summary | None] = {}
        self.more = Combo("Add a robot of the library")
        self.more.addItem("Add a robot…")
        for title, path in titles():
            self.more.addItem(title, str(path))
        self.more.activated.connect(self._add_entry)
        self.remove = QPushButton("Remove")
        self.remove.setToolTip("Remove the selected robot from the table")
        self.remove.clicked.connect(self._remove)
        self.copy = QPushButton("Copy as")
        menu = QMenu(self.copy)
        for suffix, words in COPIES.items():
            menu.addAction(words).triggered.connect(partial(self._copy, suffix))
        self.copy.setMenu(menu)
        self.table = SmallTable("Workspaces compared", ("robot",))
        self.cancel.hide()
        row = QHBoxLayout()
        row.addWidget(self.more)
        row.addWidget(self.remove)
        row.addStretch(1)
        self.ask(row, self.table, self.notice, STRETCH, foot=self.copy)
        self.finished.connect(self._jobs.close)
        state = desk.session.state
        self._add(*((name_of(state, one.id), one.robot) for one in state.document.robots))

    @property
    def summaries(self) -> list[Summary]:
        """Summaries known so far, in the order in which the robots were added."""
        return [one for one in self._found.values() if one is not None]

    def copy_as(self, suffix: str) -> None:
        """Copy the table to the clipboard in a format."""
        if self.summaries:
            table = comparison(self.summaries, self._desk.units[0])
            QGuiApplication.clipboard().setText(FORMATS[suffix](table))
            self._say(tr("Copied the table as {copies}", COPIES[suffix]))

    def _copy(self, suffix: str, _checked: bool = False) -> None:
        self.copy_as(suffix)

    def _add_entry(self, row: int) -> None:
        path = self.more.itemData(row)
        self.more.setCurrentIndex(0)
        if not path:
            return
        try:
            robot = load_robot(path).robot
        except (RvsError, OSError) as error:
            self.complain(str(error))
            return
        self._add((robot.name, robot))

    def _add(self, *robots: tuple[str, Robot]) -> None:
        """Compute the workspaces of robots, all coarsely before the first one is refined."""
        new = [(name, robot) for name, robot in robots if name not in self._found]
        self._found |= dict.fromkeys(name for name, _ in new)
        for levels in (1, LEVELS):
            for name, robot in new:
                job = self._jobs.start(partial(self._work, name, robot, levels))
                # a method of this dialog, so that it is called in the window's thread
                job.progressed.connect(self._take)
        self._show()

    def _work(
        self, name: str, robot: Robot, levels: int
    ) -> Generator[Summary | tuple[str, str] | None, None, None]:
        try:
            for area in workspace(robot, levels=levels):
                if name not in self._found:
                    return
                yield summary(robot, area, name=name) if area.last else None
        except RvsError as error:
            yield name, str(error)

    def _take(self, found: Summary | tuple[str, str] | None) -> None:
        if isinstance(found, Summary) and found.name in self._found:
            self._found[found.name] = found
            self._show()
        elif isinstance(found, tuple) and found[0] in self._found:
            self._found.pop(found[0])
            self._show()
            self.complain(": ".join(found))

    def _remove(self) -> None:
        row, known = self.table.currentRow(), self.summaries
        if 0 <= row < len(known):
            del self._found[known[row].name]
            self._show()

    def _show(self) -> None:
        known = self.summaries
        if known:
            table = comparison(known, self._desk.units[0])
            self.table.set_heads(table.headings)
            self.table.show_rows(table.rows)
        else:
            self.table.show_rows([])
        left = [name for name, one in self._found.items() if one is None]
        self._say(tr("Searching: {left}", ", ".join(left)) if left else "")
        self.remove.setEnabled(bool(known))
        self.copy.setEnabled(bool(known))

    def _say(self, words: str) -> None:
        self.notice.say(words, "", self._theme.colors.text_2)

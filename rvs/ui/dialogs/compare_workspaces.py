"""Comparison of robots of the cell and the library by their workspaces."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton

from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.export.tables.study_tables import comparison
from rvs.export.tables.write import FORMATS
from rvs.files.library import load_robot, titles
from rvs.study.workspace.summary import Summary, summary
from rvs.study.workspace.workspace import workspace
from rvs.ui.desk import Desk
from rvs.ui.robot_marks import name_of
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.boxes import STRETCH
from rvs.ui.widgets.design.numbers import SmallTable
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.screen_fit import resize_on_screen
from rvs.ui.work.jobs import Jobs
from rvs.words import tr

WIDTH, HEIGHT = 860, 320
# Fine enough for four figures.
LEVELS = 2
COPIES = {".tex": "LaTeX", ".md": "Markdown", ".csv": "CSV"}


class CompareWorkspaces(AskDialog):
    """A table that grows as workspaces are computed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(
            desk.window, desk.theme, "compare_workspaces", "Compare workspaces", "Close"
        )
        resize_on_screen(self, QSize(WIDTH, HEIGHT))
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

"""Comparison of the current robot with another one."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from math import degrees
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton

from rvs.engine.arrays import Array
from rvs.engine.descriptions.comparison import Likeness, likeness
from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.engine.screws import log3
from rvs.files.formats import dialog_filter
from rvs.files.library import load_robot, titles
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import shown_short
from rvs.model.numbers.units import Unit
from rvs.ui import file_dialogs
from rvs.ui.desk import Desk
from rvs.ui.robot_marks import name_of
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.boxes import STRETCH
from rvs.ui.widgets.design.numbers import SmallTable
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.work.jobs import Latest
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

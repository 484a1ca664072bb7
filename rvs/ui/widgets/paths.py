"""Parts of the path editor: a path as a table, and the buttons, the rows and the foot around it.

Speed along a path, and the behaviour at its end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFontDatabase, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTableWidgetItem,
    QWidget,
)

from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.robot import Pose
from rvs.files.motions.ctraj import CartesianFile
from rvs.model.motions.player import REPEATS
from rvs.model.numbers.orientations import ROLL_PITCH_YAW, Orientation
from rvs.model.numbers.quantities import rate_unit, read, short_number
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.paths import MoveKind, MovePlan
from rvs.model.paths.edits import Row, pose_of, rows_of, with_kind, with_move, with_pose
from rvs.model.paths.moves import POINTS, Point
from rvs.model.paths.path import as_rows
from rvs.ui.theme import Theme
from rvs.ui.widgets.chip import chip
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import Notice
from rvs.ui.widgets.layouts import FlowLayout, hbox, holding, labelled, vbox
from rvs.ui.widgets.steps.transport import MODES
from rvs.ui.widgets.typed_table import TypedTable
from rvs.words import begun, tr

KINDS: dict[MoveKind, str] = {
    "line": "Line",
    "arc": "Arc",
    "circle": "Circle",
    "screw": "Screw",
    "spline": "Spline",
}
AXES = ("X", "Y", "Z")
MOVE, FIRST, TURN, VIA, BLEND = 0, 1, 4, 7, 8
ROW, DECIMALS = 28, 5


class PathTable(TypedTable):
    """``edited`` reports a new plan and its label; ``refused`` the reason for an invalid text."""

    edited = Signal(object, str)
    refused = Signal(str)
    unchanged = Signal()
    undo_wanted = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__(0, BLEND + 1)
        self._theme = theme
        self._filling = False
        self.plan: MovePlan | None = None
        self.rows: tuple[Row, ...] = ()
        self._unit, self._turns = UNITS["m"], ROLL_PITCH_YAW["x"]
        self.setObjectName("Steps")
        self.setAccessibleName("Moves of the path")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        # What is long gives way, so that no column is out of sight.
        header.setSectionResizeMode(VIA, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(36)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        self.itemChanged.connect(self._typed)

    @property
    def chosen(self) -> Row | None:
        """The selected row."""
        index = self.currentRow()
        return self.rows[index] if 0 <= index < len(self.rows) else None

    def show_plan(self, plan: MovePlan | None, unit: str, turns: Orientation) -> None:
        """Show other moves, or none.

        Args:
            plan: The moves.
            unit: Name of the unit of length.
            turns: Meaning of roll, pitch and yaw.
        """
        before = self.currentRow()
        self._filling = True
        self.plan, self._unit, self._turns = plan, UNITS[unit], turns
        self.rows = tuple(rows_of(plan)) if plan else ()
        symbol = self._unit.symbol
        self.setHorizontalHeaderLabels(
            ["Move", *(f"{axis} ({symbol})" for axis in AXES)]
            + [f"{word}, °" for word in turns.labels]
            + [tr("Via ({symbol})", symbol), tr("Blend ({symbol})", symbol)]
        )
        for column in range(TURN, VIA):
            if (heading := self.horizontalHeaderItem(column)) is not None:
                heading.setToolTip(turns.explanation)
        for column in (MOVE, VIA):
            if (heading := self.horizontalHeaderItem(column)) is not None:
                heading.setTextAlignment(_side(left=True))
        self.setRowCount(len(self.rows))
        labels = ["" if row.move < 0 else str(row.move + 1) for row in self.rows]
        self.setVerticalHeaderLabels(labels)
        for index, row in enumerate(self.rows):
            assert plan is not None
            self._fill(index, row, plan)
        self._filling = False
        if self.rows:
            self.selectRow(min(max(before, 0), len(self.rows) - 1))

    def choose(self, move: int) -> None:
        """Select the last row of a move."""
        for index, row in enumerate(self.rows):
            if row.move == move and row.last:
                self.selectRow(index)

    def takes(self, event: QKeyEvent) -> bool:
        # The keys of undo are for the path while it is edited, as in its text.
        return _undoes(event) is not None or super().takes(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        back = _undoes(event)
        if back is None:
            super().keyPressEvent(event)
        else:
            self.undo_wanted.emit(back)

    # -- parts --------------------------------------------------------------------------------

    def _fill(self, index: int, row: Row, plan: MovePlan) -> None:
        pose = pose_of(plan, row)
        texts = _numbers(pose, self._unit, self._turns) if pose else [""] * 6
        for column, text in enumerate(texts, FIRST):
            self.setItem(index, column, _item(text, editable=bool(pose)))
        self.removeCellWidget(index, MOVE)
        if row.move < 0:
            self.setItem(index, MOVE, _item("Start", editable=False, left=True))
            self._blank(index, VIA, BLEND)
            return
        move = plan.moves[row.move]
        if not row.last:
            self.setItem(index, MOVE, _item("through", editable=False, left=True))
            self._blank(index, VIA, BLEND)
            return
        self.setItem(index, MOVE, _item("", editable=False))
        self.setCellWidget(index, MOVE, self._box(row, move.kind))
        points = "; ".join(_point(point, self._unit) for point in move.via)
        via = _item(points, editable=bool(move.via), left=True)
        via.setToolTip(points)
        self.setItem(index, VIA, via)
        followed = plan.moves[row.move + 1 : row.move + 2]
        rounds = move.kind == "line" and bool(followed) and followed[0].kind == "line"
        blend = short_number(move.blend / self._unit.factor, DECIMALS) if rounds else ""
        item = _item(blend, editable=rounds)
        if not rounds:
            item.setToolTip("Only a line that is followed by another line has a rounded corner")
        self.setItem(index, BLEND, item)

    def _blank(self, index: int, *columns: int) -> None:
        for column in columns:
            self.setItem(index, column, _item("", editable=False))

    def _box(self, row: Row, kind: MoveKind) -> QWidget:
        box = Combo(tr("Move {move}, kind", row.move + 1))
        for key, word in KINDS.items():
            box.addItem(word, key)
        box.setCurrentIndex(list(KINDS).index(kind))
        box.activated.connect(lambda _: self._choose_kind(row, list(KINDS)[box.currentIndex()]))
        box.setFixedHeight(ROW - 2)
        return holding(hbox(box, gap=-1, edges=(2, 1, 2, 1)))

    def _choose_kind(self, row: Row, kind: MoveKind) -> None:
        plan = self.plan
        if plan is not None and plan.moves[row.move].kind != kind:
            label = tr("Set move {number} to {kind}", row.move + 1, KINDS[kind].lower())
            self._try(partial(with_kind, plan, row.move, kind), label)

    def _typed(self, item: QTableWidgetItem) -> None:
        plan = self.plan
        if self._filling or plan is None:
            return
        row, column, text = self.rows[item.row()], item.column(), item.text()
        change: Callable[[], MovePlan] = partial(self._changed, plan, row, column, text)
        name = "the start" if row.move < 0 else tr("move {move}", row.move + 1)
        reason = self._try(change, tr("Change {name}", name))
        if reason:
            self._filling = True
            item.setForeground(QColor(self._theme.colors.limit))
            item.setToolTip(reason)
            self._filling = False

    def _changed(self, plan: MovePlan, row: Row, column: int, text: str) -> MovePlan:
        """Return the plan resulting from a typed text."""
        if column == VIA:
            via = _points(text, self._unit, POINTS[plan.moves[row.move].kind])
            return with_move(plan, row.move, via=via)
        if column == BLEND:
            return with_move(plan, row.move, blend=read(text or "0", self._unit))
        pose = pose_of(plan, row)
        assert pose is not None
        return with_pose(plan, row, self._with_number(pose, column - FIRST, text))

    def _try(self, change: Callable[[], MovePlan], label: str) -> str:
        """Apply an edit; return the reason for a failure, or nothing."""
        try:
            made = change()
        except RvsError as error:
            reason = str(error)
            self.refused.emit(begun(reason))
            return reason
        if made == self.plan:
            self.unchanged.emit()
        else:
            self.edited.emit(made, label)
        return ""

    def _with_number(self, pose: Pose, index: int, text: str) -> Pose:
        """Return a pose with one number replaced by the typed one."""
        T = np.array(pose)
        if index < 3:
            T[index, 3] = read(text, self._unit)
        else:
            T[:3, :3] = self._turns.changed(T[:3, :3], index - 3, read(text, UNITS["deg"]))
        return as_rows(T)


def _undoes(event: QKeyEvent) -> bool | None:
    """Return True for keys that undo, False for keys that redo, None for others."""
    if event.matches(QKeySequence.StandardKey.Undo):
        return True
    return False if event.matches(QKeySequence.StandardKey.Redo) else None


def _numbers(pose: Pose, unit: Unit, turns: Orientation) -> list[str]:
    """Return the position and angles of a pose as displayed in a table."""
    T = np.array(pose)
    angles = np.degrees(turns.numbers(T[:3, :3]))
    lengths = [short_number(x / unit.factor, DECIMALS) for x in T[:3, 3].tolist()]
    return [*lengths, *(short_number(angle, DECIMALS) for angle in angles.tolist())]


def _point(point: Point, unit: Unit) -> str:
    return ", ".join(short_number(x / unit.factor, DECIMALS) for x in point)


def _points(text: str, unit: Unit, count: int) -> tuple[Point, ...]:
    """Return typed points: numbers between commas, points between semicolons."""
    found = []
    for part in text.split(";"):
        words = [word for word in re.split(r"[,\s]+", part.strip()) if word]
        if len(words) != 3:
            raise ArgumentError("via: expected three numbers per point, for example 0.4, 0.1, 0.3")
        x, y, z = (read(word, unit) for word in words)
        found.append((x, y, z))
    if len(found) != count:
        raise ArgumentError(tr("via: expected {count} points, separated by semicolons", count))
    return tuple(found)


def _item(text: str, editable: bool, left: bool = False) -> QTableWidgetItem:
    item = QTableWidgetItem(text)
    if not editable:
        item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
    item.setTextAlignment(_side(left))
    return item


def _side(left: bool) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


Runs: TypeAlias = Mapping[str, Callable[[], object]]

ROWS_SEEN, HEADING = 4, 30
# What the button of each move says before the move is complete: so many points on the way.
WORDS: dict[MoveKind, tuple[str, ...]] = {
    "line": ("Line here",),
    "screw": ("Screw here",),
    "arc": ("Arc: via here", "Arc: to here"),
    "circle": ("Circle: via here", "Circle: second via here"),
}
ADD: dict[str, tuple[str, str]] = {
    "start": ("Start here", "Begin a new path"),
    "line": (WORDS["line"][0], "Add a straight move to the current tool pose"),
    "screw": (WORDS["screw"][0], "Add a screw motion to the current tool pose"),
    "arc": (WORDS["arc"][0], "Add an arc: first a point on it, then its end"),
    "circle": (
        WORDS["circle"][0],
        "Add a full circle through two points and back to its start",
    ),
    "spline": ("Spline through here", "Continue a spline through the current tool pose"),
}
CHANGE: dict[str, tuple[str, str]] = {
    "pose": ("Pose here", "Set the row to the current tool pose"),
    "via": ("Via here", "Guide the arc or circle through the current tool position"),
    "go": ("Go there", "Move the tool to this pose"),
    "up": ("Up", "Move the row up"),
    "down": ("Down", "Move the row down"),
    "remove": ("Remove", "Remove the row"),
}
FOOT: dict[str, tuple[str, str]] = {
    "save": ("Save…", "Save the path"),
    "follow": ("Follow", "Make the robot follow the path"),
}

FIELD = 104
AUTOMATIC = (
    "Largest acceleration along the path. If empty, speeding up and slowing down "
    "each take a third of the time of a move from rest to rest"
)


class PathForm(QWidget):
    """Widgets without a session."""

    def __init__(self, theme: Theme, runs: Runs) -> None:
        super().__init__()
        self.table, self.text, self.pace = PathTable(theme), QPlainTextEdit(), PaceForm()
        self.notice = Notice()
        self.buttons: dict[str, QPushButton] = {}
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName("Text of the path")
        self.text.setPlaceholderText("The text of the path")
        self.text.setTabChangesFocus(True)
        vbox(
            self._flow(ADD, runs),
            (self._make_halves(), 1),
            self._flow(CHANGE, runs, self.pace.pieces),
            self._make_foot(runs),
            gap=6,
            edges=(16, 8, 16, 8),
            of=self,
        )

    def _make_halves(self) -> QSplitter:
        halves = QSplitter()
        halves.setHandleWidth(8)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.table)
        halves.addWidget(self.text)
        # The start and three moves, below their heading.
        halves.setMinimumHeight(ROWS_SEEN * ROW + HEADING)
        halves.setSizes([1000, 260])
        return halves

    def _flow(
        self, words: Mapping[str, tuple[str, str]], runs: Runs, more: tuple[QWidget, ...] = ()
    ) -> FlowLayout:
        row = FlowLayout(gap=6, between=6)
        for widget in (*(self._button(name, *said, runs) for name, said in words.items()), *more):
            row.addWidget(widget)
        return row

    def _make_foot(self, runs: Runs) -> QHBoxLayout:
        row = hbox((self.notice, 1), *(self._button(n, *said, runs) for n, said in FOOT.items()))
        follow = self.buttons["follow"]
        follow.setObjectName("")
        follow.setProperty("filled", True)
        return row

    def _button(self, name: str, text: str, tip: str, runs: Runs) -> QPushButton:
        self.buttons[name] = chip(text, tip, runs[name])
        return self.buttons[name]


class PaceForm(QObject):
    """``edited`` reports the new file, and the label of the change.

    Attributes:
        pieces: Fields with their labels, for a layout.
    """

    edited = Signal(object, str)
    refused = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._file: CartesianFile | None = None
        self.speed = NumberField("Speed", width=FIELD)
        self.turning = NumberField("Turning", width=FIELD)
        self.acceleration = NumberField("Acceleration", width=FIELD)
        self.acceleration.endless("automatic")
        self.repeat = Combo("At the end")
        for repeat in REPEATS:
            self.repeat.addItem(MODES[repeat], repeat)
        given = labelled("Acceleration", self.acceleration)
        given.setToolTip(AUTOMATIC)
        self.pieces: tuple[QWidget, ...] = (
            labelled("Speed", self.speed), labelled("Turning", self.turning),
            given, labelled("At the end", self.repeat),
        )  # fmt: skip
        for name, field in self._fields.items():
            field.entered.connect(partial(self._pace, name))
            field.refused.connect(self.refused)
        self.repeat.activated.connect(self._choose)

    def show_file(self, file: CartesianFile | None) -> None:
        """Show the contents of a file; None disables all fields."""
        self._file = file
        plan = file.way if file is not None else None
        paced = isinstance(plan, MovePlan)
        for field in self._fields.values():
            field.setEnabled(paced)
            if not paced:
                # Nothing has no pace, not one of 0.
                field.clear()
        self.repeat.setEnabled(file is not None)
        if file is not None and isinstance(plan, MovePlan):
            self.speed.set_unit(rate_unit(UNITS[file.unit]))
            self.turning.set_unit(rate_unit(UNITS["deg"]))
            self.acceleration.set_unit(rate_unit(UNITS[file.unit], "s²"))
            for name, field in self._fields.items():
                field.show_value(getattr(plan.pace, name))
            self.repeat.setCurrentIndex(REPEATS.index(file.repeat))

    @property
    def _fields(self) -> dict[str, NumberField]:
        return {name: getattr(self, name) for name in ("speed", "turning", "acceleration")}

    def _pace(self, name: str, value: float) -> None:
        file = self._file
        if file is None or not isinstance(file.way, MovePlan):
            return
        try:
            change: dict[str, Any] = {name: value}
            way = replace(file.way, pace=replace(file.way.pace, **change))
        except RvsError as error:
            self.refused.emit(str(error))
            return
        self.edited.emit(replace(file, way=way), "Change the speed")

    def _choose(self, index: int) -> None:
        if self._file is not None:
            wanted = replace(self._file, repeat=REPEATS[index])
            self.edited.emit(wanted, "Change the action at the end")

"""Parts of the path editor: buttons for moves, table and text, rows, the foot.

Speed along a path, and the behaviour at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QWidget,
)

from rvs.engine.errors import RvsError
from rvs.files.motions.ctraj import CartesianFile
from rvs.model.motions.player import REPEATS
from rvs.model.numbers.quantities import rate_unit
from rvs.model.numbers.units import UNITS
from rvs.model.paths import MoveKind, MovePlan
from rvs.ui.theme import Theme
from rvs.ui.widgets.boxes import hbox, vbox
from rvs.ui.widgets.chip import chip
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.flow import FlowLayout, labelled
from rvs.ui.widgets.labels import Notice
from rvs.ui.widgets.paths.path_table import ROW, PathTable
from rvs.ui.widgets.steps.transport import MODES

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

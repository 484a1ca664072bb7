"""What the editor of paths consists of: moves to add, table and text, rows, the foot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QWidget,
)

from rvs.model.paths import MoveKind
from rvs.ui.theme import Theme
from rvs.ui.widgets.boxes import hbox, vbox
from rvs.ui.widgets.chip import chip
from rvs.ui.widgets.flow import FlowLayout
from rvs.ui.widgets.labels import Notice
from rvs.ui.widgets.paths.pace_form import PaceForm
from rvs.ui.widgets.paths.path_table import ROW, PathTable

Runs: TypeAlias = Mapping[str, Callable[[], object]]

ROWS_SEEN, HEADING = 4, 30
# What the button of each move says before the move is complete: so many points on the way.
WORDS: dict[MoveKind, tuple[str, ...]] = {
    "line": ("Line here",),
    "screw": ("Screw here",),
    "arc": ("Arc: via here", "Arc: to here"),
    "circle": ("Circle: via here", "Circle: via here, too"),
}
ADD: dict[str, tuple[str, str]] = {
    "start": ("Start here", "Begin a new path"),
    "line": (WORDS["line"][0], "Straight to where the tool is"),
    "screw": (WORDS["screw"][0], "On a screw to where the tool is"),
    "arc": (WORDS["arc"][0], "On an arc: first a point on the way, then its end"),
    "circle": (
        WORDS["circle"][0],
        "A whole circle through two points, back to where it began",
    ),
    "spline": ("Spline through here", "Lead a spline through where the tool is"),
}
CHANGE: dict[str, tuple[str, str]] = {
    "pose": ("Pose here", "Give the row the pose of the tool"),
    "via": ("Via here", "Lead the arc or circle through where the tool is"),
    "go": ("Go there", "Lead the tool to the row"),
    "up": ("Up", "Do the move earlier"),
    "down": ("Down", "Do the move later"),
    "remove": ("Remove", "Take the row out"),
}
FOOT: dict[str, tuple[str, str]] = {
    "save": ("Save…", "Save the path"),
    "follow": ("Follow", "Let the robot follow the path"),
}


class PathForm(QWidget):
    """Widgets that know no session."""

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

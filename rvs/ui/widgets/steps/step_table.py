"""The steps of a program as a table: posture, move, speed, blend, tool action, wait."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidgetItem,
)

from rvs.engine.errors import ArgumentError, RvsError
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import joint_unit, shown_short
from rvs.model.numbers.units import Unit
from rvs.model.programs.program import (
    PASSED,
    Action,
    FieldName,
    MoveBy,
    Step,
    field_change,
    field_text,
    opening_trouble,
)
from rvs.ui.theme import Theme
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.layouts import hbox, holding
from rvs.ui.widgets.typed_table import TypedTable
from rvs.words import begun, tr

COLUMNS: tuple[tuple[str, FieldName | None], ...] = (
    ("Name or posture", "name"),
    ("Move", None),
    ("Speed", "speed"),
    ("Blend", "blend"),
    ("Action", None),
    ("Opening", "opening"),
    ("Wait", "wait"),
    ("Note", "note"),
)
MOVES: dict[MoveBy, str] = {
    "joints": "Joints",
    "line": "Straight",
    "arc": "Arc",
    "circle": "Circle",
}
ACTIONS: dict[Action, str] = {"": "–", "take": "Grip", "release": "Release"}
# Columns in which one chooses from a list.
CHOSEN = {"by": 1, "action": 4}
LINE_SPEED = 0.25
JOINT_SPEED = 0.5
OPENING = "Opening of the fingers at the end; leave it empty to keep the opening"
ROW = 28


class StepTable(TypedTable):
    """Reports typed and selected values; an invalid text stays, with its reason."""

    stepped = Signal(int, dict)
    refused = Signal(str)
    unchanged = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(0, len(COLUMNS))
        self._theme = theme
        self._filling = False
        self._steps: tuple[Step, ...] = ()
        self._unit: Unit | None = None
        self._fingers: tuple[float, float] | None = None
        self.setHorizontalHeaderLabels([title for title, _ in COLUMNS])
        self.setObjectName("Steps")
        self.setAccessibleName("Steps of the program")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(44)
        header.setHighlightSections(False)
        self.itemChanged.connect(self._typed)

    def sizeHint(self) -> QSize:
        """Return the full height: a short panel scrolls the steps, not the parts above."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def show_steps(
        self,
        steps: tuple[Step, ...],
        placed: PlacedRobot | None,
        unit: Unit,
        fingers: tuple[float, float] | None = None,
    ) -> None:
        """Show other steps.

        Args:
            steps: The steps.
            placed: The robot of the steps, or None.
            unit: Unit of lengths.
            fingers: Distance of the fingers of its gripper, closed and open, in m; None for none.
        """
        self._filling = True
        self._fingers = fingers
        self._steps, self._unit = steps if placed else (), unit
        self.setRowCount(len(self._steps))
        for row, step in enumerate(self._steps):
            for column, (_, field) in enumerate(COLUMNS):
                if field is not None and placed is not None:
                    self.setItem(row, column, self._item(step, field, placed, unit))
            self._box(row, "by", moves_of(step), step.by)
            self._box(row, "action", ACTIONS, step.action)
        self._filling = False

    def mark(self, rows: Mapping[int, str]) -> None:
        """Mark the steps that miss their targets, with the deviation in their tips."""
        self._filling = True
        for row, words in rows.items():
            item = self.item(row, 0)
            assert item is not None
            item.setForeground(QColor(self._theme.colors.warn))
            item.setToolTip(begun(words))
        self._filling = False

    def _item(
        self, step: Step, field: FieldName, placed: PlacedRobot, unit: Unit
    ) -> QTableWidgetItem:
        text = field_text(step, field, unit)
        item = QTableWidgetItem(text if field != "name" else step.name or values(step, placed))
        if field == "name":
            item.setToolTip(values(step, placed))
            if not step.name:
                item.setForeground(QColor(self._theme.colors.text_2))
        elif field != "note":
            item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if field == "blend" and step.by != "line":
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
            item.setToolTip("Only straight moves have rounded corners")
        if field == "opening":
            self._mark_opening(item, step)
        return item

    def _mark_opening(self, item: QTableWidgetItem, step: Step) -> None:
        """Explain the opening, or show its fault."""
        trouble = opening_trouble(step.opening, self._fingers)
        if trouble:
            item.setForeground(QColor(self._theme.colors.limit))
        elif self._fingers is None:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
        tip = trouble or (OPENING if self._fingers else opening_trouble(0.0, None))
        item.setToolTip(begun(tip))

    def _box(self, row: int, field: str, words: Mapping[Any, str], value: str) -> None:
        """Put a list of words into a cell."""
        column = CHOSEN[field]
        called = tr("{quantity} of step {number}", COLUMNS[column][0], row + 1)
        box = Combo(called)
        cell = QTableWidgetItem()
        cell.setData(Qt.ItemDataRole.AccessibleTextRole, f"{called}: {words[value]}")
        cell.setFlags(cell.flags() & ~Qt.ItemFlag.ItemIsEditable)
        self.setItem(row, column, cell)
        for key, word in words.items():
            box.addItem(word, key)
        box.setCurrentIndex(list(words).index(value))
        box.currentIndexChanged.connect(
            lambda _, box=box: self.stepped.emit(row, choice(field, box.currentData()))
        )
        box.setFixedHeight(ROW - 2)
        self.setCellWidget(row, column, holding(hbox(box, gap=-1, edges=(2, 1, 2, 1))))

    def _typed(self, item: QTableWidgetItem) -> None:
        field = COLUMNS[item.column()][1]
        if self._filling or field is None or self._unit is None:
            return
        step = self._steps[item.row()]
        try:
            changes = field_change(step, field, item.text(), self._unit)
            trouble = opening_trouble(changes.get("opening"), self._fingers)
            if trouble:
                raise ArgumentError(trouble)
            same = replace(step, **changes) == step
        except RvsError as error:
            self._refuse(item, str(error))
            return
        if same:
            # A text that meant what was there is written as it was.
            self.unchanged.emit()
        else:
            self.stepped.emit(item.row(), changes)

    def _refuse(self, item: QTableWidgetItem, reason: str) -> None:
        """Leave the text as typed and show its fault."""
        self._filling = True
        item.setForeground(QColor(self._theme.colors.limit))
        item.setToolTip(reason)
        self._filling = False
        self.refused.emit(f"{begun(reason)}.")


def choice(field: str, value: str) -> dict[str, object]:
    """Return a step's changes for a choice of move or action.

    A fraction of joint rates does not fix the tool's speed, nor vice versa, so another kind of move
    starts at its usual speed.
    """
    changes: dict[str, object] = {field: value}
    if field == "by":
        # Only a joint move or a line can be chosen again: points are taught.
        changes |= {"speed": JOINT_SPEED if value == "joints" else LINE_SPEED, "blend": 0.0}
        changes["via"] = ()
    return changes


def moves_of(step: Step) -> dict[MoveBy, str]:
    """Return the available moves of a step: arcs and circles once they are taught."""
    return {by: words for by, words in MOVES.items() if not PASSED[by] or by == step.by}


def values(step: Step, placed: PlacedRobot) -> str:
    """Return the joint values of a step, for display."""
    units = (joint_unit(joint, "deg", placed.unit) for joint in placed.robot.joints)
    shown = (
        shown_short(round(q / unit.factor, 1) * unit.factor, unit)
        for q, unit in zip(step.q, units, strict=True)
    )
    return ", ".join(shown)

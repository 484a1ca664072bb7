"""A table from a spreadsheet, Markdown or LaTeX in place of a robot's own, after a look at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon
from PySide6.QtWidgets import (
    QPlainTextEdit,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
)

from rvs.engine.joint import DH_CONVENTIONS
from rvs.model.document import Document, PlacedRobot, change_robot, title
from rvs.model.numbers.quantities import ANGLE_UNITS, LENGTH_UNITS
from rvs.model.pasting.cells import plain
from rvs.model.pasting.grid import grid_of
from rvs.model.pasting.header import Column, assigned, header_columns
from rvs.model.pasting.table import PastedTable, parse_table
from rvs.model.robots.table_text import BY_ID, CellUnits, cell_unit, shown_cell
from rvs.ui.desk import Desk
from rvs.ui.dialogs.paste_columns import ColumnChoices
from rvs.ui.icons import pixmap
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.boxes import STRETCH, hbox
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.flow import labelled
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.on_screen import resize_on_screen

SIZE, TEXT_HEIGHT, TABLE_HEIGHT = (880, 580), 140, 280
HEADINGS = "; choose them in the headings"
LONGEST = 100_000
PLACEHOLDER = "a\talpha\td\ttheta\n0.4\t90\t0.3\tθ1\n0.5\t0\t0\tθ2"


def is_whole_table(text: str) -> bool:
    """Tell whether a text is a table of its own rather than cells for some place."""
    grid = grid_of(text)
    if len(grid.rows) < 2:
        return False
    if grid.style in ("latex", "markdown"):
        return True
    names = header_columns(grid.rows[0])
    return names is not None and len(grid.rows[0]) >= 4


class PasteTable(AskDialog):
    """Shows how a text is understood, cell by cell, and puts it in place of the table."""

    def __init__(self, desk: Desk, placed: PlacedRobot, text: str, units: CellUnits) -> None:
        name = f"Paste a table for {title(placed)}"
        super().__init__(desk.window, desk.theme, "paste_table", name, "Replace the table")
        resize_on_screen(self, QSize(*SIZE))
        self._desk, self._robot, self._units = desk, placed.id, units
        self._layout: tuple[Column, ...] = ()
        self._first: Sequence[str] = ()
        self.text = QPlainTextEdit(text)
        self.text.setPlaceholderText(PLACEHOLDER)
        self.text.setAccessibleName("The table as text")
        self.text.setTabChangesFocus(True)
        self.length, self.angle = _box("Lengths", LENGTH_UNITS), _box("Angles", ANGLE_UNITS)
        self.convention = _box("Convention", DH_CONVENTIONS)
        self.convention.setCurrentText(_convention(placed))
        self.length.setCurrentText(units.length.name)
        self.angle.setCurrentText(units.angle.name)
        self.preview = QTableWidget()
        self.preview.setObjectName("DhTable")
        self.preview.setAccessibleName("How the table is understood")
        self.preview.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.heads = ColumnChoices(self.preview)
        self.preview.setHorizontalHeader(self.heads)
        self._arrange()
        self.text.textChanged.connect(self.read)
        self.heads.assigned.connect(self._assign)
        self.heads.measured.connect(self._measure)
        self.length.currentTextChanged.connect(self.read)
        self.angle.currentTextChanged.connect(self.read)
        self.table = PastedTable("blanks")
        self.read()
        (self.button if self.table.joints else self.text).setFocus()

    def read(self) -> None:
        """Read the text again and show what it says."""
        text = self.text.toPlainText()
        length, angle = self.length.currentText(), self.angle.currentText()
        first = (*grid_of(text).rows, ())[0]
        if len(first) != len(self._first) or (self.table.header and first != self._first):
            # Another table: what was said of the columns of the one before means nothing.
            self._layout = ()
        self._first = first
        self.table = parse_table(text, length, angle, layout=self._layout)
        if self.table.convention == "modified":
            # The header says so; where it does not, the robot's own is meant.
            self.convention.setCurrentText("modified")
        self._show(text)
        self.button.setEnabled(bool(self.table.joints))

    def _assign(self, index: int, name: str) -> None:
        """Let a column hold something else."""
        self._layout = assigned(self.table.layout, index, name)
        self.read()

    def _measure(self, index: int, unit: str) -> None:
        """Let the numbers of a column be in another unit."""
        layout = list(self.table.layout)
        layout[index] = replace(layout[index], unit=unit)
        self._layout = tuple(layout)
        self.read()

    def accept(self) -> None:
        """Put the table in place of the robot's own."""
        convention = DH_CONVENTIONS[self.convention.currentIndex()]
        joints = tuple(replace(joint, convention=convention) for joint in self.table.joints)
        if not joints:
            return

        def change(document: Document) -> Document:
            robot = document.robot(self._robot).robot.replace(joints=joints)
            return change_robot(document, self._robot, robot=robot)

        home = {self._robot: tuple(joint.home for joint in joints)}
        self._desk.session.edit(f"Paste a table into {self._robot}", change, postures=home)
        self._desk.viewport.fit()
        super().accept()

    def _arrange(self) -> None:
        units = hbox(
            named_label("Secondary", "Numbers without a unit are in"),
            labelled("Lengths", self.length),
            labelled("Angles", self.angle),
            STRETCH,
            labelled("Convention", self.convention),
            gap=16,
        )
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.text)
        halves.addWidget(self.preview)
        halves.setSizes([TEXT_HEIGHT, TABLE_HEIGHT])
        self.ask(units, halves, foot=self.notice)

    def _show(self, text: str) -> None:
        table, colors = self.table, self._desk.theme.colors
        rows = grid_of(text).rows[int(table.header) :]
        wide = max([len(table.columns), *map(len, rows)])
        self.preview.clear()
        self.preview.setRowCount(len(rows))
        self.preview.setColumnCount(wide)
        self.preview.setHorizontalHeaderLabels([""] * wide)
        self.heads.show_columns(table.layout)
        faults = {(error.row, error.column): error.message for error in table.errors}
        for i, row in enumerate(rows):
            for j, cell in enumerate(row):
                item = QTableWidgetItem(plain(cell) + self._result(i, j, len(rows)))
                reason = faults.get((i + 1 + table.header, j + 1))
                if reason:
                    item.setForeground(QColor(colors.limit))
                    item.setIcon(QIcon(pixmap("error", colors.limit, 14)))
                    item.setToolTip(reason)
                self.preview.setItem(i, j, item)
        self._say(len(rows))

    def _result(self, row: int, column: int, rows: int) -> str:
        """What a cell becomes in the table, where that is not what is written."""
        table = self.table
        named = column < len(table.columns) and table.columns[column] in BY_ID
        if len(table.joints) != rows or not named:
            return ""
        joint, field = table.joints[row], BY_ID[table.columns[column]]
        if field.measure in ("kind", "text"):
            return ""
        units = self._units
        unit = cell_unit(joint, field, units).symbol + ("/s" if field.measure == "speed" else "")
        return f"  →  {shown_cell(joint, field, units)} {unit}".replace(f"{unit} {unit}", unit)

    def _say(self, rows: int) -> None:
        table, colors = self.table, self._desk.theme.colors
        if not self.text.toPlainText().strip():
            self.notice.say("Paste or type a table above.", "note", colors.text_2)
        elif table.errors:
            cure = "" if all(error.column for error in table.errors) else HEADINGS
            said = "; ".join(map(str, table.errors)) + cure
            self.notice.say(said, "error", colors.limit)
        else:
            count = f"{rows} joint{'s' if rows != 1 else ''}"
            told = "a unit in the text counts instead of the one chosen above"
            self.notice.say(f"{count} read; {told}", "check", colors.ok)


def _convention(placed: PlacedRobot) -> str:
    own = placed.robot.joints[0].convention
    return own if own in DH_CONVENTIONS else DH_CONVENTIONS[0]


def _box(title: str, names: tuple[str, ...]) -> Combo:
    box = Combo(title)
    box.addItems(names)
    return box


def table_on_clipboard() -> str:
    """Return the text on the clipboard if it looks like a table, else nothing."""
    text = QGuiApplication.clipboard().text()
    looks = len(text) <= LONGEST and (is_whole_table(text) or parse_table(text).joints)
    return text if looks else ""

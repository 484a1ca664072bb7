"""A table from a spreadsheet, Markdown or LaTeX for a robot, after a preview.

The heading of a pasted table: boxes for the content of each column and its unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QColor, QGuiApplication, QIcon
from PySide6.QtWidgets import (
    QButtonGroup,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QSplitter,
    QTableView,
    QTableWidget,
    QTableWidgetItem,
)

from rvs.engine.joint import DH_CONVENTIONS, KIND_LETTERS, Joint, Kind
from rvs.engine.offset_naming import offset_letter
from rvs.model.calls import call_of
from rvs.model.document import PlacedRobot, change_robot
from rvs.model.numbers.quantities import joint_symbol, joint_unit, shown_short
from rvs.model.numbers.units import ANGLE_UNITS, LENGTH_UNITS, UNITS
from rvs.model.pasting.cells import (
    CHOICES,
    Column,
    assigned,
    grid_of,
    header_columns,
    plain,
    units_of,
)
from rvs.model.pasting.meaning import Doubt, beyond, doubts, meanings, with_zeros
from rvs.model.pasting.table import PastedTable, parse_table
from rvs.model.robots.table_text import BY_ID, CellUnits, cell_unit, is_variable, shown_cell
from rvs.ui.desk import Desk
from rvs.ui.icons import pixmap
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.fields.combo import HEIGHT, Combo
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import flowing, holding, labelled, vbox
from rvs.ui.widgets.screen_fit import resize_on_screen
from rvs.words import begun, plural, tr

SIZE, TEXT_HEIGHT, TABLE_HEIGHT = (880, 640), 140, 280
HEADINGS = "{errors}; choose the columns in their headings"
LONGEST = 100_000
KINDS_TIP = (
    "Joint types, one letter per joint (R revolute, P prismatic, H helical). The text has none, "
    "so the types of the replaced table are used"
)
ASK_KINDS = (
    "the text does not name the prismatic joints; type a letter for each joint, for example RRP"
)
ASK_ZEROS = "choose whether the numbers of the joint variables are their zeros or a posture"
PLACEHOLDER = "a\talpha\td\ttheta\n0.4\t90\t0.3\tθ1\n0.5\t0\t0\tθ2"

GAP, LEAST = 3, 112
WORDS = {"": "not used", "alpha": "α", "theta": "θ", "kind": "type"}
AS_ABOVE = "as above"


def is_whole_table(text: str, joints: int = 0) -> bool:
    """Return whether a text is a whole table rather than cells for a position.

    Args:
        text: The text.
        joints: This number of rows of plain numbers with an open interpretation is a table, too.
    """
    grid = grid_of(text)
    if len(grid.rows) < 2:
        return False
    if len(grid.rows) == joints and parse_table(text).given:
        return True
    if grid.style in ("latex", "markdown"):
        return True
    names = header_columns(grid.rows[0])
    return names is not None and len(grid.rows[0]) >= 4


class PasteTable(AskDialog):
    """Shows the interpretation of a text, cell by cell, and replaces the table with it."""

    def __init__(self, desk: Desk, placed: PlacedRobot, text: str, units: CellUnits) -> None:
        name = tr("Paste a table for {robot}", desk.session.called(placed))
        super().__init__(desk.window, desk.theme, "paste_table", name, "Replace the table")
        resize_on_screen(self, QSize(*SIZE))
        self._desk, self._robot, self._units = desk, placed.id, units
        self._layout: tuple[Column, ...] = ()
        self._first: Sequence[str] = ()
        self._kinds: tuple[Kind, ...] = tuple(joint.kind for joint in placed.robot.joints)
        self.kinds = QLineEdit()
        self.kinds.setAccessibleName("Joint types")
        self.kinds.setFixedHeight(HEIGHT)
        self.zeros, self.posture = QRadioButton(), QRadioButton()
        self._meanings = QButtonGroup(self)
        self.doubt = named_label("Secondary")
        self.joints: tuple[Joint, ...] = ()
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
        self.preview.setAccessibleName("Interpretation of the table")
        self.preview.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.heads = ColumnChoices(self.preview)
        self.preview.setHorizontalHeader(self.heads)
        self._arrange()
        self.text.textChanged.connect(self.read)
        self.heads.assigned.connect(self._assign)
        self.heads.measured.connect(self._measure)
        self.length.currentTextChanged.connect(self.read)
        self.angle.currentTextChanged.connect(self.read)
        self.kinds.textEdited.connect(self.read)
        self._meanings.buttonClicked.connect(self.read)
        self.doubt.linkActivated.connect(self._cure)
        self.table = PastedTable("blanks")
        self.read()
        (self.button if self.table.joints else self.text).setFocus()

    def read(self, *_changed: object) -> None:
        """Read the text again and show its contents."""
        text = self.text.toPlainText()
        first = (*grid_of(text).rows, ())[0]
        if len(first) != len(self._first) or (self.table.header and first != self._first):
            # Another table: what was said of the columns of the one before means nothing.
            self._layout = ()
        self._first = first
        length, angle = self.length.currentText(), self.angle.currentText()
        table = parse_table(text, length, angle, layout=self._layout)
        if not table.kinds_said:
            table = parse_table(
                text, length, angle, layout=self._layout, kinds=self._offered(len(table.rows))
            )
        self.table = table
        if self.table.convention == "modified":
            # The header says so; where it does not, the robot's own is meant.
            self.convention.setCurrentText("modified")
        self._show_meanings()
        self._show(text)
        asked = self._open_question()
        self.button.setEnabled(bool(self.table.joints) and not asked)

    def _offered(self, rows: int) -> tuple[Kind, ...]:
        """Return the typed kinds, or else those of the replaced table."""
        letters = self.kinds.text().strip().upper()
        if len(letters) == rows and all(letter in KIND_LETTERS for letter in letters):
            return tuple(KIND_LETTERS[letter] for letter in letters)
        if self.kinds.isModified():
            return ()
        fits = rows == len(self._kinds)
        slides = set(self._kinds) != {"revolute"}
        turning: Kind = "revolute"
        kinds = self._kinds if fits else () if slides else (turning,) * rows
        self.kinds.setText("".join(kind[0].upper() for kind in kinds))
        return kinds

    def _open_question(self) -> str:
        """Return the question to answer before the table is accepted; empty if there is none."""
        table = self.table
        if not table.joints:
            return ""
        if not table.kinds_said and len(self._offered(len(table.joints))) != len(table.joints):
            return ASK_KINDS
        return ASK_ZEROS if table.given and self._meanings.checkedButton() is None else ""

    def _show_meanings(self) -> None:
        """Show the robots for both meanings of the given numbers, and anything unusual."""
        table, given = self.table, self.table.given if self.table.joints else ()
        said = table.kinds_said
        self.kinds.setEnabled(not said)
        self.kinds.setToolTip("Joint types from the text" if said else KINDS_TIP)
        if said and table.joints:
            self.kinds.setText("".join(joint.kind[0].upper() for joint in table.joints))
        zeros = self.zeros.isChecked()
        self.joints = with_zeros(table.joints, given) if zeros else table.joints
        for button in (self.zeros, self.posture):
            button.setVisible(bool(given))
        as_zeros, as_posture = meanings(table.joints, given, *self._units_shown)
        self.zeros.setText(as_zeros)
        self.posture.setText(as_posture)
        found = doubts(table.joints, self.length.currentText(), self.angle.currentText())
        self.doubt.setVisible(bool(found))
        self.doubt.setText("; ".join(map(self._ask, found)))

    def _ask(self, doubt: Doubt) -> str:
        link = f"color: {self._desk.theme.colors.accent_text}"
        # The name of an angle stays as it is.
        begins = doubt.words[:1]
        words = (begins.upper() if begins.isascii() else begins) + doubt.words[1:]
        cure = tr("Read the numbers in {unit}", doubt.unit)
        return f"{words}. <a href='{doubt.dimension} {doubt.unit}' style='{link}'>{cure}</a>"

    def _cure(self, link: str) -> None:
        """Read the numbers of a dimension in another unit, regardless of the headings."""
        dimension, unit = link.split()
        box = self.length if dimension == "length" else self.angle
        names = LENGTH_UNITS if dimension == "length" else ANGLE_UNITS
        self._layout = tuple(
            replace(one, unit="") if one.unit in names else one for one in self.table.layout
        )
        box.setCurrentText(unit)
        self.read()

    @property
    def _units_shown(self) -> tuple[str, str]:
        return self._units.length.name, self._units.angle.name

    def _assign(self, index: int, name: str) -> None:
        """Assign another content to a column."""
        self._layout = assigned(self.table.layout, index, name)
        self.read()

    def _measure(self, index: int, unit: str) -> None:
        """Change the unit of the numbers of a column."""
        layout = list(self.table.layout)
        layout[index] = replace(layout[index], unit=unit)
        self._layout = tuple(layout)
        self.read()

    def accept(self) -> None:
        """Replace the robot's table."""
        convention = DH_CONVENTIONS[self.convention.currentIndex()]
        robot = self._desk.session.state.document.robot(self._robot).robot
        old = robot.joints
        joints = tuple(
            replace(joint, convention=convention, pitch=old[i].pitch)
            if joint.kind == "helical" and i < len(old)
            else replace(joint, convention=convention)
            for i, joint in enumerate(self.joints)
        )
        if not joints or self._open_question():
            return
        change = call_of(change_robot, self._robot, robot=robot.replace(joints=joints))
        home = {self._robot: tuple(joint.home for joint in joints)}
        self._desk.session.edit(
            tr("Paste a table into {robot}", self._robot), change, postures=home
        )
        self._desk.viewport.fit()
        super().accept()

    def _arrange(self) -> None:
        units = flowing(
            named_label("Secondary", "Numbers without a unit are in"),
            labelled("Lengths", self.length),
            labelled("Angles", self.angle),
            labelled("Joints", self.kinds),
            labelled("Convention", self.convention),
        )
        # It holds links; labels are plain text otherwise.
        self.doubt.setProperty("rich", True)
        self.doubt.setWordWrap(True)
        for button in (self.zeros, self.posture):
            self._meanings.addButton(button)
        meanings = holding(vbox(self.zeros, self.posture, self.doubt, gap=4))
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.text)
        halves.addWidget(self.preview)
        halves.setSizes([TEXT_HEIGHT, TABLE_HEIGHT])
        self.ask(units, halves, meanings, foot=self.notice)

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
                item.setToolTip(item.text())
                reason = faults.get((i + 1 + table.header, j + 1))
                if reason:
                    item.setForeground(QColor(colors.limit))
                    item.setIcon(QIcon(pixmap("error", colors.limit, 14)))
                    item.setToolTip(reason)
                self.preview.setItem(i, j, item)
        self._say(len(rows))

    def _result(self, row: int, column: int, rows: int) -> str:
        """Return the resulting value of a cell if it differs from the written one."""
        table = self.table
        named = column < len(table.columns) and table.columns[column] in BY_ID
        if len(self.joints) != rows or not named:
            return ""
        joint, field = self.joints[row], BY_ID[table.columns[column]]
        if field.measure in ("kind", "text"):
            return ""
        units = self._units
        if is_variable(joint, field):
            return f"  →  {self._own(joint, row)}"
        unit = cell_unit(joint, field, units).symbol + ("/s" if field.measure == "speed" else "")
        return f"  →  {shown_cell(joint, field, units)} {unit}".replace(f"{unit} {unit}", unit)

    def _own(self, joint: Joint, row: int) -> str:
        """Return the words for the variable of a joint in its cell."""
        length, angle = self._units_shown
        unit = joint_unit(joint, angle, length)
        words = joint_symbol(joint, row)
        if joint.offset:
            words += f" {'+' if joint.offset > 0.0 else '−'} {shown_short(abs(joint.offset), unit)}"
        return (
            tr("{joint}, at {home}", words, shown_short(joint.home, unit)) if joint.home else words
        )

    def _say(self, rows: int) -> None:
        table, colors = self.table, self._desk.theme.colors
        if not self.text.toPlainText().strip():
            self.notice.say("Paste or type a table above.", "note", colors.text_2)
        elif table.errors:
            said = "; ".join(map(str, table.errors))
            known = all(error.column for error in table.errors)
            self.notice.say(said if known else tr(HEADINGS, said), "error", colors.limit)
        elif asked := self._open_question():
            self.notice.say(begun(asked), "warning", colors.warn)
        elif past := beyond(self.joints, *self._units_shown):
            self.notice.say(past, "warning", colors.warn)
        else:
            said = plural(
                "{n} joint read; a unit in the text overrides the one selected above",
                "{n} joints read; a unit in the text overrides the one selected above",
                rows,
            )
            self.notice.say(said, "check", colors.ok)


def _convention(placed: PlacedRobot) -> str:
    own = placed.robot.joints[0].convention
    return own if own in DH_CONVENTIONS else DH_CONVENTIONS[0]


def _box(title: str, names: tuple[str, ...]) -> Combo:
    box = Combo(title)
    box.addItems(names)
    return box


def table_on_clipboard() -> str:
    """Return the text on the clipboard if it appears to be a table, else nothing."""
    text = QGuiApplication.clipboard().text()
    looks = len(text) <= LONGEST and (is_whole_table(text) or parse_table(text).joints)
    return text if looks else ""


class ColumnChoices(QHeaderView):
    """Reports ``assigned``, the new contents of a column, and ``measured``, its new unit."""

    assigned = Signal(int, str)
    measured = Signal(int, str)

    def __init__(self, table: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self.boxes: list[tuple[Combo, Combo]] = []
        self.setMinimumSectionSize(LEAST)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.sectionResized.connect(self._place)
        self.geometriesChanged.connect(self._place)
        table.horizontalScrollBar().valueChanged.connect(self._place)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), 2 * HEIGHT + 3 * GAP)

    def show_columns(self, columns: Sequence[Column]) -> None:
        """Show the contents of columns; remaining boxes keep their positions."""
        while len(self.boxes) > len(columns):
            for box in self.boxes.pop():
                box.deleteLater()
        while len(self.boxes) < len(columns):
            self.boxes.append(self._make(len(self.boxes)))
        for (what, unit), column in zip(self.boxes, columns, strict=True):
            what.setCurrentIndex(what.findData(column.name))
            offered = ("", *units_of(column.name))
            if [unit.itemData(i) for i in range(unit.count())] != list(offered):
                unit.clear()
                for name in offered:
                    unit.addItem(UNITS[name].symbol if name else AS_ABOVE, name)
            unit.setCurrentIndex(max(unit.findData(column.unit), 0))
            unit.setVisible(len(offered) > 1)
        self._place()

    def _make(self, index: int) -> tuple[Combo, Combo]:
        home, number = self.viewport(), index + 1
        what = Combo(tr("Meaning of column {number}", number), home)
        for name in CHOICES:
            what.addItem(offset_letter() if name == "d" else WORDS.get(name, name), name)
        unit = Combo(tr("Unit of column {number}", number), home)
        what.activated.connect(partial(self._tell, self.assigned, index, what))
        unit.activated.connect(partial(self._tell, self.measured, index, unit))
        what.show()
        return what, unit

    def _tell(self, signal: SignalInstance, index: int, box: Combo, _row: int) -> None:
        signal.emit(index, box.currentData())

    def _place(self, *_changes: object) -> None:
        for index, boxes in enumerate(self.boxes[: self.count()]):
            left, wide = self.sectionViewportPosition(index), self.sectionSize(index)
            for row, box in enumerate(boxes):
                box.setGeometry(left + GAP, GAP + row * (HEIGHT + GAP), wide - 2 * GAP, HEIGHT)

"""The Denavit-Hartenberg table as a model of Qt, with the unreadable texts.

The meaning of the columns of a robot's tables, in one line each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from rvs.engine.joint import Joint
from rvs.engine.offset_naming import LETTERS, offset_letter
from rvs.engine.robot import Robot
from rvs.model.document import Document, PlacedRobot, called
from rvs.model.numbers.quantities import joint_symbol
from rvs.model.numbers.units import UNITS
from rvs.model.robots.columns import DRIVES, DYNAMIC, MASSES
from rvs.model.robots.table_text import (
    BY_ID,
    Cell,
    CellUnits,
    Column,
    cell_unit,
    columns_of,
    dynamic_title,
    edit_cells,
    exact_cell,
    heading,
    homes_of,
    is_open,
    is_variable,
    per,
    shown_cell,
    symbol,
)
from rvs.model.session import Session
from rvs.value_class import dataclass
from rvs.words import fields, tr

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

REASON = Role.UserRole
VARIABLE = Role.UserRole + 1
FREE = Role.UserRole + 2
FORMULA = Role.UserRole + 3
FIRST_UNITS = CellUnits(UNITS["m"], UNITS["deg"])
NOW_POSSIBLE = "this entry was rejected before but is valid now; type it again"
DIGITS = 15


NOT_KNOWN = tuple(one.id for one in (*MASSES, *DRIVES[3:]))


@dataclass(frozen=True, slots=True)
class Draft:
    """An unreadable text.

    Attributes:
        text: The text.
        reason: Reason why it is unreadable.
        joint: Its joint.
        depth: Number of steps that could be undone when it was typed.
        alone: It is a separate step, rather than part of pasted text.
    """

    text: str
    reason: str
    joint: Joint
    depth: int
    alone: bool = True


class DhModel(QAbstractTableModel):
    """One row per joint; typed text becomes an edit of the session as soon as it is valid.

    ``told`` reports every change of the drafts, ``marked`` gives cells whose marks are to be
    toggled, ``remarked`` reports added or removed marks.
    """

    told = Signal()
    marked = Signal(object)
    remarked = Signal()

    def __init__(
        self,
        session: Session,
        parent: QObject | None = None,
        columns: Callable[[Robot], tuple[Column, ...]] = columns_of,
    ) -> None:
        super().__init__(parent)
        self._columns_of = columns
        self._session = session
        self.placed: PlacedRobot | None = None
        self.units = FIRST_UNITS
        self.columns: tuple[Column, ...] = ()
        self.drafts: dict[Cell, Draft] = {}
        # The cell that is being typed into, and what was red when that began.
        self._typing: Cell | None = None
        self._before: dict[Cell, Draft] = {}
        self.marks: Mapping[Cell, bool] = {}

    @property
    def joints(self) -> tuple[Joint, ...]:
        """The displayed joints."""
        return self.placed.robot.joints if self.placed else ()

    def show(self, placed: PlacedRobot | None, units: CellUnits) -> None:
        """Show another robot, another state of it, or other units."""
        columns = self._columns_of(placed.robot) if placed else self.columns
        old, count = self.placed, len(placed.robot.joints) if placed else 0
        drafts = self._carried(placed)
        anew = columns != self.columns or count != len(self.joints)
        anew = anew or (old.id if old else None) != (placed.id if placed else None)
        if anew:
            self.beginResetModel()
        self.placed, self.units, self.columns, self.drafts = placed, units, columns, drafts
        if anew:
            self.endResetModel()
        elif count:
            self.dataChanged.emit(self.index(0, 0), self.index(count - 1, len(columns) - 1))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(columns) - 1)
        self.told.emit()

    def show_marks(self, marks: Mapping[Cell, bool]) -> None:
        """Mark cells that a design may change (True) or must keep (False); others have no mark."""
        if marks == self.marks:
            return
        anew = bool(marks) != bool(self.marks)
        self.marks = dict(marks)
        if anew:
            self.remarked.emit()
        self.dataChanged.emit(
            self.index(0, 0), self.index(self.rowCount() - 1, len(self.columns) - 1)
        )

    # -- typing -------------------------------------------------------------------------------

    def type(self, index: Index, text: str) -> str:
        """Apply a typed text as far as possible; return why it is invalid, or nothing."""
        placed, cell = self.placed, self.cell(index)
        if placed is None or cell is None:
            return ""
        if self._typing != cell:
            self._typing, self._before = cell, dict(self.drafts)
        exact = self._editing(cell)
        reason = "" if text == exact else self._edit(placed, {cell: text}, self._key(index))
        if reason:
            # The beginning of the text was shown while it was typed: 27O is not 27.
            self._abandon(index)
        self._draft(cell, text, reason)
        return reason

    def cancel(self, index: Index) -> None:
        """Restore a cell's value from before typing."""
        cell = self.cell(index)
        if cell is not None:
            self._abandon(index)
            self._draft(cell, "", "")
            self.settle()
            self.told.emit()

    def _abandon(self, index: Index) -> None:
        """Undo the effect of typing into a cell, also on texts in red."""
        document = self._session.state.document
        self._session.abandon(self._key(index))
        if self._session.state.document is not document and self._typing == self.cell(index):
            self.drafts = {**self._before, **self.drafts}

    def settle(self) -> None:
        """End the step of the edited cell."""
        self._typing = None
        self._session.settle()

    def type_all(self, texts: dict[Cell, str], label: str, merge: object = None) -> None:
        """Type into many cells together, as one step."""
        placed = self.placed
        if placed is None or not texts:
            return
        before = self._session.state.document
        document, reasons = edit_cells(before, placed.id, texts, self.units)
        document = self._retried(placed, document, texts)
        self._become(
            placed, document, tr("{label} of {robot}", tr(label), called(before, placed)), merge
        )
        self.settle()
        alone = document is before
        for cell, text in texts.items():
            self._draft(cell, text, reasons.get(cell, ""), alone)

    def cell(self, index: Index) -> Cell | None:
        """Return the row and the column's id of an index."""
        if not index.isValid() or index.row() >= len(self.joints):
            return None
        return index.row(), self.columns[index.column()].id

    def cells_from(self, start: Index, text: str) -> dict[Cell, str]:
        """Return the cells that a pasted text would fill, limited to existing ones.

        Args:
            start: Position of its first cell.
            text: Rows of cells with tabs between them.
        """
        lines = [line.split("\t") for line in text.rstrip("\r\n").splitlines()]
        return {
            (start.row() + i, self.columns[start.column() + j].id): cell.strip()
            for i, line in enumerate(lines)
            for j, cell in enumerate(line)
            if start.row() + i < len(self.joints) and start.column() + j < len(self.columns)
        }

    def find(self, cell: Cell) -> QModelIndex:
        """Return the index of a cell, or an invalid one."""
        places = [i for i, column in enumerate(self.columns) if column.id == cell[1]]
        return self.index(cell[0], places[0]) if places else QModelIndex()

    def _edit(self, placed: PlacedRobot, texts: dict[Cell, str], key: object) -> str:
        document, reasons = edit_cells(self._session.state.document, placed.id, texts, self.units)
        (row, column), *_ = texts
        if reasons:
            # Texts of a row may be possible together that are not alone: limits, moments.
            beside = {at: draft.text for at, draft in self.drafts.items() if at[0] == row}
            document, more = edit_cells(
                self._session.state.document, placed.id, {**beside, **texts}, self.units
            )
            if more or not beside:
                return next(iter(reasons.values()))
            for cell in beside:
                self._draft(cell, "", "")
        name = symbol(self.joints[row], BY_ID[column], row)
        formula = self.formula((row, column))
        kept = document.robot(placed.id).parameters.formula(row, column)
        document = self._retried(placed, document, texts)
        label = tr("Set {name} of {robot}", name, self._session.called(placed))
        if formula and not kept:
            label = tr("{label} instead of {formula}", label, formula)
        self._become(placed, document, label, key)
        return ""

    def _retried(
        self, placed: PlacedRobot, document: Document, typed: Mapping[Cell, str]
    ) -> Document:
        """Accept texts that have become readable, such as a lower limit."""
        for cell, draft in list(self.drafts.items()):
            if cell in typed:
                continue
            tried, reasons = edit_cells(document, placed.id, {cell: draft.text}, self.units)
            if not reasons:
                document = tried
                self._draft(cell, "", "")
        return document

    def _become(self, placed: PlacedRobot, document: Any, label: str, key: object) -> None:
        posture = self._session.state.postures[placed.id]
        new = homes_of(placed.robot, document.robot(placed.id).robot, posture)
        postures = None if new is None else {placed.id: new}
        self._session.edit(label, lambda _before: document, merge=key, postures=postures)

    def _key(self, index: Index) -> object:
        return ("cell", self.placed.id if self.placed else "", self.cell(index))

    def _draft(self, cell: Cell, text: str, reason: str, alone: bool = True) -> None:
        known = self.drafts.pop(cell, None)
        if reason:
            depth = len(self._session.history)
            self.drafts[cell] = Draft(text, reason, self.joints[cell[0]], depth, alone)
        elif known is None:
            return
        where = self.find(cell)
        self.dataChanged.emit(where, where)
        self.told.emit()

    def _carried(self, placed: PlacedRobot | None) -> dict[Cell, Draft]:
        """Return the drafts whose cells are unchanged, with the new positions of their rows."""
        if placed is None or self.placed is None or placed.id != self.placed.id:
            return {}
        kept: dict[Cell, Draft] = {}
        joints = placed.robot.joints
        steps = len(self._session.history)
        for (row, column), draft in self.drafts.items():
            if draft.depth > steps:
                # The step that it was typed in is taken back.
                continue
            places = [i for i, joint in enumerate(joints) if joint is draft.joint]
            if places:
                kept[places[0], column] = self._judged(placed, (places[0], column), draft)
            elif len(joints) == len(self.joints):
                old, new = (
                    exact_cell(j, BY_ID[column], self.units) for j in (draft.joint, joints[row])
                )
                if old == new:
                    there = replace(draft, joint=joints[row])
                    kept[row, column] = self._judged(placed, (row, column), there)
        return kept

    def _judged(self, placed: PlacedRobot, cell: Cell, draft: Draft) -> Draft:
        """Return a draft with the current reason."""
        alone = Document((placed,))
        _, reasons = edit_cells(alone, placed.id, {cell: draft.text}, self.units)
        return replace(draft, reason=reasons.get(cell, NOW_POSSIBLE))

    def refusals(self) -> Iterator[tuple[Cell, Draft, str]]:
        """Yield every unreadable text, with a sentence about it."""
        for cell, draft in self.drafts.items():
            column = BY_ID[cell[1]]
            held = self._held(cell[0], column)
            words = tr('row {row}, {heading}: "{text}": {reason}; {held} is kept', cell[0] + 1,
                       heading(self.joints, column), draft.text, draft.reason, held)  # fmt: skip
            yield cell, draft, words

    def take_back(self, cell: Cell) -> None:
        """Restore a cell's value from before an unreadable text."""
        self._draft(cell, "", "")

    # -- what Qt asks -------------------------------------------------------------------------

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.joints)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        cell = self.cell(index)
        if cell is not None and is_open(self.joints[cell[0]], BY_ID[cell[1]]):
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        cell = self.cell(index)
        if cell is None:
            return None
        row, joint, column = cell[0], self.joints[cell[0]], BY_ID[cell[1]]
        draft = self.drafts.get(cell)
        if role == Role.DisplayRole:
            return draft.text if draft else shown_cell(joint, column, self.units)
        if role == Role.EditRole:
            return draft.text if draft else self._editing(cell)
        if role == FORMULA:
            return "" if draft else self.formula(cell)
        if role == REASON:
            return draft.reason if draft else ""
        if role == FREE:
            return self.marks.get(cell)
        if role == VARIABLE:
            return joint_symbol(joint, row) if is_variable(joint, column) else ""
        if role == Role.ToolTipRole:
            return draft.reason if draft else self._marked(self.meaning(index), cell)
        if role == Role.AccessibleTextRole:
            shown = self._marked(f"{symbol(joint, column, row)}: {self.data(index)}", cell)
            return tr("{shown}, not valid: {reason}", shown, draft.reason) if draft else shown
        return None

    def meaning(self, index: Index) -> str:
        """Return the contents of a cell, exactly, in one line."""
        cell = self.cell(index)
        if cell is None:
            return ""
        row, joint, column = cell[0], self.joints[cell[0]], BY_ID[cell[1]]
        name = symbol(joint, column, row)
        if column.measure in ("kind", "text"):
            return f"{name}: {shown_cell(joint, column, self.units)}".rstrip(": ")
        if not is_open(joint, column):
            return tr("{name}: does not apply to this joint", name)
        formula = self.formula(cell)
        follows = f" = {formula}" if formula else ""
        words = f"{name}{follows} = {self._held(row, column)}"
        if is_variable(joint, column):
            return tr("{value}, the initial value of this joint", words)
        return words

    def formula(self, cell: Cell) -> str:
        """Return the expression over parameters that a cell follows, or nothing."""
        return self.placed.parameters.formula(*cell) if self.placed else ""

    def _editing(self, cell: Cell) -> str:
        formula = self.formula(cell)
        return (
            f"={formula}"
            if formula
            else exact_cell(self.joints[cell[0]], BY_ID[cell[1]], self.units)
        )

    def _held(self, row: int, column: Column) -> str:
        """Return the content of a cell, with all significant digits, and its unit."""
        joint = self.joints[row]
        text = exact_cell(joint, column, self.units)
        if column.measure in ("kind", "text"):
            return text or "nothing"
        unit = cell_unit(joint, column, self.units).symbol
        number = f"{float(text):.{DIGITS}g}".replace("-", "−") if text else ""
        missing = tr("not known") if column.id in NOT_KNOWN else tr("no limit")
        return f"{number} {unit}{per(column)}".rstrip() if text else missing

    def _marked(self, words: str, cell: Cell) -> str:
        """Words about a cell, with its mark in the design."""
        mark = self.marks.get(cell)
        if mark is None:
            return words
        return (
            tr("{cell}, free in the design", words)
            if mark
            else tr("{cell}, held in the design", words)
        )

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return str(section + 1) if role == Role.DisplayRole else None
        if not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Role.DisplayRole:
            return tr(self._heading(column))
        if role == Role.ToolTipRole:
            modified = heading(self.joints, column) != column.title
            return meaning(column.id, modified)
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag
            left = column.measure in ("kind", "text")
            return (side.AlignLeft if left else side.AlignRight) | side.AlignVCenter
        return None

    def _heading(self, column: Column) -> str:
        if column.measure in ("kind", "text"):
            return column.title
        title = heading(self.joints, column)
        length, angle = self.units.length.symbol, self.units.angle.symbol
        turning = {joint.turns for joint in self.joints}
        if column.measure in DYNAMIC:
            return dynamic_title(title, self.joints, column, self.units)
        unit = length if column.measure == "length" or turning == {False} else angle
        return f"{title}, {unit}{per(column)}"


MEANINGS = {
    "kind": "Kind of joint: R revolute, P prismatic, H helical",
    "a": "Link length, from axis to axis along their common normal",
    "alpha": "Link twist, from axis to axis about their common normal",
    "d": "Link offset along the joint axis; some textbooks call it {letter}. For a prismatic "
    "joint: its value in the home posture, not the current one",
    "theta": "Joint angle about the joint axis. For a revolute joint: its value in the home "
    "posture, not the current one",
    "pitch": "Advance of a helical joint per radian",
    "offset": "Constant that is added to the joint value before the frame moves",
    "lower": "Smallest value of the joint; empty if there is no limit",
    "upper": "Largest value of the joint; empty if there is no limit",
    "rate": "Largest speed of the joint; empty if there is no limit",
    "name": "Name of the joint",
    "mass": "Mass of the link; empty if it is not known",
    **dict.fromkeys("xyz", "Centre of mass along {axis} of the link's frame"),
    **{f"I{a}{a}": "Moment of inertia about an axis along {axis}" for a in "xyz"},
    **{
        f"I{axes}": "Product of inertia, the element {axes} of the tensor"
        for axes in ("xy", "yz", "xz")
    },
    "rotor": "Moment of inertia of the motor's rotor; at the joint it is multiplied by the "
    "gear ratio squared",
    "gear": "Gear ratio: motor turns per joint turn, with sign",
    "viscous": "Viscous friction at the motor: torque per rad/s",
    "forwards": "Coulomb friction at the motor in the forward direction, 0 or more",
    "backwards": "Coulomb friction at the motor in the backward direction, 0 or less",
    "acceleration": "Largest acceleration of the joint; empty if there is no limit",
    "effort": "Largest torque of a revolute joint or force of a prismatic joint; empty if "
    "there is no limit",
    "stiffness": "Stiffness of drive and bearings between motor and link; empty if rigid or not "
    "known",
}


def meaning(column: str, modified: bool) -> str:
    """Return the meaning of a column of a table, in the modified convention or not."""
    if modified and column in MODIFIED:
        return tr(MODIFIED[column])
    other = next(letter for letter in LETTERS if letter != offset_letter())
    values = {"letter": other, "axis": column[-1], "axes": column[1:]}
    text = MEANINGS[column]
    return tr(text, *(values[name] for name in fields(text)))


MODIFIED = {
    "a": "Link length aᵢ₋₁, from the previous axis to the joint axis along their common normal",
    "alpha": "Link twist αᵢ₋₁, from the previous axis to the joint axis about their common normal",
}

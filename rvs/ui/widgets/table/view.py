"""The table as a spreadsheet: keys, selection, the menu of kinds of joints."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractItemDelegate, QHeaderView, QMenu, QTableView, QWidget

from rvs.engine.joint import KIND_LETTERS, KINDS
from rvs.model.robots.table_text import Cell
from rvs.ui.theme import BODY, SECONDARY, Theme, font
from rvs.ui.widgets.table.delegate import MARK, ROW, DhDelegate
from rvs.ui.widgets.table.model import FREE, REASON, VARIABLE, DhModel, Index

NUMBER, NAME, LEAST = 64, 96, 130
# Beside the text of a cell: its margins, the sign of a choice or the gap after a joint's variable.
AROUND, SIGN = 20, 14
Edits = QTableView.EditTrigger
Copy, Paste = QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.Paste
# Keys beside letters that the table wants before the window does.
OWN_KEYS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Escape, Qt.Key.Key_Space)


class DhView(QTableView):
    """Type to edit, Tab and Enter to continue; ``pasted`` contains the text of the clipboard."""

    pasted = Signal(str)
    chosen = Signal()

    def __init__(self, model: DhModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("DhTable")
        self.setAccessibleName("Denavit-Hartenberg table")
        self.dh = model
        self._begun = 0
        self.setModel(model)
        self.cells = DhDelegate(theme, model, self)
        self.setItemDelegate(self.cells)
        self.cells.left.connect(self.step)
        self.setEditTriggers(Edits.AnyKeyPressed | Edits.EditKeyPressed | Edits.DoubleClicked)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(ROW)
        rows.setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        rows.setHighlightSections(True)
        columns.setFixedHeight(ROW)
        columns.setHighlightSections(False)
        columns.setStretchLastSection(True)
        columns.setMinimumSectionSize(48)
        self.setCornerButtonEnabled(False)
        model.modelReset.connect(self.set_widths)
        model.remarked.connect(self.set_widths)
        model.dataChanged.connect(self._widen)
        self.set_widths()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), LEAST)

    def showEvent(self, event: QShowEvent) -> None:
        self._widen()
        super().showEvent(event)

    def set_widths(self) -> None:
        """Set the width of every column to that of its heading and its cells."""
        for i, width in enumerate(self._needed()):
            self.setColumnWidth(i, width)

    def _widen(self) -> None:
        """Widen columns with longer contents; nothing gets narrower during typing.

        Measuring takes longer than most edits: a table that nobody sees waits until it is shown.
        """
        if not self.isVisible():
            return
        for i, width in enumerate(self._needed()):
            if width > self.columnWidth(i):
                self.setColumnWidth(i, width)

    def _needed(self) -> list[int]:
        """Return widths of the columns that show all contents."""
        face, small = QFontMetrics(font(BODY)), QFontMetrics(font(SECONDARY))
        headings = QFontMetrics(self.horizontalHeader().font())
        widths = []
        for i, column in enumerate(self.dh.columns):
            least = NAME if column.id == "name" else NUMBER
            title = self.dh.headerData(i, Qt.Orientation.Horizontal)
            texts = [headings.horizontalAdvance(title) + AROUND]
            if column.id == "kind":
                texts += [face.horizontalAdvance(kind) + AROUND + SIGN for kind in KINDS]
            elif column.id != "name":
                for row in range(self.dh.rowCount()):
                    index = self.dh.index(row, i)
                    wide = face.horizontalAdvance(index.data()) if not index.data(REASON) else 0
                    if name := index.data(VARIABLE):
                        wide += small.horizontalAdvance(name) + SIGN
                    texts.append(wide + AROUND)
            marked = any(cell[1] == column.id for cell in self.dh.marks)
            widths.append(max(least, *texts) + MARK * marked)
        return widths

    def go(self, cell: Cell) -> None:
        """Make a cell the current one and the only one selected."""
        self.setCurrentIndex(self.dh.find(cell))

    def rows(self) -> list[int]:
        """Return the rows with selected cells."""
        return sorted({index.row() for index in self.selectionModel().selectedIndexes()})

    def marked_cells(self) -> list[Cell]:
        """Return the selected cells that a design may change or must keep."""
        cells = [self.dh.cell(index) for index in self.selectionModel().selectedIndexes()]
        return [cell for cell in cells if cell is not None and cell in self.dh.marks]

    def select_rows(self, rows: list[int], column: int = 0) -> None:
        """Select whole rows."""
        flags = QItemSelectionModel.SelectionFlag
        model = self.selectionModel()
        model.clearSelection()
        for row in rows:
            model.select(self.dh.index(row, 0), flags.Select | flags.Rows)
        if rows:
            model.setCurrentIndex(self.dh.index(rows[0], column), flags.NoUpdate)
            self.scrollTo(self.currentIndex())

    def step(self, rows: int, columns: int) -> None:
        """Continue as in a spreadsheet: Tab along a row and to the next, Enter down a column."""
        at, model = self.currentIndex(), self.dh
        if columns:
            wide = model.columnCount()
            flat = at.row() * wide + at.column() + columns
            if not 0 <= flat < model.rowCount() * wide:
                super().focusNextPrevChild(columns > 0)
                return
            begun = self._begun
            self.setCurrentIndex(model.index(flat // wide, flat % wide))
            # Enter goes back to the column where the row of tabs began.
            self._begun = begun
            return
        column = self._begun if rows > 0 else at.column()
        row = min(max(at.row() + rows, 0), model.rowCount() - 1)
        self.setCurrentIndex(model.index(row, column if row != at.row() else at.column()))

    def copy(self) -> None:
        """Copy the selected cells to the clipboard, all digits, separated by tabs."""
        lines = []
        for row in self.rows():
            places = [i for i in self.selectionModel().selectedIndexes() if i.row() == row]
            places.sort(key=QModelIndex.column)
            lines.append("\t".join(str(i.data(Qt.ItemDataRole.EditRole)) for i in places))
        if lines:
            QGuiApplication.clipboard().setText("\n".join(lines))

    def clear(self) -> None:
        """Set the selected cells to zero, or to no limit."""
        texts: dict[Cell, str] = {}
        for index in self.selectionModel().selectedIndexes():
            cell = self.dh.cell(index)
            column = self.dh.columns[index.column()]
            if cell and column.measure != "kind" and self.dh.flags(index) & EDITABLE:
                texts[cell] = "" if column.optional or column.measure == "text" else "0"
        self.dh.type_all(texts, "Clear cells")

    def offer_kinds(self) -> None:
        """Open the menu for the kind of the current row's joint."""
        index = self.currentIndex()
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for kind in KINDS:
            action = menu.addAction(f"{kind.capitalize()}\t{kind[0].upper()}")
            action.triggered.connect(lambda _=False, kind=kind: self._set_kinds(kind))
            action.setCheckable(True)
            action.setChecked(index.data() == kind)
            if index.data() == kind:
                # The arrow keys go on from the kind that it has.
                menu.setActiveAction(action)
        menu.popup(self.viewport().mapToGlobal(self.visualRect(index).bottomLeft()))

    # -- keys and mouse -----------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        # Letters and digits are shortcuts of the window; here they are typed.
        asked = event.type() == QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and self._wants(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.matches(Copy):
            self.copy()
        elif event.matches(Paste):
            self.pasted.emit(QGuiApplication.clipboard().text())
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and not _commands(event):
            self.clear()
        elif key == Qt.Key.Key_Escape:
            self.dh.cancel(self.currentIndex())
        elif key == Qt.Key.Key_Space and (cells := self.marked_cells()):
            self.dh.marked.emit(cells)
        elif self._on_kind() and not _commands(event) and self._choose_kind(event):
            return
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.step(-1 if back else 1, 0)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        before = self.currentIndex()
        if self._turn_mark(event):
            return
        super().mousePressEvent(event)
        again = before.isValid() and self.indexAt(event.position().toPoint()) == before
        if again and self._on_kind() and event.button() == Qt.MouseButton.LeftButton:
            self.offer_kinds()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._turn_mark(event):
            return
        if self._on_kind():
            self.offer_kinds()
        else:
            super().mouseDoubleClickEvent(event)

    def _turn_mark(self, event: QMouseEvent) -> bool:
        """Request toggling of the mark under the mouse; return whether there is one."""
        under = self.indexAt(event.position().toPoint())
        on_mark = event.position().x() < self.visualRect(under).left() + MARK
        left = event.button() == Qt.MouseButton.LeftButton
        if not (left and on_mark and under.data(FREE) is not None):
            return False
        self.dh.marked.emit([self.dh.cell(under)])
        return True

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self._begun = max(current.column(), 0)
        self.chosen.emit()

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        if hint == QAbstractItemDelegate.EndEditHint.RevertModelCache:
            self.dh.cancel(self.currentIndex())
        super().closeEditor(editor, hint)

    def edit(self, index: QModelIndex, *rest: object) -> bool:  # type: ignore[override]
        if rest and self.dh.cell(index) and self.dh.columns[index.column()].id == "kind":
            return False
        return bool(super().edit(index, *rest))

    def focusNextPrevChild(self, forward: bool) -> bool:
        # Tab and Shift+Tab come here rather than to keyPressEvent.
        self.step(0, 1 if forward else -1)
        return True

    def _on_kind(self) -> bool:
        cell = self.dh.cell(self.currentIndex())
        return cell is not None and cell[1] == "kind"

    def _choose_kind(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_F2):
            self.offer_kinds()
            return True
        kind = KIND_LETTERS.get(event.text().upper())
        if kind is not None:
            self._set_kinds(kind)
        return kind is not None

    def _set_kinds(self, kind: str) -> None:
        rows = self.rows() or [self.currentIndex().row()]
        at = self.currentIndex()
        self.dh.type_all({(row, "kind"): kind for row in rows}, "Change the kind")
        self.setCurrentIndex(self.dh.index(at.row(), at.column()))

    def _wants(self, event: QKeyEvent) -> bool:
        if event.matches(Copy) or event.matches(Paste) or Qt.Key(event.key()) in OWN_KEYS:
            return not _commands(event) or event.matches(Copy) or event.matches(Paste)
        return bool(event.text().strip()) and event.text().isprintable() and not _commands(event)

    def menu_place(self, at: QPoint) -> QPoint:
        """Return the screen position of a menu for a cell of the table."""
        return self.viewport().mapToGlobal(at)


EDITABLE = Qt.ItemFlag.ItemIsEditable


def _commands(event: QKeyEvent) -> bool:
    modifier = Qt.KeyboardModifier
    held = modifier.ControlModifier | modifier.AltModifier | modifier.MetaModifier
    return bool(event.modifiers() & held)

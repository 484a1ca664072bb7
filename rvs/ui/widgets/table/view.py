"""The table as a spreadsheet: keys, selection, look of the cells, and the current one in a line."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QHeaderView,
    QLineEdit,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from rvs.engine.joint import KIND_LETTERS, KINDS
from rvs.model.robots.table_text import BY_ID, Cell, heading
from rvs.ui.desk import Desk
from rvs.ui.icons import pixmap
from rvs.ui.invalid_texts import Refusal
from rvs.ui.theme import BODY, SECONDARY, Theme, font
from rvs.ui.widgets.labels import Notice
from rvs.ui.widgets.table.model import FORMULA, FREE, REASON, VARIABLE, DhModel, Index
from rvs.words import tr

ROW, PAD, ICON, ARROW, MARK, CORNER = 28, 8, 14, 12, 20, 8
# key -> steps of rows and columns with which it leaves a cell
LEAVING = {
    Qt.Key.Key_Tab: (0, 1),
    Qt.Key.Key_Backtab: (0, -1),
    Qt.Key.Key_Return: (1, 0),
    Qt.Key.Key_Enter: (1, 0),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


class CellField(QLineEdit):
    """A cell during typing."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("CellField")
        self.setFont(font())

    def mark(self, reason: str) -> None:
        """Show whether the text can be read."""
        self.setProperty("state", "invalid" if reason else "")
        self.setToolTip(reason)
        self.setAccessibleDescription(reason)
        self.style().unpolish(self)
        self.style().polish(self)


class DhDelegate(QStyledItemDelegate):
    """Draws cells and passes on typed texts; ``left`` reports the direction of leaving a cell."""

    left = Signal(int, int)

    def __init__(self, theme: Theme, model: DhModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme, self._model = theme, model

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(80, ROW)

    # -- typing -------------------------------------------------------------------------------

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:
        field = CellField(parent)
        if self._is_number(index):
            field.setAlignment(Qt.AlignmentFlag.AlignRight)
        field.setAccessibleName(self._model.meaning(index))
        at = self._model.index(index.row(), index.column())
        field.textEdited.connect(lambda text: field.mark(self._model.type(at, text)))
        return field

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, CellField) and not editor.isModified():
            editor.setText(index.data(Qt.ItemDataRole.EditRole))
            editor.mark(index.data(REASON))
            editor.selectAll()

    def setModelData(self, editor: QWidget, _model: object, index: Index) -> None:
        if isinstance(editor, CellField) and editor.isModified():
            self._model.type(index, editor.text())
            self._model.settle()

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        editor.setGeometry(option.rect)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = event.type() == QEvent.Type.KeyPress
        if pressed and isinstance(watched, CellField) and isinstance(event, QKeyEvent):
            return self._leave(watched, event) or super().eventFilter(watched, event)
        return super().eventFilter(watched, event)

    def _leave(self, field: CellField, event: QKeyEvent) -> bool:
        hint = QAbstractItemDelegate.EndEditHint
        if event.key() == Qt.Key.Key_Escape:
            field.setModified(False)
            self.closeEditor.emit(field, hint.RevertModelCache)
            return True
        if event.key() not in LEAVING:
            return False
        rows, columns = LEAVING[Qt.Key(event.key())]
        back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        self.commitData.emit(field)
        self.closeEditor.emit(field, hint.NoHint)
        self.left.emit(-rows if back and rows == 1 else rows, columns)
        return True

    # -- looks --------------------------------------------------------------------------------

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        self._paint_ground(painter, option, index)
        area = option.rect.adjusted(PAD, 0, -PAD, 0)
        if index.data(FREE) is not None:
            area = self._paint_mark(painter, area, index.data(FREE))
        if index.data(REASON):
            area = self._paint_fault(painter, option.rect, area)
        elif name := index.data(VARIABLE):
            area = self._paint_variable(painter, area, name)
        elif self._is_kind(index) and option.state & QStyle.StateFlag.State_Selected:
            area = self._paint_arrow(painter, area)
        if index.data(FORMULA):
            self._paint_corner(painter, option.rect)
        self._paint_text(painter, area, index)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colors, rect = self._theme.colors, option.rect
        chosen = option.state & QStyle.StateFlag.State_Selected
        if chosen:
            painter.fillRect(rect, QColor(colors.accent_soft))
        elif index.data(VARIABLE) or not self._is_open(index):
            painter.fillRect(rect, QColor(colors.window))
        painter.setPen(QColor(colors.line))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.drawLine(rect.topRight(), rect.bottomRight())
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(colors.accent), 2))
            painter.drawRect(rect.adjusted(1, 1, -2, -2))

    def _paint_fault(self, painter: QPainter, rect: QRect, area: QRect) -> QRect:
        """Paint rim and sign of an unreadable text; return the remaining rectangle."""
        color = self._theme.colors.limit
        painter.setPen(QPen(QColor(color), 1))
        painter.drawRect(rect.adjusted(0, 0, -2, -2))
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(
            area.left() - 3, area.center().y() - ICON // 2 + 1, pixmap("error", color, ICON, ratio)
        )
        return area.adjusted(ICON, 0, 0, 0)

    def _paint_corner(self, painter: QPainter, rect: QRect) -> None:
        """Paint the corner of a cell that follows parameters."""
        x, y = rect.left(), rect.top()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colors.accent))
        painter.drawPolygon([QPoint(x, y), QPoint(x + CORNER, y), QPoint(x, y + CORNER)])

    def _paint_mark(self, painter: QPainter, area: QRect, free: bool) -> QRect:
        """Paint the sign of a number that a design may change; return the remaining rectangle."""
        colors, ratio = self._theme.colors, painter.device().devicePixelRatioF()
        sign = ("unlock", colors.accent) if free else ("lock", colors.text_3)
        top = area.center().y() - ICON // 2 + 1
        painter.drawPixmap(area.left() - 4, top, pixmap(*sign, ICON, ratio))
        return area.adjusted(MARK - PAD, 0, 0, 0)

    def _paint_arrow(self, painter: QPainter, area: QRect) -> QRect:
        """Paint the sign of a choice on the right; return the remaining rectangle for the text."""
        ratio = painter.device().devicePixelRatioF()
        arrow = pixmap("down", self._theme.colors.text_2, ARROW, ratio)
        painter.drawPixmap(area.right() - ARROW + 5, area.center().y() - ARROW // 2 + 1, arrow)
        return area.adjusted(0, 0, -ARROW + 4, 0)

    def _paint_variable(self, painter: QPainter, area: QRect, name: str) -> QRect:
        """Paint the joint variable's name on the left; return the rectangle for its value."""
        face = font(SECONDARY)
        painter.setFont(face)
        painter.setPen(QColor(self._theme.colors.accent_text))
        side = Qt.AlignmentFlag
        painter.drawText(area, side.AlignLeft | side.AlignVCenter, name)
        return area.adjusted(QFontMetrics(face).horizontalAdvance(name) + 4, 0, 0, 0)

    def _paint_text(self, painter: QPainter, area: QRect, index: Index) -> None:
        colors = self._theme.colors
        text, reason = index.data(), index.data(REASON)
        color = colors.limit if reason else colors.text
        if text == "—" or not self._is_open(index):
            color = colors.text_3
        face = font(BODY)
        painter.setFont(face)
        painter.setPen(QColor(color))
        side = Qt.AlignmentFlag
        where = side.AlignRight if self._is_number(index) else side.AlignLeft
        short = QFontMetrics(face).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(QRectF(area), where | side.AlignVCenter, short)

    def _is_open(self, index: Index) -> bool:
        return bool(self._model.flags(index) & Qt.ItemFlag.ItemIsEditable)

    def _is_kind(self, index: Index) -> bool:
        return self._model.columns[index.column()].measure == "kind"

    def _is_number(self, index: Index) -> bool:
        return self._model.columns[index.column()].measure not in ("kind", "text")


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


HINT = "Type into a cell, for example pi/2 or 30+15. Tab and Enter move on, Esc restores the cell."
HIGH = 26


class CellNotice(Notice):
    """Follows a table, and reports refused texts to the desk."""

    def __init__(self, desk: Desk, name: str, model: DhModel, view: DhView) -> None:
        """Make the notice.

        Args:
            desk: The desk.
            name: Name of the table for the desk.
            model: The table.
            view: Its view.
        """
        super().__init__()
        self._desk, self._name, self._model, self._view = desk, name, model, view
        # Whether the table is there to be read; what is wrong in it is said all the same.
        self.hints = True
        self._refusal = ""
        self.setFixedHeight(HIGH)
        model.told.connect(self.tell)
        model.told.connect(self._list_refused)
        view.chosen.connect(self.tell)
        desk.theme.changed.connect(self.tell)

    def refuse(self, reason: str) -> None:
        """Show a reason for a refusal, or a message of the table."""
        self._refusal = reason
        self.tell()

    def tell(self) -> None:
        """Show the faults, with that of the current cell first, or the contents of that cell."""
        index, colors, model = self._view.currentIndex(), self._desk.theme.colors, self._model
        here = model.cell(index)
        found = sorted(model.drafts.items(), key=lambda one: one[0] != here)
        texts = [
            tr(
                "Row {row}, {heading}: {reason}",
                row + 1,
                heading(model.joints, BY_ID[column]),
                draft.reason,
            )
            for (row, column), draft in found
        ]
        if self._refusal:
            self.say(self._refusal, "error", colors.limit)
        elif texts:
            self.say("; ".join(dict.fromkeys(texts)), "error", colors.limit)
        elif not self.hints:
            self.say("")
        else:
            self.say(model.meaning(index) or HINT, "note", colors.text_2)

    def _list_refused(self) -> None:
        placed = self._model.placed
        self._desk.refused.show(
            self._name,
            (
                Refusal(
                    draft.text,
                    f"{self._desk.session.called(placed)}, {words}",
                    draft.depth,
                    draft.alone,
                    partial(self._model.take_back, cell),
                )
                for cell, draft, words in self._model.refusals()
                if placed is not None
            ),
        )

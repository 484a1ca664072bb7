"""Look of cells of the table, and the field for typing into a cell."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from rvs.ui.icons import pixmap
from rvs.ui.theme import BODY, SECONDARY, Theme, font
from rvs.ui.widgets.table.model import FORMULA, FREE, REASON, VARIABLE, DhModel, Index

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

"""The rows of the palette: what they hold and how they look."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from rvs.ui.icons import PATHS, pixmap
from rvs.ui.palette.finds import Find
from rvs.ui.palette.rank import Fit
from rvs.ui.theme import BODY, SECONDARY, Theme, font

Index = QModelIndex | QPersistentModelIndex

FIND = Qt.ItemDataRole.UserRole
PLACES = Qt.ItemDataRole.UserRole + 1
ROW, RADIUS, ICON, INSET, GAP = 32, 6, 16, 10, 12


class Rows(QAbstractListModel):
    """What fits, best first."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[Find, Fit]] = []

    def fill(self, rows: list[tuple[Find, Fit]]) -> None:
        """Take other rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def find(self, index: Index) -> Find | None:
        """Return what stands in a row."""
        return self._rows[index.row()][0] if index.isValid() else None

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        find, how = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return find.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (find.title, find.group, find.keys, find.why)))
        if role == FIND:
            return find
        return how.places if role == PLACES else None


class RowPainter(QStyledItemDelegate):
    """Draws a row: icon, title with the letters that fit, where it stands, its key or its kind."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icons: dict[tuple[str, str, float], QPixmap] = {}

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(200, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        find: Find = index.data(FIND)
        colors = self._theme.colors
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if chosen or over:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.accent_soft if chosen else colors.hover))
            painter.drawRoundedRect(QRectF(option.rect), RADIUS, RADIUS)
        area = option.rect.adjusted(INSET, 0, -INSET, 0)
        self._paint_icon(painter, area, find)
        area.setLeft(area.left() + ICON + GAP)
        area.setRight(self._paint_end(painter, area, find) - GAP)
        left = self._paint_title(painter, area, find, index.data(PLACES))
        area.setLeft(left + GAP)
        painter.setFont(font(SECONDARY))
        painter.setPen(QColor(colors.text_3 if not find.why else colors.warn))
        _elided(painter, area, find.why or find.aside)
        painter.restore()

    def _paint_icon(self, painter: QPainter, area: QRect, find: Find) -> None:
        if find.icon in PATHS:
            colors = self._theme.colors
            color = colors.line_strong if find.why else colors.text_2
            top = area.center().y() - ICON // 2 + 1
            ratio = painter.device().devicePixelRatio()
            key = (find.icon, color, ratio)
            if key not in self._icons:
                self._icons[key] = pixmap(find.icon, color, ICON, ratio)
            painter.drawPixmap(area.left(), top, self._icons[key])

    def _paint_end(self, painter: QPainter, area: QRect, find: Find) -> int:
        """Write the shortcut, or the kind, at the right end; return where that begins."""
        colors = self._theme.colors
        text = find.keys if find.group == "Action" else find.group
        painter.setFont(font(SECONDARY, QFont.Weight.Medium if find.keys else QFont.Weight.Normal))
        painter.setPen(QColor(colors.text_2 if find.keys and not find.why else colors.text_3))
        painter.drawText(
            area, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text
        )
        return area.right() - painter.fontMetrics().horizontalAdvance(text)

    def _paint_title(self, painter: QPainter, area: QRect, find: Find, places: Any) -> int:
        """Write the title, the letters that fit strongly; return where it ends."""
        colors, marked = self._theme.colors, frozenset(places)
        plain, strong = font(BODY), font(BODY, QFont.Weight.Bold)
        x = area.left()
        for at, letters in _runs(find.title, marked):
            worn = strong if at else plain
            painter.setFont(worn)
            hue = colors.text_3 if find.why else colors.accent_text if at else colors.text
            painter.setPen(QColor(hue))
            width = QFontMetrics(worn).horizontalAdvance(letters)
            box = QRect(x, area.top(), min(width + 2, area.right() - x), area.height())
            if box.width() <= 0:
                break
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), letters)
            x += width
        return x


def _runs(title: str, marked: frozenset[int]) -> list[tuple[bool, str]]:
    """Return a title in pieces, marked ones and others in turn."""
    runs: list[tuple[bool, str]] = []
    for i, letter in enumerate(title):
        if runs and runs[-1][0] == (i in marked):
            runs[-1] = (runs[-1][0], runs[-1][1] + letter)
        else:
            runs.append((i in marked, letter))
    return runs


def _elided(painter: QPainter, area: QRect, text: str) -> None:
    room = area.width()
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
    if room > 0:
        painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter), shown)

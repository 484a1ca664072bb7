"""The palette itself: a field at the top of the window, with the matching entries.

The last choices in the palette, kept between sessions.

The rows of the palette: their contents and their look.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSettings,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetrics, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QListView,
    QMainWindow,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from rvs.model.folders import config_folder
from rvs.ui.actions.table import Actions
from rvs.ui.desk import Desk
from rvs.ui.icons import PATHS, pixmap
from rvs.ui.palette.finds import ABSENT, Find, gather, said, told
from rvs.ui.palette.rank import SCATTERED, Fit, order
from rvs.ui.palette.rank import Row as Said
from rvs.ui.theme import BODY, SECONDARY, Theme, font
from rvs.ui.widgets.fields.text_field import SearchField
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import vbox
from rvs.words import tr

WIDTH, TOP, SIDE, FIELD, PAD = 680, 56, 24, 36, 8
MOST_ROWS = 11
NOTHING = "No results. Try fewer letters, or Help ▸ Contents."
HINT = "↑ ↓ to choose · Enter to run · Esc to close"

MOST = 8
KEY = "recent"

Index = QModelIndex | QPersistentModelIndex

FIND = Qt.ItemDataRole.UserRole
PLACES = Qt.ItemDataRole.UserRole + 1
ROW, RADIUS, ICON, INSET, GAP = 32, 6, 16, 10, 12


class Palette(QFrame):
    """Opens with ``open``; it returns the keyboard focus before it runs the selected row."""

    def __init__(self, desk: Desk, actions: Actions, window: QMainWindow) -> None:
        super().__init__(window)
        self.setObjectName("Palette")
        self.setAccessibleName("Command palette")
        self._desk, self._actions = desk, actions
        self._finds: tuple[Find, ...] = ()
        self._said: tuple[Said, ...] = ()
        self._recent: tuple[str, ...] = ()
        self._before: QWidget | None = None
        self.field = SearchField("Search actions, robots, trajectories, help", desk.theme)
        self.rows = Rows()
        self.list = QListView()
        self.note: QLabel = named_label("Caption", HINT)
        self._arrange()
        self._connect()
        self.hide()

    def open(self) -> None:
        """Show it with all entries; a second call closes it."""
        if self.isVisible():
            self.close_quietly()
            return
        self._before = QApplication.focusWidget()
        self._finds = gather(self._desk, self._actions)
        self._said = tuple(map(said, self._finds))
        self._recent = recent()
        self.field.clear()
        self._search("")
        self._place()
        self.show()
        self.raise_()
        self.field.setFocus()

    def close_quietly(self) -> None:
        """Hide it and return the keyboard focus."""
        self.hide()
        if self._before is not None and self._before.isVisible():
            self._before.setFocus()
        self._before = None

    def run(self) -> None:
        """Run the selected row; an unavailable one stays and shows the reason."""
        find = self.rows.find(self.list.currentIndex())
        if find is None:
            return
        if find.why:
            self.note.setText(f"{find.title}: {find.why}")
            return
        self.close_quietly()
        remember(find.id)
        find.run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress:
                return self._key(event)
        elif watched is self.field and event.type() == QEvent.Type.FocusOut:
            self._left(event)
        elif watched is self.window() and event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _arrange(self) -> None:
        self.field.setFixedHeight(FIELD)
        self.list.setModel(self.rows)
        self.list.setItemDelegate(RowPainter(self._desk.theme, self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName("Matches")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.note.setContentsMargins(4, 0, 4, 0)
        vbox(self.field, (self.list, 1), self.note, gap=PAD, edges=PAD, of=self)

    def _connect(self) -> None:
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.window().installEventFilter(self)
        self.list.clicked.connect(self._click)
        self._desk.theme.changed.connect(self._tint)
        self._tint()

    def _search(self, text: str) -> None:
        found = [(self._finds[i], how) for i, how in order(text, self._said, self._recent)]
        close = [row for row in found if row[1].tier < SCATTERED or not text]
        told_of = told(self._desk, text, (find.id for find, _ in close))
        # Letters that happen to stand somewhere count only where there is nothing nearer.
        found = found if not (close or told_of) else close
        if any(find.group == "Action" for find, _ in found):
            found = [(find, how) for find, how in found if find.group != ABSENT]
        found = [*found, *((find, Fit(SCATTERED, 0.0)) for find in told_of)]
        self.rows.fill(found)
        self.list.setCurrentIndex(self.rows.index(0))
        self.list.scrollToTop()
        self.note.setText(HINT if found else "No results. Try fewer letters, or Help ▸ Contents.")
        self._place()

    def _key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.run()
        elif key == Qt.Key.Key_Escape:
            self.close_quietly()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._step(1 if key == Qt.Key.Key_Down else -1, around=True)
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self._step(MOST_ROWS if key == Qt.Key.Key_PageDown else -MOST_ROWS, around=False)
        else:
            return key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        return True

    def _step(self, by: int, around: bool) -> None:
        count = self.rows.rowCount()
        if not count:
            return
        row = self.list.currentIndex().row() + by
        row = row % count if around else min(max(row, 0), count - 1)
        self.list.setCurrentIndex(self.rows.index(row))
        self.note.setText(HINT)

    def _click(self, index: QModelIndex) -> None:
        self.list.setCurrentIndex(index)
        self.run()

    def _left(self, event: QEvent) -> None:
        """Close the palette after a click elsewhere, but not if another window is in front."""
        quiet = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
        if isinstance(event, QFocusEvent) and event.reason() not in quiet and self.isVisible():
            self._before = None
            self.hide()

    def _place(self) -> None:
        """Place it at the top centre, with the height of its rows."""
        room = self.window().size()
        width = min(WIDTH, room.width() - 2 * SIDE)
        rows = min(max(self.rows.rowCount(), 1), MOST_ROWS)
        height = 4 * PAD + FIELD + rows * ROW + self.note.sizeHint().height() + 2
        self.resize(QSize(width, min(height, room.height() - TOP - SIDE)))
        self.move(QPoint((room.width() - width) // 2, TOP))

    def _tint(self) -> None:
        self.list.viewport().update()


def _store() -> QSettings:
    return QSettings(str(config_folder() / "palette.ini"), QSettings.Format.IniFormat)


def recent() -> tuple[str, ...]:
    """Return the ids of the last selected rows, latest first; a damaged list is empty."""
    value = _store().value(KEY, [])
    names = [value] if isinstance(value, str) else value
    return tuple(str(name) for name in names[:MOST]) if isinstance(names, list) else ()


def remember(name: str) -> None:
    """Put an id first in the list."""
    store = _store()
    store.setValue(KEY, [name, *(other for other in recent() if other != name)][:MOST])
    store.sync()


class Rows(QAbstractListModel):
    """Matching entries, best first."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[Find, Fit]] = []

    def fill(self, rows: list[tuple[Find, Fit]]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def find(self, index: Index) -> Find | None:
        """Return the contents of a row."""
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
    """Draws a row: icon, title with the matching letters, location, key or kind."""

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
        """Write the shortcut, or the kind, at the right end; return where it begins."""
        colors = self._theme.colors
        text = find.keys if find.group == "Action" else tr(find.group)
        painter.setFont(font(SECONDARY, QFont.Weight.Medium if find.keys else QFont.Weight.Normal))
        painter.setPen(QColor(colors.text_2 if find.keys and not find.why else colors.text_3))
        painter.drawText(
            area, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text
        )
        return area.right() - painter.fontMetrics().horizontalAdvance(text)

    def _paint_title(self, painter: QPainter, area: QRect, find: Find, places: Any) -> int:
        """Write the title with its matching letters in bold; return where it ends."""
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
    """Return a title as pieces, alternately marked and unmarked."""
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

"""The list of postures: picture, name, and qualities."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QDropEvent, QFont, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from rvs.model.document import PlacedRobot
from rvs.model.robots.named_posture import NamedPosture
from rvs.model.state import Posture
from rvs.model.views.view import Background
from rvs.ui.pictures.thumbnails import EDGE, PosturePictures
from rvs.ui.theme import BODY, SECONDARY, Theme, font
from rvs.ui.widgets.lists.row_paint import paint_ground, paint_line, paint_picture

POSTURE, PRESENT = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
ROW, INSET, RADIUS = 56, 8, 8
SAME = 1e-6
Index = QModelIndex | QPersistentModelIndex


class PostureList(QListWidget):
    """Several can be selected; the robot's current posture has its name in the accent colour.

    ``dropped`` gives the dragged names, and the number of others before them.
    """

    dropped = Signal(object, int)

    def __init__(self, theme: Theme, pictures: PosturePictures) -> None:
        super().__init__()
        self.setAccessibleName("Postures")
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.placed: PlacedRobot | None = None
        self.setItemDelegate(_Delegate(self, theme, pictures))
        pictures.arrived.connect(self.viewport().update)
        theme.changed.connect(self.viewport().update)

    def fill(self, placed: PlacedRobot | None, postures: Iterable[NamedPosture]) -> None:
        """List the postures of a robot; selected names stay selected."""
        listed = tuple(postures)
        same = placed is not None and self.placed is not None and placed.id == self.placed.id
        self.placed = placed
        if listed == tuple(self._listed()):
            self.viewport().update()
            return
        chosen = [one.name for one in self.chosen()] if same else []
        self.clear()
        for posture in listed:
            item = QListWidgetItem(posture.name)
            item.setData(POSTURE, posture)
            item.setToolTip(posture.comment)
            self.addItem(item)
        self.choose(chosen)

    def mark(self, q: Posture) -> None:
        """Mark the current posture of the robot."""
        for item in self._items():
            pairs = zip(item.data(POSTURE).q, q, strict=True)
            there = all(abs(one - other) <= SAME for one, other in pairs)
            if bool(item.data(PRESENT)) != there:
                item.setData(PRESENT, there)

    def current(self) -> NamedPosture | None:
        """Return the posture with the cursor, if it is selected."""
        item = self.currentItem()
        return item.data(POSTURE) if item is not None and item.isSelected() else None

    def chosen(self) -> tuple[NamedPosture, ...]:
        """Return the selected postures in the order of the list."""
        return tuple(item.data(POSTURE) for item in self._items() if item.isSelected())

    def choose(self, names: Iterable[str]) -> None:
        """Select postures by name."""
        wanted = set(names)
        self.clearSelection()
        for item in self._items():
            if item.text() in wanted:
                self.setCurrentItem(item)
        for item in self._items():
            item.setSelected(item.text() in wanted)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # On some systems Enter alone does not activate.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        names = [one.name for one in self.chosen()]
        rest = [one.name for one in self._listed() if one.name not in names]
        before = [one.name for one in self._listed()][: self._row_at(event)]
        # The list is filled again with the edit; Qt would take the dragged rows out once more.
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        self.dropped.emit(names, sum(name in before for name in rest))

    def _row_at(self, event: QDropEvent) -> int:
        """Return the row before which an item was dropped."""
        at = event.position().toPoint()
        index = self.indexAt(at)
        if not index.isValid():
            return self.count()
        lower = at.y() > self.visualRect(index).center().y()
        return index.row() + lower

    def _listed(self) -> list[NamedPosture]:
        return [item.data(POSTURE) for item in self._items()]

    def _items(self) -> list[QListWidgetItem]:
        return [self.item(row) for row in range(self.count())]


class _Delegate(QStyledItemDelegate):
    def __init__(self, owner: PostureList, theme: Theme, pictures: PosturePictures) -> None:
        super().__init__(owner)
        self._owner, self._theme, self._pictures = owner, theme, pictures

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(180, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        posture, colors = index.data(POSTURE), self._theme.colors
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = option.rect.adjusted(INSET, 1, -INSET, -1)
        paint_ground(painter, row, option.state, colors, RADIUS)
        place = QRect(row.left() + 6, row.center().y() - EDGE // 2 + 1, EDGE, EDGE)
        paint_picture(painter, place, self._picture(posture), colors, RADIUS)
        text = row.adjusted(EDGE + 18, 0, -8, 0)
        name = QRect(text.left(), text.top() + 8, text.width(), 20)
        if not posture.comment:
            name = text
        color = colors.accent_text if index.data(PRESENT) else colors.text
        face = font(BODY, QFont.Weight.Medium)
        paint_line(painter, name, posture.name, face, color, named=True)
        below = QRect(text.left(), text.top() + 28, text.width(), 18)
        paint_line(painter, below, posture.comment, font(SECONDARY), colors.text_2)
        painter.restore()

    def _picture(self, posture: NamedPosture) -> QPixmap | None:
        placed = self._owner.placed
        background: Background = "dark" if self._theme.dark else "light"
        return self._pictures.picture(placed, posture.q, background) if placed else None

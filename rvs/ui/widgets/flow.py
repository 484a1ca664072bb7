"""A layout like words on a page: in rows, as many items side by side as fit."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLabel, QLayout, QLayoutItem, QWidget

from rvs.ui.widgets.boxes import hbox, holding


class FlowLayout(QLayout):
    """Breaks into rows; items keep their preferred width.

    Attributes:
        centred: Rows are centred instead of left-aligned.
    """

    def __init__(self, parent: QWidget | None = None, gap: int = 8, between: int = 16) -> None:
        super().__init__(parent)
        self.centred = False
        self._items: list[QLayoutItem] = []
        self._gap, self._between = gap, between

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), moves=False)

    def setGeometry(self, area: QRect) -> None:
        super().setGeometry(area)
        self._arrange(area, moves=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        wide = margins.left() + margins.right()
        return size + QSize(wide, margins.top() + margins.bottom())

    def _arrange(self, area: QRect, moves: bool) -> int:
        """Place the items, or only compute their height."""
        inner = area.marginsRemoved(self.contentsMargins())
        y = inner.y()
        for row in self._rows(inner.width()):
            x, high = inner.x(), max(size.height() for _, size in row)
            if self.centred:
                wide = sum(size.width() for _, size in row) + (len(row) - 1) * self._between
                x += (inner.width() - wide) // 2
            for item, size in row:
                if moves:
                    down = (high - size.height()) // 2
                    item.setGeometry(QRect(x, y + down, size.width(), size.height()))
                x += size.width() + self._between
            y += high + self._gap
        return max(y - self._gap, inner.y()) - area.y() + self.contentsMargins().bottom()

    def _rows(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Return the items in rows, with their sizes."""
        rows: list[list[tuple[QLayoutItem, QSize]]] = []
        taken = 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().boundedTo(QSize(max(width, 1), 10_000))
            if not rows or taken + size.width() > width:
                rows.append([])
                taken = 0
            rows[-1].append((item, size))
            taken += size.width() + self._between
        return rows


def labelled(text: str, field: QWidget, gap: int = 6) -> QWidget:
    """Return a field with a word before it, as one piece of a flow."""
    label = QLabel(text)
    label.setObjectName("Secondary")
    label.setBuddy(field)
    return holding(hbox(label, field, gap=gap))


def flowing(*pieces: QWidget) -> QWidget:
    """Return pieces side by side, in as many rows as necessary."""
    whole = QWidget()
    layout = FlowLayout(whole)
    layout.setContentsMargins(0, 0, 0, 0)
    for piece in pieces:
        layout.addWidget(piece)
    return whole

"""Layouts: rows and columns that mirror the code, rows that wrap like words, and pages."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

Edges = int | tuple[int, int, int, int]
Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | int
Box = TypeVar("Box", bound=QBoxLayout)
# A part of a box that takes the room which is left.
STRETCH = -1


def hbox(*parts: Part, gap: int = 8, edges: Edges = 0, of: QWidget | None = None) -> QHBoxLayout:
    """Return a row; its arguments are those of ``vbox``, from left to right."""
    return _filled(QHBoxLayout(), parts, gap, edges, of)


def vbox(*parts: Part, gap: int = 8, edges: Edges = 0, of: QWidget | None = None) -> QVBoxLayout:
    """Return a column.

    Args:
        parts: From top to bottom: widgets and layouts, growing ones paired with their
            stretch, ``STRETCH`` for growing empty room, a number of pixels for fixed empty room.
        gap: Space between parts in pixels; -1 for the default of the style.
        edges: Margins: one number, or left, top, right and bottom.
        of: The widget for the layout.
    """
    return _filled(QVBoxLayout(), parts, gap, edges, of)


def grid(
    across: int,
    down: int,
    *,
    edges: Edges = 0,
    grows: Iterable[int] = (),
    of: QWidget | None = None,
) -> QGridLayout:
    """Return an empty grid.

    Args:
        across: Space between columns in pixels.
        down: Space between rows.
        edges: As for ``vbox``.
        grows: Columns that share the remaining room.
        of: The widget for the layout.
    """
    made = QGridLayout()
    if of is not None:
        of.setLayout(made)
    made.setHorizontalSpacing(across)
    made.setVerticalSpacing(down)
    made.setContentsMargins(*_sides(edges))
    for column in grows:
        made.setColumnStretch(column, 1)
    return made


def put(rows: QGridLayout, row: int, label: QLabel, field: QWidget, column: int = 0) -> None:
    """Put a label and its field, to its right, into a row of a grid."""
    label.setBuddy(field)
    rows.addWidget(label, row, column)
    rows.addWidget(field, row, column + 1)


def in_order(*fields: QWidget) -> None:
    """Set the Tab order of a form's fields, independently of their layout."""
    for one, other in pairwise(fields):
        QWidget.setTabOrder(one, other)


def holding(layout: QLayout) -> QWidget:
    """Return a plain widget filled by a layout."""
    widget = QWidget()
    widget.setLayout(layout)
    return widget


def _filled(box: Box, parts: tuple[Part, ...], gap: int, edges: Edges, of: QWidget | None) -> Box:
    if of is not None:
        of.setLayout(box)
    box.setSpacing(gap)
    box.setContentsMargins(*_sides(edges))
    add(box, *parts)
    return box


def _sides(edges: Edges) -> tuple[int, int, int, int]:
    return edges if isinstance(edges, tuple) else (edges, edges, edges, edges)


def add(box: QBoxLayout, *parts: Part) -> None:
    """Add parts, in the form for ``vbox``, at the end of a box."""
    for part in parts:
        piece, stretch = part if isinstance(part, tuple) else (part, 0)
        if isinstance(piece, QWidget):
            box.addWidget(piece, stretch)
        elif isinstance(piece, QLayout):
            box.addLayout(piece, stretch)
        elif piece == STRETCH:
            box.addStretch(1)
        else:
            box.addSpacing(piece)


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


class Page(QWidget):
    """A page whose size counts only while it is shown; Qt's layout counts all pages."""

    def heightForWidth(self, width: int) -> int:
        return -1 if self.isHidden() else super().heightForWidth(width)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0) if self.isHidden() else super().minimumSizeHint()


class Pages(QStackedWidget):
    """Requires only the room of the current page."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        page = self.currentWidget()
        return self._framed(page.sizeHint()) if page else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        return self._framed(page.minimumSizeHint()) if page else super().minimumSizeHint()

    def _framed(self, size: QSize) -> QSize:
        """Return a size with the border of the style sheet around it."""
        return size.grownBy(self.contentsMargins())


def lay_out(part: QWidget | None) -> QScrollArea | None:
    """Apply the new height of a part to all around it now; Qt would do one level per event.

    Returns:
        The scroll area that contains it, if any.
    """
    while part is not None and not isinstance(part, QScrollArea):
        layout = part.layout()
        if layout is not None:
            layout.invalidate()
            layout.activate()
        part.updateGeometry()
        part = part.parentWidget()
    if part is not None:
        QCoreApplication.sendEvent(part, QEvent(QEvent.Type.LayoutRequest))
    return part

"""Rows and columns of widgets, each made by one call that mirrors the layout."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TypeVar

from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
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

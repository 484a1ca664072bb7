"""Rows and columns of widgets, each made by one call that reads like what is seen."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

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
        parts: From top to bottom: widgets and layouts, those that grow with their stretch beside
            them, ``STRETCH`` for empty room that grows, a number of pixels for room that does not.
        gap: Room between parts in pixels; -1 leaves it to the style.
        edges: Room around them: one number, or left, top, right and bottom.
        of: The widget that it fills.
    """
    return _filled(QVBoxLayout(), parts, gap, edges, of)


def holding(layout: QLayout) -> QWidget:
    """Return a plain widget that is filled by a layout."""
    widget = QWidget()
    widget.setLayout(layout)
    return widget


def _filled(box: Box, parts: tuple[Part, ...], gap: int, edges: Edges, of: QWidget | None) -> Box:
    if of is not None:
        of.setLayout(box)
    box.setSpacing(gap)
    box.setContentsMargins(*(edges if isinstance(edges, tuple) else (edges,) * 4))
    add(box, *parts)
    return box


def add(box: QBoxLayout, *parts: Part) -> None:
    """Add parts, as ``vbox`` takes them, at the end of a box."""
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

"""Common parts of rows with a picture and words: background, picture, a line of text."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QStyle

from rvs.model.appearance.colors import WindowColors

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def paint_ground(
    painter: QPainter, row: QRect, state: QStyle.StateFlag, colors: WindowColors, radius: float
) -> None:
    """Paint the background of a row: selected, under the pointer or focused."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if state & QStyle.StateFlag.State_Selected:
        painter.setBrush(QColor(colors.accent_soft))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(QColor(colors.hover))
    focused = state & QStyle.StateFlag.State_HasFocus
    painter.setPen(QPen(QColor(colors.accent), 1.5) if focused else Qt.PenStyle.NoPen)
    painter.drawRoundedRect(QRectF(row).adjusted(1, 1, -1, -1), radius, radius)


def paint_picture(
    painter: QPainter, area: QRect, picture: QPixmap | None, colors: WindowColors, radius: float
) -> None:
    """Paint a picture with rounded corners, only the background until it is ready."""
    outline = QPainterPath()
    outline.addRoundedRect(QRectF(area), radius, radius)
    painter.fillPath(outline, QColor(colors.sunken))
    if picture is not None and not picture.isNull():
        painter.save()
        painter.setClipPath(outline)
        painter.drawPixmap(area, picture)
        painter.restore()


def paint_line(
    painter: QPainter, area: QRect, text: str, face: QFont, color: str, named: bool = False
) -> None:
    """Write a line from the left, with an ellipsis if it does not fit.

    The ellipsis of a name is in its middle: names with the same beginning differ at their ends.
    """
    painter.setFont(face)
    painter.setPen(QColor(color))
    where = Qt.TextElideMode.ElideMiddle if named else Qt.TextElideMode.ElideRight
    painter.drawText(area, LEFT, painter.fontMetrics().elidedText(text, where, area.width()))

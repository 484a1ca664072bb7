"""Marks that distinguish the robots of a cell: number, name and colour."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

from rvs.model.appearance.colors import WindowColors
from rvs.model.document import called
from rvs.model.state import State
from rvs.scene.build import robot_color
from rvs.ui.theme import CAPTION, font

SWATCH = 18


def color_of(state: State, robot_id: str) -> str:
    """Return a robot's default link colour."""
    index = number_of(state, robot_id) - 1
    return robot_color(state.document.robots[index], index, state.view.mode)


def number_of(state: State, robot_id: str) -> int:
    """Return the number of a robot in the cell, from 1."""
    return [placed.id for placed in state.document.robots].index(robot_id) + 1


def name_of(state: State, robot_id: str) -> str:
    """Return the displayed name of a robot, different for each."""
    return called(state.document, state.document.robot(robot_id))


def paint_swatch(
    painter: QPainter, area: QRectF, number: int, color: str, colors: WindowColors
) -> None:
    """Paint a rounded square in a robot's colour with its number."""
    fill = QColor(color)
    painter.setPen(QPen(QColor(colors.line_strong), 1))
    painter.setBrush(fill)
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    painter.setPen(QColor("#14181D" if fill.lightnessF() > 0.55 else "#FFFFFF"))
    painter.setFont(font(CAPTION, font().Weight.DemiBold))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(number))


def swatch(number: int, color: str, colors: WindowColors, ratio: float = 1.0) -> QIcon:
    """Return the mark of a robot as an icon."""
    picture = QPixmap(QSize(SWATCH, SWATCH) * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_swatch(painter, QRectF(0, 0, SWATCH, SWATCH), number, color, colors)
    painter.end()
    made = QIcon(picture)
    # A selected row must not tint it.
    made.addPixmap(picture, QIcon.Mode.Selected)
    return made

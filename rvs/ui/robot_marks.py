"""Marks that distinguish the robots of a cell, and the menu in the tool bar that chooses one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QMenu, QToolButton

from rvs.model.appearance.colors import WindowColors
from rvs.model.current import current_robot
from rvs.model.document import called
from rvs.model.state import State
from rvs.scene.build import robot_color
from rvs.ui.actions.table import Actions
from rvs.ui.desk import Desk
from rvs.ui.theme import CAPTION, font
from rvs.ui.widgets.tool_strip import ToolStrip
from rvs.words import tr

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


HEIGHT, WIDEST = 32, 190
FOOT = ("next_robot", "previous_robot", None, "robots")


class RobotChooser(QToolButton):
    """Shows number, name and colour of the active robot; visible if there are several."""

    def __init__(self, desk: Desk, actions: Actions, bar: ToolStrip, behind: QAction) -> None:
        super().__init__(bar)
        self._desk, self._actions = desk, actions
        self.setObjectName("RobotChooser")
        self.setProperty("overlay", True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(SWATCH, SWATCH))
        self.setFixedHeight(HEIGHT)
        self.setMaximumWidth(WIDEST)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip("The robot that the panels work on (Ctrl+Tab for the next)")
        self.choices = QMenu(self)
        self.setMenu(self.choices)
        self.choices.aboutToShow.connect(self._fill)
        self._in_bar: QAction = bar.insert_before(behind, self)
        desk.theme.changed.connect(lambda: self._show(desk.session.state))
        desk.binding.follow(lambda s: (s.document, s.active, s.view.mode), self._show)

    def _show(self, state: State) -> None:
        placed = current_robot(state)
        self._in_bar.setVisible(placed is not None and len(state.document.robots) > 1)
        if placed is None:
            return
        name = name_of(state, placed.id)
        self.setText(self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, WIDEST - 64))
        self.setAccessibleName(tr("Active robot: {name}", name))
        self.setIcon(self._swatch(state, placed.id))

    def _fill(self) -> None:
        state = self._desk.session.state
        self.choices.clear()
        for placed in state.document.robots:
            text = name_of(state, placed.id).replace("&", "&&")
            action = self.choices.addAction(self._swatch(state, placed.id), text)
            action.triggered.connect(
                partial(lambda one, _=False: self._desk.session.select((one,)), placed.id)
            )
            if placed.id == state.active:
                face = action.font()
                face.setBold(True)
                action.setFont(face)
        self.choices.addSeparator()
        self._actions.fill(self.choices, FOOT)

    def _swatch(self, state: State, robot_id: str) -> QIcon:
        number, ratio = number_of(state, robot_id), self.devicePixelRatioF()
        return swatch(number, color_of(state, robot_id), self._desk.theme.colors, ratio)

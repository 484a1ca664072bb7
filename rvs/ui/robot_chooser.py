"""A button in the tool bar with the active robot and a menu of the others."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QMenu, QToolButton

from rvs.model.current import current_robot
from rvs.model.state import State
from rvs.ui.actions.table import Actions
from rvs.ui.desk import Desk
from rvs.ui.robot_marks import SWATCH, color_of, name_of, number_of, swatch
from rvs.ui.widgets.tool_strip import ToolStrip
from rvs.words import tr

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

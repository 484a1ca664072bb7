"""Two small buttons over the view: from where it is seen, and on what ground."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QMenu, QToolButton

from rvs.model.state import State
from rvs.ui.actions import Actions
from rvs.ui.desk import Desk
from rvs.ui.icons import icon
from rvs.ui.menus import BACKGROUNDS, VIEWS

INSET, GAP, HEIGHT = 12, 8, 26


class Overlay:
    """Lies in the upper left corner of the viewport."""

    def __init__(self, desk: Desk, actions: Actions) -> None:
        self._desk = desk
        self.view = _button(desk, "Standard views and projection")
        self.ground = _button(desk, "Background of the view")
        for button, ids in ((self.view, VIEWS), (self.ground, BACKGROUNDS)):
            menu = QMenu(button)
            actions.fill(menu, ids)
            button.setMenu(menu)
        desk.theme.changed.connect(self._retint)
        desk.binding.follow(lambda s: (s.view.camera.parallel, s.view.background), self._show)
        self._retint()

    def _show(self, state: State) -> None:
        view = state.view
        self.view.setText("Parallel" if view.camera.parallel else "Perspective")
        self.ground.setText(view.background.capitalize())
        left = INSET
        for button in (self.view, self.ground):
            button.setGeometry(left, INSET, button.sizeHint().width(), HEIGHT)
            left += button.width() + GAP

    def _retint(self) -> None:
        for button in (self.view, self.ground):
            button.setIcon(icon("down", self._desk.theme.colors, 12))
        self._show(self._desk.session.state)


def _button(desk: Desk, name: str) -> QToolButton:
    button = QToolButton(desk.viewport)
    button.setProperty("overlay", True)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    button.setIconSize(QSize(12, 12))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAccessibleName(name)
    button.setToolTip(name)
    return button

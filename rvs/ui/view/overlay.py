"""Small buttons over the views: their cameras and their backgrounds."""

from __future__ import annotations

from functools import partial
from math import isclose

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import QMenu, QToolButton

from rvs.model.robots.seen_variant import variant_fault, variant_names
from rvs.model.state import State
from rvs.model.views.panes import all_panes, pane_view
from rvs.model.views.view import Camera
from rvs.scene.camera import STANDARD_VIEWS
from rvs.ui.actions.menus import BACKGROUNDS, VIEWS
from rvs.ui.actions.table import Actions
from rvs.ui.desk import Desk
from rvs.ui.icons import icon
from rvs.ui.view.viewport import Viewport
from rvs.ui.widgets.labels import add_heading
from rvs.words import tr

INSET, GAP, HEIGHT, WIDEST = 12, 8, 26, 180
PAUSE_MS = 300
SAME_ANGLE = 1e-6
CURRENT = "Current state"
NAMES = {name: name.capitalize() for name in STANDARD_VIEWS} | {"iso": "Isometric"}


class Overlay(QObject):
    """Buttons in the upper left corner of every view; the names of several views activate them."""

    def __init__(self, desk: Desk, actions: Actions) -> None:
        super().__init__(desk.viewports)
        self._desk, self._actions = desk, actions
        self.names: list[QToolButton] = []
        self._menus: list[QMenu] = []
        # In several views a click may be the first half of a double click.
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._open)
        desk.viewports.watch(self._name)
        self.ground = _button(desk.viewports.views[0], "Background of the view")
        self._offer(self.ground, BACKGROUNDS)
        desk.viewports.alone.connect(self._refresh)
        desk.theme.changed.connect(self._retint)
        desk.binding.follow(
            lambda s: (s.view.camera, s.view.background, s.view.variant, s.panes, s.document),
            self._show,
            calm=True,
        )
        self._retint()

    @property
    def view(self) -> QToolButton:
        """The name of the active view."""
        return self.names[self._desk.viewport.place]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        several = len(self._desk.session.state.panes) > 1
        if several and event.type() == QEvent.Type.MouseButtonPress and watched in self.names:
            view = self._desk.viewports.views[self.names.index(watched)]
            if view is self._desk.viewport:
                self._pause.start()
            view.activate()
        if several and event.type() == QEvent.Type.MouseButtonDblClick:
            self._pause.stop()
            self._desk.viewports.toggle_maximized()
            return True
        return super().eventFilter(watched, event)

    def _open(self) -> None:
        """Offer the menu of the active view's name."""
        button = self.view
        below = button.mapToGlobal(button.rect().bottomLeft())
        self._menus[self.names.index(button)].popup(below)

    def _name(self, view: Viewport) -> None:
        button = _button(view, "Standard views and projection")
        menu = self._offer(button, VIEWS)
        menu.aboutToShow.connect(partial(self._offer_variants, menu))
        self._menus.append(menu)
        button.installEventFilter(self)
        button.setIcon(icon("down", self._desk.theme.colors, 12))
        self.names.append(button)
        button.show()

    def _offer(self, button: QToolButton, ids: tuple[str | None, ...]) -> QMenu:
        menu = QMenu(button)
        self._actions.fill(menu, ids)
        button.setMenu(menu)
        return menu

    def _offer_variants(self, menu: QMenu) -> None:
        """Add the variants of the robots after the views, or none if there are none."""
        session = self._desk.session
        for action in menu.actions()[len(VIEWS) :]:
            menu.removeAction(action)
        names = variant_names(session.state.document)
        if not names and not session.state.view.variant:
            return
        add_heading(menu, "Variant")
        for name in ("", *names):
            shown = menu.addAction(name.replace("&", "&&") if name else tr(CURRENT))
            shown.setCheckable(True)
            shown.setChecked(name == session.state.view.variant)
            shown.triggered.connect(lambda _=False, name=name: session.look(variant=name))

    def _refresh(self) -> None:
        self._show(self._desk.session.state)

    def _show(self, state: State) -> None:
        several = len(state.panes) > 1
        views = self._desk.viewports.views
        for button, menu, view in zip(self.names, self._menus, views, strict=True):
            if view.place >= len(state.panes):
                continue
            button.setMenu(None if several else menu)  # type: ignore[arg-type]
            tip = MANY_TIP if several else button.accessibleName()
            shown = pane_view(state.view, state.panes, view.place)
            fault = variant_fault(state.document, shown.variant)
            state_tip = tr("This view shows the current state: {fault}", fault) if fault else tip
            button.setToolTip(state_tip)
            words = camera_name(shown.camera, several)
            if any(pane.variant for pane in all_panes(state.view, state.panes)):
                variant = tr(CURRENT) if fault or not shown.variant else shown.variant
                cut = button.fontMetrics().elidedText(variant, Qt.TextElideMode.ElideMiddle, WIDEST)
                words = tr("{variant} · {view}", cut.replace("&", "&&"), tr(words))
            button.setText(words)
            _place(button, INSET)
        self.ground.setVisible(not several or state.panes.active == 0)
        self.ground.setText(state.view.background.capitalize())
        _place(self.ground, INSET + self.names[0].width() + GAP)

    def _retint(self) -> None:
        for button in (*self.names, self.ground):
            button.setIcon(icon("down", self._desk.theme.colors, 12))
        self._refresh()


MANY_TIP = "Click to make it the active view, double-click to maximise it"


def camera_name(camera: Camera, several: bool) -> str:
    """Return the name of a view: its side in several parallel views, else its projection."""
    if not camera.parallel:
        return "Perspective"
    if several:
        for name, (azimuth, elevation) in STANDARD_VIEWS.items():
            level = isclose(camera.elevation, elevation, abs_tol=SAME_ANGLE)
            if level and isclose(camera.azimuth, azimuth, abs_tol=SAME_ANGLE):
                return NAMES[name]
    return "Parallel"


def _place(button: QToolButton, left: int) -> None:
    button.setGeometry(left, INSET, button.sizeHint().width(), HEIGHT)


def _button(view: Viewport, name: str) -> QToolButton:
    button = QToolButton(view)
    button.setProperty("overlay", True)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    button.setIconSize(QSize(12, 12))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAccessibleName(name)
    button.setToolTip(name)
    return button

"""The examples at the first start: a calm strip over the foot of the view."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QToolButton, QVBoxLayout

from rvs.model.views.view import Camera
from rvs.scene.build import scene_points
from rvs.scene.camera import fit, pan
from rvs.ui.desk import Desk
from rvs.ui.gallery.cards import Cards
from rvs.ui.gallery.examples import Example, examples
from rvs.ui.gallery.pictures import ExamplePictures
from rvs.ui.help import links
from rvs.ui.icons import icon
from rvs.ui.widgets.labels import named_label

INSET, BUTTON = 12, 26
LEAST_VIEW = 420


class Strip(QFrame):
    """Closes when an example is chosen, and stays away when the user says so.

    ``all_asked`` asks for the window with all of them.
    """

    all_asked = Signal()

    def __init__(self, desk: Desk, pictures: ExamplePictures) -> None:
        super().__init__(desk.viewport)
        self.setObjectName("ExamplesStrip")
        self.setAccessibleName("Examples to begin with")
        self._desk = desk
        self._camera: Camera | None = None
        self.cards = Cards(pictures, desk.theme, in_a_row=True)
        self.never = QCheckBox("Don't show this again")
        self.all = QToolButton()
        self.all.setText("All examples")
        self.close_button = QToolButton()
        self._arrange()
        self.cards.chosen.connect(self._open)
        self.never.toggled.connect(self._remember)
        self.all.clicked.connect(self.all_asked)
        self.close_button.clicked.connect(self.hide)
        desk.viewport.installEventFilter(self)
        desk.theme.changed.connect(self._tint)
        self._tint()
        self.hide()

    def offer(self) -> None:
        """Show it, unless the user has said not to, or there is no room for it."""
        if self._desk.settings.preferences.examples and self._desk.viewport.height() > LEAST_VIEW:
            self.cards.fill(examples())
            self._place()
            self.show()
            self.raise_()
            self._make_room()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Fill the view again, unless it is looked at in another way by now."""
        super().hideEvent(event)
        camera, self._camera = self._camera, None
        if camera is not None and self._desk.session.state.view.camera is camera:
            self._desk.viewport.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _arrange(self) -> None:
        self.all.setProperty("link", True)
        self.all.setToolTip("Show all examples in a window (Help ▸ Examples)")
        self.never.setToolTip("Help ▸ Examples shows them at any time")
        self.close_button.setFixedSize(BUTTON, BUTTON)
        self.close_button.setToolTip("Close")
        self.close_button.setAccessibleName("Close the examples")
        row = QHBoxLayout()
        row.setContentsMargins(6, 0, 0, 0)
        row.setSpacing(12)
        row.addWidget(named_label("DockTitle", "Begin with an example"))
        row.addWidget(self.all)
        row.addStretch(1)
        row.addWidget(self.never)
        row.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 8, 4)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.cards)

    def _make_room(self) -> None:
        """Look so that the robot stands above the strip."""
        view, session = self._desk.viewport, self._desk.session
        width, height = view.width(), view.height()
        above = height - self.height() - 2 * INSET
        points = scene_points(session.state)
        camera = fit(session.state.view.camera, points, width / above)
        camera = replace(camera, distance=camera.distance * height / above)
        self._camera = pan(camera, 0.0, (above - height) / 2, height)
        view.end_glide()
        session.look(camera=self._camera)

    def _open(self, example: Example) -> None:
        self.hide()
        links.follow(self._desk, example.link, alone=True)

    def _remember(self, never: bool) -> None:
        self._desk.settings.change(examples=not never)

    def _place(self) -> None:
        view = self._desk.viewport
        height = self.sizeHint().height()
        self.setGeometry(INSET, view.height() - height - INSET, view.width() - 2 * INSET, height)

    def _tint(self) -> None:
        self.close_button.setIcon(icon("close", self._desk.theme.colors, 14))

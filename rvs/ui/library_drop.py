"""Robots that are dragged out of the library into the view: they land where the mouse points."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from rvs.scene.camera import ray
from rvs.ui import cell_commands
from rvs.ui.desk import Desk
from rvs.ui.panels.library_list import MIME
from rvs.ui.viewport import Viewport


class LibraryDrop(QObject):
    """Takes what is let go over the view."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.viewports)
        self._desk = desk
        desk.viewports.watch(self._watch)

    def _watch(self, view: Viewport) -> None:
        view.setAcceptDrops(True)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent) and event.mimeData().hasFormat(MIME):
            if isinstance(event, QDragEnterEvent) or event.type() == QEvent.Type.DragMove:
                event.acceptProposedAction()
                return True
            if event.type() == QEvent.Type.Drop:
                event.acceptProposedAction()
                if isinstance(watched, Viewport):
                    watched.activate()
                path = bytes(event.mimeData().data(MIME).data()).decode("utf-8")
                x, y = self.floor_at(event.position())
                # The drag ends before anything is loaded.
                QTimer.singleShot(0, self, lambda: cell_commands.place_at(self._desk, path, x, y))
                return True
        return super().eventFilter(watched, event)

    def floor_at(self, at: QPointF) -> tuple[float, float]:
        """Return the point of the floor under a place of the view, in m."""
        return floor_under(self._desk.viewport, at)


def floor_under(view: Viewport, at: QPointF) -> tuple[float, float]:
    """Return the point of the floor under a place of a view, in m.

    Where the view looks past the floor, it is the point that the camera turns about.
    """
    camera = view.camera
    origin, direction = ray(camera, at.x(), at.y(), view.width(), view.height())
    far = -origin[2] / direction[2] if abs(direction[2]) > 1e-9 else -1.0
    spot = origin + far * direction
    if far <= 0.0 or np.linalg.norm(spot - np.array(camera.target)) > 3 * camera.distance:
        return camera.target[0], camera.target[1]
    return float(spot[0]), float(spot[1])

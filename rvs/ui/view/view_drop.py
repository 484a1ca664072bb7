"""Things that are dragged out of a panel into the view: they land where the mouse points."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from rvs.scene.camera import ray
from rvs.ui.desk import Desk
from rvs.ui.soon import soon
from rvs.ui.view.viewport import Viewport

Land = Callable[[str, QPointF], object]


class ViewDrop(QObject):
    """Takes what is let go over the view."""

    def __init__(self, desk: Desk, mime: str, land: Land) -> None:
        """Watch all views.

        Args:
            desk: What the window works with.
            mime: Kind of data that is taken.
            land: Gets the text that was dragged and the place in the view, which is active then.
        """
        super().__init__(desk.viewports)
        self._mime, self._land = mime, land
        desk.viewports.watch(self._watch)

    def _watch(self, view: Viewport) -> None:
        view.setAcceptDrops(True)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not (isinstance(event, QDropEvent) and event.mimeData().hasFormat(self._mime)):
            return super().eventFilter(watched, event)
        if isinstance(event, QDragEnterEvent) or event.type() == QEvent.Type.DragMove:
            event.acceptProposedAction()
            return True
        if event.type() == QEvent.Type.Drop and isinstance(watched, Viewport):
            event.acceptProposedAction()
            watched.activate()
            text = bytes(event.mimeData().data(self._mime).data()).decode("utf-8", "replace")
            at = event.position()
            # What is placed may ask something, which no drag waits for.
            soon(self, lambda: self._land(text, at))
            return True
        return super().eventFilter(watched, event)


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

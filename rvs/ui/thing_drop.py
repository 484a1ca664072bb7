"""Things that are dragged out of their gallery into the view: they land where the mouse points."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from rvs.model.thing_kinds import KINDS
from rvs.ui import room_commands
from rvs.ui.desk import Desk
from rvs.ui.library_drop import floor_under
from rvs.ui.thing_gallery import MIME
from rvs.ui.viewport import Viewport


class ThingDrop(QObject):
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
                kind = bytes(event.mimeData().data(MIME).data()).decode("utf-8", "replace")
                at = self.spot_at(event.position())
                # The drag ends before anything is made.
                QTimer.singleShot(0, self, lambda: self._put(kind, at))
                return True
        return super().eventFilter(watched, event)

    def spot_at(self, at: QPointF) -> tuple[float, float]:
        """Return where a thing lands: on what lies under a place of the view, or on the floor."""
        view = self._desk.viewport
        hit = view.pointer.hit(at)
        if hit is not None and hit.owner[1:2] == ("thing",):
            return round(float(hit.point[0]), 3), round(float(hit.point[1]), 3)
        x, y = floor_under(view, at)
        return round(x, 3), round(y, 3)

    def _put(self, kind: str, at: tuple[float, float]) -> None:
        if kind in KINDS:
            room_commands.add(self._desk, kind, at)

"""Small pictures of a robot in its postures."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPixmap

from rvs.engine.robot import Robot
from rvs.model.document import PlacedRobot
from rvs.model.state import Posture
from rvs.model.views.view import Background
from rvs.ui.desk import Desk
from rvs.ui.pictures.offscreen import ContextOnDemand
from rvs.ui.pictures.picture_queue import Parts, PictureQueue
from rvs.ui.pictures.thumbnails import EDGE, SCALE, portrait_shot

MOST = 500
Key = tuple[Robot, Posture, Background, int]


class PosturePictures(QObject):
    """Gives the pictures it has and draws the missing ones; ``arrived`` tells of each.

    Args:
        desk: The desk.
        edge: How wide and high they are, in pixels.
    """

    arrived = Signal()

    def __init__(self, desk: Desk, edge: int = EDGE) -> None:
        super().__init__()
        self._edge = edge
        self._queue = PictureQueue[Key, PlacedRobot](
            lambda: desk.viewport.moving, _draw, lambda _: self.arrived.emit(), MOST
        )
        desk.closing.connect(self._queue.release)

    def picture(self, placed: PlacedRobot, q: Posture, background: Background) -> QPixmap | None:
        """Return the picture of a robot in a posture, or None and draw it soon."""
        return self._queue.picture((placed.robot, q, background, self._edge), placed)


def _draw(hidden: ContextOnDemand, key: Key, placed: PlacedRobot) -> Parts:
    _, q, background, edge = key
    alone = PlacedRobot("portrait", placed.robot, end_effector=placed.end_effector)
    shot = portrait_shot(alone, background, edge, q)
    yield
    picture = QPixmap.fromImage(hidden().picture(shot))
    picture.setDevicePixelRatio(SCALE)
    return picture

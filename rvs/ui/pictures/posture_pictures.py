"""Small pictures of a robot in its postures."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPixmap

from rvs.engine.robot import Robot
from rvs.model.document import PlacedRobot
from rvs.model.state import Posture
from rvs.model.views.view import Background
from rvs.ui.desk import Desk
from rvs.ui.pictures.picture_queue import Context, PictureQueue
from rvs.ui.pictures.thumbnails import EDGE, SCALE, portrait

MOST = 500
Key = tuple[Robot, Posture, Background]


class PosturePictures(QObject):
    """Gives the pictures it has and draws the missing ones; ``arrived`` tells of each."""

    arrived = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._queue = PictureQueue[Key, PlacedRobot](
            lambda: desk.viewport.moving, _draw, lambda _: self.arrived.emit(), MOST
        )
        desk.closing.connect(self._queue.release)

    def picture(self, placed: PlacedRobot, q: Posture, background: Background) -> QPixmap | None:
        """Return the picture of a robot in a posture, or None and draw it soon."""
        return self._queue.picture((placed.robot, q, background), placed)


def _draw(hidden: Context, key: Key, placed: PlacedRobot) -> QPixmap:
    _, q, background = key
    alone = PlacedRobot("portrait", placed.robot, end_effector=placed.end_effector)
    picture = QPixmap.fromImage(portrait(hidden(), alone, background, EDGE, q))
    picture.setDevicePixelRatio(SCALE)
    return picture

"""Small pictures of a robot in its postures, drawn when the window has nothing better to do."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPixmap

from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.model.document import PlacedRobot
from rvs.model.state import Posture
from rvs.model.view import Background
from rvs.ui.offscreen import HiddenContext
from rvs.ui.thumbnails import EDGE, SCALE, portrait

log = logging.getLogger(__name__)

PAUSE_MS, BUSY_MS = 15, 200
MOST = 500
Key = tuple[Robot, Posture, Background]


class PosturePictures(QObject):
    """Gives the pictures it has and draws the missing ones, one at a time."""

    arrived = Signal()

    def __init__(self, busy: Callable[[], bool]) -> None:
        super().__init__()
        self._busy = busy
        self._pictures: dict[Key, QPixmap] = {}
        self._wanted: dict[Key, PlacedRobot] = {}
        self._hidden: HiddenContext | None = None
        self._ended = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._next)

    def picture(self, placed: PlacedRobot, q: Posture, background: Background) -> QPixmap | None:
        """Return the picture of a robot in a posture, or None and draw it soon."""
        key = (placed.robot, q, background)
        if key not in self._pictures and not self._ended:
            self._wanted.setdefault(key, placed)
            if not self._timer.isActive():
                self._timer.start(PAUSE_MS)
        return self._pictures.get(key)

    def release(self) -> None:
        """Stop drawing and free what is held for it."""
        self._timer.stop()
        self._wanted.clear()
        self._ended = True
        if self._hidden is not None:
            self._hidden.release()
            self._hidden = None

    def _next(self) -> None:
        if not self._wanted:
            return
        if self._busy():
            self._timer.start(BUSY_MS)
            return
        key = next(iter(self._wanted))
        placed = self._wanted.pop(key)
        if len(self._pictures) >= MOST:
            self._pictures.clear()
        try:
            self._pictures[key] = self._draw(placed, key[1], key[2])
        except RvsError as error:
            log.info("%s: no picture of a posture: %s", placed.id, error)
            self._pictures[key] = QPixmap()
        self.arrived.emit()
        self._timer.start(PAUSE_MS)

    def _draw(self, placed: PlacedRobot, q: Posture, background: Background) -> QPixmap:
        if self._hidden is None:
            self._hidden = HiddenContext()
        alone = PlacedRobot("portrait", placed.robot, end_effector=placed.end_effector)
        picture = QPixmap.fromImage(portrait(self._hidden, alone, background, EDGE, q))
        picture.setDevicePixelRatio(SCALE)
        return picture

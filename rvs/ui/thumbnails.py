"""Small pictures of robots, drawn when the window has nothing better to do and kept on disk."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap

from rvs.engine.errors import RvsError
from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.preferences import cache_folder
from rvs.model.state import Posture, State
from rvs.model.view import Background, View
from rvs.scene.build import build_scene, scene_points
from rvs.scene.camera import fit, looking
from rvs.scene.items import Scene
from rvs.ui.offscreen import HiddenContext

log = logging.getLogger(__name__)

EDGE, SCALE, SAMPLES = 44, 2, 8
PAUSE_MS, BUSY_MS = 15, 200
# Raise it when the pictures would look different.
VERSION = 1


class Thumbnails(QObject):
    """Gives the pictures it has and draws the missing ones, one at a time.

    ``arrived`` names the robot whose picture came; ``busy`` tells when drawing has to wait.
    """

    arrived = Signal(str)

    def __init__(self, busy: Callable[[], bool]) -> None:
        super().__init__()
        self._busy = busy
        self._pictures: dict[tuple[str, Background], QPixmap] = {}
        self._wanted: dict[tuple[str, Background], Path] = {}
        self._hidden: HiddenContext | None = None
        self._broken = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._next)

    def picture(self, path: Path, background: Background) -> QPixmap | None:
        """Return the picture of a robot's file, or None and draw it soon."""
        key = (str(path), background)
        if key not in self._pictures and not self._broken:
            self._wanted.setdefault(key, path)
            if not self._timer.isActive():
                self._timer.start(PAUSE_MS)
        return self._pictures.get(key)

    def forget_wishes(self) -> None:
        """Draw nothing that was asked for and is no longer seen."""
        self._wanted.clear()

    def release(self) -> None:
        """Stop drawing and free what is held for it."""
        self._timer.stop()
        self._wanted.clear()
        self._broken = True
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
        path, background = self._wanted.pop(key), key[1]
        try:
            self._pictures[key] = self._make(path, background)
        except (RvsError, OSError) as error:
            log.info("%s: no thumbnail: %s", path, error)
            self._pictures[key] = QPixmap()
        self.arrived.emit(str(path))
        self._timer.start(PAUSE_MS)

    def _make(self, path: Path, background: Background) -> QPixmap:
        kept = cache_folder() / "thumbnails" / f"{_digest(path, background)}.png"
        picture = QPixmap(str(kept)) if kept.is_file() else QPixmap()
        if picture.isNull():
            image = self._draw(path, background)
            kept.parent.mkdir(parents=True, exist_ok=True)
            image.save(str(kept))
            picture = QPixmap.fromImage(image)
        picture.setDevicePixelRatio(SCALE)
        return picture

    def _draw(self, path: Path, background: Background) -> QImage:
        if self._hidden is None:
            self._hidden = HiddenContext()
        architecture = load_robot(path)
        placed = PlacedRobot("portrait", architecture.robot, end_effector=architecture.end_effector)
        return portrait(self._hidden, placed, background, EDGE)


def portrait(
    hidden: HiddenContext,
    placed: PlacedRobot,
    background: Background,
    edge: int,
    q: Posture | None = None,
) -> QImage:
    """Draw a robot in a posture, its initial one if none is given, in so many pixels square."""
    view = View(background=background, frames=False, labels=False, floor=False, shadow=False)
    posture = tuple(placed.robot.home.tolist()) if q is None else q
    state = State(Document((placed,)), {placed.id: posture}, view)
    camera = fit(looking(state.view.camera, "iso"), scene_points(state), 1.0, margin=1.05)
    scene = build_scene(state)
    pixels = hidden.render(
        Scene(scene.items, scene.backdrop), camera, edge, edge, samples=SAMPLES, scale=SCALE
    )
    rows = np.ascontiguousarray(pixels)
    high, wide = rows.shape[:2]
    return QImage(rows.data, wide, high, 4 * wide, QImage.Format.Format_RGBA8888).copy()


def _digest(path: Path, background: Background) -> str:
    facts = f"{VERSION} {EDGE} {SCALE} {background}".encode()
    return hashlib.blake2b(facts + path.read_bytes(), digest_size=16).hexdigest()

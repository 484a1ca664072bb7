"""Small pictures that are drawn one at a time, rarely while the window is busy."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Generator, Hashable
from typing import Generic, TypeVar

from PySide6.QtCore import QTimer
from PySide6.QtGui import QPixmap

from rvs.engine.errors import RvsError
from rvs.files.storage.disk_cache import forget_oldest, read_cached, store
from rvs.gl.context.images import Pixels, png_bytes
from rvs.model.folders import cache_folder
from rvs.ui.pictures.offscreen import ContextOnDemand, image_of

log = logging.getLogger(__name__)

PAUSE_MS, BUSY_MS = 15, 200
# After the last picture that was wanted what draws them is kept for this long.
IDLE_MS = 2000
# So often one part of a picture waits; then it is drawn between two frames of what plays.
PATIENCE = 10
# So many pictures are kept on disk; the oldest ones go.
MOST_KEPT = 2000
K = TypeVar("K", bound=Hashable)
W = TypeVar("W")
# Draws a picture; it yields where it may wait for what plays, which stands still for each part.
Parts = Generator[None, None, QPixmap]


class PictureQueue(Generic[K, W]):
    """Returns existing pictures and draws missing ones.

    Attributes:
        most: Maximum number of pictures before the cache is cleared.
    """

    def __init__(
        self,
        busy: Callable[[], bool],
        draw: Callable[[ContextOnDemand, K, W], Parts],
        arrived: Callable[[K], None],
        most: int = 1000,
    ) -> None:
        """Initialise without drawing.

        Args:
            busy: Returns whether drawing has to wait.
            draw: Draws the picture requested under a key, in parts; after a failure the picture is
                empty.
            arrived: Called with the item whose picture is ready.
            most: Maximum number of stored pictures.
        """
        self.most = most
        self._busy, self._draw, self._arrived = busy, draw, arrived
        # Pictures that were kept need none.
        self.context = ContextOnDemand()
        self._pictures: dict[K, QPixmap] = {}
        self._wanted: dict[K, W] = {}
        # Of the picture that was wanted first, once it is begun.
        self._begun: Parts | None = None
        self._ended = False
        self._waited = 0
        self._timer = QTimer(singleShot=True)
        self._timer.timeout.connect(self._next)

    def picture(self, key: K, wanted: W) -> QPixmap | None:
        """Return the key's picture, or queue it and return None."""
        if key not in self._pictures and not self._ended:
            self._wanted.setdefault(key, wanted)
            if not self._timer.isActive() or self._timer.interval() == IDLE_MS:
                self._timer.start(PAUSE_MS)
        return self._pictures.get(key)

    def forget(self, key: K) -> None:
        """Draw the picture with a key again at the next request."""
        self._pictures.pop(key, None)

    def forget_wishes(self) -> None:
        """Discard requests for pictures that are no longer visible."""
        self._wanted.clear()
        self._begun = None

    def release(self) -> None:
        """Stop drawing and free its resources."""
        self._timer.stop()
        self.forget_wishes()
        self._ended = True
        self.context.release()

    def _next(self) -> None:
        if not self._wanted:
            self.context.release()
            return
        if self._busy() and self._waited < PATIENCE:
            self._waited += 1
            self._timer.start(BUSY_MS)
            return
        self._waited = 0
        key = next(iter(self._wanted))
        picture = self._drawn(key)
        if picture is not None:
            self._keep(key, picture)
        if not self._timer.isActive():
            self._timer.start(PAUSE_MS if self._wanted else IDLE_MS)

    def _drawn(self, key: K) -> QPixmap | None:
        """Return a picture when it is complete; while the window is busy, draw one part."""
        if self._begun is None:
            self._begun = self._draw(self.context, key, self._wanted[key])
        try:
            next(self._begun)
            while not self._busy():
                next(self._begun)
        except StopIteration as end:
            picture: QPixmap = end.value
            return picture
        except (RvsError, OSError) as error:
            log.info("%s: no picture: %s", self._wanted[key], error)
            return QPixmap()
        return None

    def _keep(self, key: K, picture: QPixmap) -> None:
        self._begun = None
        del self._wanted[key]
        if len(self._pictures) >= self.most:
            self._pictures.clear()
        self._pictures[key] = picture
        self._arrived(key)


def kept_picture(facts: bytes, draw: Callable[[], Generator[None, None, Pixels]]) -> Parts:
    """Return the cached picture for some facts; draw and store it if there is none."""
    file = cache_folder() / "thumbnails" / hashlib.blake2b(facts, digest_size=16).hexdigest()
    picture = QPixmap()
    if not picture.loadFromData(read_cached(file) or b""):
        pixels = yield from draw()
        store(file, png_bytes(pixels))
        forget_oldest(file.parent, MOST_KEPT)
        picture = QPixmap.fromImage(image_of(pixels))
    return picture

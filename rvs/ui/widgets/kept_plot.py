"""A plot that is drawn when it has changed, and copied where something above it has moved."""

from __future__ import annotations

from math import ceil

import pyqtgraph as pg
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QPixmap


class KeptPlot(pg.PlotWidget):  # type: ignore[misc]
    """A plot on an opaque ground that keeps its picture while it is seen and stays the same."""

    def __init__(self, ground: str) -> None:
        """Make an empty plot on a colour."""
        super().__init__(background=ground)
        self._picture: QPixmap | None = None
        # After this signal all of what has changed is painted again.
        self.scene().changed.connect(self._drop)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._picture is None or not self._fits(self._picture):
            self._picture = self._drawn()
        painter = QPainter(self.viewport())
        # Only what has to be painted is copied.
        painter.drawPixmap(0, 0, self._picture)
        painter.end()
        event.accept()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._drop()

    def _drop(self, *_: object) -> None:
        self._picture = None

    def _fits(self, picture: QPixmap) -> bool:
        ratio = self.devicePixelRatioF()
        return picture.devicePixelRatio() == ratio and picture.size() == self._pixels(ratio)

    def _pixels(self, ratio: float) -> QSize:
        size = self.viewport().size()
        return QSize(ceil(size.width() * ratio), ceil(size.height() * ratio))

    def _drawn(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self._pixels(ratio))
        picture.setDevicePixelRatio(ratio)
        painter = QPainter(picture)
        painter.setRenderHints(self.renderHints())
        whole = self.viewport().rect()
        self.render(painter, QRectF(whole), whole, Qt.AspectRatioMode.IgnoreAspectRatio)
        painter.end()
        return picture

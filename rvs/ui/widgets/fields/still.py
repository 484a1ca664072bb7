"""Boxes and sliders that ignore the wheel, which scrolls the panel instead."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QSlider, QSpinBox


class Slide(QSlider):
    """A horizontal slider; the wheel does not move it."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Count(QSpinBox):
    """A field for a whole number, which the wheel does not change."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

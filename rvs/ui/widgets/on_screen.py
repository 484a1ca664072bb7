"""Windows that are never larger than the screen they open on."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

# What the window manager puts around a window.
FRAME = QSize(16, 48)


def resize_on_screen(window: QWidget, size: QSize) -> None:
    """Give a window a size, as far as its screen has room for it and its frame."""
    window.resize(size.boundedTo(window.screen().availableSize() - FRAME))

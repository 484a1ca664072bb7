"""The examples of a window: the strip, the window with all, and their pictures."""

from __future__ import annotations

from PySide6.QtCore import QObject

from rvs.ui.desk import Desk
from rvs.ui.gallery.pictures import ExamplePictures
from rvs.ui.gallery.strip import Strip
from rvs.ui.gallery.window import GalleryWindow


class Gallery(QObject):
    """Made once by the main window; draws nothing until examples are shown."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self.pictures = ExamplePictures(desk)
        self.strip = Strip(desk, self.pictures)
        self.strip.all_asked.connect(self.show_all)

    def show_all(self) -> None:
        """Show the window with all examples in place of the strip."""
        self.strip.hide()
        GalleryWindow(self._desk, self.pictures).show()

"""The examples of a window: the strip, the window with all, and their pictures."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, Qt

from rvs.ui.desk import Desk
from rvs.ui.gallery.cards import CARD, GAP, Cards
from rvs.ui.gallery.examples import Example, examples
from rvs.ui.gallery.pictures import ExamplePictures
from rvs.ui.gallery.strip import Strip
from rvs.ui.help import links
from rvs.ui.widgets.boxes import vbox
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.screen_fit import ScreenDialog, resize_on_screen

COLUMNS, ROWS, PAD = 4, 2.5, 16


class Gallery(QObject):
    """Made once by the main window; draws nothing until examples are shown."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self.pictures = ExamplePictures(desk)
        self.strip = Strip(desk, self.pictures)
        self.strip.all_asked.connect(self.show_all)

    def show_all(self) -> None:
        """Show the window with all examples instead of the strip."""
        self.strip.hide()
        GalleryWindow(self._desk, self.pictures).show()


class GalleryWindow(ScreenDialog):
    """A window: a click opens an example in the main window and closes this one."""

    def __init__(self, desk: Desk, pictures: ExamplePictures) -> None:
        super().__init__(desk.window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("gallery")
        self.setWindowTitle("Examples")
        self._desk = desk
        self.cards = Cards(pictures, desk.theme, in_a_row=False)
        self.cards.fill(examples())
        self.cards.chosen.connect(self._open)
        words = named_label(
            "Secondary", "Click an example to open it in place of the current document."
        )
        vbox(words, self.cards, gap=PAD // 2, edges=(PAD, PAD, PAD // 2, PAD // 2), of=self)
        wide = COLUMNS * (CARD.width() + GAP) + 2 * PAD + 16
        high = round(ROWS * (CARD.height() + GAP)) + 40
        resize_on_screen(self, QSize(wide, high))
        self.cards.setCurrentRow(0)
        self.cards.setFocus()

    def _open(self, example: Example) -> None:
        self.accept()
        links.follow(self._desk, example.link, alone=True)

"""The examples of a window: a strip below the views, the window with all, and their pictures."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QSizePolicy, QToolButton

from rvs.files.formats import format_of
from rvs.files.storage.recent import recent_files
from rvs.model.state import State
from rvs.ui.desk import Desk
from rvs.ui.gallery.cards import CARD, GAP, Cards, ExamplePictures
from rvs.ui.gallery.examples import Example, examples
from rvs.ui.help import links
from rvs.ui.icons import icon
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import STRETCH, hbox, vbox
from rvs.ui.widgets.screen_fit import ScreenDialog, resize_on_screen
from rvs.words import tr

BUTTON = 26
# Room that the views have to keep beside it.
LEAST_VIEW = 260


class Strip(QFrame):
    """Closes when anything is opened; the user can switch the cards off.

    It is below the views, never over them.  Without cards, or if there is no room for them, it only
    offers to continue with the last robot or cell.  ``all_asked`` requests a window with all
    examples.
    """

    all_asked = Signal()

    def __init__(self, desk: Desk, pictures: ExamplePictures) -> None:
        super().__init__(desk.viewports)
        self.setObjectName("ExamplesStrip")
        self.setAccessibleName("Examples to start with")
        self._desk = desk
        self._offered: tuple[object, ...] = ()
        self._path: Path | None = None
        self.cards = Cards(pictures, desk.theme, in_a_row=True)
        self.never = QCheckBox("Don't show this again")
        self.all = QToolButton()
        self.all.setText("All examples")
        self.last = QToolButton()
        self.last.setAccessibleName("Reopen the last document")
        self.title = named_label("DockTitle", "Start with an example")
        self.close_button = QToolButton()
        self._arrange()
        self.cards.chosen.connect(self._open)
        self.never.toggled.connect(self._remember)
        self.all.clicked.connect(self.all_asked)
        self.last.clicked.connect(self._go_on)
        self.close_button.clicked.connect(self.hide)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()
        desk.viewports.add_foot(self)
        desk.viewports.installEventFilter(self)
        desk.binding.follow(lambda s: (s.document, s.motion), self._follow)
        desk.panels["guide"].visibilityChanged.connect(self._give_way)
        desk.theme.changed.connect(self._tint)
        self._tint()

    def offer(self) -> None:
        """Show the strip, unless it is empty."""
        self._offer_last()
        self._show_cards(self._desk.settings.preferences.examples)
        if self.with_cards and not self._has_room():
            self._show_cards(False)
        if self.with_cards:
            self.cards.fill(examples())
        state = self._desk.session.state
        self._offered = (state.document, state.motion)
        self.setVisible(self.with_cards or (self._path is not None and self._has_room()))

    @property
    def with_cards(self) -> bool:
        """Return whether it shows examples in addition to recent files."""
        return not self.cards.isHidden()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible() and not self._has_room():
            if self.with_cards and self._path is not None:
                self._show_cards(False)
            self.setVisible(not self.with_cards and self._has_room())
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _arrange(self) -> None:
        self.all.setProperty("link", True)
        self.all.setToolTip("Show all examples in a window (Help ▸ Examples)")
        self.never.setToolTip("Help ▸ Examples always shows them")
        self.last.setProperty("link", True)
        self.close_button.setFixedSize(BUTTON, BUTTON)
        self.close_button.setToolTip("Close")
        self.close_button.setAccessibleName("Close the examples")
        row = hbox(
            self.last,
            self.title,
            self.all,
            STRETCH,
            self.never,
            self.close_button,
            gap=12,
            edges=(6, 0, 0, 0),
        )
        vbox(row, self.cards, gap=4, edges=(10, 6, 8, 4), of=self)

    def _show_cards(self, shown: bool) -> None:
        for part in (self.cards, self.title, self.all, self.never):
            part.setVisible(shown)

    def _give_way(self, shown: bool) -> None:
        if shown:
            self.hide()

    def _has_room(self) -> bool:
        return self._desk.viewports.height() >= LEAST_VIEW + self.sizeHint().height()

    def _follow(self, state: State) -> None:
        """Hide when the cell is replaced or a motion can be played."""
        if self.isVisible() and (state.document, state.motion) != self._offered:
            self.hide()

    def _offer_last(self) -> None:
        """Show the name of the last opened or saved robot or cell."""
        self._path = next(filter(_goes_on, recent_files()), None)
        self.last.setVisible(self._path is not None)
        if self._path is not None:
            self.last.setText(tr("Reopen {stem}", self._path.stem))
            self.last.setToolTip(tr("Open {path}", self._path))

    def _go_on(self) -> None:
        from rvs.ui.saving import opening

        self.hide()
        if self._path is not None:
            opening.open_recent(self._desk, self._path)

    def _open(self, example: Example) -> None:
        self.hide()
        links.follow(self._desk, example.link, alone=True)

    def _remember(self, never: bool) -> None:
        self._desk.settings.change(examples=not never)

    def _tint(self) -> None:
        self.close_button.setIcon(icon("close", self._desk.theme.colors, 14))


def _goes_on(path: Path) -> bool:
    """Return whether a file is a robot or a cell that still exists."""
    known = format_of(path)
    return known is not None and known.use in ("robot", "cell") and path.is_file()


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

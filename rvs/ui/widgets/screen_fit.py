"""Windows that are never larger than the screen they open on; what finds no room scrolls."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QScrollArea, QSizePolicy, QWidget

# What the window manager puts around a window.
FRAME = QSize(16, 48)
# Of a screen's height: so high at least is what scrolls in a dialog that holds more.
LEAST = 0.3


def screen_size(widget: QWidget) -> QSize:
    """Return how large the screen of a widget is, without what the desktop keeps of it."""
    return widget.screen().availableSize()


def screen_area(widget: QWidget) -> QRect:
    """Return where that is."""
    return QRect(widget.screen().availableGeometry().topLeft(), screen_size(widget))


def room_for(window: QWidget) -> QSize:
    """Return how large a window may be, without its frame."""
    return screen_size(window) - FRAME


def resize_on_screen(window: QWidget, size: QSize) -> None:
    """Give a window a size, as far as its screen has room for it and its frame."""
    window.resize(size.boundedTo(room_for(window)))


def keep_on_screen(window: QWidget) -> None:
    """Make a window as small as its screen, and move it there."""
    room = room_for(window)
    window.setMinimumSize(window.minimumSize().boundedTo(room))
    window.resize(window.size().boundedTo(room))
    seen, area = window.frameGeometry(), screen_area(window)
    left = max(min(seen.left(), area.right() + 1 - seen.width()), area.left())
    top = max(min(seen.top(), area.bottom() + 1 - seen.height()), area.top())
    if seen.topLeft() != QPoint(left, top):
        window.move(left, top)


class ScreenDialog(QDialog):
    """Opens as large as what it holds asks for, where its screen has the room."""

    def showEvent(self, event: QShowEvent) -> None:
        """Take the size that is asked for, unless another one was given."""
        super().showEvent(event)
        if event.spontaneous():
            return
        if not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            self.fit()
        keep_on_screen(self)

    def event(self, event: QEvent) -> bool:
        """Grow where words have come that go on in more lines."""
        # Asked before: an event may be the one that deletes it.
        asked = event.type() == QEvent.Type.LayoutRequest
        done = super().event(event)
        if asked and self.isVisible():
            high = min(self._high(self.width()), room_for(self).height())
            if high > self.height():
                self.resize(self.width(), high)
                keep_on_screen(self)
        return done

    def fit(self) -> None:
        """Take the size that what it holds asks for."""
        room = room_for(self)
        wide = max(self.sizeHint().width(), self.minimumWidth())
        wide = min(wide, room.width())
        self.resize(QSize(wide, self._high(wide)).boundedTo(room))

    def _high(self, wide: int) -> int:
        """Return the height of its contents in a width."""
        layout = self.layout()
        if layout is None:
            return self.height()
        if layout.hasHeightForWidth():
            return layout.totalHeightForWidth(wide)
        return layout.totalSizeHint().height()


class Scrolled(QScrollArea):
    """Holds what a dialog asks; scrolls where the screen has no room for all of it."""

    def __init__(self, body: QWidget) -> None:
        super().__init__()
        self._body = body
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        # What it holds takes the keys, and comes into view when it does.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        body.setObjectName("ScrollBody")
        self.setWidget(body)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        """Return how high all of it would be."""
        body = self._body
        if body.hasHeightForWidth():
            return body.heightForWidth(width)
        return body.sizeHint().height()

    def sizeHint(self) -> QSize:
        """Return the size of all of it."""
        return self._body.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return a size that scrolls down, and not across."""
        least, screen = self._body.minimumSizeHint(), screen_size(self)
        high = min(least.height(), round(LEAST * screen.height()))
        bar = self.verticalScrollBar().sizeHint().width() if high < least.height() else 0
        return QSize(least.width() + bar, high).boundedTo(room_for(self))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for room where what it holds has grown."""
        if event.type() == QEvent.Type.LayoutRequest and watched is self._body:
            self.updateGeometry()
        return super().eventFilter(watched, event)

"""Windows that are never larger than their screen; excess contents scroll."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QScrollArea, QSizePolicy, QWidget

# What the window manager puts around a window.
FRAME = QSize(16, 48)
# Of a screen's height: so high at least is what scrolls in a dialog that holds more.
LEAST = 0.3


def screen_size(widget: QWidget) -> QSize:
    """Return the size of a widget's screen, without the desktop's panels."""
    return widget.screen().availableSize()


def screen_area(widget: QWidget) -> QRect:
    """Return the area of a widget's screen."""
    return QRect(widget.screen().availableGeometry().topLeft(), screen_size(widget))


def room_for(window: QWidget) -> QSize:
    """Return the largest size of a window, without its frame."""
    return screen_size(window) - FRAME


def resize_on_screen(window: QWidget, size: QSize) -> None:
    """Resize a window, limited to the room of its screen for it and its frame."""
    window.resize(size.boundedTo(room_for(window)))


def keep_on_screen(window: QWidget) -> None:
    """Shrink a window to its screen, and move it there."""
    room = room_for(window)
    window.setMinimumSize(window.minimumSize().boundedTo(room))
    window.resize(window.size().boundedTo(room))
    seen, area = window.frameGeometry(), screen_area(window)
    left = max(min(seen.left(), area.right() + 1 - seen.width()), area.left())
    top = max(min(seen.top(), area.bottom() + 1 - seen.height()), area.top())
    if seen.topLeft() != QPoint(left, top):
        window.move(left, top)


class ScreenDialog(QDialog):
    """A dialog that opens in the size of its contents, if its screen has room."""

    def showEvent(self, event: QShowEvent) -> None:
        """Set the preferred size, unless another one was set."""
        super().showEvent(event)
        if event.spontaneous():
            return
        if not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            self.fit()
        keep_on_screen(self)

    def event(self, event: QEvent) -> bool:
        """Grow when a new text needs more lines."""
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
        """Set the preferred size of its contents."""
        room = room_for(self)
        wide = max(self.sizeHint().width(), self.minimumWidth())
        wide = min(wide, room.width())
        self.resize(QSize(wide, self._high(wide)).boundedTo(room))

    def _high(self, wide: int) -> int:
        """Return the height of its contents at a given width."""
        layout = self.layout()
        if layout is None:
            return self.height()
        if layout.hasHeightForWidth():
            return layout.totalHeightForWidth(wide)
        return layout.totalSizeHint().height()


class Scrolled(QScrollArea):
    """Contents of a dialog; scrolls if the screen is too small for all of it."""

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
        """Return the height of the whole contents."""
        body = self._body
        if body.hasHeightForWidth():
            return body.heightForWidth(width)
        return body.sizeHint().height()

    def sizeHint(self) -> QSize:
        """Return the size of the whole contents."""
        return self._body.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return a size that permits vertical but not horizontal scrolling."""
        least, screen = self._body.minimumSizeHint(), screen_size(self)
        high = min(least.height(), round(LEAST * screen.height()))
        bar = self.verticalScrollBar().sizeHint().width() if high < least.height() else 0
        return QSize(least.width() + bar, high).boundedTo(room_for(self))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Grow when its contents have grown."""
        if event.type() == QEvent.Type.LayoutRequest and watched is self._body:
            self.updateGeometry()
        return super().eventFilter(watched, event)

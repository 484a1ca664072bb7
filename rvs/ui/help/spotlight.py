"""Marks the control in the tutorial's text with a frame, or opens its menu at the entry."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QMainWindow,
    QMenu,
    QScrollArea,
    QTableWidget,
    QWidget,
)
from shiboken6 import isValid

from rvs.ui.help import finder
from rvs.ui.help.tutorial import Do
from rvs.ui.theme import Theme
from rvs.ui.widgets.dock import Dock

AROUND, WIDTH, RADIUS = 4, 3, 8
SHOWN_MS, FOLLOW_MS = 4000, 120


class Spotlight(QWidget):
    """A frame that passes mouse events and disappears by itself."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._end = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._end.timeout.connect(self.hide)
        self._target: QWidget | None = None
        self._part: QRect | None = None
        self._follow = QTimer(self, interval=FOLLOW_MS)
        self._follow.timeout.connect(self._frame)
        self.hide()

    def point_at(self, widget: QWidget, part: QRect | None = None) -> None:
        """Frame a widget, or a part of it in its own coordinates."""
        self._target, self._part = widget, part
        self.setParent(widget.window())
        self._frame()
        self.show()
        self.raise_()
        self._end.start()
        self._follow.start()
        # What has just been opened is laid out a moment later.
        QTimer.singleShot(FOLLOW_MS, widget, lambda: _bring_into_view(widget))

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._follow.stop()

    def _frame(self) -> None:
        """Follow the target to its current position; without a target, show no frame."""
        target = self._target
        if target is None or not isValid(target) or not target.isVisible():
            self.hide()
            return
        home = target.window()
        corner = target.mapTo(home, QPoint(0, 0)) if target is not home else QPoint(0, 0)
        area = (self._part or target.rect()).translated(corner)
        framed = area.adjusted(-AROUND, -AROUND, AROUND, AROUND)
        self.setGeometry(framed.intersected(home.rect()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.colors.accent), WIDTH))
        edge = WIDTH // 2 + 1
        painter.drawRoundedRect(self.rect().adjusted(edge, edge, -edge, -edge), RADIUS, RADIUS)
        painter.end()


def show_do(window: QMainWindow, do: Do, spotlight: Spotlight) -> bool:
    """Mark the control of the next task; return whether it exists."""
    if do.verb == "menu":
        return _open_menu(window, do.name)
    home = finder.place(window, do.panel) if do.panel else None
    if isinstance(home, Dock):
        home.call()
    row = finder.row(window, do) if do.verb in ("click", "double") else None
    if row is not None:
        view, index = row
        view.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        spotlight.point_at(view.viewport(), view.visualRect(index))
        return True
    target = finder.widget(window, do) if do.panel else None
    if target is None or not target.isVisible():
        spotlight.hide()
        return False
    _bring_into_view(target)
    spotlight.point_at(target)
    return True


def _bring_into_view(target: QWidget) -> None:
    """Scroll all containers of the control until it is visible."""
    around = target.parentWidget()
    while around is not None and not around.isWindow():
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(target)
        elif isinstance(around, QTableWidget):
            at = target.mapTo(around.viewport(), target.rect().center())
            around.scrollTo(around.indexAt(at))
        around = around.parentWidget()


def _open_menu(window: QMainWindow, path: str) -> bool:
    """Open the menu at the entry; it stays open until a selection is made."""
    action = finder.menu_action(window, path)
    top = finder.menu_action(window, path.partition(" ▸ ")[0])
    menu = top.menu() if top is not None else None
    if action is None or top is None or not isinstance(menu, QMenu):
        return False
    bar = window.menuBar()
    place = bar.actionGeometry(top).bottomLeft()
    menu.popup(bar.mapToGlobal(place))
    if action in menu.actions():
        menu.setActiveAction(action)
    return True

"""Points at what the tutorial means: a frame around it, or its menu opened at the entry."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QDockWidget, QMainWindow, QMenu, QWidget

from rvs.ui.help import finder
from rvs.ui.help.tutorial import Do
from rvs.ui.theme import Theme

AROUND, WIDTH, RADIUS = 4, 3, 8
SHOWN_MS = 4000


class Spotlight(QWidget):
    """A frame that lets the mouse through and goes away by itself."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._end = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._end.timeout.connect(self.hide)
        self.hide()

    def point_at(self, widget: QWidget, part: QRect | None = None) -> None:
        """Frame a widget, or a part of it in its own coordinates."""
        home = widget.window()
        area = part if part is not None else widget.rect()
        corner = widget.mapTo(home, QPoint(0, 0)) if widget is not home else QPoint(0, 0)
        self.setParent(home)
        framed = area.translated(corner).adjusted(-AROUND, -AROUND, AROUND, AROUND)
        self.setGeometry(framed.intersected(home.rect()))
        self.show()
        self.raise_()
        self._end.start()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.colors.accent), WIDTH))
        edge = WIDTH // 2 + 1
        painter.drawRoundedRect(self.rect().adjusted(edge, edge, -edge, -edge), RADIUS, RADIUS)
        painter.end()


def show_do(window: QMainWindow, do: Do, spotlight: Spotlight) -> bool:
    """Point at what is to be done next; tell whether it is there.

    Args:
        window: The main window.
        do: What is to be done.
        spotlight: The frame.
    """
    if do.verb == "menu":
        return _open_menu(window, do.name)
    home = finder.place(window, do.panel) if do.panel else None
    if isinstance(home, QDockWidget):
        home.show()
        home.raise_()
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
    spotlight.point_at(target)
    return True


def _open_menu(window: QMainWindow, path: str) -> bool:
    """Open the menu at the entry; it stays until something is chosen."""
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

"""Marks the control in the tutorial's text with a frame, or opens its menu at the entry."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAction, QColor, QHideEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QScrollArea,
    QTableWidget,
    QWidget,
)
from shiboken6 import isValid

from rvs.ui.actions.entries import plain
from rvs.ui.help.tutorial import Do
from rvs.ui.language import english
from rvs.ui.theme import Theme
from rvs.ui.widgets.dock import Dock


def menu_action(window: QMainWindow, path: str) -> QAction | None:
    """Return the action at a path of the menus, such as ``File ▸ New robot``."""
    names = [name.strip() for name in path.split("▸")]
    actions = window.menuBar().actions()
    for depth, name in enumerate(names):
        action = next((each for each in actions if plain(english(each.text())) == name), None)
        if action is None or depth == len(names) - 1:
            return action
        menu = action.menu()
        actions = menu.actions() if isinstance(menu, QMenu) else []
    return None


def named_place(window: QMainWindow, title: str) -> QWidget | None:
    """Return the panel or the open window with a title."""
    docks = [
        dock for dock in window.findChildren(QDockWidget) if english(dock.windowTitle()) == title
    ]
    windows = [
        each
        for each in window.findChildren(QWidget)
        if each.isWindow() and each.isVisible() and english(each.windowTitle()) == title
    ]
    # The window that was opened last lies in front.
    return next(iter([*reversed(windows), *docks]), None)


def named_widget(window: QMainWindow, do: Do) -> QWidget | None:
    """Return the named widget, or None while it does not exist."""
    home = named_place(window, do.panel)
    if home is None:
        return None
    if do.verb == "open":
        return home
    if do.verb in ("double", "click"):
        found = named_row(window, do)
        return found[0].viewport() if found else None
    if do.row:
        return _cell(home, do)
    kinds: dict[str, type[QWidget]] = {
        "button": QAbstractButton, "type": QLineEdit, "choose": QComboBox,
    }  # fmt: skip
    candidates: list[QWidget] = home.findChildren(kinds[do.verb])
    # One of several is meant that can be seen.
    seen = sorted(candidates, key=lambda each: not each.isVisible())
    return next((each for each in seen if do.name in names_of(each)), None)


def names_of(one: QWidget) -> Iterator[str]:
    """Yield the readable texts of a widget: its text, or the label next to it."""
    if isinstance(one, QAbstractButton):
        yield plain(english(one.text()))
    if isinstance(one, QLineEdit) and one.placeholderText():
        yield english(one.placeholderText()).split()[0]
    for label in one.window().findChildren(QLabel):
        if label.buddy() is one:
            yield plain(english(label.text()))


def _cell(home: QWidget, do: Do) -> QWidget | None:
    """Return the drop-down list in a row of a table, in the column with a heading."""
    for table in home.findChildren(QTableWidget):
        heads = [table.horizontalHeaderItem(i) for i in range(table.columnCount())]
        named = [
            i
            for i, head in enumerate(heads)
            if head is not None and english(head.text()) == do.name
        ]
        cell = table.cellWidget(do.row - 1, named[0]) if named else None
        if cell is not None:
            return cell.findChild(QComboBox)
    return None


def named_row(window: QMainWindow, do: Do) -> tuple[QAbstractItemView, QModelIndex] | None:
    """Return the list and the named row, or None while it does not exist."""
    home = named_place(window, do.panel)
    views = home.findChildren(QAbstractItemView) if home is not None else []
    for view in sorted(views, key=lambda each: not each.isVisible()):
        model = view.model()
        if model is None:
            continue
        flags = Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive
        start = model.index(0, 0)
        hits = model.match(start, Qt.ItemDataRole.DisplayRole, do.name, 1, flags)
        if hits:
            return view, hits[0]
    return None


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
    home = named_place(window, do.panel) if do.panel else None
    if isinstance(home, Dock):
        home.call()
    row = named_row(window, do) if do.verb in ("click", "double") else None
    if row is not None:
        view, index = row
        view.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        spotlight.point_at(view.viewport(), view.visualRect(index))
        return True
    target = named_widget(window, do) if do.panel else None
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
    action = menu_action(window, path)
    top = menu_action(window, path.partition(" ▸ ")[0])
    menu = top.menu() if top is not None else None
    if action is None or top is None or not isinstance(menu, QMenu):
        return False
    bar = window.menuBar()
    place = bar.actionGeometry(top).bottomLeft()
    menu.popup(bar.mapToGlobal(place))
    if action in menu.actions():
        menu.setActiveAction(action)
    return True

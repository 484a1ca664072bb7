"""Search of the controls named in the tutorial: menu actions, buttons, fields, rows."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QTableWidget,
    QWidget,
)

from rvs.ui.actions.entries import plain
from rvs.ui.help.tutorial import Do
from rvs.ui.language import english


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


def place(window: QMainWindow, title: str) -> QWidget | None:
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


def widget(window: QMainWindow, do: Do) -> QWidget | None:
    """Return the named widget, or None while it does not exist."""
    home = place(window, do.panel)
    if home is None:
        return None
    if do.verb == "open":
        return home
    if do.verb in ("double", "click"):
        found = row(window, do)
        return found[0].viewport() if found else None
    if do.row:
        return _cell(home, do)
    kinds: dict[str, type[QWidget]] = {
        "button": QAbstractButton, "type": QLineEdit, "choose": QComboBox,
    }  # fmt: skip
    candidates: list[QWidget] = home.findChildren(kinds[do.verb])
    # One of several is meant that can be seen.
    seen = sorted(candidates, key=lambda each: not each.isVisible())
    return next((each for each in seen if do.name in names(each)), None)


def names(one: QWidget) -> Iterator[str]:
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


def row(window: QMainWindow, do: Do) -> tuple[QAbstractItemView, QModelIndex] | None:
    """Return the list and the named row, or None while it does not exist."""
    home = place(window, do.panel)
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

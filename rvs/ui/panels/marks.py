"""The list of marks in the cell: bookmarks, notes, measurements."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from rvs.model.document import Document
from rvs.model.numbers.quantities import shown_short
from rvs.model.numbers.units import UNITS
from rvs.model.state import State
from rvs.scene.measuring.measure import read_measure
from rvs.ui.commands import bookmarks as bookmark_commands
from rvs.ui.desk import Desk
from rvs.ui.view.notes_tool import NotesTool
from rvs.ui.view.view_tools import tool
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.layouts import vbox
from rvs.words import tr

BOOKMARKS, NOTES, MEASURES = "Bookmarks", "Notes", "Measurements"
EMPTY = {
    BOOKMARKS: "Store a view: Ctrl+Alt+B",
    NOTES: "Write a note: N",
    MEASURES: "Measure: M, then Keep",
}
NAME = Qt.ItemDataRole.UserRole


class MarksPanel(Dock):
    """A double click goes to a bookmark and edits a note; Delete removes items."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("marks", "Views and notes", desk.theme, desk.window)
        self._desk, self._notes = desk, tool(desk, NotesTool)
        self.tree = _Tree(self)
        self.tree.setAccessibleName("Bookmarks, notes and measurements")
        self.tree.setHeaderHidden(True)
        self.tree.setColumnCount(2)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.menu = QMenu(self)
        self._groups = {title: self._group(title) for title in EMPTY}
        body = QWidget()
        vbox(self.tree, gap=-1, edges=8, of=body)
        self.set_body(body)
        self.add_button("add", "Store the current view as a bookmark").clicked.connect(
            lambda: bookmark_commands.add(desk)
        )
        self.tree.itemDoubleClicked.connect(lambda item, _: self.run(item))
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._open_menu)
        desk.binding.follow(lambda s: (s.document,), self._fill)
        desk.binding.follow(lambda s: (s.postures,), self._measure, calm=True, of=self)

    def run(self, item: QTreeWidgetItem) -> None:
        """Go to a bookmark, or edit a note."""
        kind, name = _kind(item), item.data(0, NAME)
        if kind == BOOKMARKS and name:
            bookmark_commands.go_to(self._desk, name)
        elif kind == NOTES and name:
            self._notes.edit(name)

    def remove(self, item: QTreeWidgetItem) -> None:
        """Remove a bookmark, a note or a measurement."""
        name = item.data(0, NAME)
        if not name:
            return
        if _kind(item) == BOOKMARKS:
            bookmark_commands.remove(self._desk, name)
        else:
            self._notes.remove((name,))

    def offer(self, item: QTreeWidgetItem) -> None:
        """Fill the menu with the actions for an item."""
        self.menu.clear()
        kind, name = _kind(item), item.data(0, NAME)
        if not name:
            return
        if kind == BOOKMARKS:
            desk = self._desk
            self.menu.addAction("Go to", lambda: bookmark_commands.go_to(desk, name))
            self.menu.addAction("Rename…", lambda: bookmark_commands.rename(desk, name))
            retake = "Store the current view"
            self.menu.addAction(retake, lambda: bookmark_commands.retake(desk, name))
        elif kind == NOTES:
            self.menu.addAction("Edit", lambda: self._notes.edit(name))
        self.menu.addAction("Delete", lambda: self.remove(item))

    def _open_menu(self, at: QPoint) -> None:
        item = self.tree.itemAt(at)
        if item is not None:
            self.offer(item)
            if not self.menu.isEmpty():
                self.menu.popup(self.tree.viewport().mapToGlobal(at))

    def _group(self, title: str) -> QTreeWidgetItem:
        group = QTreeWidgetItem([tr(title)])
        self.tree.addTopLevelItem(group)
        group.setFirstColumnSpanned(True)
        group.setFlags(Qt.ItemFlag.ItemIsEnabled)
        group.setExpanded(True)
        return group

    def _fill(self, state: State) -> None:
        document = state.document
        for title, names in _names(document).items():
            group = self._groups[title]
            group.takeChildren()
            for name, words in names:
                item = QTreeWidgetItem([words])
                item.setToolTip(0, words)
                item.setData(0, NAME, name)
                group.addChild(item)
                item.setFirstColumnSpanned(title != MEASURES)
            if not names:
                hint = QTreeWidgetItem([tr(EMPTY[title])])
                hint.setFlags(Qt.ItemFlag.NoItemFlags)
                group.addChild(hint)
                hint.setFirstColumnSpanned(True)
            group.setExpanded(True)
        self._measure(state)

    def _measure(self, state: State) -> None:
        group = self._groups[MEASURES]
        for row, measure in enumerate(state.document.measures):
            reading = read_measure(state.document, state.postures, measure)
            item = group.child(row)
            if reading is None or item is None:
                continue
            words = shown_short(reading.distance, UNITS[measure.length])
            if reading.angle:
                words += f", {shown_short(reading.angle, UNITS[measure.angle])}"
            item.setText(1, words)


class _Tree(QTreeWidget):
    """Passes the keys for running and deleting to its panel."""

    def __init__(self, panel: MarksPanel) -> None:
        super().__init__()
        self._panel = panel

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Delete
        ):
            # Other panels and the views have a shortcut of that key.
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if item is not None and event.key() == Qt.Key.Key_Delete:
            self._panel.remove(item)
        elif item is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._panel.run(item)
        else:
            super().keyPressEvent(event)


def _kind(item: QTreeWidgetItem) -> str:
    parent = item.parent()
    return parent.text(0) if parent is not None else ""


def _names(document: Document) -> dict[str, list[tuple[str, str]]]:
    """Return names and words of all items, by the title of their group."""
    return {
        BOOKMARKS: [(mark.name, mark.name) for mark in document.bookmarks],
        NOTES: [(note.id, " ".join(note.text.split())) for note in document.notes],
        MEASURES: [(one.id, one.id.capitalize()) for one in document.measures],
    }

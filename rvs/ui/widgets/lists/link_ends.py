"""The links of a robot as a tree for the selection of both ends of a chain."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QColor, QKeyEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from rvs.engine.descriptions.link_tree import ChainEnds, LinkTree
from rvs.ui.theme import Theme

LINK, JOINT, KIND, BASE, TIP = range(5)
NAME = Qt.ItemDataRole.UserRole
MARKED, FREE = "●", "○"
TITLES = {BASE: "Base", TIP: "Tip"}
KEYS = {Qt.Key.Key_B: BASE, Qt.Key.Key_T: TIP, Qt.Key.Key_Return: TIP, Qt.Key.Key_Enter: TIP}
INDENT, LEAST = 12, 150


class LinkEnds(QTreeWidget):
    """Shows each link with its joint, and reports another base or tip.

    Consecutive links without a branch have the same indentation, so that only branches are
    indented.

    Attributes:
        base_chosen: A link becomes the base.
        tip_chosen: A link becomes the tip.
    """

    base_chosen = Signal(str)
    tip_chosen = Signal(str)

    def __init__(self, tree: LinkTree, theme: Theme) -> None:
        super().__init__()
        self._tree, self._theme = tree, theme
        self._rows: dict[str, QTreeWidgetItem] = {}
        self._on_way: set[str] = set()
        self._marked: dict[int, QTreeWidgetItem] = {}
        self.setHeaderLabels(["Link", "Joint", "Kind", *TITLES.values()])
        self.setAccessibleName("Links and joints; B chooses the base, T the tip")
        self.setIndentation(INDENT)
        self.setUniformRowHeights(True)
        self.setMinimumHeight(LEAST)
        self._fill()
        self.expandAll()
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        for column in (LINK, JOINT):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        for column in (KIND, *TITLES):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        for column in TITLES:
            self.headerItem().setTextAlignment(column, Qt.AlignmentFlag.AlignCenter)
        self.itemClicked.connect(self._clicked)
        self.itemDoubleClicked.connect(lambda item, column: self._choose(item, TIP, column < BASE))

    def mark(self, ends: ChainEnds) -> None:
        """Show a chain, and scroll to its tip."""
        steps = self._tree.path(ends.root, ends.tip)
        on_way = {ends.root, *(name for one, _ in steps for name in (one.parent, one.child))}
        colors = self._theme.colors
        # Only what changes: there may be thousands of rows.
        for name in on_way ^ self._on_way:
            color = QColor(colors.accent_text if name in on_way else colors.text)
            for column in range(self.columnCount()):
                self._rows[name].setForeground(column, QBrush(color))
        self._on_way = on_way
        for column, name in ((BASE, ends.root), (TIP, ends.tip)):
            if column in self._marked:
                self._marked[column].setText(column, FREE)
            self._marked[column] = self._rows[name]
            self._marked[column].setText(column, MARKED)
        tip = self._rows[ends.tip]
        self.setCurrentItem(tip)
        self.scrollToItem(tip)

    def search(self, text: str) -> None:
        """Show the links with these letters in the name or joint, with all their ancestors."""
        wanted = text.casefold().split()
        said = {
            name: f"{row.text(LINK)} {row.text(JOINT)}".casefold()
            for name, row in self._rows.items()
        }
        hits = {name for name, words in said.items() if all(word in words for word in wanted)}
        first = next((row for name, row in self._rows.items() if name in hits), None)
        seen: set[int] = set()
        for name in hits:
            row: QTreeWidgetItem | None = self._rows[name]
            while row is not None and id(row) not in seen:
                seen.add(id(row))
                row = row.parent()
        # Laid out once.
        self.setUpdatesEnabled(False)
        for row in self._rows.values():
            if row.isHidden() != (id(row) not in seen):
                row.setHidden(not row.isHidden())
        self.setUpdatesEnabled(True)
        if wanted and first is not None:
            self.setCurrentItem(first)
            self.scrollToItem(first)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select an end by its letter."""
        column, item = KEYS.get(Qt.Key(event.key())), self.currentItem()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if column is None or item is None or not plain:
            super().keyPressEvent(event)
        else:
            self._choose(item, column)

    def _fill(self) -> None:
        tree = self._tree
        waiting: list[tuple[str, QTreeWidgetItem | None]] = [(tree.root, None)]
        while waiting:
            name, parent = waiting.pop()
            row = self._row(name)
            if parent is None:
                self.addTopLevelItem(row)
            else:
                parent.addChild(row)
            below = tree.below[name]
            at = row if len(below) > 1 else parent
            waiting += [(joint.child, at) for joint in reversed(below)]

    def _row(self, name: str) -> QTreeWidgetItem:
        joint = self._tree.above.get(name)
        row = QTreeWidgetItem(
            [name, *((joint.name, joint.kind) if joint else ("", "")), FREE, FREE]
        )
        row.setData(LINK, NAME, name)
        for column in (LINK, JOINT):
            row.setToolTip(column, row.text(column))
        for column, title in TITLES.items():
            row.setTextAlignment(column, Qt.AlignmentFlag.AlignCenter)
            here = "Begin the chain here" if column == BASE else "End the chain here"
            row.setToolTip(column, here)
            row.setData(column, Qt.ItemDataRole.AccessibleTextRole, title)
        self._rows[name] = row
        return row

    def _clicked(self, item: QTreeWidgetItem, column: int) -> None:
        self._choose(item, column, column in TITLES)

    def _choose(self, item: QTreeWidgetItem, column: int, meant: bool = True) -> None:
        if meant:
            chosen = self.base_chosen if column == BASE else self.tip_chosen
            chosen.emit(item.data(LINK, NAME))

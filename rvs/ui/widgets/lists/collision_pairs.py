"""Pairs of bodies by distance, each with a box that switches it, and the unchecked ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QHeaderView, QMenu, QTreeWidget, QTreeWidgetItem

from rvs.collision.check import CellCheck, Near
from rvs.collision.pairs import REASONS
from rvs.collision.words import apart_words, body_words, left_out, pair_words, signed
from rvs.model.document import Document
from rvs.model.numbers.quantities import shown
from rvs.model.refs import Ref
from rvs.ui.desk import Desk
from rvs.ui.icons import pixmap
from rvs.words import tr

MOST_ROWS, MOST_IGNORED = 60, 400
PAIR = Qt.ItemDataRole.UserRole
NAMES = Qt.ItemDataRole.UserRole + 1
# The tick box of a row with its margins, in pixels.
BOX = 34
# Between the names of two pairs, likewise.
APART = 12
ICON = 16
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
OFF = "Not checked"


def fit_names(item: QTreeWidgetItem, column: int, beside: int) -> None:
    """Write the names of a pair in its row, on two lines if there is too little room."""
    tree, line = item.treeWidget(), item.data(column, NAMES)
    fits = tree.fontMetrics().horizontalAdvance(line) + beside <= tree.columnWidth(column)
    text = line if fits else line.replace(" – ", " –\n")
    if item.text(column) != text:
        item.setText(column, text)
        # Names of one pair stand nearer to each other than to those of the next.
        two = 2 * tree.fontMetrics().lineSpacing() + APART
        item.setSizeHint(column, QSize() if fits else QSize(0, two))


class PairList(QTreeWidget):
    """A list of pairs.

    ``switched`` gives a pair and whether to check it, ``chosen`` the pair whose row is current,
    ``wanted`` the body to select.
    """

    switched = Signal(object, object, bool)
    chosen = Signal(object)
    wanted = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._shown: tuple[Any, ...] = ()
        self._filling = False
        self.setObjectName("Solutions")
        self.setAccessibleName("Pairs of bodies by distance")
        self.setHeaderLabels(["Checked pair", "Distance"])
        self.setIndentation(0)
        self.setRootIsDecorated(False)
        self.setIconSize(QSize(ICON, ICON))
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.sectionResized.connect(lambda *_: self._fit_all())
        self._group = QTreeWidgetItem([tr(OFF)])
        self.addTopLevelItem(self._group)
        self._group.setFlags(Qt.ItemFlag.ItemIsEnabled)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.menu = QMenu(self)
        self.customContextMenuRequested.connect(self._open_menu)
        self.itemChanged.connect(self._switch)
        self.currentItemChanged.connect(self._choose)
        self.itemClicked.connect(self._unfold)
        self.itemActivated.connect(lambda item, _: self._jump(item))
        desk.theme.changed.connect(self._forget)

    def show_pairs(self, check: CellCheck | None, near: Sequence[Near], live: bool) -> None:
        """Show the near pairs, and the unchecked ones.

        Args:
            check: The check of the pairs, or None before the first check.
            near: Pairs by distance, with collisions first.
            live: The cell is checked.
        """
        self._filling = True
        rows = list(near[:MOST_ROWS]) if check is not None and live else []
        current = self.currentItem()
        kept = current.data(0, PAIR) if current else None
        while self.topLevelItemCount() - 1 < len(rows):
            self.insertTopLevelItem(self.topLevelItemCount() - 1, self._row())
        while self.topLevelItemCount() - 1 > len(rows):
            self.takeTopLevelItem(self.topLevelItemCount() - 2)
        for index, one in enumerate(rows):
            assert check is not None
            item = self.topLevelItem(index)
            assert item is not None
            self._show(item, one, check)
            if (one.a, one.b) == kept and item is not current:
                self.setCurrentItem(item)
        about = (check.bodies, left_out(check.document)) if check is not None else ()
        if check is not None and self._shown != about:
            self._shown = about
            self._show_ignored(check)
        self._filling = False

    def _row(self) -> QTreeWidgetItem:
        item = QTreeWidgetItem()
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setTextAlignment(1, RIGHT)
        return item

    def _show(self, item: QTreeWidgetItem, one: Near, check: CellCheck) -> None:
        colors, unit = self._desk.theme.colors, self._desk.units[0]
        found, margin = one.clearance, check.document.collision.margin
        state = "limit" if found.colliding else "warn" if found.distance < margin else ""
        apart = apart_words(signed(one), lambda length: shown(length, unit))
        text = apart.removesuffix(" apart").replace("less than", "<")
        tip = (
            tr("They collide, at least {apart}", apart)
            if found.colliding
            else tr("They are {apart}", apart)
        )
        words = pair_words(check.document, one.a, one.b)
        self._name(item, check.document, one)
        if item.data(0, PAIR) != (one.a, one.b):
            item.setData(0, PAIR, (one.a, one.b))
            item.setCheckState(0, Qt.CheckState.Checked)
        item.setText(1, text)
        item.setToolTip(0, tr("{words}. {tip}. Untick to ignore this pair", words, tip))
        item.setToolTip(1, tip)
        color = QColor(getattr(colors, state or "text"))
        item.setForeground(0, color)
        item.setForeground(1, color)
        item.setIcon(1, self._icon(state))

    def _name(self, item: QTreeWidgetItem, document: Document, one: Near) -> None:
        """Write the names of a pair, on two lines if there is no room for one."""
        item.setData(0, NAMES, pair_words(document, one.a, one.b, brief=True))
        self._fit(item)

    def _fit(self, item: QTreeWidgetItem) -> None:
        if item.data(0, NAMES):
            fit_names(item, 0, BOX)

    def _fit_all(self) -> None:
        for index in range(self.topLevelItemCount()):
            item = self.topLevelItem(index)
            if item is not None:
                self._fit(item)

    def _icon(self, state: str) -> QIcon:
        if not state:
            return QIcon()
        name = "error" if state == "limit" else "warning"
        color = str(getattr(self._desk.theme.colors, state))
        return QIcon(pixmap(name, color, ICON, self.devicePixelRatioF()))

    def _show_ignored(self, check: CellCheck) -> None:
        self._group.takeChildren()
        ignored = check.bodies.ignored
        self._group.setText(0, f"{OFF} ({len(ignored)})")
        self.setFirstColumnSpanned(self.indexOfTopLevelItem(self._group), self.rootIndex(), True)
        for words in left_out(check.document):
            item = QTreeWidgetItem([words])
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            item.setForeground(0, QColor(self._desk.theme.colors.text_2))
            self._group.addChild(item)
            item.setFirstColumnSpanned(True)
        for (a, b), why in ignored[:MOST_IGNORED]:
            brief = pair_words(check.document, a, b, brief=True)
            item = QTreeWidgetItem([f"{brief}\n{tr(REASONS[why])}"])
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(0, Qt.CheckState.Unchecked)
            item.setData(0, PAIR, (a, b))
            item.setToolTip(
                0, tr("{brief}: {reasons}. Tick to check this pair", brief, REASONS[why])
            )
            item.setForeground(0, QColor(self._desk.theme.colors.text_2))
            self._group.addChild(item)
            item.setFirstColumnSpanned(True)
        self._say_folded()

    def _say_folded(self) -> None:
        sign = "▾" if self._group.isExpanded() else "▸"
        self._group.setText(0, f"{sign} {OFF} ({self._group.childCount()})")

    def _unfold(self, item: QTreeWidgetItem) -> None:
        if item is self._group:
            self._filling = True
            item.setExpanded(not item.isExpanded())
            self._say_folded()
            self._filling = False

    def _switch(self, item: QTreeWidgetItem, column: int) -> None:
        pair = item.data(0, PAIR)
        if self._filling or column or pair is None:
            return
        check = item.checkState(0) == Qt.CheckState.Checked
        off = item.parent() is self._group
        if check == off:
            self.switched.emit(pair[0], pair[1], check)

    def _choose(self, item: QTreeWidgetItem | None) -> None:
        if not self._filling and item is not None:
            self.chosen.emit(item.data(0, PAIR) if item.parent() is None else None)

    def _jump(self, item: QTreeWidgetItem) -> None:
        pair = item.data(0, PAIR)
        if pair is not None:
            self.wanted.emit(pair[0])

    def _open_menu(self, at: QPoint) -> None:
        item = self.itemAt(at)
        pair = item.data(0, PAIR) if item else None
        if item is None or pair is None:
            return
        self.offer(pair, item.parent() is self._group)
        self.menu.popup(self.viewport().mapToGlobal(at))

    def offer(self, pair: tuple[Ref, Ref], off: bool) -> None:
        """Fill the menu with the actions for a pair."""
        self.menu.clear()
        words = "Check this pair" if off else "Do not check this pair"
        self.menu.addAction(words, lambda: self.switched.emit(*pair, off))
        self.menu.addSeparator()
        document = self._desk.session.state.document
        for ref in pair:
            words = tr("Select {body}", body_words(document, ref))
            self.menu.addAction(words, partial(self.wanted.emit, ref))

    def _forget(self) -> None:
        self._shown = ()

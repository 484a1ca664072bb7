"""The objects of a cell as a tree: groups, objects, targets, each with an eye and a lock."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem

from rvs.model.document import Document
from rvs.model.things.thing import TargetFrame, Thing, kind_of
from rvs.ui.icons import icon
from rvs.ui.theme import Theme
from rvs.words import tr

NAME, KIND, EYE, LOCK = range(4)
ITEM = Qt.ItemDataRole.UserRole
PLACES = "Named places"
MARK = 28
LETTERS = {Qt.Key.Key_H: "hidden", Qt.Key.Key_L: "locked"}


class ThingTree(QTreeWidget):
    """Shows objects and reports the user's actions.

    Attributes:
        picked: Ids of the selected objects, in the order of their selection.
        place_picked: A target was selected.
        toggled: ``"hidden"`` or ``"locked"`` of these objects is toggled.
        renamed: An object or target gets another name.
        removed: The selection is to be removed.
    """

    picked = Signal(tuple)
    place_picked = Signal(str)
    toggled = Signal(str, tuple)
    renamed = Signal(str, str)
    removed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rows: dict[str, QTreeWidgetItem] = {}
        self._groups: dict[str, QTreeWidgetItem] = {}
        self._shape: tuple[object, ...] = ()
        self._things: dict[str, Thing] = {}
        self._order: list[str] = []
        self._filling = False
        self.setHeaderLabels(["Object", "Kind", "", ""])
        self.setHeaderHidden(True)
        self.setAccessibleName("Objects of the cell (H hides, L locks, F2 renames)")
        self.setIndentation(14)
        self.setIconSize(QSize(16, 16))
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(MARK)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(KIND, QHeaderView.ResizeMode.ResizeToContents)
        for column in (EYE, LOCK):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            self.setColumnWidth(column, MARK)
        self.itemSelectionChanged.connect(self._selected)
        self.itemClicked.connect(self._clicked)
        self.itemChanged.connect(self._edited)
        theme.changed.connect(self._repaint)

    def room(self) -> int:
        """Return the height with all its rows, in pixels."""
        rows, item = 0, self.topLevelItem(0)
        while item is not None:
            rows, item = rows + 1, self.itemBelow(item)
        return rows * self.sizeHintForRow(0) + 2 * self.frameWidth()

    def show_room(self, document: Document) -> None:
        """Show the objects of a document; unchanged rows stay as they are."""
        shape = (
            tuple((thing.id, thing.group) for thing in document.things),
            tuple(target.id for target in document.targets),
        )
        known = self._things
        self._things = {thing.id: thing for thing in document.things}
        self._filling = True
        if shape != self._shape:
            self._shape = shape
            self._rebuild(document.things, document.targets)
        else:
            for thing in document.things:
                if known.get(thing.id) is not thing:
                    self._paint(self._rows[thing.id], thing)
            self._paint_groups()
        self._filling = False

    def choose(self, ids: Sequence[str]) -> None:
        """Select rows without a notification."""
        self._filling = True
        self._order = list(ids)
        model = self.selectionModel()
        model.clearSelection()
        first = None
        for one in ids:
            row = self._rows.get(one)
            if row is not None:
                row.setSelected(True)
                first = first or row
        if first is not None:
            index = self.indexFromItem(first)
            model.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.scrollToItem(first)
        self._filling = False

    # -- rows ---------------------------------------------------------------------------------

    def _rebuild(self, things: Sequence[Thing], targets: Sequence[TargetFrame]) -> None:
        rows = (self.topLevelItem(row) for row in range(self.topLevelItemCount()))
        closed = {
            row.text(NAME) for row in rows if row and row.childCount() and not row.isExpanded()
        }
        self.clear()
        self._rows = {}
        groups = self._groups = {}
        tops: list[QTreeWidgetItem] = []
        for thing in things:
            row = QTreeWidgetItem()
            row.setFlags(row.flags() | Qt.ItemFlag.ItemIsEditable)
            row.setData(NAME, ITEM, ("thing", thing.id))
            self._paint(row, thing)
            self._rows[thing.id] = row
            if not thing.group:
                tops.append(row)
                continue
            if thing.group not in groups:
                groups[thing.group] = self._branch(thing.group, ("group", thing.group), "Group")
                tops.append(groups[thing.group])
            groups[thing.group].addChild(row)
        if targets:
            branch = self._branch(PLACES, ("places", ""), "")
            for target in targets:
                row = QTreeWidgetItem([target.id, tr("Named place")])
                row.setFlags(row.flags() | Qt.ItemFlag.ItemIsEditable)
                row.setData(NAME, ITEM, ("target", target.id))
                row.setIcon(NAME, icon("frames", self._theme.colors, 16))
                self._rows[target.id] = row
                branch.addChild(row)
            tops.append(branch)
        self.addTopLevelItems(tops)
        self._paint_groups()
        for top in tops:
            if top.childCount():
                top.setExpanded(top.text(NAME) not in closed)

    def _branch(self, text: str, value: tuple[str, str], kind: str) -> QTreeWidgetItem:
        branch = QTreeWidgetItem([text, tr(kind)])
        branch.setData(NAME, ITEM, value)
        return branch

    def _paint(self, row: QTreeWidgetItem, thing: Thing) -> None:
        row.setText(NAME, thing.id)
        row.setText(KIND, kind_of(thing.kind).title)
        self._mark(row, thing.hidden, thing.locked)

    def _paint_groups(self) -> None:
        """Paint groups; a group is hidden or locked if all of it is."""
        for name, row in self._groups.items():
            inside = self._inside(name)
            self._mark(
                row, all(thing.hidden for thing in inside), all(thing.locked for thing in inside)
            )

    def _mark(self, row: QTreeWidgetItem, hidden: bool, locked: bool) -> None:
        colors = self._theme.colors
        row.setIcon(EYE, icon("eye_off" if hidden else "eye", colors, 16))
        row.setIcon(LOCK, icon("lock" if locked else "unlock", colors, 16))
        row.setToolTip(EYE, "Hidden; click to show" if hidden else "Shown; click to hide")
        row.setToolTip(LOCK, "Locked; click to unlock" if locked else "Click to lock")
        words = [*(("hidden",) if hidden else ()), *(("locked",) if locked else ())]
        said = f"{row.text(NAME)}, {row.text(KIND)}" + "".join(f", {word}" for word in words)
        row.setData(NAME, Qt.ItemDataRole.AccessibleTextRole, said)
        font = row.font(NAME)
        font.setItalic(hidden)
        row.setFont(NAME, font)

    def _inside(self, group: str) -> list[Thing]:
        return [thing for thing in self._things.values() if thing.group == group]

    def _repaint(self) -> None:
        self._filling = True
        for thing in self._things.values():
            self._paint(self._rows[thing.id], thing)
        for name, row in self._rows.items():
            if name not in self._things:
                row.setIcon(NAME, icon("frames", self._theme.colors, 16))
        self._paint_groups()
        self._filling = False

    # -- what the user does -------------------------------------------------------------------

    def _chosen(self) -> list[str]:
        """Return ids of the selected objects; a group represents its objects."""
        found: list[str] = []
        for row in self.selectedItems():
            kind, name = row.data(NAME, ITEM)
            if kind == "thing":
                found.append(name)
            elif kind == "group":
                found += [thing.id for thing in self._inside(name)]
        kept = [one for one in self._order if one in found]
        return [*kept, *(one for one in dict.fromkeys(found) if one not in kept)]

    def _selected(self) -> None:
        if self._filling:
            return
        rows = self.selectedItems()
        if len(rows) == 1 and rows[0].data(NAME, ITEM)[0] == "target":
            self.place_picked.emit(rows[0].data(NAME, ITEM)[1])
            return
        self._order = self._chosen()
        self.picked.emit(tuple(self._order))

    def _clicked(self, row: QTreeWidgetItem, column: int) -> None:
        kind, name = row.data(NAME, ITEM)
        if column in (EYE, LOCK) and kind in ("thing", "group"):
            ids = (name,) if kind == "thing" else tuple(one.id for one in self._inside(name))
            self.toggled.emit("hidden" if column == EYE else "locked", ids)

    def _edited(self, row: QTreeWidgetItem, column: int) -> None:
        kind, name = row.data(NAME, ITEM)
        if self._filling or column != NAME or kind not in ("thing", "target"):
            return
        text = row.text(NAME).strip()
        self._filling = True
        row.setText(NAME, name)
        self._filling = False
        if text and text != name:
            self.renamed.emit(name, text)

    def event(self, event: QEvent) -> bool:
        # These letters are shortcuts of the window elsewhere.
        asked = event.type() == QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and self._own(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._own(event):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        elif self._chosen():
            self.toggled.emit(LETTERS[Qt.Key(event.key())], tuple(self._chosen()))

    @staticmethod
    def _own(event: QKeyEvent) -> bool:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return plain and (event.key() in LETTERS or event.key() == Qt.Key.Key_Delete)

"""The work cell: the surroundings of the robots, as a tree and a form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QItemSelectionModel, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QMenu,
    QPushButton,
    QScrollArea,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.calls import call_of
from rvs.model.current import chosen_item, chosen_things, picked_things
from rvs.model.document import Document
from rvs.model.refs import target_ref, thing_ref
from rvs.model.state import State
from rvs.model.things.edits import (
    AXES,
    SIDES,
    change_target,
    change_thing,
    rename_target,
    rename_thing,
)
from rvs.model.things.thing import TargetFrame, Thing, kind_of, own_bounds
from rvs.scene.items import Item, Line
from rvs.ui.commands import things as thing_commands
from rvs.ui.desk import Desk
from rvs.ui.icons import icon
from rvs.ui.messages import reason_of
from rvs.ui.theme import Theme
from rvs.ui.widgets.chip import chip
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.number_field import LiveField
from rvs.ui.widgets.layouts import FlowLayout, holding, labelled, vbox
from rvs.ui.widgets.thing_form import ThingForm
from rvs.words import plural, tr

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


TITLES = {"least": "Least {axis}", "middle": "Middle {axis}", "greatest": "Greatest {axis}"}
FRAME_WIDTH = 1.5
FIELD = 92
LEAST_TREE, TREE_HEIGHT, FORM = 64, 112, 260


class ThingsPanel(Dock):
    """Lists, adds, places, sizes and paints objects; every change is one visible step."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("things", "Work cell", desk.theme, desk.window)
        self._desk, self._session = desk, desk.session
        self.target = desk.gizmos.things
        self.tree = ThingTree(desk.theme)
        self.form = ThingForm(self._change, self._rename, self._end)
        self.grid, self.angle = LiveField(), LiveField()
        self.buttons: dict[str, QPushButton] = {}
        self._merge: object = None
        self._shown = ""
        self._area = QScrollArea()
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.set_body(self._make_body())
        self._connect()

    def take_room(self) -> None:
        """Grow until the whole form is visible, up to a fraction of the window's height."""
        self.take_room_for(self._area, max(self.form.sizeHint().height(), FORM))

    def choose(self, ids: Sequence[str]) -> None:
        """Select objects; the gizmo moves to the first one."""
        self._session.select(*map(thing_ref, ids))

    # -- showing ------------------------------------------------------------------------------

    def _show(self, state: State) -> None:
        if not self.isVisible():
            return
        document, item = state.document, chosen_item(state)
        self.tree.show_room(document)
        # What a short list does not need is for the form below it.
        self.tree.setMaximumHeight(max(self.tree.room(), LEAST_TREE))
        chosen = chosen_things(state)
        names = [item.id] if isinstance(item, TargetFrame) else list(picked_things(state))
        self.tree.choose(names)
        count = len(document.things)
        self.subtitle.setText(plural("{n} object", "{n} objects", count) if count else "")
        several = len(chosen) > 1
        for name, on in (
            ("copy", bool(chosen)),
            ("array", bool(chosen)),
            ("group", several),
            ("ungroup", any(document.thing(one).group for one in chosen)),
            ("align", bool(chosen)),
            ("remove", item is not None),
        ):
            self.buttons[name].setEnabled(on)
        self.form.show_item(item, *self._desk.units, self._desk.turns)
        self.grid.set_unit(self._desk.units[0])
        # Another thing is read from its beginning.
        if item is not None and item.id != self._shown:
            self._area.verticalScrollBar().setValue(0)
        self._shown = item.id if item is not None else ""

    def _came(self, shown: bool) -> None:
        if shown:
            self._show(self._session.state)

    def _frames(self, state: State) -> tuple[Item, ...]:
        """Return boxes around the selected objects if there are several."""
        chosen = chosen_things(state)
        if len(chosen) < 2:
            return ()
        color = rgba(SCENE[state.view.background].select)
        known = {thing.id: thing for thing in state.document.things}
        boxes = [_edges(known[one]) for one in chosen]
        return tuple(Line(box, color, FRAME_WIDTH, True, layer="overlay") for box in boxes)

    # -- edits --------------------------------------------------------------------------------

    def _change(self, changes: Mapping[str, Any], goes_on: bool) -> None:
        """Apply a change from the form; raise an error if it is invalid."""
        item = chosen_item(self._session.state)
        if item is None:
            return
        if not goes_on:
            self._end(False)
        name, what = item.id, next(iter(changes))
        self._merge = ("thing", name, what) if goes_on else None
        verb = {"place": "Move", "sizes": "Resize", "color": "Paint"}.get(what, "Change")
        change = (
            call_of(change_target, name, changes["place"])
            if isinstance(item, TargetFrame)
            else call_of(change_thing, name, **changes)
        )
        self._session.edit(f"{verb} {name}", change, self._merge)

    def _end(self, back: bool) -> None:
        """End the step in progress, or undo it."""
        merge, self._merge = self._merge, None
        if back and merge is not None:
            self._session.abandon(merge)
        elif merge is not None:
            self._session.settle()

    def _rename(self, text: str) -> None:
        item = chosen_item(self._session.state)
        if item is not None:
            self._rename_to(item.id, text.strip())

    def _rename_to(self, old: str, new: str) -> None:
        is_place = any(one.id == old for one in self._session.state.document.targets)
        change = rename_target if is_place else rename_thing
        self._session.edit("", call_of(change, old, new))
        self._session.select(target_ref(new) if is_place else thing_ref(new))

    def _tree_renamed(self, old: str, new: str) -> None:
        try:
            self._rename_to(old, new)
        except RvsError as error:
            self._desk.refuse(tr("Not renamed: {reason}", reason_of(error)), "things")

    # -- parts of the panel -------------------------------------------------------------------

    def _make_body(self) -> QWidget:
        area = self._area
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.form.setObjectName("ScrollBody")
        area.setWidget(self.form)
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.tree)
        split.addWidget(area)
        split.setSizes([TREE_HEIGHT, 600])
        split.setStretchFactor(1, 1)
        split.setChildrenCollapsible(False)
        self.tree.setMinimumHeight(LEAST_TREE)
        return holding(vbox(self._make_buttons(), (split, 1), self._make_steps(), gap=0))

    def _make_buttons(self) -> QWidget:
        holder = QWidget()
        row = FlowLayout(holder, gap=6, between=6)
        row.setContentsMargins(16, 8, 16, 8)
        desk = self._desk
        for name, text, tip, run in (
            ("add", "Add…", "Choose an object to add", thing_commands.ask_kind),
            ("copy", "Duplicate", "Place a copy next to it (Ctrl+D)", thing_commands.duplicate),
            (
                "array",
                "Linear array…",
                "Make copies in columns, rows and layers",
                thing_commands.array,
            ),
            ("group", "Group", "Group the selected objects", thing_commands.group),
            ("ungroup", "Ungroup", "Ungroup the selected objects", thing_commands.ungroup),
        ):
            row.addWidget(self._button(name, text, tip, partial(run, desk)))
        align = self._button("align", "Align", "Align ends or middles", lambda: None)
        align.setMenu(self._make_menu(align))
        row.addWidget(align)
        row.addWidget(
            self._button(
                "remove", "Remove", "Remove the selection (Delete)",
                partial(thing_commands.remove, desk),
            )
        )  # fmt: skip
        return holder

    def _button(self, name: str, text: str, tip: str, run: Callable[[], object]) -> QPushButton:
        self.buttons[name] = chip(text, tip, run)
        return self.buttons[name]

    def _make_menu(self, parent: QWidget) -> QMenu:
        menu, desk = QMenu(parent), self._desk
        for axis in AXES:
            part = menu.addMenu(tr("Along {axis}", axis))
            for side in SIDES:
                action = part.addAction(tr(TITLES[side], axis))
                action.triggered.connect(
                    lambda _=False, axis=axis, side=side: thing_commands.align(desk, axis, side)
                )
            part.addSeparator()
            action = part.addAction("Equal gaps")
            action.triggered.connect(lambda _=False, axis=axis: thing_commands.spread(desk, axis))
        menu.addSeparator()
        for text, run in (
            ("Onto the floor", thing_commands.to_floor),
            ("Onto the last selected object", thing_commands.onto),
        ):
            menu.addAction(text).triggered.connect(lambda _=False, run=run: run(desk))
        last = menu.actions()[-1]
        menu.aboutToShow.connect(
            lambda: last.setEnabled(len(picked_things(desk.session.state)) > 1)
        )
        return menu

    def _make_steps(self) -> QWidget:
        holder = QWidget()
        row = FlowLayout(holder, gap=6, between=12)
        row.setContentsMargins(16, 8, 16, 8)
        self.grid.setAccessibleName("Step size of a drag with Ctrl")
        self.angle.setAccessibleName("Angle step of a drag with Ctrl")
        self.grid.set_unit(self._desk.units[0])
        self.grid.show_value(self.target.steps[0])
        self.angle.show_value(self.target.steps[1])
        for text, field in (("Snap", self.grid), ("Turn", self.angle)):
            field.typed.connect(partial(self._set_steps, field))
            field.dropped.connect(self._take_steps)
            field.setFixedWidth(FIELD)
            row.addWidget(labelled(text, field))
        return holder

    def _set_steps(self, field: LiveField, step: float) -> None:
        if step > 0.0:
            self._take_steps()
        else:
            field.refuse("expected a number above 0")

    def _take_steps(self) -> None:
        self.target.steps = (self.grid.number, self.angle.number)

    def _connect(self) -> None:
        desk = self._desk
        self.tree.picked.connect(self.choose)
        self.tree.place_picked.connect(lambda name: self._session.select(target_ref(name)))
        self.tree.toggled.connect(lambda what, ids: thing_commands.toggle(desk, what, ids))
        self.tree.renamed.connect(self._tree_renamed)
        self.tree.removed.connect(partial(thing_commands.remove, desk))
        desk.viewport.extras.append(self._frames)
        for owner in (self, desk.viewports):
            keys = QShortcut(QKeySequence("Ctrl+D"), owner)
            keys.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            keys.activated.connect(partial(thing_commands.duplicate, desk))
        delete = QShortcut(QKeySequence(Qt.Key.Key_Delete), desk.viewports)
        delete.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        delete.activated.connect(partial(thing_commands.remove, desk))
        self.visibilityChanged.connect(self._came)
        desk.settings.changed.connect(lambda: self._show(self._session.state))
        desk.binding.follow(lambda s: (s.document, s.selection), self._show)


def _edges(thing: Thing) -> Array:
    """Return the twelve edges of an object's box in the world, as pairs of points (24, 3)."""
    box, place = own_bounds(thing), np.array(thing.place)
    ends = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    corners = np.where(ends, box[1], box[0]) @ place[:3, :3].T + place[:3, 3]
    pairs = [(a, a | bit) for bit in (1, 2, 4) for a in range(8) if not a & bit]
    edges: Array = corners[np.array(pairs).reshape(-1)]
    return edges

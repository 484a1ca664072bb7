"""Panel for collisions now and along the motion, distances, and the checked pairs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHideEvent, QIcon, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from rvs.collision.check import CellCheck, Near, hits
from rvs.collision.pairs import REASONS
from rvs.collision.words import apart_words, body_words, left_out, nearest_words, pair_words, signed
from rvs.model.calls import Calls, call_of
from rvs.model.collision.edits import set_collision, switch_pair
from rvs.model.document import Document
from rvs.model.numbers.quantities import shown, shown_short
from rvs.model.refs import Ref
from rvs.model.state import State
from rvs.study.passage import Episode
from rvs.ui.desk import Desk
from rvs.ui.icons import pixmap
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import ElidedLabel, Notice
from rvs.ui.widgets.layouts import STRETCH, hbox, holding, vbox
from rvs.words import plural, tr

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


WHEN = Qt.ItemDataRole.UserRole
MOST_HITS = 200
# Of a cell, in pixels.
EDGES = 14
LEAST_HEIGHT = 84
NO_MOTION = "No motion is loaded"


class MotionPart(QWidget):
    """A click on a row moves to the time of the least distance."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._watch, self._playback = desk, desk.collisions, desk.playback
        self._shown: tuple[object, ...] = ()
        self.words = ElidedLabel()
        self.words.setObjectName("Secondary")
        self.run = QPushButton("Check motion")
        self.bar = QProgressBar()
        self.list = QTreeWidget()
        self._make()
        self._watch.passed.connect(self._refresh)
        self._playback.changed.connect(self._refresh)
        desk.settings.changed.connect(self._refresh)
        desk.theme.changed.connect(self._again)
        desk.binding.follow(lambda s: (s.motion,), self._follow)

    def _make(self) -> None:
        self.bar.setRange(0, 100)
        self.bar.setAccessibleName("Checked part of the motion")
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.run.clicked.connect(self._start_or_stop)
        self.list.setObjectName("Solutions")
        self.list.setHeaderHidden(True)
        self.list.setColumnCount(3)
        self.list.setMinimumHeight(LEAST_HEIGHT)
        self.list.hide()
        self.bar.hide()
        self.list.setIndentation(0)
        self.list.setRootIsDecorated(False)
        self.list.setAccessibleName("Collisions along the motion")
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.sectionResized.connect(lambda *_: self._fit_all())
        self.list.itemClicked.connect(lambda item, _: self._playback.seek(item.data(0, WHEN)))
        self.list.itemActivated.connect(lambda item, _: self._playback.seek(item.data(0, WHEN)))
        self._column = vbox(
            self.words,
            hbox(STRETCH, self.run, gap=-1),
            self.bar,
            (self.list, 1),
            gap=6,
            edges=(0, 4, 0, 0),
            of=self,
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._shown = ()

    def _start_or_stop(self) -> None:
        if self._watch.progress is None:
            self._watch.check_motion()
        else:
            self._watch.cancel_motion()

    def _follow(self, _state: State) -> None:
        self._refresh()

    def _again(self) -> None:
        self._shown = ()
        self._refresh()

    def _refresh(self) -> None:
        if not self.isVisible():
            return
        watch = self._watch
        loaded, busy = self._desk.session.state.motion is not None, watch.progress is not None
        self.run.setEnabled(loaded)
        self.run.setText("Cancel" if busy else "Check motion")
        self.bar.setVisible(busy)
        self.bar.setValue(round(100 * (watch.progress or 0.0)))
        unit = self._desk.units[0]
        shown = (watch.passage, unit, busy, loaded, watch.trouble)
        if shown == self._shown:
            return
        self._shown = shown
        passage = watch.passage
        listed = passage is not None and bool(passage.episodes)
        self.list.setVisible(listed)
        grows = QSizePolicy.Policy.Expanding if listed else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Preferred, grows)
        self.list.clear()
        verdict = watch.verdict()
        self.words.setText(self._why_nothing(busy, loaded) or verdict.words)
        if passage is not None:
            for one in passage.episodes[:MOST_HITS]:
                self.list.addTopLevelItem(self._row(one))
        self._fit_all()

    def _fit_all(self) -> None:
        for index in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(index)
            if item is not None:
                fit_names(item, 1, EDGES)

    def _why_nothing(self, busy: bool, loaded: bool) -> str:
        if self._watch.trouble:
            return tr("Not checked: {trouble}", self._watch.trouble)
        return "Checking the motion…" if busy else "" if loaded else NO_MOTION

    def _row(self, one: Episode[Ref]) -> QTreeWidgetItem:
        unit, document = self._desk.units[0], self._desk.session.state.document

        def apart(brief: bool) -> str:
            return apart_words(one.least, lambda length: shown(length, unit), brief)

        words = pair_words(document, one.a, one.b)
        brief = pair_words(document, one.a, one.b, brief=True)
        distance = apart(brief=True).removesuffix(" apart")
        item = QTreeWidgetItem([f"{one.start:.2f} s", brief, distance])
        item.setData(1, NAMES, brief)
        facts = (words, one.start, one.end, apart(brief=False), one.t)
        tip = (
            tr(
                "{pair} collide from {start:.2f} s to {end:.2f} s, {distance} at {time:.2f} s",
                *facts,
            )
            if one.colliding
            else tr(
                "{pair} are too close from {start:.2f} s to {end:.2f} s, {distance} at "
                "{time:.2f} s",
                *facts,
            )
        )
        colors = self._desk.theme.colors
        for column in range(3):
            item.setForeground(column, QColor(colors.limit if one.colliding else colors.warn))
            item.setToolTip(column, tip)
        item.setData(0, WHEN, one.t)
        return item


MARGIN_TIP = "List pairs closer than this, and highlight them in the view"
FIELD_WIDTH = 96
LEAST_LIST = 116


class CollisionPanel(Dock):
    """A click on a pair shows the distance of its bodies; its box switches the pair on or off."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("collision", "Collision", desk.theme, desk.window)
        self._desk, self._session, self.watch = desk, desk.session, desk.collisions
        self.live = QCheckBox("Check continuously")
        self.floor = QCheckBox("Include the floor")
        self.margin = NumberField()
        self.notice = Notice(wraps=True)
        self.pairs = PairList(desk)
        self.motion = MotionPart(desk)
        self.menu = QMenu(self)
        self.menu.addAction("Reset all pairs to automatic", self.reset_pairs)
        self.add_button("more", "All pairs", self.menu)
        self.set_body(self._make_body())
        self._connect()

    def reset_pairs(self) -> None:
        """Reset all pairs that were switched by hand."""
        rules = self._session.state.document.collision
        pairs = (*rules.ignored, *rules.checked)
        if pairs:
            calls = Calls(tuple(call_of(switch_pair, a, b, None) for a, b in pairs))
            self._session.edit("Reset all pairs to automatic", calls)

    def switch(self, a: Ref, b: Ref, check: bool) -> None:
        """Check or ignore a pair from now on."""
        document = self._session.state.document
        words = f"{'Check' if check else 'Ignore'} {pair_words(document, a, b)}"
        self._session.edit(words, call_of(switch_pair, a, b, check))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.watch.set_open(True)
        self._refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.watch.set_open(False)

    def _make_body(self) -> QWidget:
        self.margin.setAccessibleName("Margin")
        self.margin.setToolTip(MARGIN_TIP)
        self.margin.setFixedWidth(FIELD_WIDTH)
        self.live.setToolTip("Check the robots against the cell, each other and themselves")
        self.pairs.setMinimumHeight(LEAST_LIST)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.addWidget(self.live, 0, 0)
        label = QLabel("Warn below")
        label.setBuddy(self.margin)
        row = hbox(label, self.margin, STRETCH)
        grid.addLayout(row, 2, 0)
        grid.addWidget(self.floor, 1, 0)
        return holding(
            vbox(grid, self.notice, (self.pairs, 1), (self.motion, 1), edges=(16, 10, 16, 12))
        )

    def _connect(self) -> None:
        desk, watch = self._desk, self.watch
        self.live.clicked.connect(watch.set_live)
        self.floor.toggled.connect(self._set_floor)
        self.margin.entered.connect(self._set_margin)
        self.margin.refused.connect(lambda why: self.notice.say(why, "error", self._color("limit")))
        self.pairs.switched.connect(self.switch)
        self.pairs.chosen.connect(watch.choose)
        self.pairs.wanted.connect(desk.session.select)
        watch.changed.connect(self._refresh)
        desk.settings.changed.connect(self._refresh)
        desk.theme.changed.connect(self._refresh)
        desk.binding.follow(lambda s: (s.document.collision,), self._show_rules)

    def _show_rules(self, state: State) -> None:
        rules = state.document.collision
        self.live.setChecked(self._desk.settings.preferences.collisions)
        self.floor.blockSignals(True)
        self.floor.setChecked(rules.floor)
        self.floor.blockSignals(False)
        self.margin.set_unit(self._desk.units[0])
        self.margin.show_value(rules.margin)

    def _set_floor(self, counts: bool) -> None:
        words = "Include the floor" if counts else "Exclude the floor"
        self._session.edit(words, call_of(set_collision, floor=counts))

    def _set_margin(self, margin: float) -> None:
        change = call_of(set_collision, margin=margin)
        if reason := self._desk.attempt(change, "Collision margin"):
            self.notice.say(reason, "error", self._color("limit"))

    def _refresh(self) -> None:
        if not self.isVisible():
            return
        self._show_rules(self._session.state)
        self.pairs.show_pairs(self.watch.check, self.watch.near, self.watch.live)
        self._say()

    def _say(self) -> None:
        watch, document = self.watch, self._session.state.document
        unit = self._desk.units[0]
        met = hits(watch.near)
        if not watch.live:
            self.notice.say("Not checked; tick the box to check", "note", self._color("text_3"))
        elif watch.check is None or watch.late:
            self.notice.say("Checking…", "note", self._color("text_3"))
        elif met:
            words = plural("{n} pair collides", "{n} pairs collide", len(met))
            self.notice.say(words, "error", self._color("limit"))
        elif not watch.near:
            self.notice.say("There is nothing to collide with", "check", self._color("ok"))
        else:
            first = watch.near[0]
            words = nearest_words(signed(first), lambda length: shown_short(length, unit), True)
            near = first.clearance.distance < document.collision.margin
            words = tr("No collisions; {words}", words)
            self.notice.say(
                words, "warning" if near else "check", self._color("warn" if near else "ok")
            )

    def _color(self, name: str) -> str:
        return str(getattr(self.theme.colors, name))

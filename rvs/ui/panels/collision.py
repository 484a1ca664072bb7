"""Panel for collisions now and along the motion, distances, and the checked pairs."""

from __future__ import annotations

from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QLabel,
    QMenu,
    QWidget,
)

from rvs.collision.check import hits
from rvs.collision.words import nearest_words, pair_words, signed
from rvs.model.calls import Calls, call_of
from rvs.model.collision.edits import set_collision, switch_pair
from rvs.model.numbers.quantities import shown_short
from rvs.model.refs import Ref
from rvs.model.state import State
from rvs.ui.desk import Desk
from rvs.ui.widgets.boxes import STRETCH, hbox, holding, vbox
from rvs.ui.widgets.collision_motion import MotionPart
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import Notice
from rvs.ui.widgets.lists.collision_pairs import PairList
from rvs.words import plural, tr

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

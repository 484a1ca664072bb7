"""The check of the whole motion: its progress, and the collisions with their times."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from rvs.collision.words import apart_words, pair_words
from rvs.model.numbers.quantities import shown
from rvs.model.refs import Ref
from rvs.model.state import State
from rvs.study.passage import Episode
from rvs.ui.desk import Desk
from rvs.ui.widgets.boxes import STRETCH, hbox, vbox
from rvs.ui.widgets.labels import ElidedLabel
from rvs.ui.widgets.lists.collision_pairs import NAMES, fit_names
from rvs.words import tr

WHEN = Qt.ItemDataRole.UserRole
MOST_ROWS = 200
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
            for one in passage.episodes[:MOST_ROWS]:
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

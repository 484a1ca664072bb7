"""Reasons why requests were not fulfilled, shown near the request."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from rvs.ui.desk import Desk
from rvs.ui.view.viewports_bar import ViewBar
from rvs.ui.widgets.labels import Notice
from rvs.words import begun


class RefusalBar(ViewBar):
    """Shown over the views or a panel as long as the status bar shows the same text."""

    def __init__(self, desk: Desk, over: QWidget | None) -> None:
        super().__init__(desk, "Refusal", lambda: self.show_bar(False), over)
        self.notice = Notice(wraps=True)
        self.row.insertWidget(0, self.notice, 1)

    def say(self, words: str) -> None:
        """Show the reason for a refusal."""
        self.notice.say(begun(words), "warning", self._desk.theme.colors.warn)
        self.show_bar(True)


class Refusals(QObject):
    """Shows refusals of the desk over the panel of the request, else over the views."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._bars: dict[QWidget | None, RefusalBar] = {}
        self._words = ""
        desk.refused_words.connect(self._say)
        desk.window.statusBar().messageChanged.connect(self._follow)
        desk.binding.follow(lambda s: (s.document, s.selection), lambda _state: self._end())

    def _say(self, words: str, panel: str) -> None:
        self._end()
        dock = self._desk.panels.made.get(panel)
        over = dock.room if dock is not None and dock.in_sight else None
        if over not in self._bars or not isValid(self._bars[over]):
            self._bars[over] = RefusalBar(self._desk, over)
        self._words = words
        self._bars[over].say(words)

    def _follow(self, said: str) -> None:
        if said != self._words:
            self._end()

    def _end(self) -> None:
        self._words = ""
        for bar in self._bars.values():
            if isValid(bar) and not bar.isHidden():
                bar.show_bar(False)

"""A word on collisions in the strip at the bottom; a click opens their panel."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from rvs.collision.check import hits
from rvs.ui.desk import Desk

TIP = "What collides now: robots with the cell, each other and themselves. A click opens Collision"


class CollisionSign(QToolButton):
    """Says what collides now, that nothing does, or that nobody looks."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        watch = desk.collisions
        self._desk, self._watch = desk, watch
        self._said = ("", "")
        self.setObjectName("StatusSign")
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setToolTip(TIP)
        watch.changed.connect(self._show)
        desk.theme.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        watch, colors = self._watch, self._desk.theme.colors
        met = len(hits(watch.near))
        color = colors.text_2
        if not watch.live:
            words = "Collisions not checked"
        elif watch.check is None or watch.late:
            words = "Checking for collisions…"
        elif met:
            words, color = f"{met} collision{'s' * (met > 1)}", colors.limit
        else:
            words = "No collision"
        if (words, color) != self._said:
            self._said = words, color
            self.setText(words)
            self.setStyleSheet(f"QToolButton#StatusSign {{ color: {color}; border: none; }}")

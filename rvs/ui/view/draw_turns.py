"""Order of drawing several views if the processor draws and can't draw them all."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QObject, QTimer

# Time between two pictures of the active view from which on others wait, and how many of its
# pictures they wait at most; when it rests, they follow after a moment, the time of some pictures.
SLOW, MOST_WAITED = 0.0175, 2
REST_MS, LONGEST_MS, PICTURES = 30, 300, 3

Refresh = Callable[[], None]


class Turns(QObject):
    """Draws the active view at every motion, and one of the others in rotation."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: list[Refresh] = []
        self._last = 0.0
        self._passed = 0
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self._draw_all)

    def wait(self, refresh: Refresh) -> None:
        """Schedule the drawing of an inactive view."""
        if refresh not in self._waiting:
            self._waiting.append(refresh)
        if not self._rest.isActive():
            self._rest.start(REST_MS)

    def drawn(self, refresh: Refresh, active: bool) -> None:
        """Record that a view was drawn; after the active one, the longest-waiting view is next."""
        if refresh in self._waiting:
            self._waiting.remove(refresh)
        if not active:
            return
        now = perf_counter()
        passed, self._last = now - self._last, now
        self._passed += 1
        if not self._waiting:
            return
        self._rest.start(int(min(max(1e3 * PICTURES * passed, REST_MS), LONGEST_MS)))
        if passed <= SLOW or self._passed >= MOST_WAITED:
            self._passed = 0
            self._waiting.pop(0)()

    def _draw_all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for refresh in waiting:
            refresh()

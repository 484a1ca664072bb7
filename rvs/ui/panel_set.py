"""The panels of one window: made on request, and the rest in idle time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from time import perf_counter

from PySide6.QtCore import QTimer

from rvs.ui.desk import Desk
from rvs.ui.panel import Panel
from rvs.ui.widgets.dock import Dock

# Seconds after which the next panel waits for the events: each turn lays out and paints once.
TURN = 0.04


class Panels(Mapping[str, Dock]):
    """Panels by name, in the order of the table; access to one makes it."""

    def __init__(
        self, desk: Desk, rows: tuple[Panel, ...], welcome: Callable[[Panel, Dock], None]
    ) -> None:
        """Start without panels.

        Args:
            desk: The desk of the panels.
            rows: The table.
            welcome: Puts a new panel into the window.
        """
        self._desk, self._welcome = desk, welcome
        self._rows = {row.name: row for row in rows}
        self._made: dict[str, Dock] = {}
        self._whole: list[Callable[[], None]] = []
        self._pause = QTimer(desk, singleShot=True, interval=0)
        self._pause.timeout.connect(self._make_next)
        desk.closing.connect(self._pause.stop)

    @property
    def rows(self) -> tuple[Panel, ...]:
        """The table."""
        return tuple(self._rows.values())

    @property
    def made(self) -> dict[str, Dock]:
        """The existing panels, in the order of the table."""
        return {name: self._made[name] for name in self._rows if name in self._made}

    def make_rest(self) -> None:
        """Make the missing panels, a few at a time between events."""
        self._pause.start()

    def call_when_whole(self, whole: Callable[[], None]) -> None:
        """Call a function, after earlier ones, once ``make_rest`` has made all panels."""
        self._whole.append(whole)

    def __getitem__(self, name: str) -> Dock:
        if name not in self._made:
            row = self._rows[name]
            self._made[name] = row.make(self._desk)
            self._welcome(row, self._made[name])
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def _make_next(self) -> None:
        begun = perf_counter()
        for name in self._rows:
            if perf_counter() > begun + TURN:
                self._pause.start()
                return
            self[name]
        while self._whole:
            self._whole.pop(0)()

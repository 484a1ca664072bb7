"""Panels: a row of their table, and those of one window, made on request or in idle time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from time import perf_counter

from PySide6.QtCore import Qt, QTimer

from rvs.ui.actions.entries import Entry, Need
from rvs.ui.desk import Desk
from rvs.ui.widgets.dock import Dock
from rvs.value_class import dataclass

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel of the window. Its page of the help contains ``<!-- panel: NAME -->``.

    Attributes:
        name: Its object name in links, the help and the stored arrangement.
        made_by: Its class, with the module of ``rvs.ui``; imported when the panel is made.
        area: Initial side of the window.
        beside: Panel with which it shares a position as a tab, or empty for a separate position.
        below: Panel above it, or empty.
        shown: It is visible initially.
        menu: Menu or submenu of its action; empty for View ▸ Panels only.
        text: Name in menus.
        keys: Its shortcut, or empty.
        icon: Name of its icon, or empty.
        tip: Label of its button.
        needs: Condition for its availability, or None for always.
        action: Id of its action if it differs from its name.
        also: Other search words.
    """

    name: str
    made_by: str
    area: Qt.DockWidgetArea
    beside: str = ""
    below: str = ""
    shown: bool = False
    menu: str = ""
    text: str = ""
    keys: str = ""
    icon: str = ""
    tip: str = ""
    needs: Need | None = None
    action: str = ""
    also: str = ""

    def make(self, desk: Desk) -> Dock:
        """Make the panel, hidden."""
        module, _, name = self.made_by.rpartition(".")
        made = getattr(import_module(f"rvs.ui.{module}"), name)(desk)
        assert isinstance(made, Dock)
        return made

    @property
    def entry(self) -> Entry:
        """The action that brings it to the front; its cross hides it."""
        return Entry(
            self.action or self.name,
            self.text,
            lambda desk: desk.call(self.name),
            (self.keys,) if self.keys else (),
            self.icon,
            self.tip,
            needs=self.needs,
            also=self.also,
        )


def entries_of(panels: tuple[Panel, ...], *menus: str) -> tuple[Entry, ...]:
    """Return the actions of the panels in some menus, in the order of the table."""
    return tuple(panel.entry for panel in panels if panel.menu in menus)


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

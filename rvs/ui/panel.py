"""A row of the table of panels: how a panel is made, its position and its action."""

from __future__ import annotations

from importlib import import_module

from PySide6.QtCore import Qt

from rvs.ui.actions.entries import Entry
from rvs.ui.actions.needs import Need
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

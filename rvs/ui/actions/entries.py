"""One action of the window, and common kinds of actions."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from rvs.model.preferences import WindowPercent
from rvs.model.views.panes import Arrangement
from rvs.model.views.view import Mode, View
from rvs.ui.actions.needs import Need
from rvs.ui.commands import bodies as body_commands
from rvs.ui.commands import view as view_commands
from rvs.ui.desk import Desk
from rvs.value_class import dataclass
from rvs.words import tr

Run = Callable[[Desk], object]


@dataclass(frozen=True, slots=True)
class Entry:
    """One action.

    Attributes:
        id: Its name in the rest of the program.
        text: Its text in menus.
        run: Its effect.
        keys: Its shortcuts; the first one is displayed.
        icon: Name of its icon, or empty.
        tip: Tip of its button, if that is more than ``text``.
        needs: Condition for its use; None for always.
        checked: Returns whether it is switched on; None if it is not a switch.
        title: Returns its current text, if that changes.
        group: Switches of one group exclude each other.
        also: Other search terms for it.
    """

    id: str
    text: str
    run: Run
    keys: tuple[str, ...] = ()
    icon: str = ""
    tip: str = ""
    needs: Need | None = None
    checked: Callable[[Desk], bool] | None = None
    title: Callable[[Desk], str] | None = None
    group: str = ""
    also: str = ""


def plain(text: str) -> str:
    """Return the text of an action without its mnemonic and its ellipsis."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")


def calls(panel: str, purpose: str = "") -> Run:
    """Return a function that brings a panel to the front for one of its purposes."""
    return lambda desk: desk.call(panel, purpose)


def view_says(pick: Callable[[View], bool]) -> Callable[[Desk], bool]:
    """Return a function that evaluates a property of the view."""
    return lambda desk: pick(desk.session.state.view)


def shows(name: str, text: str, icon_name: str, tip: str, keys: str, also: str = "") -> Entry:
    """Return a switch that shows or hides an item."""
    return Entry(
        name,
        text,
        lambda desk: view_commands.toggle(desk, name),
        (keys,),
        icon_name,
        tip,
        checked=lambda desk: getattr(desk.session.state.view, name),
        also=also,
    )


def side(area: Qt.DockWidgetArea, text: str, keys: str) -> Entry:
    """Return the switch that folds and unfolds the panels of a side of the window."""
    return Entry(
        f"{text.split()[0].lower()}_side",
        text,
        lambda desk: desk.layout.fold(area),
        (keys,),
        tip="Hide or show the panels on this side",
        checked=lambda desk: desk.layout.unfolded(area),
    )


def choice(group: str, value: str, text: str, also: str = "") -> Entry:
    """Return a switch that sets the preference ``group`` to a value."""
    return Entry(
        f"{group}_{value}",
        text,
        lambda desk: view_commands.prefer(desk, **{group: value}),
        checked=lambda desk: getattr(desk.settings.preferences, group) == value,
        group=group,
        also=also,
    )


def window_at(percent: WindowPercent) -> Entry:
    """Return a switch that sets the scale of the whole window."""
    return Entry(
        f"window_{percent}",
        f"Window at {percent} %",
        lambda desk: view_commands.resize_window(desk, percent),
        checked=lambda desk: desk.settings.preferences.window_percent == percent,
        title=lambda _desk: tr("Window at {percent} %", percent),
        group="window_percent",
        tip="Use this size from the next start",
        also="big type large text zoom lecture room projector accessibility scale font",
    )


def language_at(code: str, name: str) -> Entry:
    """Return a switch that sets the language of the window."""
    return Entry(
        f"language_{code}",
        name,
        lambda desk: view_commands.choose_language(desk, code, name),
        checked=lambda desk: desk.settings.preferences.language == code,
        group="language",
        tip="Use this language from the next start",
        also="language translation locale deutsch francais espanol",
    )


def mode_switch(mode: Mode, text: str, tip: str, keys: str, also: str = "") -> Entry:
    """Return a switch for a display of robots."""
    return Entry(
        f"mode_{mode}",
        text,
        lambda desk: body_commands.show_as(desk, mode),
        (keys,),
        f"mode_{mode}",
        tip,
        checked=view_says(lambda view: view.mode == mode),
        group="mode",
        also=also,
    )


def arrangement(kind: Arrangement, text: str, keys: str = "") -> Entry:
    """Return the switch that lays out this number of views."""
    return Entry(
        f"views_{kind}",
        text,
        lambda desk: desk.viewports.arrange(kind),
        (keys,) if keys else (),
        checked=lambda desk: desk.session.state.panes.arrangement == kind,
        group="views",
    )


def standard_view(name: str, keys: str) -> Entry:
    """Return the action for a standard view."""
    title = name.capitalize() if name != "iso" else "Isometric"
    return Entry(f"view_{name}", title, lambda desk: view_commands.look_from(desk, name), (keys,))

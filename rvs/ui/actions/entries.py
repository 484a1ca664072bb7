"""One action of the window, the condition that enables it, and common kinds of actions."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from rvs.model.current import chosen_item, chosen_things, current_robot, joint_at, picked_things
from rvs.model.document import Document, PlacedRobot
from rvs.model.preferences import WindowPercent
from rvs.model.refs import Ref
from rvs.model.robots.seen_variant import variant_names
from rvs.model.state import State
from rvs.model.views.panes import Arrangement
from rvs.model.views.view import Mode, View
from rvs.ui.commands import bodies as body_commands
from rvs.ui.commands import view as view_commands
from rvs.ui.desk import Desk
from rvs.value_class import dataclass
from rvs.words import tr

# A program of one step moves nothing.
LEAST_STEPS = 2


@dataclass(frozen=True, slots=True)
class Need:
    """A condition.

    Attributes:
        met: Returns whether it is met.
        reason: Reason why the action is unavailable if it is not met, in a few words.
    """

    met: Callable[[Desk], bool]
    reason: str


def of_state(test: Callable[[State], object], reason: str) -> Need:
    """Return a condition of the state."""
    return Need(lambda desk: bool(test(desk.session.state)), reason)


def of_robot(test: Callable[[PlacedRobot], object], reason: str) -> Need:
    """Return a condition on the active robot."""

    def met(state: State) -> bool:
        placed = current_robot(state)
        return placed is not None and bool(test(placed))

    return of_state(met, reason)


def marks_of(document: Document) -> list[Ref]:
    """Return the Refs of all notes and measurements."""
    notes: list[Ref] = [(note.id,) for note in document.notes]
    return notes + [(measure.id,) for measure in document.measures]


def _free_joint(state: State) -> bool:
    held = joint_at(state.document, state.chosen)
    return held is not None and not held[0].robot.joints[held[1]].locked


def _moves(state: State) -> bool:
    return any(len(program.steps) >= LEAST_STEPS for program in state.document.programs)


HAS_ROBOT = of_state(current_robot, "there is no robot")
HAS_ROBOTS = of_state(lambda s: len(s.document.robots) > 1, "the cell has only one robot")
HAS_VARIANTS = of_state(lambda s: variant_names(s.document), "no robot has a variant")
HAS_FILE = of_robot(
    lambda placed: placed.origin or placed.imported is not None, "the robot has no file"
)
HAS_MODEL = of_robot(lambda placed: placed.body is not None, "the robot has no full model")
HAS_MOTION = of_state(lambda s: s.motion is not None, "no trajectory is loaded")
HAS_MADE = of_state(lambda s: s.document.motions, "no motion was made in this cell")
HAS_PROGRAM = of_state(_moves, "there is no program")
HAS_THINGS = of_state(lambda s: s.document.things or s.document.targets, "the cell has no objects")
HAS_VIEWS = of_state(lambda s: len(s.panes) > 1, "only one view is open")
CAN_UNDO = Need(lambda desk: desk.refused.undo_label is not None, "nothing to undo")
CAN_REDO = Need(lambda desk: desk.session.redo_label is not None, "nothing to redo")
BODY_CHOSEN = of_state(lambda s: len(s.chosen) > 1, "nothing is selected in the view")
JOINT_CHOSEN = of_state(_free_joint, "no joint is selected in the view")
THING_CHOSEN = of_state(picked_things, "no object is selected")
THINGS_CHOSEN = of_state(lambda s: len(chosen_things(s)) > 1, "fewer than two objects are selected")
ITEM_CHOSEN = of_state(chosen_item, "no object or named place is selected")
PLACE_CHOSEN = of_state(
    lambda s: s.chosen[1:2] == ("target",) and current_robot(s), "no named place is selected"
)
NOTE_CHOSEN = of_state(
    lambda s: s.chosen[:1] in [(note.id,) for note in s.document.notes], "no note is selected"
)
MARK_CHOSEN = of_state(
    lambda s: s.chosen in marks_of(s.document), "no note or measurement is selected"
)


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

"""The menu of the view: actions for the object under the pointer, or for the view."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QMenu

from rvs.model.refs import Ref
from rvs.ui.actions.needs import marks_of
from rvs.ui.actions.table import Actions
from rvs.ui.desk import Desk
from rvs.ui.view.link_chip import thing_text

Ids = tuple[str | None, ...]

JOINT: Ids = ("home_joint", "zero_joint", "ignore_limits", None)
THING: Ids = ("look_at", "add_note", None)
ROBOT: Ids = ("home", "zero", "remove", None)
SHOWN: Ids = ("frames", "labels")
AROUND: Ids = (
    *("gizmo", "look_at", "add_note", None),
    *("duplicate_things", "array_things", "things_to_floor", "place_on_thing", None),
    *("group_things", "ungroup_things", None),
    *("lock_things", "hide_things", "remove_things", None, "things"),
)
PLACE: Ids = ("gizmo", "go_to_place", None, "remove_things", None, "things")
MARK: Ids = ("edit_note", "remove_mark")
VIEW: Ids = (
    "add_note",
    None,
    "fit",
    "parallel",
    None,
    "frames",
    "labels",
    "floor",
    "shadow",
    "limit_arcs",
    None,
    "save_picture",
)


class ThingMenu:
    """Opens at the request's position; the object there is selected first."""

    def __init__(self, desk: Desk, actions: Actions) -> None:
        self._desk, self._actions = desk, actions
        self.menu = QMenu(desk.window)
        desk.viewport.menu_wanted.connect(self._open)

    def fill(self, ref: Ref) -> None:
        """Add the actions for an object, or for the view if there is none."""
        self.menu.clear()
        if not ref:
            self._actions.fill(self.menu, VIEW)
            return
        state = self._desk.session.state
        if ref in marks_of(state.document):
            self._actions.fill(self.menu, MARK)
            return
        text, _ = thing_text(state, ref, self._desk.settings.preferences)
        self.menu.addAction(text.partition(" · ")[0]).setEnabled(False)
        self.menu.addSeparator()
        if ref[1:2] in (("thing",), ("target",)):
            self._actions.fill(self.menu, AROUND if ref[1] == "thing" else PLACE)
            return
        is_joint = ref[1:2] == ("link",) and ref[2:] != (0,)
        self._actions.fill(self.menu, (*(JOINT if is_joint else ()), *THING, *ROBOT, *SHOWN))

    def _open(self, at: QPointF) -> None:
        view = self._desk.viewport
        view.pointer.choose(at)
        hit = view.pointer.hit(at)
        self.fill(hit.owner if hit else ())
        self.menu.popup(view.mapToGlobal(at.toPoint()))

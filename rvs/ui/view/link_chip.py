"""The item under the pointer or the selection: its chip in the view, and its menu."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt
from PySide6.QtWidgets import QMenu

from rvs.model.current import joint_at
from rvs.model.document import PlacedRobot, called
from rvs.model.numbers.quantities import joint_symbol, shown_short
from rvs.model.preferences import Preferences
from rvs.model.refs import Ref
from rvs.model.robots.ranges import joint_range
from rvs.model.state import State
from rvs.model.things.thing import kind_of
from rvs.ui.actions.entries import marks_of
from rvs.ui.actions.table import Actions
from rvs.ui.desk import Desk
from rvs.ui.shown_units import unit_of, value_text
from rvs.ui.view.viewports_bar import ChipFrame
from rvs.ui.widgets.labels import named_label
from rvs.words import tr

HEIGHT = 26
AT_LIMIT = 1e-9


class LinkChip(QObject):
    """A chip that stays in its corner and shows one line."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.viewports)
        self._desk = desk
        # Another text would make the parent lay everything out again, if it were that of the views.
        self._frame = ChipFrame(desk.viewports)
        self._frame.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.label = named_label("ViewChip", parent=self._frame)
        desk.viewports.installEventFilter(self)
        desk.viewport.pointer.changed.connect(self._refresh)
        desk.settings.changed.connect(self._refresh)
        desk.binding.follow(
            lambda s: (s.document, s.postures, s.selection, s.view), self._show, calm=True
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _refresh(self) -> None:
        self._show(self._desk.session.state)

    def _show(self, state: State) -> None:
        pointer, preferences = self._desk.viewport.pointer, self._desk.settings.preferences
        # A drag tells of its own link, whatever the pointer passes on its way.
        shown = state.chosen if pointer.dragging else pointer.hovered or state.chosen
        text, warned = thing_text(state, shown, preferences)
        self._frame.setVisible(bool(text))
        if self.label.property("state") != ("warn" if warned else ""):
            self.label.setProperty("state", "warn" if warned else "")
            self.label.style().polish(self.label)
        if text != self.label.text():
            self.label.setText(text)
            self._place()

    def _place(self) -> None:
        width = self.label.sizeHint().width()
        self._frame.resize_to(QSize(width, HEIGHT))
        self.label.resize(width, HEIGHT)


def thing_text(state: State, ref: Ref, preferences: Preferences) -> tuple[str, bool]:
    """Return the text of a chip about an item, and whether its joint is near a limit or beyond."""
    if ref[1:2] == ("thing",):
        return _around_text(state, str(ref[0])), False
    if ref[1:2] == ("target",):
        return tr("Place {name}", ref[0]), False
    owner = next((r for r in state.document.robots if ref[:1] == (r.id,)), None)
    if owner is None or len(ref) < 2:
        return "", False
    robot = called(state.document, owner) if len(state.document.robots) > 1 else ""
    held = joint_at(state.document, ref)
    if ref[1] == "tool":
        return _of(tr("Tool"), robot), False
    if held is not None:
        value = state.postures[owner.id][held[1]]
        facts, warned = _joint_text(*held, value, preferences)
        return f"{_of(tr('Link {number}', ref[2]), robot)} · {facts}", warned
    if ref[1] == "frame":
        number = int(ref[2]) + state.view.first_frame
        return _of(tr("Frame {number}", number), robot), False
    return (_of(tr("Base"), robot), False) if ref[1:] == ("link", 0) else ("", False)


def _of(part: str, robot: str) -> str:
    """Return a part, with its robot if there are several."""
    return tr("{part} of {robot}", part, robot) if robot else part


def _around_text(state: State, name: str) -> str:
    """Return the chip's text about an object; nothing for one that no longer exists."""
    thing = next((one for one in state.document.things if one.id == name), None)
    if thing is None:
        return ""
    title = kind_of(thing.kind).title
    same = name.casefold().startswith(title.casefold())
    parts = (name, "" if same else tr(title), tr("locked") if thing.locked else "")
    return " · ".join(filter(None, parts))


def _joint_text(
    placed: PlacedRobot, index: int, value: float, preferences: Preferences
) -> tuple[str, bool]:
    joint, limits = placed.robot.joints[index], joint_range(placed.robot, index)
    unit = unit_of(placed, index, preferences)
    parts = [f"{joint_symbol(joint, index)} {value_text(value, unit)}"]
    room = limits.room(value)
    if joint.locked:
        parts.append("locked")
    elif not limits.assumed and room < -AT_LIMIT:
        parts.append(tr("{room} beyond its limit", shown_short(-room, unit)))
    elif not limits.assumed and room < AT_LIMIT:
        parts.append("at its limit")
    elif not limits.assumed:
        parts.append(tr("{room} to limit", shown_short(room, unit)))
    return " · ".join(parts), room < limits.zone


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

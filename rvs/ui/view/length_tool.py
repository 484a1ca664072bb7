"""Lengths of the table changed on the robot: dragging an end changes the parameter."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, Signal

from rvs.engine.errors import RvsError
from rvs.engine.offset_naming import offset_letter
from rvs.model.calls import Call, call_of
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot, set_joint
from rvs.model.numbers.quantities import joint_number, shown_short
from rvs.model.refs import NOTHING, Ref
from rvs.model.robots.parameter_edits import set_parameter
from rvs.model.robots.parameters import Parameters, bearer, solved
from rvs.model.state import State
from rvs.scene.gizmos.arrow_gizmos import LengthGrip, grip_items, length_grips
from rvs.scene.gizmos.gizmo import Handle, dragged, sliding_handle, snapped
from rvs.scene.gizmos.pose_gizmo import MOVE_STEP
from rvs.scene.items import Item, Scene
from rvs.scene.pick import pick
from rvs.ui.desk import Desk
from rvs.ui.gizmos.gizmos import FINE
from rvs.ui.view.plane_tool import ray_at
from rvs.ui.view.view_tool import ViewTool
from rvs.ui.view.viewport import Viewport
from rvs.value_class import dataclass
from rvs.words import tr

HINT = "Drag the end of a length; Ctrl snaps to 10 mm, Esc ends"


@dataclass(frozen=True, slots=True, eq=False)
class _Held:
    """A drag.

    Attributes:
        grip: The grip at the start.
        handle: Its line of motion.
        parameters: The parameters at the start.
        off: Distance of the pointer from the grip, in m.
    """

    grip: LengthGrip
    handle: Handle
    parameters: Parameters
    off: float


class LengthTool(ViewTool):
    """Shows a grip at the end of each length of the active robot while it is on.

    Attributes:
        active: It is on.
        changed: It was switched on or off.
    """

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.viewports)
        self._desk, self.active = desk, False
        self._lit: Ref = NOTHING
        self._held: _Held | None = None
        self._moved = 0.0
        desk.viewport.tools.append(self)
        desk.viewport.extras.append(self.items)

    @property
    def exclusive(self) -> bool:
        return self.active

    def toggle(self) -> None:
        """Show the grips, or hide them."""
        self.active, self._lit, self._held = not self.active, NOTHING, None
        if self.active:
            self._desk.say(HINT)
            self._desk.viewport.setFocus()
        self.changed.emit()
        self._desk.viewport.redraw()

    def items(self, state: State) -> tuple[Item, ...]:
        """Return the grips; a trial design in the view has none."""
        placed = self._placed(state)
        if placed is None:
            return ()
        grips = length_grips(placed, state.postures[placed.id])
        lit = next((one for one in grips if one.ref == self._lit), None)
        words = "" if lit is None else self._words(placed, lit)
        return grip_items(grips, self._lit, words, state.view.background)

    def hover(self, view: Viewport, at: QPointF) -> bool:
        lit = self._picked(view, at)
        if lit != self._lit:
            self._lit = lit
            shape = Qt.CursorShape.OpenHandCursor if lit else Qt.CursorShape.ArrowCursor
            view.setCursor(shape)
            view.redraw()
        return bool(lit)

    def leave(self) -> None:
        self._lit = NOTHING

    def take(self, view: Viewport, at: QPointF) -> bool:
        placed, ref = self._placed(view.seen), self._picked(view, at)
        if placed is None or not ref:
            return False
        grips = length_grips(placed, view.seen.postures[placed.id])
        grip = next(one for one in grips if one.ref == ref)
        ray = ray_at(view, at)
        handle = sliding_handle(grip.axis, grip.end, ray[1])
        off = dragged(handle, ray)
        self._held, self._moved, self._lit = _Held(grip, handle, placed.parameters, off), off, ref
        return True

    def drag(self, view: Viewport, at: QPointF, snap: bool) -> None:
        held, placed = self._held, self._placed(view.seen)
        if held is None or placed is None:
            return
        self._moved = dragged(held.handle, ray_at(view, at), self._moved)
        value = held.grip.value + self._moved - held.off
        value = float(f"{snapped(value, MOVE_STEP if snap else FINE):.12g}")
        try:
            call = _call(placed, held, value)
        except RvsError as error:
            self._desk.refuse(str(error))
            return
        reason = self._desk.attempt(call, merge=self._merge(held))
        if reason:
            self._desk.refuse(reason)

    def let_go(self) -> None:
        self._held = None
        self._desk.session.settle()
        self._desk.viewport.redraw()

    def cancel(self) -> bool:
        held, self._held = self._held, None
        if held is not None:
            self._desk.session.abandon(self._merge(held))
        elif self.active:
            self.toggle()
        else:
            return False
        return True

    def _merge(self, held: _Held) -> object:
        return ("length", held.grip.ref)

    def _placed(self, state: State) -> PlacedRobot | None:
        if not self.active or state.document is not self._desk.session.state.document:
            return None
        return current_robot(state)

    def _words(self, placed: PlacedRobot, grip: LengthGrip) -> str:
        """Return the length as a text, and the parameter that determines it."""
        unit = self._desk.units[0]
        letter = "a" if grip.column == "a" else offset_letter()
        own = f"{letter}{joint_number(grip.row)} = {shown_short(grip.value, unit)}"
        text = placed.parameters.formula(grip.row, grip.column)
        if not text:
            return own
        name = bearer(placed.parameters, text)
        one = placed.parameters[name]
        value = shown_short(one.value, unit) if one.measure == "length" else one.words(one.value)
        return f"{name} = {value}" if text == name else f"{own}, {name} = {value}"

    def _picked(self, view: Viewport, at: QPointF) -> Ref:
        scene = Scene(tuple(one for one in self.items(view.seen) if one.owner), None)
        hit = pick(scene, view.camera, at.x(), at.y(), view.width(), view.height())
        return hit.owner if hit else NOTHING


def _call(placed: PlacedRobot, held: _Held, value: float) -> Call:
    """Return the edit that sets a length: its parameter within the bounds, or the table."""
    grip, parameters = held.grip, held.parameters
    text = parameters.formula(grip.row, grip.column)
    if not text:
        return call_of(set_joint, placed.id, grip.row, **{grip.column: value})
    name, number = solved(
        parameters, text, value, tr("{column} of joint {number}", grip.column, grip.row + 1)
    )
    return call_of(set_parameter, placed.id, name, number)

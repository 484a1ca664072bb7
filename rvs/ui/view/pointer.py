"""The pointer in the view: the item under it, selection, and drags."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, Qt, QTimer, Signal

from rvs.engine.arrays import Array
from rvs.model.current import joint_at
from rvs.model.document import turning
from rvs.model.refs import NOTHING, Ref, whole
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.views.view import Camera
from rvs.scene.camera import pixel_size, ray
from rvs.scene.gizmos.gizmo import Ray, joint_handle
from rvs.scene.gizmos.pose_gizmo import gizmo_handle, readout_items
from rvs.scene.items import Item, Scene
from rvs.scene.pick import Hit, pick
from rvs.scene.selection_marks import body_scene, marked_scene, overlay_scene, range_marks
from rvs.ui.gizmos.targets import GizmoTarget, ToolDrag
from rvs.ui.settings import Settings
from rvs.ui.shown_units import shown_units, unit_of, value_text
from rvs.ui.view.dragging import JointDrag, ThingDrag, draggable

if TYPE_CHECKING:
    from rvs.ui.view.viewport import Viewport

PICK_MS = 15
SMALLEST_LEVER = 30.0
CURSORS = {
    "drag": Qt.CursorShape.ClosedHandCursor,
    "take": Qt.CursorShape.OpenHandCursor,
    "choose": Qt.CursorShape.PointingHandCursor,
    "": Qt.CursorShape.ArrowCursor,
}


class Pointer(QObject):
    """Finds the item under the mouse, at most once per frame.

    Attributes:
        changed: Reports a new object under the pointer, and the start and end of a drag.
        hovered: The object under the pointer, or the empty Ref; handles of the gizmo are excluded.
        dragging: The dragged object, or None.
        target: The object moved by the gizmo in the view, or None.
        picks_parts: Select parts of bodies instead of whole links.
        thing_step: Returns the step of a drag of objects with Ctrl, in m.
        view: Its current or last view.
    """

    changed = Signal()

    def __init__(self, view: Viewport, session: Session, settings: Settings) -> None:
        super().__init__(view)
        self.hovered: Ref = NOTHING
        self.dragging: JointDrag | ToolDrag | ThingDrag | None = None
        self.target: GizmoTarget | None = None
        self.picks_parts = False
        self.thing_step: Callable[[], float] = lambda: 0.05
        self.view = view
        self._session, self._settings = session, settings
        self._taken: tuple[Hit, Ray] | None = None
        self._at: QPointF | None = None
        self._pause = QTimer(self, singleShot=True, interval=PICK_MS)
        self._pause.timeout.connect(self._look)

    def marked(self, state: State, scene: Scene) -> Scene:
        """Return the scene of a state with the selection and the item under the pointer marked."""
        chosen = state.chosen if len(state.chosen) > 1 else NOTHING
        return marked_scene(scene, state.view.background, chosen, self.hovered, self._range(state))

    def hit(self, at: QPointF) -> Hit | None:
        """Return the item at a position of the view: a link, else any other."""
        found = self.part(at)
        return found and replace(found, owner=whole(found.owner))

    def part(self, at: QPointF) -> Hit | None:
        """Return the item at a position of the view: a part of a body, else any other."""
        scene, place = self.view.scene(), self._place(at)
        return pick(body_scene(scene), *place) or pick(scene, *place)

    def gizmo_at(self) -> Array | None:
        """Return the position of the gizmo in the world (3,), m, or None if none is shown."""
        axes = self.target.axes_pose() if self.target is not None and self.target.shown else None
        return None if axes is None else axes[:3, 3]

    def handle_at(self, at: QPointF) -> Hit | None:
        """Return the handle of the gizmo at a position of the view."""
        if self.target is None or not self.target.shown:
            return None
        return pick(overlay_scene(self.view.scene()), *self._place(at))

    def hover(self, at: QPointF) -> None:
        """Update the position of the pointer."""
        self._at = at
        if not self._pause.isActive():
            self._look()

    def leave(self) -> None:
        """Record that the pointer is on no item of the scene."""
        self._at = None
        self._set_hovered(NOTHING)
        self._light(NOTHING)

    def take(self, at: QPointF) -> bool:
        """Grab the item under the pointer; return whether it can move."""
        handle = self.handle_at(at)
        if handle is not None:
            self._taken = (handle, self._ray(at))
            return True
        hit = self.hit(at)
        if hit is not None and draggable(self._session, hit.owner):
            self._taken = (hit, self._ray(at))
            return True
        free = hit is not None and self._turns(hit.owner)
        self._taken = (hit, self._ray(at)) if hit and free else None
        return free

    def drag(self, at: QPointF, snap: bool) -> None:
        """Move the grabbed item with the pointer."""
        if self._taken is not None:
            self._begin(*self._taken)
        if self.dragging is None:
            return
        if not self.dragging.holds():
            self.dragging = None
            self._show_cursor()
            return
        self.dragging.move(self._ray(at), snap, self._settings.preferences.ignore_limits)

    def let_go(self) -> None:
        """End the drag with the joint at its current value."""
        self._taken = None
        if self.dragging is not None:
            self.dragging.end()
            self._finish()

    def cancel(self) -> bool:
        """End the drag and undo it; return whether there was one."""
        self._taken = None
        if self.dragging is None:
            return False
        self.dragging.cancel()
        self._finish()
        return True

    def choose(self, at: QPointF) -> None:
        """Select the item there, or nothing; a click on a handle changes nothing."""
        if self.handle_at(at) is not None:
            return
        hit = self.part(at) if self.picks_parts else self.hit(at)
        chosen = self._session.state.selection
        if hit is not None and hit.owner in chosen:
            # One of several chosen things is clicked to work with all of them.
            self._session.select(*chosen)
        else:
            self._session.select(hit.owner if hit else NOTHING)

    def clear(self) -> None:
        """Select nothing."""
        self._session.select()

    def _turns(self, ref: Ref) -> bool:
        """Return whether the joint of an item can be dragged; never during a trial."""
        document = self.view.seen.document
        held = joint_at(document, ref)
        if held is None or self.view.tried.document is not document:
            return False
        placed, index = held
        own = self._session.state.document.robot(placed.id)
        return not placed.robot.joints[index].locked and turning(placed) == turning(own)

    def _begin(self, hit: Hit, ray_then: Ray) -> None:
        self._taken = None
        if self.target is not None and gizmo_handle(hit.owner):
            self.dragging = ToolDrag.begin(
                self._session, self.target, hit.owner, hit.point, ray_then
            )
            self._show_cursor()
            return
        if draggable(self._session, hit.owner):
            self.dragging = ThingDrag(self._session, self.thing_step(), hit.point, ray_then)
            self._show_cursor()
            return
        state, camera = self.view.seen, self.view.camera
        held = joint_at(state.document, hit.owner)
        if held is None:
            return
        placed, index = held
        lever = SMALLEST_LEVER * float(pixel_size(camera, hit.point, self.view.height()))
        posture = state.postures[placed.id]
        handle = joint_handle(placed, posture, index, hit.point, ray_then[1], lever)
        self._session.select(hit.owner)
        own = self._session.state.document.robot(placed.id)
        self.dragging = JointDrag(self._session, own, index, handle)
        self._show_cursor()
        self.changed.emit()

    def _range(self, state: State) -> tuple[Item, ...]:
        """Return the range of the dragged joint, or the distance of another drag."""
        drag = self.dragging
        if isinstance(drag, ToolDrag | ThingDrag) and drag.holds():
            units = shown_units(state, self._settings.preferences)
            return readout_items(drag.drawn, units, state.view.background)
        if not isinstance(drag, JointDrag) or not drag.holds():
            return ()
        placed, posture = state.document.robot(drag.robot_id), state.postures[drag.robot_id]
        if len(posture) <= drag.index:
            return ()
        unit = unit_of(placed, drag.index, self._settings.preferences)
        text = value_text(posture[drag.index], unit)
        return range_marks(placed, posture, drag.index, state.view.background, text)

    def _finish(self) -> None:
        self.dragging = None
        self._show_cursor()
        self.changed.emit()

    def _look(self) -> None:
        if self._at is None:
            return
        at, self._at = self._at, None
        handle = self.handle_at(at)
        hit = None if handle else self.hit(at)
        self._set_hovered(hit.owner if hit else NOTHING)
        self._light(handle.owner if handle else NOTHING)
        self._pause.start()

    def _set_hovered(self, ref: Ref) -> None:
        if ref != self.hovered:
            self.hovered = ref
            self._show_cursor()
            self.changed.emit()

    def _light(self, ref: Ref) -> None:
        if self.target is not None and ref != self.target.lit:
            self.target.light(ref)
            self._show_cursor()

    def _show_cursor(self) -> None:
        self.view.setCursor(CURSORS[self._intent()])

    def _intent(self) -> str:
        if self.dragging is not None:
            return "drag"
        if self.target is not None and self.target.lit:
            return "take"
        if draggable(self._session, self.hovered):
            return "take"
        held = joint_at(self._session.state.document, self.hovered)
        if held is not None and not held[0].robot.joints[held[1]].locked:
            return "take"
        return "choose" if self.hovered else ""

    def _place(self, at: QPointF) -> tuple[Camera, float, float, int, int]:
        view = self.view
        return view.camera, at.x(), at.y(), view.width(), view.height()

    def _ray(self, at: QPointF) -> Ray:
        return ray(*self._place(at))

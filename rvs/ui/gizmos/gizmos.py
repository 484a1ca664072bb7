"""The gizmos of the window; only the current one is drawn.

The gizmo of a part of a body: dragging it changes the part's moves.

The gizmo of the selected objects: dragging it moves them together, as one step.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QObject

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.arrays import Array
from rvs.engine.screws import log3
from rvs.engine.transforms import inverse
from rvs.model.body.fit import fit
from rvs.model.body.part_text import moved, turned
from rvs.model.body.values import Move, Place
from rvs.model.calls import call_of
from rvs.model.current import chosen_item, chosen_things, current_robot, held_thing, picked_things
from rvs.model.document import PlacedRobot
from rvs.model.robots.placing import stand
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.things.edits import change_target, move_things
from rvs.model.things.thing import TargetFrame, bounds
from rvs.scene.items import Item
from rvs.scene.surroundings.landing import hull, snapped_shift
from rvs.ui.bind import Binding
from rvs.ui.gizmos.targets import GizmoTarget, ToolTarget
from rvs.ui.settings import Settings
from rvs.ui.view.viewports import Viewports
from rvs.words import tr

# Drags go by steps of a hundredth of a millimetre and of a degree, so that numbers stay readable.
FINE, FINE_TURN = 1e-5, float(np.radians(0.01))

Change = Callable[[tuple[Move, ...], object], None]


class Gizmos(QObject):
    """The gizmo of the tool, and those that replace it."""

    def __init__(
        self, session: Session, binding: Binding, settings: Settings, viewports: Viewports
    ) -> None:
        super().__init__(viewports)
        view = viewports.active
        self.tool, self.base = ToolTarget(session, settings), BaseTarget(session)
        self.things, self.part = ThingTarget(session), PartTarget()
        self._pointer = view.pointer
        self._pointer.target = self.tool
        self._pointer.thing_step = lambda: self.things.steps[0]
        view.extras.append(self._items)
        for target in (self.tool, self.base, self.things, self.part):
            target.setParent(self)
            target.changed.connect(view.redraw)
        binding.follow(lambda s: (s.document, s.postures, s.selection), self.tool.follow, calm=True)
        binding.follow(lambda s: (s.document, s.active), self.base.follow)
        binding.follow(lambda s: (s.document, s.selection), self._follow_things)

    @property
    def active(self) -> GizmoTarget:
        """The one for the pointer."""
        return self._pointer.target or self.tool

    def use(self, target: GizmoTarget, shown: bool) -> None:
        """Replace the tool's gizmo with another, or restore it."""
        target.show(shown)
        if shown or self.active is target:
            self._pointer.target = target if shown else self.tool

    def want_things(self, wanted: bool) -> None:
        """Show or hide the gizmo of objects whenever movable ones are selected."""
        self.things.wanted = wanted
        self._follow_things(self.things.session.state)

    def _follow_things(self, state: State) -> None:
        self.things.follow(state)
        self.use(self.things, self.things.wanted and self.things.free(state))

    def _items(self, state: State) -> tuple[Item, ...]:
        # What is only tried in the view can't be dragged.
        held = self.things.session.state.document is state.document
        return self.active.items(state) if held else ()


class BaseTarget(GizmoTarget):
    """Base of the active robot, which replaces the tool's target while shown."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def follow(self, state: State) -> None:
        """Move to the base of the active robot."""
        placed = current_robot(state)
        self.pose = np.array(placed.place) if placed else None
        self.changed.emit()

    def lead(self, pose: Array, *, merge: object = None) -> None:
        """Move the robot's base to a pose in the world (4, 4)."""
        placed = current_robot(self._session.state)
        if placed is not None:
            name = tr("Move the base of {robot}", self._session.called(placed))
            self._session.edit(name, call_of(stand, placed.id, pose), merge)


class PartTarget(GizmoTarget):
    """Pose of a part, and the moves of a drag.

    Attributes:
        change: Called with the moves, and with the key that combines those of one drag.
    """

    def __init__(self) -> None:
        super().__init__()
        self.change: Change = lambda _moves, _merge: None
        self._moves: tuple[Move, ...] = ()

    def aim(self, state: State, placed: PlacedRobot | None, place: Place, part_id: str) -> None:
        """Move to a part, to its first copy if it is repeated, or nowhere."""
        self.pose = None
        if placed is not None and placed.body is not None and part_id:
            fitted = fit(placed.body, placed.robot).parts
            poses = [one.poses[0] for one in fitted if (one.place, one.id) == (place, part_id)]
            frames = world_frames(placed, state.postures[placed.id])
            index = placed.robot.n if place == "tool" else place
            if poses:
                self.pose = np.asarray(frames[index] @ poses[0])
                self._moves = placed.body.part(place, part_id).moves
        self.changed.emit()

    def lead(self, pose: Array, *, merge: object = None) -> None:
        """Change the moves of the part for a pose in the world (4, 4)."""
        if self.pose is None:
            return
        step = inverse(self.pose) @ pose
        turn = log3(step[:3, :3])
        axis = int(np.argmax(np.abs(turn)))
        moves = self._moves
        way = np.round(step[:3, 3] / FINE) * FINE
        if np.abs(way).max() > 0.0:
            moves = moved(moves, (float(way[0]), float(way[1]), float(way[2])))
        angle = float(np.round(turn[axis] / FINE_TURN) * FINE_TURN)
        if angle:
            moves = turned(moves, axis, angle)
        if moves != self._moves:
            self.change(moves, merge)


class ThingTarget(GizmoTarget):
    """Pose of the selected objects.

    Attributes:
        session: The state.
        wanted: Visible whenever a movable object is selected.
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.steps = (0.05, float(np.radians(15.0)))
        self.session = session
        self.wanted = False
        self._ids: tuple[str, ...] = ()
        self._place = ""

    def free(self, state: State) -> bool:
        """Return whether there is a selection and all of it can be moved."""
        return chosen_item(state) is not None and not held_thing(state)

    def follow(self, state: State) -> None:
        """Move to the selection: the first object, or a target."""
        item, first = chosen_item(state), picked_things(state)[:1]
        self._place = item.id if isinstance(item, TargetFrame) else ""
        self._ids = (*first, *(one for one in chosen_things(state) if one not in first))
        pose = None if item is None else np.array(item.place)
        if pose is not None and self.pose is not None and np.array_equal(pose, self.pose):
            return
        if pose is not self.pose:
            self.pose = pose
            self.changed.emit()

    def axes_pose(self) -> Array | None:
        """Return the position of the gizmo with the axes of the world (4, 4)."""
        if self.pose is None:
            return None
        axes = np.eye(4)
        axes[:3, 3] = self.pose[:3, 3]
        return axes

    def settled(self, pose: Array) -> Array:
        """Return a pose near a dragged one: on the grid, the floor or the top of other objects."""
        if self.pose is None or self._place:
            return pose
        document = self.session.state.document
        shift = pose[:3, 3] - self.pose[:3, 3]
        others = [bounds(t) for t in document.things if t.id not in self._ids and not t.hidden]
        box = hull(document, self._ids)
        found = pose.copy()
        way = snapped_shift(box, shift, others, self.steps[0], self.pose[:3, 3])
        found[:3, 3] = self.pose[:3, 3] + way
        return found

    def lead(self, pose: Array, *, merge: object = None) -> None:
        """Move the first object to a pose in the world (4, 4), and the others with it."""
        if self.pose is None:
            return
        place, ids = self._place, self._ids
        moved = (
            call_of(change_target, place, pose)
            if place
            else call_of(move_things, ids, _motion(self.pose, pose))
        )
        self.session.edit("", moved, merge)


def _motion(before: Array, after: Array) -> Array:
    """Return the motion from one pose to another; a pure translation has no rotation."""
    if not np.array_equal(before[:3, :3], after[:3, :3]):
        return np.asarray(after @ inverse(before))
    shift = np.eye(4)
    shift[:3, 3] = after[:3, 3] - before[:3, 3]
    return shift

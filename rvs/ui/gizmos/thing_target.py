"""The gizmo of the chosen things: dragging it moves them together, as one step."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.transforms import inverse
from rvs.model.calls import call_of
from rvs.model.current import chosen_item, chosen_things, held_thing, picked_things
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.things.edits import change_target, move_things
from rvs.model.things.thing import TargetFrame, bounds
from rvs.scene.surroundings.snapping import hull, snapped_shift
from rvs.ui.gizmos.gizmo_target import GizmoTarget


class ThingTarget(GizmoTarget):
    """Where the chosen things are.

    Attributes:
        session: The state.
        wanted: Shown whenever something is chosen that can be moved.
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.steps = (0.05, float(np.radians(15.0)))
        self.session = session
        self.wanted = False
        self._ids: tuple[str, ...] = ()
        self._place = ""

    def free(self, state: State) -> bool:
        """Tell whether something is chosen and all of it can be moved."""
        return chosen_item(state) is not None and not held_thing(state)

    def follow(self, state: State) -> None:
        """Sit at what is chosen: the first of things, or a named place."""
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
        """Return where the gizmo is and along which axes it moves (4, 4): those of the world."""
        if self.pose is None:
            return None
        axes = np.eye(4)
        axes[:3, 3] = self.pose[:3, 3]
        return axes

    def settled(self, pose: Array) -> Array:
        """Return a pose near a dragged one: on the grid, the floor or the top of other things."""
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
        """Bring the first thing to a pose in the world (4, 4), and the others along."""
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
    """Return the motion from one pose to another; a mere shift has no turn, not even a tiny one."""
    if not np.array_equal(before[:3, :3], after[:3, :3]):
        return np.asarray(after @ inverse(before))
    shift = np.eye(4)
    shift[:3, 3] = after[:3, 3] - before[:3, 3]
    return shift

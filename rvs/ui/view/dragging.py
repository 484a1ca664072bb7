"""Selected objects that are dragged directly, over the surface below them.

A dragged link: its joint follows the pointer.
"""

from __future__ import annotations

from math import radians

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.calls import call_of
from rvs.model.current import chosen_things, held_thing
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import joint_symbol
from rvs.model.refs import Ref
from rvs.model.session import Session
from rvs.model.things.edits import move_things
from rvs.model.things.thing import bounds
from rvs.scene.gizmos.gizmo import Handle, Ray, dragged, snapped
from rvs.scene.gizmos.pose_gizmo import Drawn
from rvs.scene.surroundings.landing import floor_below, hull, snapped_shift
from rvs.words import tr

# Below this slope of the view the plane of the floor is seen too flat to be pointed at.
FLAT = 0.08

TURN_STEP, SLIDE_STEP = radians(5.0), 0.010


def draggable(session: Session, ref: Ref) -> bool:
    """Return whether a Ref names one of the selected objects, none of which is locked."""
    state = session.state
    chosen = ref[1:2] == ("thing",) and ref[0] in chosen_things(state)
    return chosen and not held_thing(state)


class ThingDrag:
    """The selected objects during a drag, as one undo step."""

    def __init__(self, session: Session, step: float, grip: Array, ray: Ray) -> None:
        """Grip the selected objects at a point (3,) by a ray; Ctrl moves them in steps."""
        self._session, self._step, self._grip = session, step, grip
        document = session.state.document
        self._ids = chosen_things(session.state)
        self._box = hull(document, self._ids)
        others = [one for one in document.things if one.id not in self._ids and not one.hidden]
        self._others = [bounds(one) for one in others]
        self._moved = np.zeros(3)
        along = ray[1]
        flat = np.array([along[0], along[1], 0.0])
        upright = flat / max(float(np.linalg.norm(flat)), 1e-12)
        self._normal = np.array([0.0, 0.0, 1.0]) if abs(along[2]) > FLAT else upright
        session.settle()

    @property
    def drawn(self) -> Drawn:
        """Distance by which they have been dragged."""
        return Drawn(self._grip, self._grip + self._moved, self._moved)

    def move(self, ray: Ray, snap: bool, free: bool) -> None:  # noqa: ARG002
        """Move the objects with the pointer; with ``snap``, in steps."""
        origin, along = ray
        facing = float(along @ self._normal)
        ahead = float((self._grip - origin) @ self._normal) / facing if facing else -1.0
        if ahead <= 0.0:
            return
        wanted = origin + ahead * along - self._grip
        wanted[2] = 0.0
        if snap:
            wanted = snapped_shift(self._box, wanted, (), self._step)
        wanted[2] = floor_below(self._box, wanted, self._others)
        step = np.eye(4)
        step[:3, 3] = wanted - self._moved
        self._moved = wanted
        self._session.edit("", call_of(move_things, self._ids, step), self._key)

    def holds(self) -> bool:
        """Return whether the objects still exist."""
        known = {thing.id for thing in self._session.state.document.things}
        return known.issuperset(self._ids)

    def end(self) -> None:
        """End the drag with the objects at their current poses."""
        self._session.settle()

    def cancel(self) -> None:
        """Move the objects back without a trace."""
        self._session.abandon(self._key)

    @property
    def _key(self) -> object:
        return ("drag", "things", id(self))


class JointDrag:
    """Moves one joint, as one undo step."""

    def __init__(self, session: Session, placed: PlacedRobot, index: int, handle: Handle) -> None:
        self.robot_id, self.index = placed.id, index
        self._session, self._placed, self._handle = session, placed, handle
        self._start = session.state.postures[placed.id][index]
        self._moved = 0.0
        session.settle()

    def move(self, ray: Ray, snap: bool, free: bool) -> None:
        """Move the joint.

        Args:
            ray: The ray through the pointer.
            snap: Stop only at multiples of 5 degrees or 10 mm.
            free: Go beyond the limits.
        """
        robot, index = self._placed.robot, self.index
        self._moved = dragged(self._handle, ray, self._moved)
        value = self._start + self._moved
        if snap:
            value = snapped(value, TURN_STEP if robot.joints[index].turns else SLIDE_STEP)
        if not free:
            # A joint that was beyond its limit already is not thrown back.
            lower, upper = robot.joints[index].limits
            value = min(max(value, min(lower, self._start)), max(upper, self._start))
        posture = list(self._session.state.postures[self.robot_id])
        posture[index] = value
        label = tr(
            "Move {joint_symbol} of {robot_id}",
            joint_symbol(robot.joints[index], index),
            self.robot_id,
        )
        self._session.pose(self.robot_id, posture, label, merge=self._key)

    def holds(self) -> bool:
        """Return whether the robot is still the same one."""
        return any(placed is self._placed for placed in self._session.state.document.robots)

    def end(self) -> None:
        """End the drag with the joint at its current value."""
        self._session.settle()

    def cancel(self) -> None:
        """Move the joint back without a trace."""
        self._session.abandon(self._key)

    @property
    def _key(self) -> object:
        return ("drag", self.robot_id, self.index)

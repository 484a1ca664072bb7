"""A link that is dragged: its joint follows the pointer."""

from __future__ import annotations

from math import radians

from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import joint_symbol
from rvs.model.session import Session
from rvs.scene.gizmos.gizmo import Handle, Ray, dragged, snapped

TURN_STEP, SLIDE_STEP = radians(5.0), 0.010


class JointDrag:
    """Turns or slides one joint, as one undo step."""

    def __init__(self, session: Session, placed: PlacedRobot, index: int, handle: Handle) -> None:
        self.robot_id, self.index = placed.id, index
        self._session, self._placed, self._handle = session, placed, handle
        self._start = session.state.postures[placed.id][index]
        self._moved = 0.0
        session.settle()

    def move(self, ray: Ray, snap: bool, free: bool) -> None:
        """Let the joint follow.

        Args:
            ray: The ray through the pointer.
            snap: Stop at multiples of 5 degrees or 10 mm only.
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
        label = f"Move {joint_symbol(robot.joints[index], index)} of {self.robot_id}"
        self._session.pose(self.robot_id, posture, label, merge=self._key)

    def holds(self) -> bool:
        """Tell whether the robot is still the one that was taken."""
        return any(placed is self._placed for placed in self._session.state.document.robots)

    def end(self) -> None:
        """Leave the joint where it is."""
        self._session.settle()

    def cancel(self) -> None:
        """Put the joint back where it was, as if nothing had happened."""
        self._session.abandon(self._key)

    @property
    def _key(self) -> object:
        return ("drag", self.robot_id, self.index)

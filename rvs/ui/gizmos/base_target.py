"""The gizmo of the active robot's base: dragging it moves where the robot stands."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.current import current_robot
from rvs.model.document import title
from rvs.model.robots.placing import stand
from rvs.model.session import Session
from rvs.model.state import State
from rvs.ui.gizmos.gizmo_target import GizmoTarget


class BaseTarget(GizmoTarget):
    """Where the active robot stands; it stands in for the tool's target while it is shown."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def follow(self, state: State) -> None:
        """Go to the base of the active robot."""
        placed = current_robot(state)
        self.pose = np.array(placed.place) if placed else None
        self.changed.emit()

    def lead(self, pose: Array, *, merge: object = None) -> None:
        """Let the robot stand at a pose in the world (4, 4)."""
        placed = current_robot(self._session.state)
        if placed is not None:
            name = f"Move the base of {title(placed)}"
            self._session.edit(name, lambda now: stand(now, placed.id, pose), merge)

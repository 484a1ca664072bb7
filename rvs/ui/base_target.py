"""The gizmo of the active robot's base: dragging it moves where the robot stands."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from rvs.engine.robot import Array
from rvs.model.current import current_robot
from rvs.model.document import title
from rvs.model.placing import stand
from rvs.model.refs import NOTHING, Ref
from rvs.model.session import Session
from rvs.model.state import State
from rvs.scene.items import Item
from rvs.scene.pose_gizmo import gizmo_items


class BaseTarget(QObject):
    """Where the active robot stands; it stands in for the tool's target while it is shown.

    Attributes:
        changed: The place, the lit handle or whether it is shown changed.
        pose: Where the robot stands in the world (4, 4), or None without a robot.
        shown: Whether the gizmo is in the view.
        lit: The handle under the pointer, or the empty Ref.
    """

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.pose: Array | None = None
        self.shown = False
        self.lit: Ref = NOTHING
        self._session = session

    def show(self, shown: bool) -> None:
        """Put the gizmo into the view or take it away."""
        self.shown = shown
        self.changed.emit()

    def light(self, ref: Ref) -> None:
        """Make a handle stand out."""
        if ref != self.lit:
            self.lit = ref
            self.changed.emit()

    def follow(self, state: State) -> None:
        """Go to the base of the active robot."""
        placed = current_robot(state)
        self.pose = np.array(placed.place) if placed else None
        self.changed.emit()

    def axes_pose(self) -> Array | None:
        """Return where the gizmo is and along which axes it moves (4, 4)."""
        return self.pose

    def lead(self, pose: Array, label: str, merge: object = None) -> None:  # noqa: ARG002
        """Let the robot stand at a pose.

        Args:
            pose: The pose in the world (4, 4).
            label: Name of the step; a base has its own.
            merge: Steps that follow each other with an equal key make one.
        """
        placed = current_robot(self._session.state)
        if placed is not None:
            name = f"Move the base of {title(placed)}"
            self._session.edit(name, lambda now: stand(now, placed.id, pose), merge)

    def items(self, state: State) -> tuple[Item, ...]:
        """Return what is shown in the view."""
        if not self.shown or self.pose is None:
            return ()
        rows = tuple(tuple(row) for row in self.pose.tolist())
        return gizmo_items(rows, state.view.background, self.lit)

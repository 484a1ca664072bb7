"""Base of the targets of the gizmo: a pose, a highlighted handle, and its visibility."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import QObject, Signal

from rvs.engine.arrays import Array
from rvs.model.refs import NOTHING, Ref
from rvs.model.state import State
from rvs.scene.gizmos.pose_gizmo import MOVE_STEP, TURN_STEP, gizmo_items
from rvs.scene.items import Item


class GizmoTarget(QObject):
    """An item that the gizmo moves.

    Attributes:
        changed: The pose, the highlighted handle or the visibility changed.
        pose: Pose in the world (4, 4), or None.
        shown: The gizmo is in the view.
        lit: The handle under the pointer, or the empty Ref.
        steps: Steps of a drag with Ctrl: m and rad.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.pose: Array | None = None
        self.shown = False
        self.lit: Ref = NOTHING
        self.steps = (MOVE_STEP, TURN_STEP)

    def show(self, shown: bool) -> None:
        """Show or hide the gizmo in the view."""
        if shown != self.shown:
            self.shown = shown
            self.changed.emit()

    def light(self, ref: Ref) -> None:
        """Highlight a handle."""
        if ref != self.lit:
            self.lit = ref
            self.changed.emit()

    @abstractmethod
    def lead(self, pose: Array, *, merge: object = None) -> None:
        """Move it to a pose in the world (4, 4); steps with an equal ``merge`` are combined."""

    def settled(self, pose: Array) -> Array:
        """Return the pose near a dragged one (4, 4) to which a drag with Ctrl snaps."""
        return pose

    def axes_pose(self) -> Array | None:
        """Return the position of the gizmo and the axes along which it moves (4, 4)."""
        return self.pose

    def items(self, state: State) -> tuple[Item, ...]:
        """Return its items in the view."""
        axes = self.axes_pose()
        if not self.shown or axes is None:
            return ()
        rows = tuple(tuple(row) for row in axes.tolist())
        return gizmo_items(rows, state.view.background, self.lit)

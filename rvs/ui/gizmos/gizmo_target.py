"""Base of the targets of the gizmo: a pose, a lit handle, and whether it is shown."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import QObject, Signal

from rvs.engine.arrays import Array
from rvs.model.refs import NOTHING, Ref
from rvs.model.state import State
from rvs.scene.gizmos.pose_gizmo import MOVE_STEP, TURN_STEP, gizmo_items
from rvs.scene.items import Item


class GizmoTarget(QObject):
    """Something that the gizmo moves.

    Attributes:
        changed: The pose, the lit handle or whether it is shown changed.
        pose: Where it is in the world (4, 4), or None.
        shown: Whether the gizmo is in the view.
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
        """Put the gizmo into the view or take it away."""
        if shown != self.shown:
            self.shown = shown
            self.changed.emit()

    def light(self, ref: Ref) -> None:
        """Make a handle stand out."""
        if ref != self.lit:
            self.lit = ref
            self.changed.emit()

    @abstractmethod
    def lead(self, pose: Array, *, merge: object = None) -> None:
        """Put it at a pose in the world (4, 4); steps with an equal ``merge`` make one."""

    def settled(self, pose: Array) -> Array:
        """Return the pose near a dragged one (4, 4) where a drag with Ctrl comes to rest."""
        return pose

    def axes_pose(self) -> Array | None:
        """Return where the gizmo is and along which axes it moves (4, 4)."""
        return self.pose

    def items(self, state: State) -> tuple[Item, ...]:
        """Return what is shown in the view."""
        axes = self.axes_pose()
        if not self.shown or axes is None:
            return ()
        rows = tuple(tuple(row) for row in axes.tolist())
        return gizmo_items(rows, state.view.background, self.lit)

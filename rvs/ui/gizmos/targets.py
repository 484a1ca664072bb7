"""Targets of the gizmo: their base, and the current robot's tool, which the robot follows."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from PySide6.QtCore import QObject, Signal

from rvs.engine.arrays import Array
from rvs.engine.tracking import Pulled, pull
from rvs.engine.transforms import inverse
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.current import current_robot, tool_pose
from rvs.model.document import PlacedRobot
from rvs.model.refs import NOTHING, Ref
from rvs.model.robots.branches import branches
from rvs.model.robots.tool_error import nearness
from rvs.model.session import Session
from rvs.model.state import State
from rvs.scene.gizmos.gizmo import Ray, snapped
from rvs.scene.gizmos.pose_gizmo import (
    MOVE_STEP,
    TURN_STEP,
    Drawn,
    PoseHandle,
    dragged_pose,
    gizmo_items,
    take,
)
from rvs.scene.items import Item, Line, Points
from rvs.ui.settings import Settings
from rvs.words import tr


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


MERGE = "tool"
# Joints that a tool needs to be moved every way.
FULL = 6
DOT = 9.0


class ToolTarget(GizmoTarget):
    """Pose of the tool, and its goal if the arm can't reach it.

    Attributes:
        goal: Desired pose of the tool in the world (4, 4), or None if the tool has reached it.
        in_tool_axes: The gizmo moves along the tool's axes instead of the world's.
    """

    def __init__(self, session: Session, settings: Settings) -> None:
        super().__init__()
        self.goal: Array | None = None
        self.in_tool_axes = True
        self._session, self._settings = session, settings
        self._leading = False
        self._known: tuple[object, object] = (None, None)

    @property
    def wanted(self) -> Array | None:
        """The goal of the tool in the world (4, 4): its pose, or the unreached goal."""
        return self.pose if self.goal is None else self.goal

    def use_tool_axes(self, tool: bool) -> None:
        """Choose the axes along which the gizmo moves."""
        self.in_tool_axes = tool
        self.changed.emit()

    def follow(self, state: State) -> None:
        """Move to the tool, unless the tool follows the target."""
        placed = current_robot(state)
        posture = state.postures[placed.id] if placed else None
        if self._leading or (placed, posture) == self._known:
            return
        self._known = (placed, posture)
        self.pose = tool_pose(placed, posture) if placed and posture else None
        self.goal = None
        self.changed.emit()

    def axes_pose(self) -> Array | None:
        """Return the position of the gizmo and the axes along which it moves (4, 4)."""
        if self.pose is None or self.in_tool_axes:
            return self.pose
        placed = np.eye(4)
        placed[:3, 3] = self.pose[:3, 3]
        return placed

    def lead(self, pose: Array, *, merge: object = None) -> None:
        """Move the tool of the robot to a pose, or as near as possible, as ``reach`` does."""
        self.reach(pose, merge=merge)

    def reach(self, pose: Array, *, merge: object = None, label: str = "") -> bool:
        """Move the tool of the robot to a pose, or as near as possible.

        If the current posture does not lead to the pose, a separate step selects the nearest other
        posture that reaches it; a drag keeps the branch of its posture.

        Args:
            pose: The pose in the world (4, 4).
            merge: Consecutive steps with an equal key are combined.
            label: Name of the step.

        Returns:
            True if another posture was used.
        """
        placed = current_robot(self._session.state)
        if placed is None:
            return False
        pulled = self._pulled(placed, pose)
        other = None if pulled.reached or merge is not None else self._other(placed, pose)
        self._go(placed, pose, other or pulled, merge, label)
        return other is not None

    def step(self, pose: Array, *, merge: object = None, label: str = "") -> None:
        """Move the tool of the robot by a small step, or not at all if it can't get there.

        An arm with fewer than six movable joints moves as near as it can. At a singularity that no
        small rotations lead away from, the arm adopts the nearest posture that reaches the step.

        Args:
            pose: The pose in the world (4, 4).
            merge: Consecutive steps with an equal key are combined.
            label: Name of the step.
        """
        placed = current_robot(self._session.state)
        if placed is None:
            return
        pulled = self._pulled(placed, pose)
        if not pulled.reached:
            pulled = self._flipped(placed, pose) or pulled
        if pulled.reached or len(placed.robot.active) < FULL:
            self._go(placed, pose, pulled, merge, label)
        else:
            self.goal = pose
            self.changed.emit()

    def _flipped(self, placed: PlacedRobot, pose: Array) -> Pulled | None:
        """Return the posture nearest to a singular one that reaches a pose, if there is one."""
        posture = self._session.state.postures[placed.id]
        return None if nearness(placed.robot, posture) is None else self._other(placed, pose)

    def _other(self, placed: PlacedRobot, pose: Array) -> Pulled | None:
        """Return the posture for a pose that is nearest to the current one, if there is one."""
        posture = self._session.state.postures[placed.id]
        rows = branches(placed.robot, inverse(np.array(placed.place)) @ pose, posture).rows
        free = self._settings.preferences.ignore_limits
        fitting = [row for row in rows if row.allowed or free]
        return Pulled(np.array(fitting[0].q), True, 0.0, 0.0) if fitting else None

    def _pulled(self, placed: PlacedRobot, pose: Array) -> Pulled:
        posture = self._session.state.postures[placed.id]
        free = self._settings.preferences.ignore_limits
        goal = inverse(np.array(placed.place)) @ pose
        return pull(placed.robot, goal, posture, limits=not free)

    def _go(
        self, placed: PlacedRobot, pose: Array, pulled: Pulled, merge: object, label: str
    ) -> None:
        self._leading = True
        try:
            name = label or tr("Move the tool of {robot}", self._session.called(placed))
            self._session.pose(placed.id, pulled.q.tolist(), name, merge)
        finally:
            self._leading = False
        posture = self._session.state.postures[placed.id]
        self._known = (placed, posture)
        self.pose = pose if pulled.reached else tool_pose(placed, posture)
        self.goal = None if pulled.reached else pose
        self.changed.emit()

    def items(self, state: State) -> tuple[Item, ...]:
        """Return its items in the view."""
        gizmo, placed = super().items(state), current_robot(state)
        if not gizmo or placed is None:
            return ()
        return gizmo if self.goal is None else (*gizmo, *self._tether(self.goal, state))

    def _tether(self, goal: Array, state: State) -> tuple[Item, ...]:
        """Return a dashed line from the tool to a dot at its unreached goal."""
        color = rgba(SCENE[state.view.background].warn)
        assert self.pose is not None
        ends = np.stack([self.pose[:3, 3], goal[:3, 3]])
        line = Line(ends, color, 2.0, dashed=True, layer="overlay", depth="on top")
        return line, Points(ends[1:], color, DOT, layer="overlay", depth="on top")


class ToolDrag:
    """A dragged handle of the gizmo, as one undo step."""

    def __init__(self, session: Session, target: GizmoTarget, handle: PoseHandle) -> None:
        self.target, self._session, self._handle = target, session, handle
        self._moved = self._turned = 0.0
        self._placed = current_robot(session.state)
        self._offset = _offset(target, handle)
        session.settle()

    @classmethod
    def begin(
        cls, session: Session, target: GizmoTarget, ref: Ref, grip: Array, ray: Ray
    ) -> ToolDrag | None:
        """Begin to drag a handle, or return None for another Ref."""
        axes = target.axes_pose()
        handle = None if axes is None else take(ref, axes, grip, ray[1])
        return None if handle is None else cls(session, target, handle)

    @property
    def drawn(self) -> Drawn:
        """Distance by which the handle has been dragged."""
        handle = self._handle
        start, axes = handle.start[:3, 3], handle.start[:3, :3]
        if handle.kind == "turn":
            return Drawn(start, start, np.zeros(3), self._turned, handle.name)
        now = start if self.target.pose is None else self.target.pose[:3, 3]
        return Drawn(start, now, axes.T @ (now - start))

    def move(self, ray: Ray, snap: bool, free: bool) -> None:  # noqa: ARG002
        """Move the target with the pointer, and the robot with the target."""
        axes, self._moved = dragged_pose(self._handle, ray, self._moved, snap, self.target.steps)
        self._turned = snapped(self._moved, self.target.steps[1]) if snap else self._moved
        pose = axes @ self._offset
        if snap and self._handle.kind != "turn":
            pose = self.target.settled(pose)
        self.target.lead(pose, merge=(MERGE, id(self)))

    def holds(self) -> bool:
        """Return whether the robot is still the same one."""
        now, then = current_robot(self._session.state), self._placed
        if now is None or then is None:
            # Things can be dragged where there is no robot at all.
            return now is then
        return now.id == then.id and now.robot is then.robot

    def end(self) -> None:
        """End the drag with the tool at its current pose."""
        self._session.settle()

    def cancel(self) -> None:
        """Move the tool back to its initial pose without a trace."""
        self._session.abandon((MERGE, id(self)))


def _offset(target: GizmoTarget, handle: PoseHandle) -> Array:
    """Return the pose of the target relative to the axes along which the gizmo moves."""
    assert target.pose is not None
    return np.asarray(inverse(handle.start) @ target.pose)

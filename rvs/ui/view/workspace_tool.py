"""The workspace in the view: an arrow for its slice, and clicks that move the robot."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF

from rvs.engine.arrays import Array
from rvs.model.refs import NOTHING
from rvs.model.state import State
from rvs.model.views.view import NORMALS, Plane, plane_through
from rvs.model.workspace_result import Found, found_now, workspace_robot
from rvs.scene.build import build_scene
from rvs.scene.camera import axes, project
from rvs.scene.items import Scene
from rvs.scene.pick import pick
from rvs.scene.selection_marks import body_scene
from rvs.ui.view.plane_tool import PlaneTool, direction, facing, ray_at
from rvs.ui.view.viewport import Viewport
from rvs.words import tr

OFF, NOWHERE = Plane(), np.zeros((0, 3))
# How far beside a point of the cloud a click may be, in pixels.
NEAR = 6.0
NOT_THERE = "No posture was found for this point"
ALL_COLLIDE = "No posture without collision was found for this point"


class WorkspaceTool(PlaneTool[Plane]):
    """Moves the slice of the workspace, and the robot to a clicked point."""

    def plane(self, state: State) -> Plane:
        found = found_now(state)
        hidden = found is None or found.workspace.planar
        return OFF if hidden else state.view.workspace.slice

    def set(self, plane: Plane) -> None:
        session = self._desk.session
        session.look(workspace=replace(session.state.view.workspace, slice=plane))

    def points(self) -> Array:
        state = self._desk.session.state
        found, placed = found_now(state), workspace_robot(state)
        if found is None or placed is None:
            return NOWHERE
        # here and below, because the window starts without what finds workspaces
        from rvs.scene.workspaces.cloud import slice_room

        return slice_room(found, placed)

    def show(self, on: bool) -> None:
        """Show or hide the slice; the first one contains the first axis."""
        state = self._desk.session.state
        plane, placed = state.view.workspace.slice, workspace_robot(state)
        if on and plane == OFF and placed is not None:
            towards = axes(self._desk.viewport.camera)[2]
            name = max("xy", key=lambda axis: abs(float(towards @ np.asarray(NORMALS[axis]))))
            foot = (np.asarray(placed.place) @ placed.robot.base)[:3, 3]
            plane = plane_through(plane, facing(NORMALS[name], towards), direction(foot))
        self.set(replace(plane, on=on))

    def click(self, view: Viewport, at: QPointF) -> bool:
        state = view.seen
        found, placed = found_now(state), workspace_robot(state)
        if found is None or placed is None:
            return False
        point = self._point(view, at, state, found)
        if point is None:
            return False
        from rvs.collision.workspace import posture_there

        world = np.asarray(placed.place) @ placed.robot.base
        q = posture_there(state, found, (point - world[:3, 3]) @ world[:3, :3])
        if q is None:
            self._desk.refuse(NOT_THERE if found.clear is None else ALL_COLLIDE)
        else:
            label = tr(
                "Move {robot} to a point of its workspace", self._desk.session.called(placed)
            )
            self._desk.session.pose(placed.id, q.tolist(), label)
        return True

    def _point(self, view: Viewport, at: QPointF, state: State, found: Found) -> Array | None:
        """Return the point of slice or cloud at a position of the view, unless a body hides it."""
        origin, along = ray_at(view, at)
        bodies = body_scene(build_scene(state))
        size = view.width(), view.height()
        owned = Scene(tuple(item for item in bodies.items if item.owner != NOTHING), None)
        if pick(owned, view.camera, at.x(), at.y(), *size) is not None:
            return None
        ways = [_on_slice(self.plane(state), state, found, origin, along)]
        if state.view.workspace.cloud:
            from rvs.scene.workspaces.cloud import workspace_points

            ways.append(_in_cloud(view, at, workspace_points(state), size))
        there = [point for point in ways if point is not None]
        return min(there, key=lambda point: float((point - origin) @ along), default=None)


def _on_slice(
    plane: Plane, state: State, found: Found, origin: Array, along: Array
) -> Array | None:
    slope = float(along @ np.asarray(plane.unit))
    placed = workspace_robot(state)
    if not plane.on or placed is None or abs(slope) < 1e-9:
        return None
    from rvs.scene.workspaces.density import coordinates_of, density

    point = origin + (plane.offset - float(origin @ np.asarray(plane.unit))) / slope * along
    world = np.asarray(placed.place) @ placed.robot.base
    local = ((point - world[:3, 3]) @ world[:3, :3])[None]
    reached = density(found, coordinates_of(found.workspace, local))[0] >= 0.5
    return np.asarray(point) if reached else None


def _in_cloud(view: Viewport, at: QPointF, points: Array, size: tuple[int, int]) -> Array | None:
    if not len(points):
        return None
    seen = project(view.camera, points, *size)
    near = np.flatnonzero(np.hypot(seen[:, 0] - at.x(), seen[:, 1] - at.y()) <= NEAR)
    return points[near[np.argmin(seen[near, 2])]] if len(near) else None

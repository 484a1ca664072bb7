"""The workspace of a robot in the view: a cloud of points, its boundary, or a slice."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.state import State
from rvs.model.views.view import Background
from rvs.model.views.workspace import WorkspaceColors, WorkspaceView
from rvs.model.workspace_result import Found, found_now, workspace_robot
from rvs.scene.annotate.ramp import RAMP
from rvs.scene.items import Item, Points
from rvs.scene.workspaces import slices, surface
from rvs.scene.workspaces.density import coordinates_of
from rvs.scene.workspaces.slices import slice_items
from rvs.scene.workspaces.surface import surface_items
from rvs.scene.workspaces.tints import legend, tints
from rvs.study.workspace.cloud import cloud

COUNT, SIZE, ALPHA = 6000, 4.5, 0.85


def workspace_items(state: State) -> tuple[Item, ...]:
    """Return the workspace of a state, or nothing if none is known."""
    found, placed = found_now(state), workspace_robot(state)
    if found is None or placed is None or placed.hidden:
        return ()
    traced = state.view.trace and state.motion is not None
    # the legend of the trace stands below
    above = len(RAMP) + 2 if traced and state.view.trace_colors == "conditioning" else 0
    return _items(found, placed, state.view.workspace, state.view.background, above)


@derived(size=4)
def _items(
    found: Found, placed: PlacedRobot, shown: WorkspaceView, background: Background, above: int
) -> tuple[Item, ...]:
    items: list[Item] = []
    opacity, flat = 0.0, found.workspace.planar
    if shown.surface and not flat:
        items += surface_items(found, placed, shown.colors)
        # One looks through the near side and the far one.
        opacity = 1.0 - (1.0 - surface.ALPHA) ** 2
    if shown.cloud:
        items += cloud_items(found, placed, shown.colors)
        opacity = ALPHA
    if shown.slice.on or (shown.surface and flat):
        items += slice_items(found, placed, shown.slice, shown.colors, background)
        opacity = slices.ALPHA
    if shown.legend:
        items += legend(found, shown.colors, background, above, opacity or 1.0)
    return tuple(items)


@derived(size=4)
def cloud_items(found: Found, placed: PlacedRobot, colors: WorkspaceColors) -> tuple[Points, ...]:
    """Return points spread evenly over a workspace, one item for each colour."""
    points = cloud_points(found)
    world = np.asarray(placed.place) @ placed.robot.base
    seen = points @ world[:3, :3].T + world[:3, 3]
    tinted = tints(found, colors)
    classes = tinted.classes(coordinates_of(found.workspace, points))
    return tuple(
        Points(seen[classes == k], color, SIZE)
        for k, color in enumerate(tinted.paint(ALPHA))
        if (classes == k).any()
    )


@derived(size=4)
def cloud_points(found: Found) -> Array:
    """Return the points of the cloud in frame 0 (n, 3), m."""
    if found.clear is not None:
        return np.asarray(found.clear.points[found.clear.free])
    return cloud(found.workspace, COUNT)[0]


def workspace_points(state: State) -> Array:
    """Return the points (n, 3) that bound the workspace that a state shows, m."""
    found, placed = found_now(state), workspace_robot(state)
    if found is None or placed is None or placed.hidden:
        return np.zeros((0, 3))
    world = np.asarray(placed.place) @ placed.robot.base
    return np.asarray(cloud_points(found) @ world[:3, :3].T + world[:3, 3])

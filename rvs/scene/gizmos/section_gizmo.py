"""The handle of a section plane: its outline, and an arrow for dragging."""

from __future__ import annotations

import numpy as np

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes.revolved import cone, cylinder
from rvs.geometry.surfaces import moved
from rvs.model.appearance.colors import SCENE, Rgba, rgba
from rvs.model.derived import derived
from rvs.model.refs import NOTHING, Ref
from rvs.model.views.section import Plane
from rvs.model.views.view import Background
from rvs.scene.items import Item, Line
from rvs.scene.sections.plane import plane_axes

HANDLE: Ref = ("section", "offset")
MARGIN = 1.08
EDGE_WIDTH, EDGE_OPACITY = 1.4, 0.7
# In pixels.
RADIUS, LENGTH, HEAD, HEAD_LENGTH = 3.5, 46.0, 9.0, 20.0


def section_range(plane: Plane, points: Array) -> tuple[float, float]:
    """Return the least and the largest offset at which a plane meets points (n, 3), in m."""
    along = points @ np.asarray(plane.unit)
    return float(along.min()), float(along.max())


def section_middle(plane: Plane, points: Array) -> Array:
    """Return the position of the handle: the centre of the cut part of the plane (3,)."""
    across, up = plane_axes(plane)
    flat = points @ np.stack([across, up]).T
    x, y = (flat.min(axis=0) + flat.max(axis=0)) / 2
    middle: Array = x * across + y * up + plane.offset * np.asarray(plane.unit)
    return middle


@derived(size=4)
def section_gizmo(
    plane: Plane, points: Array, background: Background, lit: bool
) -> tuple[Item, ...]:
    """Return the outline of a plane around points (n, 3) and the arrow that moves it."""
    colors = SCENE[background]
    edge = rgba(colors.select, EDGE_OPACITY)
    outline = Line(_outline(plane, points), edge, EDGE_WIDTH, layer="overlay", owner=NOTHING)
    pose = np.eye(4)
    across, up = plane_axes(plane)
    pose[:3, :3] = np.stack([across, up, np.asarray(plane.unit)], axis=1)
    pose[:3, 3] = section_middle(plane, points)
    return (outline, *handle_arrow(pose, rgba(colors.hover if lit else colors.select), HANDLE))


def handle_arrow(pose: Array, color: Rgba, owner: Ref) -> tuple[Item, ...]:
    """Return an arrow for dragging along the z axis of a pose (4, 4), of constant screen size."""
    return tuple(
        Solid(mesh, pose, color, "annotation", owner, layer="overlay", size_in="screen")
        for mesh in (cylinder(RADIUS, LENGTH, 24), _head())
    )


def _outline(plane: Plane, points: Array) -> Array:
    across, up = plane_axes(plane)
    middle = section_middle(plane, points)
    flat = np.ptp(points @ np.stack([across, up]).T, axis=0) / 2 * MARGIN
    ends = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1], [1, 1]]) * flat
    loop: Array = middle + ends[:, :1] * across + ends[:, 1:] * up
    return loop


def _head() -> Mesh:
    raised = np.eye(4)
    raised[2, 3] = LENGTH
    return moved(cone(HEAD, HEAD_LENGTH, 32), raised)

"""A workspace on a plane: filled with its colours, and its boundary as a line."""

from __future__ import annotations

import numpy as np
from contourpy import FillType, LineType, contour_generator
from manifold3d import CrossSection, FillRule, triangulate

from rvs.engine.arrays import Array, Integers
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.views.section import Direction, Plane
from rvs.model.views.view import Background
from rvs.model.views.workspace import WorkspaceColors
from rvs.model.workspace_result import Found
from rvs.scene.items import Item, Line, Region
from rvs.scene.sections.plane import plane_axes
from rvs.scene.workspaces.density import coordinates_of, density
from rvs.scene.workspaces.tints import tints
from rvs.study.workspace.workspace import Workspace

# Squares along the longer side of the plane.
SIDE = 180
ALPHA, LINE = 0.7, 1.4
MARGIN = 1.04
EMPTY = np.zeros((0, 3), dtype=int)


@derived(size=4)
def slice_items(
    found: Found,
    placed: PlacedRobot,
    plane: Plane,
    colors: WorkspaceColors,
    background: Background,
) -> tuple[Item, ...]:
    """Return a workspace on a plane; a flat workspace has its own plane."""
    world = np.asarray(placed.place) @ placed.robot.base
    if found.workspace.planar:
        if found.workspace.sweep.turns and found.workspace.frame.shape[0] == 1:
            return ()  # it is the side of a cylinder
        plane = own_plane(found.workspace, world)
    across, up = plane_axes(plane)
    ends = corners(found.workspace, world) @ np.stack([across, up]).T
    middle, half = (ends.max(axis=0) + ends.min(axis=0)) / 2, np.ptp(ends, axis=0) / 2 * MARGIN
    step = 2.0 * float(half.max()) / SIDE
    columns, rows = np.maximum(np.ceil(2.0 * half / step).astype(int), 2)
    x = middle[0] + (np.arange(columns) - (columns - 1) / 2) * step
    y = middle[1] + (np.arange(rows) - (rows - 1) / 2) * step
    corner = plane.offset * np.asarray(plane.unit)
    points = corner + x[None, :, None] * across + y[:, None, None] * up
    local = (points.reshape(-1, 3) - world[:3, 3]) @ world[:3, :3]
    coordinates = coordinates_of(found.workspace, local)
    field = density(found, coordinates)
    there = field >= 0.5
    if not there.any():
        return ()
    tinted = tints(found, colors)

    def place(flat: Array) -> Array:
        """Return points of the world from numbers of squares, right and up (m, 2)."""
        return np.asarray(
            corner + (x[0] + flat[:, :1] * step) * across + (y[0] + flat[:, 1:] * step) * up
        )

    size = (int(rows), int(columns))
    outlines = _contours(field.reshape(size))
    whole = CrossSection(outlines, FillRule.EvenOdd)
    items: list[Item] = []
    values = tinted.values(coordinates)
    for k, color in enumerate(tinted.paint(ALPHA)):
        area = whole
        if values is not None:
            area = whole ^ _between(values.reshape(size), tinted.ends, k)
        rings = [np.asarray(ring, float) for ring in area.to_polygons()]
        triangles = np.asarray(triangulate(rings), int).reshape(-1, 3) if rings else EMPTY
        if len(triangles):
            flat = place(np.concatenate(rings)[triangles.ravel()])
            starts = np.arange(0, triangles.size + 1, 3, dtype=np.int32)
            items.append(Region(flat, starts, color))
    ink = rgba(SCENE[background].label)
    items += [Line(place(np.vstack([loop, loop[:1]])), ink, LINE) for loop in outlines]
    return tuple(items)


def own_plane(area: Workspace, world: Array) -> Plane:
    """Return the plane of a flat workspace, for frame 0 at ``world`` (4, 4)."""
    axis = 2 if area.sweep.turns else int(np.argmin(area.frame.shape))
    normal = world[:3, :3] @ area.sweep.axes[:, axis]
    middle = area.frame.low + area.frame.step * area.frame.shape / 2.0
    local = area.sweep.origin + area.sweep.axes[:, axis] * middle[1 if axis == 2 else axis]
    point = world[:3, :3] @ local + world[:3, 3]
    return Plane(True, _direction(normal), float(normal @ point))


def corners(area: Workspace, world: Array) -> Array:
    """Return the corners of a box around a workspace in the world (8, 3), m."""
    low, high = area.frame.low, area.frame.low + area.frame.step * area.frame.shape
    flat = np.array(area.frame.shape) == 1
    low, high = np.where(flat, (low + high) / 2, low), np.where(flat, (low + high) / 2, high)
    if area.sweep.turns:
        radius = float(np.abs([low[0], high[0]]).max())
        ends = np.array([[-radius, radius], [-radius, radius], [low[1], high[1]]])
    else:
        along = area.spans[:, 1].min(), area.spans[:, 2].max()
        ends = np.array([[low[0], high[0]], [low[1], high[1]], along])
    grid = np.stack(np.meshgrid(*ends, indexing="ij"), axis=-1).reshape(-1, 3)
    local = grid @ area.sweep.axes.T + area.sweep.origin
    return np.asarray(local @ world[:3, :3].T + world[:3, 3])


@derived(size=2)
def slice_room(found: Found, placed: PlacedRobot) -> Array:
    """Return points (n, 3) that bound all slices, m; none for a flat workspace."""
    if found.workspace.planar:
        return np.zeros((0, 3))
    return corners(found.workspace, np.asarray(placed.place) @ placed.robot.base)


def _contours(field: Array) -> list[Array]:
    """Return lines (n, 2), in squares, where a field is 0.5, closed without a repeated point."""
    maker = contour_generator(z=np.pad(field, 1), line_type=LineType.Separate)
    return [np.asarray(line)[:-1] - 1.0 for line in maker.lines(0.5)]


def _between(values: Array, ends: Array, k: int) -> CrossSection:
    """Return areas of values that have a colour, in squares."""
    low = -np.inf if k == 0 else float(ends[k])
    high = np.inf if k == len(ends) - 2 else float(ends[k + 1])
    maker = contour_generator(z=values, fill_type=FillType.OuterOffset)
    rings: list[Array] = []
    for points, offsets in zip(*maker.filled(low, high), strict=True):
        rings += np.split(np.asarray(points), np.asarray(offsets, int)[1:-1])
    return CrossSection(rings, FillRule.EvenOdd) if rings else CrossSection()


def _direction(values: Array | Integers) -> Direction:
    x, y, z = (np.asarray(values, float) + 0.0).tolist()
    return x, y, z

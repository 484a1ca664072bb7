"""The workspace of a robot in the view: a cloud of points, its boundary, or a slice."""

from __future__ import annotations

from itertools import product

import numpy as np
from contourpy import FillType, LineType, contour_generator
from manifold3d import CrossSection, FillRule, triangulate
from numpy.typing import NDArray

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array, Integers
from rvs.geometry.mesh import Mesh
from rvs.geometry.rows import firsts
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.state import State
from rvs.model.views.view import Background, Direction, Plane, WorkspaceColors, WorkspaceView
from rvs.model.workspace_result import Found, found_now, workspace_robot
from rvs.scene.annotate.ramp import RAMP
from rvs.scene.items import Item, Line, Points, Region
from rvs.scene.sections import plane_axes
from rvs.scene.workspaces.density import coordinates_of, density, legend, tints
from rvs.study.workspace.cloud import cloud
from rvs.study.workspace.sweep import TURN
from rvs.study.workspace.workspace import Workspace

# Squares along the longer side of the plane.
SIDE = 180
SLICE_ALPHA, LINE = 0.7, 1.4
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
    for k, color in enumerate(tinted.paint(SLICE_ALPHA)):
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


SURFACE_ALPHA = 0.24
# Nodes along u and v, and along s.
NODES, ALONG = 48, 60
# A cube is cut into six tetrahedra about one of its diagonals; corners by their bits.
TETRAHEDRA = ((0, 1, 3, 7), (0, 3, 2, 7), (0, 2, 6, 7), (0, 6, 4, 7), (0, 4, 5, 7), (0, 5, 1, 7))
# Triangles smaller than this share of the workspace's size squared are left out.
SLIVER = 1e-12


def surface_items(found: Found, placed: PlacedRobot, colors: WorkspaceColors) -> tuple[Solid, ...]:
    """Return the boundary of a workspace that is not flat, one solid for each colour."""
    points, triangles = boundary(found)
    tinted = tints(found, colors)
    classes = tinted.classes(coordinates_of(found.workspace, points[triangles].mean(axis=1)))
    normals = _normals(points, triangles)
    pose = np.asarray(placed.place) @ placed.robot.base
    items = []
    for k, color in enumerate(tinted.paint(SURFACE_ALPHA)):
        own = triangles[classes == k]
        if len(own):
            items.append(Solid(_mesh(points, own, normals), pose, color, layer="annotation"))
    return tuple(items)


@derived(size=2)
def boundary(found: Found) -> tuple[Array, NDArray[np.int64]]:
    """Return the boundary of a workspace as points in frame 0 (n, 3), m, and triangles (t, 3).

    They are counter-clockwise seen from outside.
    """
    area = found.workspace
    u, v, s = _nodes(area)
    grid = np.stack(np.meshgrid(u, v, s, indexing="ij"), axis=-1).reshape(-1, 3)
    field = density(found, grid).reshape(len(u), len(v), len(s))
    edges = _crossed(field)
    # Each edge is crossed once for all triangles about it.
    keys, corner = np.unique(edges @ [field.size, 1], return_inverse=True)
    corner = corner.reshape(-1, 3)
    low, high = np.divmod(keys, field.size)
    values = field.ravel()
    part = (0.5 - values[low]) / (values[high] - values[low])
    points = area.sweep.place(*(grid[low] + part[:, None] * (grid[high] - grid[low])).T)
    corners = points[corner]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    wrong = (across * _outward(area, grid, edges)).sum(axis=1) < 0.0
    corner[wrong] = corner[wrong][:, ::-1]
    size = float(np.ptp(points, axis=0).max(initial=0.0))
    corner = corner[np.linalg.norm(across, axis=1) > SLIVER * size**2]
    # Edges beside each other, and at both ends of a turn, are crossed at one point.
    first, same = firsts(np.round(points / max(size, 1e-12) * 1e7))
    triangles = same[corner]
    a, b, c = triangles.T
    used, triangles = np.unique(triangles[(a != b) & (b != c) & (c != a)], return_inverse=True)
    return points[first[used]], triangles.reshape(-1, 3)


def _nodes(area: Workspace) -> tuple[Array, Array, Array]:
    """Return positions of the nodes along u, v and s; beyond the workspace if s is not periodic."""
    low, high = area.frame.low, area.frame.low + area.frame.step * area.frame.shape
    if area.sweep.turns:
        s = np.linspace(0.0, TURN, ALONG + 1)
    else:
        first, last = area.spans[:, 1].min(), area.spans[:, 2].max()
        s = np.linspace(first, last, ALONG // 2)
        s = np.concatenate([[2 * s[0] - s[1]], s, [2 * s[-1] - s[-2]]])
    return np.linspace(low[0], high[0], NODES), np.linspace(low[1], high[1], NODES), s


def _crossed(field: Array) -> Integers:
    """Return edges between nodes that the boundary crosses (t, 3, 2), three for each triangle.

    The first node of an edge is inside.
    """
    inside = field >= 0.5
    numbers = np.arange(field.size).reshape(field.shape)
    i, j, k = (count - 1 for count in field.shape)
    cubes = np.stack(
        [numbers[a : a + i, b : b + j, c : c + k].ravel() for c, b, a in product((0, 1), repeat=3)],
        axis=1,
    )
    there = inside.ravel()
    count = there[cubes].sum(axis=1)
    cubes = cubes[(count > 0) & (count < 8)]
    found = [np.zeros((0, 3, 2), dtype=np.int64)]
    for corners in TETRAHEDRA:
        nodes = cubes[:, corners]
        order = np.argsort(~there[nodes], axis=1, kind="stable")
        # those inside come first
        nodes = np.take_along_axis(nodes, order, axis=1)
        many = there[nodes].sum(axis=1)
        a, b, c, d = (nodes[:, k] for k in range(4))
        found.append(_triangle(many == 1, (a, b), (a, c), (a, d)))
        found.append(_triangle(many == 2, (a, c), (a, d), (b, c)))
        found.append(_triangle(many == 2, (b, c), (a, d), (b, d)))
        found.append(_triangle(many == 3, (a, d), (b, d), (c, d)))
    return np.concatenate(found)


def _triangle(which: Array, *edges: tuple[Integers, Integers]) -> Integers:
    return np.stack([np.stack([a[which], b[which]], axis=-1) for a, b in edges], axis=1)


def _outward(area: Workspace, grid: Array, edges: Integers) -> Array:
    """Return a direction from inside to outside for each triangle (t, 3)."""
    nodes = area.sweep.place(*grid.T)
    return np.asarray((nodes[edges[:, :, 1]] - nodes[edges[:, :, 0]]).sum(axis=1))


def _normals(points: Array, triangles: Integers) -> Array:
    """Return the unit normals at the points (n, 3), the mean of those of the adjacent triangles."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    found = np.zeros_like(points)
    for k in range(3):
        np.add.at(found, triangles[:, k], across)
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    return np.asarray(np.where(lengths > 0.0, found / np.maximum(lengths, 1e-300), (0.0, 0.0, 1.0)))


def _mesh(points: Array, triangles: Integers, normals: Array) -> Mesh:
    used, corners = np.unique(triangles, return_inverse=True)
    starts = np.arange(0, 3 * len(triangles) + 1, 3)
    flat = corners.ravel()
    return Mesh(points[used], flat, starts, normals[used][flat], np.zeros(len(triangles)))


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
        opacity = 1.0 - (1.0 - SURFACE_ALPHA) ** 2
    if shown.cloud:
        items += cloud_items(found, placed, shown.colors)
        opacity = ALPHA
    if shown.slice.on or (shown.surface and flat):
        items += slice_items(found, placed, shown.slice, shown.colors, background)
        opacity = SLICE_ALPHA
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

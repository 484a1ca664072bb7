"""The boundary of a workspace as a mesh, by marching tetrahedra."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array, Integers
from rvs.geometry.mesh import Mesh
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.views.workspace import WorkspaceColors
from rvs.model.workspace_result import Found
from rvs.scene.workspaces.density import coordinates_of, density
from rvs.scene.workspaces.tints import tints
from rvs.study.workspace.sweep import TURN
from rvs.study.workspace.workspace import Workspace

ALPHA = 0.24
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
    for k, color in enumerate(tinted.paint(ALPHA)):
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
    low, high = edges[..., 0], edges[..., 1]
    values = field.ravel()
    part = (0.5 - values[low]) / (values[high] - values[low])
    spots = grid[low] + part[..., None] * (grid[high] - grid[low])
    corners = area.sweep.place(*spots.reshape(-1, 3).T).reshape(-1, 3, 3)
    outward = _outward(area, grid, edges)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    wrong = (across * outward).sum(axis=1) < 0.0
    corners[wrong] = corners[wrong][:, ::-1]
    size = float(np.ptp(corners.reshape(-1, 3), axis=0).max(initial=0.0))
    corners = corners[np.linalg.norm(across, axis=1) > SLIVER * size**2]
    rounded = np.round(corners.reshape(-1, 3) / max(size, 1e-12) * 1e7).astype(np.int64)
    _, first, which = np.unique(rounded, axis=0, return_index=True, return_inverse=True)
    triangles = which.reshape(-1, 3)
    whole = np.array([len(set(row)) == 3 for row in triangles.tolist()], dtype=bool)
    return corners.reshape(-1, 3)[first], triangles[whole]


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
    ends = area.sweep.place(*grid[edges.reshape(-1)].T).reshape(*edges.shape, 3)
    return np.asarray((ends[:, :, 1] - ends[:, :, 0]).sum(axis=1))


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

"""The triangles of all solids that face the viewer, on the sheet."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.export.visibility.plane.areas import cut
from rvs.export.visibility.plane.rows import least, lengths, most
from rvs.export.visibility.sheet import Sheet
from rvs.value_class import dataclass

Ints = NDArray[np.int64]
# Smaller triangles, in square units, are seen from the side.
FLAT = 1e-9
EDGES = np.array([[0, 1], [1, 2], [2, 0]])


@dataclass(frozen=True, eq=False)
class Facets:
    """Triangles seen from outside, counter-clockwise in the world, and their solids.

    Attributes:
        sheet: The sheet of projection.
        solids: The solids.
        world: Vertices (v, 3), m.
        paper: Vertices on the sheet: x, y, depth (v, 3).
        triangles: Vertices of each triangle (t, 3).
        normals: Unit normals at the corners of the triangles (t, 3, 3).
        corner: A number for each corner; equal for corners with the same solid, position and normal
            (t, 3).
        solid: Solid of each triangle (t,).
        group: Smooth surface of each triangle, numbered through all solids (t,).
        planes: Depth over the sheet, ``a x + b y + c``, of each triangle (t, 3).
        areas: Areas on the sheet (t,).
    """

    sheet: Sheet
    solids: tuple[Solid, ...]
    world: Array
    paper: Array
    triangles: Ints
    normals: Array
    corner: Ints
    solid: Ints
    group: Ints
    planes: Array
    areas: Array

    def __len__(self) -> int:
        return len(self.triangles)

    def corners(self, which: Ints | slice = slice(None)) -> Array:
        """Return the corners on the sheet of triangles (n, 3, 3)."""
        places: Array = self.paper[self.triangles[which]]
        return places

    def boxes(self) -> Array:
        """Return left, top, right, bottom of each triangle (t, 4)."""
        flat = self.corners()[..., :2]
        return np.concatenate([least(flat), most(flat)], axis=1)


@dataclass(eq=False)
class _Soup:
    """Triangles of all solids before sorting; ``corner`` holds row numbers of ``normals``."""

    world: Array
    triangles: Ints
    normals: Array
    corner: Ints
    solid: Ints
    group: Ints


def facets(solids: Sequence[Solid], sheet: Sheet, both_sides: bool = False) -> Facets:
    """Return the triangles of solids that face the viewer and are inside the picture.

    Args:
        solids: The solids.
        sheet: The sheet of projection.
        both_sides: Include triangles that face away.
    """
    soup = _before_near_plane(_gather(solids, sheet), sheet)
    paper = sheet.place(soup.world)
    corner = paper[soup.triangles]
    flat = corner[..., :2]
    one, two = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
    # y runs down: what is counter-clockwise in the world is clockwise here
    area = -0.5 * (one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0])
    inside = (most(flat) > 0.0) & (least(flat) < (sheet.width, sheet.height))
    seen = inside[:, 0] & inside[:, 1]
    seen &= np.abs(area) > FLAT if both_sides else area > FLAT
    keep = np.flatnonzero(seen)
    return Facets(
        sheet,
        tuple(solids),
        soup.world,
        paper,
        soup.triangles[keep],
        soup.normals[soup.corner[keep]],
        soup.corner[keep],
        soup.solid[keep],
        soup.group[keep],
        _planes(corner[keep]),
        np.abs(area[keep]),
    )


def _gather(solids: Sequence[Solid], sheet: Sheet) -> _Soup:
    world, triangles, normals, alike, counts, groups = [], [], [], [], [], []
    vertex = group = corner = 0
    for solid in solids:
        mesh = solid.mesh
        turn, place = _pose(solid, sheet)
        sides = mesh.triangles.astype(np.int64)
        cofactors = np.cross(turn[[1, 2, 0]], turn[[2, 0, 1]])
        outward = mesh.normals @ cofactors.T
        if np.linalg.det(turn) < 0.0:
            sides, outward = sides[:, ::-1], -outward
        world.append(mesh.vertices @ turn.T + place)
        triangles.append(mesh.corners[sides].astype(np.int64) + vertex)
        normals.append(outward)
        alike.append(sides + corner)
        counts.append(len(sides))
        faces = np.repeat(mesh.groups, np.diff(mesh.starts) - 2).astype(np.int64)
        groups.append(faces + group)
        vertex += len(mesh.vertices)
        corner += len(mesh.normals)
        group += int(mesh.groups.max(initial=-1)) + 1
    if not solids:
        nothing = np.zeros(0, np.int64)
        none = np.zeros((0, 3))
        rows = nothing.reshape(0, 3)
        return _Soup(none, rows, none, rows, nothing, nothing)
    outward = np.concatenate(normals)
    size = lengths(outward)[:, None]
    return _Soup(
        np.concatenate(world),
        np.concatenate(triangles),
        outward / np.where(size > 0.0, size, 1.0),
        np.concatenate(alike),
        np.repeat(np.arange(len(solids)), counts),
        np.concatenate(groups),
    )


def _pose(solid: Solid, sheet: Sheet) -> tuple[Array, Array]:
    """Return rotation (3, 3) and position (3,) of a solid, scaled if its screen size is fixed."""
    turn, place = solid.pose[:3, :3], solid.pose[:3, 3]
    if solid.size_in == "screen":
        turn = turn * (float(sheet.unit_size(place)) * sheet.pixel)
    return turn, place


def _before_near_plane(soup: _Soup, sheet: Sheet) -> _Soup:
    """Cut triangles that extend behind the near plane, and omit those entirely behind it."""
    ahead = sheet.ahead(soup.world)
    if (ahead > 0.0).all():
        return soup
    inside = (ahead[soup.triangles] > 0.0).sum(axis=1)
    whole, part = inside == 3, np.flatnonzero((inside > 0) & (inside < 3))
    corner = soup.triangles[part]
    columns = np.concatenate([soup.world[corner], soup.normals[soup.corner[part]]], axis=-1)
    counts = np.full(len(part), 3)
    polygons, counts = cut(columns, counts, ahead[corner])
    fans = [(np.flatnonzero(counts > k), k) for k in range(2, polygons.shape[1])]
    pieces = [polygons[which][:, [0, k - 1, k]] for which, k in fans]
    origin = [part[which] for which, _ in fans]
    extra = np.concatenate([np.zeros((0, 3, 6)), *pieces])
    source = np.concatenate([np.zeros(0, np.int64), *origin])
    first = len(soup.world)
    added = first + np.arange(3 * len(extra)).reshape(-1, 3)
    # points behind the viewer are in no triangle any more, but must not be divided by zero
    kept = np.where((ahead > 0.0)[:, None], soup.world, np.asarray(sheet.camera.target))
    return _Soup(
        np.concatenate([kept, extra[..., :3].reshape(-1, 3)]),
        np.concatenate([soup.triangles[whole], added]),
        np.concatenate([soup.normals, extra[..., 3:].reshape(-1, 3)]),
        np.concatenate([soup.corner[whole], added - first + len(soup.normals)]),
        np.concatenate([soup.solid[whole], soup.solid[source]]),
        np.concatenate([soup.group[whole], soup.group[source]]),
    )


def _planes(corner: Array) -> Array:
    """Return the depth as a linear function of x and y, for triangles (t, 3, 3) -> (t, 3)."""
    normal = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    slope = -normal[:, :2] / normal[:, 2:]
    middle = corner.mean(axis=1)
    offset = middle[:, 2] - (slope * middle[:, :2]).sum(axis=1)
    return np.column_stack([slope, offset])

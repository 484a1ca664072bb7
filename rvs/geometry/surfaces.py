"""Meshes from outlines: revolved about an axis, swept along a path, extruded, moved, merged.

All of them are one grid of cells, rows by columns, with coinciding points welded.

Open surfaces that are visible from both sides: each triangle is repeated with its back as front.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import pi

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import Outline
from rvs.geometry.polygons import convex_pieces
from rvs.geometry.rows import each_once, firsts
from rvs.value_class import dataclass

SIDES = 48
WELD = 1e-9
ON_AXIS = 1e-12
RING_SECTORS = 12
SWEEP_PARTS = 3
Ints = NDArray[np.int64]

# Of an arc, for each unit of chord and rad; twice that, since facets deviate to both sides.
SAG = 2.0 / 8.0


@dataclass(frozen=True)
class Cap:
    """Flat faces that close a grid: cycles of grid points, their common normal and smooth group."""

    cycles: Sequence[Ints]
    normal: tuple[float, float, float]
    group: int


def revolve(profile: Outline, sides: int = SIDES) -> Mesh:
    """Revolve a profile about the z axis.

    Args:
        profile: Points (r, z), r >= 0, with the outside on the right: up along the outer wall.
            Closed for rings, else from axis to axis.
        sides: Number of flat sides around.

    Raises:
        ArgumentError: A negative radius, an open end off the axis, a profile that runs clockwise or
            too few sides.
    """
    _check_profile(profile, sides)
    r, z = profile.points.T
    r = np.where(r < ON_AXIS * r.max(), 0.0, r)
    angle = 2 * pi * np.arange(sides) / sides
    around = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    points = np.empty((len(r), sides, 3))
    points[..., :2] = r[:, None, None] * around
    points[..., 2] = z[:, None]
    after = np.roll(around, -1, axis=0)
    normals = np.empty((profile.steps, sides, 4, 3))
    for corner, (end, direction) in enumerate([(0, around), (0, after), (1, after), (1, around)]):
        normals[:, :, corner, :2] = profile.normals[:, end, None, :1] * direction
        normals[:, :, corner, 2] = profile.normals[:, end, None, 1]
    groups = np.repeat(profile.groups[:, None], sides, axis=1)
    first, last, caps = _discs(profile, sides)
    return skin(
        points,
        normals[first:last],
        groups[first:last],
        caps,
        _revolved_parts(profile, sides),
        first,
    )


def sweep(section: Outline, poses: ArrayLike) -> Mesh:
    """Sweep a section along a path and close both ends.

    Args:
        section: Closed counter-clockwise curve in the xy plane of each pose.
        poses: Rigid poses along the path (m, 4, 4), with their z axes along it.

    Raises:
        ArgumentError: A section that is open or runs clockwise, or fewer than two poses.
    """
    frames = np.asarray(poses, float)
    if frames.ndim != 3 or frames.shape[1:] != (4, 4) or len(frames) < 2:
        raise ArgumentError(f"poses: expected at least two, (m, 4, 4), got {frames.shape}")
    if not section.closed or not section.area > 0:
        raise ArgumentError("section: expected a closed curve that runs counter-clockwise")
    flat = np.zeros((section.steps, 3))
    flat[:, :2] = section.points[:-1]
    points = np.einsum("kab,jb->kja", frames[:, :3, :3], flat) + frames[:, None, :3, 3]
    tips = np.zeros((section.steps, 2, 3))
    tips[..., :2] = section.normals
    turned = np.einsum("kab,jeb->kjea", frames[:, :3, :3], tips)
    low, high = turned[:-1], turned[1:]
    normals = np.stack([low[:, :, 0], low[:, :, 1], high[:, :, 1], high[:, :, 0]], axis=2)
    groups = np.repeat(section.groups[None], len(frames) - 1, axis=0)
    cycles = [np.array(cycle) for cycle in convex_pieces(section.points[:-1])]
    top = (len(frames) - 1) * section.steps
    last = int(section.groups.max())
    caps = [
        Cap([cycle[::-1] for cycle in cycles], _vector(-frames[0, :3, 2]), last + 1),
        Cap([cycle + top for cycle in cycles], _vector(frames[-1, :3, 2]), last + 2),
    ]
    return skin(points, normals, groups, caps, _swept_parts(cycles, len(frames), section.steps))


def extrude(section: Outline, height: float) -> Mesh:
    """Raise a section from z = 0 to z = height.

    Raises:
        ArgumentError: A height that is not positive, or a section that ``sweep`` refuses.
    """
    if not (np.isfinite(height) and height > 0):
        raise ArgumentError(f"height: {height} is not a positive number")
    poses = np.tile(np.eye(4), (2, 1, 1))
    poses[1, 2, 3] = height
    return sweep(section, poses)


def skin(
    points: Array,
    normals: Array,
    groups: NDArray[np.int32],
    caps: Sequence[Cap] = (),
    parts: Sequence[Ints] | None = None,
    first: int = 0,
) -> Mesh:
    """Make a mesh of a grid with columns around it, counter-clockwise seen from the last row.

    Args:
        points: Grid points (rows, columns, 3); points that coincide become one vertex.
        normals: At the four corners of each cell, counter-clockwise (cells, columns, 4, 3).
        groups: Smooth group of each cell (cells, columns).
        caps: Flat faces that close the ends; grid points are numbered row by row.
        parts: Grid points of convex bodies that fill the mesh.
        first: Row in which the first row of cells starts.
    """
    columns = points.shape[1]
    rows = np.arange(first, first + len(groups))[:, None] * columns
    here = np.arange(columns)[None]
    right = np.roll(here, -1, axis=1)
    cells = np.stack([rows + here, rows + right, rows + columns + right, rows + columns + here], -1)
    vertex, place = welded(points.reshape(-1, 3))
    corners = place[cells.reshape(-1, 4)]
    keep = corners != np.roll(corners, 1, axis=1)
    keep[keep.sum(axis=1) < 3] = False
    whole = keep.any(axis=1)
    sizes = keep.sum(axis=1)[whole]
    cap_cycles = [place[cycle] for cap in caps for cycle in cap.cycles]
    cap_normals = [np.tile(cap.normal, (len(c), 1)) for cap in caps for c in cap.cycles]
    used = np.concatenate([corners[keep], *cap_cycles])
    wanted = np.zeros(len(vertex), bool)
    wanted[used] = True
    kept = np.flatnonzero(wanted)
    renumber = np.zeros(len(vertex), np.int64)
    renumber[kept] = np.arange(len(kept))
    return Mesh(
        vertex[kept],
        renumber[used],
        np.cumsum([0, *sizes.tolist(), *map(len, cap_cycles)]),
        np.concatenate([normals.reshape(-1, 4, 3)[keep], *cap_normals]),
        [*groups.reshape(-1)[whole].tolist(), *(cap.group for cap in caps for _ in cap.cycles)],
        None if parts is None else [each_once(renumber[place[part]]) for part in parts],
    )


def moved(mesh: Mesh, pose: ArrayLike) -> Mesh:
    """Return the mesh moved by a rigid pose (4, 4)."""
    matrix = np.asarray(pose, float)
    turn, shift = matrix[:3, :3], matrix[:3, 3]
    return Mesh(
        mesh.vertices @ turn.T + shift,
        mesh.corners,
        mesh.starts,
        mesh.normals @ turn.T,
        mesh.groups,
        mesh.parts,
    )


def raised(mesh: Mesh, z: float) -> Mesh:
    """Return the mesh moved along the z axis by a length, m."""
    up = np.eye(4)
    up[2, 3] = z
    return moved(mesh, up)


def triangulated(mesh: Mesh) -> Mesh:
    """Return the mesh with its faces cut into triangles, for faces that are not flat."""
    corners = mesh.triangles.reshape(-1)
    counts = np.diff(mesh.starts) - 2
    return Mesh(
        mesh.vertices,
        mesh.corners[corners],
        np.arange(len(corners) // 3 + 1) * 3,
        mesh.normals[corners],
        np.repeat(mesh.groups, counts),
        mesh.parts,
    )


def merged(meshes: Sequence[Mesh]) -> Mesh:
    """Return several meshes as one."""
    vertex_start = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    corner_start = np.cumsum([0, *(len(mesh.corners) for mesh in meshes)])
    group_start = np.cumsum([0, *(int(mesh.groups.max()) + 1 for mesh in meshes)])
    known = all(mesh.parts is not None for mesh in meshes)
    return Mesh(
        np.concatenate([mesh.vertices for mesh in meshes]),
        np.concatenate([m.corners + s for m, s in zip(meshes, vertex_start, strict=False)]),
        np.concatenate(
            [[0], *(m.starts[1:] + s for m, s in zip(meshes, corner_start, strict=False))]
        ),
        np.concatenate([mesh.normals for mesh in meshes]),
        np.concatenate([m.groups + s for m, s in zip(meshes, group_start, strict=False)]),
        [p + s for m, s in zip(meshes, vertex_start, strict=False) for p in m.parts or ()]
        if known
        else None,
    )


def inlaid(mesh: Mesh) -> Mesh:
    """Return the mesh as a detail inside the silhouette of another body."""
    return Mesh(mesh.vertices, mesh.corners, mesh.starts, mesh.normals, mesh.groups, ())


def volume(mesh: Mesh) -> float:
    """Return the volume enclosed by a closed mesh, in m^3."""
    a, b, c = np.moveaxis(mesh.vertices[mesh.corners[mesh.triangles]], 1, 0)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def welded(points: Array) -> tuple[Array, Ints]:
    """Return the distinct points (v, 3) of many (n, 3), and the index of each one (n,)."""
    size = float(np.abs(points).max()) or 1.0
    first, place = firsts(np.round(points / (WELD * size)))
    return points[first], place


def _check_profile(profile: Outline, sides: int) -> None:
    r = profile.points[:, 0]
    if sides < 3:
        raise ArgumentError(f"sides: a body needs at least 3, got {sides}")
    axis = ON_AXIS * r.max()
    if (r < -axis).any():
        raise ArgumentError("profile: a radius is negative")
    if not profile.closed and (r[0] > axis or r[-1] > axis):
        raise ArgumentError("profile: an open profile must start and end on the axis")
    if not profile.area > 0:
        raise ArgumentError("profile: it must run counter-clockwise, up along the outer wall")


def _discs(profile: Outline, sides: int) -> tuple[int, int, list[Cap]]:
    """Return the rows of cells that remain after merging flat ends on the axis, and these ends."""
    z = profile.points[:, 1]
    first, last = 0, profile.steps
    ring = np.arange(sides)
    caps: list[Cap] = []
    if profile.closed:
        return first, last, caps
    if z[0] == z[1]:
        first = 1
        caps.append(Cap([(ring + sides)[::-1]], (0.0, 0.0, -1.0), int(profile.groups[0])))
    if z[-1] == z[-2]:
        last -= 1
        caps.append(Cap([ring + last * sides], (0.0, 0.0, 1.0), int(profile.groups[-1])))
    return first, last, caps


def _revolved_parts(profile: Outline, sides: int) -> list[Ints]:
    rows = np.arange(profile.steps + 1)
    grid = np.arange(len(rows) * sides).reshape(-1, sides)
    if profile.closed:
        cuts = np.linspace(0, sides, min(RING_SECTORS, sides) + 1).astype(int)
        return [grid[:, np.arange(a, b + 1) % sides].reshape(-1) for a, b in pairwise(cuts)]
    rising = np.diff(profile.points[:, 1]) > 0
    runs: list[list[int]] = []
    for k in np.flatnonzero(rising).tolist():
        if runs and runs[-1][-1] == k - 1 and profile.turns[k - 1] > -1e-9:
            runs[-1].append(k)
        else:
            runs.append([k])
    return [grid[run[0] : run[-1] + 2].reshape(-1) for run in runs]


def _swept_parts(cycles: Sequence[Ints], rows: int, columns: int) -> list[Ints]:
    stride = max(1, -(-(rows - 1) // SWEEP_PARTS))
    parts = []
    for start in range(0, rows - 1, stride):
        chunk = np.arange(start, min(start + stride, rows - 1) + 1) * columns
        parts += [(chunk[:, None] + cycle).reshape(-1) for cycle in cycles]
    return parts


def _vector(values: Array) -> tuple[float, float, float]:
    x, y, z = values.tolist()
    return x, y, z


def both_sides(
    vertices: Array, triangles: Ints, normals: Array, deepest: float = np.inf
) -> tuple[Array, Ints, Array]:
    """Return points, triangles and normals with each triangle repeated, seen from behind.

    Both sides meet only at the points of the rims, like those of a thin sheet.  Elsewhere the
    second side is deeper by the deviation of facets from the round surface: where they turn from
    the viewer, it would otherwise appear between them as dots of light from the wrong side.

    Args:
        vertices: Points (v, 3).
        triangles: Triangles, each visible from its front (t, 3).
        normals: Unit normals of their corners (3 t, 3).
        deepest: Greatest depth of the other side, in the unit of the points.
    """
    ends = np.sort(np.concatenate([triangles[:, [k, (k + 1) % 3]] for k in range(3)]), axis=1)
    edges, counts = np.unique(ends[:, 0] * len(vertices) + ends[:, 1], return_counts=True)
    inner = np.ones(len(vertices), bool)
    inner[np.concatenate(np.divmod(edges[counts != 2], len(vertices)))] = False
    other = np.arange(len(vertices))
    other[inner] = len(vertices) + np.arange(inner.sum())
    behind = -normals.reshape(-1, 3, 3)[:, ::-1]
    deep = vertices - _sags(vertices, triangles, normals, deepest)
    return (
        np.concatenate([vertices, deep[inner]]),
        np.concatenate([triangles, other[triangles[:, ::-1]]]),
        np.concatenate([normals, behind.reshape(-1, 3)]),
    )


def front(mesh: Mesh) -> Mesh | None:
    """Return the front surface of a mesh with two visible sides; None for other meshes."""
    half, odd = divmod(len(mesh.corners), 2)
    if odd or half % 3 or (np.diff(mesh.starts) != 3).any():
        return None
    behind = -mesh.normals[half:].reshape(-1, 3, 3)[:, ::-1]
    if not np.array_equal(behind.reshape(-1, 3), mesh.normals[:half]):
        return None
    faces = half // 3
    corners, starts = mesh.corners[:half], mesh.starts[: faces + 1]
    return Mesh(mesh.vertices, corners, starts, mesh.normals[:half], mesh.groups[:faces])


def _sags(vertices: Array, triangles: Ints, normals: Array, most: float) -> Array:
    """Return the deviations of facets outwards from the round surface, at vertices (v, 3)."""
    corners, turned = vertices[triangles], normals.reshape(-1, 3, 3)
    sags = np.zeros(len(vertices))
    for k in range(3):
        ahead = (k + 1) % 3
        length = np.linalg.norm(corners[:, ahead] - corners[:, k], axis=1)
        sag = length * np.linalg.norm(turned[:, ahead] - turned[:, k], axis=1) * SAG
        for end in (k, ahead):
            np.maximum.at(sags, triangles[:, end], sag)
    outwards = np.zeros_like(vertices)
    np.add.at(outwards, triangles.reshape(-1), normals)
    outwards /= np.maximum(np.linalg.norm(outwards, axis=1, keepdims=True), 1e-300)
    return outwards * np.minimum(sags, most)[:, None]

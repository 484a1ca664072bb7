"""A mesh cut at a plane: the part behind it, and the outlines of the cut."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh
from rvs.geometry.rows import firsts
from rvs.model.derived import derived
from rvs.value_class import dataclass

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Cut:
    """Part of a mesh on one side of a plane.

    Attributes:
        mesh: The surface behind the plane, open where it was cut; None if nothing is left.
        rings: Outlines of the cut (n, 3) each; a surface with holes has no outline there.
    """

    mesh: Mesh | None
    rings: tuple[Array, ...]


def cut_mesh(mesh: Mesh, normal: Array, offset: float) -> Cut:
    """Return the part of a mesh with ``normal . x <= offset``, and the outlines of the cut.

    Args:
        mesh: A closed surface.
        normal: Normal of the plane, of any length (3,).
        offset: As above, in m.
    """
    away = mesh.vertices @ normal - offset
    # On the plane counts as behind it: so every edge is either cut or not.
    kept = away <= 0.0
    corners, faces = mesh.corners, np.repeat(np.arange(len(mesh.groups)), np.diff(mesh.starts))
    count = np.bincount(faces, kept[corners], minlength=len(mesh.groups)).astype(int)
    whole = count == np.diff(mesh.starts)
    crossed = (count > 0) & ~whole
    pieces = _crossed(mesh, crossed, away, kept)
    left = _joined(mesh, whole, pieces)
    return Cut(left, _rings(mesh, pieces))


@dataclass(frozen=True, eq=False)
class _Pieces:
    """Triangles cut by the plane.

    Attributes:
        points: Points where edges are cut (p, 3).
        triangles: Corners of the triangles behind the plane (t, 3): vertices, then points.
        normals: Normals at these corners (t, 3, 3).
        groups: Smooth surface of each (t,).
        steps: Start and end point of the plane's path through each triangle (s, 2).
    """

    points: Array
    triangles: Ints
    normals: Array
    groups: Ints
    steps: Ints


def _crossed(
    mesh: Mesh, crossed: NDArray[np.bool_], away: Array, kept: NDArray[np.bool_]
) -> _Pieces:
    fans = np.repeat(np.arange(len(mesh.groups)), np.diff(mesh.starts) - 2)
    some = np.flatnonzero(crossed[fans])
    sides = mesh.triangles[some].astype(np.int64)
    vertex, normal = mesh.corners[sides].astype(np.int64), mesh.normals[sides]
    group = mesh.groups[fans[some]].astype(np.int64)
    inside = kept[vertex]
    number = inside.sum(axis=1)
    # The corner that is alone on its side comes first; triangles of three are whole.
    lone = np.where(number == 1, inside.argmax(axis=1), (~inside).argmax(axis=1))
    row = np.arange(len(vertex))[:, None]
    turn = (np.arange(3) + lone[:, None]) % 3
    vertex, normal = vertex[row, turn], normal[row, turn]
    cut = (number == 1) | (number == 2)
    one, two = _edge_points(vertex[cut], vertex[cut][:, [1, 2]], len(mesh.vertices))
    keys, place = np.unique(np.concatenate([one, two]), return_inverse=True)
    first, last = np.divmod(keys, len(mesh.vertices))
    share = (away[first] / (away[first] - away[last]))[:, None]
    points = mesh.vertices[first] + share * (mesh.vertices[last] - mesh.vertices[first])
    ends = place.reshape(2, -1).T + len(mesh.vertices)
    return _assembled(vertex, normal, group, number, cut, ends, away, points)


def _edge_points(corner: Ints, others: Ints, count: int) -> tuple[Ints, Ints]:
    """Return keys of the edges from the first corner to the others, equal for both triangles."""
    low = np.minimum(corner[:, :1], others)
    high = np.maximum(corner[:, :1], others)
    keys = low * count + high
    return keys[:, 0], keys[:, 1]


def _assembled(
    vertex: Ints, normal: Array, group: Ints, number: Ints, cut: NDArray[np.bool_], ends: Ints,
    away: Array, points: Array,
) -> _Pieces:  # fmt: skip
    """Return the triangles behind the plane, from the cut triangles and the adjacent whole ones."""
    corner, outward = vertex[cut], normal[cut]
    tip = number[cut] == 1
    shares = _shares(corner, away)
    middle = outward[:, :1] + shares[..., None] * (outward[:, 1:] - outward[:, :1])
    length = np.linalg.norm(middle, axis=-1, keepdims=True)
    middle = middle / np.where(length > 0.0, length, 1.0)
    a, b, c, p, q = corner[:, 0], corner[:, 1], corner[:, 2], ends[:, 0], ends[:, 1]
    na, nb, nc = outward[:, 0], outward[:, 1], outward[:, 2]
    np_, nq = middle[:, 0], middle[:, 1]
    same = number == 3
    parts = [
        (vertex[same], normal[same], group[same]),
        _part(tip, group[cut], (a, p, q), (na, np_, nq)),
        _part(~tip, group[cut], (p, b, c), (np_, nb, nc)),
        _part(~tip, group[cut], (p, c, q), (np_, nc, nq)),
    ]
    # With the surface's inside on the left, seen against the normal.
    steps = np.where(tip[:, None], ends, ends[:, ::-1])
    return _Pieces(
        points,
        np.concatenate([part[0] for part in parts]),
        np.concatenate([part[1] for part in parts]),
        np.concatenate([part[2] for part in parts]),
        steps,
    )


def _part(
    which: NDArray[np.bool_], group: Ints, corners: tuple[Ints, ...], normals: tuple[Array, ...]
) -> tuple[Ints, Array, Ints]:
    return (
        np.stack(corners, axis=1)[which],
        np.stack(normals, axis=1)[which],
        group[which],
    )


def _shares(corner: Ints, away: Array) -> Array:
    """Return the fractions of two edges of each triangle at which the plane cuts them (n, 2)."""
    start, ends = away[corner[:, :1]], away[corner[:, 1:]]
    share: Array = start / (start - ends)
    return share


def _joined(mesh: Mesh, whole: NDArray[np.bool_], pieces: _Pieces) -> Mesh | None:
    """Return the whole faces and the pieces of cut faces as one mesh."""
    sizes = np.diff(mesh.starts)
    mine = np.repeat(whole, sizes)
    faces = sizes[whole]
    count = 3 * len(pieces.triangles)
    if not len(faces) and not count:
        return None
    corners = np.concatenate([mesh.corners[mine], pieces.triangles.ravel()])
    starts = np.cumsum(np.concatenate([[0], faces, np.full(len(pieces.triangles), 3)]))
    normals = np.concatenate([mesh.normals[mine], pieces.normals.reshape(-1, 3)])
    groups = np.concatenate([mesh.groups[whole], pieces.groups])
    vertices = np.concatenate([mesh.vertices, pieces.points])
    used, renumbered = np.unique(corners, return_inverse=True)
    return Mesh(vertices[used], renumbered, starts, normals, groups)


def _rings(mesh: Mesh, pieces: _Pieces) -> tuple[Array, ...]:
    """Return the steps through triangles, linked into closed outlines."""
    if not len(pieces.steps):
        return ()
    place = _welded(mesh, pieces)
    following: dict[int, list[int]] = {}
    for start, end in place[pieces.steps - len(mesh.vertices)].tolist():
        if start != end:
            following.setdefault(start, []).append(end)
    rings = []
    while following:
        begin = next(iter(following))
        ring, at = [begin], _next(following, begin)
        while at is not None and at != begin:
            ring.append(at)
            at = _next(following, at)
        if at == begin and len(ring) > 2:
            rings.append(pieces.points[ring])
    return tuple(rings)


def _next(following: dict[int, list[int]], at: int) -> int | None:
    """Remove and return the step that continues from a point, or None if there is none."""
    ways = following.get(at)
    if not ways:
        return None
    end = ways.pop()
    if not ways:
        del following[at]
    return end


def _welded(mesh: Mesh, pieces: _Pieces) -> Ints:
    """Return the first cut point at each position, since some meshes have doubled vertices."""
    if not _doubled(mesh):
        return np.arange(len(pieces.points))
    size = float(np.ptp(mesh.vertices, axis=0).max()) * 1e-9
    first, place = firsts(np.rint(pieces.points / max(size, 1e-300)))
    numbers: Ints = first[place]
    return numbers


@derived(size=512)
def _doubled(mesh: Mesh) -> bool:
    """Return whether several vertices of a mesh have the same position."""
    first, _ = firsts(mesh.vertices)
    return len(first) < len(mesh.vertices)

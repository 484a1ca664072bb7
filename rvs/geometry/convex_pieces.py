"""Convex pieces that contain a surface: a hull for each connected part, cut if it is hollow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh
from rvs.value_class import dataclass

Ints = NDArray[np.int64]

# Pieces of one surface; connected parts beyond that go with the nearest larger one.
MOST_PIECES = 24
# A solid is cut while its hull holds so much more than itself, in parts of all hulls together.
HOLLOW = 0.04
# Inside a hull is what is outside by less than this, in parts of the longest edge of the box.
WITHIN = 1e-6
# Thickness that a flat piece is given, likewise.
THIN = 1e-4


def convex_pieces(vertices: Array, triangles: Ints) -> tuple[Mesh, ...]:
    """Return hulls that together contain a surface and follow it roughly.

    Parts inside the hull of another part are omitted.  A closed part is cut if its hull is much
    larger; an open part has one hull.

    Args:
        vertices: Points (v, 3), m.
        triangles: Vertices of each triangle (t, 3).
    """
    size = float(np.ptp(vertices[triangles.reshape(-1)], axis=0).max())
    pieces = [_Piece.of(vertices, part) for part in _parts(vertices, triangles, size)]
    hulls = sum(piece.excess + piece.volume for piece in pieces)
    while len(pieces) < MOST_PIECES:
        worst = max(range(len(pieces)), key=lambda k: pieces[k].excess)
        if pieces[worst].excess <= HOLLOW * hulls:
            break
        halves = pieces[worst].halves()
        if len(halves) < 2:
            break
        pieces[worst : worst + 1] = halves
    return tuple(hull_mesh(piece.points, THIN * size) for piece in pieces)


@dataclass(frozen=True, eq=False)
class _Piece:
    """A part of a surface, and the solid that it encloses, if any.

    Attributes:
        points: Points inside its hull (n, 3), m.
        solid: The solid, or None.
        volume: Volume of the solid, m^3.
        excess: Excess volume of its hull, m^3.
    """

    points: Array
    solid: Any = None
    volume: float = 0.0
    excess: float = 0.0

    @classmethod
    def of(cls, vertices: Array, part: Ints) -> _Piece:
        """Return the piece of these triangles."""
        from manifold3d import Error, Manifold, Mesh64

        used, index = np.unique(part, return_inverse=True)
        points = vertices[used]
        solid = Manifold(Mesh64(points, index.reshape(-1, 3).astype(np.uint64)))
        if solid.status() != Error.NoError or solid.volume() <= 0.0:
            return cls(points)
        return cls(points, solid, solid.volume(), solid.hull().volume() - solid.volume())

    def halves(self) -> list[_Piece]:
        """Return the piece cut in the middle across the axis that gives the smallest hulls."""
        low, high = self.points.min(axis=0), self.points.max(axis=0)
        middle = (low + high) / 2
        cuts = [
            [_Piece._half(solid) for solid in self.solid.split_by_plane(row, row @ middle)]
            for row in np.eye(3)
        ]
        best = min(cuts, key=lambda cut: sum(one.volume + one.excess for one in cut))
        return [one for one in best if one.volume > 0.0]

    @classmethod
    def _half(cls, solid: Any) -> _Piece:
        points = np.asarray(solid.to_mesh64().vert_properties, float)[:, :3]
        volume = solid.volume()
        return cls(points, solid, volume, solid.hull().volume() - volume if volume > 0.0 else 0.0)


def hull_mesh(points: Array, thickness: float) -> Mesh:
    """Return the convex hull of points as a mesh; a flat one gets the given thickness, in m."""
    planes, corners, solid = _hull(points, thickness)
    used, index = np.unique(corners, return_inverse=True)
    faces = index.reshape(-1, 3)
    return Mesh(
        solid[used],
        faces.reshape(-1),
        np.arange(0, 3 * len(faces) + 1, 3),
        np.repeat(planes[:, :3], 3, axis=0),
        np.arange(len(faces)),
        [np.arange(len(used))],
    )


def hull_corners(points: Array) -> Array:
    """Return the triangles (t, 3, 3) of the hull of points (v, 3), seen from outside.

    A flat hull has a thickness of a thousandth of its extent.
    """
    _, corners, solid = _hull(points, 1e-3 * float(np.ptp(points, axis=0).max()) or 1e-6)
    found: Array = solid[corners]
    return found


def _hull(points: Array, thickness: float) -> tuple[Array, Ints, Array]:
    """Return planes of the faces (f, 4), their corners (f, 3) counter-clockwise, and all points."""
    return _hull_of(np.ascontiguousarray(points, float).tobytes(), thickness)


# A part is an outline and then a piece, and each format of a robot has the same parts.
@lru_cache(maxsize=128)
def _hull_of(points: bytes, thickness: float) -> tuple[Array, Ints, Array]:
    from scipy.spatial import ConvexHull, QhullError  # type: ignore[import-untyped]

    solid = np.frombuffer(points).reshape(-1, 3).copy()
    try:
        found = ConvexHull(solid)
    except (QhullError, ValueError):
        # Its points lie in a plane or on a line: it becomes as thick as one can touch.
        signs = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])
        grown = solid[:, None] + signs * (thickness / 2)
        solid = grown.reshape(-1, 3)
        found = ConvexHull(solid)
    corners = found.simplices.astype(np.int64)
    a, b, c = (solid[corners[:, k]] for k in range(3))
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), found.equations[:, :3]) < 0.0
    corners[inward] = corners[inward][:, ::-1]
    for array in (found.equations, corners, solid):
        array.setflags(write=False)
    return found.equations, corners, solid


def _parts(vertices: Array, triangles: Ints, size: float) -> Iterator[Ints]:
    """Yield the connected parts of a surface without inner ones; small ones join large ones."""
    from scipy.sparse import coo_array  # type: ignore[import-untyped]
    from scipy.sparse.csgraph import connected_components  # type: ignore[import-untyped]

    ends = triangles[:, [0, 1, 1, 2]].reshape(-1, 2)
    links = coo_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=[len(vertices)] * 2)
    count, label = connected_components(links, directed=False)
    own = label[triangles[:, 0]]
    order = np.argsort(own, kind="stable")
    found = np.split(triangles[order], np.cumsum(np.bincount(own, minlength=count))[:-1])
    outlines = [_Outline(vertices, part, size) for part in found if len(part)]
    outlines.sort(key=lambda one: -float(np.linalg.norm(np.ptp(one.points, axis=0))))
    kept: list[_Outline] = []
    small: list[_Outline] = []
    for one in outlines:
        if not any(larger.holds(one, WITHIN * size) for larger in kept):
            (kept if len(kept) < MOST_PIECES else small).append(one)
    middles = np.array([one.points.mean(axis=0) for one in kept])
    rows = [[one.part] for one in kept]
    for one in small:
        near = np.linalg.norm(middles - one.points.mean(axis=0), axis=1)
        rows[int(np.argmin(near))].append(one.part)
    for row in rows:
        yield np.concatenate(row)


class _Outline:
    """A connected part of a surface and its hull."""

    def __init__(self, vertices: Array, part: Ints, size: float) -> None:
        self.part = part
        self._planes, corners, solid = _hull(vertices[np.unique(part)], THIN * size)
        self.points = solid[np.unique(corners)]
        self._low, self._high = self.points.min(axis=0), self.points.max(axis=0)

    def holds(self, other: _Outline, within: float) -> bool:
        """Return whether an outline is inside this hull, or outside by less than a distance."""
        if (other._low < self._low - within).any() or (other._high > self._high + within).any():
            return False
        normals, places = self._planes[:, :3], self._planes[:, 3]
        # One point tells most of those that are outside.
        return all(
            bool(((points @ normals.T + places) <= within).all())
            for points in (other.points[:1], *np.array_split(other.points, 8))
        )

"""Shapes for distance computations: convex pieces that fill a body, also as arrays for kernels.

A point grown by a radius is a sphere, a segment a capsule.  A body that is not convex consists of
the faces of its surface, and the space that its surface encloses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rvs.engine.arrays import Array, check_numbers
from rvs.engine.errors import ArgumentError
from rvs.value_class import dataclass

Indices = NDArray[np.int64]

# Faces may be that far from a convex surface, in parts of its size.
CONVEX = 1e-7
WELD = 1e-9
CHUNK = 256


@dataclass(frozen=True, eq=False)
class Piece:
    """A convex body.

    Attributes:
        points: Points whose convex hull is its core (n, 3), m.
        radius: Distance by which it extends beyond its core, m.
    """

    points: Array
    radius: float = 0.0

    @cached_property
    def bounds(self) -> Array:
        """Smallest and largest coordinates (2, 3), m."""
        found: Array = np.stack([self.points.min(axis=0), self.points.max(axis=0)])
        found += np.array([[-self.radius], [self.radius]])
        return found


@dataclass(frozen=True, eq=False)
class Shape:
    """A body: all its pieces, and the space within its shells.

    Attributes:
        pieces: Convex pieces.
        shells: Triangles of closed surfaces (t, 3, 3), m; their faces are pieces too.
        probes: A point of each connected piece of surface (k, 3), m.
        ground: Everything below z = 0 belongs to it.
    """

    pieces: tuple[Piece, ...]
    shells: tuple[Array, ...] = ()
    probes: Array | None = None
    ground: bool = False


def ground() -> Shape:
    """Return everything below z = 0, such as the floor."""
    return Shape((), ground=True)


def hull(points: ArrayLike, radius: float = 0.0) -> Shape:
    """Return the convex hull of points, grown by a radius.

    Args:
        points: The points (n, 3), m.
        radius: Distance by which it extends beyond them, m.

    Raises:
        ArgumentError: No points, or numbers that are not finite.
    """
    found = np.array(check_numbers(points, "points"))
    if found.ndim != 2 or found.shape[1] != 3 or not len(found):
        raise ArgumentError(f"points: expected shape (n, 3), got {found.shape}")
    if not 0.0 <= radius < np.inf:
        raise ArgumentError(f"radius: expected 0 or more, got {radius:g}")
    found.setflags(write=False)
    return Shape((Piece(found, float(radius)),), probes=found[:1])


def box(x: float, y: float, z: float) -> Shape:
    """Return a box about the origin with edges x, y and z, in m.

    >>> box(2.0, 1.0, 1.0).pieces[0].bounds[1].tolist()
    [1.0, 0.5, 0.5]
    """
    _check(x=x, y=y, z=z)
    signs = np.array([[i, j, k] for i in (-0.5, 0.5) for j in (-0.5, 0.5) for k in (-0.5, 0.5)])
    return hull(signs * [x, y, z])


def sphere(radius: float) -> Shape:
    """Return a sphere about the origin, radius in m."""
    _check(radius=radius)
    return hull(np.zeros((1, 3)), radius)


def capsule(radius: float, length: float) -> Shape:
    """Return all points within a radius of a z-axis segment centred at the origin; both in m."""
    _check(radius=radius, length=length)
    return hull([[0.0, 0.0, -length / 2], [0.0, 0.0, length / 2]], radius)


def polyhedron(vertices: ArrayLike, faces: Sequence[Sequence[int]]) -> Shape:
    """Return the body enclosed by flat convex faces.

    Args:
        vertices: Corners (v, 3), m.
        faces: Corners of each face, counter-clockwise seen from outside.

    Raises:
        ArgumentError: No faces, or numbers that are not finite.
    """
    starts = np.cumsum([0, *map(len, faces)])
    corners = [index for face in faces for index in face]
    return surface(vertices, np.array(corners, np.int64), starts)


def surface(vertices: ArrayLike, corners: ArrayLike, starts: ArrayLike) -> Shape:
    """Return the body enclosed by flat convex faces, given as a mesh.

    A convex body is one piece.  Any other consists of its faces, with its inside if it is closed.

    Args:
        vertices: Corners (v, 3), m.
        corners: Vertex of each corner, face after face (c,).
        starts: Face k has the corners ``starts[k]`` to ``starts[k + 1]`` (f + 1,).

    Raises:
        ArgumentError: No faces, or numbers that are not finite.
    """
    points = check_numbers(vertices, "vertices")
    index, ends = np.asarray(corners, np.int64), np.asarray(starts, np.int64)
    if len(ends) < 2 or not len(points):
        raise ArgumentError("faces: expected one or more")
    triangles = _fans(index, ends)
    if _is_convex(points, triangles):
        return hull(points)
    welded = _welded(points)
    found = [points[index[a:b]] for a, b in pairwise(ends.tolist())]
    shells = (points[triangles],) if _is_closed(welded[triangles]) else ()
    return Shape(tuple(map(Piece, found)), shells, points[_roots(welded, triangles)])


def joined(placed: Iterable[tuple[Shape, ArrayLike]]) -> Shape:
    """Return several shapes as one.

    Args:
        placed: Each shape, and its pose (4, 4) in the common frame.
    """
    pieces: list[Piece] = []
    shells: list[Array] = []
    probes: list[Array] = []
    for shape, pose in placed:
        matrix = np.asarray(pose, float)
        turn, shift = matrix[:3, :3].T, matrix[:3, 3]
        pieces += [Piece(piece.points @ turn + shift, piece.radius) for piece in shape.pieces]
        shells += [shell @ turn + shift for shell in shape.shells]
        if shape.probes is not None:
            probes.append(shape.probes @ turn + shift)
    return Shape(tuple(pieces), tuple(shells), np.concatenate(probes) if probes else None)


def _check(**sizes: float) -> None:
    for name, value in sizes.items():
        if not 0.0 < value < np.inf:
            raise ArgumentError(f"{name}: {value:g} is not a positive number")


def _fans(corners: Indices, starts: Indices) -> Indices:
    """Return triangles of all faces: vertices (t, 3)."""
    counts = np.diff(starts) - 2
    first = np.repeat(starts[:-1], counts)
    step = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    found: Indices = corners[np.stack([first, first + step + 1, first + step + 2], axis=1)]
    return found


def _is_convex(points: Array, triangles: Indices) -> bool:
    """Return whether no vertex is outside any face."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    size = float(np.ptp(points, axis=0).max())
    flat = lengths <= 1e-12 * size**2
    if flat.all():
        return True
    normals, a = normals[~flat] / lengths[~flat, None], a[~flat]
    for k in range(0, len(a), CHUNK):
        heights = normals[k : k + CHUNK] @ points.T
        heights -= np.einsum("ij,ij->i", normals[k : k + CHUNK], a[k : k + CHUNK])[:, None]
        if heights.max() > CONVEX * size:
            return False
    return True


def _welded(points: Array) -> Indices:
    """Return the first vertex at the position of each (v,)."""
    size = float(np.ptp(points, axis=0).max()) or 1.0
    keys = np.round((points - points.min(axis=0)) / (WELD * size)).astype(np.int64)
    _, first, place = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    found: Indices = first[place.reshape(-1)]
    return found


def _is_closed(triangles: Indices) -> bool:
    """Return whether every edge is used equally often in both directions."""
    ends = np.concatenate([triangles[:, [k, (k + 1) % 3]] for k in range(3)])
    ends = ends[ends[:, 0] != ends[:, 1]]
    there, back = np.sort(ends @ [2**31, 1]), np.sort(ends[:, ::-1] @ [2**31, 1])
    return bool(np.array_equal(there, back))


def _roots(welded: Indices, triangles: Indices) -> Indices:
    """Return a vertex of each connected part of a surface."""
    label = np.arange(len(welded))
    links = welded[triangles]
    while True:
        least = label[links].min(axis=1)
        new = label.copy()
        for k in range(3):
            np.minimum.at(new, links[:, k], least)
        new = new[new]
        if np.array_equal(new, label):
            return np.unique(label[links[:, 0]])
        label = new


@dataclass(frozen=True, eq=False)
class Packed:
    """Consecutive shapes; every ``starts`` has one number more than there are shapes of a kind.

    Attributes:
        points: Points of all pieces (n, 3), m.
        piece_starts: Start of the points of each piece.
        radii: Radius of each piece, m.
        body_starts: Start of the pieces of each shape.
        triangles: Triangles of all shells (t, 9), m.
        shell_starts: Start of the triangles of each shell.
        body_shells: Start of the shells of each shape.
        probes: A point of each connected piece (k, 3), m.
        body_probes: Start of the probes of each shape.
        grounds: True for each shape that is everything below z = 0.
    """

    points: Array
    piece_starts: Indices
    radii: Array
    body_starts: Indices
    triangles: Array
    shell_starts: Indices
    body_shells: Indices
    probes: Array
    body_probes: Indices
    grounds: Indices

    def __len__(self) -> int:
        return len(self.grounds)

    def arrays(self) -> tuple[NDArray[np.generic], ...]:
        """Return all of them in order."""
        return (
            self.points, self.piece_starts, self.radii, self.body_starts, self.triangles,
            self.shell_starts, self.body_shells, self.probes, self.body_probes, self.grounds,
        )  # fmt: skip


def pack(shapes: Sequence[Shape]) -> Packed:
    """Return shapes as plain arrays."""
    pieces = [piece for shape in shapes for piece in shape.pieces]
    shells = [shell for shape in shapes for shell in shape.shells]
    probes = [np.zeros((0, 3)) if one.probes is None else one.probes for one in shapes]
    return Packed(
        _stacked([piece.points for piece in pieces], 3),
        _starts(len(piece.points) for piece in pieces),
        np.array([piece.radius for piece in pieces], float),
        _starts(len(shape.pieces) for shape in shapes),
        _stacked([shell.reshape(-1, 9) for shell in shells], 9),
        _starts(map(len, shells)),
        _starts(len(shape.shells) for shape in shapes),
        _stacked(probes, 3),
        _starts(map(len, probes)),
        np.array([shape.ground for shape in shapes], np.int64),
    )


def _stacked(arrays: Sequence[Array], columns: int) -> Array:
    return np.ascontiguousarray(np.concatenate([np.zeros((0, columns)), *arrays]))


def _starts(counts: Iterable[int]) -> Indices:
    return np.cumsum([0, *counts], dtype=np.int64)

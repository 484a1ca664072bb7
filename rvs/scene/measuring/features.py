"""Features of a mesh for measuring: corners, edges, circles, flat faces, axes."""

from __future__ import annotations

from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.geometry.graph import connected
from rvs.geometry.mesh import Mesh
from rvs.model.derived import derived
from rvs.value_class import dataclass

Ints = NDArray[np.int64]
# How far a shape may be from the ideal one, as a part of its size.
ROUND = 2e-3
FEWEST_ON_CIRCLE = 8
# Sine of the angle from which on two edges make a corner.
CORNER = 0.35
FLAT = 1e-6
# Scanned meshes have more; on them circles and axes take too long to find.
MOST_SURFACES = 400


@dataclass(frozen=True, eq=False)
class Circle:
    """A round edge: its points (n, 3), center (3,), axis (3,) and radius, in m."""

    points: Array
    center: Array
    axis: Array
    radius: float


@dataclass(frozen=True, eq=False)
class Axis:
    """The axis of a round face: its ends (2, 3), unit direction (3,) and the radius, in m."""

    ends: Array
    way: Array
    radius: float


@dataclass(frozen=True, eq=False)
class Features:
    """Features of a mesh for measuring, in its own coordinates.

    Attributes:
        corners: Points where edges meet (n, 3).
        edges: Straight edges (n, 2, 3).
        circles: Round edges.
        flats: Flat smooth surfaces by number: their centre (3,) and unit normal (3,).
        axes: Axes of round smooth surfaces by number.
    """

    corners: Array
    edges: Array
    circles: tuple[Circle, ...]
    flats: dict[int, tuple[Array, Array]] = field(default_factory=dict)
    axes: dict[int, Axis] = field(default_factory=dict)


@derived(size=256)
def features(mesh: Mesh) -> Features:
    """Return the features of a mesh for measuring."""
    ends, pairs = _sharp_edges(mesh)
    if len(np.unique(mesh.groups)) > MOST_SURFACES:
        return Features(_corners(mesh, ends), mesh.vertices[ends], ())
    circles, straight = _circles(mesh, ends, pairs)
    flats, axes = _surfaces(mesh)
    edges = mesh.vertices[ends[straight]]
    return Features(_corners(mesh, ends[straight]), edges, circles, flats, axes)


def _sharp_edges(mesh: Mesh) -> tuple[Ints, Ints]:
    """Return ends (e, 2) of edges between two smooth surfaces, and these surfaces (e, 2)."""
    sizes = np.diff(mesh.starts)
    face = np.repeat(np.arange(len(sizes)), sizes)
    place = np.arange(len(mesh.corners))
    last = mesh.starts[1:][face] - 1
    after = np.where(place == last, mesh.starts[:-1][face], place + 1)
    ends = np.sort(np.stack([mesh.corners, mesh.corners[after]], axis=1).astype(np.int64), axis=1)
    keys = ends[:, 0] * len(mesh.vertices) + ends[:, 1]
    order = np.argsort(keys, kind="stable")
    twin = np.flatnonzero(keys[order][1:] == keys[order][:-1])
    one, two = order[twin], order[twin + 1]
    groups = np.sort(np.stack([mesh.groups[face[one]], mesh.groups[face[two]]], axis=1), axis=1)
    sharp = groups[:, 0] != groups[:, 1]
    return ends[one][sharp], groups[sharp].astype(np.int64)


def _circles(mesh: Mesh, ends: Ints, pairs: Ints) -> tuple[tuple[Circle, ...], NDArray[np.bool_]]:
    """Return the round edges, and the edges that are in none of them."""
    straight = np.ones(len(ends), bool)
    found = []
    most = int(pairs.max(initial=0)) + 1
    for mine in _alike(pairs[:, 0] * most + pairs[:, 1]):
        for part in _connected(ends[mine]):
            chosen = mine[part]
            points = mesh.vertices[np.unique(ends[chosen])]
            circle = _circle(points) if len(points) >= FEWEST_ON_CIRCLE else None
            if circle is not None:
                found.append(circle)
                straight[chosen] = False
    return tuple(found), straight


def _alike(keys: Ints) -> list[Ints]:
    """Return the indices of equal keys, for each key."""
    if not len(keys):
        return []
    order = np.argsort(keys, kind="stable")
    _, starts = np.unique(keys[order], return_index=True)
    return np.split(order, starts[1:])


def _connected(ends: Ints) -> list[Ints]:
    """Return the edges in connected groups."""
    _, place = np.unique(ends, return_inverse=True)
    place = place.reshape(-1, 2)
    count = int(place.max()) + 1
    labels = connected(place[:, 0].copy(), place[:, 1].copy(), count)
    return [np.flatnonzero(labels[place[:, 0]] == k) for k in range(int(labels.max()) + 1)]


def _circle(points: Array) -> Circle | None:
    """Return the circle through points (n, 3), or None if they are on no circle."""
    middle = points.mean(axis=0)
    _, size, ways = np.linalg.svd(points - middle, full_matrices=False)
    if size[2] > ROUND * size[0] or size[1] < 0.05 * size[0]:
        return None
    flat = (points - middle) @ ways[:2].T
    columns = np.column_stack([2.0 * flat, np.ones(len(flat))])
    found, *_ = np.linalg.lstsq(columns, (flat**2).sum(axis=1), rcond=None)
    radius = float(np.sqrt(max(found[2] + found[0] ** 2 + found[1] ** 2, 0.0)))
    apart = np.hypot(*(flat - found[:2]).T)
    if radius <= 0.0 or np.abs(apart - radius).max() > ROUND * radius:
        return None
    return Circle(points, middle + found[:2] @ ways[:2], ways[2], radius)


def _corners(mesh: Mesh, ends: Ints) -> Array:
    """Return vertices where straight edges meet at an angle, or where one ends."""
    if not len(ends):
        return np.zeros((0, 3))
    ways = mesh.vertices[ends[:, 1]] - mesh.vertices[ends[:, 0]]
    length = np.linalg.norm(ways, axis=1, keepdims=True)
    ways = ways / np.where(length > 0.0, length, 1.0)
    at = np.concatenate([ends[:, 0], ends[:, 1]])
    both = np.concatenate([ways, ways])
    first = np.zeros((len(mesh.vertices), 3))
    first[at] = both
    bend = np.linalg.norm(np.cross(first[at], both), axis=1)
    count = np.bincount(at, minlength=len(mesh.vertices))
    turned = np.zeros(len(mesh.vertices))
    np.maximum.at(turned, at, bend)
    corners: Array = mesh.vertices[(count > 0) & ((turned > CORNER) | (count == 1))]
    return corners


def _surfaces(mesh: Mesh) -> tuple[dict[int, tuple[Array, Array]], dict[int, Axis]]:
    flats: dict[int, tuple[Array, Array]] = {}
    axes: dict[int, Axis] = {}
    of_corner = np.repeat(mesh.groups, np.diff(mesh.starts))
    triangles = mesh.triangles
    of_triangle = np.repeat(mesh.groups, np.diff(mesh.starts) - 2)
    faces = _alike(of_triangle.astype(np.int64))
    for mine, sides in zip(_alike(of_corner.astype(np.int64)), faces, strict=True):
        group = int(of_corner[mine[0]])
        normals, points = mesh.normals[mine], mesh.vertices[mesh.corners[mine]]
        if np.ptp(normals, axis=0).max() < FLAT:
            places = mesh.vertices[mesh.corners[triangles[sides]]]
            flats[group] = (_middle(places), normals[0])
        else:
            axis = _axis(points, normals)
            if axis is not None:
                axes[group] = axis
    return flats, axes


def _middle(triangles: Array) -> Array:
    """Return the centroid of the area of triangles (t, 3, 3)."""
    one, two = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    area = np.linalg.norm(np.cross(one, two), axis=1)
    weights = area / area.sum() if area.sum() > 0.0 else np.full(len(area), 1.0 / len(area))
    middle: Array = weights @ triangles.mean(axis=1)
    return middle


def _axis(points: Array, normals: Array) -> Axis | None:
    """Return the axis of a cylinder with the given points and normals (n, 3), or None."""
    _, size, ways = np.linalg.svd(normals, full_matrices=False)
    if size[2] > ROUND * size[0] or size[1] < 0.05 * size[0]:
        return None
    way, flat = ways[2], ways[:2]
    places, outward = points @ flat.T, normals @ flat.T
    # p = c + r n on each point: two equations for center and radius.
    columns = np.zeros((2 * len(places), 3))
    columns[0::2, 0], columns[1::2, 1] = 1.0, 1.0
    columns[0::2, 2], columns[1::2, 2] = outward[:, 0], outward[:, 1]
    found, *_ = np.linalg.lstsq(columns, places.reshape(-1), rcond=None)
    radius = abs(float(found[2]))
    wrong = np.abs(columns @ found - places.reshape(-1)).max()
    if radius <= 0.0 or wrong > ROUND * radius:
        return None
    along = points @ way
    center = found[:2] @ flat
    ends = np.stack([center + along.min() * way, center + along.max() * way])
    return Axis(ends, way, radius)

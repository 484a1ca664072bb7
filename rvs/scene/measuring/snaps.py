"""Features of a mesh to which the pointer snaps during measuring: corners, edges, axes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.chain import compile_chain, joint_axes
from rvs.geometry.graph import connected
from rvs.geometry.mesh import Mesh
from rvs.model.derived import derived
from rvs.model.document import Document, PlacedRobot
from rvs.model.numbers.quantities import shown_short
from rvs.model.numbers.units import Unit
from rvs.model.refs import Ref, frame_ref, link_ref
from rvs.model.state import Posture, Postures
from rvs.model.views.view import Camera
from rvs.scene.annotate.frames import axis_length
from rvs.scene.camera import project
from rvs.scene.measuring.measure import Spot
from rvs.scene.pick import Hit
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


# How near the pointer must be, in pixels: to points, to lines.
NEAR_POINT, NEAR_LINE = 9.0, 7.0
NOWHERE = np.zeros(3)


@dataclass(frozen=True, eq=False)
class Snap:
    """A feature for measuring.

    Attributes:
        name: Displayed name.
        owner: Item to which it is attached.
        spot: The spot.
        shape: Points of a line through all of it (n, 3), for highlighting.
        gap: Distance of the pointer from it, in pixels.
    """

    name: str
    owner: Ref
    spot: Spot
    shape: Array
    gap: float = 0.0


@dataclass(frozen=True, slots=True)
class Aim:
    """Position of the pointer: camera, pixels from the left and the top, size of the view."""

    camera: Camera
    x: float
    y: float
    width: int
    height: int

    def seen(self, points: Array) -> Array:
        """Return points (n, 3) in pixels (n, 2); those behind the camera are far away."""
        places = project(self.camera, points.reshape(-1, 3), self.width, self.height)
        flat: Array = places[:, :2].copy()
        if not self.camera.parallel:
            flat[places[:, 2] <= 0.0] = 1e9
        return flat


def snap(
    document: Document, postures: Postures, hit: Hit | None, aim: Aim, unit: Unit
) -> Snap | None:
    """Return the feature to which the pointer snaps, or None if none is near.

    Points take precedence over lines and lines over faces; of equals the nearest is used.

    Args:
        document: The document.
        postures: Joint values of every robot, rad and m.
        hit: The item under the pointer, or None.
        aim: Position of the pointer.
        unit: Unit of diameters in names.
    """
    points: list[Snap] = []
    lines: list[Snap] = []
    for found in _of_robots(document, postures, aim):
        (points if found.spot.kind == "point" else lines).append(found)
    if hit is not None and hit.solid is not None:
        for found in _of_solid(hit.solid, hit, aim, unit):
            (points if found.spot.kind == "point" else lines).append(found)
    for some in (points, lines):
        if some:
            return min(some, key=lambda one: one.gap)
    return _face(hit) if hit is not None else None


def _of_robots(document: Document, postures: Postures, aim: Aim) -> Iterator[Snap]:
    """Return the origins of frames and axes of joints."""
    for placed in document.robots:
        if placed.hidden:
            continue
        frames = world_frames(placed, postures[placed.id])
        gaps = _point_gaps(frames[:, :3, 3], aim)
        for k in np.flatnonzero(gaps <= NEAR_POINT).tolist():
            spot = Spot(frames[k, :3, 3], "point", NOWHERE)
            owner = frame_ref(placed.id, k)
            yield Snap(f"Origin of frame {k}", owner, spot, spot.point[None], float(gaps[k]))
        ends = _axis_ends(placed, postures[placed.id])
        for k, line in enumerate(ends):
            gap, _ = _line_gap(line, aim)
            if gap <= NEAR_LINE:
                way = (line[1] - line[0]) / np.linalg.norm(line[1] - line[0])
                spot = Spot(line.mean(axis=0), "line", way)
                owner = link_ref(placed.id, k)
                # An axis inside a body gives way to edges that are as near.
                yield Snap(f"Axis of joint {k + 1}", owner, spot, line, gap + NEAR_LINE)


@derived(size=8)
def _axis_ends(placed: PlacedRobot, posture: Posture) -> Array:
    """Return the displayed ends of the axes of all joints (n, 2, 3)."""
    ways, points = joint_axes(compile_chain(placed.robot), world_frames(placed, posture))
    reach = axis_length(placed.robot) * np.asarray(ways)
    ends: Array = np.stack([points - reach, points + reach], axis=1)
    return ends


def _of_solid(solid: Solid, hit: Hit, aim: Aim, unit: Unit) -> Iterator[Snap]:
    found, turn, place = features(solid.mesh), solid.pose[:3, :3], solid.pose[:3, 3]
    scale = float(np.linalg.norm(turn[:, 0]))
    yield from _corners_and_edges(found, hit, aim, turn, place)
    for circle in found.circles:
        rim, center = circle.points @ turn.T + place, circle.center @ turn.T + place
        gap = min(float(_point_gaps(center[None], aim)[0]), float(_point_gaps(rim, aim).min()))
        if gap <= NEAR_LINE:
            name = f"Centre of circle ⌀ {shown_short(2 * scale * circle.radius, unit)}"
            yield Snap(name, hit.owner, Spot(center, "point", NOWHERE), rim, gap)
    for middle, _ in found.flats.values():
        point = middle @ turn.T + place
        gap = float(_point_gaps(point[None], aim)[0])
        if gap <= NEAR_POINT:
            yield Snap("Middle of face", hit.owner, Spot(point, "point", NOWHERE), point[None], gap)
    for axis in found.axes.values():
        line = axis.ends @ turn.T + place
        gap, _ = _line_gap(line, aim)
        if gap <= NEAR_LINE:
            way = turn @ axis.way
            way = way / np.linalg.norm(way)
            name = f"Axis of cylinder ⌀ {shown_short(2 * scale * axis.radius, unit)}"
            spot = Spot(line.mean(axis=0), "line", way)
            yield Snap(name, hit.owner, spot, line, gap + NEAR_LINE)


def _corners_and_edges(
    found: Features, hit: Hit, aim: Aim, turn: Array, place: Array
) -> Iterator[Snap]:
    corners = found.corners @ turn.T + place
    gaps = _point_gaps(corners, aim)
    for k in np.flatnonzero(gaps <= NEAR_POINT).tolist():
        spot = Spot(corners[k], "point", NOWHERE)
        yield Snap("Corner", hit.owner, spot, corners[k][None], float(gaps[k]))
    edges = found.edges @ turn.T + place
    if not len(edges):
        return
    apart, share = _edge_gaps(edges, aim)
    k = int(np.argmin(apart))
    if apart[k] <= NEAR_LINE:
        point = edges[k, 0] + share[k] * (edges[k, 1] - edges[k, 0])
        way = (edges[k, 1] - edges[k, 0]) / np.linalg.norm(edges[k, 1] - edges[k, 0])
        yield Snap("Edge", hit.owner, Spot(point, "line", way), edges[k], float(apart[k]))


def _face(hit: Hit) -> Snap:
    """Return the flat face that was hit, or the point of a round one."""
    solid = hit.solid
    if solid is not None and hit.face >= 0:
        flat = features(solid.mesh).flats.get(int(solid.mesh.groups[hit.face]))
        if flat is not None:
            normal = np.linalg.inv(solid.pose[:3, :3]).T @ flat[1]
            spot = Spot(hit.point, "plane", normal / np.linalg.norm(normal))
            return Snap("Face", hit.owner, spot, hit.point[None])
    return Snap("Point", hit.owner, Spot(hit.point, "point", NOWHERE), hit.point[None])


def _point_gaps(points: Array, aim: Aim) -> Array:
    gaps: Array = np.hypot(*(aim.seen(points) - (aim.x, aim.y)).T)
    return gaps


def _line_gap(line: Array, aim: Aim) -> tuple[float, float]:
    gaps, shares = _edge_gaps(line[None], aim)
    return float(gaps[0]), float(shares[0])


def _edge_gaps(edges: Array, aim: Aim) -> tuple[Array, Array]:
    """Return pixels to each edge (n,) of (n, 2, 3), and the parameter of the nearest point (n,)."""
    seen = aim.seen(edges).reshape(-1, 2, 2)
    start, step = seen[:, 0], seen[:, 1] - seen[:, 0]
    to_pointer = np.array([aim.x, aim.y]) - start
    length = np.maximum((step**2).sum(axis=1), 1e-12)
    share = np.clip((to_pointer * step).sum(axis=1) / length, 0.0, 1.0)
    gaps: Array = np.linalg.norm(to_pointer - share[:, None] * step, axis=1)
    return gaps, share

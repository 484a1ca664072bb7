"""Features to which the pointer snaps during measuring."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.chain import compile_chain, joint_axes
from rvs.model.derived import derived
from rvs.model.document import Document, PlacedRobot
from rvs.model.numbers.quantities import shown_short
from rvs.model.numbers.units import Unit
from rvs.model.refs import Ref, frame_ref, link_ref
from rvs.model.state import Posture, Postures
from rvs.model.views.view import Camera
from rvs.scene.annotate.frames import axis_length
from rvs.scene.camera import project
from rvs.scene.measuring.anchors import Spot
from rvs.scene.measuring.features import Features, features
from rvs.scene.pick import Hit
from rvs.value_class import dataclass

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

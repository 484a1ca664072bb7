"""Picking of the item under a pixel: a ray cast on the processor, the same for every painter.

Solids are tested by their boxes first and then by their triangles; lines, points and labels by
their distance on the screen.  Overlays precede everything else, and labels and lines on top precede
the objects that they cover.
"""

from __future__ import annotations

from math import inf

import numpy as np

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh
from rvs.model.derived import derived
from rvs.model.refs import NOTHING, Ref
from rvs.model.views.view import Camera
from rvs.scene.annotate.labels import place_labels, rough_size
from rvs.scene.camera import pixel_size, project, ray
from rvs.scene.items import Item, Label, Line, Points, Scene
from rvs.value_class import dataclass

TOLERANCE = 5.0
PARALLEL_TO_FACE = 1e-14


@dataclass(frozen=True)
class Hit:
    """Item that a ray hits.

    Attributes:
        owner: The owner of the item.
        point: Position in the world (3,), m.
        distance: Distance along the ray, m.
        solid: The solid, if it is one.
        face: The face of its mesh that was hit.
    """

    owner: Ref
    point: Array
    distance: float
    solid: Solid | None = None
    face: int = -1


@dataclass(frozen=True)
class Look:
    """A viewing ray through a pixel."""

    camera: Camera
    x: float
    y: float
    width: int
    height: int
    origin: Array
    along: Array


def pick(scene: Scene, camera: Camera, x: float, y: float, width: int, height: int) -> Hit | None:
    """Return the nearest object with an owner under a pixel, from the top left, or None."""
    look = Look(camera, x, y, width, height, *ray(camera, x, y, width, height))
    owned = [item for item in scene.items if item.owner != NOTHING]
    for items in _ranked(owned):
        hit = _nearest(items, look)
        if hit is not None:
            return hit
    return None


def _ranked(items: list[Item]) -> tuple[list[Item], list[Item], list[Item]]:
    """Return groups that are tested one after another: overlays, items on top, the rest."""
    overlay = [item for item in items if item.layer == "overlay"]
    others = [item for item in items if item.layer != "overlay"]
    on_top = [item for item in others if item.depth == "on top"]
    return overlay, on_top, [item for item in others if item.depth != "on top"]


def _nearest(items: list[Item], look: Look) -> Hit | None:
    hits = [_hit_solids([item for item in items if isinstance(item, Solid)], look)]
    for item in items:
        if isinstance(item, Line):
            hits.append(_hit_line(item, look))
        elif isinstance(item, Points):
            hits.append(_hit_points(item, look))
    hits.append(_hit_labels([item for item in items if isinstance(item, Label)], look))
    found = [hit for hit in hits if hit is not None]
    return min(found, key=lambda hit: hit.distance) if found else None


def _hit_solids(solids: list[Solid], look: Look) -> Hit | None:
    """Return the nearest solid; those whose box the ray meets sooner are tested sooner."""
    if not solids:
        return None
    poses = np.stack([_true_pose(solid, look) for solid in solids])
    inverse = np.linalg.inv(poses)
    origins = inverse[:, :3, :3] @ look.origin + inverse[:, :3, 3]
    alongs = inverse[:, :3, :3] @ look.along
    enters = _enter_boxes(np.stack([s.mesh.bounds for s in solids]), origins, alongs)
    best, nearest, which = None, inf, -1
    for k in np.argsort(enters).tolist():
        if enters[k] >= nearest:
            break
        distance, triangle = _hit_mesh(solids[k].mesh, origins[k], alongs[k])
        if distance < nearest:
            best, nearest, which = solids[k], distance, triangle
    if best is None:
        return None
    sizes = np.diff(best.mesh.starts) - 2
    face = int(np.searchsorted(np.cumsum(sizes), which, side="right"))
    return Hit(best.owner, look.origin + nearest * look.along, nearest, best, face)


def _true_pose(solid: Solid, look: Look) -> Array:
    """Return the pose, scaled to pixels where the solid keeps its size on the screen."""
    if solid.size_in == "world":
        return solid.pose
    scaled = solid.pose.copy()
    scaled[:3, :3] *= float(pixel_size(look.camera, solid.pose[:3, 3], look.height))
    return scaled


def _enter_boxes(bounds: Array, origins: Array, alongs: Array) -> Array:
    """Return the distances along the rays at which their boxes begin (m,); infinite for misses."""
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = ((bounds[:, k] - origins) / alongs for k in (0, 1))
    enter = np.fmax.reduce(np.fmin(one, other), axis=1)
    leave = np.fmin.reduce(np.fmax(one, other), axis=1)
    return np.where((enter <= leave) & (leave >= 0.0), np.maximum(enter, 0.0), inf)


def _hit_mesh(mesh: Mesh, origin: Array, along: Array) -> tuple[float, int]:
    """Return the distance along the ray of the first front triangle, infinite if none, and its row.

    By Moller and Trumbore.
    """
    corner, edge1, edge2 = _triangle_edges(mesh)
    across = np.cross(along, edge2)
    det = np.einsum("ij,ij->i", edge1, across)
    front = np.flatnonzero(det > PARALLEL_TO_FACE * np.abs(det).max())
    if not len(front):
        return inf, -1
    det, edge1, edge2 = det[front], edge1[front], edge2[front]
    away = origin - corner[front]
    u = np.einsum("ij,ij->i", away, across[front]) / det
    turned = np.cross(away, edge1)
    v = turned @ along / det
    distance = np.einsum("ij,ij->i", edge2, turned) / det
    inside = (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1 + 1e-9) & (distance >= 0.0)
    if not inside.any():
        return inf, -1
    first = int(np.where(inside, distance, inf).argmin())
    return float(distance[first]), int(front[first])


@derived(size=512)
def _triangle_edges(mesh: Mesh) -> tuple[Array, Array, Array]:
    a, b, c = np.moveaxis(mesh.vertices[mesh.corners[mesh.triangles]], 1, 0)
    return a, b - a, c - a


def _hit_line(line: Line, look: Look) -> Hit | None:
    """Return the nearest segment within reach of the pixel; parts behind the eye are left out."""
    if len(line.points) < 2:
        return None
    seen = project(look.camera, line.points, look.width, look.height)
    first, second = (
        (slice(0, None, 2), slice(1, None, 2)) if line.pairs else (slice(0, -1), slice(1, None))
    )
    start, step = seen[first], seen[second] - seen[first]
    to_pixel = np.array([look.x, look.y]) - start[:, :2]
    length = np.maximum((step[:, :2] ** 2).sum(axis=1), 1e-12)
    part = np.clip((to_pixel * step[:, :2]).sum(axis=1) / length, 0.0, 1.0)
    gap = np.linalg.norm(to_pixel - part[:, None] * step[:, :2], axis=1)
    if not look.camera.parallel:
        gap[(seen[first][:, 2] <= 0.0) | (seen[second][:, 2] <= 0.0)] = inf
    reach = TOLERANCE + (line.width / 2 if line.size_in == "screen" else 0.0)
    k = int(np.argmin(gap))
    if gap[k] > reach:
        return None
    ends = line.points[first][k], line.points[second][k]
    return _hit_at(line.owner, ends[0] + part[k] * (ends[1] - ends[0]), look)


def _hit_points(points: Points, look: Look) -> Hit | None:
    if not len(points.at):
        return None
    seen = project(look.camera, points.at, look.width, look.height)
    gap = np.hypot(seen[:, 0] - look.x, seen[:, 1] - look.y)
    if not look.camera.parallel:
        gap[seen[:, 2] <= 0.0] = inf
    near = np.flatnonzero(gap <= points.size / 2 + TOLERANCE)
    if not len(near):
        return None
    k = near[np.argmin(seen[near, 2])]
    return _hit_at(points.owner, points.at[k], look)


def _hit_labels(labels: list[Label], look: Look) -> Hit | None:
    """Return the label whose text is under the pixel, after labels have been moved apart."""
    places = place_labels(labels, look.camera, look.width, look.height, rough_size)
    for label, place in zip(labels, places, strict=True):
        if place is None:
            continue
        outside = (abs(look.x - place.x), abs(look.y - place.y))
        if outside[0] <= place.width / 2 + 1 and outside[1] <= place.height / 2 + 1:
            return _hit_at(label.owner, np.asarray(label.at, float), look)
    return None


def _hit_at(owner: Ref, point: Array, look: Look) -> Hit:
    return Hit(owner, point, float((point - look.origin) @ look.along))

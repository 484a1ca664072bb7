"""Bodies cut at a plane: the part behind it, the cut faces, and the widest section.

The cut is made in the scene, so the screen, figures and the pointer use the same surfaces.

Hatching: parallel lines inside plane outlines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, sin

import numpy as np
from manifold3d import CrossSection, FillRule, OpType, triangulate
from numpy.typing import ArrayLike

from rvs.bodies.plane_cut import Cut, cut_mesh
from rvs.bodies.solid import IDENTITY_POSE, Solid
from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh
from rvs.model.appearance.colors import SCENE, Rgba, rgba
from rvs.model.derived import derived
from rvs.model.refs import Ref, whole
from rvs.model.views.view import Background, Plane, Section
from rvs.scene.items import Item, Line, Scene
from rvs.value_class import dataclass


def plane_axes(plane: Plane) -> tuple[Array, Array]:
    """Return two unit directions in the plane (3,) that are right-handed with its normal."""
    normal = np.asarray(plane.unit)
    upright = np.array([0.0, 0.0, 1.0]) if abs(normal[2]) < 0.9 else np.array([0.0, 1.0, 0.0])
    across = np.cross(upright, normal)
    across /= np.linalg.norm(across)
    return across, np.cross(normal, across)


# Cut faces smaller than this, in m2, are left out.
SPECK = 1e-14
HATCH_WIDTH, RIM_WIDTH = 1.0, 1.6
# Hatching lines on a section through everything.
LINES = 45
STEEP = (45.0, -45.0, 30.0, -60.0)

MOST_LINES = 2000


@dataclass(frozen=True, eq=False)
class _Piece:
    """Part of a solid behind the plane, and the outlines of its cut in the plane (n, 2) each."""

    solid: Solid | None
    rings: tuple[Array, ...]


@derived(size=4)
def sectioned(scene: Scene, section: Section, background: Background) -> Scene:
    """Return a scene whose bodies are cut at a plane; all other items stay unchanged.

    Args:
        scene: The visible scene.
        section: The plane; a section that is off returns the same scene.
        background: Colours of the scene.
    """
    if not section.on:
        return scene
    items: list[Item] = []
    cuts: dict[Ref, list[Array]] = {}
    for item in scene.items:
        if not isinstance(item, Solid) or item.layer != "body" or item.size_in == "screen":
            items.append(item)
            continue
        piece = _piece(item, section)
        if piece.solid is not None:
            items.append(piece.solid)
        if piece.rings:
            cuts.setdefault(whole(item.owner), []).extend(piece.rings)
    return replace(scene, entries=(*items, *_faces(cuts, section, background)))


@derived(size=1024)
def _piece(solid: Solid, section: Section) -> _Piece:
    normal = np.asarray(section.unit)
    local = solid.pose[:3, :3].T @ normal
    offset = section.offset - float(normal @ solid.pose[:3, 3])
    low, high = solid.mesh.bounds
    middle, half = (low + high) / 2 @ local, (high - low) / 2 @ np.abs(local)
    if middle + half <= offset:
        return _Piece(solid, ())
    if middle - half >= offset:
        return _Piece(None, ())
    cut: Cut = cut_mesh(solid.mesh, local, offset)
    across, up = plane_axes(section)
    flat = np.stack([across, up])
    placed = [ring @ solid.pose[:3, :3].T + solid.pose[:3, 3] for ring in cut.rings]
    left = None if cut.mesh is None else replace(solid, mesh=cut.mesh)
    return _Piece(left, tuple(ring @ flat.T for ring in placed))


def _faces(cuts: dict[Ref, list[Array]], section: Section, background: Background) -> list[Item]:
    """Return the cut faces of all objects, without overlaps, and the hatching on them."""
    areas: list[tuple[Ref, CrossSection]] = []
    taken = CrossSection()
    for owner, rings in cuts.items():
        area = CrossSection(rings, FillRule.NonZero)
        free = area if taken.is_empty() else area - taken
        taken = CrossSection.batch_boolean([taken, area], OpType.Add)
        if free.area() > SPECK:
            areas.append((owner, free))
    if not areas:
        return []
    left, low, right, high = taken.bounds()
    step = float(np.hypot(right - left, high - low)) / LINES
    items: list[Item] = []
    for number, (owner, area) in enumerate(areas):
        items += _face(owner, area, section, background, number, step)
    return items


def _face(
    owner: Ref, area: CrossSection, section: Section, background: Background, number: int,
    step: float,
) -> list[Item]:  # fmt: skip
    rings = [np.asarray(ring, float) for ring in area.to_polygons()]
    mesh = _flat_mesh(rings, section)
    if mesh is None:
        return []
    colors = SCENE[background]
    items: list[Item] = [
        Solid(mesh, IDENTITY_POSE, _paint(background), "matte", (*owner, "part", "section"))
    ]
    for ring in rings:
        closed = in_space(np.concatenate([ring, ring[:1]]), section)
        items.append(Line(closed, rgba(colors.edge, 0.9), RIM_WIDTH, owner=owner))
    if section.hatch:
        lines = hatching(rings, np.radians(STEEP[number % len(STEEP)]), step)
        if len(lines):
            points = in_space(lines.reshape(-1, 2), section)
            items.append(
                Line(points, rgba(colors.edge, 0.75), HATCH_WIDTH, pairs=True, owner=owner)
            )
    return items


def _flat_mesh(rings: list[Array], section: Section) -> Mesh | None:
    triangles = np.asarray(triangulate(rings), int).reshape(-1, 3)
    if not len(triangles):
        return None
    points = in_space(np.concatenate(rings), section)
    normals = np.tile(section.unit, (triangles.size, 1))
    starts = np.arange(0, triangles.size + 1, 3)
    return Mesh(points, triangles.ravel(), starts, normals, np.zeros(len(triangles), int))


def in_space(flat: Array, section: Section) -> Array:
    """Return points of the plane (n, 2) in the world (n, 3)."""
    across, up = plane_axes(section)
    points: Array = (
        flat[:, :1] * across + flat[:, 1:] * up + section.offset * np.asarray(section.unit)
    )
    return points


def _paint(background: Background) -> Rgba:
    return rgba(SECTION[background])


# Of cut faces, on each ground.
SECTION = {"light": "#D98A5B", "dark": "#C9743F", "paper": "#EBC3A6"}


def hatching(rings: Sequence[Array], angle: float, step: float) -> Array:
    """Return the segments (n, 2, 2) of parallel lines inside an odd number of outlines.

    Lines of one angle are aligned with each other, whatever the outlines.

    Args:
        rings: Closed outlines (k, 2) each, in m.
        angle: Direction of the lines, in rad.
        step: Distance from line to line, in m.
    """
    turn = np.array([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])
    placed = [ring @ turn.T for ring in rings]
    start = np.concatenate(placed)
    end = np.concatenate([np.roll(ring, -1, axis=0) for ring in placed])
    low, high = np.sort(np.stack([start[:, 1], end[:, 1]]), axis=0) / step
    first, last = np.ceil(low).astype(int), np.ceil(high).astype(int)
    counts = last - first
    if not counts.sum() or np.ptp(np.concatenate([first, last])) > MOST_LINES:
        return np.zeros((0, 2, 2))
    side = np.repeat(np.arange(len(start)), counts)
    offset = np.arange(len(side)) - np.repeat(np.cumsum(counts) - counts, counts)
    level = (first[side] + offset) * step
    part = (level - start[side, 1]) / (end[side, 1] - start[side, 1])
    across = start[side, 0] + part * (end[side, 0] - start[side, 0])
    order = np.lexsort([across, level])
    across, level = across[order], level[order]
    points = np.stack([across, level], axis=1)[: len(across) // 2 * 2].reshape(-1, 2, 2)
    segments: Array = points @ turn
    return segments


# Places that are tried, and which share of the largest section counts as being as large.
PLACES, NEARLY = 121, 0.9


def widest(solids: Sequence[Solid], normal: ArrayLike) -> float:
    """Return the offset along a normal at which a plane cuts the largest area of closed bodies.

    The area of a section equals the projection along the normal of the surface beyond it (the
    divergence theorem); a triangle is beyond the plane if its centre is.

    Args:
        solids: The bodies, at least one.
        normal: Unit normal of the plane (3,).
    """
    way = np.asarray(normal, float)
    found = [_shadows(solid, way) for solid in solids]
    places = np.concatenate([place for place, _ in found])
    shadows = np.concatenate([shadow for _, shadow in found])
    order = np.argsort(places)
    beyond = np.append(np.cumsum(shadows[order][::-1])[::-1], 0.0)
    tried = np.linspace(places.min(), places.max(), PLACES)
    areas = beyond[np.searchsorted(places[order], tried, side="right")]
    best = int(np.argmax(areas))
    large = areas >= NEARLY * areas[best]
    # a prism has the same section from end to end: the middle of them all
    first = best - int(np.argmin(np.append(large[best::-1], False))) + 1
    last = best + int(np.argmin(np.append(large[best:], False))) - 1
    return float((tried[first] + tried[last]) / 2)


def _shadows(solid: Solid, way: Array) -> tuple[Array, Array]:
    """Return positions of a body's triangles along a direction (t,), and signed areas (t,)."""
    mesh = solid.mesh
    corners = mesh.vertices[mesh.corners[mesh.triangles]] @ solid.pose[:3, :3].T
    corners = corners + solid.pose[:3, 3]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    return corners.mean(axis=1) @ way, normals @ way

"""Volumes of geoms according to MuJoCo: a solid or a shell, and a mesh by one of four rules."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np

from rvs.bodies.masses import shape_bulk
from rvs.engine.arrays import Array
from rvs.files.budget import HULLS, spend
from rvs.files.text.errors import whole_file
from rvs.files.trees.link_looks import Look
from rvs.files.trees.tree_body import TreeMeshes, shape_of
from rvs.geometry.bulk import EMPTY, Bulk, Cloud, enclosed, turned
from rvs.geometry.convex_pieces import hull_corners
from rvs.model.mesh_file import Surface

# How a mesh gives its mass, where it does not say; MuJoCo's own rule of old.
LEGACY = "legacy"
RULES = (LEGACY, "exact", "convex", "shell")
# Exponent of Thomsen's area of an ellipsoid.
THOMSEN = 1.6075
# Points of Gauss's rule along a piece of a profile.
ON_PIECE = 12


def geom_bulk(look: Look, meshes: TreeMeshes, rule: str, shell: bool) -> Bulk | None:
    """Return the volume of a geom in its body; the area for a shell.

    Args:
        look: The geom.
        meshes: Mesh files of the model.
        rule: Rule for the mesh, one of ``RULES``.
        shell: Its mass is on its surface.

    Returns:
        None for a mesh that can't be read.
    """
    place = np.array(look.place)
    if look.kind == "mesh":
        held = meshes.read(look)
        if held is None:
            return None
        key = held[0], tuple(map(abs, look.sizes)), "shell" if shell else rule
        if key not in meshes.bulks:
            meshes.bulks[key] = _scaled_bulk(held[1].surface, meshes.description, *key[1:])
        return meshes.bulks[key].moved(place @ np.diag([*np.sign(look.sizes), 1.0]))
    if min(look.sizes) <= 0.0:
        return EMPTY
    if shell:
        return _shell(look).moved(place)
    shape, sizes, down = shape_of(look)
    place[:3, 3] -= place[:3, 2] * down
    return shape_bulk(shape, sizes).moved(place)


def _scaled_bulk(surface: Surface, path: Path, scale: tuple[float, ...], rule: str) -> Bulk:
    """Return the volume of a stretched surface by a rule of MuJoCo.

    Raises:
        FileErrors: There are more triangles or points than may be weighed.
    """
    fault = spend("triangles with a mass", len(surface.triangles))
    if fault:
        raise whole_file(path, fault)
    points, triangles = surface.vertices.array * scale, surface.triangles.array.astype(int)
    if rule == "convex":
        points = points[np.unique(triangles)]
        fault = spend(HULLS, len(points))
        if fault:
            raise whole_file(path, fault)
        return _pyramids(hull_corners(points), positive=False)
    # The triangles of the file: an open one is drawn from both sides, but counts once.
    corners = points[triangles]
    return _surface(corners).bulk if rule == "shell" else _pyramids(corners, rule == LEGACY)


def _surface(corners: Array) -> Cloud:
    """Return the area of triangles; midpoints of sides are exact for the second degree."""
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(across, axis=1) / 2
    middles = (corners + np.roll(corners, 1, axis=1)) / 2
    return Cloud(middles.reshape(-1, 3), np.repeat(areas / 3, 3))


def _pyramids(corners: Array, positive: bool) -> Bulk:
    """Return pyramids over all triangles; open or concave ones depend on the apex.

    For the centre, the tips are at the middle of the surface; for everything else, at that centre.

    Args:
        corners: The triangles.
        positive: All volumes are added and none subtracted, which is too much if a mesh is not
            convex.
    """

    def filled(at: Array) -> Bulk:
        cloud = enclosed(corners - at, about=np.zeros(3))
        return Cloud(cloud.points, np.abs(cloud.weights) if positive else cloud.weights).bulk

    surface = _surface(corners).bulk
    first = filled(surface.center) if surface.volume > 0.0 else EMPTY
    if first.volume <= 0.0:
        return EMPTY
    center = first.center + surface.center
    about = filled(center)
    pose = np.eye(4)
    pose[:3, 3] = center
    return Bulk(about.volume, np.zeros(3), about.second).moved(pose)


def _shell(look: Look) -> Bulk:
    """Return the surface of a shape about its middle."""
    if look.kind == "ellipsoid":
        return _ellipsoid(np.array(look.sizes))
    if look.kind == "box":
        signs = np.array(np.meshgrid(*[[-0.5, 0.5]] * 3)).reshape(3, -1).T
        return _surface(hull_corners(signs * np.array(look.sizes))).bulk
    radius, half = look.sizes[0], (look.sizes[1] / 2 if len(look.sizes) > 1 else 0.0)
    if look.kind == "cylinder":
        profile = _line((0, half), (radius, half)) + _line((0, -half), (radius, -half))
    else:
        t, w = _gauss()
        angle, weights = t * pi / 2, w * radius * pi / 2
        rim, up = radius * np.cos(angle), half + radius * np.sin(angle)
        caps = [Cloud(np.column_stack([rim, sign * up]), weights) for sign in (1.0, -1.0)]
        profile = caps[0] + caps[1]
    if half:
        profile = profile + _line((radius, -half), (radius, half))
    return turned(profile).bulk


def _line(start: tuple[float, float], end: tuple[float, float]) -> Cloud:
    t, w = _gauss()
    way = np.array(end, float) - start
    return Cloud(np.array(start) + t[:, None] * way, w * float(np.linalg.norm(way)))


def _ellipsoid(half: Array) -> Bulk:
    """Return a thin layer of uniform thickness; its area is Thomsen's, as in MuJoCo."""
    a, b, c = half
    powers = (a * b) ** THOMSEN + (b * c) ** THOMSEN + (c * a) ** THOMSEN
    area = 4 * pi * (powers / 3) ** (1 / THOMSEN)
    spread = (half**2 + 2 * half * a * b * c / (a * b + b * c + c * a)) / 5
    return Bulk(area, np.zeros(3), area * np.diag(spread))


def _gauss() -> tuple[Array, Array]:
    t, w = np.polynomial.legendre.leggauss(ON_PIECE)
    return (t + 1) / 2, w / 2

"""Masses of MJCF: those of bodies or their geoms, by volumes as the compiler derives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import pi
from pathlib import Path

import numpy as np

from rvs.bodies.masses import shape_bulk
from rvs.engine.arrays import Array
from rvs.engine.descriptions.link_tree import TreeLink
from rvs.engine.descriptions.redescribe import inertia_matrix, moment_row, moved_inertia
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia
from rvs.files.budget import HULLS, spend
from rvs.files.text.errors import whole_file
from rvs.files.trees.link_looks import Look
from rvs.files.trees.mjcf_looks import EVERY_GROUP, Values, geoms
from rvs.files.trees.robot_tree import NO_MASS
from rvs.files.trees.tree_body import TreeMeshes, shape_of
from rvs.files.trees.xml import Element
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


# Of water, kg/m^3, as MuJoCo takes it by default.
DENSITY = 1000.0


def body_inertia(
    values: Values, body: Element, childclass: str, meshes: TreeMeshes
) -> Inertia | None:
    """Return the mass properties of a body: its own, or those of its geoms.

    Args:
        values: Defaults and units of the model.
        body: The body.
        childclass: Class of the defaults of its elements.
        meshes: Mesh files of the model.
    """
    said = _inertial(body)
    word = values.compiler.get("inertiafromgeom", "auto")
    if word == "true" or (said is None and word != "false"):
        found = _geoms_inertia(values, body, childclass, meshes)
        if found is not None:
            return found
    if said is None:
        return None
    place = np.eye(4)
    for element in said:
        place = place @ values.pose(element)
    return _said(values, said[-1], place)


def _inertial(element: Element) -> list[Element] | None:
    """Return the element with the mass of a body inside the frames that contain it, if any."""
    for child in element.all("inertial", "frame"):
        rest = [] if child.tag == "inertial" else _inertial(child)
        if rest is not None:
            return [child, *rest]
    return None


def _said(values: Values, inertial: Element, place: Array) -> Inertia | None:
    numbers = values.findings.numbers
    mass = values.findings.not_negative(inertial, "mass")
    if "fullinertia" in inertial.attributes:
        xx, yy, zz, xy, xz, yz = numbers(inertial, "fullinertia", 6, (0.0,) * 6)
    else:
        xx, yy, zz = numbers(inertial, "diaginertia", 3, (0.0,) * 3)
        xy = xz = yz = 0.0
    if mass <= NO_MASS:
        if max(xx, yy, zz) <= NO_MASS:
            return None
        mass = 0.0
    return moved_inertia(Inertia(mass, (0.0, 0.0, 0.0), (xx, yy, zz, xy, yz, xz)), place)


def _geoms_inertia(
    values: Values, body: Element, childclass: str, meshes: TreeMeshes
) -> Inertia | None:
    """Return the mass of a body from its geoms; None if they have no mass."""
    numbers = values.findings
    first, last = numbers.numbers(values.compiler, "inertiagrouprange", 2, EVERY_GROUP)
    whole = EMPTY
    for geom, look in geoms(values, body, childclass):
        if not first <= numbers.number(geom, "group") <= last:
            continue
        density = numbers.not_negative(geom, "density", DENSITY)
        if "mass" not in geom.attributes and density == 0.0:
            continue
        shell = geom.get("shellinertia") == "true"
        try:
            bulk = geom_bulk(look, meshes, _rule(values, geom), shell)
        except ArgumentError as error:
            numbers.error(geom, f"of {body}: {error}")
            continue
        if bulk is None:
            numbers.warn(geom, f"of {body}: its mesh can't be read, so it has no mass")
        elif "mass" in geom.attributes:
            mass = numbers.not_negative(geom, "mass")
            whole = whole + bulk * (mass / bulk.volume if bulk.volume > 0.0 else 0.0)
        else:
            whole = whole + bulk * density
    return bulk_inertia(whole)


def _rule(values: Values, geom: Element) -> str:
    """Return the rule by which the mesh of a geom gives its mass."""
    usual = "exact" if values.compiler.get("exactmeshinertia") == "true" else LEGACY
    mesh = values.asset("mesh", geom.get("mesh"))
    if mesh is None:
        return usual
    rule = values.whole(mesh, "").get("inertia", usual)
    if rule not in RULES:
        values.findings.error(mesh, f"inertia={rule[:40]!r}: expected one of {', '.join(RULES)}")
        return usual
    return rule


def bulk_inertia(whole: Bulk) -> Inertia | None:
    """Return the mass properties of volumes times densities; None if there is no mass."""
    if whole.volume <= 0.0:
        return None
    x, y, z = whole.center.tolist()
    return Inertia(whole.volume, (x, y, z), moment_row(whole.moments))


def compiled_masses(
    values: Values, links: Mapping[str, TreeLink], bodies: Mapping[str, Element]
) -> tuple[TreeLink, ...]:
    """Return links with the masses derived by the compiler: bounded, balanced, scaled.

    Args:
        values: Defaults and units of the model.
        links: The links by name.
        bodies: The links that are bodies; others are between two joints of one body.
    """
    told, numbers = values.compiler, values.findings
    mass, moment, total = (
        numbers.not_negative(told, key) for key in ("boundmass", "boundinertia", "settotalmass")
    )
    balanced = told.get("balanceinertia") == "true"
    made = dict(links)
    for name in bodies:
        own = links[name].inertia
        if own is None and max(mass, moment) <= NO_MASS:
            continue
        if mass or moment or balanced:
            own = _bounded(own or Inertia(), mass, moment, balanced)
        made[name] = replace(links[name], inertia=own)
    whole = sum(one.inertia.mass for one in made.values() if one.inertia is not None)
    if total and whole:
        made = {name: replace(one, inertia=_times(one.inertia, total / whole))
                for name, one in made.items()}  # fmt: skip
    return tuple(made.values())


def _bounded(own: Inertia, mass: float, moment: float, balanced: bool) -> Inertia:
    """Return mass and principal moments above a minimum, equal if those given are impossible."""
    moments, axes = np.linalg.eigh(inertia_matrix(own))
    bounded = np.maximum(moments, moment)
    if balanced and bounded[0] + bounded[1] < bounded[2]:
        bounded = np.full(3, bounded.mean())
    matrix = inertia_matrix(own)
    if (bounded != moments).any():
        matrix = axes @ np.diag(bounded) @ axes.T
    return Inertia(max(own.mass, mass), own.com, moment_row(matrix))


def _times(own: Inertia | None, factor: float) -> Inertia | None:
    if own is None:
        return None
    return Inertia(own.mass * factor, own.com, moment_row(inertia_matrix(own) * factor))

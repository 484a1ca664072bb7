"""Masses of MJCF: those of bodies or their geoms, and those derived by the compiler."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.descriptions.link_tree import TreeLink
from rvs.engine.descriptions.redescribe import inertia_matrix, moment_row, moved_inertia
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia
from rvs.files.trees.mjcf_bulk import LEGACY, RULES, geom_bulk
from rvs.files.trees.mjcf_looks import geoms
from rvs.files.trees.mjcf_values import EVERY_GROUP, Values
from rvs.files.trees.robot_tree import NO_MASS
from rvs.files.trees.tree_body import TreeMeshes
from rvs.files.trees.xml import Element
from rvs.geometry.bulk import EMPTY, Bulk

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

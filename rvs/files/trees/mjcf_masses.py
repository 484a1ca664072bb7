"""Masses that MJCF leaves to the geoms of a body: what they fill, times their density."""

from __future__ import annotations

import numpy as np

from rvs.bodies.masses import shape_bulk
from rvs.bodies.mesh_files import surface_meshes
from rvs.engine.descriptions.redescribe import moment_row
from rvs.engine.joint import Inertia
from rvs.files.trees.looks import Look
from rvs.files.trees.mjcf_looks import geoms
from rvs.files.trees.mjcf_values import Values
from rvs.files.trees.tree_body import TreeMeshes, shape_of
from rvs.files.trees.xml import Element
from rvs.geometry.bulk import EMPTY, Bulk, inside

# Of water, kg/m^3, as MuJoCo takes it where nothing is said.
DENSITY = 1000.0
EVERY_GROUP = (0.0, 5.0)


def geoms_inertia(
    values: Values, root: Element, body: Element, childclass: str, meshes: TreeMeshes
) -> Inertia | None:
    """Return the mass properties that the geoms of a body give it, None where they have no mass.

    Args:
        values: Defaults and units of the model.
        root: The model.
        body: The body.
        childclass: Class of the defaults of its elements.
        meshes: Mesh files of the model.
    """
    first, last = EVERY_GROUP
    for compiler in root.all("compiler"):
        first, last = values.findings.numbers(compiler, "inertiagrouprange", 2, (first, last))
    whole, numbers = EMPTY, values.findings
    for geom, look in geoms(values, root, body, childclass):
        if not first <= numbers.number(geom, "group") <= last:
            continue
        density = numbers.not_negative(geom, "density", DENSITY)
        if "mass" not in geom.attributes and density == 0.0:
            continue
        bulk = _bulk(look, meshes)
        if bulk is None:
            numbers.warn(geom, f"of {body}: its mesh can't be read, so it counts without mass")
        elif "mass" in geom.attributes:
            mass = numbers.not_negative(geom, "mass")
            whole = whole + bulk * (mass / bulk.volume if bulk.volume > 0.0 else 0.0)
        else:
            whole = whole + bulk * density
    if whole.volume <= 0.0:
        return None
    x, y, z = whole.center.tolist()
    return Inertia(whole.volume, (x, y, z), moment_row(whole.moments))


def _bulk(look: Look, meshes: TreeMeshes) -> Bulk | None:
    """What a geom fills in its body; None for a mesh that can't be read."""
    place = np.array(look.place)
    if look.kind == "mesh":
        held = meshes.read(look)
        if held is None:
            return None
        shown = [mesh for _, mesh in surface_meshes(held[1].surface)]
        found = inside(*shown).stretched(np.abs(look.sizes)).bulk
        return found.moved(place @ np.diag([*np.sign(look.sizes), 1.0]))
    if min(look.sizes) <= 0.0:
        return EMPTY
    shape, sizes, down = shape_of(look)
    place[:3, 3] -= place[:3, 2] * down
    return shape_bulk(shape, sizes).moved(place)

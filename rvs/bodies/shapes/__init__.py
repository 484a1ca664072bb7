"""Meshes of the shapes that ``rvs.model.body.shape_table`` describes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from rvs.bodies.mesh import Mesh
from rvs.bodies.shapes import bent, flat, free, gear, machined, revolved
from rvs.engine.errors import ArgumentError
from rvs.model.body.shape_table import SHAPES
from rvs.model.body.shapes import Measured, measured

Sizes = tuple[tuple[str, Measured], ...]

MAKERS: Mapping[str, Callable[..., Mesh]] = {
    "cylinder": revolved.cylinder,
    "cone": revolved.cone,
    "truncated-cone": revolved.truncated_cone,
    "tube": revolved.tube,
    "disk": revolved.disk,
    "annulus": revolved.annulus,
    "sphere": revolved.sphere,
    "hemisphere": revolved.hemisphere,
    "ellipsoid": revolved.ellipsoid,
    "capsule": revolved.capsule,
    "torus": revolved.torus,
    "cylinder-fillet": revolved.cylinder_fillet,
    "ring-fillet": revolved.ring_fillet,
    "elbow": bent.elbow,
    "tube-elbow": bent.tube_elbow,
    "spring": bent.spring,
    "cable": bent.cable,
    "box": flat.box,
    "rounded-box": flat.rounded_box,
    "box-fillet": flat.box_fillet,
    "wedge": flat.wedge,
    "pyramid": flat.pyramid,
    "frustum": flat.frustum,
    "prism": flat.prism,
    "plate": flat.plate,
    "plate-hole": flat.plate_hole,
    "rectangular-tube": flat.rectangular_tube,
    "l-beam": flat.l_beam,
    "i-beam": flat.i_beam,
    "t-beam": flat.t_beam,
    "u-beam": flat.u_beam,
    "slot-link": machined.slot_link,
    "tapered-link": machined.tapered_link,
    "fork": machined.fork,
    "flange": machined.flange,
    "nut": machined.nut,
    "gear": gear.gear,
    "extrusion": free.extrusion,
    "revolution": free.revolution,
    "sweep": free.sweep_along,
    "loft": free.loft,
}


@lru_cache(maxsize=4096)
def shape_mesh(name: str, sizes: Sizes = ()) -> Mesh:
    """Return the mesh of a shape; equal sizes give the very same one.

    Args:
        name: A shape of the catalogue.
        sizes: Its sizes by name, in m and rad.

    Raises:
        ArgumentError: No such shape, or sizes that do not make one.
    """
    shape = SHAPES.get(name)
    if shape is None:
        raise ArgumentError(f"there is no shape {name!r}")
    return _mesh(name, tuple(measured(shape, dict(sizes)).items()))


@lru_cache(maxsize=4096)
def flipped_mesh(name: str, sizes: Sizes = ()) -> Mesh:
    """Return the mesh of a shape mirrored along x."""
    mesh = shape_mesh(name, sizes)
    signs = np.array([-1.0, 1.0, 1.0])
    # Faces run the other way around, each from its own last corner.
    order = np.concatenate([np.arange(b - 1, a - 1, -1) for a, b in pairwise(mesh.starts)])
    return Mesh(
        mesh.vertices * signs,
        mesh.corners[order],
        mesh.starts,
        mesh.normals[order] * signs,
        mesh.groups,
        mesh.parts,
    )


@lru_cache(maxsize=4096)
def _mesh(name: str, sizes: Sizes) -> Mesh:
    counts = {one.name for one in SHAPES[name].parameters if one.kind == "count"}
    arguments: dict[str, Any] = {
        size: np.array(value)
        if isinstance(value, tuple)
        else int(value)
        if size in counts
        else value
        for size, value in sizes
    }
    return MAKERS[name](**arguments)

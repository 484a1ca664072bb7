"""The meshes of skeletons; equal sizes return the same mesh."""

from __future__ import annotations

from math import pi

import numpy as np

from rvs.geometry.curves import bent_path
from rvs.geometry.mesh import Mesh
from rvs.geometry.mesh_cache import Remembered
from rvs.geometry.outline import arc, circle, joined, line, rounded
from rvs.geometry.shapes import flat, revolved
from rvs.geometry.surfaces import inlaid, raised, revolve, sweep

SIDES = 48
BEND_STEPS = 9
# Remembered by value: an edit of the table keeps the meshes of all links that it leaves alone.
remembered = Remembered(8 * 2**20)
block, rounded_block = remembered(flat.block), remembered(flat.rounded_block)


@remembered
def cylinder(radius: float, height: float) -> Mesh:
    """Return a cylinder on the xy plane."""
    return revolved.cylinder(radius, height, SIDES)


@remembered
def centred_cylinder(radius: float, height: float) -> Mesh:
    """Return a cylinder about the origin."""
    return raised(cylinder(radius, height), -height / 2)


@remembered
def tapered(bottom: float, top: float, height: float) -> Mesh:
    """Return a truncated cone on the xy plane."""
    return revolved.truncated_cone(bottom, top, height, SIDES)


@remembered
def rimmed_cylinder(radius: float, height: float, fillet: float) -> Mesh:
    """Return a cylinder on the xy plane with rounded rims."""
    return revolved.cylinder_fillet(radius, height, fillet, fillet, SIDES)


@remembered
def ball(radius: float, sides: int = SIDES) -> Mesh:
    """Return a ball about the origin."""
    return revolved.sphere(radius, sides)


@remembered
def lids(radius: float, height: float, fillet: float) -> Mesh:
    """Return a filleted cylinder whose ends protrude from a wider one that hides the rest.

    Its rims are small in any picture, so a single step with the normals of the arc is sufficient
    for each.
    """
    inner, top = radius - fillet, height - fillet
    profile = [
        line((0.0, 0.0), (inner, 0.0)),
        arc((inner, fillet), fillet, -pi / 2, 0.0, 1),
        line((radius, fillet), (radius, top)),
        arc((inner, top), fillet, 0.0, pi / 2, 1),
        line((inner, height), (0.0, height)),
    ]
    return inlaid(revolve(joined(profile)))


@remembered
def elbow(radius: float, bend: float) -> Mesh:
    """Return a quarter of a torus from the origin along +z towards +x."""
    turns = np.linspace(0.0, pi / 2, BEND_STEPS + 1)
    return sweep(circle(radius, SIDES), bent_path(bend, turns))


@remembered
def pedestal(radius: float, plate: float, neck: float, height: float, flow: float) -> Mesh:
    """Return a round foot on the xy plane: a plate that merges into a neck.

    Args:
        radius: Radius of the plate, m.
        plate: Thickness of the plate, m.
        neck: Radius of the neck, m.
        height: Total height, above ``plate``, m.
        flow: Largest radius of the fillet between plate and neck, m.
    """
    hollow = min(flow, 0.9 * (radius - neck), 0.9 * (height - plate))
    rim = 0.3 * min(plate, radius - neck - hollow)
    corners = [(0, 0), (radius, 0), (radius, plate), (neck, plate), (neck, height), (0, height)]
    return revolve(rounded(corners, [0, rim, rim, hollow, 0, 0]))

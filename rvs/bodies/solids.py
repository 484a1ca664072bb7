"""Bodies of standard shape: where they sit, which way they point, how many sides they have.

Bodies of revolution stand on the xy plane with their axis along +z and have 48 sides.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, isfinite, pi, sin

import numpy as np

from rvs.bodies.geometry import SIDES, Cap, extrude, inlaid, moved, revolve, skin, sweep
from rvs.bodies.mesh import Mesh
from rvs.bodies.outline import ARC_STEP, arc, circle, joined, line, rounded
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError

remembered = lru_cache(maxsize=512)


@remembered
def cylinder(radius: float, height: float, sides: int = SIDES) -> Mesh:
    """Return a cylinder from z = 0 to z = height."""
    return frustum(radius, radius, height, sides)


@remembered
def centered_cylinder(radius: float, height: float, sides: int = SIDES) -> Mesh:
    """Return a cylinder about the origin, from z = -height / 2 to z = height / 2."""
    sunk = np.eye(4)
    sunk[2, 3] = -height / 2
    return moved(cylinder(radius, height, sides), sunk)


@remembered
def frustum(bottom: float, top: float, height: float, sides: int = SIDES) -> Mesh:
    """Return a truncated cone from radius ``bottom`` at z = 0 to radius ``top`` at z = height."""
    _check(bottom=bottom, top=top, height=height)
    return revolve(rounded([(0, 0), (bottom, 0), (top, height), (0, height)]), sides)


@remembered
def cone(radius: float, height: float, sides: int = SIDES) -> Mesh:
    """Return a cone with its base at z = 0 and its tip at z = height."""
    _check(radius=radius, height=height)
    return revolve(rounded([(0, 0), (radius, 0), (0, height)]), sides)


@remembered
def tube(outer: float, inner: float, height: float, sides: int = SIDES) -> Mesh:
    """Return a hollow cylinder from z = 0 to z = height."""
    _check(inner=inner, height=height, wall=outer - inner)
    ring = [(inner, 0), (outer, 0), (outer, height), (inner, height)]
    return revolve(rounded(ring, closed=True), sides)


@remembered
def sphere(radius: float, sides: int = SIDES) -> Mesh:
    """Return a sphere about the origin; half as many rows as sides."""
    _check(radius=radius)
    return revolve(arc((0.0, 0.0), radius, -pi / 2, pi / 2, max(2, sides // 2)), sides)


@remembered
def filleted_cylinder(radius: float, height: float, fillet: float, sides: int = SIDES) -> Mesh:
    """Return a cylinder from z = 0 to z = height whose two rims are rounded.

    Raises:
        ArgumentError: The fillet does not fit: it needs ``radius`` and half the height.
    """
    _check(radius=radius, height=height, fillet=fillet)
    corners = [(0, 0), (radius, 0), (radius, height), (0, height)]
    return revolve(rounded(corners, [0, fillet, fillet, 0]), sides)


@remembered
def lids(radius: float, height: float, fillet: float) -> Mesh:
    """Return a filleted cylinder whose ends look out of a wider one that hides all else.

    Its rims are small in any picture, so one step with the normals of the arc does for each.
    """
    _check(radius=radius, height=height, fillet=fillet)
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
def elbow(radius: float, bend: float, angle: float = pi / 2, sides: int = SIDES) -> Mesh:
    """Return a bent bar: it starts at the origin along +z and bends towards +x.

    Args:
        radius: Radius of the bar.
        bend: Radius of its center line, at least ``radius``.
        angle: How far it bends, in rad, up to half a turn.
        sides: Number of flat sides around the bar.
    """
    _check(radius=radius, angle=angle)
    if not (isfinite(bend) and bend >= radius) or angle > pi:
        raise ArgumentError(f"bend: {bend} is below the radius {radius}, or {angle} rad is too far")
    steps = max(2, round(1.5 * angle / ARC_STEP))
    return sweep(circle(radius, sides), _bent_path(bend, np.linspace(0.0, angle, steps + 1)))


@remembered
def box(x: float, y: float, z: float) -> Mesh:
    """Return a box about the origin with edges x, y and z."""
    return prism_of(((-x / 2, -y / 2), (x / 2, -y / 2), (x / 2, y / 2), (-x / 2, y / 2)), z)


@remembered
def prism_of(corners: tuple[tuple[float, float], ...], height: float, fillet: float = 0.0) -> Mesh:
    """Return an extruded polygon about z = 0; its upright edges are rounded by ``fillet``."""
    _check(height=height)
    sunk = np.eye(4)
    sunk[2, 3] = -height / 2
    return moved(extrude(rounded(corners, fillet, closed=True), height), sunk)


@remembered
def prism(sides: int, radius: float, height: float) -> Mesh:
    """Return an upright prism over a regular polygon, from z = 0 to z = height.

    Args:
        sides: Number of flat sides; the first is at right angles to +x.
        radius: Distance from the axis to its edges.
        height: Height.
    """
    _check(radius=radius, height=height)
    if sides < 3:
        raise ArgumentError(f"sides: {sides} are too few, a prism needs at least 3")
    angles = (np.arange(sides) - 0.5) * 2 * pi / sides
    corners = radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return extrude(rounded(corners, closed=True), height)


@remembered
def rounded_box(x: float, y: float, z: float, radius: float, quarter: int = 4) -> Mesh:
    """Return a box about the origin with edges x, y and z, all edges and corners rounded.

    Args:
        x: Edge along x.
        y: Edge along y.
        z: Edge along z.
        radius: Radius of edges and corners.
        quarter: Number of straight steps in each rounded edge.

    Raises:
        ArgumentError: The radius is not below half of every edge.
    """
    _check(x=x, y=y, z=z, radius=radius)
    if not 2 * radius < min(x, y, z):
        raise ArgumentError(f"radius: {radius} must be below half the shortest edge {min(x, y, z)}")
    core = np.array([x, y, z]) / 2 - radius
    around = np.linspace(0.0, pi / 2, quarter + 1)
    tilt = np.concatenate([around - pi / 2, around])
    spin = np.concatenate([around + k * pi / 2 for k in range(4)])
    normal = np.empty((len(tilt), len(spin), 3))
    normal[..., 0] = np.outer(np.cos(tilt), np.cos(spin))
    normal[..., 1] = np.outer(np.cos(tilt), np.sin(spin))
    normal[..., 2] = np.sin(tilt)[:, None]
    side = np.empty_like(normal)
    side[..., 0] = np.repeat([1.0, -1.0, -1.0, 1.0], quarter + 1)
    side[..., 1] = np.repeat([1.0, 1.0, -1.0, -1.0], quarter + 1)
    side[..., 2] = np.repeat([-1.0, 1.0], quarter + 1)[:, None]
    return _capped_box(side * core + radius * normal, normal)


@remembered
def arrow(length: float, shaft: float, head: float, head_length: float, sides: int = 24) -> Mesh:
    """Return an arrow from the origin to z = length.

    Args:
        length: From tail to tip.
        shaft: Radius of the shaft.
        head: Radius of the head's base.
        head_length: Length of the head, below ``length``.
        sides: Number of flat sides around.
    """
    _check(shaft=shaft, head=head - shaft, head_length=head_length, rest=length - head_length)
    neck = length - head_length
    return revolve(
        rounded([(0, 0), (shaft, 0), (shaft, neck), (head, neck), (0, length)]),
        sides,
    )


@remembered
def pedestal(radius: float, plate: float, neck: float, height: float, flow: float) -> Mesh:
    """Return a round foot on the xy plane: a plate that flows into a neck.

    Args:
        radius: Radius of the plate.
        plate: Thickness of the plate.
        neck: Radius of the neck.
        height: Height of the whole, above ``plate``.
        flow: Largest radius of the fillet between plate and neck.
    """
    _check(plate=plate, neck=neck, flange=radius - neck, rise=height - plate, flow=flow)
    hollow = min(flow, 0.9 * (radius - neck), 0.9 * (height - plate))
    rim = 0.3 * min(plate, radius - neck - hollow)
    corners = [(0, 0), (radius, 0), (radius, plate), (neck, plate), (neck, height), (0, height)]
    return revolve(rounded(corners, [0, rim, rim, hollow, 0, 0]))


def _bent_path(bend: float, angles: Array) -> Array:
    poses = np.tile(np.eye(4), (len(angles), 1, 1))
    for pose, t in zip(poses, angles.tolist(), strict=True):
        c, s = cos(t), sin(t)
        pose[:3, 0], pose[:3, 2] = (c, 0.0, -s), (s, 0.0, c)
        pose[:3, 3] = (bend * (1 - c), 0.0, bend * s)
    return poses


def _capped_box(points: Array, normals: Array) -> Mesh:
    """Skin of a rounded box, one smooth surface with flat top and bottom."""
    rows, columns, _ = points.shape
    low, high = normals[:-1], normals[1:]
    right = [np.roll(part, -1, axis=1) for part in (low, high)]
    corners = np.stack([low, right[0], right[1], high], axis=2)
    groups = np.zeros((rows - 1, columns), np.int32)
    lid = np.arange(0, columns, columns // 4)
    caps = [
        Cap([lid[::-1]], (0.0, 0.0, -1.0), 0),
        Cap([lid + (rows - 1) * columns], (0.0, 0.0, 1.0), 0),
    ]
    return skin(points, corners, groups, caps, [np.arange(rows * columns)])


def _check(**sizes: float) -> None:
    for name, value in sizes.items():
        if not (isfinite(value) and value > 0):
            raise ArgumentError(f"{name}: {value} is not a positive number")

"""Bodies of revolution."""

from __future__ import annotations

from math import pi

import numpy as np

from rvs.bodies.geometry import revolve
from rvs.bodies.mesh import Mesh
from rvs.bodies.outline import arc, joined, line, rounded
from rvs.bodies.shapes.steps import arc_steps, fillet_step


def cylinder(radius: float, height: float, sides: int) -> Mesh:
    """Return a cylinder with sharp rims."""
    return truncated_cone(radius, radius, height, sides)


def cone(radius: float, height: float, sides: int) -> Mesh:
    """Return a cone that ends in a point."""
    return revolve(rounded([(0, 0), (radius, 0), (0, height)]), sides)


def truncated_cone(bottom: float, top: float, height: float, sides: int) -> Mesh:
    """Return a cone cut off above its base."""
    return revolve(rounded([(0, 0), (bottom, 0), (top, height), (0, height)]), sides)


def tube(outer: float, inner: float, height: float, sides: int) -> Mesh:
    """Return a hollow cylinder."""
    return ring_fillet(outer, inner, height, 0.0, sides)


def annulus(outer: float, inner: float, thickness: float, sides: int) -> Mesh:
    """Return a thin flat ring."""
    return ring_fillet(outer, inner, thickness, 0.0, sides)


def ring_fillet(outer: float, inner: float, height: float, fillet: float, sides: int) -> Mesh:
    """Return a hollow cylinder whose outer rims are rounded."""
    corners = [(inner, 0), (outer, 0), (outer, height), (inner, height)]
    rims = [0.0, fillet, fillet, 0.0]
    return revolve(rounded(corners, rims, closed=True, step=fillet_step(sides)), sides)


def cylinder_fillet(radius: float, height: float, bottom: float, top: float, sides: int) -> Mesh:
    """Return a cylinder whose rims are rounded."""
    corners = [(0, 0), (radius, 0), (radius, height), (0, height)]
    return revolve(rounded(corners, [0.0, bottom, top, 0.0], step=fillet_step(sides)), sides)


def disk(radius: float, thickness: float, fillet: float, sides: int) -> Mesh:
    """Return a thin round plate whose rim is rounded."""
    return cylinder_fillet(radius, thickness, fillet, fillet, sides)


def sphere(radius: float, sides: int) -> Mesh:
    """Return a ball about the origin."""
    return revolve(arc((0.0, 0.0), radius, -pi / 2, pi / 2, arc_steps(pi, sides)), sides)


def hemisphere(radius: float, sides: int) -> Mesh:
    """Return half a ball, its flat side down."""
    dome = arc((0.0, 0.0), radius, 0.0, pi / 2, arc_steps(pi / 2, sides))
    return revolve(joined([line((0.0, 0.0), (radius, 0.0)), dome]), sides)


def ellipsoid(x: float, y: float, z: float, sides: int) -> Mesh:
    """Return a ball stretched to half axes."""
    ball, axes = sphere(1.0, sides), np.array([x, y, z])
    normals = ball.normals / axes
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Mesh(ball.vertices * axes, ball.corners, ball.starts, normals, ball.groups, ball.parts)


def capsule(radius: float, height: float, sides: int) -> Mesh:
    """Return a cylinder with round ends."""
    steps, top = arc_steps(pi / 2, sides), height - radius
    profile = [
        arc((0.0, radius), radius, -pi / 2, 0.0, steps),
        line((radius, radius), (radius, top)),
        arc((0.0, top), radius, 0.0, pi / 2, steps),
    ]
    return revolve(joined(profile), sides)


def torus(radius: float, bar: float, sides: int) -> Mesh:
    """Return a round bar bent to a ring."""
    section = arc((radius, 0.0), bar, -pi, pi, max(3, sides // 2))
    return revolve(joined([section], closed=True), sides)

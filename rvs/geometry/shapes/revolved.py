"""Bodies of revolution."""

from __future__ import annotations

from math import pi

import numpy as np

from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import arc, arc_steps, fillet_step, joined, line, rounded
from rvs.geometry.shape import (
    CENTERED,
    HEIGHT,
    RINGS,
    SIDES,
    UPRIGHT,
    WALL,
    Relation,
    length,
    optional_length,
    rim_cut,
    shape,
    sides,
)
from rvs.geometry.surfaces import revolve


def _filleted(radius: float, height: float, bottom: float, top: float) -> float:
    cut = rim_cut(2 * pi * radius, bottom) + rim_cut(2 * pi * radius, top)
    return pi * radius**2 * height - cut


@shape(
    "Cylinder", "round", UPRIGHT,
    length("radius", "radius", 0.05), HEIGHT, sides(),
    faces="sides + 2",
    volume=lambda radius, height: pi * radius**2 * height,
)  # fmt: skip
def cylinder(radius: float, height: float, sides: int = SIDES) -> Mesh:
    """A cylinder with sharp rims."""
    return truncated_cone(radius, radius, height, sides)


@shape(
    "Cone", "round", UPRIGHT,
    length("radius", "radius of the base", 0.05), HEIGHT, sides(),
    faces="sides + 1",
    volume=lambda radius, height: pi * radius**2 * height / 3,
)  # fmt: skip
def cone(radius: float, height: float, sides: int = SIDES) -> Mesh:
    """A cone that ends in a point."""
    return revolve(rounded([(0, 0), (radius, 0), (0, height)]), sides)


@shape(
    "Truncated cone", "round", UPRIGHT,
    length("bottom", "radius at the bottom", 0.055),
    length("top", "radius at the top", 0.03), HEIGHT, sides(),
    faces="sides + 2",
    volume=lambda bottom, top, height: (
        pi / 3 * height * (bottom**2 + bottom * top + top**2)
    ),
)  # fmt: skip
def truncated_cone(bottom: float, top: float, height: float, sides: int = SIDES) -> Mesh:
    """A cone cut off above its base."""
    return revolve(rounded([(0, 0), (bottom, 0), (top, height), (0, height)]), sides)


@shape(
    "Tube", "round", UPRIGHT, *RINGS, HEIGHT, sides(),
    relations=(WALL,), faces="4 * sides",
    volume=lambda outer, inner, height: pi * (outer**2 - inner**2) * height,
)  # fmt: skip
def tube(outer: float, inner: float, height: float, sides: int = SIDES) -> Mesh:
    """A hollow cylinder."""
    return ring_fillet(outer, inner, height, 0.0, sides)


@shape(
    "Disk", "round", UPRIGHT,
    length("radius", "radius", 0.06),
    length("thickness", "thickness along z", 0.015),
    optional_length("fillet", "radius of both edges of the rim", 0.004), sides(),
    relations=(Relation("2 * fillet", "thickness", False), Relation("fillet", "radius")),
    faces="sides * (3 + sides / 8)",
    volume=lambda radius, thickness, fillet: _filleted(radius, thickness, fillet, fillet),
)  # fmt: skip
def disk(radius: float, thickness: float, fillet: float = 0.0, sides: int = SIDES) -> Mesh:
    """A thin round plate whose rim is rounded."""
    return cylinder_fillet(radius, thickness, fillet, fillet, sides)


@shape(
    "Annulus", "round", UPRIGHT, *RINGS, length("thickness", "thickness along z", 0.01), sides(),
    relations=(WALL,), faces="4 * sides",
    volume=lambda outer, inner, thickness: pi * (outer**2 - inner**2) * thickness,
)  # fmt: skip
def annulus(outer: float, inner: float, thickness: float, sides: int = SIDES) -> Mesh:
    """A thin flat ring."""
    return ring_fillet(outer, inner, thickness, 0.0, sides)


@shape(
    "Sphere", "round", CENTERED, length("radius", "radius", 0.055), sides(),
    faces="sides * sides / 2",
    volume=lambda radius: 4 / 3 * pi * radius**3,
)  # fmt: skip
def sphere(radius: float, sides: int = SIDES) -> Mesh:
    """A ball."""
    return revolve(arc((0.0, 0.0), radius, -pi / 2, pi / 2, arc_steps(pi, sides)), sides)


@shape(
    "Hemisphere", "round", UPRIGHT, length("radius", "radius", 0.06), sides(),
    faces="sides * sides / 4 + 1",
    volume=lambda radius: 2 / 3 * pi * radius**3,
)  # fmt: skip
def hemisphere(radius: float, sides: int = SIDES) -> Mesh:
    """Half a ball, its flat side down."""
    dome = arc((0.0, 0.0), radius, 0.0, pi / 2, arc_steps(pi / 2, sides))
    return revolve(joined([line((0.0, 0.0), (radius, 0.0)), dome]), sides)


@shape(
    "Ellipsoid", "round", CENTERED,
    length("x", "half axis along x", 0.07),
    length("y", "half axis along y", 0.05),
    length("z", "half axis along z", 0.04), sides(),
    faces="sides * sides / 2",
    volume=lambda x, y, z: 4 / 3 * pi * x * y * z,
)  # fmt: skip
def ellipsoid(x: float, y: float, z: float, sides: int = SIDES) -> Mesh:
    """A ball stretched along the axes."""
    ball, axes = sphere(1.0, sides), np.array([x, y, z])
    normals = ball.normals / axes
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Mesh(ball.vertices * axes, ball.corners, ball.starts, normals, ball.groups, ball.parts)


@shape(
    "Capsule", "round", UPRIGHT,
    length("radius", "radius", 0.04), length("height", "height from end to end", 0.15), sides(),
    relations=(Relation("2 * radius", "height"),), faces="sides * (sides / 2 + 1)",
    volume=lambda radius, height: pi * radius**2 * (height - 2 / 3 * radius),
)  # fmt: skip
def capsule(radius: float, height: float, sides: int = SIDES) -> Mesh:
    """A cylinder with round ends."""
    steps, top = arc_steps(pi / 2, sides), height - radius
    profile = [
        arc((0.0, radius), radius, -pi / 2, 0.0, steps),
        line((radius, radius), (radius, top)),
        arc((0.0, top), radius, 0.0, pi / 2, steps),
    ]
    return revolve(joined(profile), sides)


@shape(
    "Torus", "round", CENTERED,
    length("radius", "radius of the ring, to the middle of the bar", 0.055),
    length("bar", "radius of the bar", 0.018), sides(),
    relations=(Relation("bar", "radius"),), faces="sides * sides / 2",
    volume=lambda radius, bar: 2 * pi**2 * radius * bar**2,
)  # fmt: skip
def torus(radius: float, bar: float, sides: int = SIDES) -> Mesh:
    """A round bar bent to a ring in the xy plane."""
    section = arc((radius, 0.0), bar, -pi, pi, max(3, sides // 2))
    return revolve(joined([section], closed=True), sides)


@shape(
    "Filleted cylinder", "round", UPRIGHT,
    length("radius", "radius", 0.05), HEIGHT,
    optional_length("bottom", "radius of the lower rim's fillet", 0.012),
    optional_length("top", "radius of the upper rim's fillet", 0.012), sides(),
    relations=(
        Relation("bottom + top", "height", False),
        Relation("bottom", "radius"),
        Relation("top", "radius"),
    ),
    faces="sides * (3 + sides / 8)",
    volume=lambda radius, height, bottom, top: _filleted(radius, height, bottom, top),
)  # fmt: skip
def cylinder_fillet(
    radius: float, height: float, bottom: float = 0.0, top: float = 0.0, sides: int = SIDES
) -> Mesh:
    """A cylinder whose rims are rounded."""
    corners = [(0, 0), (radius, 0), (radius, height), (0, height)]
    return revolve(rounded(corners, [0.0, bottom, top, 0.0], step=fillet_step(sides)), sides)


@shape(
    "Filleted ring", "round", UPRIGHT, *RINGS, length("height", "height", 0.05),
    optional_length("fillet", "radius of the outer rims' fillets", 0.008), sides(),
    relations=(
        WALL, Relation("fillet", "outer - inner"), Relation("2 * fillet", "height", False)
    ),
    faces="sides * (4 + sides / 8)",
    volume=lambda outer, inner, height, fillet: (
        _filleted(outer, height, fillet, fillet) - pi * inner**2 * height
    ),
)  # fmt: skip
def ring_fillet(
    outer: float, inner: float, height: float, fillet: float = 0.0, sides: int = SIDES
) -> Mesh:
    """A hollow cylinder whose outer rims are rounded."""
    corners = [(inner, 0), (outer, 0), (outer, height), (inner, height)]
    rims = [0.0, fillet, fillet, 0.0]
    return revolve(rounded(corners, rims, closed=True, step=fillet_step(sides)), sides)

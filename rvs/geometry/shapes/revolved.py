"""Bodies of revolution."""

from __future__ import annotations

from math import pi

import numpy as np

from rvs.geometry.bulk import Cloud, section, turned
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import Outline, arc, arc_steps, fillet_step, joined, line, rounded
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
    shape,
    sides,
)
from rvs.geometry.surfaces import revolve


def _filled(profile: Outline) -> Cloud:
    return turned(section(profile))


def _slope(bottom: float, top: float, height: float) -> Outline:
    return rounded([(0, 0), (bottom, 0), (top, height), (0, height)])


def _rims(radius: float, height: float, bottom: float, top: float, sides: int = SIDES) -> Outline:
    corners = [(0, 0), (radius, 0), (radius, height), (0, height)]
    return rounded(corners, [0.0, bottom, top, 0.0], step=fillet_step(sides))


def _wall(
    outer: float, inner: float, height: float, fillet: float = 0.0, sides: int = SIDES
) -> Outline:
    corners = [(inner, 0), (outer, 0), (outer, height), (inner, height)]
    rims = [0.0, fillet, fillet, 0.0]
    return rounded(corners, rims, closed=True, step=fillet_step(sides))


def _ball(radius: float, sides: int = SIDES) -> Outline:
    return arc((0.0, 0.0), radius, -pi / 2, pi / 2, arc_steps(pi, sides))


def _dome(radius: float, sides: int = SIDES) -> Outline:
    dome = arc((0.0, 0.0), radius, 0.0, pi / 2, arc_steps(pi / 2, sides))
    return joined([line((0.0, 0.0), (radius, 0.0)), dome])


def _round_ends(radius: float, height: float, sides: int = SIDES) -> Outline:
    steps, top = arc_steps(pi / 2, sides), height - radius
    profile = [
        arc((0.0, radius), radius, -pi / 2, 0.0, steps),
        line((radius, radius), (radius, top)),
        arc((0.0, top), radius, 0.0, pi / 2, steps),
    ]
    return joined(profile)


def _bar(radius: float, bar: float, sides: int = SIDES) -> Outline:
    return joined([arc((radius, 0.0), bar, -pi, pi, max(3, sides // 2))], closed=True)


@shape(
    "Cylinder", "round", UPRIGHT,
    length("radius", "radius", 0.05), HEIGHT, sides(),
    faces="sides + 2",
    bulk=lambda radius, height: _filled(_slope(radius, radius, height)),
)  # fmt: skip
def cylinder(radius: float, height: float, sides: int = SIDES) -> Mesh:
    """A cylinder with sharp rims."""
    return truncated_cone(radius, radius, height, sides)


@shape(
    "Cone", "round", UPRIGHT,
    length("radius", "radius of the base", 0.05), HEIGHT, sides(),
    faces="sides + 1",
    bulk=lambda radius, height: _filled(rounded([(0, 0), (radius, 0), (0, height)])),
)  # fmt: skip
def cone(radius: float, height: float, sides: int = SIDES) -> Mesh:
    """A cone that ends in a point."""
    return revolve(rounded([(0, 0), (radius, 0), (0, height)]), sides)


@shape(
    "Truncated cone", "round", UPRIGHT,
    length("bottom", "radius at the bottom", 0.055),
    length("top", "radius at the top", 0.03), HEIGHT, sides(),
    faces="sides + 2",
    bulk=lambda bottom, top, height: _filled(_slope(bottom, top, height)),
)  # fmt: skip
def truncated_cone(bottom: float, top: float, height: float, sides: int = SIDES) -> Mesh:
    """A cone cut off above its base."""
    return revolve(_slope(bottom, top, height), sides)


@shape(
    "Tube", "round", UPRIGHT, *RINGS, HEIGHT, sides(),
    relations=(WALL,), faces="4 * sides",
    bulk=lambda outer, inner, height: _filled(_wall(outer, inner, height)),
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
    bulk=lambda radius, thickness, fillet: _filled(_rims(radius, thickness, fillet, fillet)),
)  # fmt: skip
def disk(radius: float, thickness: float, fillet: float = 0.0, sides: int = SIDES) -> Mesh:
    """A thin round plate whose rim is rounded."""
    return cylinder_fillet(radius, thickness, fillet, fillet, sides)


@shape(
    "Annulus", "round", UPRIGHT, *RINGS, length("thickness", "thickness along z", 0.01), sides(),
    relations=(WALL,), faces="4 * sides",
    bulk=lambda outer, inner, thickness: _filled(_wall(outer, inner, thickness)),
)  # fmt: skip
def annulus(outer: float, inner: float, thickness: float, sides: int = SIDES) -> Mesh:
    """A thin flat ring."""
    return ring_fillet(outer, inner, thickness, 0.0, sides)


@shape(
    "Sphere", "round", CENTERED, length("radius", "radius", 0.055), sides(),
    faces="sides * sides / 2",
    bulk=lambda radius: _filled(_ball(radius)),
)  # fmt: skip
def sphere(radius: float, sides: int = SIDES) -> Mesh:
    """A ball."""
    return revolve(_ball(radius, sides), sides)


@shape(
    "Hemisphere", "round", UPRIGHT, length("radius", "radius", 0.06), sides(),
    faces="sides * sides / 4 + 1",
    bulk=lambda radius: _filled(_dome(radius)),
)  # fmt: skip
def hemisphere(radius: float, sides: int = SIDES) -> Mesh:
    """Half a ball, its flat side down."""
    return revolve(_dome(radius, sides), sides)


@shape(
    "Ellipsoid", "round", CENTERED,
    length("x", "semi-axis along x", 0.07),
    length("y", "semi-axis along y", 0.05),
    length("z", "semi-axis along z", 0.04), sides(),
    faces="sides * sides / 2",
    bulk=lambda x, y, z: _filled(_ball(1.0)).stretched((x, y, z)),
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
    bulk=lambda radius, height: _filled(_round_ends(radius, height)),
)  # fmt: skip
def capsule(radius: float, height: float, sides: int = SIDES) -> Mesh:
    """A cylinder with round ends."""
    return revolve(_round_ends(radius, height, sides), sides)


@shape(
    "Torus", "round", CENTERED,
    length("radius", "radius of the ring's centre line", 0.055),
    length("bar", "radius of the bar", 0.018), sides(),
    relations=(Relation("bar", "radius"),), faces="sides * sides / 2",
    bulk=lambda radius, bar: _filled(_bar(radius, bar)),
)  # fmt: skip
def torus(radius: float, bar: float, sides: int = SIDES) -> Mesh:
    """A round bar bent to a ring in the xy plane."""
    return revolve(_bar(radius, bar, sides), sides)


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
    bulk=lambda radius, height, bottom, top: _filled(_rims(radius, height, bottom, top)),
)  # fmt: skip
def cylinder_fillet(
    radius: float, height: float, bottom: float = 0.0, top: float = 0.0, sides: int = SIDES
) -> Mesh:
    """A cylinder whose rims are rounded."""
    return revolve(_rims(radius, height, bottom, top, sides), sides)


@shape(
    "Filleted ring", "round", UPRIGHT, *RINGS, length("height", "height", 0.05),
    optional_length("fillet", "radius of the outer rims' fillets", 0.008), sides(),
    relations=(
        WALL, Relation("fillet", "outer - inner"), Relation("2 * fillet", "height", False)
    ),
    faces="sides * (4 + sides / 8)",
    bulk=lambda outer, inner, height, fillet: _filled(_wall(outer, inner, height, fillet)),
)  # fmt: skip
def ring_fillet(
    outer: float, inner: float, height: float, fillet: float = 0.0, sides: int = SIDES
) -> Mesh:
    """A hollow cylinder whose outer rims are rounded."""
    return revolve(_wall(outer, inner, height, fillet, sides), sides)

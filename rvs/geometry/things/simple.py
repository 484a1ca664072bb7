"""Boxes, cylinders and balls, and objects carried by robots."""

from __future__ import annotations

import numpy as np

from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes.revolved import cylinder_fillet
from rvs.geometry.shapes.revolved import sphere as ball
from rvs.geometry.things.kind import ROUND, Sizes, edges, kind, length, rounds, spans
from rvs.geometry.things.pieces import MAIN, Look, Piece, Pieces

EDGE = 0.004
METAL, BAND = ("#C3C7CC", "brushed"), ("#B8934A", "brushed")
OVER = np.diag([1.0, -1.0, -1.0])


@kind(
    "Battery", "workpieces", *rounds(0.0332, 0.0615), color="#2F343A", material="plastic", box=ROUND
)
def battery(sizes: Sizes) -> tuple[Piece, ...]:
    """A round cell with its cap."""
    made = Pieces()
    for look, mesh, low in battery_parts(sizes["diameter"] / 2, sizes["height"]):
        made.put(look, mesh, np.eye(3), (0.0, 0.0, low + sizes["height"] / 2))
    return made.pieces()


@kind("Peg", "workpieces", *rounds(0.02, 0.08), color="#C3C7CC", material="brushed", box=ROUND)
def peg(sizes: Sizes) -> tuple[Piece, ...]:
    """A round pin with bevelled ends."""
    made, height = Pieces(), sizes["height"]
    made.put(MAIN, peg_mesh(sizes["diameter"] / 2, height), OVER, (0.0, 0.0, height))
    return made.pieces()


@kind("Box", "shapes", *edges(0.3, 0.3, 0.3), color="#C9A86A", material="matte")
def box(sizes: Sizes) -> tuple[Piece, ...]:
    """A box."""
    made = Pieces()
    made.block(MAIN, (sizes["length"], sizes["width"], sizes["height"]), (0.0, 0.0, 0.0), EDGE)
    return made.pieces()


@kind("Cylinder", "shapes", *rounds(0.2, 0.3), color="#7FA08A", box=ROUND)
def cylinder(sizes: Sizes) -> tuple[Piece, ...]:
    """A cylinder."""
    made = Pieces()
    made.rod(MAIN, sizes["diameter"] / 2, sizes["height"], (0.0, 0.0, 0.0), EDGE)
    return made.pieces()


@kind(
    "Sphere", "shapes", length("diameter", "diameter", 0.2),
    color="#B5524A", material="plastic", box=spans("diameter", "diameter", "diameter"),
)  # fmt: skip
def sphere(sizes: Sizes) -> tuple[Piece, ...]:
    """A ball."""
    radius = sizes["diameter"] / 2
    made = Pieces()
    made.add(MAIN, ball(radius, 48), (0.0, 0.0, radius))
    return made.pieces()


def battery_parts(radius: float, height: float) -> tuple[tuple[Look, Mesh, float], ...]:
    """Return the upright parts of a battery about its centre: look, mesh, lower end in m."""
    knob = 0.05 * height
    body, low = height - knob, -height / 2
    return (
        (MAIN, barrel(radius, 0.68 * body, 0.04 * radius), low),
        (BAND, barrel(radius, 0.32 * body, 0.08 * radius), low + 0.68 * body),
        (METAL, barrel(0.35 * radius, 1.5 * knob, 0.0), low + body - 0.5 * knob),
    )


def peg_mesh(radius: float, height: float) -> Mesh:
    """Return a peg that stands on the xy plane."""
    return barrel(radius, height, min(0.35, 0.4 * height / radius) * radius)


def barrel(radius: float, height: float, rim: float) -> Mesh:
    """Return an upright cylinder with rounded rims of less than half its height."""
    fillet = min(rim, 0.45 * height)
    return cylinder_fillet(radius, height, fillet, fillet)

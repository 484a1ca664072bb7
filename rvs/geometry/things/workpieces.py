"""Workpieces: boxes, cylinders, balls, surfaces, fuselages, and objects carried by robots."""

from __future__ import annotations

from math import cos, pi, radians, sin

import numpy as np

from rvs.engine.rotations import rotation
from rvs.geometry.faces import slab
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import arc, circle, joined, line, smooth
from rvs.geometry.shape import Parameter
from rvs.geometry.shapes import flat
from rvs.geometry.shapes.revolved import cylinder_fillet
from rvs.geometry.shapes.revolved import sphere as ball
from rvs.geometry.surfaces import extrude
from rvs.geometry.things.kind import (
    ALONG_X,
    ALONG_Y,
    LONGEST,
    MAIN,
    ROUND,
    Box,
    Look,
    Piece,
    Pieces,
    Sizes,
    count,
    edges,
    kind,
    length,
    rounds,
    spaced,
    spans,
    upright,
)

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


ARCH_STEPS = 32
PRIMER = ("#8E9F86", "paint")
PANE = ("#39434E", "plastic")
FRAME = ("#7C8D76", "paint")


def _surface_box(sizes: Sizes) -> Box:
    return upright(sizes["length"], sizes["width"], sizes["thickness"] + sizes["rise"])


@kind(
    "Surface", "workpieces",
    *edges(1.0, 0.8, 0.01)[:2],
    length("thickness", "thickness of the sheet", 0.01, 1.0),
    Parameter("rise", "height of the bent middle above the ends", "length", 0.0, 0.0, LONGEST,
              needed=False),
    color="#9DB4C8", box=_surface_box,
)  # fmt: skip
def surface(sizes: Sizes) -> tuple[Piece, ...]:
    """A sheet to work on, flat or bent to an arch along x."""
    x, y, thick, rise = (sizes[name] for name in ("length", "width", "thickness", "rise"))
    made = Pieces()
    if rise <= 1e-6 * x:
        made.add(MAIN, flat.plate(x, y, thick + rise, min(0.02, 0.05 * min(x, y)), 16))
        return made.pieces()
    along = np.linspace(x / 2, -x / 2, ARCH_STEPS + 1)
    height = rise * (1.0 - (2.0 * along / x) ** 2)
    upper = np.column_stack([along, height + thick])
    lower = np.column_stack([along, height])[::-1]
    outline = smooth(np.concatenate([upper, lower]), 0.6, closed=True)
    made.put(MAIN, extrude(outline, y), ALONG_Y, (0.0, -y / 2, 0.0))
    return made.pieces()


def _fuselage_box(sizes: Sizes) -> Box:
    """Return a part of a ring about x with its middle on top and its lowest edges at z = 0."""
    radius, half = sizes["diameter"] / 2, min(sizes["angle"] / 2, pi)
    inner = radius - _skin(sizes) - _frame_depth(sizes)
    side = radius * (1.0 if half >= pi / 2 else sin(half))
    low = (inner if half < pi / 2 else radius) * cos(half)
    return (-sizes["length"] / 2, -side, 0.0), (sizes["length"] / 2, side, radius - low)


def _frame_depth(sizes: Sizes) -> float:
    """Return the depth of its frames, inwards from its skin, m."""
    return min(0.09, 0.08 * (sizes["diameter"] / 2))


def _skin(sizes: Sizes) -> float:
    """Return its skin thickness: at most a tenth of its radius, m."""
    return min(sizes["skin"], 0.05 * sizes["diameter"])


@kind(
    "Fuselage", "workpieces",
    length("length", "length along x", 3.0),
    length("diameter", "outer diameter of the shell", 3.8),
    Parameter("angle", "angle of the arc", "angle", radians(100.0), radians(10.0),
              2 * pi, needed=False),
    length("skin", "thickness of the skin", 0.012, 1.0),
    count("frames", "number of frames", 5, 2, 60),
    count("stringers", "number of stringers", 11, 2, 120),
    color="#B9C4B0", material="brushed", box=_fuselage_box,
)  # fmt: skip
def fuselage(sizes: Sizes) -> tuple[Piece, ...]:
    """A panel of an aircraft's shell with frames and stringers; its axis is along x."""
    length, radius, half = sizes["length"], sizes["diameter"] / 2, min(sizes["angle"] / 2, pi)
    skin, depth = _skin(sizes), _frame_depth(sizes)
    inner = radius - skin
    floor = (inner - depth if half < pi / 2 else radius) * cos(half)
    made = Pieces()

    def along(look: tuple[str, str], mesh: Mesh, start: float) -> None:
        made.put(look, mesh, ALONG_X, (start, 0.0, -floor))

    along(MAIN, _sector(radius, inner, half, length), -length / 2)
    thick = min(0.03, 0.2 * length / sizes["frames"])
    for place in spaced(length - 3 * thick, round(sizes["frames"])):
        along(FRAME, _sector(inner + 0.3 * skin, inner - depth, half, thick), place - thick / 2)
        foot = _sector(inner - 0.85 * depth, inner - depth, half, 2 * thick)
        along(FRAME, foot, place - thick / 2)
    _windows(made, sizes, radius, half, floor)
    count = round(sizes["stringers"])
    tall, wide = 0.45 * depth, min(0.03, 0.6 * half * inner / count)
    edge = min(0.5 * half, 0.7 * wide / inner)
    whole = half >= pi
    turns = np.linspace(-half + edge, half - edge, count + whole)[: count or None]
    for turn in turns.tolist():
        out = inner - tall / 2 + 0.2 * skin
        at = (-0.495 * length, -out * np.sin(turn), out * np.cos(turn) - floor)
        made.put(PRIMER, flat.box(wide, tall + 0.4 * skin, 0.99 * length), _about_x(turn), at)
    return made.pieces()


def _windows(made: Pieces, sizes: Sizes, radius: float, half: float, floor: float) -> None:
    """Add a row of dark panes on either side, one between each pair of adjacent frames."""
    thick = min(0.03, 0.2 * sizes["length"] / sizes["frames"])
    places = spaced(sizes["length"] - 3 * thick, round(sizes["frames"]))
    room = places[1] - places[0]
    wide, high = min(0.24, 0.35 * room), min(0.34, 0.25 * radius, 0.5 * half * radius)
    turn = radians(32.0)
    if half < turn + high / radius:
        return
    # A flat pane stands out of the curved skin all over.
    rise = radius - radius * cos(0.5 * high / radius)
    pane = flat.box_fillet(wide, high, 2.2 * rise, 0.45 * min(wide, high), 96)
    for first in places[:-1]:
        for side in (-1.0, 1.0):
            out = radius - 1.1 * rise
            angle = side * turn
            at = (first + room / 2, -out * sin(angle), out * cos(angle) - floor)
            made.put(PANE, pane, rotation([1.0, 0.0, 0.0], angle), at)


def _about_x(turn: float) -> np.ndarray:
    """Return a section's rotation at an angle from the top: x sideways, y outwards, z along x."""
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[0.0, 0.0, 1.0], [c, -s, 0.0], [s, c, 0.0]])


def _sector(outer: float, inner: float, half: float, height: float) -> Mesh:
    """Return a part of a ring about z with its middle along y."""
    # An even number has a corner on top.
    steps = 2 * max(4, round(48 * half / pi))
    if half >= pi - 1e-9:
        return slab([circle(outer, steps)] * 2, [0.0, height], [(0.0, 0.0)], [circle(inner, steps)])
    first, last = pi / 2 - half, pi / 2 + half
    turn = np.array([[np.cos(a), np.sin(a)] for a in (first, last)])
    outline = joined(
        [
            arc((0.0, 0.0), outer, first, last, steps),
            line(outer * turn[1], inner * turn[1]),
            arc((0.0, 0.0), inner, last, first, steps),
            line(inner * turn[0], outer * turn[0]),
        ],
        closed=True,
    )
    return extrude(outline, height)

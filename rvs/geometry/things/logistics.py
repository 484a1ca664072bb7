"""Conveyors, pallets, bins and rails."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, pi

from rvs.geometry.faces import slab
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import arc, joined, line, rounded
from rvs.geometry.surfaces import extrude
from rvs.geometry.things.kind import (
    ALONG_Y,
    BLACK,
    DARK,
    LIGHT,
    MAIN,
    RUBBER,
    STEEL,
    Piece,
    Pieces,
    Sizes,
    corners,
    edges,
    kind,
    length,
    spaced,
)

WOOD_DARK = ("#B48F5C", "matte")
BELT = ("#3E444B", "rubber")


@kind("Conveyor", "logistics", *edges(2.0, 0.5, 0.75), color="#2E8B57")
def conveyor(sizes: Sizes) -> tuple[Piece, ...]:
    """A belt over rollers between two rails, on legs; it runs along x."""
    x, y, z = sizes["length"], sizes["width"], sizes["height"]
    drum = min(0.05, 0.2 * z, 0.2 * x)
    rail = (min(0.03, 0.08 * y), min(0.12, 0.4 * z))
    made = Pieces()
    made.put(BELT, _loop(x, drum, y - 2.6 * rail[0]), ALONG_Y, (0.0, -(y / 2 - 1.3 * rail[0]), z))
    overhang = min(0.004, 0.1 * drum)
    middle = z - drum
    for end in (-1.0, 1.0):
        at = (end * (x / 2 - drum), 0.0, middle)
        made.bar(STEEL, 0.6 * drum, y - rail[0], at, ALONG_Y)
        made.bar(STEEL, 0.25 * drum, y, at, ALONG_Y)
    shorter = x - 2 * drum * 0.35
    low = z - overhang - rail[1]
    for side in (-1.0, 1.0):
        where = (0.0, side * (y / 2 - 0.75 * rail[0]), low)
        made.box(MAIN, (shorter, rail[0], rail[1]), where)
    _conveyor_legs(made, sizes, rail, low)
    _conveyor_drive(made, sizes, low)
    return made.pieces()


def _loop(x: float, drum: float, width: float) -> Mesh:
    """Return the belt as a bar of its outline: x to the left, y up, with its upper side at 0."""
    half = x / 2 - drum
    outline = joined(
        [
            line((-half, -2 * drum), (half, -2 * drum)),
            arc((half, -drum), drum, -pi / 2, pi / 2, 12),
            line((half, 0.0), (-half, 0.0)),
            arc((-half, -drum), drum, pi / 2, 3 * pi / 2, 12),
        ],
        closed=True,
    )
    return extrude(outline, width)


def _conveyor_legs(made: Pieces, sizes: Sizes, rail: tuple[float, float], low: float) -> None:
    x, y = sizes["length"], sizes["width"]
    leg = min(0.06, 0.15 * y, 0.1 * x, 0.3 * low)
    plate = min(0.012, 0.1 * low)
    across = y / 2 - max(0.75 * rail[0], leg / 2)
    span = x - max(4 * leg, 0.25 * x)
    places = spaced(span, max(2, min(40, ceil(span / 1.5) + 1)))
    brace = low * 0.3
    for px in places:
        for side in (-1.0, 1.0):
            height = low - plate + 0.5 * rail[1]
            made.box(DARK, (leg, 0.6 * leg, height), (px, side * across, plate), 0.1 * leg)
            foot = (1.6 * leg, min(1.2 * leg, y - 2 * across), plate)
            made.box(RUBBER, foot, (px, side * across, 0.0), 0.2 * plate)
        made.box(DARK, (0.4 * leg, 2 * across, 0.6 * leg), (px, 0.0, brace))
    for first, second in pairwise(places):
        length = second - first
        made.box(
            DARK, (length, 0.4 * leg, 0.5 * leg), ((first + second) / 2, 0.0, brace + 0.04 * leg)
        )


def _conveyor_drive(made: Pieces, sizes: Sizes, low: float) -> None:
    """Add a motor with its gearbox under the middle of the belt."""
    x, y = sizes["length"], sizes["width"]
    size = min(0.12, 0.2 * y, 0.1 * x, 0.35 * low)
    at = (0.12 * x, 0.0, low - 0.8 * size)
    made.block(DARK, (1.1 * size, 0.9 * size, size), at, 0.1 * size)
    motor = (at[0], at[1] + 1.1 * size, low - 0.3 * size)
    made.bar(LIGHT, 0.38 * size, 1.4 * size, motor, ALONG_Y, 0.05 * size)
    made.bar(BLACK, 0.40 * size, 0.3 * size, (motor[0], motor[1] + 0.75 * size, motor[2]), ALONG_Y)


@kind("Pallet", "logistics", *edges(1.2, 0.8, 0.144), color="#C8A46E", material="matte")
def pallet(sizes: Sizes) -> tuple[Piece, ...]:
    """A wooden pallet of boards and blocks."""
    x, y, z = sizes["length"], sizes["width"], sizes["height"]
    board, block = 0.153 * z, 0.541 * z
    made = Pieces()
    wide, narrow = 0.18 * y, 0.125 * y
    for py, width in zip(spaced(y - wide, 5), (wide, narrow, wide, narrow, wide), strict=True):
        made.box(MAIN, (x, width, board), (0.0, py, z - board))
    for px in spaced(x - 0.121 * x, 3):
        made.box(MAIN, (0.121 * x, y, board), (px, 0.0, board + block))
        for py in spaced(y - wide, 3):
            made.box(WOOD_DARK, (0.119 * x, 0.95 * narrow, block), (px, py, board))
    for py in spaced(y - wide, 3):
        made.box(MAIN, (x, narrow, board), (0.0, py, 0.0))
    return made.pieces()


@kind(
    "Bin", "logistics", *edges(0.4, 0.3, 0.22),
    length("wall", "thickness of the walls", 0.004, 1.0),
    color="#4F7CA6", material="plastic",
)  # fmt: skip
def bin_(sizes: Sizes) -> tuple[Piece, ...]:
    """An open container with a rim."""
    x, y, z = sizes["length"], sizes["width"], sizes["height"]
    rim = min(0.015, 0.06 * min(x, y), 0.2 * z)
    inner = (x - 2 * rim, y - 2 * rim)
    wall = min(sizes["wall"], 0.2 * min(inner))
    made = Pieces()
    radius = min(0.03, 0.12 * min(x, y))
    made.add(MAIN, _ring((x, y), rim + wall, z - rim, rim, radius))
    made.add(MAIN, _ring(inner, wall, 0.0, z - 0.5 * rim, 0.9 * radius))
    made.box(
        MAIN, (inner[0] - wall, inner[1] - wall, min(1.5 * wall, 0.3 * z)), (0.0, 0.0, 0.0), radius
    )
    rib = 0.6 * rim
    made.add(
        MAIN, _ring((x - 0.8 * rim, y - 0.8 * rim), 0.6 * rim + 0.5 * wall, 0.62 * z, rib, radius)
    )
    for px in spaced(0.6 * x, 4):
        for side in (-1.0, 1.0):
            at = (px, side * (y / 2 - rim), 0.05 * z)
            made.box(MAIN, (rib, 1.2 * rib, 0.62 * z), at)
    return made.pieces()


def _ring(outer: tuple[float, float], wall: float, low: float, height: float, r: float) -> Mesh:
    """Return a rectangular ring with rounded corners from z = low."""
    x, y = outer[0] / 2, outer[1] / 2
    skin = rounded(corners(x, y), r, closed=True)
    hole = rounded(corners(x - wall, y - wall), max(r - wall, 0.25 * r), closed=True)
    return slab([skin, skin], [low, low + height], [(0.0, 0.0)], [hole])


@kind("Rail", "logistics", *edges(3.0, 0.5, 0.25), color="#5A6470")
def rail(sizes: Sizes) -> tuple[Piece, ...]:
    """A bed with two guide rails for robots that travel along x."""
    x, y, z = sizes["length"], sizes["width"], sizes["height"]
    guide = (min(0.045, 0.12 * y), min(0.04, 0.2 * z))
    foot = min(0.03, 0.15 * z)
    top = z - guide[1]
    made = Pieces()
    made.box(MAIN, (x, 0.86 * y, 0.35 * (top - foot)), (0.0, 0.0, top - 0.35 * (top - foot)))
    made.box(MAIN, (0.995 * x, 0.5 * y, 0.8 * (top - foot)), (0.0, 0.0, foot))
    across = 0.43 * y - guide[0]
    for side in (-1.0, 1.0):
        lowered = (0.0, side * across, top - 0.1 * guide[1])
        made.box(STEEL, (0.98 * x, guide[0], 1.1 * guide[1]), lowered, 0.0)
    rack = (0.96 * x, 0.5 * guide[0], 0.5 * guide[1])
    made.box(BLACK, rack, (0.0, across - 1.6 * guide[0], top))
    stop = min(0.04, 0.03 * x)
    for end in (-1.0, 1.0):
        at = (end * (x / 2 - stop / 2), 0.0, top)
        made.box(("#F2B705", "paint"), (stop, 0.5 * y, 0.9 * guide[1]), at)
    for px in spaced(0.9 * x, max(2, min(60, ceil(x / 0.8) + 1))):
        made.box(DARK, (min(0.12, 0.08 * x), y, foot), (px, 0.0, 0.0))
        for side in (-1.0, 1.0):
            bolt = min(0.02, 0.04 * y, 0.02 * x)
            made.rod(STEEL, bolt / 2, 0.6 * foot, (px, side * 0.46 * y, 0.9 * foot))
    return made.pieces()

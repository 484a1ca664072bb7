"""Equipment of a cell: tables, shelves, cabinets, pedestals, positioners, walls and fences."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, cos, pi, sin

import numpy as np

from rvs.engine.rotations import rotation
from rvs.engine.transforms import pose
from rvs.geometry.outline import rounded
from rvs.geometry.shapes import flat, revolved
from rvs.geometry.surfaces import extrude, inlaid, merged, moved
from rvs.geometry.things.kind import (
    BLACK,
    DARK,
    LIGHT,
    MAIN,
    RUBBER,
    SIDES,
    STEEL,
    Box,
    Piece,
    Pieces,
    Sizes,
    corners,
    count,
    edges,
    kind,
    length,
    rounds,
    spaced,
    spans,
    upright,
)


@kind(
    "Table", "furniture", *edges(1.2, 0.8, 0.75), length("top", "thickness of the top", 0.03, 1.0),
    color="#C9B48F", material="matte",
)  # fmt: skip
def table(sizes: Sizes) -> tuple[Piece, ...]:
    """A table with a thin top on four legs."""
    x, y, z = sizes["length"], sizes["width"], sizes["height"]
    top = min(sizes["top"], 0.4 * z)
    leg = min(0.05, 0.12 * min(x, y), 0.25 * z)
    foot = min(0.012, 0.05 * z)
    apron = min(0.07, 0.3 * (z - top))
    inset = min(0.03, 0.05 * min(x, y))
    at = (x / 2 - inset - leg / 2, y / 2 - inset - leg / 2)
    made = Pieces()
    made.box(MAIN, (x, y, top), (0.0, 0.0, z - top), min(0.02, 0.05 * min(x, y)))
    for px, py in corners(*at):
        made.box(DARK, (leg, leg, z - top - foot), (px, py, foot), 0.15 * leg)
        made.rod(RUBBER, 0.42 * leg, 1.2 * foot, (px, py, 0.0))
    thin = 0.5 * leg
    under = z - top - apron
    for side in (-1.0, 1.0):
        made.box(DARK, (2 * at[0], thin, apron), (0.0, side * at[1], under))
        made.box(DARK, (thin, 2 * at[1], apron), (side * at[0], 0.0, under))
    return made.pieces()


@kind(
    "Shelf", "furniture", *edges(1.0, 0.4, 1.8), count("levels", "number of boards", 4, 2, 20),
    color="#AEB6BE",
)  # fmt: skip
def shelf(sizes: Sizes) -> tuple[Piece, ...]:
    """Boards between four uprights."""
    x, y, z = sizes["length"], sizes["width"], sizes["height"]
    levels = round(sizes["levels"])
    post = min(0.04, 0.1 * min(x, y), 0.2 * z)
    board = min(0.03, 0.4 * z / levels)
    made = Pieces()
    for px, py in corners(x / 2 - post / 2, y / 2 - post / 2):
        made.box(DARK, (post, post, z), (px, py, 0.0), 0.1 * post)
    lowest = min(0.1, 0.2 * z / levels)
    heights = [lowest + k * (z - board - 0.02 * z - lowest) / (levels - 1) for k in range(levels)]
    for height in heights:
        made.box(MAIN, (x - 0.5 * post, y - 0.5 * post, board), (0.0, 0.0, height))
    thin = 0.25 * post
    for side in (-1.0, 1.0):
        for height in (0.35 * z, 0.8 * z):
            end = (thin, y - post, min(post, 0.1 * z))
            made.box(STEEL, end, (side * (x / 2 - post / 2), 0.0, height))
    return made.pieces()


@kind("Cabinet", "furniture", *edges(0.6, 0.5, 0.95), color="#D7DADC")
def cabinet(sizes: Sizes) -> tuple[Piece, ...]:
    """A closed cabinet, such as a robot controller."""
    x, y, z = sizes["length"], sizes["width"], sizes["height"]
    plinth, gap = min(0.08, 0.1 * z), min(0.012, 0.02 * min(x, y, z))
    front = min(0.02, 0.05 * y)
    body = (x, y - front - 2 * gap, z - plinth)
    middle = front / 2 + gap
    made = Pieces()
    made.box(BLACK, (0.94 * x, 0.9 * y, plinth), (0.0, 0.02 * y, 0.0))
    made.block(MAIN, body, (0.0, middle, plinth), 0.02 * min(x, z))
    face = middle - body[1] / 2
    door = (x - 6 * gap, 2 * front, body[2] - 6 * gap)
    made.block(MAIN, door, (0.0, face, plinth + 3 * gap), 0.6 * front)
    skin = face - front
    reach = skin + y / 2
    handle = (0.03 * x, 2 * reach, 0.16 * body[2])
    made.block(BLACK, handle, (0.38 * x, skin, plinth + 0.42 * body[2]), 0.3 * reach)
    for k in range(5):
        slat = (0.5 * x, reach, 0.012 * body[2])
        made.box(BLACK, slat, (0.0, skin, plinth + (0.1 + 0.028 * k) * body[2]))
    panel = (0.5 * x, reach, 0.13 * body[2])
    made.box(BLACK, panel, (-0.12 * x, skin, plinth + 0.74 * body[2]))
    lamp = min(0.05 * x, 0.04 * body[2])
    for place, color in zip(spaced(0.28 * x, 3), ("#2E8B57", "#F2B705", "#B3261E"), strict=True):
        at = (place - 0.12 * x, skin, plinth + 0.79 * body[2])
        made.box((color, "plastic"), (lamp, 2 * reach, lamp), at, 0.4 * min(lamp, 2 * reach))
    return made.pieces()


def _pedestal_box(sizes: Sizes) -> Box:
    side = max(sizes["width"], sizes["top"])
    return upright(side, side, sizes["height"])


@kind(
    "Pedestal", "stands",
    length("width", "side of the lower plate", 0.5),
    length("top", "diameter of the upper plate", 0.3),
    length("height", "height", 0.6),
    color="#4A525C", box=_pedestal_box,
)  # fmt: skip
def pedestal(sizes: Sizes) -> tuple[Piece, ...]:
    """A column between two plates as a base for a robot."""
    width, top, z = sizes["width"], sizes["top"], sizes["height"]
    plate = min(0.025, 0.15 * z)
    radius = 0.38 * min(top, width)
    made = Pieces()
    made.box(MAIN, (width, width, plate), (0.0, 0.0, 0.0), 0.06 * width)
    made.rod(MAIN, radius, z - 1.5 * plate, (0.0, 0.0, 0.5 * plate))
    made.rod(MAIN, top / 2, plate, (0.0, 0.0, z - plate), 0.1 * plate)
    reach, rise = 0.46 * width, min(0.5 * (z - 2 * plate), width)
    if reach > 1.05 * radius:
        rib = extrude(
            rounded(
                [
                    (0.6 * radius, 0.0),
                    (reach, 0.0),
                    (reach, 0.12 * rise),
                    (0.97 * radius, rise),
                    (0.6 * radius, rise),
                ],
                closed=True,
            ),
            0.5 * plate,
        )
        for k in range(4):
            turn = rotation([0.0, 0.0, 1.0], pi / 4 + k * pi / 2)
            upright = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
            shift = turn @ np.array([0.0, 0.25 * plate, 0.9 * plate])
            made.put(MAIN, rib, turn @ upright, tuple(shift.tolist()))
    bolt = min(0.02, 0.05 * width)
    for px, py in corners(0.42 * width, 0.42 * width):
        made.add(STEEL, flat.prism(bolt / 2, 0.6 * bolt, 6), (px, py, 0.97 * plate))
    return made.pieces()


def _positioner_box(sizes: Sizes) -> Box:
    side = max(sizes["diameter"], sizes["base"])
    return upright(side, side, sizes["height"])


@kind(
    "Positioner", "stands",
    *rounds(0.9, 0.75), length("base", "side of the stand's foot", 0.7),
    color="#D9772B", box=_positioner_box,
)  # fmt: skip
def positioner(sizes: Sizes) -> tuple[Piece, ...]:
    """A turntable on a stand for workpieces to be welded."""
    across, z, base = sizes["diameter"], sizes["height"], sizes["base"]
    foot, disk = min(0.03, 0.1 * z), min(0.04, 0.12 * z)
    made = Pieces()
    made.box(DARK, (base, base, foot), (0.0, 0.0, 0.0), 0.08 * base)
    neck = 0.3 * min(base, across)
    column = z - foot - disk
    made.rod(MAIN, 1.25 * neck, 0.5 * column, (0.0, 0.0, 0.9 * foot), 0.1 * neck)
    made.rod(MAIN, neck, 0.5 * column + 0.02 * z, (0.0, 0.0, foot + 0.45 * column), 0.0)
    made.rod(LIGHT, 1.1 * neck, 0.1 * column, (0.0, 0.0, foot + 0.9 * column))
    box = (0.5 * neck, 1.2 * neck, 0.32 * column)
    made.block(BLACK, box, (1.3 * neck, 0.0, foot + 0.05 * column), 0.06 * neck)
    # Slots and center ring stand out of the disk by a hair, so that they are seen.
    out = 0.02 * disk
    made.rod(STEEL, across / 2, disk - out, (0.0, 0.0, z - disk), 0.15 * disk)
    for k in range(8):
        turn = k * pi / 4
        made.put(
            BLACK,
            flat.box(0.3 * across, 0.016 * across, 2 * out),
            rotation([0.0, 0.0, 1.0], turn),
            (0.3 * across * cos(turn), 0.3 * across * sin(turn), z - 2 * out),
        )
    ring = revolved.annulus(0.06 * across, 0.03 * across, 2 * out, SIDES)
    made.add(STEEL, ring, (0.0, 0.0, z - 2 * out))
    return made.pieces()


MOST_POSTS = 200
MOST_WIRES = 40
PITCH = 0.075
WIRE = 0.005


@kind(
    "Wall", "safety",
    length("length", "length along x", 3.0),
    length("height", "height", 2.4),
    length("thickness", "thickness along y", 0.12),
    color="#DAD8D2", material="matte", box=spans("length", "thickness", "height"),
)  # fmt: skip
def wall(sizes: Sizes) -> tuple[Piece, ...]:
    """A plain wall along x."""
    x, y, z = sizes["length"], sizes["thickness"], sizes["height"]
    skirt, thin = min(0.08, 0.1 * z), min(0.008, 0.1 * y)
    made = Pieces()
    made.box(MAIN, (x - 0.02 * min(x, thin), y - 2 * thin, z), (0.0, 0.0, 0.0))
    made.box(LIGHT, (x, y, skirt), (0.0, 0.0, 0.0))
    return made.pieces()


@kind(
    "Fence", "safety",
    length("length", "length along x", 3.0),
    length("height", "height", 2.0),
    length("spacing", "largest distance between posts", 1.05),
    length("post", "side of a post", 0.05, 1.0),
    color="#F2B705", box=spans("length", "post", "height"),
)  # fmt: skip
def fence(sizes: Sizes) -> tuple[Piece, ...]:
    """Posts along x with panels of wire mesh between them."""
    x, z = sizes["length"], sizes["height"]
    post = min(sizes["post"], 0.3 * x, 0.2 * z)
    count = max(2, min(MOST_POSTS, ceil((x - post) / sizes["spacing"] - 1e-9) + 1))
    places = spaced(x - post, count)
    plate = min(0.01, 0.02 * z)
    made = Pieces()
    for px in places:
        made.box(MAIN, (0.8 * post, 0.8 * post, z - plate), (px, 0.0, plate), 0.05 * post)
        made.box(MAIN, (post, sizes["post"], plate), (px, 0.0, 0.0))
        made.box(BLACK, (0.84 * post, 0.84 * post, 0.3 * plate), (px, 0.0, z - 0.3 * plate))
    ground = min(0.1, 0.06 * z)
    for first, second in pairwise(places):
        room = second - first - 0.8 * post
        _panel(made, (first + second) / 2, room, ground, z - 2 * plate - ground, post)
    return made.pieces()


def _panel(made: Pieces, x: float, room: float, low: float, height: float, post: float) -> None:
    gap = min(0.2 * post, 0.05 * room)
    width, tube = room - 2 * gap, min(0.4 * post, 0.1 * room, 0.1 * height)
    thin = 0.7 * tube
    for side in (-1.0, 1.0):
        made.box(BLACK, (tube, thin, height), (x + side * (width - tube) / 2, 0.0, low))
        end = low if side < 0.0 else low + height - tube
        made.box(BLACK, (width - tube, thin, tube), (x, 0.0, end))
        for part in (0.2, 0.8):
            clip = (2.2 * gap, 0.5 * thin, min(0.04, 0.1 * height))
            at = x + side * (width + gap) / 2
            made.box(STEEL, clip, (at, 0.0, low + part * height))
    wire = min(WIRE, 0.4 * thin)
    columns = min(MOST_WIRES, max(1, round(width / PITCH)))
    rows = min(MOST_WIRES, max(1, round(height / PITCH)))
    wires = [
        moved(flat.box(wire, wire, height - tube), pose(p=[px, -wire / 2, tube / 2]))
        for px in spaced(width, columns + 1)[1:-1]
    ]
    wires += [
        moved(flat.box(width - tube, wire, wire), pose(p=[0.0, wire / 2, pz + height / 2]))
        for pz in spaced(height, rows + 1)[1:-1]
    ]
    if wires:
        # What so thin wires shade is no matter.
        made.add(BLACK, inlaid(merged(wires)), (x, 0.0, low))

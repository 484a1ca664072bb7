"""Tables, shelves and cabinets."""

from __future__ import annotations

from rvs.geometry.things.kind import Sizes, count, edges, kind, length
from rvs.geometry.things.pieces import (
    BLACK,
    DARK,
    MAIN,
    RUBBER,
    STEEL,
    Piece,
    Pieces,
    corners,
    spaced,
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

"""Walls and fences."""

from __future__ import annotations

from itertools import pairwise
from math import ceil

from rvs.engine.transforms import pose
from rvs.geometry.shapes import flat
from rvs.geometry.surfaces import inlaid, merged, moved
from rvs.geometry.things.kind import Sizes, kind, length, spans
from rvs.geometry.things.pieces import BLACK, LIGHT, MAIN, STEEL, Piece, Pieces, spaced

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

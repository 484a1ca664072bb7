"""Pedestals and positioners."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

from rvs.engine.rotations import rotation
from rvs.geometry.outline import rounded
from rvs.geometry.shapes import flat, revolved
from rvs.geometry.surfaces import extrude
from rvs.geometry.things.kind import Box, Sizes, kind, length, rounds, upright
from rvs.geometry.things.pieces import (
    BLACK,
    DARK,
    LIGHT,
    MAIN,
    SIDES,
    STEEL,
    Piece,
    Pieces,
    corners,
)


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

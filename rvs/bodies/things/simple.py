"""Boxes, cylinders and balls, and what robots carry."""

from __future__ import annotations

from collections.abc import Mapping

from rvs.bodies import solids
from rvs.bodies.geometry import moved
from rvs.bodies.payload import OVER, payload_looks
from rvs.bodies.shapes import shape_mesh
from rvs.bodies.things.pieces import MAIN, Piece, Pieces
from rvs.engine.transforms import pose
from rvs.model.robots.payloads import PAYLOADS, Payload, PayloadKind

Sizes = Mapping[str, float]

EDGE = 0.004


def box(sizes: Sizes) -> tuple[Piece, ...]:
    """Return a box whose edges are just broken."""
    made = Pieces()
    made.block(MAIN, (sizes["length"], sizes["width"], sizes["height"]), (0.0, 0.0, 0.0), EDGE)
    return made.pieces()


def cylinder(sizes: Sizes) -> tuple[Piece, ...]:
    """Return a cylinder whose rims are just broken."""
    made = Pieces()
    made.rod(MAIN, sizes["diameter"] / 2, sizes["height"], (0.0, 0.0, 0.0), EDGE)
    return made.pieces()


def sphere(sizes: Sizes) -> tuple[Piece, ...]:
    """Return a ball that lies on the floor."""
    radius = sizes["diameter"] / 2
    made = Pieces()
    made.add(MAIN, solids.sphere(radius), (0.0, 0.0, radius))
    return made.pieces()


def battery(sizes: Sizes) -> tuple[Piece, ...]:
    """Return a battery, the same as robots carry."""
    return _carried("battery", sizes)


def peg(sizes: Sizes) -> tuple[Piece, ...]:
    """Return a peg, the same as robots carry."""
    return _carried("peg", sizes)


def _carried(kind: PayloadKind, sizes: Sizes) -> tuple[Piece, ...]:
    across, height = sizes["diameter"], sizes["height"]
    # Payloads hang upside down from the tool's z axis.
    main, lifted = PAYLOADS[kind].color, pose(p=[0.0, 0.0, height / 2]) @ OVER
    made = Pieces()
    for name, measures, at, color, material in payload_looks(
        Payload(kind, (across, across, height), 0.0)
    ):
        look = MAIN if color == main else (color, material)
        made.add(look, moved(shape_mesh(name, measures), lifted @ at))
    return made.pieces()

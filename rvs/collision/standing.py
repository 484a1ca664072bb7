"""Bases of robots against the other bodies that stand still: which of these pairs count.

A base that is driven into a table is a mistake like any other collision.  A base that is drawn to
reach below where its robot stands, as rails and sockets are, is let into what it stands on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from rvs.collision.shapes import RobotShapes
from rvs.model.collision.rules import FLOOR, Pair, pair_of
from rvs.model.document import PlacedRobot
from rvs.model.refs import Ref, link_ref, thing_ref
from rvs.model.things.thing import Thing, bounds
from rvs.study.shapes import Shape

# A robot stands on what is so near below it, m; a base that is drawn lower than that by more than
# rounding reaches into it, and be it as little as a mesh that somebody measured.
STAND, ROUNDING = 1e-3, 1e-7


def base_pairs(
    robots: Sequence[tuple[PlacedRobot, RobotShapes]], things: Sequence[Thing], floor: bool
) -> Iterator[tuple[Pair, bool]]:
    """Yield the pairs of bases with each other, things and the floor, and whether one is let in."""
    bases = [
        (placed, shapes.shapes[shapes.refs.index(ref)], ref)
        for placed, shapes in robots
        if (ref := link_ref(placed.id, 0)) in shapes.refs
    ]
    for one, other in combinations(bases, 2):
        yield pair_of(one[2], other[2]), False
    tops: list[tuple[Ref, float]] = [(thing_ref(one.id), bounds(one)[1, 2]) for one in things]
    tops += [(FLOOR, 0.0)] if floor else []
    for placed, shape, ref in bases:
        stand = float(np.asarray(placed.place)[2, 3])
        sunk = _lowest(placed, shape) < stand - ROUNDING
        for other_ref, top in tops:
            yield pair_of(ref, other_ref), sunk and abs(stand - top) < STAND


def _lowest(placed: PlacedRobot, base: Shape) -> float:
    """How high the lowest point of a base is, m."""
    up = (np.asarray(placed.place) @ np.asarray(placed.robot.base))[2]
    ends = (float((one.points @ up[:3]).min()) - one.radius for one in base.pieces)
    return min(ends, default=0.0) + float(up[3])

"""Robots that were made of one description, on the base that they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rvs.model.collision.edits import switch_pair
from rvs.model.document import Document, PlacedRobot, add_robot


def add_together(document: Document, robots: Sequence[PlacedRobot]) -> Document:
    """Place robots where the first of them stands, whose base carries them all.

    The first links of the others are joined to that base, so that the two are not checked for
    collision.
    """
    return stand_on(add_robot(document, robots[0]), len(document.robots), robots[1:])


def stand_on(document: Document, index: int, robots: Sequence[PlacedRobot]) -> Document:
    """Place more robots on the base of one that is there, by its index; ``add_together`` says how.

    Args:
        document: The document.
        index: Of the robot that has the base.
        robots: The others.
    """
    first = document.robots[index]
    for one in robots:
        document = add_robot(document, replace(one, place=first.place))
        own = document.robots[-1].id
        document = switch_pair(document, (first.id, "link", 0), (own, "link", 1), check=False)
    return document

"""Robots made from one description, on their common base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rvs.engine.errors import ArgumentError
from rvs.model.document import Document, PlacedRobot, add_robot


def add_together(document: Document, robots: Sequence[PlacedRobot]) -> Document:
    """Place robots on the base of the first one, which carries them all."""
    return stand_on(add_robot(document, robots[0]), len(document.robots), robots[1:])


def stand_on(document: Document, index: int, robots: Sequence[PlacedRobot]) -> Document:
    """Place more robots on the base of an existing one, given by its index.

    Raises:
        ArgumentError: No robot has this index.
    """
    if not 0 <= index < len(document.robots):
        raise ArgumentError(f"index: expected 0 to {len(document.robots) - 1}, got {index}")
    place = document.robots[index].place
    for one in robots:
        document = add_robot(document, replace(one, place=place))
    return document

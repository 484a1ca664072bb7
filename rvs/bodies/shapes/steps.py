"""Into how many straight steps arcs are cut, so that a body grows smooth with its sides."""

from __future__ import annotations

from math import pi


def arc_steps(angle: float, sides: int) -> int:
    """Return the steps of a large arc: as fine as the sides of a whole circle.

    Args:
        angle: How far it turns, in rad.
        sides: Sides of a whole circle.
    """
    return max(1, round(sides * abs(angle) / (2 * pi)))


def fillet_step(sides: int) -> float:
    """Return the angle of a step in a rounded edge: a third as fine as the sides of a circle."""
    return 6 * pi / sides

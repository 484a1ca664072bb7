"""The units in which the window shows lengths and angles of the whole cell."""

from __future__ import annotations

from rvs.model.current import current_robot
from rvs.model.numbers.quantities import UNITS, Unit
from rvs.ui.desk import Desk


def shown_units(desk: Desk) -> tuple[Unit, Unit]:
    """Return the units of lengths and angles: the user's, or those of the current robot's file."""
    preferences, placed = desk.settings.preferences, current_robot(desk.session.state)
    length = preferences.length
    if length == "robot":
        return UNITS[placed.unit if placed else "m"], UNITS[preferences.angle]
    return UNITS[length], UNITS[preferences.angle]

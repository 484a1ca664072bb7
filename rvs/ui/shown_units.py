"""Values and their units in the view."""

from __future__ import annotations

from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import joint_unit, number
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.preferences import Preferences
from rvs.model.state import State


def shown_units(state: State, preferences: Preferences) -> tuple[Unit, Unit]:
    """Return units of lengths and angles: the user's, or those of the current robot's file."""
    placed = current_robot(state)
    own = placed.unit if placed else "m"
    length = own if preferences.length == "robot" else preferences.length
    return UNITS[length], UNITS[preferences.angle]


def unit_of(placed: PlacedRobot, index: int, preferences: Preferences) -> Unit:
    """Return the unit for a joint (from 0)."""
    length = placed.unit if preferences.length == "robot" else preferences.length
    return joint_unit(placed.robot.joints[index], preferences.angle, length)


def value_text(value: float, unit: Unit) -> str:
    """Return an SI value with its unit, such as ``−134.99°``."""
    gap = "" if unit.symbol == "°" else " "
    return f"{number(value / unit.factor, unit.decimals)}{gap}{unit.symbol}"

"""Values of joints as the view shows them."""

from __future__ import annotations

from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import Unit, joint_unit, number
from rvs.model.preferences import Preferences


def unit_of(placed: PlacedRobot, index: int, preferences: Preferences) -> Unit:
    """Return the unit in which a joint (from 0) is shown."""
    length = placed.unit if preferences.length == "robot" else preferences.length
    return joint_unit(placed.robot.joints[index], preferences.angle, length)


def value_text(value: float, unit: Unit) -> str:
    """Return an SI value with its unit, such as ``−134.99°``."""
    gap = "" if unit.symbol == "°" else " "
    return f"{number(value / unit.factor, unit.decimals)}{gap}{unit.symbol}"

"""Poses as cells of a table."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from rvs.engine.arrays import Array
from rvs.model.numbers.orientations import ROLL_PITCH_YAW
from rvs.model.numbers.quantities import short_number
from rvs.model.numbers.units import Unit
from rvs.model.robots.table_text import CellUnits

# Digits beyond those shown that tell a half from its rounding errors.
BEYOND = 5


def pose_headings(units: CellUnits) -> tuple[str, ...]:
    """Return headings of position, roll, pitch and yaw."""
    length, angle = units.length.symbol, units.angle.symbol
    place = (f"{axis} ({length})" for axis in "xyz")
    return (*place, *(f"{word} ({angle})" for word in ("roll", "pitch", "yaw")))


def pose_cells(pose: Array, units: CellUnits) -> tuple[str, ...]:
    """Return position, roll, pitch and yaw of a pose (4, 4)."""
    place = [steady(x, units.length) for x in pose[:3, 3].tolist()]
    turns = [steady(x, units.angle) for x in ROLL_PITCH_YAW["x"].numbers(pose[:3, :3])]
    return (*place, *turns)


def steady(value: float, unit: Unit) -> str:
    """Return a number in a unit, rounding halves away from zero regardless of the last bits."""
    near = Decimal(repr(round(float(value) / unit.factor, unit.decimals + BEYOND)))
    step = Decimal(1).scaleb(-unit.decimals)
    return short_number(float(near.quantize(step, ROUND_HALF_UP)), unit.decimals)

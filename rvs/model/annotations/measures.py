"""Measurements stored in the cell: two anchors, and the distance or angle between them."""

from __future__ import annotations

from rvs.engine.errors import ArgumentError
from rvs.model.annotations.anchors import Anchor
from rvs.model.bounds import check_name
from rvs.model.numbers.units import ANGLE_UNITS, LENGTH_UNITS
from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """A measurement; its ends are attached to their items.

    Attributes:
        id: Stable name inside the document, which robots and objects share.
        first: Start of the measurement.
        second: End of the measurement.
        length: Unit of a distance.
        angle: Unit of an angle.
    """

    id: str
    first: Anchor
    second: Anchor
    length: str = "mm"
    angle: str = "deg"

    def __post_init__(self) -> None:
        check_name(self, "id", "a measurement")
        for unit, units in ((self.length, LENGTH_UNITS), (self.angle, ANGLE_UNITS)):
            if unit not in units:
                raise ArgumentError(f"measurement: {unit!r} is not one of {', '.join(units)}")

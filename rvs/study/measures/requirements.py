"""Requirements of a design: bounds of its measures."""

from __future__ import annotations

import re
from math import isnan

from rvs.engine.errors import ArgumentError
from rvs.study.measures.measures import MEASURES
from rvs.value_class import dataclass


@dataclass(frozen=True)
class Requirement:
    """A bound of a measure.

    Attributes:
        name: A key of ``MEASURES``.
        least: The bound is the least value, otherwise the largest.
        bound: The bound, in SI units.
    """

    name: str
    least: bool
    bound: float

    def excess(self, value: float, margin: float = 0.0) -> float:
        """Return the relative excess of a value beyond the bound; 0 within it.

        Args:
            value: A value of the measure.
            margin: Required margin beyond the bound, as a fraction of it.
        """
        over = self.bound - value if self.least else value - self.bound
        scale = abs(self.bound) or 1.0
        return float("inf") if isnan(over) else max(over / scale + margin, 0.0)

    def words(self, value: float) -> str:
        """Return the violation of the bound by a value, in words."""
        unit = MEASURES[self.name].unit
        side = "below" if self.least else "above"
        return f"{self.name} {value:.4g} is {side} {self.bound:g} {unit}".rstrip()


def read_requirement(text: str) -> Requirement:
    """Return a requirement from a text: a measure, ``>=`` or ``<=``, and a number.

    Raises:
        ArgumentError: The text has another form, or there is no such measure.

    >>> read_requirement("reach >= 0.9")
    Requirement(name='reach', least=True, bound=0.9)
    """
    found = re.fullmatch(r"\s*([a-z-]+)\s*(>=|<=)\s*(\S+)\s*", text)
    try:
        if found is None:
            raise ValueError
        name, relation, bound = found[1], found[2], float(found[3])
        if isnan(bound):
            raise ValueError
    except ValueError as error:
        raise ArgumentError(
            f"require: expected a measure and its bound, as reach>=0.9, got {text!r}"
        ) from error
    if name not in MEASURES:
        raise ArgumentError(f"require: {name!r} is not one of {', '.join(MEASURES)}")
    return Requirement(name, relation == ">=", bound)

"""Requirements of a design: bounds of its measures."""

from __future__ import annotations

from math import isnan

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

"""Numbers between a file and the inside: units converted once, and exactly back."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

from rvs.model.quantities import UNITS

# A float has 17 digits at most; where no float of the file's unit gives the value, more digits do.
FLOAT_DIGITS = 17
EXACT_DIGITS = 25
_PI = Fraction("3.14159265358979323846264338327950288419716939937510582")


@dataclass(frozen=True)
class Scale:
    """A unit of numbers in a file.

    Attributes:
        factor: What one of the file's unit is inside.
        exact: The same without rounding.
    """

    factor: float
    exact: Fraction

    def read(self, text: str) -> float:
        """Return the inside value of a number as it stands in a file."""
        plain = float(text)
        if plain and _digits(text) > FLOAT_DIGITS:
            return float(Fraction(text) * self.exact)
        return plain * self.factor

    def write(self, value: float) -> str:
        """Return the shortest number that ``read`` turns into exactly this finite value."""
        if value == 0:
            return "0"
        outside = Fraction(value) / self.exact
        rounded = float(outside)
        for digits in range(1, FLOAT_DIGITS + 1):
            candidate = float(f"{rounded:.{digits}g}")
            if candidate * self.factor == value:
                return _plain(repr(candidate))
        return self._write_long(outside, value)

    def _write_long(self, outside: Fraction, value: float) -> str:
        for digits in range(FLOAT_DIGITS + 1, EXACT_DIGITS + 1):
            context = Context(prec=digits)
            quotient = context.divide(Decimal(outside.numerator), Decimal(outside.denominator))
            text = _fixed(quotient, digits)
            if self.read(text) == value:
                return text
        return repr(float(outside))


def _digits(text: str) -> int:
    mantissa = text.lower().partition("e")[0]
    return len(mantissa.lstrip("+-0.").replace(".", ""))


def _fixed(value: Decimal, digits: int) -> str:
    """Write a number with exactly so many digits, zeros at the end among them."""
    decimals = digits - 1 - value.adjusted()
    return f"{value:.{decimals}f}" if 0 < decimals < 30 else f"{value:.{digits - 1}e}"


def _plain(text: str) -> str:
    return text.removesuffix(".0")


NUMBERS = Scale(1.0, Fraction(1))
DEGREES = Scale(UNITS["deg"].factor, _PI / 180)


def length_scale(unit: str) -> Scale:
    """Return the scale of a unit of length, such as ``"mm"``."""
    factor = UNITS[unit].factor
    return Scale(factor, Fraction(repr(factor)))

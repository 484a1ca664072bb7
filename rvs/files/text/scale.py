"""Numbers in files and in the program: units are converted once, and exactly back."""

from __future__ import annotations

import sys
from dataclasses import field
from decimal import Context, Decimal
from fractions import Fraction
from math import isfinite
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from rvs.engine.errors import ArgumentError
from rvs.model.numbers.units import UNITS
from rvs.value_class import dataclass

# A float has 17 digits at most; where no float of the file's unit gives the value, more digits do.
FLOAT_DIGITS = 17
EXACT_DIGITS = 25
# Digits of a longer number that are read: more change no float, and take time by their square.
_READ = Context(prec=2 * EXACT_DIGITS)
LARGEST = Fraction(sys.float_info.max)
Number = TypeVar("Number", float, NDArray[np.float64])
_PI = Fraction("3.14159265358979323846264338327950288419716939937510582")


@dataclass(frozen=True)
class Scale:
    """A unit of numbers in a file.

    Attributes:
        factor: Internal value of one unit of the file.
        exact: The same without rounding.
        divisor: Divisor used instead if the factor is a decimal fraction: 3 dm are then 0.3 m to
            the last bit, whereas 3 times 0.1 is not.
    """

    factor: float
    # As the factor says; fractions take long to compare and to hash.
    exact: Fraction = field(compare=False)
    divisor: float = 1.0

    def inside(self, plain: Number) -> Number:
        """Return the internal value of one number or an array of them."""
        return plain / self.divisor if self.divisor != 1.0 else plain * self.factor

    def read(self, text: str) -> float:
        """Return the internal value of a number in a file."""
        plain = float(text)
        if plain and isfinite(plain) and _digits(text) > FLOAT_DIGITS:
            return float(Fraction(_READ.create_decimal(text)) * self.exact)
        return self.inside(plain)

    def write(self, value: float) -> str:
        """Return the shortest number that ``read`` converts to exactly this finite value.

        Raises:
            ArgumentError: No number in the file's unit is as large.
        """
        if value == 0:
            return "0"
        outside = Fraction(value) / self.exact
        if abs(outside) > LARGEST:
            raise ArgumentError(f"{value:g} is too large a number for the unit of the file")
        rounded = float(outside)
        for digits in range(1, FLOAT_DIGITS + 1):
            candidate = float(f"{rounded:.{digits}g}")
            if self.inside(candidate) == value:
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
    """Write a number with exactly this number of digits, trailing zeros included."""
    decimals = digits - 1 - value.adjusted()
    return f"{value:.{decimals}f}" if 0 < decimals < 30 else f"{value:.{digits - 1}e}"


def _plain(text: str) -> str:
    return text.removesuffix(".0")


NUMBERS = Scale(1.0, Fraction(1))
DEGREES = Scale(UNITS["deg"].factor, _PI / 180)


def length_scale(unit: str) -> Scale:
    """Return the scale of a unit of length, such as ``"mm"``."""
    factor = UNITS[unit].factor
    exact = Fraction(repr(factor))
    return Scale(factor, exact, float(exact.denominator) if exact.numerator == 1 else 1.0)

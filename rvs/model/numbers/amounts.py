"""Amounts: numbers with their quantities, so that lengths are not added to angles.

An amount carries the powers of length, angle and mass in its unit, as dimensional analysis does
(BIPM, The International System of Units, 9th edition, 2019, section 2.3.3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import atan2, cos, isfinite, sin

from rvs.engine.errors import ArgumentError
from rvs.model.numbers.expressions import CONSTANTS, ExpressionError, NoValue, computed
from rvs.model.numbers.units import UNITS, Measure
from rvs.value_class import dataclass

Powers = tuple[float, float, float]

POWERS: Mapping[Measure, Powers] = {
    "length": (1.0, 0.0, 0.0),
    "angle": (0.0, 1.0, 0.0),
    "mass": (0.0, 0.0, 1.0),
    "none": (0.0, 0.0, 0.0),
}
WORDS: Mapping[Powers, str] = {
    POWERS["length"]: "a length",
    POWERS["angle"]: "an angle",
    POWERS["mass"]: "a mass",
    POWERS["none"]: "a number without a unit",
}
PURE = POWERS["none"]


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its quantity.

    Attributes:
        value: In m, rad, kg and their products.
        powers: Powers of length, angle and mass.
        loose: It contains a factor without a unit that may have any unit, such as a mass per
            length.
    """

    value: float
    powers: Powers = PURE
    loose: bool = False

    def is_a(self, measure: Measure) -> bool:
        """Return whether it has this quantity."""
        return self.powers == POWERS[measure] or self._free

    @property
    def words(self) -> str:
        """Name of its quantity."""
        return WORDS.get(self.powers, "a product of units")

    @property
    def _free(self) -> bool:
        return self.loose and self.powers != PURE

    def like(self, other: Amount | float) -> Powers:
        """Return the powers of a sum with another amount; a bare 0 fits any quantity.

        Raises:
            ExpressionError: Their quantities differ.
        """
        beside = amount(other)
        if beside.powers == self.powers or beside._free or beside == Amount(0.0):
            return self.powers
        if self._free or self == Amount(0.0):
            return beside.powers
        hint = "; give the number its unit, as in 50 mm or 30 deg"
        bare = PURE in (self.powers, beside.powers)
        raise ExpressionError(
            f"{self.words} and {beside.words} can't be combined{hint if bare else ''}", 1
        )

    def __add__(self, other: Amount | float) -> Amount:
        beside = amount(other)
        return Amount(self.value + beside.value, self.like(beside), self.loose or beside.loose)

    __radd__ = __add__

    def __neg__(self) -> Amount:
        return Amount(-self.value, self.powers, self.loose)

    def __sub__(self, other: Amount | float) -> Amount:
        return self + -amount(other)

    def __rsub__(self, other: float) -> Amount:
        return amount(other) + -self

    def __mul__(self, other: Amount | float) -> Amount:
        beside = amount(other)
        x, y, z = (a + b for a, b in zip(self.powers, beside.powers, strict=True))
        return Amount(self.value * beside.value, (x, y, z), self.loose or beside.loose)

    __rmul__ = __mul__

    def __truediv__(self, other: Amount | float) -> Amount:
        beside = amount(other)
        x, y, z = (a - b for a, b in zip(self.powers, beside.powers, strict=True))
        return Amount(self.value / beside.value, (x, y, z), self.loose or beside.loose)

    def __rtruediv__(self, other: float) -> Amount:
        return amount(other) / self

    def __pow__(self, other: Amount | float) -> Amount:
        exponent = _pure(other, "an exponent")
        value = self.value**exponent
        if isinstance(value, complex):
            raise NoValue("a root of a negative number", 1)
        x, y, z = (power * exponent for power in self.powers)
        return Amount(value, (x, y, z), self.loose)

    def __rpow__(self, other: float) -> Amount:
        return amount(other) ** self

    def __abs__(self) -> Amount:
        return Amount(abs(self.value), self.powers, self.loose)

    def __gt__(self, other: Amount | float) -> bool:
        return self.value > amount(other).value


def amount(value: Amount | float) -> Amount:
    """Return a plain number as an amount; an amount is unchanged."""
    return value if isinstance(value, Amount) else Amount(float(value))


def _pure(value: Amount | float, what: str) -> float:
    found = amount(value)
    if found.powers != PURE:
        raise ExpressionError(f"{what} is a number without a unit, not {found.words}", 1)
    return found.value


def _turned(function: Callable[[float], float]) -> Callable[[Sequence[Amount | float]], Amount]:
    def applied(values: Sequence[Amount | float]) -> Amount:
        angle = amount(values[0])
        if not angle.is_a("angle") and angle != Amount(0.0):
            raise ExpressionError(f"expected an angle, as in 30 deg, found {angle.words}", 1)
        return Amount(function(angle.value))

    return applied


def _chosen(
    function: Callable[[Sequence[float]], float], powers: Powers | None = None
) -> Callable[[Sequence[Amount | float]], Amount]:
    """Return a function of amounts of one quantity; the result has ``powers`` or theirs."""

    def applied(values: Sequence[Amount | float]) -> Amount:
        found = [amount(one) for one in values]
        common = found[0]
        for one in found[1:]:
            common = Amount(common.value or one.value, common.like(one))
        loose = any(one.loose for one in found) and powers is None
        return Amount(function([one.value for one in found]), powers or common.powers, loose)

    return applied


FUNCTIONS: Mapping[str, Callable[[Sequence[Amount | float]], Amount]] = {
    "sqrt": lambda values: amount(values[0]) ** 0.5,
    "sin": _turned(sin),
    "cos": _turned(cos),
    "abs": lambda values: abs(amount(values[0])),
    "min": _chosen(min),
    "max": _chosen(max),
    "atan2": _chosen(lambda values: atan2(values[0], values[1]), POWERS["angle"]),
}
UNIT_AMOUNTS: Mapping[str, Amount] = {
    **{
        name: Amount(unit.factor, POWERS["angle" if unit.dimension == "angle" else "length"])
        for name, unit in UNITS.items()
    },
    "kg": Amount(1.0, POWERS["mass"]),
}


def measured(text: str, names: Mapping[str, Amount]) -> Amount:
    """Return the value of an expression over amounts; plain numbers in it have no unit.

    Args:
        text: At most 200 characters, such as ``L1/2 + 50 mm``.
        names: The amounts by name.

    Raises:
        ExpressionError: Not an expression, an unknown name, mismatched units, or no value.
    """
    plain = {name: Amount(value) for name, value in CONSTANTS.items()}
    found = amount(computed(text, {**plain, **names}, FUNCTIONS, UNIT_AMOUNTS))
    if not isfinite(found.value):
        raise NoValue("has no finite value", 1)
    return Amount(found.value + 0.0, found.powers, found.loose)


def check_measure(found: Amount, measure: Measure) -> None:
    """Raise an error unless an amount has the expected quantity.

    Raises:
        ArgumentError: It does not.
    """
    if not found.is_a(measure):
        hint = "; give numbers their units, as in 50 mm" if found.powers == PURE else ""
        wanted = WORDS[POWERS[measure]]
        raise ArgumentError(f"expected {wanted}, found {found.words}{hint}")

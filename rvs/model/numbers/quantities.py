"""Numbers with units in the interface; internally there are only SI values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from math import degrees, sqrt

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Joint
from rvs.engine.offset_naming import offset_letter
from rvs.model.bounds import ANGLE, LENGTH
from rvs.model.numbers.units import ANGLE_UNITS, LENGTH_UNITS, UNITS, Dimension, Unit

TRUE_MINUS = "−"
# Numbers with at most this many digits before the point have no exponent.
MOST_WHOLE = 7
# How many joints a table has at most.
MAX_JOINTS = 64
# What may be typed at most; files hold as much of lengths and angles.
LARGEST: dict[Dimension, float] = {"angle": ANGLE.most, "length": LENGTH.most, "number": 1e6}
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
# Compiled when something is typed for the first time, not at every start.
_TRAILING_UNIT = r"(?<=[\d.)\siπ])\s{0,9}(°|[A-Za-z]{1,30}|\")\Z"


# Four decimals of a unit of more metres than this are more than 0.01 mm.
COARSE = 0.1
PURE = Unit("number", "", "number", 1.0, 4)
KILOGRAM = Unit("kg", "kg", "number", 1.0, 4)
# Letters that are hit or seen in place of digits.
_MISTYPED = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", "|": "1"})
LONGEST_SAID = 40
# Parts of the largest number beside it, below which a number is no more than rounding.
NOISE = 1e-5
_SPELLINGS = {"°": "deg", "degrees": "deg", "degree": "deg", '"': "in"}


def rate_unit(unit: Unit, times: str = "s") -> Unit:
    """Return a unit per second, for rates, or per ``s²``.

    >>> shown(0.15, rate_unit(UNITS["mm"])), read("0.2 m/s", rate_unit(UNITS["mm"]))
    ('150.00 mm/s', 0.2)
    """
    return replace(unit, symbol=f"{unit.symbol}/{times}")


def metres_per(unit: str) -> float:
    """Return the number of metres in a unit of length.

    Raises:
        ArgumentError: No such unit.
    """
    if unit not in LENGTH_UNITS:
        raise ArgumentError(f"unit: {unit!r} is not one of {', '.join(LENGTH_UNITS)}")
    return UNITS[unit].factor


def number(value: float, decimals: int) -> str:
    """Return a number with fixed decimals and a true minus; a zero has no sign."""
    text = f"{value:.{decimals}f}"
    if text.startswith("-"):
        text = TRUE_MINUS + text[1:] if text.strip("-0.") else text[1:]
    return text


def short_number(value: float, decimals: int) -> str:
    """Return a number with at most the given number of decimals, without trailing zeros."""
    text = number(value, decimals)
    return text.rstrip("0").rstrip(".") if "." in text else text


def published_decimals(unit: Unit, decimals: int) -> int:
    """Return the number of decimals for the numbers of a table: to 0.01 mm, as published.

    >>> published_decimals(UNITS["m"], 4), published_decimals(UNITS["mm"], 4)
    (5, 4)
    """
    return decimals + (unit.dimension == "length" and unit.factor > COARSE)


def shown(value: float, unit: Unit) -> str:
    """Return an SI value as shown in a field, such as ``−96.29 °``."""
    return f"{number(value / unit.factor, unit.decimals)} {unit.symbol}".rstrip()


def shown_short(value: float, unit: Unit) -> str:
    """Return an SI value as shown at a tick, such as ``−160°`` or ``0.5 m``."""
    gap = "" if unit.symbol == "°" else " "
    return f"{short_number(value / unit.factor, unit.decimals)}{gap}{unit.symbol}"


def lengths_in(words: str, unit: Unit) -> str:
    """Return a sentence of the engine, which uses metres, with lengths in another unit.

    >>> lengths_in("the tool comes no nearer than 0.3359 m", UNITS["mm"])
    'the tool comes no nearer than 335.9 mm'
    """

    def written(found: re.Match[str]) -> str:
        return f"{float(found[1]) / unit.factor:.4g} {unit.symbol}"

    return re.sub(r"(?<![\w.])(\d+(?:\.\d+)?(?:e[+-]?\d+)?) m\b(?![/²³^])", written, words)


def read(text: str, unit: Unit) -> float:
    """Return the SI value of a text typed into a field.

    A unit after the expression replaces the field's own; an angle with ``pi`` and no unit is in
    radians.

    Raises:
        ExpressionError: Not an expression, a number beyond what files hold, or a unit that measures
            something else.
    """
    # Only here: files have plain numbers.
    from rvs.model.numbers.expressions import ExpressionError, NoValue, evaluate, with_points

    _, slash, per = unit.symbol.partition("/")
    chosen: Unit | None = unit
    expression = _without(unit.symbol, text.strip())
    if expression == text.strip():
        expression, chosen = split_unit(_without(slash + per, expression), unit)
    try:
        value = evaluate(with_points(expression))
    except NoValue:
        raise
    except ExpressionError as error:
        raise ExpressionError(_not_read(text.strip(), unit, error), error.column) from error
    if chosen is None:
        in_radians = unit.dimension == "angle" and re.search(r"\bpi\b|π", expression)
        chosen = UNITS["rad"] if in_radians else unit
    result = inside(value, chosen)
    most = LARGEST[chosen.dimension]
    if abs(result) > most:
        raise ExpressionError(f"expected a number of at most {shown_short(most, chosen)}", 1)
    return result


def _without(symbol: str, text: str) -> str:
    """Return the text before a symbol, whose ² may be typed as 2, ^2 or **2."""
    if not symbol:
        return text
    plain = re.sub(r"(?<=[^\W\d_])(?:\^|\*\*)?2$", "²", text)
    plain = re.sub(r" ?/ ?", "/", plain)
    before = plain.removesuffix(symbol)
    part = before == plain or (symbol[0].isalpha() and before[-1:].isalpha())
    return text if part else before.rstrip()


def _not_read(text: str, unit: Unit, error: Exception) -> str:
    """Return the reason why a typed text is not a number, and the number probably meant."""
    meant = re.sub(r"\.\.+", ".", text.translate(_MISTYPED).strip(" ,;.'"))
    if meant != text and re.search(r"\d", meant):
        with suppress(ArgumentError):
            read(meant, unit)
            return f"{text[:LONGEST_SAID]} is not a number; did you mean {meant}?"
    behind = re.fullmatch(r"[-+−]?[\d.,]+\s*([^\W\d_]+(?>(?:/[^\s/]*+)*))", text)
    if behind is not None and unit.symbol:
        return f"{behind[1][:LONGEST_SAID]} is not a unit; {_units_said(unit)}"
    if len(text) > LONGEST_SAID or not text:
        return str(error)
    return f"{text} is not a number" + ("" if text.isidentifier() else f": {error}")


def inside(value: float, unit: Unit) -> float:
    """Return the SI value of a number in a unit: 3 dm are exactly 0.3 m, as in files."""
    per_si = 1.0 / unit.factor
    return value / per_si if per_si.is_integer() else value * unit.factor


def outside(value: float, unit: Unit) -> float:
    """Return the number of an SI value in a unit: 0.3 m are exactly 3 dm.

    >>> outside(0.3, UNITS["mm"]), outside(0.254, UNITS["in"])
    (300.0, 10.0)
    """
    if unit.dimension == "angle":
        return degrees(value) if unit.factor != 1.0 else value
    per_si = 1.0 / unit.factor
    return value * per_si if per_si.is_integer() else value / unit.factor


def significant(value: float, digits: int = 4) -> str:
    """Return a number with the given number of significant digits, of any size.

    >>> significant(0.25431), significant(-0.00001234567), significant(0.0), significant(41623.0)
    ('0.2543', '−1.235e−5', '0', '41620')
    """
    mantissa, _, exponent = f"{value + 0.0:.{digits}g}".partition("e")
    text = f"{mantissa}e{int(exponent)}" if exponent else mantissa
    if 0 < int(exponent or 0) < MOST_WHOLE:
        text = f"{float(text):.0f}"
    return text.replace("-", TRUE_MINUS)


def without_noise(values: Sequence[float], beside: float = 0.0) -> list[float]:
    """Return numbers of one kind with rounding errors replaced by 0.

    Args:
        values: The numbers.
        beside: A reference size of their kind; a number small compared with it or with the largest
            of them is 0.
    """
    least = NOISE * max(map(abs, (*values, beside)))
    return [value if abs(value) > least else 0.0 for value in values]


def gyration(mass: float, moments: Sequence[float]) -> float:
    """Return the largest radius of gyration of a body, in m, as a scale of its lengths.

    >>> gyration(2.0, (0.02, 0.01, 0.02, 0.0, 0.0, 0.0))
    0.1
    """
    return sqrt(max(*moments[:3], 0.0) / mass) if mass > 0.0 else 0.0


def exact_number(value: float, unit: Unit) -> str:
    """Return the shortest number in a unit that ``inside`` converts to this value, if any."""
    outside = value / unit.factor
    for digits in range(1, 18):
        text = f"{outside:.{digits}g}"
        if inside(float(text), unit) == value:
            return repr(float(text)).removesuffix(".0")
    return repr(outside)


def split_unit(text: str, unit: Unit) -> tuple[str, Unit | None]:
    """Return an expression without the unit after it, and that unit or None.

    Raises:
        ExpressionError: The unit measures something other than the field's own.
    """
    match = re.search(_TRAILING_UNIT, text.rstrip())
    if match is None or match.group(1) == "pi":
        return text, None
    word = match.group(1)
    if word == unit.symbol:
        return text[: match.start()], unit
    named = UNITS.get(_SPELLINGS.get(word, word))
    if named is None:
        return text, None
    if named.dimension != unit.dimension:
        from rvs.model.numbers.expressions import ExpressionError

        what = {"angle": "an angle", "length": "a length"}.get(unit.dimension, "this")
        message = f"{word} does not measure {what}; {_units_said(unit)}"
        raise ExpressionError(message, match.start(1) + 1)
    return text[: match.start()], named


def _units_said(unit: Unit) -> str:
    """Return a sentence with the units permitted in a field."""
    known = {"angle": ANGLE_UNITS, "length": LENGTH_UNITS}.get(unit.dimension)
    if known is None:
        return f"the unit is {unit.symbol}" if unit.symbol else "expected a number without a unit"
    _, slash, per = unit.symbol.partition("/")
    return f"units are {', '.join(f'{name}{slash}{per}' for name in known)}"


def joint_unit(joint: Joint, angle: str, length: str) -> Unit:
    """Return the unit for a joint's value, from the chosen units of angles and lengths."""
    return UNITS[angle if joint.turns else length]


def joint_symbol(joint: Joint, index: int) -> str:
    """Return the name of joint ``index``'s (from 0) variable, such as ``θ₁`` or ``b₃``."""
    return ("θ" if joint.turns else offset_letter()) + joint_number(index)


def joint_number(index: int) -> str:
    """Return the number of joint ``index`` (from 0) as written after a letter, such as ``₁``."""
    return str(index + 1).translate(_SUBSCRIPTS)

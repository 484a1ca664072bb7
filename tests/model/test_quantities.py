import re
from math import pi, radians

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Joint
from rvs.model.numbers.expressions import ExpressionError
from rvs.model.numbers.quantities import (
    KILOGRAM,
    joint_symbol,
    joint_unit,
    metres_per,
    number,
    rate_unit,
    read,
    shown,
    shown_short,
)
from rvs.model.numbers.units import UNITS, Unit

DEG, RAD, MM, M = (UNITS[name] for name in ("deg", "rad", "mm", "m"))


def test_shown_has_a_true_minus_and_one_space() -> None:
    assert shown(radians(-96.29), DEG) == "−96.29 °"
    assert shown(0.66554, MM) == "665.54 mm"
    assert shown(-0.1, M) == "−0.1000 m"


def test_a_zero_has_no_sign() -> None:
    assert number(-0.0001, 2) == "0.00"
    assert number(-0.0, 0) == "0"


def test_shown_short_drops_zeros() -> None:
    assert shown_short(radians(-160.0), DEG) == "−160°"
    assert shown_short(0.5, M) == "0.5 m"
    assert shown_short(radians(100.0), DEG) == "100°"


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("30+15", DEG, pi / 4),
        ("pi/2", DEG, pi / 2),
        ("pi/2", RAD, pi / 2),
        ("90 deg", RAD, pi / 2),
        ("90°", RAD, pi / 2),
        ("0.5 rad", DEG, 0.5),
        ("100 mm", M, 0.1),
        ("0.1m", MM, 0.1),
        ("(1+1) in", MM, 0.0508),
        ("25", MM, 0.025),
        ("2*pi", MM, 0.002 * pi),
    ],
)
def test_read(text: str, unit: object, value: float) -> None:
    assert read(text, unit) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize("text", ["5 mm", "5 kg", "deg", "", "1 2"])
def test_read_refuses(text: str) -> None:
    with pytest.raises(ArgumentError):
        read(text, DEG)


def test_the_wrong_unit_is_named() -> None:
    with pytest.raises(ArgumentError, match="mm does not measure an angle; units are deg, rad"):
        read("5 mm", DEG)
    with pytest.raises(ArgumentError, match="deg does not measure a length"):
        read("5 deg", MM)


@pytest.mark.property
@given(st.floats(-1e3, 1e3), st.sampled_from(sorted(UNITS)))
def test_what_is_shown_reads_back_to_its_decimals(value: float, name: str) -> None:
    unit = UNITS[name]
    half = 0.5 * 10**-unit.decimals * unit.factor
    assert abs(read(shown(value, unit), unit) - value) <= half * 1.001 + 1e-12


def test_metres_per() -> None:
    assert metres_per("dm") == 0.1
    with pytest.raises(ArgumentError, match="unit: 'deg' is not one of m, dm"):
        metres_per("deg")


def test_symbols_and_units_of_joints() -> None:
    turning, sliding = Joint(), Joint(kind="prismatic")
    assert joint_symbol(turning, 0) == "θ₁"
    assert joint_symbol(sliding, 11) == "b₁₂"
    assert joint_unit(turning, "deg", "mm") is DEG
    assert joint_unit(sliding, "deg", "mm") is MM


@pytest.mark.parametrize(
    ("text", "unit", "most"),
    [("1e99", "mm", "1000000000 mm"), ("-2e6", "m", "1000000 m"), ("2e6", "deg", "1000000°")],
)
def test_numbers_beyond_what_files_hold_are_refused(text: str, unit: str, most: str) -> None:
    with pytest.raises(ExpressionError, match=most):
        read(text, UNITS[unit])
    assert read("10 m", UNITS["mm"]) == 10.0


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0,45", 0.45),
        ("1,5", 1.5),
        ("−2,25 + 1", -1.25),
        ("12,5 * 2", 25.0),
        ("0,500", 0.5),
        ("1234,567", 1234.567),
        ("1,5e3", 1500.0),
        ("max(1, 5)", 5.0),
        ("max(1,5)", 5.0),
    ],
)
def test_a_decimal_comma_is_read_where_nothing_else_can_be_meant(text: str, value: float) -> None:
    assert read(text, UNITS["m"]) == pytest.approx(value)
    assert read(f"{text} m", UNITS["mm"]) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "words", "column"),
    [
        ("1,500", "1,500 may mean 1.500 or 1500", 1),
        ("2 + 12,000 mm", "12,000 may mean 12.000 or 12000", 5),
        ("1,234,567", "decimals follow a point", 2),
        ("1.234,5", "decimals follow a point", 6),
        ("(1,5", "decimals follow a point", 3),
        ("(1,5)", "decimals follow a point", 3),
    ],
)
def test_an_unclear_comma_is_refused_with_what_it_may_mean(text, words, column) -> None:
    with pytest.raises(ExpressionError, match=re.escape(words)) as caught:
        read(text, UNITS["mm"])
    assert caught.value.column == column


@pytest.mark.parametrize("unit", [
    rate_unit(UNITS["mm"]), rate_unit(UNITS["mm"], "s²"), rate_unit(UNITS["deg"], "s²"), KILOGRAM,
    Unit("moment", "kg m²", "number", 1.0, 4), Unit("stiffness", "N m/rad", "number", 1.0, 0),
    Unit("gravity", "m/s²", "number", 1.0, 3), Unit("percent", "%", "number", 0.01, 1),
    *UNITS.values(),
])  # fmt: skip
def test_a_field_reads_the_unit_that_it_shows_however_its_power_is_typed(unit: Unit) -> None:
    for power in ("²", "2", "^2", "**2"):
        for gap in (" ", ""):
            typed = f"3{gap}{unit.symbol.replace('²', power)}"
            assert read(typed, unit) == pytest.approx(3.0 * unit.factor), typed


def test_an_acceleration_is_typed_in_other_units() -> None:
    assert read("200 mm/s2", rate_unit(UNITS["m"], "s²")) == pytest.approx(0.2)
    for text in ("200 mm/s", "200 mm/s3"):
        with pytest.raises(ExpressionError, match=r"is not a unit; units are m/s², dm/s²"):
            read(text, rate_unit(UNITS["m"], "s²"))
    with pytest.raises(ExpressionError, match="ft does not measure this; the unit is kg"):
        read("3 ft", KILOGRAM)


@pytest.mark.parametrize(
    ("text", "unit", "said"),
    [
        ("27O", "mm", "27O is not a number; did you mean 270?"),
        ("27o deg", "deg", "27o deg is not a number; did you mean 270 deg?"),
        ("l.5", "m", "l.5 is not a number; did you mean 1.5?"),
        ("0..5", "m", "0..5 is not a number; did you mean 0.5?"),
        ("30;", "mm", "30; is not a number; did you mean 30?"),
        ("30 mmm", "mm", "mmm is not a unit; units are m, dm, cm, mm, in, ft"),
        ("foo", "m", "foo is not a number"),
        ("2 +", "m", "2 + is not a number: expected a number, found the end"),
    ],
)
def test_what_is_no_number_is_said_to_whoever_typed_it(text: str, unit: str, said: str) -> None:
    with pytest.raises(ExpressionError) as error:
        read(text, UNITS[unit])
    assert str(error.value) == said

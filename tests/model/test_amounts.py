from math import pi, radians

import pytest

from rvs.engine.errors import ArgumentError
from rvs.model.numbers.amounts import POWERS, Amount, check_measure, measured
from rvs.model.numbers.expressions import ExpressionError, names_in, renamed

KNOWN = {
    "L1": Amount(0.4, POWERS["length"]),
    "L2": Amount(0.3, POWERS["length"]),
    "A1": Amount(radians(30.0), POWERS["angle"]),
    "M1": Amount(2.0, POWERS["mass"]),
    "rho": Amount(12.5, POWERS["none"], True),
    "k": Amount(3.0, POWERS["none"], True),
}


@pytest.mark.parametrize(
    ("text", "value", "measure"),
    [
        ("L1/2 + 50 mm", 0.25, "length"),
        ("sqrt(L1**2 + L2**2)", 0.5, "length"),  # 3-4-5
        ("2*L1*cos(A1 + 30 deg)", 0.4, "length"),  # cos 60° = 1/2
        ("90 deg - A1", pi / 3, "angle"),
        ("atan2(L2, L1) + 0", 0.6435011087932844, "angle"),  # asin 0.6
        ("-A1", -pi / 6, "angle"),
        ("rho*L1", 5.0, "mass"),
        ("M1 + rho*L1", 7.0, "mass"),
        ("M1*L1/L2", 2.0 * 4 / 3, "mass"),
        ("max(0, L2 - L1)", 0.0, "length"),
        ("min(L1, L2, 1 ft)", 0.3, "length"),
        ("k*2", 6.0, "none"),
        ("L1/L2", 4 / 3, "none"),
        ("L1 * 10 in / 1 ft", 0.4 * 10 / 12, "length"),
        ("pi*A1", pi * pi / 6, "angle"),
    ],
)
def test_expressions_of_amounts(text: str, value: float, measure) -> None:
    found = measured(text, KNOWN)
    assert found.value == pytest.approx(value, rel=1e-14, abs=1e-15)
    check_measure(found, measure)


@pytest.mark.parametrize(
    "text",
    ["L1 + 50", "L1 + A1", "M1 - L1", "sin(L1)", "sin(30)", "L1**L2", "min(L1, A1)", "k + L1"],
)
def test_units_that_do_not_fit_are_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        measured(text, KNOWN)


@pytest.mark.parametrize(
    ("text", "measure"),
    [("L1*L2", "length"), ("L1*A1", "length"), ("k", "length"), ("A1", "length"), ("2", "mass")],
)
def test_what_measures_something_else_is_refused(text: str, measure) -> None:
    with pytest.raises(ArgumentError, match="expected a"):
        check_measure(measured(text, KNOWN), measure)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("L1/(L2 - 0.3 m)", "division by zero"),
        ("(L2 - L1)**0.5", "root of a negative number"),
        ("L9", "unknown name 'L9'"),
        ("L1 mm", "expected an operator"),
    ],
)
def test_what_has_no_value_is_refused(text: str, words: str) -> None:
    with pytest.raises(ExpressionError, match=words):
        measured(text, KNOWN)


def test_names_are_found_and_renamed_where_they_stand_for_values() -> None:
    assert names_in("L1/2 + 50 mm + sin(A1)") == {"L1", "A1"}
    assert renamed("L1*L10 − L1", "L1", "upper") == "upper*L10 - upper"
    assert renamed("m + 5 m", "m", "x") == "x + 5 m"

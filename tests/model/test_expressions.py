import re
from math import cos, isfinite, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.model.numbers.expressions import ExpressionError, evaluate


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("30+15", 45.0),
        ("pi/2", pi / 2),
        ("π/2", pi / 2),
        ("−2", -2.0),
        ("-2**2", -4.0),
        ("2**-1", 0.5),
        ("2**3**0", 2.0),
        ("1 - 2 - 3", -4.0),
        ("8 / 4 / 2", 1.0),
        ("2 × 3 ÷ 4", 1.5),
        ("--3", 3.0),
        (".5 + 1. + 1e-1", 1.6),
        ("sqrt(16) + abs(-3)", 7.0),
        ("min(3, 1, 2) + max(4, 5)", 6.0),
        ("cos(pi)", cos(pi)),
        ("((2 + 3)) * (1 + 1)", 10.0),
    ],
)
def test_value(text: str, value: float) -> None:
    assert evaluate(text) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(
    ("text", "words", "column"),
    [
        ("", "expected a number, found the end", 1),
        ("2 3", "expected an operator such as + or *, found '3'", 3),
        ("2 +", "expected a number", 4),
        ("(1", "expected ')'", 3),
        ("foo", "unknown name 'foo'", 1),
        ("1 + foo(2)", "unknown function 'foo'", 5),
        ("2**9", "powers go up to 8", 2),
        ("(-8)**0.5", "root of a negative", 5),
        ("sin(1, 2)", "takes one number", 1),
        ("1 $ 2", "unexpected '$'", 3),
        ("1/0", "no value", 1),
        ("1e400", "no finite value", 1),
        ("sqrt(-1)", "no value", 1),
        ("(" * 60, "nested deeper", 25),
        ("1+" * 150 + "1", "longer than", 201),
        ("__import__('os')", "unexpected", 12),
        ("12,5", "expected an operator such as + or *", 3),
    ],
)
def test_fault(text: str, words: str, column: int) -> None:
    with pytest.raises(ExpressionError, match=re.escape(words)) as e:
        evaluate(text)
    assert e.value.column == column


def test_names() -> None:
    assert evaluate("d - 0.4", {"d": 1.0}) == pytest.approx(0.6)
    with pytest.raises(ExpressionError):
        evaluate("d")


@pytest.mark.property
@given(st.text(max_size=40))
def test_any_text_is_a_number_or_an_error(text: str) -> None:
    column = 1
    try:
        value = evaluate(text)
    except ExpressionError as error:
        value, column = 0.0, error.column
    assert isfinite(value)
    assert 1 <= column <= len(text) + 2


@pytest.mark.property
@given(st.recursive(
    st.integers(0, 99).map(str),
    lambda inner: st.tuples(inner, st.sampled_from("+-*"), inner).map(
        lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
    ),
    max_leaves=8,
))  # fmt: skip
def test_agrees_with_python(text: str) -> None:
    expected = float(eval(text))
    assert evaluate(text) == pytest.approx(expected)

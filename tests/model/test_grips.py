"""Taking and releasing a payload along a motion."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.model.motions.grips import (
    STROKE,
    Grip,
    check_grips,
    holds,
    opened,
    opening,
    release,
    resting_since,
    take,
    without,
)

TWO = (Grip(1.0, 2.0), Grip(3.0))


def test_it_is_held_between_take_and_release() -> None:
    assert [holds(TWO, t) for t in (0.5, 1.0, 1.9, 2.0, 2.9, 3.0, 99.0)] == [
        *(False, True, True, False, False, True, True),
    ]
    assert holds((), 5.0)


def test_it_lies_where_it_will_be_taken_or_was_released() -> None:
    assert [resting_since(TWO, t) for t in (0.0, 0.99, 2.0, 2.5)] == [1.0, 1.0, 2.0, 2.0]


def test_the_gripper_closes_before_it_takes_and_opens_behind() -> None:
    grips = (Grip(1.0, 2.0),)
    assert opening(grips, 0.0, 0.8, 0.1) == 0.8
    assert opening(grips, 1.0, 0.8, 0.1) == pytest.approx(0.1)
    assert opening(grips, 1.0 - STROKE / 2, 0.8, 0.1) == pytest.approx(0.45)
    assert opening(grips, 2.0 + STROKE / 2, 0.8, 0.1) == pytest.approx(0.45)
    assert opening(grips, 4.0, 0.8, 0.1) == 0.8


def test_an_opening_takes_a_stroke_and_stays():
    told = ((1.0, 0.5), (3.0, 0.1))
    assert [opened(told, t, 0.9) for t in (0.0, 1.0, 1.0 + STROKE, 2.9, 3.0 + STROKE, 9.0)] == (
        pytest.approx([0.9, 0.9, 0.5, 0.5, 0.1, 0.1])
    )
    assert opened(told, 3.0 + STROKE / 2, 0.9) == pytest.approx(0.3)
    assert opened((), 5.0, 0.9) == 0.9


def test_marks_are_set_and_refused() -> None:
    grips = take((), 1.0)
    assert grips == (Grip(1.0, inf),)
    grips = release(grips, 2.0)
    assert grips == (Grip(1.0, 2.0),)
    with pytest.raises(ArgumentError, match="already"):
        take(grips, 1.5)
    with pytest.raises(ArgumentError, match="nothing is held"):
        release(grips, 2.5)
    assert take(grips, 0.5) == (Grip(0.5, 0.75), Grip(1.0, 2.0))
    assert without((Grip(0.5, 0.75), Grip(1.0, 2.0)), 1.8) == (Grip(0.5, 0.75),)
    assert without((), 1.0) == ()


@given(st.lists(st.tuples(st.booleans(), st.floats(0.0, 10.0)), max_size=12))
def test_any_marks_make_grips_that_follow_each_other(marks) -> None:
    grips = ()
    for takes, t in marks:
        try:
            grips = take(grips, t) if takes else release(grips, t)
        except ArgumentError:
            continue
        check_grips(grips)


@pytest.mark.parametrize("values", [(-1.0,), (2.0, 2.0), (2.0, 1.0), (inf,)])
def test_what_is_no_grip(values) -> None:
    with pytest.raises(ArgumentError):
        Grip(*values)

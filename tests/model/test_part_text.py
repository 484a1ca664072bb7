"""Sizes and moves as texts: there and back, expressions kept, drags joined to the last move."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError, RvsError
from rvs.geometry.shapes import SHAPES
from rvs.model.body.part_text import (
    MOVES,
    REPEATS,
    Texts,
    fresh_move,
    fresh_repeat,
    moved,
    step_word,
    turned,
)
from rvs.model.body.sizes import Scope, poses_of
from rvs.model.body.values import Move, Part, Repeat

TEXTS = Texts("mm", {"a": 400.0, "d": 150.0})
SCOPE = Scope({"a": 400.0, "d": 150.0}, 0.001)
numbers = st.integers(-9000, 9000).map(lambda k: k / 1000)


@given(numbers)
def test_lengths_are_shown_in_the_unit_and_read_back(value):
    assert np.isclose(TEXTS.read_size(TEXTS.size(value, "length"), "length"), value, atol=1e-12)
    assert np.isclose(TEXTS.read_size(TEXTS.size(value, "angle"), "angle"), value, atol=1e-9)


def test_an_expression_stays_one_and_has_to_have_a_value():
    assert TEXTS.read_size("d - 40", "length") == "d - 40"
    assert TEXTS.size("d - 40", "length") == "d - 40"
    assert TEXTS.read_size("30 + 15", "length") == pytest.approx(0.045)
    for bad in ("d -", "e + 1", "", "1/0"):
        with pytest.raises(RvsError):
            TEXTS.read_size(bad, "length")


def test_counts_are_whole():
    assert TEXTS.read_size("6", "count") == 6.0
    with pytest.raises(RvsError, match="whole number"):
        TEXTS.read_size("6.5", "count")


def test_points_are_parted_by_semicolons():
    points = SHAPES["extrusion"].parameters[0]
    value = TEXTS.read_value("0 0; 10 0; 10 20", points)
    assert value == ((0.0, 0.0), (0.01, 0.0), (0.01, 0.02))
    assert TEXTS.value(value, points) == "0 0; 10 0; 10 20"
    with pytest.raises(RvsError, match="points of 2 numbers"):
        TEXTS.read_value("0 0 0; 10 0", points)


@pytest.mark.parametrize("word", [*MOVES, *REPEATS])
def test_every_move_and_repeat_that_is_offered_can_be_shown_and_read(word):
    step = fresh_move(word) if word in MOVES else fresh_repeat(word)
    assert step_word(step).split()[0] == word.split()[0]
    assert TEXTS.read_step(TEXTS.step(step), step) == step


def test_a_move_takes_its_own_count_of_numbers():
    shift, ring = fresh_move("Shift"), fresh_repeat("Ring about z")
    with pytest.raises(RvsError, match="expected 3 numbers"):
        TEXTS.read_step("1, 2", shift)
    assert TEXTS.read_step("a, 0, -5", shift).values == ("a", 0.0, -0.005)
    assert TEXTS.read_step("6", ring).values == ()
    assert TEXTS.read_step("6, 90", ring).values == (pytest.approx(np.pi / 2),)
    with pytest.raises(RvsError, match="whole number"):
        TEXTS.read_step("2.5", ring)


def test_a_pasted_matrix_is_in_the_unit_of_the_body():
    values = TEXTS.read_matrix("[[1 0 0 10], [0 1 0 20], [0 0 1 30]]")
    assert values[3::4] == pytest.approx((0.01, 0.02, 0.03, 1.0))
    assert values[:3] == (1.0, 0.0, 0.0)
    assert TEXTS.read_matrix("1 2 3") is None
    assert TEXTS.read_matrix("a") is None


moves = st.lists(
    st.builds(Move, st.just("shift"), st.tuples(numbers, numbers, numbers))
    | st.builds(lambda angle, axis: Move("turn", (angle,), axis), numbers, st.sampled_from("xyz")),
    max_size=3,
).map(tuple)


def pose(moves):
    return poses_of(Part("p", "box", (), moves), SCOPE)[0]


@given(moves, st.tuples(numbers, numbers, numbers))
def test_a_drag_moves_along_the_axes_of_the_part(before, way):
    step = np.eye(4)
    step[:3, 3] = way
    after = moved(before, way)
    assert np.allclose(pose(after), pose(before) @ step, atol=1e-9)
    assert len(after) <= len(before) + 1


@given(moves, st.integers(0, 2), numbers)
def test_a_drag_turns_about_an_axis_of_the_part(before, axis, angle):
    step = pose((Move("turn", (angle,), "xyz"[axis]),))
    assert np.allclose(pose(turned(before, axis, angle)), pose(before) @ step, atol=1e-9)


def test_drags_are_joined_to_a_move_of_their_kind_but_not_to_an_expression():
    once = moved((), (0.1, 0.0, 0.0))
    assert moved(once, (0.0, 0.2, 0.0)) == (Move("shift", (0.1, 0.2, 0.0)),)
    kept = (Move("shift", ("a", 0.0, 0.0)),)
    assert moved(kept, (0.1, 0.0, 0.0))[0] == kept[0]


def test_lengths_are_shown_and_typed_in_the_unit_of_the_robot_and_keep_all_digits() -> None:
    texts = Texts("m", {"a": 0.4}, "mm")
    exact = 0.03752250903
    assert texts.size(exact, "length") == "37.5225"
    assert texts.read_size("30", "length") == pytest.approx(0.03)
    assert texts.read_size("30 mm", "length") == pytest.approx(0.03)
    assert texts.read_size("2 in", "length") == pytest.approx(0.0508)
    assert texts.read_size("pi/2 rad", "angle") == pytest.approx(pi / 2)
    assert texts.read_size("a / 2", "length") == "a / 2"
    with pytest.raises(ArgumentError, match="deg does not measure a length"):
        texts.read_size("30 deg", "length")
    shift = Move("shift", (exact, 0.01, exact))
    changed = texts.read_step(texts.step(shift).replace("10,", "20,"), shift)
    assert changed.values == (exact, pytest.approx(0.02), exact)
    row = Repeat("row", 3.0, (exact, 0.0, 0.0))
    again = texts.read_step("4" + texts.step(row)[1:], row)
    assert again == Repeat("row", 4.0, (exact, 0.0, 0.0))

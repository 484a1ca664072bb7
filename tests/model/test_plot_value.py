"""Plots as values, and lines of equal height."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.model.plots.plot import Axis, Curve, Plot, curve, curves, points, value_map


def test_plots_are_equal_by_what_they_show():
    plots = [
        Plot("t", Axis("x"), Axis("y"), curves([0, 1], [[0, 1], [2, 3]], "ab")) for _ in range(2)
    ]
    assert plots[0] == plots[1]
    assert len({*plots}) == 1


def test_columns_become_curves_in_colors_of_their_own():
    first, second = curves([0, 1], [[1, 2], [3, 4]], ["a", "b"])
    assert (first.name, first.y, first.series) == ("a", (1.0, 3.0), 0)
    assert (second.name, second.y, second.series) == ("b", (2.0, 4.0), 1)


def test_wrong_curves_are_refused():
    with pytest.raises(ArgumentError, match="y: expected 2"):
        Curve((0.0, 1.0), (0.0,))
    with pytest.raises(ArgumentError, match="x: every"):
        curve([0, np.nan], [0, 0])
    with pytest.raises(ArgumentError, match="columns"):
        curves([0, 1], [[1, 2], [3, 4]], ["a"])
    assert np.isnan(curve([0, 1], [0, np.nan]).y[1])


NUMBERS = st.floats(-1e3, 1e3)


@given(st.lists(st.tuples(st.integers(-50, 50), NUMBERS), min_size=1), st.floats(-60, 60))
def test_a_curve_lies_between_its_points_and_ends_level(points, x):
    xs, ys = zip(*sorted(points), strict=True)
    assert Curve(xs, ys).at(x) == pytest.approx(np.interp(x, xs, ys), abs=1e-9)
    steps, first = sorted(set(xs)), dict(sorted(points, reverse=True))
    alone = Curve(tuple(steps), tuple(first[k] for k in steps))
    assert [alone.at(k) for k in steps] == list(alone.y)


def test_a_curve_has_no_value_in_a_gap_and_one_at_its_edge():
    gap = Curve((0.0, 1.0, 2.0), (0.0, np.nan, 2.0))
    assert np.isnan([gap.at(0.5), gap.at(1.5)]).all()
    assert (gap.at(0.0), gap.at(2.0)) == (0.0, 2.0)


def test_a_curve_without_points_has_no_value():
    with pytest.raises(ArgumentError, match="x: expected"):
        Curve((), ()).at(0.0)


def test_the_value_of_a_long_curve_is_found_without_looking_at_all_of_it():
    class Seen(float):
        compared = 0

        def __gt__(self, other):
            Seen.compared += 1
            return float.__gt__(self, other)

    xs = tuple(map(Seen, range(10_000)))
    found = Curve(xs, tuple(range(10_000)))
    Seen.compared = 0
    assert found.at(1234.5) == 1234.5
    assert 0 < Seen.compared < 50


def test_maps_have_cells_around_their_middles():
    shown = value_map([0, 1, 3], [0, 10], [[1, 2, 3], [4, np.nan, 6]])
    assert shown.edges("x").tolist() == [-0.5, 0.5, 2.0, 4.0]
    assert shown.scale == (1.0, 6.0)
    assert (shown.at(1.9, -4.9), shown.at(3.0, 14.9)) == (2.0, 6.0)
    assert np.isnan(shown.at(1.0, 10.0))
    assert shown.at(4.1, 0.0) is None


@pytest.mark.parametrize(
    ("values", "bounds", "scale"),
    [
        ([[2, 2], [2, 2]], (None, None), (2.0, 4.0)),
        ([[np.nan] * 2] * 2, (None, None), (0.0, 1.0)),
        ([[np.nan] * 2] * 2, (None, 5.0), (4.0, 5.0)),
        ([[1, 2], [3, 4]], (0.0, None), (0.0, 4.0)),
    ],
)
def test_scale_of_a_map_always_has_two_ends(values, bounds, scale):
    lower, upper = bounds
    assert value_map([0, 1], [0, 1], values, lower=lower, upper=upper).scale == scale


def test_wrong_maps_and_points_are_refused():
    with pytest.raises(ArgumentError, match="x: expected at least two ascending"):
        value_map([1, 0], [0, 1], np.eye(2))
    with pytest.raises(ArgumentError, match="values: expected 2 rows of 3"):
        value_map([0, 1, 2], [0, 1], np.eye(2))
    with pytest.raises(ArgumentError, match="names: expected 2 or none"):
        points([0, 1], [0, 1], ["a"])
    with pytest.raises(ArgumentError, match="finite"):
        points([0, np.nan], [0, 1])

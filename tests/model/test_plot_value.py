"""Plots as values, and lines of equal height."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.model.plots.contours import contours
from rvs.model.plots.plot import Axis, Curve, Plot, curve, curves


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


@pytest.mark.property
@given(st.floats(0.2, 0.9), st.integers(5, 30))
def test_a_circle_of_equal_height_is_one_closed_line(radius, count):
    axis = np.linspace(-1.1, 1.1, count)
    distance = np.hypot(*np.meshgrid(axis, axis, indexing="ij"))
    lines = contours(axis, axis, distance, radius)
    if count > 12:
        assert len(lines) == 1
        assert lines[0][0] == lines[0][-1]
        assert np.abs(np.hypot(*np.transpose(lines[0])) - radius).max() < 0.05
    for line in lines:
        assert len(line) > 1


def test_a_saddle_has_two_lines_and_a_plane_one():
    x = np.linspace(-1, 1, 9)
    saddle = np.multiply.outer(x, x)
    assert len(contours(x, x, saddle, 0.2)) == 2
    for sign in (1, -1):
        cell = contours([0, 1], [0, 1], sign * np.array([[2, -1], [-1, 2]]), 0)
        # the corners at the height of the middle hang together
        assert sorted(sorted(line) for line in cell) == [
            [(0, pytest.approx(2 / 3)), (pytest.approx(1 / 3), 1)],
            [(pytest.approx(2 / 3), 0), (1, pytest.approx(1 / 3))],
        ]
    (line,) = contours(x, x, np.add.outer(x, 2 * x), 0.5)
    assert np.allclose([a + 2 * b for a, b in line], 0.5)
    assert contours(x, x, saddle, 5.0) == []
    with pytest.raises(ArgumentError, match="z"):
        contours(x, x, [1, 2], 0)

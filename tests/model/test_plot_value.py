"""Plots as values, and lines of equal height."""

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
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

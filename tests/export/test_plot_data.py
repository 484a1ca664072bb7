"""Numbers of plots for spreadsheets."""

import csv

import pytest

from rvs.engine.errors import ArgumentError
from rvs.export.plots.data import plots_csv, write_csv
from rvs.model.plots.plot import Axis, Plot, curve, points, value_map

TIME, ANGLE = Axis("time", "s"), Axis("velocity", "°/s")


def rows(text):
    return list(csv.reader(text.splitlines()))


def test_numbers_are_exact_and_every_column_has_its_unit(tmp_path):
    third = 1.0 / 3.0
    plot = Plot("", TIME, ANGLE, (curve([0, third], [third, 2], "θ₁"),))
    path = write_csv(tmp_path / "a.csv", [plot])
    head, first, last = rows(path.read_text("utf-8"))
    assert head == ["time (s)", "θ₁ velocity (°/s)"]
    assert [float(x) for x in (*first, *last)] == [0.0, third, third, 2.0]


def test_other_abscissas_are_joined_and_nothing_is_made_up_beyond_the_ends():
    plots = [
        Plot("", TIME, ANGLE, (curve([0, 2], [0, 4], "a"),)),
        Plot("", TIME, Axis("speed"), (curve([1, 2], [7, 8], "speed"),)),
    ]
    table = rows(plots_csv(plots))
    assert table[0][2] == "speed"
    assert [row[1] for row in table[1:]] == ["0.0", "2.0", "4.0"]
    assert [row[2] for row in table[1:]] == ["", "7.0", "8.0"]


def test_no_curves_or_two_axes_are_refused():
    with pytest.raises(ArgumentError, match="no curves"):
        plots_csv([Plot("", TIME, ANGLE)])
    one = Plot("", TIME, ANGLE, (curve([0, 1], [0, 1]),))
    other = Plot("", Axis("angle"), ANGLE, (curve([0, 1], [0, 1]),))
    with pytest.raises(ArgumentError, match="same horizontal axis"):
        plots_csv([one, other])


def test_cells_and_points_are_rows_with_their_values_and_names():
    shown = value_map([0, 1], [2, 3], [[1.5, float("nan")], [0.1, 4]], "load", "kg")
    some = points([0.5], [2.5], ["design 1"], "designs")
    plot = Plot("", Axis("x", "m"), Axis("y", "m"), (curve([0, 1], [2, 2], "rim"),), map=shown,
                points=(some,))  # fmt: skip
    assert rows(plots_csv([plot])) == [
        ["series", "name", "x (m)", "y (m)", "load (kg)"],
        ["rim", "", "0.0", "2.0", ""],
        ["rim", "", "1.0", "2.0", ""],
        ["designs", "design 1", "0.5", "2.5", ""],
        ["load", "", "0.0", "2.0", "1.5"],
        ["load", "", "1.0", "2.0", ""],
        ["load", "", "0.0", "3.0", "0.1"],
        ["load", "", "1.0", "3.0", "4.0"],
    ]
    with pytest.raises(ArgumentError, match="same axes"):
        plots_csv([plot, Plot("", TIME, ANGLE, points=(some,))])

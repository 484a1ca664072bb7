"""Styles that distinguish curves."""

import numpy as np
import pytest

from rvs.model.plots.plot import Axis, Plot, curve
from rvs.model.plots.strokes import COLORS, STRIPE, color_index, dashes_of, strokes

X = np.linspace(0.0, 1.0, 101)


def plot(*rows):
    return Plot("", Axis("x"), Axis("y"), tuple(curve(X, y, "c", k) for k, y in enumerate(rows)))


def test_the_seventh_joint_looks_unlike_the_first():
    assert color_index(6) == color_index(0)
    assert dashes_of(6) != dashes_of(0) == ()
    looks = {(color_index(k), dashes_of(k)) for k in range(24)}
    assert len(looks) == 24


def test_without_colour_the_curves_of_eight_joints_differ_by_dashes():
    looks = {dashes_of(k, telling="dashes") for k in range(8)}
    assert len(looks) == 8
    assert dashes_of(0, reference=True) not in looks


def test_curves_that_lie_apart_are_whole_lines():
    found = strokes(plot(X, X + 1, -X))
    assert [(s.first, s.last, s.dashes) for s in found] == [(0, 100, ())] * 3


def test_what_lies_on_another_is_striped_where_it_does():
    under, over = X, np.where(X <= 0.5, X, 1.0 - X)
    whole, striped, free = strokes(plot(under, over))
    assert (whole.first, whole.last, whole.dashes) == (0, 100, ())
    assert striped.dashes == (STRIPE, STRIPE)
    assert X[striped.last] == pytest.approx(0.5, abs=0.02)
    assert (free.first, free.dashes) == (striped.last, ())


def test_of_three_on_each_other_every_one_shows():
    lowest, middle, top = strokes(plot(X, X, X))
    assert lowest.dashes == ()
    assert middle.dashes == (2 * STRIPE, STRIPE)
    assert top.dashes == (STRIPE, 2 * STRIPE)
    assert sum(middle.dashes) == sum(top.dashes)


def test_curves_that_cross_are_not_striped():
    assert all(not stroke.dashes for stroke in strokes(plot(X, 1 - X)))


def test_a_gap_ends_a_stroke():
    broken = np.where((X > 0.4) & (X < 0.6), np.nan, X)
    assert [(s.first, s.last) for s in strokes(plot(broken))] == [(0, 40), (60, 100)]


def test_every_palette_has_the_colours():
    from rvs.model.appearance.colors import WINDOW

    assert {len(colors.series) for colors in WINDOW.values()} == {COLORS}

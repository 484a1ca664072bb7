"""Speed along stretches: closed forms, bounds kept, nothing jumps."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.engine.profile import Profile, even_ramp

sizes = st.floats(1e-3, 10.0)
stretches = st.lists(st.tuples(st.floats(0.0, 10.0), sizes, sizes), min_size=1, max_size=6)


@given(sizes, sizes, sizes)
def test_one_stretch_takes_the_time_of_a_trapezoid_or_a_triangle(way, speed, push):
    reached = speed**2 / push <= way
    wanted = way / speed + speed / push if reached else 2 * np.sqrt(way / push)
    assert np.isclose(Profile((way,), (speed,), (push,)).duration, wanted, rtol=1e-12)


@given(stretches)
def test_bounds_are_kept_and_nothing_jumps(rows):
    profile = Profile(*zip(*rows, strict=True))
    times = np.linspace(0.0, profile.duration, 2001)
    found = profile.at(times)
    which = np.searchsorted(profile.starts, found.s, side="right") - 1
    which = np.clip(which, 0, len(rows) - 1)
    speeds, pushes = np.array(rows)[:, 1], np.array(rows)[:, 2]
    beside = np.minimum(which + 1, len(rows) - 1), np.maximum(which - 1, 0)
    near = [which, *beside]
    assert (found.ds <= np.max([speeds[k] for k in near], axis=0) * (1 + 1e-9)).all()
    steps = np.diff(times, prepend=0.0)
    assert (np.abs(np.diff(found.ds)) <= pushes.max() * steps[1:] * (1 + 1e-6) + 1e-12).all()
    assert (np.diff(found.s) >= -1e-12).all()
    assert found.ds[0] == 0.0
    assert found.ds[-1] == pytest.approx(0.0, abs=1e-6)
    assert found.s[-1] == pytest.approx(profile.starts[-1])


def test_cutting_a_stretch_in_two_changes_nothing():
    whole, cut = Profile((3.0,), (0.7,), (0.2,)), Profile((1.1, 1.9), (0.7,) * 2, (0.2,) * 2)
    times = np.linspace(0.0, whole.duration, 101)
    assert np.isclose(whole.duration, cut.duration)
    assert np.allclose(whole.at(times).s, cut.at(times).s)


def test_a_slow_stretch_is_entered_at_its_speed():
    profile = Profile((1.0, 1.0, 1.0), (1.0, 0.2, 1.0), (1.0, 1.0, 1.0))
    times = np.linspace(0.0, profile.duration, 5001)
    found = profile.at(times)
    inside = (found.s > 1.0) & (found.s < 2.0)
    assert np.allclose(found.ds[inside], 0.2)
    # The outer ones: from 0 to 1 and down to 0.2, where the way allows 1.
    rise, fall = 1.0, 0.8
    ways = rise**2 / 2, (1.0 - 0.2**2) / 2
    outer = rise + fall + (1.0 - sum(ways)) / 1.0 if sum(ways) < 1.0 else np.nan
    assert np.isclose(profile.duration, 2 * outer + 5.0)


def test_joints_go_together_as_fast_as_the_slowest_allows():
    profile = even_ramp([0.5, -2.0, 0.0], [1.0, 1.0, 1.0], [2.0, 8.0, 1e-9])
    # Joint 1 bounds the acceleration, 2 rad/s2 over 0.5 rad; joint 2 the speed, 1 rad/s over 2.
    assert np.isclose(profile.duration, 2.0 + 0.5 / 4.0)


@pytest.mark.parametrize("rows", [((), (), ()), ((1.0,), (0.0,), (1.0,)), ((1.0,), (1.0,), ())])
def test_a_profile_needs_numbers(rows):
    with pytest.raises(ArgumentError, match="lengths"):
        Profile(*rows)

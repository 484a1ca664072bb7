"""Plots of trajectories."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.model.motions.motion import JointTrajectory
from rvs.model.plots.motion_plot import envelope, trajectory_plot, trajectory_plots


def arm():
    return Robot.from_dh(
        [0.4, 0.3, 0], 0, 0, 0, "RRP", limits=[[-1, 2], [-3, 3], [0, 0.5]], rate=[4, np.inf, 1],
        name="Arm",
    )  # fmt: skip


def trajectory(table):
    return JointTrajectory.evenly("arm", table, 0.5)


SMALL = [[0, 1, 0.1], [1, 1, 0.2], [1, 0, 0.4]]


@pytest.mark.property
@given(st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=400), st.integers(4, 60))
def test_an_envelope_keeps_ends_and_extremes_of_every_stretch(values, points):
    array = np.array(values)
    kept = envelope(array, points)
    assert (np.diff(kept) > 0).all() or len(kept) == 1
    assert (kept[0], kept[-1]) == (0, len(values) - 1)
    assert len(kept) <= max(points, 4) + 4
    assert array[kept].min() == array.min()
    assert array[kept].max() == array.max()


def test_an_envelope_keeps_the_shape_of_a_million_rows():
    wave = np.sin(np.linspace(0, 20, 1_000_000))
    wave[123_456] = 5.0
    kept = envelope(wave, 2000)
    assert len(kept) <= 2004
    assert 123_456 in kept
    line = np.interp(np.arange(len(wave)), kept, wave[kept])
    apart = np.abs(line - wave)
    assert np.delete(apart, np.arange(122_000, 125_000)).max() < 0.025


def test_few_points_are_all_kept():
    assert envelope(np.arange(10.0), 10).tolist() == list(range(10))


def test_the_plot_of_one_joint_names_it():
    one, two = (
        trajectory_plot(arm(), trajectory(SMALL), "velocity", joints=joints)
        for joints in ([1], [0, 1])
    )
    assert (one.title, two.title) == ("Arm: velocity of θ₂", "Arm: joint velocity")


def test_units_names_and_axes():
    plot = trajectory_plot(arm(), trajectory(SMALL), joints=[0, 1])
    assert [c.name for c in plot.curves] == ["θ₁", "θ₂"]
    assert [c.series for c in plot.curves] == [0, 1]
    assert plot.curves[0].x == (0.0, 0.5, 1.0)
    assert plot.curves[0].y == pytest.approx(np.degrees([0, 1, 1]))
    assert (plot.x.text, plot.y.text) == ("time (s)", "value (°)")
    assert (plot.x.lower, plot.x.upper) == (0.0, 1.0)
    assert "Arm" in plot.title


def test_velocities_and_accelerations_in_the_units_wanted():
    slide = trajectory_plot(arm(), trajectory(SMALL), "velocity", ("rad", "mm"), [2])
    assert slide.y.text == "velocity (mm/s)"
    assert slide.curves[0].x == (0.25, 0.75)
    assert slide.curves[0].y == pytest.approx((200.0, 400.0))
    turn = trajectory_plot(arm(), trajectory(SMALL), "acceleration", ("rad", "mm"), [0])
    assert turn.y.text == "acceleration (rad/s²)"
    assert turn.curves[0].y == pytest.approx((-4.0,))


def test_limits_of_one_joint_lie_across():
    plot = trajectory_plot(arm(), trajectory(SMALL), units=("rad", "m"), joints=[0])
    below, above = plot.bands
    assert (below.side, below.upper, above.lower, above.side) == ("y", -1.0, 2.0, "y")
    assert (plot.y.lower, plot.y.upper) == (below.lower, above.upper)
    assert below.lower < -1.0
    assert above.upper > 2.0


def test_a_joint_without_rate_limit_has_no_band():
    assert not trajectory_plot(arm(), trajectory(SMALL), "velocity", joints=[1]).bands
    assert trajectory_plot(arm(), trajectory(SMALL), "velocity", joints=[0]).bands


def test_of_several_joints_the_times_beyond_are_marked_once():
    table = [[0, 0, 0], [4, 4, 0], [0, 0, 0], [0, 4, 0]]
    plot = trajectory_plot(arm(), trajectory(table), joints=[0, 1])
    first, second = plot.bands
    assert (first.side, first.lower, first.upper) == ("x", 0.25, 0.75)
    assert (second.lower, second.upper) == (pytest.approx(1.375), 1.5)


def test_turning_and_sliding_joints_get_a_plot_each():
    turning, sliding = trajectory_plots(arm(), trajectory(SMALL))
    assert len(turning.curves) == 2
    assert [c.name for c in sliding.curves] == ["b₃"]
    assert sliding.y.text == "value (m)"


def test_a_single_row_makes_a_plot():
    for quantity in ("position", "velocity", "acceleration"):
        assert trajectory_plots(arm(), trajectory(SMALL[:1]), quantity)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "one kind"),
        ({"joints": []}, "joints"),
        ({"joints": [3]}, "0 to 2"),
        ({"joints": [0], "quantity": "jerk"}, "quantity"),
        ({"joints": [0], "units": ("grad", "m")}, "units"),
    ],
)
def test_plots_say_what_they_cannot_show(options, said):
    with pytest.raises(ArgumentError, match=said):
        trajectory_plot(arm(), trajectory(SMALL), **options)


def test_plots_of_another_robot_are_refused():
    with pytest.raises(ArgumentError, match="rows of 3"):
        trajectory_plot(arm(), trajectory([[0.0]]), joints=[0])

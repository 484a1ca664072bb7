"""Plots of the tool, and the table of what can be plotted."""

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.model.motions.motion import JointTrajectory
from rvs.model.plots.kinds import KINDS, Options, plots_of
from rvs.model.plots.motion_plot import tool_position_plot, tool_speed_plots

TURNED = ((0.0, -1.0, 0.0, 5.0), (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 1.0, 1.0), (0.0, 0.0, 0.0, 1.0))


def arm():
    known = {"mass": [1.0], "com": [[0.0, 0.0, 0.0]]}
    return Robot.from_dh([2.0], 0, 0, 0, "R", limits=[[-2.0, 2.0]], name="Arm", **known)


def turning(rate=0.5, rows=101, dt=0.01):
    return JointTrajectory.evenly("arm", rate * dt * np.arange(rows)[:, None], dt)


def test_a_turning_arm_moves_its_tool_on_a_circle():
    plot = tool_position_plot(arm(), turning(), ("deg", "mm"))
    x, y, z = plot.curves
    angle = 0.5 * np.array(x.x)
    assert x.y == pytest.approx(2000 * np.cos(angle))
    assert y.y == pytest.approx(2000 * np.sin(angle))
    assert set(z.y) == {0.0}
    assert plot.y.text == "position (mm)"


def test_coordinates_of_the_cell_count_where_the_robot_stands():
    x, y, z = tool_position_plot(arm(), turning(), place=TURNED).curves
    assert (x.y[0], y.y[0], z.y[0]) == pytest.approx((5.0, 2.0, 1.0))


def test_speed_is_rate_times_arm_and_turning_the_rate():
    speed, turns = tool_speed_plots(arm(), turning(), ("rad", "m"))
    assert speed.curves[0].y == pytest.approx([1.0] * 100)
    assert turns.curves[0].y == pytest.approx([0.5] * 100)
    assert (speed.y.text, turns.y.text) == ("speed (m/s)", "angular speed (rad/s)")


def test_rounding_is_not_as_high_as_the_plot():
    # Two joints that turn against each other: the tool keeps its direction but for rounding.
    rows = 1e-3 * np.arange(50)[:, None] * [1.0, -1.0] + 1e-7 * np.sin(np.arange(50))[:, None]
    two = Robot.from_dh([1.0, 1.0], 0, 0, 0, "RR")
    _, turns = tool_speed_plots(two, JointTrajectory.evenly("arm", rows, 0.01), ("rad", "m"))
    highest = max(turns.curves[0].y)
    assert 0.0 < highest < 0.05 * turns.y.upper
    assert turns.y.upper == pytest.approx(1.05 * 0.01 * 0.2, rel=0.01)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_plotted_over_the_whole_time(kind):
    plots = plots_of(kind, arm(), turning())
    assert plots
    assert all((plot.x.lower, plot.x.upper) == (0.0, 1.0) for plot in plots)


def test_an_unknown_kind_is_refused():
    with pytest.raises(ArgumentError, match="kind"):
        plots_of("smell", arm(), turning())


def test_the_share_of_limits_is_100_at_them():
    (plot,) = plots_of("limits", arm(), turning(rate=2.0))
    assert plot.curves[0].y[-1] == pytest.approx(100.0)
    below, above = plot.bands
    assert (below.upper, above.lower) == (-100.0, 100.0)


def test_joints_without_limits_are_left_out():
    free = Robot.from_dh([1, 1], 0, 0, 0, "RR", limits=[[-1, 1], [-np.inf, np.inf]])
    rows = JointTrajectory.evenly("arm", [[0, 0], [0.5, 1]], 1.0)
    (plot,) = plots_of("limits", free, rows)
    assert [one.series for one in plot.curves] == [0]
    assert plots_of("limits", free, rows, Options(joint=1)) == ()

"""Plots of torques, their parts, powers and energies."""

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.model.motions.loads import load_along, overloads
from rvs.model.motions.motion import JointTrajectory
from rvs.model.plots.kinds import KINDS, Options, plots_of

TIMES = np.linspace(0.0, 2.0, 101)


def arm(effort=(12.0, np.inf, 5.0)):
    return Robot.from_dh(
        [0.5, 0.4, 0], 0, 0, 0, "RRP", mass=[2, 1, 0.5], com=[[-0.2, 0, 0]] * 3,
        inertia=[[0.1, 0.1, 0.1, 0, 0, 0]] * 3, effort=list(effort), limits=[[-3, 3]] * 3,
        viscous=[0.2, 0, 0], gravity=(0, -9.81, 0), name="Arm",
    )  # fmt: skip


def swing():
    rows = np.stack([np.cos(2 * TIMES), 0.5 * np.sin(TIMES), 0.1 * TIMES], axis=1)
    return JointTrajectory.evenly("arm", rows, TIMES[1])


def test_torques_of_turning_and_sliding_joints_stand_apart():
    turning, sliding = plots_of("torque", arm(), swing())
    assert (turning.y.text, sliding.y.text) == ("torque (N m)", "force (N)")
    assert [line.name for line in turning.curves] == ["θ₁", "θ₂"]
    assert [one.title for one in (turning, sliding)] == [
        "Arm: torque of the joints",
        f"Arm: force of {sliding.curves[0].name}",
    ]
    load = load_along(arm(), swing())
    assert turning.curves[1].y == pytest.approx(load.torques[:, 1])
    # red where any is beyond its effort
    found = [one for one in overloads(arm(), load) if one.joint == 0]
    assert found
    assert [(band.lower, band.upper, band.side) for band in turning.bands] == [
        (one.start, one.end, "x") for one in sorted(found, key=lambda one: one.start)
    ]


def test_a_torque_leaves_its_effort_where_the_line_crosses_it():
    load = load_along(arm(), swing())
    for one in overloads(arm(), load):
        for when in (one.start, one.end):
            if 0.0 < when < 2.0:
                value = np.interp(when, load.times, load.torques[:, one.joint])
                assert value == pytest.approx(one.limit)
        assert abs(one.worst) > abs(one.limit)


def test_one_joint_has_its_effort_as_bands():
    (plot,) = plots_of("torque", arm(), swing(), Options(joint=0))
    assert [(band.side, band.name) for band in plot.bands] == [("y", "limit")] * 2
    assert plot.bands[0].upper == -12.0
    assert plot.bands[1].lower == 12.0
    assert not plots_of("torque", arm(), swing(), Options(joint=1))[0].bands


def test_parts_add_up_to_the_total():
    plots = plots_of("torque-parts", arm(), swing())
    assert len(plots) == 3
    *parts, total = plots[0].curves
    assert [line.name for line in parts] == [
        "inertia", "Coriolis", "gravity", "friction",
    ]  # fmt: skip
    assert total.name == "total"
    assert total.dashed
    np.testing.assert_allclose(np.sum([line.y for line in parts], axis=0), total.y, atol=1e-9)


def test_power_and_energy_have_their_sum():
    load = load_along(arm(), swing())
    (power,) = plots_of("power", arm(), swing())
    assert power.y.text == "power (W)"
    np.testing.assert_allclose(power.curves[-1].y, load.powers.sum(axis=1))
    (energy,) = plots_of("energy", arm(), swing(), Options(joint=2))
    assert [line.name for line in energy.curves] == ["b₃"]
    np.testing.assert_allclose(energy.curves[0].y, load.energies[:, 2])


def test_what_is_carried_and_what_pushes_counts():
    alone, heavier = arm(), arm().replace(gravity=(0, -20, 0))
    first = plots_of("torque", alone, swing(), Options(carrier=heavier))
    np.testing.assert_array_equal(
        first[0].curves[0].y, plots_of("torque", heavier, swing())[0].curves[0].y
    )
    pushed = load_along(alone, swing(), (0.0, -10.0, 0.0))
    (plot, _) = plots_of("torque", alone, swing(), Options(force=(0.0, -10.0, 0.0)))
    assert plot.curves[0].y == pytest.approx(pushed.torques[:, 0])


def test_masses_are_needed_and_it_is_said():
    bare = Robot.from_dh([1], 0, 0, 0)
    assert KINDS["torque"].masses
    assert not KINDS["velocity"].masses
    with pytest.raises(ArgumentError, match="mass of every link"):
        plots_of("torque", bare, JointTrajectory.evenly("arm", [[0.0], [1.0]], 1.0))

"""Rates of motions: known ones, and differences of rows."""

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.trajectory import SCALINGS, jtraj, trapezoidal
from rvs.model.motions.motion import Glide, JointTrajectory, check_moves
from rvs.model.motions.rates import differences, rates
from rvs.model.motions.recording import rows_of


def test_rows_of_a_glide_give_the_rates_of_its_formula():
    glide = Glide("arm", (0.0, 1.0), (2.0, 0.0), 1.5, "septic")
    found = rows_of(glide, "arm")
    part = SCALINGS["septic"](found.times.array, 1.5)
    speeds, accelerations = rates(found)
    assert not found.rated
    np.testing.assert_allclose(speeds, np.outer(part.ds, [2, -1]), atol=2e-3)
    np.testing.assert_allclose(accelerations, np.outer(part.dds, [2, -1]), atol=0.12)
    assert found.rows.array[-1].tolist() == [2.0, 0.0]


def test_known_rates_stand_before_differences():
    still = np.zeros((3, 1))
    made = JointTrajectory("arm", [0.0, 1.0, 2.0], still, (), still + 5.0, still + 7.0)
    assert made.rated
    assert [rate.ravel().tolist() for rate in rates(made)] == [[5.0] * 3, [7.0] * 3]


@pytest.mark.parametrize("dt", [0.05, 0.02, 0.01])
def test_rows_of_a_smooth_motion_give_its_rates_to_fourth_order(dt):
    times = np.arange(0, 2 + dt / 2, dt)
    q = np.stack([np.sin(3 * times), np.cos(2 * times)], axis=1)
    qd = np.stack([3 * np.cos(3 * times), -2 * np.sin(2 * times)], axis=1)
    speeds, accelerations = differences(times, q)
    # sin(3 t) has a fifth derivative of 243 and a sixth of 729
    assert np.abs(speeds - qd)[3:-3].max() <= 243 / 30 * dt**4 * 1.2
    assert np.abs(accelerations + [9, 4] * q)[3:-3].max() <= 729 / 90 * dt**4 * 1.2
    assert np.abs(speeds - qd).max() <= 27 * dt**2


def test_a_motion_from_rest_to_rest_begins_and_ends_at_rest():
    times = np.linspace(0, 2, 101)
    q, qd, qdd = jtraj([0, 0], [1, -2], times)
    speeds, accelerations = differences(times, q)
    assert (speeds[[0, -1]] == 0.0).all()
    assert np.abs(speeds - qd).max() <= 2e-3
    assert np.abs(accelerations - qdd).max() <= 0.006 * np.abs(qdd).max()
    rounded = differences(times, np.round(q, 8))[1]
    assert np.abs(rounded - qdd).max() <= 0.006 * np.abs(qdd).max()


def test_accelerations_that_jump_are_never_exaggerated():
    times = np.linspace(0, 3, 151)
    scaling = trapezoidal(times, 3.0)
    speeds, accelerations = differences(times, 2.0 * scaling.s[:, None])
    assert np.abs(accelerations).max() <= 2.0 * np.abs(scaling.dds).max() * (1 + 1e-9)
    assert speeds.max() <= 2.0 * scaling.ds.max() * (1 + 1e-9)


def test_a_corner_is_taken_within_the_steps_beside_it():
    times, q = np.arange(7) * 0.1, np.array([0, 1, 2, 3, 2, 1, 0.0])[:, None]
    speeds, accelerations = differences(times, q)
    np.testing.assert_allclose(accelerations.ravel(), [0, 0, 0, -200, 0, 0, 0], atol=1e-9)
    np.testing.assert_allclose(speeds.ravel(), [10, 10, 10, 0, -10, -10, -10], atol=1e-9)


def test_steps_may_differ():
    times = np.cumsum(np.random.default_rng(2).uniform(0.01, 0.03, 200))
    times -= times[0]
    speeds, accelerations = differences(times, (times**2)[:, None])
    np.testing.assert_allclose(accelerations, 2.0, atol=1e-9)
    np.testing.assert_allclose(speeds[1:-1, 0], 2 * times[1:-1], atol=1e-9)


def test_few_rows_and_other_robots():
    one = JointTrajectory.evenly("arm", [[1.0]], 0.1)
    assert rates(one)[1].tolist() == [[0.0]]
    two = JointTrajectory.evenly("arm", [[1.0], [2.0]], 0.5)
    assert rates(two)[0].tolist() == [[2.0], [2.0]]
    with pytest.raises(ArgumentError, match="does not move 'other'"):
        check_moves(two, "other")

"""From postures to rows within limits, and what leaves them."""

from dataclasses import replace
from math import inf, pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.engine.scaling import SCALINGS
from rvs.model.array_value import block
from rvs.model.motions.motion import Glide, JointTrajectory
from rvs.model.motions.rates import Defaults, accelerations, assumed_words, velocities, violations
from rvs.model.motions.recording import GENTLE, record, sampled, timed_between


def arm(rate=(2.0, inf), acceleration=(5.0, inf)):
    limits = [[-3, 3], [-inf, 0.5]]
    return Robot.from_dh(
        [0.4, 0], 0, 0, [0, 0.2], "RP", limits=limits, rate=rate, acceleration=acceleration
    )


def rows(values, dt=0.5):
    return JointTrajectory.evenly("arm", values, dt)


ways = st.lists(
    st.tuples(st.floats(-3.0, 3.0), st.floats(-2.0, 0.5)).map(list), min_size=2, max_size=5
)


@pytest.mark.property
@given(ways, st.sampled_from(list(SCALINGS)), st.sampled_from([0.004, 0.02, 0.05]))
def test_recordings_pass_their_postures_within_all_limits(postures, scaling, dt):
    made = record(arm(), "arm", postures, scaling=scaling, dt=dt)
    table = made.rows.array
    at = 0
    for posture in postures:
        after = np.flatnonzero((table[at:] == posture).all(axis=1))
        assert len(after)
        at += int(after[0])
    assert (table[-1] == postures[-1]).all()
    assert violations(arm(), made, GENTLE) == ()


@pytest.mark.parametrize("scaling", list(SCALINGS))
def test_recordings_take_no_longer_than_they_must(scaling):
    made = record(arm(), "arm", [[-3, 0], [3, 0]], scaling=scaling, dt=0.001)
    _, speeds = velocities(made)
    _, changes = accelerations(made)
    used = max(np.abs(speeds).max() / 2.0, np.abs(changes).max() / 5.0)
    assert 0.99 < used < 1.0 + 1e-6


def test_a_joint_without_limits_moves_at_the_default():
    limits = Defaults(sliding_rate=0.1, sliding_acceleration=100.0)
    made = record(arm(), "arm", [[0, -1], [0, 0]], scaling="trapezoidal", defaults=limits, dt=0.01)
    assert np.abs(velocities(made)[1]).max() == pytest.approx(0.1, rel=1e-2)
    assert GENTLE.bounds(arm())[0].tolist() == [2.0, 0.5]
    assert GENTLE.bounds(arm(rate=inf))[0].tolist() == [pi / 2, 0.5]


def test_given_times_are_kept():
    made = record(arm(), "arm", [[0, 0], [1, 0], [1, 0.4]], [0.0, 2.0, 5.0], dt=0.1)
    assert made.posture(2.0) == pytest.approx((1.0, 0.0), abs=1e-12)
    assert made.duration == pytest.approx(5.0)
    assert made.posture(1.0) == pytest.approx((0.5, 0.0))


def test_resting_takes_a_row():
    made = record(arm(), "arm", [[0, 0], [0, 0], [1, 0]], dt=0.1)
    assert (made.rows.array[0] == made.rows.array[1]).all()


@pytest.mark.parametrize(
    ("postures", "options", "said"),
    [
        ([[0, 0]], {}, "at least two"),
        ([[0], [1]], {}, r"\(2,\)"),
        ([[0, 0], [3.5, 0]], {}, "posture 2, joint 1 is at 3.5, outside its limits -3 to 3 rad"),
        ([[0, 0.6], [1, 0]], {}, "posture 1, joint 2 is at 0.6, outside its limits -inf to 0.5 m"),
        ([[0, 0], [1, 0]], {"times": [0.0, 0.1]}, "from posture 1 to 2, joint 1 needs 1.07 s"),
        ([[0, 0], [1, 0]], {"times": [0.0]}, "2 increasing times"),
        ([[0, 0], [1, 0]], {"times": [1.0, 2.0]}, "from 0"),
        ([[0, 0], [1, 0]], {"times": [0.0, 0.001]}, "one step"),
        ([[0, 0], [1, 0]], {"scaling": "quick"}, "scaling"),
        ([[0, 0], [1, 0]], {"dt": 0.0}, "dt"),
        ([[0, 0], [1, 0]], {"dt": 1e-8}, "rows"),
    ],
)
def test_recording_says_what_it_refuses(postures, options, said):
    with pytest.raises(ArgumentError, match=said):
        record(arm(), "arm", postures, **options)


def test_recording_refuses_to_move_a_locked_joint():
    robot = arm()
    locked = robot.replace(joints=(robot.joints[0], replace(robot.joints[1], locked=True)))
    with pytest.raises(ArgumentError, match="joint 2 is locked"):
        record(locked, "arm", [[0, 0], [1, 0.1]])
    assert record(locked, "arm", [[0, 0.1], [1, 0.1]]).n == 2


def test_what_is_not_strict_is_found_afterwards():
    made = record(arm(), "arm", [[0, 0], [3.5, 0]], [0.0, 1.0], dt=0.01, strict=False)
    assert {v.quantity for v in violations(arm(), made)} == {
        "position", "velocity", "acceleration",
    }  # fmt: skip
    assert {v.joint for v in violations(arm(), made)} == {0}


def test_positions_are_beyond_from_crossing_to_crossing():
    made = rows([[2, 0], [4, 0], [4, 0], [2, 0], [-4, 0]])
    high, low = [v for v in violations(arm(inf, inf), made) if v.quantity == "position"]
    assert (high.joint, high.limit, high.worst) == (0, 3.0, 4.0)
    assert (high.start, high.end) == pytest.approx((0.25, 1.25))
    assert (low.limit, low.worst) == (-3.0, -4.0)
    assert (low.start, low.end) == pytest.approx((1.5 + 0.5 * 5 / 6, 2.0))


def test_rates_are_beyond_for_whole_steps():
    made = rows([[0, 0], [0.5, 0], [2, 0], [1, 0], [1, 0]])
    fast = [v for v in violations(arm(acceleration=inf), made) if v.quantity == "velocity"]
    assert [(v.start, v.end, v.worst, v.limit) for v in fast] == [(0.5, 1.0, 3.0, 2.0)]


def test_accelerations_are_beyond_about_their_row():
    made = rows([[0, 0], [0.5, 0], [2, 0], [1, 0], [1, 0]])
    hard = [v for v in violations(arm(rate=inf), made) if v.quantity == "acceleration"]
    assert [(v.start, v.end, v.worst, v.limit) for v in hard] == [(0.75, 1.25, -10.0, -5.0)]


def test_a_limit_that_is_just_kept_is_kept():
    made = rows([[3, 0.5], [-3, 0.5]], dt=3.0)
    assert violations(arm(), made) == ()


def test_a_limit_that_is_left_by_rounding_is_kept():
    steady = np.stack([0.1 + np.linspace(0.0, 2.0, 11), np.zeros(11)], axis=1)
    made = rows(steady, dt=0.1)
    assert velocities(made)[1].max() > 2.0
    assert violations(arm(), made) == ()


def test_rates_of_uneven_rows():
    made = JointTrajectory("arm", block([0.0, 1.0, 3.0]), block([[0, 0], [1, 0], [5, 0]]))
    times, speeds = velocities(made)
    assert (times.tolist(), speeds[:, 0].tolist()) == ([0.5, 2.0], [1.0, 2.0])
    times, changes = accelerations(made)
    assert (times.tolist(), changes[:, 0].tolist()) == ([1.0], [1.0 / 1.5])


@pytest.mark.parametrize("count", [1, 2])
def test_few_rows_have_no_accelerations(count):
    made = rows([[0, 0]] * count)
    assert accelerations(made)[1].shape == (0, 2)
    assert violations(arm(), made) == ()


def test_another_robot_is_refused():
    with pytest.raises(ArgumentError, match="rows of 2 values"):
        violations(arm(), rows([[0, 0, 0]]))


def test_any_motion_becomes_rows():
    made = sampled(Glide("arm", (0.0,), (1.0,), 1.01), "arm", 0.1)
    assert len(made.rows) == 12
    assert made.rows.array[-1].tolist() == [1.0]
    assert made.rows.array[5, 0] == Glide("arm", (0.0,), (1.0,), 1.01).at(0.5)["arm"][0]
    with pytest.raises(ArgumentError, match="leg"):
        sampled(Glide("arm", (0.0,), (1.0,), 1.0), "leg")
    with pytest.raises(ArgumentError, match="rows"):
        sampled(Glide("arm", (0.0,), (1.0,), 1e6), "arm", 1e-3)


# -- what is merely assumed -----------------------------------------------------------------------


def test_an_assumed_rate_proposes_a_time_and_refuses_none():
    unknown = arm((inf, inf), (inf, inf))
    proposed = record(unknown, "arm", [[0, 0], [1, 0.2]]).duration
    faster = record(unknown, "arm", [[0, 0], [1, 0.2]], [0.0, proposed / 5])
    assert faster.duration == pytest.approx(proposed / 5, abs=0.02)
    with pytest.raises(ArgumentError, match="joint 1 needs"):
        record(arm(), "arm", [[0, 0], [1, 0.2]], [0.0, 0.2])


@given(st.floats(0.0, 2.0))
def test_a_wished_time_is_shared_among_legs_within_known_limits(part):
    postures = [[0, 0], [1, 0.2], [-1, 0.1], [-1, -0.3]]
    robot = arm(acceleration=(inf, inf))
    least = record(robot, "arm", postures, defaults=Defaults()).duration
    proposed = record(robot, "arm", postures).duration
    wanted = least + part * (proposed - least)
    times = timed_between(robot, postures, wanted)
    made = record(robot, "arm", postures, times)
    assert made.duration == pytest.approx(wanted, abs=0.07)


def test_assumptions_are_named_with_their_joints_and_only_where_they_act():
    assert assumed_words(arm((2.0, 1.0), (5.0, 4.0)), GENTLE) == ""
    assert assumed_words(arm(), GENTLE) == ("an assumed 0.5 m/s and 1 m/s² for joint 2")
    assert assumed_words(arm(), GENTLE, [0]) == ""
    unknown = arm((inf, inf), (inf, inf))
    assert "90°/s and 180°/s² for joint 1" in assumed_words(unknown, GENTLE)

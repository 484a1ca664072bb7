"""Trajectories: derivatives, ends, limits, and what must be refused."""

from itertools import pairwise

import numpy as np
import pytest
from heavy_robots import random_pose
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.engine.screws import log6
from rvs.engine.trajectory import (
    SCALINGS,
    ctraj,
    cubic,
    duration,
    joint_line,
    jtraj,
    peaks,
    quintic,
    s_curve,
    screw_trajectory,
    septic,
    spline,
    trapezoidal,
)

every_scaling = pytest.mark.parametrize("name", SCALINGS)
seconds = st.floats(0.1, 10)


@every_scaling
@given(seconds)
def test_scalings_go_from_rest_to_rest(name, whole):
    s, ds, _, _ = SCALINGS[name]([0.0, whole / 2, whole], whole)
    np.testing.assert_allclose(s, [0, 0.5, 1], atol=1e-12)
    np.testing.assert_allclose(ds[[0, 2]], 0, atol=1e-12 / whole)


@every_scaling
@given(seconds)
def test_each_derivative_is_the_slope_of_the_one_before(name, whole):
    t = np.linspace(0, whole, 4001)
    rows = SCALINGS[name](t, whole)
    for below, above in pairwise(rows[:3]):
        sums = np.concatenate([[0], np.cumsum((above[1:] + above[:-1]) / 2)]) * (t[1] - t[0])
        np.testing.assert_allclose(below, sums, atol=2e-3 * np.abs(below).max())
    if name != "trapezoidal":
        push, jerk = rows[2:]
        slope = np.gradient(push, t)
        inside = np.abs(np.diff(jerk, append=jerk[-1])) < 0.02 * np.abs(jerk).max()
        inside &= np.roll(inside, 1)
        inside[[0, -1]] = False
        assert inside.sum() > 3900
        scale = np.abs(jerk).max()
        np.testing.assert_allclose(slope[inside], jerk[inside], atol=0.02 * scale)


@every_scaling
def test_peaks_are_those_of_the_scaling(name):
    _, ds, dds, _ = SCALINGS[name](np.linspace(0, 1, 20001), 1.0)
    assert peaks(name) == pytest.approx((ds.max(), dds.max()), rel=1e-6)


@every_scaling
@given(st.integers(1, 5), st.integers(0, 10**6))
def test_durations_keep_the_limits_and_touch_one(name, joints, seed):
    way, fast, strong = np.random.default_rng(seed).uniform(0.1, 5, (3, joints))
    whole = duration(-way, fast, strong, name)
    speed, push = peaks(name)
    use = np.concatenate([way * speed / whole / fast, way * push / whole**2 / strong])
    assert use.max() == pytest.approx(1)


def test_smoother_scalings_end_smoother():
    for law, order in ((cubic, 2), (quintic, 3), (septic, 4)):
        rows = law([0.0, 1.0], 1.0)
        assert all(np.allclose(row, 0) for row in rows[1:order])


def test_phases_of_trapezoid_and_s_curve():
    t = np.linspace(0, 4, 401)
    _, ds, dds, _ = trapezoidal(t, 4.0, blend=0.25)
    assert np.allclose(ds[(t > 1) & (t < 3)], ds.max())
    assert np.allclose(np.unique(dds.round(12)), [-1 / 3, 0, 1 / 3])
    jerk = s_curve(t, 4.0, blend=0.5, jerk=0.5).ddds
    assert set(np.sign(jerk[1:-1].round(12))) <= {-1.0, 0.0, 1.0}
    assert np.isclose(jerk.sum(), jerk[-1] + jerk[0] - jerk[-1], atol=2 * np.abs(jerk).max())


def test_limits_that_do_not_matter():
    assert duration([0.0], 1.0, 1.0) == 0
    assert duration([5.0], np.inf, np.inf) == 0


@pytest.mark.property
@given(st.integers(1, 8), st.integers(0, 10**6), seconds)
def test_jtraj_meets_its_ends(joints, seed, whole):
    q0, q1, v0, v1 = np.random.default_rng(seed).uniform(-2, 2, (4, joints))
    t = np.linspace(0, whole, 201)
    q, qd, qdd = jtraj(q0, q1, t, v0, v1)
    np.testing.assert_allclose(q[[0, -1]], [q0, q1], atol=1e-12)
    np.testing.assert_allclose(qd[[0, -1]], [v0, v1], atol=1e-9)
    np.testing.assert_allclose(qdd[[0, -1]], 0, atol=1e-8 * max(1, 1 / whole))
    slope = np.gradient(q, t, axis=0)[1:-1]
    np.testing.assert_allclose(slope, qd[1:-1], atol=2e-3 * np.abs(qd).max())
    bend = np.gradient(qd, t, axis=0)[1:-1]
    np.testing.assert_allclose(bend, qdd[1:-1], atol=2e-2 * np.abs(qdd).max())


def test_a_count_makes_velocities_per_unit_of_time():
    by_count, by_time = jtraj([0], [2], 5), jtraj([0], [2], np.linspace(0, 1, 5))
    for ours, same in zip(by_count, by_time, strict=True):
        np.testing.assert_array_equal(ours, same)


@pytest.mark.property
@given(st.integers(0, 10**6), st.integers(2, 7))
def test_splines_pass_their_points_smoothly(seed, count):
    rng = np.random.default_rng(seed)
    points, times = rng.uniform(-2, 2, (count, 3)), np.cumsum(rng.uniform(0.2, 1, count))
    v0, v1 = rng.uniform(-1, 1, (2, 3))
    q, qd, _ = spline(points, times, times, v0, v1)
    np.testing.assert_allclose(q, points, atol=1e-12)
    np.testing.assert_allclose(qd[[0, -1]], [v0, v1], atol=1e-12)
    h = 1e-7
    for knot in times[1:-1]:
        before, after = (np.array(spline(points, times, [knot + d], v0, v1)) for d in (-h, h))
        np.testing.assert_allclose(before, after, rtol=1e-4, atol=1e-4)


@pytest.mark.property
@given(st.integers(0, 10**6))
def test_tool_paths(seed):
    rng = np.random.default_rng(seed)
    first, last = random_pose(rng), random_pose(rng)
    line, screw = ctraj(first, last, 5), screw_trajectory(first, last, 5)
    for path in (line, screw):
        np.testing.assert_allclose(path[[0, -1]], [first, last], atol=1e-9)
    np.testing.assert_allclose(np.diff(line[:, :3, 3], 2, axis=0), 0, atol=1e-12)
    steps = [log6(np.linalg.inv(a) @ b) for a, b in pairwise(screw)]
    np.testing.assert_allclose(steps, np.tile(steps[0], (4, 1)), atol=1e-8)
    turns = [np.linalg.norm(log6(np.linalg.inv(a) @ b)[:3]) for a, b in pairwise(line)]
    assert np.ptp(turns) < 1e-8
    assert sum(turns) <= np.pi + 1e-9


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: cubic(-0.1, 1.0), "t:"),
        (lambda: quintic(1.1, 1.0), "t:"),
        (lambda: cubic(0.0, 0.0), "duration"),
        (lambda: trapezoidal(0, 1, blend=0.6), "blend"),
        (lambda: s_curve(0, 1, jerk=0), "jerk"),
        (lambda: duration([1], 0, 1), "velocity"),
        (lambda: duration([1, 2], 1, [1, 2, 3]), "acceleration"),
        (lambda: duration([1], 1, 1, "quartic"), "scaling"),
        (lambda: jtraj([[0]], [1], 5), "q0"),
        (lambda: jtraj(0, [1, 2], 5), "q1"),
        (lambda: ctraj(np.eye(4), np.eye(4), jtraj(0, 2, 5)[0]), "s:"),
        (lambda: jtraj([0], [1, 2], 5), "q1"),
        (lambda: jtraj([0], [1], 1), "t:"),
        (lambda: jtraj([0], [1], [-1, 1]), "t:"),
        (lambda: jtraj([0], [1], 5, [0, 0]), "qd0"),
        (lambda: joint_line([0], [1, 1], [0]), "q1"),
        (lambda: ctraj(np.zeros((4, 4)), np.eye(4), 3), "T0"),
        (lambda: screw_trajectory(np.eye(4), np.eye(3), 3), "T1"),
        (lambda: spline([[0], [1]], [0, 0], [0]), "times"),
        (lambda: spline([[0], [1]], [0, 1], [2]), "t:"),
        (lambda: spline([0, 1], [0, 1], [0]), "points"),
    ],
)
def test_wrong_arguments_are_named(call, name):
    with pytest.raises(ArgumentError, match=name):
        call()


def test_a_quintic_of_a_number_paces_a_path():
    """The example of ctraj in the manual of the Robotics Toolbox: jtraj(0, 1, t) into ctraj."""
    t = np.linspace(0, 2, 21)
    for start, end in ((0, 1), ([0], [1]), (np.float64(0), np.array(1.0))):
        s, speed, _ = jtraj(start, end, t)
        assert s.shape == speed.shape == (21, 1)
        u = t / 2
        np.testing.assert_allclose(s[:, 0], 10 * u**3 - 15 * u**4 + 6 * u**5, atol=1e-15)
        T1 = np.eye(4)
        T1[:3, 3] = 4, -2, 1
        for path in (ctraj(np.eye(4), T1, s), screw_trajectory(np.eye(4), T1, s)):
            assert path.shape == (21, 4, 4)
            np.testing.assert_allclose(path[:, :3, 3], s * T1[:3, 3], atol=1e-14)
    assert jtraj(0, 1, 5, qd0=1, qd1=2)[1][:, 0][[0, -1]].tolist() == [1, 2]

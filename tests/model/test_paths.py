"""Ways of a tool: pieces keep their shape, join, and are followed at the right speed."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from itertools import pairwise
from math import pi, tau

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.engine.quaternion import Quaternion
from rvs.engine.rotations import rotation, rotz
from rvs.engine.screws import exp6, rotation_vector
from rvs.engine.transforms import is_pose, pose
from rvs.model.paths import (
    Bend,
    Line,
    Move,
    MovePlan,
    Pace,
    PoseRows,
    Screw,
    Spline,
    TimedPath,
    ToolPath,
    arc_through,
    circle_through,
    moves,
    through,
)
from rvs.model.paths.path import as_rows
from rvs.model.paths.smooth import _rotations

MANY = np.linspace(0.0, 1.0, 101)
numbers = st.floats(-2.0, 2.0)
points = st.tuples(numbers, numbers, numbers)
turns = st.tuples(points, st.floats(-3.0, 3.0)).map(
    lambda pair: rotation(np.add(pair[0], (0.0, 0.0, 4.0)), pair[1])
)
some_poses = st.builds(lambda R, p: pose(R, p), turns, points)


def ways(poses):
    """Length of each small step of the tool point."""
    return np.linalg.norm(np.diff(poses[:, :3, 3], axis=0), axis=1)


def pieces_between(start, end):
    way = end[:3, 3] - start[:3, 3]
    aside = np.cross(way, [0.0, 0.3, 0.7])
    assume(np.linalg.norm(way) > 1e-2)
    assume(np.linalg.norm(aside) > 1e-2)
    via = (start[:3, 3] + end[:3, 3]) / 2 + aside
    yield Line(as_rows(start), as_rows(end))
    yield Screw(as_rows(start), as_rows(end))
    yield Spline.through([start, pose(start[:3, :3], via), end])
    yield Bend(as_rows(start), as_rows(pose(end[:3, :3], via)), as_rows(end))
    yield arc_through(start, via, end)


@given(some_poses, some_poses)
def test_every_piece_leads_from_its_start_to_its_end_by_rigid_poses(start, end):
    for piece in pieces_between(start, end):
        found = piece.poses(MANY)
        assert np.allclose(found[0], start, atol=1e-9)
        assert np.allclose(found[-1], end, atol=1e-9)
        assert all(is_pose(T, tol=1e-9) for T in found)


@given(some_poses, some_poses)
def test_the_length_of_a_piece_is_the_way_its_point_goes(start, end):
    for piece in pieces_between(start, end):
        small = ways(piece.poses(np.linspace(0.0, 1.0, 2001)))
        assert np.isclose(small.sum(), piece.length, rtol=2e-3)


def test_an_arc_keeps_its_distance_from_the_center_and_passes_the_point():
    arc = arc_through(pose(p=[1, 0, 0]), [0, 1, 0], pose(p=[-1, 0, 0]))
    found = arc.poses(MANY)
    assert np.allclose(np.linalg.norm(found[:, :3, 3], axis=1), 1.0)
    assert np.allclose(found[50, :3, 3], [0, 1, 0])
    assert np.isclose(arc.length, pi)


def test_an_arc_goes_the_long_way_round_when_its_point_lies_there():
    arc = arc_through(pose(p=[1, 0, 0]), [-1, 0, 0], pose(p=[0, 1, 0]))
    assert np.isclose(abs(arc.angle), 1.5 * pi)
    assert np.allclose(arc.poses(np.array([2 / 3]))[0, :3, 3], [-1, 0, 0])


def test_a_circle_closes_and_keeps_the_orientation():
    start = pose(rotz(0.3), [2, 0, 1])
    circle = circle_through(start, [1, 1, 1], [0, 0, 1])
    found = circle.poses(MANY)
    assert np.isclose(circle.angle, tau)
    assert np.isclose(circle.radius, 1.0)
    assert np.allclose(found[-1], start)
    assert np.allclose(found[:, :3, :3], start[:3, :3])


def test_points_in_line_make_no_arc():
    with pytest.raises(ArgumentError, match="collinear"):
        arc_through(pose(), [1, 0, 0], pose(p=[2, 0, 0]))


@given(some_poses, st.tuples(*[st.floats(-1.0, 1.0)] * 6))
def test_a_screw_keeps_its_twist(start, twist):
    screw = Screw(as_rows(start), as_rows(start @ exp6(np.array(twist))))
    assert np.allclose(
        screw.poses(np.array([0.5]))[0], start @ exp6(np.array(twist) / 2), atol=1e-8
    )


@given(st.lists(some_poses, min_size=3, max_size=6))
def test_a_spline_passes_its_poses_and_never_turns_a_corner(via):
    assume(min(np.linalg.norm(a[:3, 3] - b[:3, 3]) for a, b in pairwise(via)) > 0.05)
    chords = [b[:3, 3] - a[:3, 3] for a, b in pairwise(via)]
    units = [chord / np.linalg.norm(chord) for chord in chords]
    assume(all(a @ b > -0.9 for a, b in pairwise(units)))
    way = Spline.through(via)
    fine = way.poses(np.linspace(0.0, 1.0, 4001))
    for T in via:
        gap = np.abs(fine[:, :3, 3] - T[:3, 3]).max(axis=1).min()
        assert gap < 2e-3 * (1 + way.length)
    steps = np.diff(fine[:, :3, 3], axis=0)
    steps /= np.linalg.norm(steps, axis=1, keepdims=True)
    assert (np.sum(steps[1:] * steps[:-1], axis=1) > 0.0).all()


def test_a_spline_through_many_poses_takes_no_square_of_their_number():
    turns = rotz(np.linspace(0.0, 20.0, 10_000))
    x = np.linspace(0.0, 50.0, 10_000)
    via = pose(turns, np.stack([x, np.sin(x), np.cos(3 * x)], axis=-1))
    tracemalloc.start()
    way = Spline.through(via)
    assert np.allclose(way.poses(np.array([0.0, 1.0])), via[[0, -1]], atol=1e-9)
    assert tracemalloc.get_traced_memory()[1] < 150e6
    tracemalloc.stop()
    fine = np.linspace(0.0, 50.0, 200_001)
    assert np.isclose(
        way.length, ways(pose(p=np.stack([fine, np.sin(fine), np.cos(3 * fine)], -1))).sum()
    )
    assert np.isclose(way.turn, 20.0, rtol=1e-4)


@pytest.mark.parametrize(
    "make",
    [
        lambda T: through([np.eye(4), T]),
        lambda T: Spline.through([np.eye(4), T]),
        lambda T: arc_through(np.eye(4), [1, 0, 0], T),
        lambda T: ToolPath.of(Screw(as_rows(np.eye(4)), as_rows(T))).start,
    ],
)
def test_no_piece_leads_to_what_is_no_pose(make):
    with pytest.raises(ArgumentError, match=r"rotation|pose"):
        make(pose(p=[0, 1, 0]) * [[2.0], [1.0], [1.0], [1.0]])


def test_more_moves_than_a_file_holds_make_no_plan(monkeypatch):
    monkeypatch.setattr(moves, "MOST_MOVES", 3)
    start, *others = (as_rows(pose(p=[x, 0, 0])) for x in range(5))
    lines = tuple(Move("line", (to,)) for to in others)
    assert MovePlan(start, lines[:3]).timed.duration > 0.0
    for more in (lines, (lines[0], Move("spline", tuple(others[1:])))):
        with pytest.raises(ArgumentError, match="more than 3"):
            MovePlan(start, more)


@given(st.tuples(*[st.floats(-1.0, 1.0)] * 4))
def test_rotations_of_quaternions_are_those_of_the_engine(parts):
    assume(np.linalg.norm(parts) > 0.1)
    expected = Quaternion(*parts).unit().rotation()
    assert np.allclose(_rotations(np.array([parts]))[0], expected)


CORNER = [pose(), pose(p=[1, 0, 0]), pose(rotz(0.5), [1, 1, 0])]


def test_a_blend_rounds_the_corner_and_keeps_the_speed():
    sharp, round_ = (TimedPath(through(CORNER, blend)) for blend in (0.0, 0.2))
    assert len(sharp.keys) == 3
    assert len(round_.keys) == 2
    assert round_.duration < sharp.duration
    distance = np.linalg.norm(
        round_.poses(np.linspace(0, round_.duration, 2001))[:, :3, 3] - [1, 0, 0], axis=1
    )
    # The parabola's vertex is a quarter of the diagonal of its two legs away from the corner.
    assert np.isclose(distance.min(), 0.2 * 2**0.5 / 4, rtol=1e-3)


def test_a_blend_has_to_fit():
    with pytest.raises(ArgumentError, match="half the shorter side"):
        through(CORNER, 0.51)
    with pytest.raises(ArgumentError, match="pose 2"):
        through(CORNER, -0.1)


def test_pieces_have_to_join():
    with pytest.raises(ArgumentError, match="does not begin where 1 ends"):
        ToolPath.of(
            Line(as_rows(CORNER[0]), as_rows(CORNER[1])),
            Line(as_rows(CORNER[0]), as_rows(CORNER[2])),
        )


@pytest.mark.parametrize("scaling", ["cubic", "quintic", "trapezoidal", "s-curve"])
def test_a_timed_path_never_exceeds_its_pace(scaling):
    pace = Pace(speed=0.3, turning=0.4, acceleration=0.9, scaling=scaling)
    timed = TimedPath(through(CORNER, 0.2), pace)
    times = np.linspace(0.0, timed.duration, 3001)
    speed = ways(timed.poses(times)) / np.diff(times)
    assert speed.max() <= 0.3 * 1.001
    assert np.abs(np.diff(speed) / np.diff(times)[1:]).max() < 0.9 * 1.2
    assert speed[0] < 0.01
    assert speed[-1] < 0.01


def test_a_turn_on_the_spot_takes_the_time_its_turning_needs():
    path = ToolPath.of(Line(as_rows(pose()), as_rows(pose(rotz(1.0)))))
    timed = TimedPath(path, Pace(turning=0.5, scaling="trapezoidal"))
    assert np.isclose(timed.duration, 2.0 * 1.5)


def test_the_ends_of_a_timed_path_are_exact():
    timed = TimedPath(through(CORNER, 0.1))
    ends = timed.poses(np.array([-1.0, 0.0, timed.duration, timed.duration + 5.0]))
    assert np.allclose(ends[:2], CORNER[0])
    assert np.allclose(ends[2:], CORNER[2])


def test_rows_of_poses_are_met_at_their_times():
    rows = PoseRows.at_times([0.0, 1.0, 3.0], CORNER)
    found = rows.poses(np.array([0.0, 1.0, 2.0, 3.0]))
    assert np.allclose(found[[0, 1, 3]], CORNER)
    assert np.allclose(found[2, :3, 3], [1, 0.5, 0])
    assert np.allclose(found[2, :3, :3], rotz(0.25))


def test_times_of_rows_have_to_rise_from_zero():
    for times in ([0.0, 1.0, 1.0], [0.5, 1.0, 2.0], [0.0, 1.0]):
        with pytest.raises(ArgumentError, match="times"):
            PoseRows.at_times(times, CORNER)


# -- run-up and smooth joints ---------------------------------------------------------------------

SEAM = 86.57e-3


def weld(corner: float) -> MovePlan:
    """An arc, a line and an arc of a seam in a plane; at a corner of 0 they meet in tangents."""
    radius = SEAM / (pi / 3)

    def rounded(start: float) -> Move:
        """A sixth of a circle that begins at an x, seen along it, and rises to its end."""
        middle, end = (
            (start + radius * np.sin(a), radius * (1 - np.cos(a)), 0.0) for a in (pi / 6, pi / 3)
        )
        return Move("arc", (as_rows(pose(p=end)),), (middle,))

    line = Move("line", (as_rows(pose(p=[0.1, 0, 0])),))
    first = -radius * np.sin(pi / 3), radius * (1 - np.cos(pi / 3)), 0.0
    through_ = -radius * np.sin(pi / 6), radius * (1 - np.cos(pi / 6)), 0.0
    arc = Move("arc", (as_rows(pose()),), (through_,))
    turned = pose(rotz(corner)) if corner else pose()
    begins = turned @ pose(p=first)
    begins[:3, :3] = np.eye(3)
    via = tuple((turned @ [*through_, 1.0])[:3].tolist())
    arc = Move("arc", (as_rows(pose()),), (via,))
    return MovePlan(as_rows(begins), (arc, line, rounded(0.1)))


@pytest.mark.parametrize(
    ("push", "corner", "seconds"), [(0.2, 0.3, 5.96), (0.2, 0.0, 5.71), (2.0, 0.0, 5.49)]
)
def test_the_acceleration_of_a_path_is_its_run_up(push, corner, seconds):
    timed = replace(weld(corner), pace=Pace(speed=0.05, acceleration=push)).timed
    way, runs = 2 * SEAM + 0.1, 2 if corner else 1
    assert timed.duration == pytest.approx(way / 0.05 + runs * 0.05 / push)
    assert timed.duration == pytest.approx(seconds, abs=0.005)
    speed = ways(timed.poses(np.linspace(0.0, timed.duration, 20001))) / timed.duration * 20000
    assert speed.max() == pytest.approx(0.05, rel=1e-3)
    assert (speed > 0.0499).mean() == pytest.approx(1 - 2 * runs * 0.05 / push / seconds, abs=0.01)


def test_three_runs_of_a_seam_with_corners_take_their_own_run_up_each():
    lines = [pose(), pose(p=[SEAM, 0, 0]), pose(p=[SEAM, 0.1, 0]), pose(p=[0, 0.1, 0])]
    times = [
        TimedPath(through(lines), Pace(speed=0.05, acceleration=push)).duration
        for push in (0.2, 2.0)
    ]
    assert times == pytest.approx([6.21, 5.54], abs=0.005)


@pytest.mark.parametrize("scaling", ["trapezoidal", "s-curve"])
def test_more_acceleration_never_takes_longer(scaling):
    pushes = (0.05, 0.2, 1.0, 10.0)
    pace = Pace(speed=0.05, scaling=scaling)
    times = [
        replace(weld(0.0), pace=replace(pace, acceleration=push)).timed.duration for push in pushes
    ]
    assert all(b < a for a, b in pairwise(times))
    assert times[-1] == pytest.approx((2 * SEAM + 0.1) / 0.05, rel=2e-3)


def test_without_an_acceleration_a_third_of_the_time_is_for_speeding_up():
    timed = replace(weld(0.0), pace=Pace(speed=0.05)).timed
    assert timed.duration == pytest.approx(1.5 * (2 * SEAM + 0.1) / 0.05)
    third = timed.poses(np.array([timed.duration / 3]))[0]
    a, b = timed.poses(timed.duration / 3 + np.array([0.0, 1e-4]))[:, :3, 3]
    assert np.linalg.norm(b - a) / 1e-4 == pytest.approx(0.05, rel=1e-3)
    assert third[0, 3] < 0.05


@given(
    st.lists(points, min_size=3, max_size=5),
    st.floats(0.01, 1.0),
    st.floats(0.05, 3.0),
    st.floats(0.01, 10.0),
    st.sampled_from(["trapezoidal", "s-curve", "quintic"]),
    some_poses,
)
def test_speed_turning_and_acceleration_are_kept_and_nothing_jumps(
    via, speed, turning, push, scaling, turned
):
    assume(min(np.linalg.norm(np.subtract(a, b)) for a, b in pairwise(via)) > 0.05)
    last = pose(turned[:3, :3], via[-1])
    units = [np.subtract(b, a) / np.linalg.norm(np.subtract(b, a)) for a, b in pairwise(via)]
    assume(all(a @ b > -0.9 for a, b in pairwise(units)))
    first, *others = [as_rows(pose(p=p)) for p in via[:-1]] + [as_rows(last)]
    room = min(np.linalg.norm(np.subtract(a, b)) for a, b in pairwise(via)) / 2
    blends = [0.5 * room] * (len(others) - 1) + [0.0]
    moves = tuple(Move("line", (to,), (), r) for to, r in zip(others, blends, strict=True))
    timed = MovePlan(first, moves, Pace(speed, turning, push, scaling)).timed
    times = np.linspace(0.0, timed.duration, 4001)
    found = timed.poses(times)
    speeds = ways(found) / np.diff(times)
    assert speeds.max() <= speed * 1.002
    steps = rotation_vector(np.swapaxes(found[:-1, :3, :3], 1, 2) @ found[1:, :3, :3])
    rates = np.linalg.norm(steps, axis=1) / np.diff(times)
    assert rates.max() <= turning * 1.02
    assert np.abs(np.diff(speeds)).max() <= push * (times[1] - times[0]) * 1.3 + 1e-2 * speed


def test_turning_that_ends_at_a_smooth_joint_ends_gently():
    radius = 0.1
    end, via = ((radius * np.sin(a), radius * (1 - np.cos(a)), 0.0) for a in (pi / 2, pi / 4))
    arc = Move("arc", (as_rows(pose(rotz(pi / 2), end)),), (via,))
    line = Move("line", (as_rows(pose(rotz(pi / 2), [radius, 0.3, 0])),))
    timed = MovePlan(as_rows(pose()), (arc, line), Pace(0.1, 10.0, 1.0)).timed
    assert len(timed.keys) == 2
    times = np.linspace(0.0, timed.duration, 4001)
    found = timed.poses(times)
    steps = rotation_vector(np.swapaxes(found[:-1, :3, :3], 1, 2) @ found[1:, :3, :3])
    rates = steps[:, 2] / np.diff(times)
    mean = pi / 2 / (radius * pi / 2 / 0.1)
    assert np.abs(np.diff(rates)).max() < 0.02 * mean
    assert np.allclose(found[-1], pose(rotz(pi / 2), [radius, 0.3, 0]))


def test_a_way_back_and_a_corner_are_no_smooth_joints():
    there, back = pose(p=[1, 0, 0]), pose()
    lines = tuple(Move("line", (as_rows(to),)) for to in (there, back, pose(p=[0, 1, 0])))
    assert len(MovePlan(as_rows(pose()), lines).timed.keys) == 4


def test_straight_back_no_corner_is_rounded():
    there_and_back = [pose(), pose(p=[1, 0, 0]), pose(p=[0.2, 0, 0])]
    assert through(there_and_back, 0.1).stops == (True, True)


def test_points_in_line_are_passed_without_a_rest():
    moves = tuple(Move("line", (as_rows(pose(p=[x, 0, 0])),)) for x in (0.1, 0.25, 0.4))
    one = MovePlan(as_rows(pose()), (moves[-1],))
    assert len(MovePlan(as_rows(pose()), moves).timed.keys) == 2
    assert MovePlan(as_rows(pose()), moves).timed.duration == pytest.approx(one.timed.duration)

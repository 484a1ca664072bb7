"""Following a tool's motion: as exact as promised, and every trouble told with time and place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine
from rvs.engine.rotations import rotz
from rvs.engine.transforms import pose
from rvs.files.library import load_robot
from rvs.model.motions.cartesian import follow, other_branch, paced
from rvs.model.motions.rates import Defaults
from rvs.model.paths import Move, MovePlan, Pace, PoseRows
from rvs.model.paths.path import as_rows

PUMA = load_robot("puma560").robot
REACH = 0.9
READY = np.radians([30, 45, -160, 10, -65, 0])


def shifted(T, *way):
    return as_rows(pose(T[:3, :3], T[:3, 3] + way))


def line(*way, q=READY, pace=None):
    start = fkine(PUMA, q)
    plan = MovePlan(as_rows(start), (Move("line", (shifted(start, *way),)),), pace or Pace(0.5))
    return plan.timed


def test_a_straight_line_of_the_puma_is_exact_at_every_time():
    way = line(-0.1, -0.3, 0.1)
    plan = follow(PUMA, "puma", way, READY)
    assert plan.complete
    assert plan.findings == ()
    for t in np.random.default_rng(1).uniform(0, way.duration, 50).tolist():
        tool = fkine(PUMA, plan.trajectory.at(t)["puma"])
        assert np.abs(tool - way.poses(np.array([t]))[0]).max() < 1e-9


def test_the_circle_of_rediestro_is_followed_to_a_millionth_of_its_reach():
    arm = load_robot("rediestro").robot
    start_q = np.radians([-101.7014, -17.6766, 98.9590, 88.8606, -25.0257, 119.4901, -113.3444])
    T = fkine(arm, start_q)
    center = np.array([0.474478, 0.071897])
    spoke = T[:2, 3] - center
    via = [
        (*(center + turn @ spoke), T[2, 3]) for turn in (np.array([[0, 1], [-1, 0]]), -np.eye(2))
    ]
    plan = MovePlan(as_rows(T), (Move("circle", (), tuple(via)),), Pace(0.1))
    found = follow(arm, "arm", plan.timed, start_q)
    assert found.complete
    rows = found.trajectory.joints
    wanted = plan.timed.poses(rows.times.array)
    assert np.abs(fkine(arm, rows.rows.array) - wanted).max() < 1e-6


def test_a_line_out_of_the_workspace_stops_with_reason_and_place():
    way = line(0.8, 0, 0)
    plan = follow(PUMA, "puma", way, READY, limits=False)
    assert not plan.complete
    stop = plan.findings[-1]
    assert stop.stops
    assert "reach" in stop.words
    assert stop.cures == ("move the path",)
    at = fkine(PUMA, plan.trajectory.at(plan.trajectory.duration)["puma"])[:3, 3]
    assert np.linalg.norm(at - stop.place) < 0.01
    # The arm is stretched there: elbow angle where a straight forearm points along the upper arm.
    reach = np.linalg.norm(np.array(stop.place) - [0, 0, 0.67183])
    assert reach > 0.85 * REACH


def test_a_first_pose_out_of_reach_is_a_finding():
    far = pose(p=[3.0, 0, 0])
    plan = follow(PUMA, "puma", PoseRows.at_times([0.0], [far]))
    assert plan.trajectory is None
    assert not plan.complete
    assert "first pose" in plan.findings[0].words


def test_joints_that_are_too_fast_are_named_and_slowing_down_cures_them():
    limit = Defaults(turning_rate=0.5)
    fast = follow(PUMA, "puma", line(-0.1, -0.3, 0.1, pace=Pace(1.0)), READY, defaults=limit)
    assert fast.findings
    worst = min(finding.share for finding in fast.findings)
    calm = Pace(worst)
    slow = follow(PUMA, "puma", line(-0.1, -0.3, 0.1, pace=calm), READY, defaults=limit)
    assert slow.findings == ()
    assert {finding.cures for finding in fast.findings} == {("slow down",)}


def through_wrist(bend):
    """A line on which the fifth joint comes down to ``bend`` degrees."""
    middle = fkine(PUMA, np.radians([0, 45, -170, 20, bend, 0]))
    plan = MovePlan(
        shifted(middle, 0, -0.15, 0), (Move("line", (shifted(middle, 0, 0.15, 0),)),), Pace(0.3)
    )
    return plan.timed


def test_a_wrist_singularity_is_warned_of_and_passed_damped():
    before = np.radians([-12.7, 39.4, -159.4, 61.5, -11.9, -48.3])
    exact = follow(PUMA, "puma", through_wrist(0.1), before, limits=False)
    calm = follow(PUMA, "puma", through_wrist(0.1), before, limits=False, damping=0.05)
    warning = next(finding for finding in exact.findings if "wrist" in finding.words)
    assert warning.cures[0] == "damp"
    assert 0.0 < warning.start < warning.end < through_wrist(0.1).duration
    middle = fkine(PUMA, np.radians([0, 45, -170, 20, 0.1, 0]))[:3, 3]
    assert np.linalg.norm(np.subtract(warning.place, middle)) < 0.1
    assert calm.complete
    assert 1e-6 < calm.error < 0.01
    steps = [np.abs(np.diff(p.trajectory.joints.rows.array, axis=0)).max() for p in (exact, calm)]
    assert steps[1] < steps[0]


def test_a_damped_path_says_how_far_the_tool_is_off() -> None:
    before = np.radians([-12.7, 39.4, -159.4, 61.5, -11.9, -48.3])
    calm = follow(PUMA, "puma", through_wrist(0.1), before, limits=False, damping=0.05)
    off = [finding for finding in calm.findings if "off its path" in finding.words]
    assert len(off) == 1
    assert f"{calm.error:.3g} m" in off[0].words
    assert 0.0 < off[0].start < off[0].end < through_wrist(0.1).duration
    assert not off[0].stops
    exact = follow(PUMA, "puma", through_wrist(0.1), before, limits=False)
    assert not any("off its path" in finding.words for finding in exact.findings)


def test_a_path_that_leaves_the_reach_offers_only_another_path() -> None:
    plan = follow(PUMA, "puma", line(0.8, 0, 0), READY)
    stop = plan.findings[-1]
    assert stop.cures == ("move the path",)
    assert "leaves the arm's reach, by up to 0." in stop.words


def test_a_step_that_makes_too_many_rows_is_refused():
    with pytest.raises(ArgumentError, match="rows"):
        follow(PUMA, "puma", line(0.1, 0, 0), READY, dt=1e-9)


def test_a_slower_pace_takes_longer_on_the_same_way():
    start = fkine(PUMA, READY)
    plan = MovePlan(
        as_rows(start), (Move("line", (shifted(start, 0, -0.2, 0),)),), Pace(0.4, acceleration=1.0)
    )
    slow = paced(plan, 0.5)
    assert np.isclose(slow.timed.duration, 2 * plan.timed.duration)
    rows = PoseRows.at_times([0.0, 1.0], [start, np.array(shifted(start, 0, -0.2, 0))])
    assert paced(rows, 0.25).duration == 4.0
    with pytest.raises(ArgumentError, match="share"):
        paced(plan, 0.0)


def test_another_branch_leads_where_one_ends_at_a_limit():
    """From near a limit of the last joint; a whole turn back the same way has room."""
    robot = PUMA
    q0 = np.radians([30, 45, -160, 0, -65, 260])
    T = fkine(robot, q0)
    turned = pose(T[:3, :3] @ rotz(0.5), T[:3, 3])
    way = MovePlan(as_rows(T), (Move("line", (as_rows(turned),)),), Pace(0.2)).timed
    blocked = follow(robot, "puma", way, q0)
    assert not blocked.complete
    assert blocked.findings[-1].joint == 5
    assert "other branch" in blocked.findings[-1].cures
    found = other_branch(robot, "puma", way, tuple(q0.tolist()))
    assert found is not None
    rows = found.trajectory.joints.rows.array
    assert np.allclose(fkine(robot, rows[-1]), turned, atol=1e-7)
    assert np.isclose(rows[0, 5], np.radians(-100))


def test_a_singularity_is_told_with_the_rates_of_this_path() -> None:
    before = np.radians([-12.7, 39.4, -159.4, 61.5, -11.9, -48.3])
    quick = follow(PUMA, "puma", through_wrist(0.1), before, limits=False)
    warning = next(one for one in quick.findings if "wrist" in one.words)
    assert "reaches" in warning.words
    # The same way so slowly that no joint is fast: nothing has to be cured.
    slow_way = replace(through_wrist(0.1), pace=Pace(1e-4))
    slow = follow(PUMA, "puma", slow_way, before, limits=False, dt=5.0)
    told = [one for one in slow.findings if "wrist" in one.words and not one.stops]
    for one in told:
        assert "no joint is faster than" in one.words
        assert one.cures == ()


def test_all_findings_of_a_path_that_is_too_fast_say_one_share_of_its_pace() -> None:
    limit = Defaults(turning_rate=0.2)
    fast = follow(PUMA, "puma", line(-0.1, -0.3, 0.1, pace=Pace(1.0)), READY, defaults=limit)
    shares = {one.share for one in fast.findings}
    assert len(fast.findings) > 1
    assert len(shares) == 1
    assert all(f"{shares.copy().pop():.2g} of the speed obeys all" in one.words
               for one in fast.findings)  # fmt: skip


def test_where_no_branch_leads_to_the_end_no_finding_offers_another() -> None:
    plan = follow(PUMA, "puma", line(0.8, 0, 0), READY)
    assert not plan.complete
    for one in plan.findings:
        assert "other branch" not in one.cures
        assert "damp" not in one.cures

"""Following a tool's motion: as exact as promised, and every trouble told with time and place."""

from __future__ import annotations

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine
from rvs.engine.transforms import pose
from rvs.files.library import load_robot
from rvs.model.cartesian import follow
from rvs.model.paths import Move, MovePlan, Pace, PoseRows
from rvs.model.paths.pieces import as_rows
from rvs.model.rates import Defaults

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
        tool = fkine(PUMA, plan.trajectory.at(t).postures["puma"])
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
    at = fkine(PUMA, plan.trajectory.at(plan.trajectory.duration).postures["puma"])[:3, 3]
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
    worst = min(int(finding.words.split("; ")[1].split(" %")[0]) for finding in fast.findings)
    calm = Pace(worst / 100)
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


def test_a_step_that_makes_too_many_rows_is_refused():
    with pytest.raises(ArgumentError, match="rows"):
        follow(PUMA, "puma", line(0.1, 0, 0), READY, dt=1e-9)

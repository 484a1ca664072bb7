"""Numeric inverse kinematics: it answers what can be reached, and says why where it cannot."""

import dataclasses
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from reference_cases import Case, cases, unit_screws
from robots import robots_and_postures
from test_kinematics import PUMA

from rvs.engine.errors import ArgumentError
from rvs.engine.inverse import ikine
from rvs.engine.inverse.angle_wrapping import fold, outside
from rvs.engine.joint import NO_LIMITS
from rvs.engine.kinematics import fkine, frames
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.files.library import load_robot
from tests.examples import examples

Q = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])


def reaches(robot: Robot, T: Any, q: Any, tolerance: float = 1e-7) -> bool:
    return bool(np.abs(fkine(robot, q) - np.array(T)).max() < tolerance)


@pytest.mark.property
@examples(40)
@given(robots_and_postures(most=8))
def test_what_a_posture_makes_is_reached(arm: Any) -> None:
    robot, q, _ = arm
    locked = [i for i, joint in enumerate(robot.joints) if joint.locked]
    start = robot.home.copy()
    start[locked] = q[locked]
    T = fkine(robot, q)
    answer = ikine(robot, T, start)
    assert answer.success, answer.reason
    np.testing.assert_allclose(fkine(robot, answer.q), T, atol=1e-7)
    np.testing.assert_array_equal(answer.q[locked], q[locked])
    turning = [i for i, j in enumerate(robot.joints) if j.kind == "revolute" and not j.locked]
    # Of whole turns without limits the nearest.
    assert (np.abs(answer.q - start)[turning] <= np.pi + 1e-9).all()
    assert answer.residual < 1e-6


def test_a_path_continues_from_answer_to_answer() -> None:
    postures = Q + np.linspace(0, 1, 20)[:, None]
    T = fkine(PUMA, postures)
    path = ikine(PUMA, T, Q + 0.05)
    assert path.q.shape == (20, 6)
    assert path.success.all()
    assert set(path.reason) == {""}
    np.testing.assert_allclose(path.q, postures, atol=1e-7)
    one = ikine(PUMA, T[:1], Q)
    assert one.q.shape == (1, 6)
    assert ikine(PUMA, T[:0]).q.shape == (0, 6)


def test_mask_frees_conditions_in_world_axes() -> None:
    planar = Robot.from_dh([1, 1, 0.5], 0, 0, 0)
    target = pose(p=[1.2, 0.7, 5.0])
    answer = ikine(planar, target, [0.1, 0.2, 0.3], mask=[0, 0, 0, 1, 1, 0])
    assert answer.success
    np.testing.assert_allclose(fkine(planar, answer.q)[:2, 3], [1.2, 0.7], atol=1e-9)
    refused = ikine(planar, target, [0.1, 0.2, 0.3])
    assert not refused.success
    assert refused.residual > 1


def test_link_solves_for_a_frame_and_leaves_the_rest() -> None:
    T = frames(PUMA, Q)[3]
    answer = ikine(PUMA, T, Q + 0.1, link=3)
    assert answer.success
    np.testing.assert_allclose(frames(PUMA, answer.q)[3], T, atol=1e-8)
    np.testing.assert_array_equal(answer.q[3:], (Q + 0.1)[3:])


def test_limits_count_and_every_turn_within_them_is_considered() -> None:
    arm = Robot.from_dh([1], 0, 0, 0, limits=[(3.5, 7.0)])
    answer = ikine(arm, fkine(arm, [3.8]), [5.0])
    assert answer.success
    np.testing.assert_allclose(answer.q, [3.8])
    free = ikine(arm, fkine(arm, [3.8]), [5.0], limits=False)
    np.testing.assert_allclose(free.q, [3.8 - 2 * np.pi])
    blocked = ikine(arm, fkine(arm, [2.0]), [5.0])
    assert not blocked.success
    assert "limits of joint 1" in blocked.reason


@pytest.mark.parametrize(
    ("angle", "near", "wanted"),
    [
        (0.5, 3.0, 0.5),
        (0.5, 9.0, 0.5 + 2 * np.pi),
        (0.5, 90.0, 0.5 + 6 * np.pi),
        (-2.0, 0.0, -2.0 + 2 * np.pi),
        (-2.0, 40.0, -2.0 + 6 * np.pi),
        (-2.8, 0.0, -2.8),
    ],
)
def test_folding_into_limits(angle: float, near: float, wanted: float) -> None:
    """The copy within the limits nearest to another posture, else the principal angle."""
    narrow = angle == -2.8
    arm = Robot.from_dh([1], 0, 0, 0, limits=[(0.0, 3.0 if narrow else 20.0)])
    moving = np.array([True])
    folded = fold(arm, np.array([angle + 10 * np.pi]), np.array([near]), True, moving)
    np.testing.assert_allclose(folded, [wanted])
    assert outside(arm, folded, moving) == ([0] if narrow else [])
    free = fold(arm, np.array([np.pi + 2 * np.pi]), np.array([near]), False, moving)
    np.testing.assert_allclose(free, [np.pi])


def test_of_equal_postures_the_nearest_to_the_start_is_taken() -> None:
    """178° to 182° is a turn of 4°, not of −356°; through a batch too."""
    robot = load_robot("ur5e").robot
    start = np.radians([178.0, -90.0, -90.0, -90.0, 90.0, 179.0])
    for step in (4.0, 100.0):
        goal = start + np.radians([step, -1.0, 0.0, 0.0, 0.0, step])
        np.testing.assert_allclose(ikine(robot, fkine(robot, goal), start).q, goal, atol=1e-6)
    way = start + np.radians(np.linspace(0.0, 150.0, 16))[:, None] * [1, 0, 0, 0, 0, -1]
    np.testing.assert_allclose(ikine(robot, fkine(robot, way), start).q, way, atol=1e-6)
    # 370° is beyond the limits of 360°, so the way back is the only one.
    last = start.copy()
    last[0] = np.radians(359.0)
    beyond = last + np.radians([11.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    found = ikine(robot, fkine(robot, beyond), last).q
    np.testing.assert_allclose(np.degrees(found[0]), 10.0, atol=1e-6)
    free = robot.replace(joints=tuple(replace(one, limits=NO_LIMITS) for one in robot.joints))
    np.testing.assert_allclose(ikine(free, fkine(free, beyond), last).q, beyond, atol=1e-6)


def test_the_other_elbow_is_found_where_limits_demand_it() -> None:
    bounds = [(-3, 3), (-3, 0), (-3, 3), (-3, 3), (-3, 3), (-3, 3)]
    base = PUMA.joints
    limited = PUMA.replace(
        joints=tuple(
            Robot.from_dh(j.a, j.alpha, j.d, 0, limits=[b]).joints[0]
            for j, b in zip(base, bounds, strict=True)
        )
    )
    T = fkine(limited, [0.1, -1.2, 0.3, 0.4, 0.5, 0.6])
    answer = ikine(limited, T, [0.1, 1.0, 0.3, 0.4, 0.5, 0.6])
    assert answer.success
    assert (answer.q >= limited.limits[:, 0]).all()
    assert (answer.q <= limited.limits[:, 1]).all()
    assert reaches(limited, T, answer.q)


def test_a_target_at_the_very_limit_is_reached() -> None:
    arm = Robot.from_dh([1, 1], 0, 0, 0, limits=[(-1, 1), (-1, 1)])
    answer = ikine(arm, fkine(arm, [1.0, -1.0]), [0, 0])
    assert answer.success
    assert answer.q.tolist() == [1.0, -1.0]


def test_why_it_fails() -> None:
    far = ikine(PUMA, pose(p=[5, 0, 0]))
    assert not far.success
    assert "out of reach" in far.reason
    few = ikine(Robot.from_dh([1, 1], 0, 0, 0), pose(p=[0.5, 0.5, 1]))
    assert "out of reach" in few.reason
    np.testing.assert_allclose(few.reason.nearest, fkine(Robot.from_dh([1, 1], 0, 0, 0), few.q))
    rail = Robot.from_dh([0] * 6, [1, 1, 1, 1, 1, 1], 0, 0, "PPPPPP")
    assert "not found in 256 starts" in ikine(rail, pose([[0, -1, 0], [1, 0, 0], [0, 0, 1]])).reason


@pytest.mark.parametrize("case", cases("mr", "IKinBody", "IKinSpace"), ids=str)
def test_modern_robotics(case: Case) -> None:
    _, scale = unit_screws(case.args["robot"])
    start = np.array(case.args["thetalist0"]) * scale
    # Their first target is rounded to four decimals: three joints meet it only so closely.
    goal = max(case.args["eomg"], case.args["ev"])
    answer = ikine(case.robot, case.args["T"], start, tolerance=goal)
    _, success = case.want
    assert answer.success or not success
    if answer.success:
        assert reaches(case.robot, case.args["T"], answer.q, 1e-4)


@pytest.mark.parametrize("case", cases("rtb", "ikine", "ikine_fail"), ids=str)
def test_robotics_toolbox(case: Case) -> None:
    """Their mask has the linear part first; theirs without a start begins at zero."""
    arm = case.robot
    mask = case.args.get("m")
    mask = None if mask is None else [*mask[3:], *mask[:3]]
    start = case.args.get("q0", np.zeros(arm.n))
    targets = np.array(case.args["T"])
    answer = ikine(arm, targets, start, mask, limits=False)
    if case.function == "ikine":
        assert np.all(answer.success), answer.reason
    if mask is None and np.all(answer.success):
        assert reaches(arm, targets, answer.q)


@pytest.mark.parametrize("case", cases("rtb", "ikine560"), ids=str)
def test_robotics_toolbox_puma(case: Case) -> None:
    base = np.array(case.args.get("base", np.eye(4)))
    arm = case.robot.replace(base=base, tool=np.eye(4))
    answer = ikine(arm, case.args["T"])
    if case.extra.get("T_error", 1.0) < 1e-9:
        assert answer.success
    assert answer.success == reaches(arm, case.args["T"], answer.q)


ROBOOP = (
    *("inv_kin_numeric", "inv_kin", "inv_kin_puma", "inv_kin_rhino"),
    "inv_kin_schilling",
)


@pytest.mark.parametrize("case", cases("roboop", *ROBOOP), ids=str)
def test_roboop(case: Case) -> None:
    """Where theirs reached the pose, ours does; where ours says so, it is so.

    Their closed forms move immobile joints too, and stop short of a fixed last link; the numeric
    one returns the joints that are not immobile.
    """
    arm, T = case.robot, case.args["Tobj"]
    numeric = case.function == "inv_kin_numeric" or len(case.want) < arm.n
    if not numeric:
        free = tuple(dataclasses.replace(joint, locked=False) for joint in arm.joints)
        arm = arm.replace(joints=free, tool=np.eye(4))
    theirs = np.array(case.args["q_current"])
    theirs[list(arm.active) if numeric else slice(None)] = case.want
    answer = ikine(arm, T, case.args["q_current"], limits=False)
    if case.extra["converge"] and reaches(arm, T, theirs, 1e-5):
        assert answer.success, answer.reason
    if answer.success:
        assert reaches(arm, T, answer.q)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("T", lambda: ikine(PUMA, np.eye(3))),
        ("T", lambda: ikine(PUMA, np.diag([1, 1, -1, 1]))),
        ("T", lambda: ikine(PUMA, np.full((4, 4), np.nan))),
        ("T", lambda: ikine(PUMA, np.broadcast_to(np.eye(4), (2, 2, 4, 4)))),
        ("q0", lambda: ikine(PUMA, np.eye(4), [0.0] * 5)),
        ("q0", lambda: ikine(PUMA, np.eye(4), np.zeros((2, 6)))),
        ("mask", lambda: ikine(PUMA, np.eye(4), mask=[1, 1])),
        ("mask", lambda: ikine(PUMA, np.eye(4), mask=np.zeros(6))),
        ("link", lambda: ikine(PUMA, np.eye(4), link=7)),
        ("starts", lambda: ikine(PUMA, np.eye(4), starts=0)),
        ("iterations", lambda: ikine(PUMA, np.eye(4), iterations=0)),
        ("tolerance", lambda: ikine(PUMA, np.eye(4), tolerance=np.nan)),
    ],
)
def test_gates(name: str, call: Any) -> None:
    with pytest.raises(ArgumentError, match=rf"^{name}: "):
        call()

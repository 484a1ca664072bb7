"""All postures: published ones, those of random arms, of the library, and why there are none."""

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from reference_cases import Case, cases
from robots import robots_and_postures
from structured_arms import structured_arms
from test_kinematics import PUMA

from rvs.engine.errors import ArgumentError
from rvs.engine.inverse import Reason, Solutions, family, ikine, ikine_all, null_space_motion
from rvs.engine.inverse.all_postures import joint_copies
from rvs.engine.inverse.descent import (
    candidates,
    distinct,
    errors_and_jacobians,
    folded,
    gaps,
    polish,
    random_postures,
)
from rvs.engine.inverse.plan import plan_of
from rvs.engine.joint import Joint
from rvs.engine.kinematics import fkine, jacobian
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.files.library import load_robot, names
from tests.examples import examples

FOLDER = Path(__file__).parent.parent / "reference"
PUBLISHED = json.loads((FOLDER / "published_ik.json").read_text(encoding="utf-8"))
ARMS = {name: load_robot(name).robot for name in names()}
SIX = [name for name, robot in ARMS.items() if robot.n == 6]
FEWER = [name for name, robot in ARMS.items() if robot.n < 6]
MORE = [name for name, robot in ARMS.items() if robot.n > 6]


def check(robot: Robot, T: Any, found: Solutions, tolerance: float = 1e-7) -> None:
    """Check every answer: it reaches the pose, its angles are in (-pi, pi], once."""
    wanted = np.broadcast_to(T, (len(found), 4, 4))
    np.testing.assert_allclose(fkine(robot, found.q), wanted, atol=tolerance)
    turning = [j.kind == "revolute" and not j.locked for j in robot.joints]
    assert (found.q[:, turning] > -np.pi).all()
    assert (found.q[:, turning] <= np.pi).all()
    alone = found.q[found.isolated]
    assert distinct(robot, alone, 1.0, np.zeros(len(alone))).all()
    assert len(found.samples) + len(alone) == len(found)
    assert found.infinite == bool(len(found.samples))


def has(robot: Robot, found: Solutions, q: Any, tolerance: float = 1e-5) -> bool:
    return bool(len(found)) and bool(gaps(robot, found.q, np.array(q), 1.0).min() < tolerance)


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_postures(name: str) -> None:
    case = PUBLISHED[name]
    if "arch" in case:
        robot = ARMS[case["arch"]]
    else:
        robot = Robot.from_dh(case["a"], np.radians(case["alpha"]), case["d"], 0)
    found = ikine_all(robot, case["pose"])
    check(robot, case["pose"], found, 1e-5)
    assert int(found.isolated.sum()) == case["count"]
    assert found.infinite == case.get("infinite", False)
    for q in np.radians(case["solutions"]):
        assert has(robot, found, q, np.radians(case["tolerance"]) + 1e-7)


@pytest.mark.property
@examples(50)
@given(structured_arms("meeting"))
def test_axes_that_meet_anywhere(arm: Any) -> None:
    origin_is_found(*arm)


@pytest.mark.property
@examples(50)
@given(structured_arms("plane"))
def test_joints_in_a_plane_anywhere(arm: Any) -> None:
    origin_is_found(*arm)


def origin_is_found(robot: Robot, q: np.ndarray) -> None:
    """FK after IK is the identity, and the posture that made the pose is among the answers."""
    sigma = np.linalg.svd(jacobian(robot, q), compute_uv=False)[-1]
    assume(sigma > 1e-3)
    assume(plan_of(robot).way == "closed")
    T = fkine(robot, q)
    found = ikine_all(robot, T)
    check(robot, T, found)
    assert has(robot, found, q)
    assert found.certified


@pytest.mark.property
@examples(15)
@given(robots_and_postures(most=6))
def test_whatever_the_arm_what_is_returned_reaches_the_pose(arm: Any) -> None:
    robot, q, _ = arm
    locked = [i for i, joint in enumerate(robot.joints) if joint.locked]
    q[locked] = robot.home[locked]
    T = fkine(robot, q)
    found = ikine_all(robot, T)
    np.testing.assert_allclose(
        fkine(robot, found.q), np.broadcast_to(T, (len(found), 4, 4)), atol=1e-5
    )
    assert len(found)
    np.testing.assert_array_equal(found.q[:, locked], np.tile(q[locked], (len(found), 1)))


@pytest.mark.parametrize("name", SIX)
def test_six_joints_of_the_library(name: str) -> None:
    robot = ARMS[name]
    rng = np.random.default_rng(11)
    span = np.where([joint.turns for joint in robot.joints], np.pi, 0.5)
    for q in rng.uniform(-span, span, (2, 6)):
        T = fkine(robot, q)
        found = ikine_all(robot, T)
        check(robot, T, found)
        assert has(robot, found, q)
        assert found.certified
        assert len(found) % 2 == 0


@pytest.mark.parametrize("name", ["puma560", "kuka-kr16-2", "ur5", "stanford", "meca500"])
def test_many_starts_find_nothing_more(name: str) -> None:
    robot, size = ARMS[name], plan_of(ARMS[name]).size
    span = np.where([joint.turns for joint in robot.joints], np.pi, 0.5)
    T = fkine(robot, np.random.default_rng(12).uniform(-span, span))
    found = ikine_all(robot, T)
    ends = candidates(robot, T, size, random_postures(robot, size, 300))
    ends, off = polish(robot, T, ends, size)
    met = folded(robot, ends[off < 1e-10])
    assert len(met)
    assert all(has(robot, found, q) for q in met)


@pytest.mark.parametrize("name", FEWER)
def test_fewer_joints(name: str) -> None:
    robot = ARMS[name]
    span = np.where([joint.turns for joint in robot.joints], np.pi, 0.5)
    for q in np.random.default_rng(13).uniform(-span, span, (2, robot.n)):
        T = fkine(robot, q)
        found = ikine_all(robot, T)
        check(robot, T, found)
        assert has(robot, found, q)
        assert found.certified
        printed = ikine_all(robot, T.round(5), tolerance=1e-4)
        assert has(robot, printed, q, 1e-2)


@pytest.mark.parametrize("name", MORE)
def test_more_joints(name: str) -> None:
    robot = ARMS[name]
    T = fkine(robot, np.random.default_rng(14).uniform(-1, 1, robot.n))
    found = ikine_all(robot, T, samples=12)
    check(robot, T, found)
    assert len(found) > 12
    assert not found.certified
    assert not found.isolated.any()
    assert found.reason.kind == "redundant"


def test_a_locked_joint_takes_no_part() -> None:
    robot = Robot.from_dh(
        *zip(*((j.a, j.alpha, j.d, 0.3) for j in PUMA.joints), strict=True),
        locked=[0, 0, 0, 1, 0, 0],
    )
    q = np.array([0.1, 0.2, -0.4, 0.3, 0.5, 0.6])
    found = ikine_all(robot, fkine(robot, q))
    assert has(robot, found, q)
    assert (found.q[:, 3] == 0.3).all()


def test_copies_within_limits() -> None:
    arm = Robot.from_dh([1, 1, 1], 0, 0, 0, limits=[(-7, 7), (-4, 1), (0, 6)])
    q = np.array([0.5, -2.0, 1.0])
    found = ikine_all(arm, fkine(arm, q), limits=True)
    assert len(ikine_all(arm, fkine(arm, q))) == 2
    assert has(arm, found, q)
    assert ((found.q >= arm.limits[:, 0]) & (found.q <= arm.limits[:, 1])).all()
    assert [round(v - q[0], 6) for v in found.q[:, 0] if abs(v - q[0]) % (2 * np.pi) < 1e-6] == [
        round(k * 2 * np.pi, 6) for k in (-1, 0, 1)
    ]


@pytest.mark.parametrize(
    ("bounds", "copies"),
    [
        ((-np.inf, np.inf), [0]),
        ((0, np.inf), [0]),
        ((1, np.inf), [1]),
        ((-np.inf, -1), [-1]),
        ((-1e4, 1e4), [0]),
        ((100, 1e4), [16]),
        ((-7, 0.5), [-1, 0]),
        ((0.6, 6), []),
    ],
)
def test_copies_of_one_joint(bounds: tuple[float, float], copies: list[int]) -> None:
    wanted = [0.5 + 2 * np.pi * k for k in copies]
    np.testing.assert_allclose(joint_copies(Joint(limits=bounds), 0.5), wanted)
    assert joint_copies(Joint(limits=bounds, locked=True), 0.5) == [0.5]


@pytest.mark.parametrize(("name", "joints"), [("puma560", (3, 5)), ("ur5", (1, 2, 3, 5))])
def test_a_wrist_in_line_gives_curves(name: str, joints: tuple[int, ...]) -> None:
    robot = ARMS[name]
    T = fkine(robot, [0.3, -0.7, 0.8, 0.4, 0.0, 0.6])
    found = ikine_all(robot, T)
    check(robot, T, found)
    assert found.infinite
    assert "wrist singularity" in found.reason
    assert found.reason.joints == joints
    assert len(np.unique(found.samples[:, 3].round(2))) > 20


def test_a_wrist_over_the_first_axis_gives_curves() -> None:
    arm = Robot.from_dh(
        [0, 1, 0, 0, 0, 0], np.radians([90, 0, 90, -90, 90, 0]), [1, 0, 0, 1, 0, 0.1], 0
    )
    # upper arm and forearm are equally long, and lean equally to either side
    T = fkine(arm, [0.7, 1.0, 1.5 * np.pi - 2.0, 0.5, 0.6, 0.2])
    found = ikine_all(arm, T)
    check(arm, T, found)
    assert found.infinite
    assert "shoulder" in found.reason
    assert np.ptp(found.samples[:, 0]) > 5


def test_a_wrist_in_line_on_a_stretched_arm_gives_a_curve() -> None:
    """Two motions leave the tool alone at first order, one mixture of them altogether."""
    robot = ARMS["abb-irb140"]
    T = fkine(robot, np.radians([90, 180, -90, 0, 180, -90]))
    found = ikine_all(robot, T)
    check(robot, T, found)
    assert len(found.samples) > 20
    assert np.ptp(np.cos(found.samples[:, :3]), axis=0).max() < 1e-5


def test_roots_of_high_multiplicity_are_not_many() -> None:
    robot = ARMS["om25"]
    found = ikine_all(robot, fkine(robot, np.zeros(6)))
    assert has(robot, found, np.zeros(6), 0.02)
    assert found.isolated.sum() <= 16


def test_a_stretched_arm_is_one_posture_and_no_curve() -> None:
    arm = Robot.from_dh([1, 1], 0, 0, 0)
    T = fkine(arm, [0.4, 0.0])
    found = ikine_all(arm, T)
    assert (len(found), found.infinite) == (1, False)
    np.testing.assert_allclose(found.q[0], [0.4, 0.0], atol=1e-6)


def test_out_of_reach_says_by_how_much() -> None:
    T = pose(p=[3, 0, 0])
    reason = ikine_all(PUMA, T).reason
    assert reason.kind == "reach"
    np.testing.assert_allclose(np.linalg.norm(reason.nearest[:3, 3] - T[:3, 3]), reason.distance)
    np.testing.assert_allclose(fkine(PUMA, reason.posture), reason.nearest, atol=1e-9)
    # the arm's points are nowhere farther than this from its base
    reach = 0.4318 + np.hypot(0.0203, 0.4318)
    assert 3 - np.hypot(reach, 0.15005) < reason.distance < 3 - 0.75
    assert f"{reason.distance:.3g}"[:4] in reason


def test_a_rotation_that_few_joints_cannot_give() -> None:
    arm = ARMS["rhino-xr3"]
    q = np.array([0.3, -0.4, 0.5, 0.6, 0.7])
    T = fkine(arm, q) @ pose([[1, 0, 0], [0, 0.6, -0.8], [0, 0.8, 0.6]])
    reason = ikine_all(arm, T).reason
    assert reason.kind == "rotation"
    assert "5 joints" in reason
    assert reason.angle + reason.distance > 0.01
    assert ikine(arm, T, mask=[0, 0, 0, 1, 1, 1]).success


def test_limits_in_the_way_are_named() -> None:
    arm = Robot.from_dh([1, 1], 0, 0, 0, limits=[(-1, 1), (-0.5, 0.5)])
    T = fkine(arm, [0.2, 0.9])
    answer = ikine(arm, T, [0, 0])
    assert (answer.success, answer.reason.kind, answer.reason.joints) == (False, "limits", (1,))
    np.testing.assert_allclose(answer.reason.excess, [0.4])
    assert "joint 2 by 22.92°" in answer.reason
    all_of_them = ikine_all(arm, T, limits=True)
    assert len(all_of_them) == 0
    assert all_of_them.reason.kind == "limits"
    assert len(ikine_all(arm, T)) == 1


def test_descent_that_fails_is_helped_out_by_structure() -> None:
    """One start and three steps do not find it; the closed form does, within the limits."""
    arm = ARMS["puma560"]
    q = np.array([2.0, 3.0, -3.0, 1.0, 1.2, -2.0])
    answer = ikine(arm, fkine(arm, q), starts=1, iterations=3)
    assert answer.success
    assert answer.reason == ""
    np.testing.assert_allclose(fkine(arm, answer.q), fkine(arm, q), atol=1e-8)
    assert ((answer.q >= arm.limits[:, 0]) & (answer.q <= arm.limits[:, 1])).all()


def test_reasons_are_text_that_keeps_its_facts() -> None:
    reason = Reason("too far", kind="reach", distance=0.5)
    for twin in (copy.deepcopy(reason), pickle.loads(pickle.dumps(reason))):
        assert twin == "too far"
        assert (twin.kind, twin.distance) == ("reach", 0.5)
    assert not Reason()


def test_surplus_joints_keep_away_from_limits() -> None:
    arm = ARMS["iiwa14"]
    T = fkine(arm, [0.3, 0.6, 1.8, -1.2, 0.4, 1.0, 0.2])
    start = np.array([0.3, 0.6, 1.8, -1.2, 0.4, 1.0, 0.2])
    plain, roomy = ikine(arm, T, start), ikine(arm, T, start, avoid_limits=True)
    assert plain.success
    assert roomy.success

    def strain(q: np.ndarray) -> float:
        lower, upper = arm.limits.T
        return float((((q - (lower + upper) / 2) / (upper - lower)) ** 2).sum())

    assert strain(roomy.q) < strain(plain.q) - 0.01
    np.testing.assert_allclose(fkine(arm, roomy.q), T, atol=1e-8)
    # there is nothing left to gain: every way from the limits moves the tool
    assert np.abs(null_space_motion(arm, roomy.q)).max() < 1e-4


@pytest.mark.property
@examples(30)
@given(robots_and_postures(most=10))
def test_null_space_motion_leaves_the_tool_alone(arm: Any) -> None:
    robot, q, qd = arm
    speeds = null_space_motion(robot, q, qd)
    np.testing.assert_allclose(jacobian(robot, q) @ speeds, np.zeros(6), atol=1e-7)
    np.testing.assert_allclose(null_space_motion(robot, q, speeds), speeds, atol=1e-7)
    batch = null_space_motion(robot, np.array([q, q]), np.array([qd, speeds]))
    np.testing.assert_allclose(batch, [speeds, speeds], atol=1e-7)


ROBOOP = {1: "rhino", 2: "puma", 3: "schilling"}


@pytest.mark.parametrize("case", cases("roboop", "robotType"), ids=str)
def test_families_by_conditions_of_roboop(case: Case) -> None:
    named = family(case.robot)
    assert (named if named in ROBOOP.values() else 0) == ROBOOP.get(case.want, 0)


@pytest.mark.parametrize("case", cases("roboop", "inv_kin_rhino", "inv_kin_schilling"), ids=str)
def test_postures_of_roboop_are_among_ours(case: Case) -> None:
    robot = case.robot.replace(tool=np.eye(4))
    assert family(robot) == case.function.removeprefix("inv_kin_")
    if case.extra["converge"] and np.abs(fkine(robot, case.want) - case.args["Tobj"]).max() < 1e-9:
        found = ikine_all(robot, case.args["Tobj"])
        assert has(robot, found, case.want)
        assert found.certified


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("puma560", "puma"),
        ("puma560-modified", "puma"),
        ("abb-irb120", "puma"),
        ("rhino-xr3", "rhino"),
        ("kuka-kr16-2", "spherical wrist"),
        ("ur5", "three parallel"),
        ("planar-3r", "planar"),
        ("prr", "planar"),
        ("cobra600", "scara"),
        ("stanford", "stanford"),
        ("cylindrical", "cylindrical"),
        ("spherical", "spherical"),
        ("cartesian", "cartesian"),
        ("om25", "general 6R"),
        ("fanuc-arc-mate", "general 6R"),
        ("iiwa14", "spherical wrist"),
        ("sawyer", "numeric"),
    ],
)
def test_families_of_the_library(name: str, wanted: str) -> None:
    assert family(ARMS[name]) == wanted


def test_screws_that_advance_are_searched_for() -> None:
    arm = Robot.from_dh([1, 1, 0], 0, 0, 0, "RRH", pitch=[0, 0, 0.1])
    assert family(arm) == "numeric"
    q = np.array([0.3, 0.5, 0.7])
    found = ikine_all(arm, fkine(arm, q))
    assert has(arm, found, q)
    assert not found.certified


def test_errors_and_jacobians_agree_with_the_engine() -> None:
    Q = np.random.default_rng(15).uniform(-1, 1, (3, 6))
    T = fkine(PUMA, Q[0])
    errors, J = errors_and_jacobians(PUMA, T, Q)
    np.testing.assert_allclose(J, jacobian(PUMA, Q), atol=1e-12)
    np.testing.assert_allclose(errors[0], 0, atol=1e-12)
    np.testing.assert_allclose(errors[1, 3:], (T - fkine(PUMA, Q[1]))[:3, 3], atol=1e-12)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("T", lambda: ikine_all(PUMA, np.eye(3))),
        ("T", lambda: ikine_all(PUMA, np.stack([np.eye(4)] * 2))),
        ("limits", lambda: ikine_all(PUMA, np.eye(4), limits=2)),
        ("tolerance", lambda: ikine_all(PUMA, np.eye(4), tolerance=0)),
        ("samples", lambda: ikine_all(PUMA, np.eye(4), samples=0)),
        ("robot", lambda: ikine_all(None, np.eye(4))),
        ("robot", lambda: family("puma")),
        ("qd", lambda: null_space_motion(PUMA, np.zeros(6), np.zeros((2, 6)))),
        ("mask", lambda: null_space_motion(PUMA, np.zeros(6), mask=[1])),
        ("avoid_limits", lambda: ikine(PUMA, np.eye(4), avoid_limits="yes")),
    ],
)
def test_gates(name: str, call: Any) -> None:
    with pytest.raises(ArgumentError, match=rf"^{name}: "):
        call()


def test_a_robot_of_sixty_four_joints_is_no_burden() -> None:
    """There are 75 million ways to choose the six that are solved for."""
    twists = np.where(np.arange(64) % 2, np.pi / 2, -np.pi / 2)
    snake = Robot.from_dh(np.full(64, 0.05), twists, np.zeros(64), np.full(64, 0.1))
    plan = plan_of(snake)
    assert sorted((*plan.joints, *plan.free)) == list(range(64))
    T = fkine(snake, np.full(64, 0.12))
    found = ikine_all(snake, T)
    assert found.infinite
    np.testing.assert_allclose(
        fkine(snake, found.q), np.broadcast_to(T, (len(found), 4, 4)), atol=1e-7
    )
    assert "58 of the 64 joints can be chosen" in found.reason
    # Stretched out it is far from where random postures are.
    T = fkine(snake, np.random.default_rng(5).uniform(-0.1, 0.1, 64))
    assert len(ikine_all(snake, T))

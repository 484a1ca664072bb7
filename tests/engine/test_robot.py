"""Robots as values, and the same robot in all its descriptions."""

import dataclasses
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from robots import floats, poses, robots, robots_and_postures

from rvs.engine.descriptions.redescribe import inertia_matrix
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Inertia, Joint, Motor
from rvs.engine.kinematics import fkine, frames
from rvs.engine.robot import (
    Robot,
    describe,
    limit_state,
    link_transform,
    perturb,
    series,
    without_friction,
)
from rvs.engine.screws import adjoint, exp6, screw_axis, skew
from rvs.engine.transforms import inverse, pose

ARMS = robots_and_postures()


def bodies(robot: Robot, q: np.ndarray) -> list[np.ndarray]:
    """Mass, centre and moments of every link in the world."""
    rows = []
    for X, joint in zip(frames(robot, q)[1:], robot.joints, strict=True):
        R, p = X[:3, :3], X[:3, 3]
        moments = R @ inertia_matrix(joint.inertia) @ R.T
        center = R @ np.array(joint.inertia.com) + p
        rows.append(np.concatenate([[joint.inertia.mass], center, moments.ravel()]))
    return rows


@pytest.mark.property
@given(ARMS, st.sampled_from(["standard", "modified"]))
def test_both_dh_conventions_move_alike(arm: Any, convention: str) -> None:
    robot, q, _ = arm
    other = robot.to_dh(convention)
    assert {joint.convention for joint in other.joints} == {convention}
    np.testing.assert_allclose(fkine(other, q), fkine(robot, q), atol=1e-11)
    np.testing.assert_allclose(bodies(other, q), bodies(robot, q), atol=1e-10)
    np.testing.assert_array_equal(other.home, robot.home)
    np.testing.assert_array_equal(other.limits, robot.limits)
    assert other.active == robot.active


@pytest.mark.property
@given(robots(convention="standard"))
def test_there_and_back_keeps_the_table(robot: Robot) -> None:
    """But for the last link, which the modified form counts to the tool."""
    last = dataclasses.replace(robot.joints[-1], a=0.0, alpha=0.0)
    robot = robot.replace(joints=(*robot.joints[:-1], last))
    back = robot.to_dh("modified").to_dh("standard")
    for ours, theirs in zip(robot.joints, back.joints, strict=True):
        assert dataclasses.replace(theirs, inertia=ours.inertia) == ours
    np.testing.assert_allclose(back.tool, robot.tool, atol=1e-12)


@pytest.mark.property
@given(ARMS, st.sampled_from(["space", "body"]))
def test_screws_move_alike(arm: Any, frame: str) -> None:
    robot, q, _ = arm
    M, screws = robot.to_screws(frame)
    np.testing.assert_allclose(M, fkine(robot, np.zeros(robot.n)), atol=1e-12)
    product = np.eye(4) if frame == "space" else M
    for screw, value in zip(screws.T, q, strict=True):
        product = product @ exp6(screw * value)
    product = product @ M if frame == "space" else product
    np.testing.assert_allclose(product, fkine(robot, q), atol=1e-10)
    again = Robot.from_screws(M, screws, frame=frame)
    np.testing.assert_allclose(fkine(again, q), fkine(robot, q), atol=1e-10)
    assert [joint.kind for joint in again.joints] == [
        "revolute" if joint.kind == "helical" and joint.pitch == 0 else joint.kind
        for joint in robot.joints
    ]


@pytest.mark.property
@given(ARMS, st.sampled_from(["standard", "modified"]))
def test_general_joints_become_dh(arm: Any, convention: str) -> None:
    robot, q, _ = arm
    M, screws = robot.to_screws()
    X = frames(robot, np.zeros(robot.n))
    links = [X[1], *(inverse(X[i]) @ X[i + 1] for i in range(1, robot.n)), inverse(X[-1]) @ M]
    general = Robot.from_screws(M, screws, link_frames=links)
    assert {joint.convention for joint in general.joints} == {"general"}
    np.testing.assert_allclose(frames(general, q)[1:], frames(robot, q)[1:], atol=1e-10)
    np.testing.assert_allclose(fkine(general, q), fkine(robot, q), atol=1e-10)
    np.testing.assert_allclose(fkine(general.to_dh(convention), q), fkine(robot, q), atol=1e-9)
    mixed = series(robot.replace(tool=np.eye(4)), general)
    both = np.concatenate([q, q])
    np.testing.assert_allclose(fkine(mixed.to_dh(convention), both), fkine(mixed, both), atol=1e-8)


@pytest.mark.parametrize("tilt", [0.0, 1e-13, 1e-11, 1e-9, 1e-7, 1e-6, 1e-5, 1e-3])
def test_nearly_parallel_axes_stay_exact(tilt: float) -> None:
    """The common normal of such axes lies far away; the screws must not be led through it."""
    first = screw_axis([0, 0, 0], [0, 0, 1])
    second = screw_axis([1, 0.2, 0], [0, np.sin(tilt), np.cos(tilt)])
    third = screw_axis([1.5, 0.2, 0.3], [np.sin(tilt), 0, np.cos(tilt)])
    M, q = pose(p=[2, 0, 0]), [0.3, -0.5, 1.1]
    robot = Robot.from_screws(M, np.stack([first, second, third], axis=1))
    wanted = exp6(first * q[0]) @ exp6(second * q[1]) @ exp6(third * q[2]) @ M
    np.testing.assert_allclose(fkine(robot, q), wanted, atol=1e-11)


def test_screws_that_fit_become_a_table() -> None:
    screws = np.stack([screw_axis([0, 0, 0], [0, 0, 1]), screw_axis([1, 0, 0], [0, 1, 0])], 1)
    robot = Robot.from_screws(pose(p=[2, 0, 0]), screws)
    assert [joint.convention for joint in robot.joints] == ["standard", "standard"]
    assert robot.joints[0].a == pytest.approx(1)


@pytest.mark.property
@given(st.lists(floats(-2, 2), min_size=6, max_size=6), poses, floats(0.5, 3))
def test_spatial_inertias(numbers: list[float], link: np.ndarray, mass: float) -> None:
    com, moments = np.array(numbers[:3]), np.diag(np.abs(numbers[3:]))
    C = skew(com)
    spatial = np.block([[moments - mass * C @ C, mass * C], [-mass * C, mass * np.eye(3)]])
    screw = [[0], [0], [1], [0], [0], [0]]
    robot = Robot.from_screws(link, screw, link_frames=[link, np.eye(4)], inertias=[spatial])
    body = robot.joints[0].inertia
    assert body.mass == mass
    np.testing.assert_allclose(body.com, com, atol=1e-12)
    np.testing.assert_allclose(inertia_matrix(body), moments, atol=1e-12)


@pytest.mark.property
@given(robots(kinds="RP", convention="standard"))
def test_dyn_rows_come_back(robot: Robot) -> None:
    plain = robot.replace(
        joints=tuple(
            dataclasses.replace(
                j, offset=0.0, pitch=0.0, locked=False, motor=Motor(1, -2, 3, (4, -5))
            )
            for j in robot.joints
        )
    )
    again = Robot.from_dyn(plain.to_dyn(), plain.joints[0].convention)
    assert again.joints == plain.joints


@pytest.mark.property
@given(ARMS)
def test_link_transforms_make_the_frames(arm: Any) -> None:
    robot, q, _ = arm
    X = robot.base
    for joint, value, wanted in zip(robot.joints, q, frames(robot, q)[1:], strict=True):
        X = X @ link_transform(joint, value)
        np.testing.assert_allclose(X, wanted, atol=1e-10)


def test_a_helical_joint_turns_and_advances() -> None:
    joint = Robot.from_dh(0, 0, 0.5, 0, "H", pitch=0.1).joints[0]
    T = link_transform(joint, [0.0, np.pi])
    assert T.shape == (2, 4, 4)
    np.testing.assert_allclose(T[1, :3, 3], [0, 0, 0.5 + 0.1 * np.pi])
    np.testing.assert_allclose(T[1, 0, 0], -1)


def test_a_robot_is_a_value() -> None:
    make = lambda: Robot.from_dh([1, 2], 0, 0, 0, "RP", limits=[(-1, 1), (0, np.inf)])  # noqa: E731
    assert make() == make()
    assert hash(make()) == hash(make())
    assert make() != make().replace(name="other")
    with pytest.raises(dataclasses.FrozenInstanceError):
        make().name = "x"  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        make().home[0] = 1.0


def test_home_is_the_entry_of_the_own_variable_and_never_adds() -> None:
    robot = Robot.from_dh([1, 0], 0, [0.2, 0.7], [0.3, 0.4], "RP")
    assert robot.home.tolist() == [0.3, 0.7]
    np.testing.assert_allclose(fkine(robot, [0.0, 0.0])[:3, 3], [1, 0, 0.2])
    moved = Robot.from_dh([1, 0], 0, [0.2, 0.7], [0.3, 0.4], "RP", home=[1.0, 2.0])
    assert moved.home.tolist() == [1.0, 2.0]
    np.testing.assert_allclose(fkine(moved, [0.1, 0.2]), fkine(robot, [0.1, 0.2]))


def test_all_columns_of_from_dh() -> None:
    moments = np.array([[1.0, 0.1, 0.3], [0.1, 2.0, 0.2], [0.3, 0.2, 3.0]])
    robot = Robot.from_dh(
        [1, 1], 0, 0, 0, "RH", pitch=[0, 0.2], convention="modified", offset=[0.1, 0.2],
        limits=[(-1, 1), (-2, 2)], locked=[False, True], mass=[3, 4], com=[(1, 2, 3), (0, 0, 0)],
        inertia=[moments, np.eye(3)], motor_inertia=[0.1, 0.2], gear=[50, -60], viscous=[0.3, 0.4],
        coulomb=[(0.5, -0.6), (0, 0)], effort=[10, 20], rate=[1, 2], acceleration=[3, 4],
        gravity=(0, 0, -1.62), name="moon",
    )  # fmt: skip
    first, second = robot.joints
    assert first.inertia == Inertia(3, (1, 2, 3), (1, 2, 3, 0.1, 0.2, 0.3))
    assert first.motor == Motor(0.1, 50, 0.3, (0.5, -0.6))
    assert (second.kind, second.pitch, second.locked) == ("helical", 0.2, True)
    assert (first.effort, first.rate, first.acceleration) == (10, 1, 3)
    assert robot.gravity == (0, 0, -1.62)
    assert robot.active == (0,)
    assert Robot.from_dh([1, 1], 0, 0, 0).joints[0].inertia is None


def test_series_keeps_the_first_base_and_the_last_tool() -> None:
    a = Robot.from_dh([1], 0, 0, 0, base=pose(p=[1, 0, 0]), tool=pose(p=[9, 9, 9]), name="a")
    b = Robot.from_dh([2], 0, 0, 0, base=pose(p=[9, 9, 9]), tool=pose(p=[0, 0, 5]), name="b")
    both = series(a, b)
    assert both.name == "a"
    np.testing.assert_allclose(fkine(both, [0, 0])[:3, 3], [4, 0, 5])


def test_without_friction_and_perturbed() -> None:
    robot = Robot.from_dh(
        [1], 0, 0, 0, mass=[10], inertia=[[1, 2, 3, 0, 0, 0]], viscous=[3], coulomb=[(1, -1)],
        name="arm",
    )  # fmt: skip
    assert without_friction(robot).joints[0].motor == Motor(viscous=3.0)
    assert without_friction(robot, viscous=True).joints[0].motor == Motor()
    assert without_friction(robot).name == "NF/arm"
    one, other = perturb(robot, 0.2, 1), perturb(robot, 0.2, np.random.default_rng(1))
    assert one == other
    assert one.name == "P/arm"
    body = one.joints[0].inertia
    assert 8 <= body.mass <= 12
    assert body.mass != 10
    ratios = np.array(body.moments[:3]) / [1, 2, 3]
    np.testing.assert_allclose(ratios, ratios[0])
    assert ratios[0] != body.mass / 10


def test_limit_state() -> None:
    robot = Robot.from_dh([1, 1], 0, 0, 0, limits=[(-1, 1), (-np.inf, 2)])
    assert limit_state(robot, [[-2, 3], [1, -9]]).tolist() == [[-1, 1], [0, 0]]
    assert limit_state(robot.joints[0], [-2.0, 0.0, 2.0]).tolist() == [-1, 0, 1]


def test_description_names_what_there_is() -> None:
    robot = Robot.from_dh(
        [0.4], 1.5, 0, 0, "H", pitch=0.1, mass=[2], gear=[50], limits=[(-1, 1)], locked=[True],
        offset=0.3, tool=pose(p=[0, 0, 0.25]), name="drill",
    )  # fmt: skip
    text = describe(robot)
    for word in ("drill", "-1 to 1", "0.25", "kg m^2", "N m s/rad"):
        assert word in text
    for word in ("helical", "pitch 0.1", "mass 2", "gear 50", "limits -1 to 1", "locked",
                 "offset 0.3"):  # fmt: skip
        assert word in describe(robot.joints[0])
        assert all(part in text for part in word.split())
    general = Robot.from_screws(
        np.eye(4), [[0], [0], [1], [0], [0], [0]], link_frames=[np.eye(4)] * 2
    )
    assert "before" in describe(general)


def test_span_bounds_the_links() -> None:
    assert Joint(a=-0.3, d=0.4).span == pytest.approx(0.7)
    assert Joint(a=0.3, d=0.4, kind="prismatic").span == pytest.approx(0.3)
    before = tuple(map(tuple, pose(p=[3, 4, 0]).tolist()))
    assert Joint(convention="general", before=before).span == pytest.approx(5)


EYE6 = np.eye(6)
SCREW = [[0.0], [0], [1], [0], [0], [0]]
STEP = tuple(map(tuple, pose(p=[1, 0, 0]).tolist()))
ARM = Robot.from_dh([1, 1], 0, 0, 0, offset=0.1)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("a", lambda: Robot.from_dh([], [], [], [])),
        ("a", lambda: Robot.from_dh([np.nan], 0, 0, 0)),
        ("alpha", lambda: Robot.from_dh([1, 1], [0, 0, 0], 0, 0)),
        ("kind", lambda: Robot.from_dh([1, 1], 0, 0, 0, "RX")),
        ("kind", lambda: Robot.from_dh([1, 1], 0, 0, 0, "R")),
        ("convention", lambda: Robot.from_dh([1], 0, 0, 0, convention="general")),
        ("convention", lambda: Robot.from_dh([1], 0, 0, 0, convention="modifed")),
        ("limits", lambda: Robot.from_dh([1], 0, 0, 0, limits=[-1, 1])),
        ("limits", lambda: Robot.from_dh([1], 0, 0, 0, limits=[(1, -1)])),
        ("limits", lambda: Robot.from_dh([1], 0, 0, 0, limits=[(np.nan, 1)])),
        ("mass", lambda: Robot.from_dh([1], 0, 0, 0, mass=[1, 2])),
        ("com", lambda: Robot.from_dh([1], 0, 0, 0, com=[1, 2, 3])),
        ("inertia", lambda: Robot.from_dh([1], 0, 0, 0, inertia=[[1, 2, 3]])),
        ("inertia", lambda: Robot.from_dh([1], 0, 0, 0, inertia=[np.arange(9).reshape(3, 3)])),
        ("coulomb", lambda: Robot.from_dh([1], 0, 0, 0, coulomb=[1])),
        ("rate", lambda: Robot.from_dh([1], 0, 0, 0, rate=[0])),
        ("base", lambda: Robot.from_dh([1], 0, 0, 0, base=np.eye(3))),
        ("tool", lambda: Robot.from_dh([1], 0, 0, 0, tool=2 * np.eye(4))),
        ("gravity", lambda: Robot.from_dh([1], 0, 0, 0, gravity=9.81)),
        ("M", lambda: Robot.from_screws(np.eye(3), SCREW)),
        ("screws", lambda: Robot.from_screws(np.eye(4), np.zeros((6, 0)))),
        ("screws", lambda: Robot.from_screws(np.eye(4), [0, 0, 1, 0, 0, 0])),
        ("screws", lambda: Robot.from_screws(np.eye(4), 2 * np.array(SCREW))),
        ("frame", lambda: Robot.from_screws(np.eye(4), SCREW, frame="world")),
        ("inertias", lambda: Robot.from_screws(np.eye(4), SCREW, inertias=[EYE6])),
        ("link_frames", lambda: Robot.from_screws(np.eye(4), SCREW, link_frames=[np.eye(4)])),
        ("inertias", lambda: Robot.from_screws(
            np.eye(4), SCREW, link_frames=[np.eye(4)] * 2, inertias=[np.ones((6, 6))])),
        ("matrix", lambda: Robot.from_dyn([[0, 1, 0]])),
        ("matrix", lambda: Robot.from_dyn([])),
        ("robot", lambda: ARM.to_dyn()),
        ("initrobot", lambda: Robot.from_roboop([[0.0] * 20])),
        ("initrobot", lambda: Robot.from_roboop([[2.0] + [0.0] * 22])),
        ("initrobot", lambda: Robot.from_roboop([[3.0] + [0.0] * 22])),
        ("initmotor", lambda: Robot.from_roboop([[0.0] * 19], [[0.0] * 3])),
        ("section", lambda: Robot.from_roboop_file("[a]\ndof: 1", "b")),
        ("text", lambda: Robot.from_roboop_file("[a]\ndof: one", "a")),
        ("convention", lambda: ARM.to_dh("general")),
        ("frame", lambda: ARM.to_screws("tool")),
        ("q", lambda: limit_state(ARM, [0])),
        ("q", lambda: link_transform(ARM.joints[0], np.nan)),
        ("p", lambda: perturb(ARM, -1)),
        ("joints", lambda: Robot(())),
        ("kind", lambda: Joint(kind="rotary")),
        ("before", lambda: Joint(before=STEP)),
        ("after", lambda: Joint(after=STEP)),
        ("a", lambda: Joint(a=1.0, convention="general")),
        ("before", lambda: Joint(convention="general", before=((1.0,),))),
    ],
)  # fmt: skip
def test_gates(name: str, call: Any) -> None:
    with pytest.raises(ArgumentError, match=rf"^{name}: "):
        call()


def test_a_file_with_a_fixed_link_has_one_link_more_than_joints() -> None:
    text = "[a]\ndof: 1\nFix: 1\n[a_LINK1]\na: 1\n[a_LINK2]\na: 2\nm: 3\n"
    robot = Robot.from_roboop_file(text, "a")
    assert robot.n == 1
    np.testing.assert_allclose(fkine(robot, [0.0])[:3, 3], [3, 0, 0])
    np.testing.assert_allclose(robot.joints[0].inertia.com, [2, 0, 0])


def test_body_screws_are_the_space_screws_seen_from_the_tool() -> None:
    robot = Robot.from_dh([1, 1], [0.3, 0.4], 0.2, 0, "RH", pitch=0.1, tool=pose(p=[0, 1, 0]))
    M, space = robot.to_screws()
    np.testing.assert_allclose(adjoint(M) @ robot.to_screws("body")[1], space, atol=1e-15)


def test_the_tool_stands_at_M_wherever_the_link_frames_lead() -> None:
    arm = Robot.from_screws(STEP, SCREW, link_frames=[np.eye(4), np.eye(4)])
    np.testing.assert_allclose(fkine(arm, [0.0]), STEP)
    np.testing.assert_allclose(frames(arm, [0.0])[1], np.eye(4))


def test_a_robot_is_named_in_a_line_and_printed_as_its_table() -> None:
    arm = Robot.from_dh([0.4, 0.3], 0, 0, 0, "RP", name="arm")
    assert repr(arm) == "<Robot arm: 2 joints, RP, standard>"
    assert str(arm).splitlines() == [
        "arm: 2 joints, RP, standard; m, rad",
        "  joint  kind       a    alpha  d  theta",
        "  1      revolute   0.4  0      0  0",
        "  2      prismatic  0.3  0      0  0",
    ]

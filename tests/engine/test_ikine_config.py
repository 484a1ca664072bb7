"""Letters for shoulder, elbow and wrist choose the posture, as in the Robotics Toolbox."""

from typing import Any

import numpy as np
import pytest
from reference_cases import Case, cases
from test_kinematics import PUMA

from rvs.engine.errors import ArgumentError
from rvs.engine.inverse import ikine_all, ikine_config
from rvs.engine.inverse.configuration import configurations, has_configurations
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose

Q = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
ALL = [a + b + c for a in "lr" for b in "ud" for c in "nf"]
# A shoulder set forward and a first axis that points the other way, as many arms have it.
KUKA = Robot.from_dh(
    [0.15, 0.6, 0.1, 0, 0, 0],
    np.radians([-90, 0, -90, 90, -90, 0]),
    [0.4, 0, 0, 0.6, 0, 0.1],
    0,
    tool=pose(p=[0.1, 0, 0.2]),
    base=pose(p=[1, 2, 0.5]),
)


def same(a: np.ndarray, b: Any, tolerance: float = 1e-6) -> bool:
    return bool(np.abs((a - np.array(b) + np.pi) % (2 * np.pi) - np.pi).max() < tolerance)


@pytest.mark.parametrize("case", cases("rtb", "ikine560"), ids=str)
def test_robotics_toolbox(case: Case) -> None:
    """Theirs takes the base away and leaves the tool in; without n it flips the wrist."""
    arm = case.robot.replace(base=case.args.get("base", np.eye(4)), tool=np.eye(4))
    answer = ikine_config(arm, case.args["T"], case.args.get("config", ""))
    if case.extra.get("T_error", 1.0) > 1e-9:
        assert answer.success == (np.abs(fkine(arm, answer.q) - case.args["T"]).max() < 1e-6)
        return
    assert answer.success, answer.reason
    np.testing.assert_allclose(fkine(arm, answer.q), case.args["T"], atol=1e-8)
    letters = case.args.get("config", "")
    if "n" in letters or "f" in letters:
        assert same(answer.q, case.want)


@pytest.mark.parametrize("arm", [PUMA, KUKA], ids=["puma", "kuka"])
def test_each_configuration_is_one_posture(arm: Robot) -> None:
    q = Q - [0, 1, 0, 0, 0, 0]
    T = fkine(arm, q)
    everything = ikine_all(arm, T)
    assert len(everything) == 8
    names = [configurations(arm, one) for one in everything.q]
    assert sorted(names) == sorted(ALL)
    for name, one in zip(names, everything.q, strict=True):
        answer = ikine_config(arm, T, name)
        assert answer.success
        np.testing.assert_allclose(answer.q, one)
        np.testing.assert_allclose(fkine(arm, answer.q), T, atol=1e-9)
    assert same(ikine_config(arm, T, configurations(arm, q)).q, q)


def test_what_is_left_out_is_left_up_and_not_flipped() -> None:
    T = fkine(PUMA, Q)
    np.testing.assert_array_equal(ikine_config(PUMA, T).q, ikine_config(PUMA, T, "nul").q)
    np.testing.assert_array_equal(ikine_config(PUMA, T, "d").q, ikine_config(PUMA, T, "ldn").q)


def test_the_elbow_is_above() -> None:
    """The letters mean what they say in a posture that anybody can picture."""
    arm = Robot.from_dh(
        [0, 1, 0, 0, 0, 0], np.radians([90, 0, -90, 90, -90, 0]), [0, 0, 0, 1, 0, 0], 0
    )
    # upper arm 45 degrees up, forearm (along z of frame 3) falling ahead of it
    assert configurations(arm, np.array([0, np.pi / 4, -np.pi, 0, -0.5, 0])) == "run"
    assert configurations(arm, np.array([np.pi, 3 * np.pi / 4, 0, 0, 0.5, 0])) == "luf"


def test_a_straight_wrist_has_both_letters_and_the_fourth_joint_rests() -> None:
    q = Q * [1, 1, 1, 1, 0, 1]
    answer = ikine_config(PUMA, fkine(PUMA, q), configurations(PUMA, q)[:2] + "n")
    assert answer.success
    assert answer.reason.kind == "singularity"
    assert abs(answer.q[3]) < 0.2
    np.testing.assert_allclose(fkine(PUMA, answer.q), fkine(PUMA, q), atol=1e-8)


def test_why_not() -> None:
    far = ikine_config(PUMA, pose(p=[3, 0, 0]), "run")
    assert (far.success, far.reason.kind) == (False, "reach")
    bounds = [(-3, 3), (-0.1, 0.1), (-3, 3), (-3, 3), (-3, 3), (-3, 3)]
    joints = [(j.a, j.alpha, j.d) for j in PUMA.joints]
    a, alpha, d = zip(*joints, strict=True)
    tight = Robot.from_dh(a, alpha, d, 0, limits=bounds)
    T = fkine(tight, Q)
    blocked = ikine_config(tight, T, configurations(tight, Q), limits=True)
    assert not blocked.success
    assert blocked.reason.kind == "limits"
    assert blocked.reason.joints == (1,)
    np.testing.assert_allclose(blocked.reason.excess, [0.1])


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("configuration", lambda: ikine_config(PUMA, np.eye(4), "lrx")),
        ("configuration", lambda: ikine_config(PUMA, np.eye(4), "lr")),
        ("configuration", lambda: ikine_config(PUMA, np.eye(4), "uu")),
        ("configuration", lambda: ikine_config(PUMA, np.eye(4), None)),
        ("robot", lambda: ikine_config(Robot.from_dh([1, 1], 0, 0, 0), np.eye(4))),
        ("T", lambda: ikine_config(PUMA, np.eye(3))),
    ],
)
def test_gates(name: str, call: Any) -> None:
    with pytest.raises(ArgumentError, match=rf"^{name}: "):
        call()


def test_arms_without_letters() -> None:
    assert has_configurations(KUKA)
    assert not has_configurations(Robot.from_dh([1] * 6, 0, 0, 0))
    assert not has_configurations(Robot.from_dh([1] * 6, 1, 0, 0))

"""``rvs torque``: torques of a posture and of a motion, the worst posture, the pace."""

import json

import numpy as np
import pytest

import rvs
from rvs.bodies.dynamic import dynamic_robot
from rvs.cli import main
from rvs.commands.robots import carrying
from rvs.engine.dynamics import gravload, rne
from rvs.engine.kinematics import jacobian
from rvs.engine.transforms import pose, rotx, roty
from rvs.files.library import find_robot, load_robot

PUMA = dynamic_robot(carrying(load_robot("puma560")))
Q = "10 40 -60 20 30 0"


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    assert main(["torque", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["torque", *words]) == 0
    return capsys.readouterr().out


@pytest.fixture
def weak(tmp_path) -> str:
    """A PUMA whose shoulder and elbow have motors of known effort."""
    text = find_robot("puma560").read_text()
    for b, effort in (("a = 0.4318", 59), ("a = 0.0203", 17.2)):
        text = text.replace(f" {b}", f" {b}\n effort = {effort}", 1)
    path = tmp_path / "weak.arch"
    path.write_text(text)
    return str(path)


def test_a_posture(capsys):
    q = np.radians([10, 40, -60, 20, 30, 0])
    found = answer(capsys, "puma560", "--q", Q)
    np.testing.assert_allclose(found["torque"], gravload(PUMA, q), atol=1e-12)
    assert found["torque"] == pytest.approx(found["gravity"], abs=1e-12)
    assert found["peak"] == pytest.approx(np.abs(found["torque"]), abs=1e-12)
    assert found["rms"] == pytest.approx(found["peak"], abs=1e-12)
    assert found["effort"] == [None] * 6
    assert found["largest_payload"] is None
    # the first joint carries the whole arm
    mass = sum(joint.inertia.mass for joint in PUMA.joints)
    assert np.linalg.norm(found["reactions"]["force"][0]) == pytest.approx(9.81 * mass)


LINKS = ((0.5, 4), (0.4, 3), (0.3, 2))
ARM = (
    "".join(
        f"{{ a = {a} b = 0 al = 0 th = 0 m = {m} r = [ {-a / 2}, 0, 0 ] I = [ 0, 0, 0 ] }}\n"
        for a, m in LINKS
    )
    + "base = [1,0,0,0, 0,0,-1,0, 0,1,0,0, 0,0,0,1]\n"
)


def test_what_a_file_does_not_name_is_not_counted(capsys, tmp_path):
    """The hand that is drawn where a file names no end-effector has no mass; others are named."""
    path = tmp_path / "arm.arch"
    path.write_text(ARM)
    found = answer(capsys, str(path), "--q", "0 0 0")
    assert found["torque"][2] == pytest.approx(2 * 9.81 * 0.15)
    assert found["counted"] == {
        "end_effector": {"name": "hand", "mass": 0.0},
        "payload": None,
        "rotor_inertia": [],
        "friction": [],
    }
    path.write_text(f"EndEffector = gripper\n{ARM}")
    heavy = answer(capsys, str(path), "--q", "0 0 0", "--payload", "1.5")
    mass = heavy["counted"]["end_effector"]["mass"]
    assert mass > 0.1
    assert heavy["torque"][2] > found["torque"][2] + 9.81 * (0.3 * (mass + 1.5) - 0.02)
    words = said(capsys, str(path), "--q", "0 0 0", "--payload", "1.5")
    assert f"Included with the links: end-effector gripper ({mass:.4g} kg)" in words
    assert "payload box (1.5 kg)" in words
    worst = answer(capsys, str(path), "--worst")
    assert worst["counted"]["end_effector"] == heavy["counted"]["end_effector"]
    assert rvs.torque(str(path)).counted.effector_mass == pytest.approx(mass)
    assert "end-effector gripper" in repr(rvs.torque(str(path)))


def test_speeds_accelerations_payload_and_force(capsys):
    q, qd, qdd = np.radians([[10, 40, -60, 20, 30, 0], [5] * 6, [7] * 6])
    found = answer(
        capsys, "puma560", "--q", Q, "--qd", "5 5 5 5 5 5", "--qdd", "7 7 7 7 7 7"
    )  # fmt: skip
    np.testing.assert_allclose(found["torque"], rne(PUMA, q, qd, qdd), atol=1e-11)
    total = np.sum(list(found["parts"].values()), axis=0)
    np.testing.assert_allclose(total, found["torque"], atol=1e-11)
    pulled = answer(capsys, "puma560", "--q", Q, "--force", "0 0 -9.81")
    added = np.subtract(pulled["torque"], found["gravity"])
    np.testing.assert_allclose(added, pulled["parts"]["tool"], atol=1e-11)
    loaded = answer(capsys, "puma560", "--q", Q, "--payload", "2")
    assert abs(loaded["gravity"][1]) > abs(found["gravity"][1]) + 5


def test_a_motion_that_is_too_fast(capsys, weak):
    found = answer(capsys, weak, "--motion", "puma560-letters")
    torque = np.array(found["torque"])
    assert torque.shape == (len(found["times"]), 6)
    assert found["peak"] == pytest.approx(np.abs(torque).max(axis=0))
    whole = found["times"][-1]
    mean = np.trapezoid(torque**2, found["times"], axis=0) / whole
    assert found["rms"] == pytest.approx(np.sqrt(mean))
    assert found["peak"][1] > 59
    assert {one["joint"] for one in found["beyond"]} == {2, 3}
    assert found["slower"] > 1
    words = said(capsys, weak, "--motion", "puma560-letters")
    assert "times as slow, the motion keeps all limits" in words
    assert "joint 2 needs" in words


def test_a_motor_that_cannot_hold_the_arm(capsys, weak):
    words = said(capsys, weak, "--motion", "puma560-letters", "--payload", "3")
    assert "a slower motion does not help" in words
    found = answer(capsys, weak, "--motion", "puma560-letters", "--payload", "3")
    assert found["slower"] is None


def test_the_worst_posture(capsys, weak):
    found = answer(capsys, weak, "--worst", "--payload", "1")
    assert found["joint"] in (2, 3)
    assert found["share"] == pytest.approx(
        max(found["largest"][1] / 59, found["largest"][2] / 17.2)
    )  # fmt: skip
    here = answer(
        capsys, weak, "--payload", "1", "--q", " ".join(map(str, found["q"]))
    )["torque"]  # fmt: skip
    assert here == pytest.approx(found["torque"], abs=1e-6)
    assert "of its effort" in said(capsys, weak, "--worst")


def test_words(capsys, weak):
    words = said(capsys, weak, "--q", Q)
    assert "largest payload at the tool in this posture" in words
    assert "59 N m" in words


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["puma560", "--worst", "--q", Q], "--q: can't be combined with the worst posture"),
        (["puma560", "--payload", "-1"], "--payload: expected 0 kg or more"),
        (["puma560", "--q", "1 2"], "--q: PUMA 560 has 6 joints"),
        (["puma560", "--qd", "1 2"], "--qd: PUMA 560 has 6 joints"),
        (["puma560", "--force", "1 2"], "force: expected 3 or 6 numbers"),
        (["scara"], "dynamics need the mass of every link"),
    ],
)
def test_what_is_wrong_is_said(capsys, words, message):
    assert main(["torque", *words]) == 1
    assert message in capsys.readouterr().err


def test_plots_of_torques(tmp_path, capsys, weak):
    out = tmp_path / "torque.csv"
    words = ["plot", weak, "puma560-letters", "-o", str(out), "--quantity", "torque"]
    assert main([*words, "--payload", "1"]) == 0
    found = answer(capsys_clear(capsys), weak, "--motion", "puma560-letters", "--payload", "1")
    table = np.genfromtxt(out, delimiter=",", skip_header=1)
    np.testing.assert_allclose(table[:, 1:], found["torque"], atol=1e-3)


def capsys_clear(capsys):
    capsys.readouterr()
    return capsys


def test_a_motion_as_fast_as_its_drives_allow(tmp_path, capsys, weak):
    strong = tmp_path / "strong.arch"
    text = find_robot("puma560").read_text()
    strong.write_text(text.replace(" b = ", " effort = 200\n rate = 120\n b = "))
    out = tmp_path / "fast.jtraj"
    found = answer(
        capsys, str(strong), "--motion", "puma560-place", "--fastest", "-o", str(out)
    )  # fmt: skip
    before = answer(capsys, str(strong), "--motion", "puma560-place")
    assert found["times"][-1] < 0.6 * before["times"][-1]
    assert (before["rates"], found["rates"]) == ("differences", "formula")
    assert found["beyond"] == []
    assert max(found["peak"]) <= 200 * (1 + 1e-6)
    assert max(found["speed"]) <= np.radians(120) * (1 + 1e-6)
    again = answer(capsys, str(strong), "--motion", str(out))
    assert again["times"][-1] == pytest.approx(found["times"][-1], rel=1e-9)


def test_a_motion_made_slower_until_its_drives_suffice(tmp_path, capsys, weak):
    before = answer(capsys, weak, "--motion", "puma560-letters")
    out = tmp_path / "slow.jtraj"
    words = ("--motion", "puma560-letters", "--slower", "0", "-o", str(out))
    found = answer(capsys, weak, *words)
    assert found["times"][-1] == pytest.approx(before["slower"] * before["times"][-1])
    assert found["beyond"] == []
    twice = answer(capsys, weak, "--motion", "puma560-letters", "--slower", "2")
    assert twice["times"][-1] == pytest.approx(2 * before["times"][-1])
    assert main(["torque", weak, "--fastest"]) == 1
    assert "--fastest: can't be combined with a posture" in capsys.readouterr().err


@pytest.mark.parametrize("push", [[10.0, -5.0, 3.0], [10.0, -5.0, 3.0, 1.0, 2.0, -1.0]])
def test_a_force_is_along_the_axes_of_the_cell_where_the_robot_hangs(push):
    """A robot that hangs by its place loads its joints as one with this pose as its base."""
    q, hung = np.radians([20, 40, -100, 15, -30, 5]), pose(rotx(2.2) @ roty(0.6), [0.3, -0.2, 1.0])
    cell = rvs.new("puma560")
    cell.stand("PUMA 560", hung)
    robot = cell.robots[0].robot
    J = jacobian(robot.replace(base=hung @ robot.base), q)
    found = rvs.torque(cell, q=q, force=push)
    wrench = np.array([*push[3:], *push[:3]] if len(push) > 3 else [0, 0, 0, *push])
    assert found.load.parts["tool"][0] == pytest.approx(-J.T @ wrench, abs=1e-9)

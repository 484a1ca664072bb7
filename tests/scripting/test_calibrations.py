"""``rvs calibrate`` and ``rvs.calibrate``: files, answers, the edit, refusals."""

import json

import numpy as np
import pytest

import rvs
from rvs.cli import main
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine
from rvs.engine.quaternion import Quaternion
from rvs.engine.screws import log3
from rvs.engine.transforms import to_rpy
from rvs.files.tables.measured_table import read_measured
from rvs.files.text.errors import FileErrors
from rvs.scripting.opening import placed
from rvs.scripting.subjects import cell_of, robot_in
from rvs.study.accuracy.table import index_of, moved, poses_and_screws, table_of


@pytest.fixture(scope="module")
def truth():
    robot = placed("puma560").robot
    table, rng = table_of(robot), np.random.default_rng(1)
    q = rng.uniform(*robot.limits.T, (24, 6))
    change = np.zeros(table.size)
    change[index_of("a", 1)], change[index_of("alpha", 0)] = 1e-3, 2e-3
    T, _ = poses_and_screws(moved(table, change), q)
    T[:, :3, 3] += rng.normal(0.0, 2e-5, (24, 3))
    return q, T


def written(path, truth, kind: str) -> str:
    q, T = truth
    heads = {"": "", "abc": ",a,b,c", "vector": ",rx (rad),ry (rad),rz (rad)",
             "quaternion": ",qw,qx,qy,qz"}  # fmt: skip
    lines = [",".join(f"q{i}" for i in range(1, 7)) + ",x (mm),y (mm),z (mm)" + heads[kind]]
    for a, pose in zip(q, T, strict=True):
        R = pose[:3, :3]
        turned = {
            "": (), "abc": np.degrees(to_rpy(R)), "vector": log3(R) if kind == "vector" else (),
            "quaternion": Quaternion.from_rotation(R).array,
        }[kind]  # fmt: skip
        if np.shape(turned) == (3, 3):
            turned = [turned[2, 1], turned[0, 2], turned[1, 0]]
        values = [*np.degrees(a), *(1e3 * pose[:3, 3]), *turned]
        lines.append(",".join(f"{value:.10g}" for value in values))
    path.write_text("\n".join(lines), "utf-8")
    return str(path)


@pytest.mark.parametrize("kind", ["", "abc", "vector", "quaternion"])
def test_files_with_orientations_of_each_kind_are_read(kind: str, truth, tmp_path) -> None:
    robot = placed("puma560").robot
    path = written(tmp_path / "m.csv", truth, kind)
    found = read_measured(tmp_path / "m.csv", robot, "m", "deg")
    np.testing.assert_allclose(found.q, truth[0], atol=1e-8)
    np.testing.assert_allclose(found.position, truth[1][:, :3, 3], atol=1e-9)
    if kind:
        np.testing.assert_allclose(found.rotation, truth[1][:, :3, :3], atol=1e-7)
    assert path


def test_a_robot_is_calibrated_and_takes_its_table(truth, tmp_path) -> None:
    cell = cell_of("puma560")
    found = rvs.calibrate(cell, written(tmp_path / "m.csv", truth, ""))
    facts = found.facts
    json.dumps(facts)
    rows = {one["name"]: one for one in facts["parameters"]}
    assert abs(rows["a2"]["change"] - 1e-3) < rows["a2"]["error"] * 1.6
    assert abs(rows["alpha1"]["change"] - np.degrees(2e-3)) < rows["alpha1"]["error"] * 1.6
    assert facts["after"]["mean"] < 5e-5 < facts["before"]["mean"]
    assert any(one["name"] == "theta1" for one in facts["not_identified"])
    assert any("theta1 can't be identified" in note for note in found.notes)
    assert len(found.plots[0].curves) == 3
    before = cell.document
    after = found.offers[0].call(before)
    joint = after.robots[0].robot.joints[1]
    assert joint.convention == "general"
    assert joint.after[0][3] == pytest.approx(robot_in(cell).robot.joints[1].a + 1e-3, abs=2e-4)


def test_what_an_unidentified_number_is_like_is_in_the_units_of_the_answer(tmp_path) -> None:
    """Axis 1, 0.3 m beside the origin: 1° more theta1 is 1° less of the base, and shifts it."""
    arm = rvs.Robot.from_dh([0.4, 0.3, 0.2], [1.2, -0.7, 0], 0.1, 0, convention="modified")
    rng, path = np.random.default_rng(3), tmp_path / "m.csv"
    q = rng.uniform(-2, 2, (30, 3))
    poses = fkine(arm, q)
    rows = [
        [*np.degrees(one), *T[:3, 3], *log3(T[:3, :3])] for one, T in zip(q, poses, strict=True)
    ]
    head = "q1,q2,q3,x,y,z,rx (rad),ry (rad),rz (rad)\n"
    path.write_text(head + "\n".join(",".join(map(repr, map(float, row))) for row in rows), "utf-8")
    found = {one["name"]: one["like"] for one in
             rvs.calibrate(arm, str(path), propose=0).facts["not_identified"]}  # fmt: skip
    # turned by 1° about the axis through (0.4, 0, 0), the origin moves by one degree of this arm
    axis = np.array([0.0, -np.sin(1.2), np.cos(1.2)])
    shift = -np.cross(axis, [0.4, 0.0, 0.0]) * np.radians(1.0)
    names = ("base rx", "base ry", "base rz", "base x", "base y", "base z")
    expected = dict(zip(names, [*axis, *shift], strict=True))
    assert found["theta1"] == pytest.approx({k: v for k, v in expected.items() if abs(v) > 1e-9})


def test_the_command_says_the_same(truth, tmp_path, capsys) -> None:
    path = written(tmp_path / "m.csv", truth, "abc")
    words = ["calibrate", "puma560", "--measured", path, "--free", "a,alpha", "--propose", "1"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "24 poses" in said
    assert "next measure at" in said
    assert main([*words, "--json", "--no-base", "--no-tool"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {one["name"][:1] for one in told["parameters"]} <= {"a", "b"}
    assert len(told["next"]) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("q1,q2\n1,2", "no column q3"),
        ("q1,q2,q3,q4,q5,q6,x,y,z\n1,2,3,4,5,6,7,8,nine", "expected a number, got 'nine'"),
        ("q1 (mm),q2,q3,q4,q5,q6,x,y,z\n1,2,3,4,5,6,7,8,9", "expected a unit of angle"),
        ("q1", "has no rows"),
    ],
)
def test_faults_of_files_are_named(text: str, words: str, tmp_path) -> None:
    path = tmp_path / "m.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(FileErrors, match=words):
        rvs.calibrate("puma560", str(path))


def test_refusals(tmp_path, truth) -> None:
    with pytest.raises(ArgumentError, match="measured: expected"):
        rvs.calibrate("puma560")
    path = written(tmp_path / "m.csv", truth, "abc")
    with pytest.raises(ArgumentError, match="noise: expected angle_noise as well"):
        rvs.calibrate("puma560", path, noise=1e-4)
    with pytest.raises(ArgumentError, match="angle_noise: expected only together with noise"):
        rvs.calibrate("puma560", path, angle_noise=1e-4)
    with pytest.raises(ArgumentError, match="not one of"):
        rvs.calibrate("puma560", path, free=["e"])

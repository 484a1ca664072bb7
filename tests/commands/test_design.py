"""``rvs design``: the answer in JSON, the file it writes, and what it refuses."""

from __future__ import annotations

import json

import numpy as np
import pytest

from rvs.cli import main
from rvs.engine.kinematics import jacobian
from rvs.files.library import load_robot


def answer(capsys, *words):
    assert main(["design", *words]) == 0
    return capsys.readouterr().out


def test_the_answer_is_the_robot_in_the_file(capsys, tmp_path):
    path = tmp_path / "better.arch"
    told = json.loads(answer(capsys, "ur5e", "--reach", "2", "-o", str(path), "--json"))
    assert told["condition"] - 1.0 < 1e-9
    assert told["iterations"] > 0
    made = load_robot(str(path)).robot
    assert np.allclose(np.degrees(made.home), told["q"])
    row = told["table"][1]
    assert (row["a"], row["alpha"]) == pytest.approx(
        (made.joints[1].a, np.degrees(made.joints[1].alpha))
    )
    assert sum(np.hypot(row["a"], row["b"]) for row in told["table"]) == pytest.approx(2.0)
    J = jacobian(made, made.home)
    values = np.linalg.svd(np.vstack([J[:3], J[3:] / told["length"]]), compute_uv=False)
    assert values.max() / values.min() < 1.001


def test_rounding_says_its_price(capsys):
    told = answer(capsys, "puma560", "--right-angles", "--reach", "2", "--round", "0.01")
    assert "before twists and lengths were rounded" in told


def test_only_the_columns_that_are_free_move(capsys):
    told = json.loads(answer(capsys, "puma560", "--free", "a", "--starts", "1", "--json"))
    before = [joint.alpha for joint in load_robot("puma560").robot.joints]
    assert np.allclose(np.radians([row["alpha"] for row in told["table"]]), before)


# The optima of arms whose wrist is a point: what may move of the PUMA, and the condition number.
POINTS = [
    (("--free", "a,b", "--wrist"), 1.0312824),
    # The tool on the last axis, then in the wrist's centre.
    (("--free", "a1,a2,a3,b1,b2,b3,b4,b6", "--starts", "3"), 1.0540780),
    (("--free", "a1,a2,a3,b1,b2,b3,b4,alpha", "--starts", "3"), 1.3894929),
]


@pytest.mark.parametrize(("words", "condition"), POINTS)
def test_single_numbers_may_move(words, condition, capsys):
    told = json.loads(answer(capsys, "puma560", *words, "--json"))
    assert told["condition"] == pytest.approx(condition, abs=1e-6)
    before = load_robot("puma560").robot.to_dh("standard").joints
    for row, joint in zip(told["table"][3:5], before[3:5], strict=True):
        assert row["a"] == joint.a


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["puma560", "--free", "a,x"], "'x' is not one of"),
        (["puma560", "--free", "a,1"], "'1' is not one of"),
        (["puma560", "--free", "a0"], "the robot has joints 1 to 6"),
        (["puma560", "--free", "b7"], "the robot has joints 1 to 6"),
        (["puma560", "--starts", "0"], "--starts"),
        (["planar2r"], "at least three joints"),
        (["puma560", "--reach", "-1"], "reach"),
    ],
)
def test_wrong_wishes_are_refused(words, message, capsys):
    assert main(["design", *words]) == 1
    assert message in capsys.readouterr().err


def test_the_tool_is_held_unless_it_is_named(capsys, tmp_path):
    """The last a of a modified table belongs to the tool; numbers and file say where it is."""
    source = load_robot("puma560-modified").robot
    path = tmp_path / "held.arch"
    words = (
        "puma560-modified",
        "--starts",
        "1",
        "--round",
        "0.01",
        "-o",
        str(path),
        "--json",
        "--overwrite",
    )
    held = json.loads(answer(capsys, *words))
    assert held["tool"] == {"pose": source.tool.tolist(), "moved": False}
    made = load_robot(str(path)).robot
    assert made.to_dh("modified").tool == pytest.approx(source.tool, abs=1e-12)
    J = jacobian(made, made.home)
    J[3:] /= held["length"]
    found = np.linalg.norm(J) * np.linalg.norm(np.linalg.inv(J)) / 6
    assert held["condition"] == pytest.approx(found, abs=1e-6)
    free = json.loads(answer(capsys, *words, "--free", "a,b,alpha,theta,tool"))
    assert free["tool"]["moved"]
    # in the standard convention it never moves, and is told all the same
    assert "The tool is at (0, 0, 0) m in the last frame, as before." in answer(
        capsys, "puma560", "--starts", "1"
    )
    assert main(["design", "puma560", "--free", "a,tool"]) == 1
    assert "always keeps its pose" in capsys.readouterr().err

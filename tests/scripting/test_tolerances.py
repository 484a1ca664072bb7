"""``rvs tolerance`` and ``rvs.tolerance``: poses, budget, map, files and refusals."""

import json
from dataclasses import replace

import numpy as np
import pytest

import rvs
from rvs.cli import main
from rvs.engine.errors import ArgumentError

POSE = [0.1, 0.6, -1.2, 0.3, 0.5, 0.2]


@pytest.fixture(scope="module")
def found():
    words = ["lengths=0.05mm", "angles=0.01deg", "backlash=1arcmin", "encoder2=10arcsec"]
    return rvs.tolerance("puma560", words, q=POSE, plane="xz", points=8)


def test_prediction_and_random_robots_agree_within_two_per_cent(found) -> None:
    assert found.found.misfit < 0.02
    facts = found.facts
    json.dumps(facts)
    pose = facts["poses"][0]
    assert pose["accuracy"]["p95"] > pose["accuracy"]["rms"] > pose["accuracy"]["mean"] > 0
    assert pose["repeatability"]["position"] > 0
    assert facts["cube"] is None


def test_the_budget_is_whole_and_sorted(found) -> None:
    shares = [one.share for one in found.budget]
    assert sum(shares) == pytest.approx(1.0)
    assert shares == sorted(shares, reverse=True)
    sizes = {one["name"]: (one["size"], one["unit"]) for one in found.facts["budget"]}
    assert sizes["a2"] == (pytest.approx(5e-5), "m")
    assert sizes["encoder 2"] == (pytest.approx(10 / 3600), "deg")
    assert "encoder 1" not in sizes


def test_what_only_rounding_gives_a_share_has_none() -> None:
    shares = {one.name: one.share for one in rvs.tolerance("puma560", samples=100).budget}
    assert [shares[f"theta{i}"] for i in (4, 5, 6)] == [0.0, 0.0, 0.0]
    assert shares["theta3"] > 0.01


def test_it_is_plotted_and_written(found, tmp_path) -> None:
    poses, parts, error = found.plots
    assert error.map is not None
    assert len(error.map.x) == 8
    assert np.isfinite(error.map.table).any()
    assert parts.points[0].names[0].startswith(found.budget[0].name)
    assert len(poses.curves) == 4
    assert found.save(tmp_path / "a.csv").read_text("utf-8").count("\n") >= 2
    assert found.save(tmp_path / "a.svg").stat().st_size > 1000


def test_the_command_answers_in_words_and_json(capsys) -> None:
    words = ["tolerance", "puma560", "--q", "0 45 -90 0 30 0", "--tolerances", "a=0.1mm,backlash=0"]
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["poses"][0]["accuracy"]["predicted"] == pytest.approx(1e-4 / 3**0.5 * 6**0.5)
    assert main([*words, "--budget"]) == 0
    said = capsys.readouterr().out
    assert "a6" in said
    assert "RP is 0" in said
    assert "do not bend" in said


def test_five_poses_along_a_cube_and_a_motion() -> None:
    cube = rvs.tolerance("puma560", centre=(0.4, 0.1, 0.4), side=0.2, samples=200)
    assert [one["name"] for one in cube.facts["poses"]] == ["P1", "P2", "P3", "P4", "P5"]
    assert cube.facts["cube"]["side"] == pytest.approx(0.2)
    along = rvs.tolerance("puma560", motion="puma560-place", samples=200)
    assert len(along.q) == 100


def test_general_rows_are_read_as_a_table() -> None:
    from rvs.engine.robot import Robot

    arm = Robot.from_dh([0.5, 0.3], [0, 0], 0, 0)
    general = Robot.from_screws(
        np.array([[1, 0, 0, 0.8], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]]),
        [[0, 0], [0, 0], [1, 1], [0, 0], [0, -0.5], [0, 0]],
        link_frames=[np.eye(4), np.array(np.diag([1.0] * 4)) + 0.5 * np.eye(4, k=3),
                     np.eye(4) + 0.3 * np.eye(4, k=3)],
    )  # fmt: skip
    wanted = ("theta=0.01deg",)
    one, other = (rvs.tolerance(each, wanted, q=[0.3, 0.5], samples=200) for each in (arm, general))
    assert other.found.predicted[0] == pytest.approx(one.found.predicted[0])
    if general.joints[0].convention == "general":
        assert any("standard table" in note for note in other.notes)


def test_refusals() -> None:
    with pytest.raises(ArgumentError, match="centre"):
        rvs.tolerance("puma560", q=POSE, centre=(0, 0, 0))
    with pytest.raises(ArgumentError, match="expected a length"):
        rvs.tolerance("puma560", "a=1", q=POSE)


def test_the_middle_of_the_cube_is_without_rounding() -> None:
    found = rvs.tolerance("abb-irb120", ["lengths=0.1mm"], samples=100, budget=False)
    assert max(found.cube.centre) > 0.1
    assert "e-" not in found.notes[0]


def test_locked_joints_are_named_and_have_no_share() -> None:
    arm = rvs.placed("puma560")
    joints = [replace(one, locked=i == 1) for i, one in enumerate(arm.robot.joints)]
    locked = replace(arm, robot=arm.robot.replace(joints=tuple(joints)))
    words = ["backlash=1arcmin", "encoder=1arcmin"]
    found = rvs.tolerance(locked, words, q=POSE, samples=100)
    names = {one.name for one in found.budget}
    assert {"backlash 1", "encoder 3"} <= names
    assert not {"backlash 2", "encoder 2"} & names
    assert "joint 2 is locked, without play and encoder step" in found.notes
    free = rvs.tolerance(arm, words, q=POSE, samples=100)
    assert found.found.repeated[0] < free.found.repeated[0]

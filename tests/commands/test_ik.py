"""``rvs ik``: postures for a pose, in the units of the file, or one line that says why not."""

import json

import numpy as np
import pytest

from rvs.cli import main

QN = "0 0 1 0.596303149 0 1 0 -0.15005 -1 0 0 0.657475732 0 0 0 1"
KEYS = {"frame", "solutions", "certified", "family", "infinite", "reason"}


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def pose_of(capsys: pytest.CaptureFixture[str], robot: str, q: str) -> str:
    pose = json.loads(answer(capsys, "fk", robot, "--q", q, "--json"))["pose"]
    return " ".join(str(value) for row in pose for value in row)


def test_all_postures_of_a_published_pose(capsys: pytest.CaptureFixture[str]) -> None:
    result = json.loads(answer(capsys, "ik", "puma560", "--pose", QN, "--all", "--json"))
    assert set(result) == KEYS
    assert len(result["solutions"]) == 8
    away = np.array(result["solutions"]) - [0, 45, 180, 0, 45, 0]
    assert np.abs((away + 180) % 360 - 180).max(axis=1).min() < 1e-5
    assert (result["certified"], result["infinite"]) == (True, False)
    assert (result["family"], result["reason"]) == ("puma", "")


@pytest.mark.parametrize(
    ("robot", "q"),
    [
        ("rhino-xr3", "10 -20 30 40 50"),
        ("scara", "10 20 0.1 30"),
        ("cylindrical", "30 0.8 0.6"),
        ("ur5", "10 -20 30 40 50 60"),
    ],
)
def test_it_takes_back_what_fk_says(capsys: pytest.CaptureFixture[str], robot: str, q: str) -> None:
    pose = pose_of(capsys, robot, q)
    found = json.loads(answer(capsys, "ik", robot, "--pose", pose, "--all", "--json"))
    wanted = [float(value) for value in q.split()]
    assert np.abs(np.array(found["solutions"]) - wanted).max(axis=1).min() < 1e-4
    one = json.loads(answer(capsys, "ik", robot, "--pose", pose, "--q", q, "--json"))
    np.testing.assert_allclose(one["solutions"], [wanted], atol=1e-4)


def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    text = answer(capsys, "ik", "puma560", "--pose", QN, "--all")
    assert "PUMA 560: 8 postures, proven to be all" in text
    assert "waist" in text
    assert "beyond limits of joint 4" in text
    within = answer(capsys, "ik", "puma560", "--pose", QN, "--all", "--limits")
    assert "PUMA 560: 4 postures" in within
    assert "beyond" not in within


def test_a_pose_of_six_numbers_obeys_the_meaning_of_roll(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("ik", "puma560", "--all", "--json", "--pose")
    # Ry(90°) Rx(30°), the same in both ways of speaking
    ros = json.loads(answer(capsys, *words, "0.5 -0.1 0.6 30 90 0"))["solutions"]
    paul = (*words, "0.5 -0.1 0.6 0 90 30", "--roll-axis", "z")
    matrix = (*words, "0 0.5 0.8660254 0.5  0 0.8660254 -0.5 -0.1  -1 0 0 0.6  0 0 0 1")
    assert len(ros) == 8
    assert np.allclose(json.loads(answer(capsys, *paul))["solutions"], ros)
    typed = ("--xyz", "0.5", "-0.1", "0.6", "--rpy", "30", "90", "0")
    assert np.allclose(json.loads(answer(capsys, *words[:-1], *typed))["solutions"], ros)
    assert np.allclose(json.loads(answer(capsys, *matrix))["solutions"], ros, atol=1e-3)


def test_a_singular_pose_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    pose = pose_of(capsys, "puma560", "10 20 -30 40 0 50")
    text = answer(capsys, "ik", "puma560", "--pose", pose, "--all")
    assert "wrist singularity" in text
    assert "on a curve" in text


def test_failure_is_one_line_and_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    far = QN.replace("0.596303149", "3")
    assert main(["ik", "puma560", "--pose", far, "--all", "--json"]) == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out)["solutions"] == []
    assert "out of reach" in json.loads(captured.out)["reason"]
    assert captured.err.startswith("rvs: out of reach")
    assert captured.err.count("\n") == 1
    assert main(["ik", "puma560", "--pose", "1 2 3"]) == 1
    assert "expected 16 numbers" in capsys.readouterr().err
    assert main(["ik", "puma560", "--xyz", "1", "2", "--rpy", "0 0 0"]) == 1
    assert "--xyz: expected 3 numbers, got 2" in capsys.readouterr().err
    assert main(["ik", "puma560", "--pose", "1 " * 16]) == 1
    assert "not orthonormal" in capsys.readouterr().err


def test_poses_are_taken_and_given_in_the_makers_frame(capsys: pytest.CaptureFixture[str]) -> None:
    row = "20 -70 80 -100 -90 15"
    there = json.loads(answer(capsys, "fk", "ur5e", "--q", row, "--json"))
    maker = json.loads(answer(capsys, "fk", "ur5e", "--q", row, "--frame", "maker", "--json"))
    assert (there["frame"], maker["frame"]) == ("world", "maker")
    turned = np.array(there["maker_frame"])
    assert turned @ np.array(maker["pose"]) == pytest.approx(np.array(there["pose"]))
    goal = " ".join(str(value) for line in maker["pose"] for value in line)
    words = ("ik", "ur5e", "--frame", "maker", "--pose", goal, "--q", row, "--json")
    found = json.loads(answer(capsys, *words))
    assert found["solutions"][0] == pytest.approx([float(one) for one in row.split()], abs=1e-3)
    assert "is turned by 180° about z; --frame maker" in answer(capsys, "fk", "ur5e")
    assert "maker" not in answer(capsys, "fk", "puma560")
    assert main(["fk", "puma560", "--frame", "maker"]) == 1
    assert "defines no base frame of the maker" in capsys.readouterr().err

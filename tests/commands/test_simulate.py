"""``rvs simulate``: what it answers and writes."""

import json

import numpy as np
import pytest

from rvs.cli import main
from rvs.files.library import load_robot
from rvs.files.motions.jtraj import read_jtraj


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    assert main(["simulate", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def failed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["simulate", *words]) == 1
    return capsys.readouterr().err


def test_a_robot_is_let_go(capsys, tmp_path) -> None:
    output = tmp_path / "fall.jtraj"
    words = (
        "puma560",
        "--q",
        "0 0 0 0 0 0",
        "--no-friction",
        "--duration",
        "1",
        "--stop",
        "never",
        "-o",
        str(output),
    )
    answer = asked(capsys, *words)
    assert answer["law"] == "none"
    assert answer["energy_drift"] < 1e-8
    assert answer["error_rms"] is None
    assert answer["stopped"] is None
    rows = read_jtraj(output, load_robot("puma560"))
    assert rows.dt == pytest.approx(0.005)
    assert len(rows.trajectory.rows.array) == 201
    assert np.degrees(rows.trajectory.rows.array[-1]) == pytest.approx(answer["q"])


def test_a_law_follows_a_motion(capsys) -> None:
    words = ("puma560", "--law", "computed-torque", "--motion", "puma560-place", "--duration", "1")
    right = asked(capsys, *words)
    wrong = asked(capsys, *words, "--model-error", "0.3", "--gain", "kp=100", "--gain", "kd=20")
    assert len(right["error_rms"]) == 6
    assert max(right["error_rms"]) < 0.5
    assert max(wrong["error_rms"]) > max(right["error_rms"])
    assert wrong["gains"]["kp"] == 100.0
    assert max(right["peak_torque"]) > 10.0


def test_a_run_ends_at_a_limit_or_in_contact(capsys) -> None:
    fall = ("puma560", "--q", "0 90 -90 0 0 0", "--no-friction")
    limited = asked(capsys, *fall, "--stop", "limits")
    assert "limit" in limited["stopped"]
    assert limited["duration"] < 5.0
    assert asked(capsys, *fall)["duration"] <= limited["duration"]
    assert asked(capsys, *fall, "--stop", "never")["duration"] == pytest.approx(5.0)
    contact = asked(capsys, *fall, "--stop", "contact")
    assert "touched" in contact["stopped"]
    assert contact["duration"] < 5.0


def test_the_answer_in_words(capsys) -> None:
    words = ["puma560", "--law", "pd-gravity", "--step", "10 40 -150 0 -60 0", "--duration", "0.5"]
    assert main(["simulate", *words]) == 0
    said = capsys.readouterr().out
    assert said.startswith("PD with gravity, 0.5 s in 251 rows\n")
    assert "waist" in said
    assert "N m" in said
    assert "°" in said


def test_locks_pushes_delays_and_springs_are_read(capsys) -> None:
    held = asked(
        capsys, "puma560", "--law", "pd", "--lock", "1 2", "--duration", "0.3", "--push", "0 0 -50",
        "--push-time", "0.1 0.2", "--delay", "0.004", "--stiffness", "20000", "--damping", "50",
        "--effort-limits", "--speed", "0 0 30 0 0 0",
    )  # fmt: skip
    assert held["q"][0] == pytest.approx(30.0)
    assert held["q"][1] == pytest.approx(45.0)


def test_a_locked_joint_alone_stays_where_it_is(capsys) -> None:
    words = ("puma560", "--law", "none", "--duration", "0.3", "--no-friction")
    free, held = (asked(capsys, *words, *lock)["q"] for lock in ((), ("--lock", "2")))
    assert abs(free[1] - 45.0) > 1.0
    assert held[1] == pytest.approx(45.0)
    assert abs(held[2] - free[2]) > 1e-3


def test_a_payload_makes_the_robot_sag(capsys) -> None:
    words = ("puma560", "--law", "pd", "--duration", "1", "--no-friction")
    words += ("--gain", "kp=800 800 400 40 40 40", "--gain", "kd=80 80 40 4 4 4")
    bare, loaded = (asked(capsys, *words, "--payload", mass) for mass in ("0", "8"))
    assert loaded["error_rms"][1] > 1.1 * bare["error_rms"][1]
    assert "0 kg or more" in failed(capsys, *words, "--payload", "-1")


def test_mistakes_are_told(capsys) -> None:
    assert "expected joint numbers from 1 to 6" in failed(capsys, "puma560", "--lock", "7")
    assert "6 joints, got 2" in failed(capsys, "puma560", "--step", "1 2")
    assert "two increasing times" in failed(
        capsys, "puma560", "--push", "1 0 0", "--push-time", "2 1"
    )
    assert "requires --stiffness" in failed(capsys, "puma560", "--damping", "1")
    assert "its gains: kp, kd" in failed(capsys, "puma560", "--law", "pd", "--gain", "speed=1")
    assert "mass" in failed(capsys, "rediestro")


def test_a_run_was_made_for_the_robot_by_whatever_name(tmp_path, capsys, caplog) -> None:
    run, plot = tmp_path / "run.jtraj", tmp_path / "run.csv"
    assert main(["simulate", "puma560", "--duration", "0.1", "-o", str(run)]) == 0
    for robot, notes in (("puma560", 0), ("PUMA 560", 0), ("puma560-modified", 1)):
        caplog.clear()
        assert main(["plot", robot, str(run), "-o", str(plot), "--force"]) == 0
        assert sum("was made for" in one.getMessage() for one in caplog.records) == notes

"""Programs written for others to read."""

import csv

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine
from rvs.export.programs import program_csv, program_text, write_program
from rvs.files.library import load_robot
from rvs.model.document import PlacedRobot
from rvs.model.programs.program import Program, Step

PUMA = load_robot("puma560")
PLACED = PlacedRobot("puma", PUMA.robot, unit="mm")
READY = tuple(np.radians([30, 45, -160, 0, -65, 0]).tolist())
NEAR = tuple(np.radians([35, 45, -160, 0, -65, 0]).tolist())
PROGRAM = Program(
    "pick, then place",
    "puma",
    (
        Step(READY, name="home"),
        Step(NEAR, speed=0.25, wait=0.5, action="take", note="slowly, it is heavy", opening=0.04),
        Step(READY, "arc", 0.2, via=(0.7, 0.3, 0.8)),
    ),
)


def test_a_table_has_the_pose_and_the_joints_of_every_step(tmp_path):
    path = write_program(tmp_path / "p.csv", PROGRAM, PLACED)
    head, *rows = csv.reader(path.read_text("utf-8").splitlines())
    row = dict(zip(head, rows[1], strict=True))
    assert [one[1] for one in rows] == ["home", "", ""]
    assert (row["move"], row["speed"], row["speed unit"]) == (
        "joints",
        "25",
        "% of the joint speeds",
    )
    assert (row["wait (s)"], row["action"], row["note"]) == ("0.5", "take", "slowly, it is heavy")
    assert (row["opening (mm)"], dict(zip(head, rows[0], strict=True))["opening (mm)"]) == (
        "40.0",
        "",
    )
    place = [float(row[f"{axis} (mm)"]) for axis in "xyz"]
    assert place == pytest.approx(1000 * fkine(PUMA.robot, NEAR)[:3, 3])
    assert float(row["θ₁ (°)"]) == pytest.approx(35.0)
    arc = dict(zip(head, rows[2], strict=True))
    assert (arc["move"], arc["speed"], arc["speed unit"]) == ("arc", "200", "mm/s")
    assert [float(x) for x in arc["via (mm)"].split()] == pytest.approx([700, 300, 800])


def test_a_text_says_what_is_done_and_that_no_controller_runs_it():
    text = program_text(PROGRAM, PLACED)
    assert text.startswith("pick, then place: program of PUMA 560, 3 steps")
    for words in ("not a program for a controller", "KRL", "grips the payload",
                  "opens the gripper to 40 mm", "waits 0.5 s",
                  "# slowly, it is heavy", "arc, 200 mm/s", "through 700, 300, 800"):  # fmt: skip
        assert words in text
    assert "Times are based on an assumed" in text
    assert "▸" not in text


def test_nothing_is_written_of_a_program_without_steps(tmp_path):
    with pytest.raises(ArgumentError, match="no steps"):
        write_program(tmp_path / "p.txt", Program("p", "puma"), PLACED)
    assert not list(tmp_path.iterdir())
    assert program_csv(PROGRAM, PLACED).count("\n") == 4

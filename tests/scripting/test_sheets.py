"""The data sheet: its numbers, the command, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rvs
from rvs.cli import main
from rvs.engine.errors import ArgumentError
from rvs.files.library import load_robot


def test_the_command_writes_a_sheet_and_tells_its_numbers(tmp_path, capsys):
    target = tmp_path / "planar.pdf"
    assert main(["sheet", "planar-2r", "--json", "-o", str(target)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert target.read_bytes().startswith(b"%PDF")
    robot = load_robot("planar-2r").robot
    assert told["reach"] == pytest.approx(sum(joint.a for joint in robot.joints), abs=1e-6)
    assert told["axes"] == 2
    assert told["payload"] is None
    assert told["mass"] is None
    assert "masses" in told["not_known"]
    assert any(note.startswith("no payload diagram: dynamics need") for note in told["notes"])


def test_a_payload_by_efforts_is_that_of_a_lever():
    mass, length, effort = 2.0, 0.5, 30.0
    joint = rvs.Joint(
        a=length, limits=(-3.0, 3.0), effort=effort, alpha=0.0,
        inertia=rvs.Inertia(mass, (-length / 2, 0.0, 0.0)),
    )  # fmt: skip
    level = [[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]]
    found = rvs.sheet(rvs.Robot((joint,), name="lever").replace(base=level))
    # m g L + M g L/2 = effort at the flange of the link
    wanted = effort / (9.81 * length) - mass / 2
    told = found.facts(Path("a.pdf"))
    assert told["file"] == "a.pdf"
    assert told["payload"] == pytest.approx(wanted, rel=2e-3)
    assert told["mass"] == pytest.approx(mass)
    facts = dict(found._facts())
    assert facts["Axes"] == "1 (R)"
    assert facts["Payload by efforts"].startswith("at most 5.1")


def test_other_files_are_refused(tmp_path):
    found = rvs.sheet("cartesian")
    assert found.remarks[0].startswith("no reach chart: joint 1 is not revolute")
    with pytest.raises(ArgumentError, match=r"a data sheet is written as \.pdf"):
        found.save(tmp_path / "a.png")
    assert not list(tmp_path.iterdir())

"""The command that lists the links and joints of a description."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rvs.cli import main

from ..files.test_split_robots import two_arms


@pytest.fixture
def twin(tmp_path: Path) -> str:
    path = tmp_path / "twin.urdf"
    path.write_text(two_arms(), encoding="utf-8")
    return str(path)


def test_it_lists_links_with_joints_and_marks_the_chain(twin, capsys) -> None:
    assert main(["tree", twin, "--tip", "right_tcp"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].split() == ["Link", "Joint", "Kind"]
    marked = [line.split()[1] for line in said if line.startswith("*")][:-1]
    arm = [f"right_arm_{k}" for k in range(1, 5)]
    assert marked == ["base", "torso", *arm, "right_palm", "right_tcp"]
    (tcp,) = (line.split() for line in said if "right_tcp_joint" in line)
    assert tcp == ["*", "right_tcp", "right_tcp_joint", "fixed"]
    assert "  --tip left_palm  left arm, 5 joints" in said


def test_it_answers_in_json(twin, capsys) -> None:
    assert main(["tree", twin, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    by_name = {one["link"]: one for one in facts["links"]}
    assert len(by_name) == 19
    assert by_name["torso"] == {
        "link": "torso", "mass": 9.0, "parent": "base", "joint": "torso_lift", "kind": "prismatic",
        "follows": None,
    }  # fmt: skip
    assert [one["name"] for one in facts["chains"] if one["usual"]] == ["Left arm"]


def test_it_says_which_ends_there_are(twin, capsys) -> None:
    for option in ("--root", "--tip"):
        assert main(["torque", twin, option, "left_plam"]) == 1
        said = capsys.readouterr().err
        assert "did you mean 'left_palm'?" in said
        assert "its chains begin at 'base' and end at left_palm, right_palm" in said


def test_what_has_no_tree_is_refused(capsys) -> None:
    assert main(["tree", "puma560"]) == 1
    assert "has no tree of links; .urdf" in capsys.readouterr().err

"""Choices of files of robots on the command line: each command takes them, none is lost."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from rvs.cli import main

TWO = """
left = SerialLink([Link([0 0.1 0.4 0]) Link([0 0 0.3 0])], 'name', 'Arm L');
right = SerialLink([Link([0 -0.1 0.4 0]) Link([0 0 0.3 0])], 'name', 'Arm R');
"""
TREE = """
<robot name="torso"><link name="body"/><link name="left"/><link name="right"/><link name="far"/>
<joint name="a" type="continuous"><parent link="body"/><child link="left"/></joint>
<joint name="b" type="continuous"><parent link="body"/><child link="right"/></joint>
<joint name="c" type="prismatic"><parent link="right"/><child link="far"/>
<limit lower="0" upper="1"/></joint></robot>
"""


@pytest.fixture
def two(tmp_path: Path) -> str:
    (tmp_path / "two.m").write_text(TWO)
    return str(tmp_path / "two.m")


@pytest.fixture
def tree(tmp_path: Path) -> str:
    (tmp_path / "torso.urdf").write_text(TREE)
    return str(tmp_path / "torso.urdf")


@pytest.mark.parametrize("command", ["fk", "table", "dexterity"])
def test_every_command_takes_the_chain_of_a_tree(
    command: str, tree: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, tree]) == 0
    usual = capsys.readouterr().out
    assert main([command, tree, "--tip", "left"]) == 0
    assert capsys.readouterr().out != usual
    assert main([command, tree, "--tip", "lefd"]) == 1
    assert "did you mean 'left'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fk", "puma560", "--robot", "left"], "contains one robot; there is no 'left'"),
        (["fk", "puma560", "--zeros"], "is not a table"),
        (["fk", "puma560", "--tip", "hand"], "has one chain"),
        (["collide", "pick-and-place", "--robot", "PUMA"], "--robot: .*is a cell"),
        (["workspace", "pick-and-place", "--zeros"], "--zeros: .*is a cell"),
        (["compare", "puma560", "scara", "--robot", "left"], "contains one robot"),
        (["check", "arch/none.arch", "--tip", "hand"], "has one chain"),
    ],
)
def test_a_choice_that_nothing_leaves_open_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 1
    assert re.search(said, capsys.readouterr().err)


def test_of_two_robots_each_takes_what_its_own_file_leaves_open(
    two: str, tree: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", two, "planar-2r", "--robot", "right"]) == 0
    assert "a is 0.4 m; in the other robot it is 1 m" in capsys.readouterr().out
    assert main(["check", two, tree, "--robot", "left", "--tip", "left"]) == 0
    assert "right" not in capsys.readouterr().out


def test_the_window_takes_choices_too(
    two: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("PySide6")
    from rvs.scripting.showing import window_system
    from rvs.ui import app

    asked = []
    monkeypatch.setattr(window_system, "expect_window_system", lambda: None)
    monkeypatch.setattr(app, "run", lambda *given: asked.append(given) or 0)
    assert main([two, "--robot", "left", "name:=arm"]) == 0
    files, _, choices = asked[0]
    assert files == [two]
    assert choices.said == {"robot": "left", "args": {"name": "arm"}}
    assert main([two, "--frobnicate"]) == 2
    assert "unrecognized arguments: --frobnicate" in capsys.readouterr().err


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main([*words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("table", "take", "same"),
    [
        ("theta,d,a,alpha\n0,0,0.4,1.5708\n0,0,0.3,0\n", "rad",
         "theta,d,a,alpha\n0,0,0.4,90.00021\n0,0,0.3,0\n"),
        ("theta,d,a,alpha\n0,0,400,90\n0,0,300,0\n", "mm",
         "theta,d,a,alpha\n0,0,0.4,90\n0,0,0.3,0\n"),
        ("theta,d,a,alpha\n0,0,4,90\n0,0,3,0\n", "dm",
         "theta,d,a,alpha\n0,0,0.4,90\n0,0,0.3,0\n"),
    ],
)  # fmt: skip
def test_numbers_are_taken_in_the_unit_that_is_said(
    table: str, take: str, same: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("one", table), ("other", same)):
        (tmp_path / f"{name}.csv").write_text(text)
    one, other = (str(tmp_path / f"{name}.csv") for name in ("one", "other"))
    found = told(capsys, "fk", one, "--q", "10 20", "--take", take, "--json")
    right = told(capsys, "fk", other, "--q", "10 20", "--json")
    assert np.allclose(poses(found), poses(right), atol=1e-7)


def poses(text: str) -> np.ndarray:
    return np.array([float(word) for word in re.findall(r"-?\d+\.\d+(?:e-?\d+)?", text)])


LIMITED = """<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="revolute">
<parent link="a"/><child link="b"/><origin xyz="0 0 1"/><limit lower="{}" upper="{}"/></joint>
</robot>"""


def test_limits_are_taken_otherwise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "arm.urdf"
    path.write_text(LIMITED.format(-170, 170))
    assert "(--take limits-deg)" in told(capsys, "check", str(path))
    told(capsys, "convert", str(path), "-o", str(tmp_path / "o.urdf"), "--take", "limits-deg")
    assert 'upper="2.967' in (tmp_path / "o.urdf").read_text()
    told(capsys, "convert", str(path), "-o", str(tmp_path / "free.urdf"), "--take", "no-limits")
    assert "upper" not in (tmp_path / "free.urdf").read_text()


def test_what_says_its_units_is_not_taken_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fk", "puma560", "--take", "mm"]) == 1
    assert "defines its units; 'mm' does not apply" in capsys.readouterr().err


def test_a_body_in_the_same_numbers_keeps_lengths(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box = '<link name="b"><visual><geometry><box size="1 1 1"/></geometry></visual></link>'
    path = tmp_path / "arm.urdf"
    path.write_text(LIMITED.format(-1, 1).replace('<link name="b"/>', box))
    assert main(["fk", str(path), "--take", "mm"]) == 1
    assert "its body uses the same numbers" in capsys.readouterr().err


def test_one_of_several_robots_on_one_base(tree: str, capsys: pytest.CaptureFixture[str]) -> None:
    both = ["--tips", "left", "--tips", "far"]
    assert main(["fk", tree, *both]) == 1
    assert "robots end at left, far; choose one" in capsys.readouterr().err
    told(capsys, "check", tree, *both)
    assert main(["check", tree, "--tips", "left", "--tips", "fat"]) == 1
    assert "far" in capsys.readouterr().out
    assert told(capsys, "fk", tree, *both, "--tip", "far", "--q", "0 0")


def test_a_link_becomes_the_end_effector(tree: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "fk", tree, "--tip", "right", "--effector", "far", "--q", "0")
    assert main(["fk", tree, "--tip", "left", "--effector", "nothing"]) == 1
    assert "nothing" in capsys.readouterr().err

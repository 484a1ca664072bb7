"""Choices of files of robots on the command line: each command takes them, none is lost."""

from __future__ import annotations

import re
from pathlib import Path

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
        (["fk", "puma560", "--robot", "left"], "holds one robot; there is no 'left'"),
        (["fk", "puma560", "--zeros"], "is no table"),
        (["fk", "puma560", "--tip", "hand"], "is one chain"),
        (["collide", "pick-and-place", "--robot", "PUMA"], "--robot: .*is a cell"),
        (["workspace", "pick-and-place", "--zeros"], "--zeros: .*is a cell"),
        (["compare", "puma560", "scara", "--robot", "left"], "holds one robot"),
        (["check", "arch/none.arch", "--tip", "hand"], "is one chain"),
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
    assert "a is 0.4 m, in the other 1 m" in capsys.readouterr().out
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

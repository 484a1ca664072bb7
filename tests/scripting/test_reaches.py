"""The reach chart of a robot: dimensions, plots, the command."""

from __future__ import annotations

import json

import pytest

import rvs
from rvs.cli import main


def test_flange_and_tool_of_an_arm_at_one_height():
    found = rvs.reach_chart(rvs.Robot.from_dh([0.5, 0.3], 0, 0, 0, name="two links"), tool=False)
    assert found.facts["flange"]["far"] == pytest.approx(0.8, abs=1e-6)
    (top,) = found.plots
    assert top.equal
    assert top.markers[0].name == "R 800"
    assert "two links: the flange reaches 800 mm from axis 1" in found.lines[0]


def test_the_command_writes_a_chart_with_dimensions(tmp_path, capsys):
    target = tmp_path / "scara.svg"
    assert main(["reach", "scara", "--json", "-o", str(target)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["flange"]["far"] == pytest.approx(0.55, abs=1e-6)
    assert (told["flange"]["bottom"], told["flange"]["top"]) == pytest.approx((0.2, 0.4), abs=1e-6)
    assert set(told) >= {"flange", "tool"}
    text = target.read_text()
    assert "reach, side view" in text
    assert "reach, top view" in text

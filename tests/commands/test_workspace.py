"""``rvs workspace``: its numbers in JSON, and what it refuses."""

from __future__ import annotations

import json

import numpy as np
import pytest

import rvs
from rvs.cli import main
from rvs.scripting import workspaces

KNOWN: list[tuple[object, list]] = []


@pytest.fixture(autouse=True)
def _search_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search each workspace once: commands tell in many forms of the same, each seconds of work.

    Another executor, task, length or number of levels is another search.
    """
    search = workspaces.search

    def once(state, placed, **words):
        # Cells are compared and cannot be keys: they hold tables.
        wanted = state, placed, words
        for known, found in KNOWN:
            if known == wanted:
                return iter(found)
        found = list(search(state, placed, **words))
        KNOWN.append((wanted, found))
        return iter(found)

    monkeypatch.setattr(workspaces, "search", once)


def test_the_area_of_a_planar_arm(capsys):
    assert main(["workspace", "planar2r", "--levels", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["area"] == pytest.approx(4 * np.pi, rel=1e-3)
    numbers = {"area", "reach", "reach_from_axis_1", "gci", "samples", "error", "length", "task"}
    assert set(told) == numbers


def test_the_reach_from_axis_1_is_that_of_data_sheets(capsys):
    # The arms are 0.55 m long together, and the tool hangs below the first of them.
    assert main(["workspace", "scara", "--levels", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["reach_from_axis_1"] == pytest.approx(0.55)
    assert told["reach"] > 0.6
    assert main(["workspace", "scara", "--levels", "1"]) == 0
    assert " 0.55 m from axis 1\n" in capsys.readouterr().out
    assert main(["workspace", "cartesian", "--levels", "1"]) == 0
    assert "axis 1" not in capsys.readouterr().out


def test_the_task_is_said_and_chosen(capsys):
    assert main(["workspace", "planar2r", "--levels", "1"]) == 0
    assert "task position" in capsys.readouterr().out
    assert main(["workspace", "planar2r", "--levels", "1", "--task", "pose"]) == 0
    assert "task pose" in capsys.readouterr().out
    assert main(["workspace", "planar2r", "planar-3r", "scara", "--levels", "1"]) == 0
    told = capsys.readouterr().out
    assert "Task of Planar 2R: position" in told
    assert "Task of Planar 3R, SCARA: pose" in told


def test_the_label_of_the_table_is_short(tmp_path):
    path = tmp_path / "w.tex"
    assert main(["workspace", "planar2r", "--levels", "1", "-o", str(path)]) == 0
    assert r"\label{tab:workspaces}" in path.read_text(encoding="utf-8")


def test_limits_make_it_smaller_and_words_say_what_was_not_checked(capsys):
    volumes = []
    for words in ([], ["--no-limits"]):
        assert main(["workspace", "puma560", "--levels", "1", *words, "--json"]) == 0
        volumes.append(json.loads(capsys.readouterr().out)["volume"])
    assert volumes[0] < volumes[1]
    assert main(["workspace", "scara", "--levels", "1"]) == 0
    assert "collisions are not checked" in capsys.readouterr().out


def test_collisions_take_their_share_of_a_cell(capsys):
    words = ["workspace", "pick-and-place", "--robot", "PUMA", "--levels", "1", "--json"]
    told = []
    for more in ([], ["--collisions"]):
        assert main([*words, *more]) == 0
        told.append(json.loads(capsys.readouterr().out))
    whole, left = told
    assert left["volume"] == pytest.approx(whole["volume"] * left["share"])
    assert 0.5 < left["share"] < 0.95
    assert (left["reach"], left["gci"]) == (whole["reach"], whole["gci"])
    assert main([*words[:-1], "--collisions"]) == 0
    assert "reach and index include postures that collide" in capsys.readouterr().out


def test_all_robots_of_a_cell_are_compared_or_one_is_chosen(tmp_path, capsys):
    words = ["workspace", "two-pumas", "--levels", "1"]
    assert main([*words, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["robot"] for row in rows] == ["left", "right"]
    path = tmp_path / "one.md"
    assert main([*words, "--robot", "right", "--json", "-o", str(path)]) == 0
    assert json.loads(capsys.readouterr().out) == rows[1]
    assert "| right" in path.read_text(encoding="utf-8")
    pair = [rvs.workspace(rvs.open("two-pumas"), robot=one, levels=1) for one in ("left", "right")]
    assert [row[0] for row in rvs.compared(pair).table.rows] == ["left", "right"]


def test_several_processes_find_the_same(capsys):
    told = []
    for words in ([], ["--processes", "2"]):
        assert main(["workspace", "planar2r", "--levels", "1", *words, "--json"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]


def test_lengths_of_a_script_are_in_the_unit_that_was_asked_for():
    found = rvs.workspace("planar2r", levels=1, unit="mm")
    assert "reach (mm)" in found.table().headings
    assert "reach (m)" in found.table("m").headings


def test_several_robots_are_compared(tmp_path, capsys):
    names = ["planar2r", "scara"]
    assert main(["workspace", *names, "--levels", "1", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["robot"] for row in rows] == ["Planar 2R", "SCARA"]
    for name, row in zip(names, rows, strict=True):
        assert main(["workspace", name, "--levels", "1", "--json"]) == 0
        alone = json.loads(capsys.readouterr().out)
        assert {key: row[key] for key in alone} == alone
        assert row["kci"] == pytest.approx(100 / row["condition"])
    path = tmp_path / "robots.csv"
    assert main(["workspace", *names, "--levels", "1", "--unit", "mm", "-o", str(path)]) == 0
    head, first, second = path.read_text(encoding="utf-8-sig").strip().splitlines()[-3:]
    assert "reach (mm)" in head
    assert first.startswith("Planar 2R")
    assert ",2000," in first
    assert second.startswith("SCARA")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--levels", "7"], "levels"),
        (["--levels", "0"], "--levels: expected 1 to 3, got 0"),
        (["--length", "-1"], "--length: expected more than 0 m, got -1"),
        (["--processes", "0"], "--processes"),
        (["--scheduler", "nowhere"], "--scheduler"),
        (["--robot", "left"], "contains one robot; there is no 'left'"),
    ],
)
def test_wrong_wishes_are_refused(words, message, capsys):
    assert main(["workspace", "scara", *words]) == 1
    assert message in capsys.readouterr().err


def test_a_robot_that_the_cell_has_not_is_named(capsys):
    assert main(["workspace", "two-pumas", "--robot", "lefty"]) == 1
    assert "--robot: the cell has no robot 'lefty'" in capsys.readouterr().err

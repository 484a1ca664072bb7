"""``rvs collide``: names of bodies as Refs, units of the file, 0 whatever is found."""

import json
from pathlib import Path

import pytest

from rvs.cli import main
from rvs.files.bodies.effectors import equipped
from rvs.files.cells.cell import Cell
from rvs.files.cells.write import save_cell
from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.things.thing import Thing


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    assert main(["collide", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def cell(tmp_path: Path):
    def write(x: float) -> str:
        place = ((1.0, 0.0, 0.0, x), (0.0, 1.0, 0.0, -0.15), (0.0, 0.0, 1.0, 0.4),
                 (0.0, 0.0, 0.0, 1.0))  # fmt: skip
        placed = equipped(PlacedRobot("arm", load_robot("puma560").robot))
        path = tmp_path / "cell.rvs"
        things = (Thing("crate", "box", place=place),)
        save_cell(path, Cell(Document((placed,), things=things)))
        return str(path)

    return write


def test_a_robot_alone_at_rest(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "puma560")
    assert found["colliding"] is False
    assert found["pairs"] == []
    assert set(found["least"]) == {"a", "b", "distance"}
    assert found["unit"] == "m"


def test_lengths_are_in_the_unit_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "rediestro", "--margin", "30", "--no-floor")
    assert found["unit"] == "dm"
    assert found["margin"] == pytest.approx(0.3)


def test_a_crate_in_the_way_is_named(capsys: pytest.CaptureFixture[str], cell) -> None:
    found = answer(capsys, cell(0.3))
    assert found["colliding"] is True
    assert {"a", "b", "distance"} == set(found["pairs"][0])
    assert "crate/thing" in {found["pairs"][0]["a"], found["pairs"][0]["b"]}
    assert found["pairs"][0]["distance"] == 0.0
    assert answer(capsys, cell(2.0))["colliding"] is False
    main(["collide", cell(0.3)])
    said = capsys.readouterr().out
    assert "collide" in said.splitlines()[0]
    assert "crate" in said
    assert "deep" in said


def test_what_is_not_checked_is_said(capsys: pytest.CaptureFixture[str], cell) -> None:
    found = answer(capsys, cell(0.3))["not_checked"]
    whys = {(one["a"], one["b"]): one["why"] for one in found["pairs"]}
    assert whys["arm/link/0", "arm/link/1"] == "one carries the other"
    assert found["others"] == ["Things against the floor: they stand still"]
    main(["collide", cell(0.3)])
    said = capsys.readouterr().out
    assert "not checked:" in said
    assert "pairs: one carries the other" in said
    main(["collide", cell(0.3), "--unchecked"])
    assert capsys.readouterr().out.count(" – ") == len(whys) + 2


def test_a_base_in_a_thing_collides(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    placed = equipped(PlacedRobot("arm", load_robot("puma560").robot))
    path = tmp_path / "sunk.rvs"
    save_cell(path, Cell(Document((placed,), things=(Thing("crate", "box"),))))
    pairs = {(one["a"], one["b"]) for one in answer(capsys, str(path))["pairs"]}
    assert ("arm/link/0", "crate/thing") in pairs


def test_a_script_hears_of_collisions_by_the_status() -> None:
    words = ["collide", "planar-3r", "--mode", "body", "--margin", "1", "--fail", "--q"]
    assert main([*words, "0", "180", "0"]) == 1
    assert main([*words, "0", "0", "0"]) == 0


def test_a_posture_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    free = answer(capsys, "planar-3r", "--mode", "body", "--q", "0 0 0")
    folded = answer(capsys, "planar-3r", "--mode", "body", "--q", "0 180 0", "--margin", "1")
    assert free["colliding"] is False
    assert folded["colliding"] is True
    assert main(["collide", "puma560", "--q", "1 2"]) == 1


def test_a_whole_motion(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "puma560", "--motion", "puma560-letters", "--no-floor")
    assert found["colliding"] is False
    assert found["complete"] is True
    assert found["least"]["t"] <= found["duration"]
    assert found["least"]["distance"] > 0.0
    assert main(["collide", "puma560", "--motion", "no-such-motion"]) == 1


def test_wrong_margins_are_refused() -> None:
    with pytest.raises(SystemExit) as end:
        main(["collide", "puma560", "--margin", "wide"])
    assert end.value.code == 2


ARC = """
program "carry" { robot = "arm"  %s
step { q = [ 0, 30, -120, 0, 0, 0 ] } step { q = [ 20, 30, -120, 0, 0, 0 ]  by = "%s" %s } }
"""


@pytest.mark.parametrize(
    ("own", "by", "said", "cure"),
    [
        ("", "joints", "180°/s²", "Motors"),
        ("", "line", "2 m/s² for the tool", "Acceleration of the tool"),
        ("acceleration = 1", "line", "", ""),
    ],
)
def test_what_times_rest_on_is_said(
    capsys: pytest.CaptureFixture[str], cell, own: str, by: str, said: str, cure: str
) -> None:
    path = Path(cell(2.0))
    speed = "" if by == "joints" else "speed = 0.1"
    path.write_text(path.read_text("utf-8") + ARC % (own, by, speed), encoding="utf-8")
    found = answer(capsys, str(path), "--motion", "carry")
    main(["collide", str(path), "--motion", "carry"])
    printed = capsys.readouterr().out
    assert len(found["assumed"]) == bool(said)
    for sentence in found["assumed"]:
        assert said in sentence
        assert cure in sentence
        assert sentence in printed.splitlines()
    assert ("Times rest on" in printed) == bool(said)

"""``rvs collide``: names of bodies as Refs, units of the file, 0 whatever is found."""

import json
from pathlib import Path

import pytest

import rvs
from rvs.cli import main
from rvs.files.bodies.effectors import equipped
from rvs.files.cells.cell import Cell
from rvs.files.cells.write import save_cell
from rvs.files.library import files_of, load_robot
from rvs.model.collision.edits import set_collision
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


def test_a_margin_is_typed_in_mm_to_the_last_digit(capsys: pytest.CaptureFixture[str]) -> None:
    for millimetres in ("35", "9", "0.3"):
        found = answer(capsys, "puma560", "--margin", millimetres)
        assert found["margin"] == float(millimetres) / 1000.0
        assert found == rvs.collide("puma560", margin=found["margin"]).facts
    for wrong, words in (("-1", "expected 0 to 100000, got -1"), ("1 m", "a number of mm")):
        with pytest.raises(SystemExit):
            main(["collide", "puma560", f"--margin={wrong}"])
        assert words in capsys.readouterr().err


def test_the_floor_counts_as_the_cell_says_or_as_is_asked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    placed = equipped(PlacedRobot("arm", load_robot("puma560").robot))
    path = tmp_path / "cell.rvs"
    for own in (True, False):
        save_cell(path, Cell(set_collision(Document((placed,)), floor=own)))
        for words, counts in (([], own), (["--floor"], True), (["--no-floor"], False)):
            left = answer(capsys, str(path), *words)["not_checked"]["others"]
            assert ("The floor" not in left) is counts


def test_a_cell_without_robots_has_nothing_that_moves(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "bare.rvs"
    save_cell(path, Cell(Document(things=(Thing("crate", "box"),))))
    assert answer(capsys, str(path))["least"] is None
    assert main(["collide", str(path)]) == 0
    assert "nothing moves" in capsys.readouterr().out
    for words in (["--q", "1 2"], ["--motion", "none"]):
        assert main(["collide", str(path), *words]) == 1
        assert "the cell has no robot" in capsys.readouterr().err


def test_the_pairs_are_written_as_a_table(
    capsys: pytest.CaptureFixture[str], cell, tmp_path: Path
) -> None:
    out = tmp_path / "pairs.csv"
    assert main(["collide", cell(0.3), "-o", str(out), "--fail"]) == 1
    assert f"wrote {out}" in capsys.readouterr().out
    head, *rows = out.read_text("utf-8").splitlines()
    assert head == ",pair,distance (mm)"
    assert any(row.startswith("collides,") and "crate" in row for row in rows)


def test_a_full_model_with_errors_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for kind, suffix in (("arch", "arch"), ("links", "body")):
        (tmp_path / kind).mkdir()
        own = files_of(kind)["puma560"]
        (tmp_path / kind / f"mine.{suffix}").write_bytes(own.read_bytes())
    robot, model = tmp_path / "arch" / "mine.arch", tmp_path / "links" / "mine.body"
    assert main(["collide", str(robot)]) == 0
    model.write_text("nothing = ", "utf-8")
    capsys.readouterr()
    assert main(["collide", str(robot)]) == 1
    assert "mine.body" in capsys.readouterr().err
    assert main(["dexterity", str(robot)]) == 0


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
    assert whys["arm/link/0", "arm/link/1"] == "one is mounted on the other"
    assert found["others"] == ["Objects and the floor: they do not move"]
    main(["collide", cell(0.3)])
    said = capsys.readouterr().out
    assert "not checked:" in said
    assert "pairs: one is mounted on the other" in said
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
    assert ("Times are based on" in printed) == bool(said)

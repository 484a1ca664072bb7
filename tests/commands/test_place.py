"""``rvs place``: places of a cell, the reasons of those that fail, and the edits that it offers."""

import json
from math import hypot
from pathlib import Path

import numpy as np
import pytest

import rvs
from rvs.cli import main
from rvs.collision.check import check_of
from rvs.engine.arrays import pose_rows
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.files.cells.cell import Cell
from rvs.files.cells.write import save_cell
from rvs.model.document import Document, PlacedRobot
from rvs.model.programs.program import Program, Step
from rvs.model.things.thing import TargetFrame, Thing
from rvs.scripting.subjects import cell_of

ARM = rvs.placed("planar-2r", id="arm")
PLANAR = ARM.robot


def at(x: float, y: float) -> tuple[tuple[float, ...], ...]:
    return pose_rows(pose(np.eye(3), [x, y, 0.0]), "place")


def cell(things: tuple[Thing, ...] = (), points=((0.5, 0.5), (0.8, -0.2))) -> Document:
    targets = tuple(TargetFrame(f"goal {k}", at(*one)) for k, one in enumerate(points, 1))
    return Document((ARM,), targets=targets, things=things)


@pytest.fixture
def saved(tmp_path: Path) -> str:
    path = tmp_path / "cell.rvs"
    save_cell(path, Cell(cell()))
    return str(path)


def test_the_map_is_the_intersection_of_both_annuli(saved: str, capsys) -> None:
    assert main(["place", saved, "--no-collisions", "--step", "170", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    links = [joint.a for joint in PLANAR.joints]
    least, most = abs(links[0] - links[1]), sum(links)
    chart = found["map"]
    for j, y in enumerate(chart["y"]):
        for i, x in enumerate(chart["x"]):
            away = [hypot(x - 0.5, y - 0.5), hypot(x - 0.8, y + 0.2)]
            inside = [least < one < most for one in away]
            assert (chart["condition"][j][i] is not None) == all(inside), (x, y)
            words = chart["why"][j][i]
            assert words.startswith(f"goal {inside.index(False) + 1}: ") if words else all(inside)
    assert found["fitting"] == sum(one is not None for row in chart["condition"] for one in row)
    assert found["places"][0]["condition"] == min(one["condition"] for one in found["places"])
    assert found["task"] == "position"


def test_words_and_table_say_what_json_says(saved: str, capsys) -> None:
    assert main(["place", saved, "--no-collisions", "--step", "300"]) == 0
    words = capsys.readouterr().out
    assert "places fit" in words
    assert "best: x" in words
    assert "now: " in words
    assert "clearance (mm)" in words
    assert "out of reach" in words
    assert "may still be possible" in words


def test_an_obstacle_forbids_places_and_the_edit_leads_where_nothing_collides() -> None:
    post = Thing("post", "box", (("length", 0.3), ("width", 0.3), ("height", 2.0)),
                 place=at(1.0, 1.0))  # fmt: skip
    document = cell((post,))
    asked = rvs.place(cell_of(rvs.State(document)), step=0.25, turns=2)
    causes = {fit.cause for fit in asked.places.fits}
    assert {"", "collision"} <= causes
    assert any("post" in row["why"] for row in asked.facts["reasons"])
    there = asked.offers[-1].call(document)
    best = asked.best
    assert np.allclose(there.robot("arm").place, best.place)
    for q, target in zip(best.postures, document.targets, strict=True):
        tool = best.place @ fkine(PLANAR, q)
        assert np.abs(tool[:3, 3] - np.array(target.place)[:3, 3]).max() < 1e-6
        assert not check_of(there, "skeleton").colliding({"arm": tuple(q.tolist())})


def test_what_the_window_shows_of_it() -> None:
    asked = rvs.place(cell_of(rvs.State(cell())), collisions=False, step=0.3)
    chart, why = asked.plots
    assert chart.map is not None
    assert np.isfinite(chart.map.table).sum() == asked.facts["fitting"]
    assert asked.chosen("1").call(cell()).robot("arm").place == asked.offers[-1].call(cell()).robot(
        "arm"
    ).place  # fmt: skip
    assert asked.chosen("now") is None
    assert asked.chosen("99") is None
    assert sum(len(group.x) for group in why.points) == len(asked.places.fits) - int(
        asked.facts["fitting"]
    )
    assert len(asked.items(asked.placed)) > 6


def test_a_program_is_taught_again_where_the_robot_is_put() -> None:
    steps = tuple(Step(q) for q in ((0.2, 0.9), (0.7, 1.4)))
    document = Document((ARM,), (Program("work", "arm", steps),))
    asked = rvs.place(cell_of(rvs.State(document)), collisions=False, step=0.3)
    assert asked.places.goals.names == ("work, step 1", "work, step 2")
    there = asked.offers[0].call(document)
    base = np.asarray(there.robot("arm").place)
    assert not np.allclose(base, np.eye(4))
    for before, after in zip(steps, there.programs[0].steps, strict=True):
        moved = base @ fkine(PLANAR, np.array(after.q))
        goal = fkine(PLANAR, np.array(before.q))
        assert np.allclose(moved[:3, 3], goal[:3, 3], atol=1e-6)


def test_work_moves_with_its_targets_and_the_robot_stays() -> None:
    tray = Thing("tray", "box", (("length", 0.1), ("width", 0.1), ("height", 0.02)),
                 place=at(0.6, 0.2))  # fmt: skip
    document = cell((tray,), ((0.6, 0.2), (0.7, 0.2)))
    asked = rvs.place(
        cell_of(rvs.State(document)), work=["tray"], touching=["tray"], step=0.3, turns=2
    )
    there = asked.offers[-1].call(document)
    assert there.robot("arm") == document.robot("arm")
    carry = np.asarray(there.thing("tray").place) @ np.linalg.inv(tray.place)
    for old, new in zip(document.targets, there.targets, strict=True):
        assert np.allclose(new.place, carry @ np.asarray(old.place), atol=1e-8)
    tool = fkine(PLANAR, asked.best.postures[0])
    assert np.allclose(tool[:3, 3], np.array(there.targets[0].place)[:3, 3], atol=1e-6)


def test_a_motion_counts_by_poses_along_it() -> None:
    found = rvs.place("planar-2r", motion=_swing(), collisions=False, step=0.4)
    assert len(found.places.goals.names) == 24
    assert found.places.goals.names[0] == "motion at 0.00 s"


def _swing():
    from rvs.model.motions.motion import JointTrajectory

    rows = np.linspace([0.1, 0.5], [0.6, 1.2], 11)
    return JointTrajectory(rvs.placed("planar-2r").id, np.linspace(0.0, 1.0, 11), rows)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--targets", "goal 3"], "no place or program 'goal 3'; it has goal 1, goal 2"),
        (["--area", "1 0 0 1"], "--area: expected from x, to x"),
        (["--step", "0.01"], "--step: "),
        (["--touching", "vase"], "vase"),
        (["--work", "vase"], "vase"),
        (["--condition", "0.5"], "--condition"),
    ],
)
def test_what_can_not_be_is_refused(saved: str, capsys, words: list[str], said: str) -> None:
    assert main(["place", saved, *words]) == 1
    assert said in capsys.readouterr().err


def test_nothing_to_reach_is_said(capsys) -> None:
    assert main(["place", "planar-2r"]) == 1
    assert "no targets: add named places" in capsys.readouterr().err


def test_robots_of_one_joint_and_with_locked_joints_have_places() -> None:
    arm = Robot.from_dh([0.5], 0, 0, 0, "R")
    targets = (TargetFrame("goal", at(1.0, 0.0)),)
    document = Document((PlacedRobot("arm", arm),), targets=targets)
    found = rvs.place(
        cell_of(rvs.State(document)), collisions=False, area=(0.0, 1.0, -0.5, 0.5), step=0.5
    )
    assert found.facts["fitting"] == 3

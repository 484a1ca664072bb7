"""Robots of a cell that other programs' files made: where from and how is kept, and doubts are."""

from __future__ import annotations

from dataclasses import fields, replace
from math import radians
from pathlib import Path

import pytest

from rvs.files.cells.cell import Cell, parse_cell
from rvs.files.cells.robots import KEPT
from rvs.files.cells.write import cell_text
from rvs.files.library import load_robot
from rvs.files.placed_robot import placed_robot
from rvs.model.document import Document
from rvs.model.robots.imported import Choices, Imported
from rvs.model.robots.plausibility import cure_named, oddities, with_correction

SAID = {
    "root": "the base",
    "tip": "hand=left",
    "convention": "modified",
    "snap": radians(0.123),
    "zeros": True,
    "robot": "Arm \\ \"L\"",
    "tips": ("a", "b=c"),
    "effector": "palm",
    "args": (("n", ""), ("name", "ur5e=x")),
    "take": ("mm", "limits-deg"),
}  # fmt: skip
FOUND = {"length": "mm", "angle": "rad", "assumed": ("length", "angle"), "old_order": True}
PLAIN = Imported("/cells/arm.csv")
SOURCES = [
    PLAIN,
    *(replace(PLAIN, choices=replace(Choices(), **{key: one})) for key, one in SAID.items()),
    *(replace(PLAIN, **{key: value}) for key, value in FOUND.items()),
    Imported("C:\\Üser\\arm.xacro", Choices(**SAID), **FOUND),
]


def again(imported: Imported | None, origin: str = "") -> Imported | None:
    robot = replace(placed_robot(load_robot("twolink"), "arm"), origin=origin, imported=imported)
    text = cell_text(Cell(Document((robot,))))
    cell = parse_cell(text)
    assert cell_text(cell) == text
    return cell.document.robots[0].imported


@pytest.mark.parametrize("source", SOURCES)
def test_a_cell_keeps_where_its_robots_come_from(source: Imported) -> None:
    assert again(source) == source


def test_every_choice_is_tried_but_folders_which_a_file_can_not_allow() -> None:
    assert set(SAID) == set(KEPT)
    assert set(FOUND) == {one.name for one in fields(Imported)} - {"path", "choices"}
    allowed = replace(PLAIN, choices=Choices(allow=("/etc",)))
    assert again(allowed) == PLAIN
    assert again(PLAIN, origin="/arms/arm.arch") is None


@pytest.mark.parametrize(
    "value",
    ["5", "[ ]", "[ 5 ]", '"arm.csv"', '[ "a", "allow=/etc" ]', '[ "a", "snap=x" ]',
     '[ "a", "snap=nan" ]', '[ "a", "take=miles" ]', '[ "a", "length=deg" ]', '[ "a", "soon=1" ]'],
)  # fmt: skip
def test_a_source_that_is_not_understood_is_named_and_the_robot_stays(value: str) -> None:
    text = cell_text(Cell(Document((placed_robot(load_robot("twolink"), "arm"),))))
    head, brace, rest = text.partition("{")
    cell = parse_cell(f"{head}{brace}\nimported = {value}\n{rest}")
    assert cell.document.robots[0].imported is None
    assert ["imported" in str(one) for one in cell.warnings] == [True]


def test_doubts_of_a_file_come_back_and_its_cures_hold(tmp_path: Path) -> None:
    path = tmp_path / "arm.csv"
    path.write_text("theta,d,a,alpha\n0,0,400,0\n0,0,300,0\n", encoding="utf-8")
    placed = placed_robot(load_robot(path), str(path))
    assert placed.imported is not None
    doubts = [one.sentence for one in oddities(placed.robot, placed.imported)]
    kept = again(placed.imported)
    assert kept is not None
    assert doubts
    assert [one.sentence for one in oddities(placed.robot, kept)] == doubts
    # Read again as it was taken in the window, it is the cured robot.
    cure = cure_named("mm", kept)
    cured = again(with_correction(kept, cure))
    assert cured is not None
    read = load_robot(path, cured.choices)
    assert read.robot.joints == cure.change(placed.robot).joints
    assert read.imported == cured

"""Where robots stand and by what id they go."""

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Joint
from rvs.engine.robot import IDENTITY, Robot
from rvs.engine.transforms import pose
from rvs.model.document import Document, PlacedRobot, called
from rvs.model.placing import (
    begin_at,
    duplicate_robot,
    numbered,
    paint,
    rename_robot,
    renamed,
    stand,
)
from rvs.model.programs.program import Program, Step

ARM = Robot((Joint(a=0.5),), name="arm")
CELL = Document(
    (PlacedRobot("one", ARM), PlacedRobot("two", ARM)),
    (Program("weld", "two", (Step((0.0,)), Step((1.0,)))),),
)


def test_a_robot_stands_elsewhere() -> None:
    place = pose(p=[1.0, 2.0, 3.0])
    moved = stand(CELL, "two", place)
    assert np.array_equal(moved.robot("two").place, place)
    assert moved.robot("one").place == IDENTITY
    with pytest.raises(ArgumentError, match="place"):
        stand(CELL, "two", 2 * np.eye(4))


def test_a_color_and_a_start() -> None:
    assert paint(CELL, "one", "#E2681C").robot("one").color == "#E2681C"
    assert paint(CELL, "one", "").robot("one").color == ""
    assert begin_at(CELL, "one", 2).robot("one").start == 2.0
    with pytest.raises(ArgumentError, match="color"):
        paint(CELL, "one", "red")
    for start in (-1.0, np.inf, np.nan):
        with pytest.raises(ArgumentError, match="start"):
            begin_at(CELL, "one", start)


def test_programs_follow_another_id() -> None:
    after = rename_robot(CELL, "two", "right")
    assert [placed.id for placed in after.robots] == ["one", "right"]
    assert after.programs[0].robot_id == "right"
    assert renamed(CELL, after) == {"two": "right"}
    assert renamed(after, CELL) == {"right": "two"}
    assert rename_robot(CELL, "two", "two") == CELL
    for name in ("one", "", " ", "x" * 201):
        with pytest.raises(ArgumentError, match="name"):
            rename_robot(CELL, "two", name)


def test_another_robot_or_another_order_is_no_other_name() -> None:
    first, second = CELL.robots
    assert renamed(CELL, Document((second, first))) == {}
    assert renamed(CELL, Document((first,))) == {}
    other = PlacedRobot("third", Robot((Joint(a=0.5),)))
    assert renamed(CELL, Document((first, other))) == {}


def test_a_copy_has_the_programs_too() -> None:
    after = duplicate_robot(CELL, "two", pose(p=[1.0, 0.0, 0.0]))
    assert [placed.id for placed in after.robots] == ["one", "two", "two 2"]
    assert after.robots[2].robot is ARM
    assert [(one.name, one.robot_id) for one in after.programs] == [
        ("weld", "two"),
        ("weld 2", "two 2"),
    ]


def test_numbers_of_copies() -> None:
    assert numbered("arm", ["arm"]) == "arm 2"
    assert numbered("arm 2", ["arm", "arm 2", "arm 3"]) == "arm 4"
    assert numbered("560", ["560"]) == "560 2"


def test_robots_of_one_name_are_called_by_their_ids() -> None:
    assert called(CELL, CELL.robots[0]) == "one"
    assert called(Document(CELL.robots[:1]), CELL.robots[0]) == "arm"

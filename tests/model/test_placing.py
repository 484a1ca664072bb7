"""Where robots stand and by what id they go."""

from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Joint
from rvs.engine.robot import IDENTITY, Robot
from rvs.engine.transforms import pose
from rvs.model.annotations.marks import Anchor, Measure, Note
from rvs.model.collision.rules import FLOOR, CollisionRules, pair_of, payload_ref
from rvs.model.document import Document, PlacedRobot, called, remove_robot
from rvs.model.figures.figure import NamedFigure
from rvs.model.programs.program import Program, Step
from rvs.model.robots.placing import (
    begin_at,
    duplicate_robot,
    numbered,
    paint,
    rename_robot,
    renamed,
    stand,
)
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.things.edits import rename_thing
from rvs.model.things.thing import Thing
from rvs.model.views.view import View

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


TIP = Anchor(("two", "link", 1), (0.1, 0.0, 0.0))
HELD = replace(
    CELL,
    things=(Thing("floor", "box"),),
    figures=(NamedFigure("sheet", View(), postures=(("one", (0.0,)), ("two", (0.5,)))),),
    notes=(Note("n", "tip", TIP), Note("sheet note", "free")),
    measures=(Measure("m", TIP, Anchor(("one", "link", 0))),),
    collision=CollisionRules(
        ignored=(pair_of(("two", "link", 1), ("one", "tool")), pair_of(payload_ref("two"), FLOOR)),
        checked=(pair_of(("floor", "thing"), ("two", "tool")),),
    ),
)


def refs_of(document: Document) -> set[object]:
    """Return the ids of all that something keeps to."""
    rules = document.collision
    anchors = [note.anchor for note in document.notes if note.anchor]
    anchors += [end for one in document.measures for end in (one.first, one.second)]
    refs = [ref for pair in (*rules.ignored, *rules.checked) for ref in pair]
    refs += [anchor.owner for anchor in anchors]
    ids = {ref[0] for ref in refs}
    ids |= {name for figure in document.figures for name, _ in figure.postures}
    return ids | {program.robot_id for program in document.programs}


def test_all_that_keeps_to_a_robot_follows_another_id() -> None:
    after = rename_robot(HELD, "two", "a new one")
    assert refs_of(HELD) == {"one", "two", "floor"}
    assert refs_of(after) == {"one", "a new one", "floor"}
    for field in ("notes", "measures", "programs", "figures"):
        assert len(getattr(after, field)) == len(getattr(HELD, field))
    rules = after.collision
    assert pair_of(payload_ref("a new one"), FLOOR) in rules.ignored
    assert rules.checked == (pair_of(("floor", "thing"), ("a new one", "tool")),)
    assert rename_robot(after, "a new one", "two") == HELD


def test_a_thing_that_is_called_floor_is_not_the_floor() -> None:
    after = rename_thing(HELD, "floor", "slab").collision
    assert after.ignored == HELD.collision.ignored
    assert after.checked == (pair_of(("slab", "thing"), ("two", "tool")),)


def test_nothing_keeps_to_a_robot_that_is_removed() -> None:
    after = remove_robot(HELD, "two")
    assert refs_of(after) == {"one"}
    assert [note.id for note in after.notes] == ["sheet note"]
    assert after.measures == ()
    assert (after.collision.ignored, after.collision.checked) == ((), ())


def test_undo_gives_the_old_id_back_to_all() -> None:
    session = Session(State(HELD, MappingProxyType({"one": (0.1,), "two": (0.2,)})))
    after = rename_robot(HELD, "two", "right")
    session.edit("Rename two", lambda _: after, postures={"right": (0.2,)})
    assert dict(session.state.postures) == {"one": (0.1,), "right": (0.2,)}
    session.undo()
    assert session.state.document == HELD
    assert dict(session.state.postures) == {"one": (0.1,), "two": (0.2,)}
    session.edit("Remove two", lambda d: remove_robot(d, "two"))
    session.undo()
    assert session.state.document == HELD


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


def test_robots_of_a_cell_are_called_by_the_names_that_they_have_there() -> None:
    assert called(CELL, CELL.robots[0]) == "one"
    renamed = rename_robot(CELL, "one", "left")
    assert called(renamed, renamed.robot("left")) == "left"
    assert called(Document(CELL.robots[:1]), CELL.robots[0]) == "arm"

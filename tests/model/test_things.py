"""Things around the robots: what they refuse, and what the edits of them do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.engine.rotations import from_rpy
from rvs.engine.transforms import pose
from rvs.geometry.things import KINDS
from rvs.model.annotations.edits import add_note
from rvs.model.annotations.marks import Anchor, Note
from rvs.model.current import current_robot
from rvs.model.document import Document, PlacedRobot, add_robot
from rvs.model.mesh_file import MeshFile
from rvs.model.refs import thing_ref
from rvs.model.robots.new_robots import blank
from rvs.model.state import State
from rvs.model.things import edits
from rvs.model.things.edits import add_environment
from rvs.model.things.thing import TargetFrame, Thing, all_sizes, bounds


def at(x: float, y: float, z: float = 0.0) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(row) for row in pose(p=[x, y, z]).tolist())


def room() -> Document:
    boxes = [
        Thing("a", "box", (("length", 1.0), ("width", 1.0), ("height", 1.0)), at(0, 0)),
        Thing("b", "box", (("length", 0.5), ("width", 0.5), ("height", 0.2)), at(2, 1, 3)),
        Thing("c", "box", (("length", 0.2), ("width", 0.2), ("height", 0.4)), at(5, -1)),
    ]
    return Document(things=tuple(boxes))


def low(document: Document, name: str) -> list[float]:
    return bounds(document.thing(name))[0].tolist()


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"kind": "tabel"}, "did you mean 'table'"),
        ({"id": "a/b"}, "is not a name"),
        ({"sizes": (("legs", 4.0),)}, "has no size 'legs'"),
        ({"sizes": (("length", -1.0),)}, "length: -1 must be at least"),
        ({"sizes": (("length", 1.0), ("length", 2.0))}, "appears twice"),
        ({"color": "gren"}, "did you mean"),
        ({"material": "wood"}, "there is no 'wood'"),
        ({"mesh": MeshFile("a.stl")}, "requires a file"),
        ({"kind": "mesh"}, "requires a file"),
    ],
)
def test_what_a_thing_refuses(changes, part):
    with pytest.raises(ArgumentError, match=part):
        Thing(**{"id": "table", "kind": "table", **changes})


def test_sizes_left_out_are_the_usual_ones_and_their_order_does_not_count():
    one = Thing("t", "table", (("width", 0.5), ("length", 2.0)))
    assert all_sizes(one) == {"length": 2.0, "width": 0.5, "height": 0.75, "top": 0.03}
    assert one == Thing("t", "table", (("length", 2.0), ("width", 0.5)))


def test_robots_things_and_places_share_no_id():
    document = add_robot(Document(), PlacedRobot("arm", blank("2R")))
    document = edits.add_thing(document, Thing("arm", "table"))
    document = edits.add_target(document, TargetFrame("arm"))
    document = add_robot(document, PlacedRobot("arm 2", blank("2R")))
    assert document.ids == ("arm", "arm 2 2", "arm 2", "arm 3")
    with pytest.raises(ArgumentError, match="have the id 'x'"):
        Document(things=(Thing("x", "box"), Thing("x", "box")))


def test_a_chosen_thing_leaves_the_robot_current():
    document = add_robot(room(), PlacedRobot("arm", blank("2R")))
    state = State(document, selection=(thing_ref("a"),))
    assert current_robot(state) is document.robots[0]


def test_things_turn_with_their_place():
    turned = pose(from_rpy([np.pi / 2, 0, 0]), [1, 2, 0])
    table = Thing("t", "table", (("length", 2.0), ("width", 1.0)), tuple(map(tuple, turned)))
    assert np.allclose(bounds(table), [[0.5, 1.0, 0.0], [1.5, 3.0, 0.75]])


def test_aligning_brings_ends_and_middles_together():
    ids = ("a", "b", "c")
    least = edits.align_things(room(), ids, "x", "least")
    assert [low(least, one)[0] for one in ids] == [-0.5] * 3
    most = edits.align_things(room(), ids, "z", "greatest")
    assert [round(float(bounds(most.thing(one))[1, 2]), 9) for one in ids] == [3.2] * 3
    middle = edits.align_things(room(), ids, "y", "middle")
    tops = {round(float(bounds(middle.thing(one))[:, 1].mean()), 9) for one in ids}
    assert tops == {0.075}


def test_a_group_keeps_together():
    document = edits.group_things(room(), ("a", "b"))
    assert {document.thing(one).group for one in ("a", "b")} == {"group"}
    aligned = edits.align_things(document, ("a", "b", "c"), "x", "greatest")
    assert low(aligned, "b")[0] - low(aligned, "a")[0] == pytest.approx(2.25)
    assert bounds(aligned.thing("b"))[1, 0] == pytest.approx(5.1)
    assert edits.with_group(document, ("b",)) == ("a", "b")
    assert edits.ungroup_things(document, ("a", "b")).thing("a").group == ""


def test_spreading_makes_gaps_equal():
    document = edits.spread_things(room(), ("a", "b", "c"), "x")
    boxes = [bounds(document.thing(one))[:, 0] for one in ("a", "b", "c")]
    assert boxes[1][0] - boxes[0][1] == pytest.approx(boxes[2][0] - boxes[1][1])
    assert (boxes[0][0], boxes[2][1]) == (-0.5, 5.1)


def test_things_stand_on_the_floor_and_on_each_other():
    document = edits.drop_things(room(), ("b",))
    assert low(document, "b")[2] == 0.0
    document = edits.stack_things(document, ("c",), "a")
    assert low(document, "c") == pytest.approx([-0.1, -0.1, 1.0])
    with pytest.raises(ArgumentError, match="on itself"):
        edits.stack_things(document, ("a",), "a")


def test_what_is_locked_stays():
    document = edits.change_things(room(), ("a",), locked=True)
    for change in (
        lambda: edits.move_things(document, ("a", "b"), pose(p=[1, 0, 0])),
        lambda: edits.remove_things(document, ("a",)),
        lambda: edits.change_thing(document, "a", sizes=(("height", 2.0),)),
        lambda: edits.align_things(document, ("a", "b"), "x", "least"),
    ):
        with pytest.raises(ArgumentError, match="a is locked; unlock it first"):
            change()
    assert edits.change_things(document, ("a",), locked=False, hidden=True).thing("a").hidden


def test_copies_are_free_things_in_a_row():
    document = edits.change_things(edits.group_things(room(), ("a", "b")), ("a",), locked=True)
    copied = edits.duplicate_things(document, ("a", "b"), [(0.0, 1.0, 0.0), (0.0, 2.0, 0.0)])
    assert copied.ids == ("a", "b", "c", "a 2", "b 2", "a 3", "b 3")
    assert [copied.thing(one).group for one in ("a 2", "b 2", "a 3")] == ["group 2"] * 2 + [
        "group 3"
    ]
    assert not copied.thing("a 3").locked
    assert low(copied, "a 3")[1] == pytest.approx(1.5)


def test_moves_leave_round_numbers():
    document = room()
    for _ in range(9):
        document = edits.move_things(document, ("a",), pose(p=[0.1, 0.0, 0.0]))
    assert document.thing("a").place == at(0.9, 0.0)
    turned = edits.move_things(document, ("a",), pose(from_rpy([0.3, 0, 0])))
    back = edits.move_things(turned, ("a",), pose(from_rpy([-0.3, 0, 0])))
    assert back.thing("a").place == at(0.9, 0.0)


def test_notes_follow_a_thing_that_is_renamed():
    document = add_note(room(), Note("n", "grease", Anchor(("a",), (0, 0, 1))))
    renamed = edits.rename_thing(document, "a", "bench")
    assert [note.anchor.owner for note in renamed.notes] == [("bench",)]
    with pytest.raises(ArgumentError, match="already used"):
        edits.rename_thing(renamed, "bench", "b")


def test_an_environment_brings_its_own_ids_and_groups():
    grouped = edits.group_things(room(), ("a", "b"))
    document = add_environment(grouped, grouped.things, (TargetFrame("a"),))
    assert document.ids == ("a", "b", "c", "a 2", "b 2", "c 2", "a 3")
    assert document.thing("a 2").group == "group 2"


def test_places_can_be_moved_and_renamed():
    document = edits.add_target(Document(), TargetFrame("pick"))
    document = edits.change_target(document, "pick", pose(p=[1, 2, 3]))
    document = edits.rename_target(document, "pick", "put")
    assert document.target("put").place == at(1, 2, 3)
    assert edits.remove_target(document, "put").targets == ()


def test_hidden_and_other_fields_make_things_differ():
    thing = Thing("t", "table")
    assert replace(thing, hidden=True) != thing
    assert len(KINDS) >= 19


def test_copies_count_on_from_the_number_of_what_is_copied():
    document = Document(things=(Thing("part 1", "box"), Thing("part 3", "box")))
    copied = edits.duplicate_things(document, ("part 1",), [(0.1, 0, 0), (0.2, 0, 0)])
    assert [one.id for one in copied.things] == ["part 1", "part 3", "part 2", "part 4"]

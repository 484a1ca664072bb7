"""The list of what is not saved: nothing that can be changed is left out of it."""

from dataclasses import fields, replace

import pytest

from rvs.files.library import load_robot
from rvs.files.placed_robot import placed_robot
from rvs.model.array_value import block
from rvs.model.document import Document, PlacedRobot, add_robot, change_robot, remove_robot
from rvs.model.motions.kept import filed, keep_motion
from rvs.model.programs.program import Program, Step
from rvs.model.robots.placing import rename_robot
from rvs.model.unsaved import DOCUMENT_FIELDS, ROBOT_FIELDS, lost_with, unsaved

from .every_change import DOCUMENT_CHANGES, FOLLOWING, ROBOT_CHANGES

PUMA = placed_robot(load_robot("puma560"), "puma560")
STARTED = Document((PUMA,))
LOOKS = [name for name, (_, keeper) in ROBOT_FIELDS.items() if keeper == "look"]


def disk(placed: PlacedRobot) -> PlacedRobot | None:
    return PUMA if placed.origin == PUMA.origin else None


def words(document, saved=STARTED, in_cell=False) -> list[str]:
    return [piece.words for piece in unsaved(document, saved, disk, in_cell)]


def test_every_field_has_a_line_and_a_change() -> None:
    robot = {field.name for field in fields(PlacedRobot)}
    assert set(ROBOT_FIELDS) == robot == {*ROBOT_CHANGES, *FOLLOWING}
    document = {field.name for field in fields(Document)}
    assert {*DOCUMENT_FIELDS, "robots"} == document == set(DOCUMENT_CHANGES)


@pytest.mark.parametrize("in_cell", [False, True])
def test_what_was_not_touched_is_no_work(in_cell: bool) -> None:
    assert not words(STARTED, in_cell=in_cell)
    again = Document((placed_robot(load_robot("puma560"), "puma560"),))
    assert not words(again, in_cell=in_cell)


@pytest.mark.parametrize("field", ROBOT_CHANGES)
@pytest.mark.parametrize("in_cell", [False, True])
def test_every_change_of_a_robot_is_named(field: str, in_cell: bool) -> None:
    # In a cell of two, as the id of a single robot is nobody's work.
    other = replace(PUMA, id="second")
    before = add_robot(STARTED, other)
    changed = ROBOT_CHANGES[field](before, PUMA.id)
    found = words(changed, before, in_cell)
    assert bool(found) == (field not in LOOKS), found
    if field not in LOOKS:
        assert any(ROBOT_FIELDS[field][0].format(PUMA.id) in word for word in found), found
    # Undone, or made again by hand: nothing is left to save.
    assert not words(before, before, in_cell)


@pytest.mark.parametrize("field", DOCUMENT_CHANGES)
def test_every_change_around_the_robots_is_named(field: str) -> None:
    changed = DOCUMENT_CHANGES[field](STARTED, PUMA.id)
    assert words(changed, in_cell=True)
    if field != "robots":
        assert words(changed)
        # A motion that was undone is no work, unless the file of a cell has it.
        gone = words(STARTED, changed, in_cell=field == "motions")
        assert gone, "that something went is a change, too"


def test_a_motion_is_work_until_a_file_has_it() -> None:
    changed = DOCUMENT_CHANGES["motions"](STARTED, PUMA.id)
    assert words(changed) == ["motion weld (as fast as possible)"]
    saved = filed([replace(changed.motions[0], file="there.jtraj")], changed.robots, changed)
    assert not words(saved)
    assert words(saved, in_cell=True), "the cell does not name the file yet"
    assert not words(saved, saved, in_cell=True)
    # One of the same name that was made again is in no file.
    other = replace(changed.motions[0].trajectory, times=block([0.0, 0.25, 0.5]))
    again = keep_motion(saved, replace(changed.motions[0], trajectory=other))
    assert len(again.motions) == 1
    assert words(filed(saved.motions, saved.robots, again)) == ["motion weld (as fast as possible)"]


def test_a_motion_goes_with_its_robot_and_by_its_name() -> None:
    changed = DOCUMENT_CHANGES["motions"](STARTED, PUMA.id)
    assert rename_robot(changed, PUMA.id, "arm").motions[0].robot_id == "arm"
    assert not remove_robot(changed, PUMA.id).motions
    fewer = PUMA.robot.replace(joints=PUMA.robot.joints[:-1])
    assert not change_robot(changed, PUMA.id, robot=fewer).motions


def test_a_robot_of_no_file_is_work() -> None:
    fresh = Document((PlacedRobot("mine", PUMA.robot.replace(name="mine")),))
    assert words(fresh) == ["mine"]


def test_another_robot_of_the_library_is_no_work() -> None:
    stanford = placed_robot(load_robot("stanford"), "stanford")
    assert not unsaved(Document((stanford,)), STARTED, lambda _: stanford, False)


def test_in_a_cell_a_robot_that_went_is_a_change() -> None:
    assert words(remove_robot(STARTED, PUMA.id), in_cell=True) == ["robots in the cell"]


def test_a_thing_called_table_is_no_table_of_numbers() -> None:
    (said,) = words(DOCUMENT_CHANGES["things"](STARTED, PUMA.id))
    assert said.startswith("object ")


def test_a_program_that_is_called_program_is_so_once() -> None:
    for name, said in (
        ("program", "program"),
        ("program 2", "program 2"),
        ("weld", "program weld"),
    ):
        changed = replace(STARTED, programs=(Program(name, PUMA.id, ()),))
        assert words(changed) == [said]


def test_what_would_be_lost_with_a_robot() -> None:
    changed = ROBOT_CHANGES["payload"](STARTED, PUMA.id)
    changed = DOCUMENT_CHANGES["programs"](changed, PUMA.id)
    changed = DOCUMENT_CHANGES["things"](changed, PUMA.id)
    lost = [piece.words for piece in lost_with(changed, STARTED, disk, PUMA.id)]
    assert lost == ["payload of PUMA 560", "program weld"]


def test_grips_that_a_program_makes_are_no_work() -> None:
    from rvs.model.programs.run import run_program

    q = PUMA.robot.home
    steps = tuple(Step(tuple((q + d).tolist()), action=a) for d, a in ((0, "take"), (0.2, "")))
    taught = replace(STARTED, programs=(Program("pick", PUMA.id, steps),))
    carrying = ROBOT_CHANGES["payload"](taught, PUMA.id)
    grips = run_program(PUMA.robot, taught.programs[0]).trajectory.grips
    run = replace(carrying, robots=(replace(carrying.robots[0], grips=grips),))
    assert grips
    assert not words(run, carrying)
    by_hand = ROBOT_CHANGES["grips"](carrying, PUMA.id)
    assert words(by_hand, carrying) == ["grips of PUMA 560"]

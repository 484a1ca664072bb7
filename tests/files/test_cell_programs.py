"""Programs in cell files: read back as written, wrong ones named, other text left alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.files.cells.cell import parse_cell, read_cell
from rvs.files.cells.write import cell_text
from rvs.files.storage.locations import bundled_folder
from rvs.files.text.errors import FileErrors
from rvs.model.programs.edits import change_step, insert_step, move_step, remove_step
from rvs.model.programs.program import Program, Step
from rvs.model.unsaved import follows_program
from tests.examples import examples

ARM = """robot "arm" {
 unit = mm
 { a = 400  b = 0  al = 0  th = 30 }
 { type = prismatic  a = 0  b = 100  al = 90  th = 0 }
}
"""
TAUGHT = """/* two steps */
program "fetch" {
 robot = arm
 /* first */
 step { q = [ 45, 120 ] }   /* slow */
 step { name = "down"  q = [ 50, 100 ]  by = line  speed = 0.2  wait = 0.5  action = take }
 step { q = [ 45, 120 ]  by = line  speed = 0.2 }
}
"""


def test_what_a_program_says():
    program = parse_cell(ARM + TAUGHT).document.programs[0]
    assert (program.name, program.robot_id, len(program.steps)) == ("fetch", "arm", 3)
    assert np.allclose(program.steps[0].q, [np.pi / 4, 0.12])
    assert program.steps[1] == replace(
        program.steps[1], by="line", speed=0.2, wait=0.5, action="take", name="down"
    )


def test_an_opening_is_read_and_written():
    cell = parse_cell(ARM + TAUGHT.replace("action = take", "opening = 0.03"))
    assert [step.opening for step in cell.document.programs[0].steps] == [None, 0.03, None]
    document = change_step(cell.document, "fetch", 0, opening=0.05)
    document = change_step(document, "fetch", 1, opening=None)
    again = parse_cell(cell_text(replace(cell, document=document))).document
    assert [step.opening for step in again.programs[0].steps] == [0.05, None, None]


@pytest.mark.parametrize(
    ("old", "new", "line", "part"),
    [
        ("robot = arm", "robot = leg", 8, "no robot 'leg'"),
        ("robot = arm", "", 7, "'robot' missing"),
        ("q = [ 50, 100 ]", "q = [ 50 ]", 11, "list of 2 numbers"),
        ("q = [ 50, 100 ]", "", 11, "'q' missing"),
        ("speed = 0.2  wait", "speed = -1  wait", 11, "not above 0"),
        ("step { q = [ 45, 120 ] }", "step { q = [ 45, 120 ] speed = 2 }", 10, "at most 1"),
        ("action = take", "opening = -1", 11, "not between"),
        ("action = take", "action = throw", 11, "not one of none, take, release"),
        ('program "fetch"', "program", 7, "needs a name"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(old, new, line, part):
    with pytest.raises(FileErrors) as caught:
        parse_cell(ARM + TAUGHT.replace(old, new, 1))
    found = [(error.line, error.message) for error in caught.value.errors]
    assert any(at == line and part in message for at, message in found), found


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (
            lambda d: change_step(d, "fetch", 1, wait=0.75),
            "wait = 0.5",
            "wait = 0.75",
        ),
        (
            lambda d: remove_step(d, "fetch", 2),
            " step { q = [ 45, 120 ]  by = line  speed = 0.2 }\n",
            "",
        ),
        (
            lambda d: insert_step(d, "fetch", 2, Step((0.0, 0.1), name="up")),
            "action = take }\n",
            'action = take }\n step { name = "up"  q = [ 0, 100 ] }\n',
        ),
    ],
)
def test_saving_changes_only_what_was_edited(edit, old, new):
    cell = parse_cell(ARM + TAUGHT)
    text = cell_text(replace(cell, document=edit(cell.document)))
    assert text == ARM + TAUGHT.replace(old, new)


numbers = st.integers(-300, 300).map(lambda k: k / 100)
steps = st.builds(
    Step,
    st.tuples(numbers, numbers),
    st.sampled_from(["joints", "line"]),
    st.sampled_from([0.1, 0.5, 1.0]),
    st.sampled_from([0.0, 0.02]),
    st.sampled_from([0.0, 1.5]),
    st.sampled_from(["", "take", "release"]),
    st.sampled_from(["", "above", 'a "b" } /*']),
)


@examples(40)
@given(st.lists(steps, max_size=5), st.lists(steps, max_size=5), st.randoms())
def test_any_program_reads_back_after_any_edit(first, second, random):
    cell = parse_cell(ARM)
    document = replace(cell.document, programs=(Program("p", "arm", tuple(first)),))
    once = parse_cell(cell_text(replace(cell, document=document)))
    assert once.document == document
    changed = once.document
    for step in second:
        count = len(changed.programs[0].steps)
        changed = insert_step(changed, "p", random.randint(0, count), step)
    if changed.programs[0].steps:
        last = len(changed.programs[0].steps) - 1
        changed = move_step(changed, "p", random.randint(0, last), random.randint(0, last))
        changed = remove_step(changed, "p", random.randint(0, last))
    assert parse_cell(cell_text(replace(once, document=changed))).document == changed


def test_a_program_goes_with_its_block():
    cell = parse_cell(ARM + TAUGHT)
    text = cell_text(replace(cell, document=replace(cell.document, programs=())))
    assert "program" not in text
    assert parse_cell(text).document.robots == cell.document.robots


def test_steps_are_written_anew_where_a_joint_changes_its_unit(tmp_path) -> None:
    from rvs.engine.joint import Joint
    from rvs.engine.robot import Robot
    from rvs.files.cells.cell import Cell
    from rvs.files.cells.write import save_cell
    from rvs.model.document import Document, PlacedRobot
    from rvs.model.programs.program import Program, Step
    from rvs.model.robots.table import set_kind, set_unit
    from rvs.model.state import State

    arm = PlacedRobot("a", Robot((Joint(), Joint(kind="prismatic"))))
    cell = Cell(Document((arm,), (Program("p", "a", (Step((0.5, 0.25)),)),)))
    path = tmp_path / "cell.rvs"
    saved = save_cell(path, cell)
    for change in (
        lambda document: set_kind(document, "a", 0, "prismatic"),
        lambda document: set_unit(document, "a", "mm"),
    ):
        document = change(saved.document)
        saved = save_cell(path, saved.holding(State(document, {"a": (0.1, 0.1)})))
        assert saved.document.programs == cell.document.programs


CELLS = sorted((bundled_folder() / "work_env").glob("*.rvs"))


@pytest.mark.parametrize("path", CELLS, ids=lambda path: path.stem)
def test_bundled_cells_take_their_payloads_when_their_programs_do(path) -> None:
    document = read_cell(path).document
    for program in document.programs:
        placed = document.robot(program.robot_id)
        assert placed.payload is None or follows_program(document, placed)

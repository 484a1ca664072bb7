"""Edits done by name in the window are in the console as they were meant."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rvs.model.calls import call_of
from rvs.model.programs.edits import add_program
from rvs.model.programs.program import Program, Step
from rvs.model.refs import thing_ref
from rvs.model.things.edits import add_thing
from rvs.model.things.thing import Thing
from rvs.scripting.plain import same
from rvs.ui.commands import cell, tool_edits
from rvs.ui.commands import files as file_commands
from rvs.ui.commands import things as thing_commands

from .said import last_line, run

pytestmark = pytest.mark.ui

PUMA = "PUMA 560"
IDS = '["desk", "bench", "belt"]'


def done(window: Any) -> Iterator[tuple[Callable[[], object], str]]:
    """Give what is done, each after the one before, and the beginning of its line."""
    desk, session = window.desk, window.session
    yield lambda: thing_commands.align(desk, "y", "least"), f'rvs.align_things({IDS}, "y", "least")'
    yield lambda: thing_commands.group(desk), f"rvs.group_things({IDS})"
    yield lambda: thing_commands.toggle(desk, "hidden"), f"rvs.change_things({IDS}, hidden=True)"
    yield lambda: thing_commands.remove(desk), f"rvs.remove_things({IDS})"
    program = window.desk.panels["program"]
    program.table.selectRow(0)
    yield program.remove_step, 'rvs.remove_step("paint", 0)'
    table = window.desk.panels["robot_table"]
    table.view.select_rows([1, 2])
    yield table.delete, 'with rvs.step("Remove joints of'
    yield lambda: table.facts.convert("modified"), f'rvs.set_convention("{PUMA}", "modified")'
    yield lambda: cell.rename(desk, PUMA, "Arm"), 'rvs.rename_robot("PUMA 560", "Arm")'
    placed = session.state.document.robot("Arm")
    yield lambda: tool_edits.tool_at_tip(session, placed), "rvs.set_tool("
    yield lambda: file_commands.remove(desk), 'rvs.remove_robot("Arm")'


def test_edits_are_said_as_they_were_called_and_lead_to_the_same_cell(make_window):
    window = make_window("puma560")
    session = window.session
    for name, kind in (("desk", "table"), ("bench", "table"), ("belt", "conveyor")):
        session.edit("", call_of(add_thing, Thing(name, kind)))
    steps = (Step((0.0,) * 6), Step((0.2,) * 6))
    session.edit("", call_of(add_program, Program("paint", PUMA, steps)))
    session.select(*map(thing_ref, ("desk", "bench", "belt")))
    for act, line in done(window):
        before = session.state.document
        act()
        after = session.state.document
        assert after is not before, line
        said = last_line(window, line[:12])
        assert said.startswith(line)
        session.undo()
        run(window, said)
        assert same(session.state.document, after), line

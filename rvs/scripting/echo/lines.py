"""Lines of a script that lead from one state to another.

Edits that were called by name are written as those calls, if they lead to the same document.  For
all others, lines are derived from the values: items that were added, removed or changed, or fields
as a whole.  Each is tried on a state as it will run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.files.cells.cell import read_cell
from rvs.model.body.values import Body
from rvs.model.calls import Call as Edited
from rvs.model.document import Document, PlacedRobot
from rvs.model.session import Session
from rvs.model.state import State
from rvs.scripting.echo.items import trace_items
from rvs.scripting.echo.tracing import Call, Origin, Trace
from rvs.scripting.layout import STEP, flat
from rvs.scripting.opening import beginning
from rvs.scripting.same import changed, same
from rvs.scripting.source import call, fetched, text, watch

# What is said in parts.
LARGE = (PlacedRobot, Robot, Body)
# Annotations of ids and names.
LISTS = ("Sequence[str]", "Collection[str]")

__all__ = ["begun", "calls", "lines", "opening", "script_lines"]


def lines(old: State, new: State) -> tuple[str, ...]:
    """Return the calls of ``rvs`` that lead from one state to another; empty if none is needed.

    A script that runs them on the old state gives the new document, postures, view and selection.
    Loaded motions and computed workspaces are not part of it.

    Args:
        old: The state before.
        new: The state after.

    Raises:
        ArgumentError: The new one holds something that can't be written as Python.
    """
    return tuple(one.text() for one in calls(old, new))


def script_lines(found: tuple[Call, ...], label: str) -> tuple[str, ...]:
    """Return calls as lines of a script; several steps among them become one with a label."""
    if sum(one.steps for one in found) < 2:
        return tuple(one.text() for one in found)
    steps = [one for one in found if one.steps]
    inside = (" " * STEP + one.text(STEP) for one in steps)
    rest = (one.text() for one in found if not one.steps)
    return (f"with rvs.step({text(label)}):\n" + "\n".join(inside), *rest)


def calls(
    old: State, new: State, origin: Origin = lambda _: None, done: Sequence[Edited] = ()
) -> tuple[Call, ...]:
    """Return the calls of ``lines`` as values: steps first, then views and the selection.

    Args:
        old: The state before.
        new: The state after.
        origin: Returns the expression that makes the rows of a motion, if that is known.
        done: The completed edits, if they have names.
    """
    trace = Trace(old, origin=origin)
    if old.document is not new.document and not _said(trace, new.document, done):
        trace = Trace(old, origin=origin)
        _document(trace, new.document)
    _postures(trace, new)
    _view(trace, new)
    _selection(trace, new)
    return tuple(trace.calls)


def opening(path: Path) -> str:
    """Return the call that opens a cell's file."""
    return flat(call("open", str(path)))


def begun(new: State, opened: Path | None) -> tuple[tuple[str, ...], State]:
    """Return the line that begins a cell, and the resulting state.

    It opens the cell's file if its content is unchanged, else the file of the first robot, so that
    few lines have to follow.

    Args:
        new: The initial state of the cell.
        opened: The file that it was opened from, or None.
    """
    file = None if opened is None else _still(opened, new)
    if opened is not None and file is not None:
        return (opening(opened),), file
    first = next(iter(new.document.robots), None)
    found = None if first is None else fetched(first)
    if first is not None and found is not None:
        before = beginning(found.placed)
        if same(before.document.robots[0], first):
            return (flat(call("open", found.name, **found.choices)),), before
    return ("rvs.new()",), beginning()


def _still(path: Path, new: State) -> State | None:
    """Return the state in a file if it still is the opened document; else None."""
    watch(path)
    try:
        state = read_cell(path).state
    except (RvsError, OSError):
        return None
    read = Session(state).state
    return read if same(read.document, new.document) else None


def _said(trace: Trace, new: Document, done: Sequence[Edited]) -> bool:
    """Return whether the edits, called again, lead to a document."""
    for one in done:
        values = _listed(one)
        if any(isinstance(value, LARGE) for value in (*values, *one.named.values())):
            return False
        try:
            trace.edit(one.edit.name, *values, **one.named)
        except RvsError:
            return False
    return bool(done) and same(trace.document, new)


def _listed(one: Edited) -> list[Any]:
    """Return the arguments of an edit without names, ids as lists."""
    kinds = list(one.edit.signature.parameters.values())[1:]
    return [
        list(value) if kind.annotation in LISTS else value
        for kind, value in zip(kinds, one.values, strict=False)
    ]


def _document(trace: Trace, new: Document) -> None:
    trace_items(trace, new)
    left = {
        one.name: getattr(new, one.name)
        for one in fields(new)
        if not same(getattr(trace.document, one.name), getattr(new, one.name))
    }
    if left:
        trace.edit("change_cell", **left)


def _postures(trace: Trace, new: State) -> None:
    for placed in new.document.robots:
        wanted = new.postures[placed.id]
        if not same(trace.state.postures.get(placed.id), wanted):
            trace.pose(placed.id, wanted)


def _view(trace: Trace, new: State) -> None:
    other = changed(trace.state.view, new.view)
    if not same(trace.state.panes, new.panes):
        trace.say("set_view", new.view, new.panes)
    elif other:
        trace.say("look", **other)


def _selection(trace: Trace, new: State) -> None:
    """Add calls that select objects, preceded by the active robot if it is a different one."""
    robots = [placed.id for placed in new.document.robots]
    first = str(new.selection[0][0]) if new.selection else ""
    other = trace.state.active != new.active and new.active in robots
    if other and first not in robots:
        trace.say("select", new.active)
        trace.say("select", *new.selection)
    elif trace.state.selection != new.selection or (other and first == new.active):
        trace.say("select", *new.selection)

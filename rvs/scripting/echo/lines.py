"""Lines of a script that lead from one state to another, by changes of robots and other items.

Edits that were called by name are written as those calls, if they lead to the same document.  For
all others, lines are derived from the values: items that were added, removed or changed, or fields
as a whole.  Each is tried on a state as it will run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.files.cells.cell import read_cell
from rvs.model.body.values import Body, LinkBody
from rvs.model.calls import Call as Edited
from rvs.model.document import Document, PlacedRobot
from rvs.model.members import MEMBERS, item_name
from rvs.model.motions.kept import KeptMotion
from rvs.model.session import Session
from rvs.model.state import State
from rvs.scripting.echo.tracing import Call, Origin, Trace
from rvs.scripting.edits import EDITS
from rvs.scripting.layout import STEP, flat
from rvs.scripting.opening import beginning
from rvs.scripting.plain import changed, same
from rvs.scripting.source import call, fetched, placed_fields, text, watch

__all__ = ["begun", "calls", "lines", "opening", "script_lines"]


# What one function of the vocabulary changes in a robot beside its joints.
SETTERS = {
    "base_rows": "set_base",
    "tool_rows": "set_tool",
    "gravity": "set_gravity",
    "name": "name_robot",
}


def trace_robot(trace: Trace, new: PlacedRobot) -> None:
    """Change a robot of the cell into the one of the new state."""
    name = new.id
    _expressions(trace, new)
    if not same(trace.document.robot(name).robot, new.robot):
        _robot(trace, new)
    if not same(trace.document.robot(name).body, new.body) and new.body is not None:
        _body(trace, name, trace.document.robot(name).body, new.body)
    other = changed(trace.document.robot(name), new)
    if other:
        trace.edit("change_robot", name, _shown=placed_fields(new, other), **other)


def _expressions(trace: Trace, new: PlacedRobot) -> None:
    """Trace cells that depend on parameters, if the parameters are the same."""
    old, wanted = trace.document.robot(new.id).parameters, new.parameters
    if old is wanted or old.every != wanted.every:
        return
    for one in wanted.formulas:
        if one not in old.formulas:
            trace.edit("set_expression", new.id, one.row, one.column, one.text)


def make_robot(trace: Trace, new: PlacedRobot) -> bool:
    """Add a changed robot of a file; return whether one with its id was added."""
    found = fetched(new)
    if found is None:
        return False
    first = replace(new, robot=found.placed.robot, body=found.placed.body)
    if same(first.robot, new.robot) and same(first.body, new.body):
        return False
    if not trace.edit("add_robot", first):
        return False
    trace_robot(trace, new)
    return True


def _robot(trace: Trace, new: PlacedRobot) -> None:
    """Trace changes of joints, base, tool, gravity and texts."""
    name, wanted = new.id, new.robot
    joints = trace.document.robot(name).robot.joints
    if len(joints) == wanted.n:
        for i, (old, joint) in enumerate(zip(joints, wanted.joints, strict=True)):
            if not same(old, joint):
                trace.edit("set_joint", name, i, **changed(old, joint))
    for field, value in changed(trace.document.robot(name).robot, wanted).items():
        if field in SETTERS:
            trace.edit(SETTERS[field], name, value)
    if not same(trace.document.robot(name).robot, wanted):
        trace.edit("change_robot", name, robot=wanted)


def _body(trace: Trace, name: str, old: Body | None, new: Body) -> None:
    """Trace parts of a full model; its other content changes as a whole."""
    if old is None or not same({**_rest(old)}, {**_rest(new)}):
        return
    for link in new.links:
        before = old.link(link.link)
        if same(before, link):
            continue
        _parts(trace, name, before, link)
        body = trace.document.robot(name).body
        if body is None or not same(body.link(link.link), link):
            trace.edit("put_link", name, link)


def _rest(body: Body) -> dict[str, Any]:
    return {**changed(Body(), body), "links": ()}


def _parts(trace: Trace, name: str, old: LinkBody, new: LinkBody) -> None:
    """Trace parts of one link that were added, removed or changed, if nothing else differs."""
    before = {part.id: part for part in old.parts}
    after = {part.id: part for part in new.parts}
    if set(changed(old, new)) != {"parts"}:
        return
    for one in before:
        if one not in after:
            trace.edit("remove_part", name, new.link, one)
    for one, part in after.items():
        if one not in before:
            trace.edit("add_part", name, new.link, part)
        elif not same(before[one], part):
            trace.edit("change_part", name, new.link, one, **changed(before[one], part))


# The edit that adds one item to a field.
ADDING = {one.adds: one.name for one in reversed(EDITS.values()) if one.adds and not one.several}
HOLDERS = ("robots", "things", "targets")


def trace_items(trace: Trace, new: Document) -> None:
    """Change the items of all fields to those of another document."""
    # What keeps to a robot or a thing goes with it, and is looked at when these are as they are.
    for field in HOLDERS:
        _remove(trace, field, new)
    for field in (*HOLDERS, *(name for name in MEMBERS if name not in HOLDERS)):
        if not same(getattr(trace.document, field), getattr(new, field)):
            _fill(trace, field, new)


def _named(document: Document, field: str) -> dict[str, Any]:
    return {item_name(field, one): one for one in getattr(document, field)}


def _remove(trace: Trace, field: str, new: Document) -> None:
    if getattr(trace.document, field) is getattr(new, field):
        return
    after = _named(new, field)
    gone = [name for name in _named(trace.document, field) if name not in after]
    if gone:
        trace.edit("remove_items", field, gone)


def _fill(trace: Trace, field: str, new: Document) -> None:
    """Add missing items, change existing ones, remove the rest, and order all of them."""
    after = _named(new, field)
    # What comes may be made of what changes or goes, as a motion of another one.
    for name in sorted(after, key=_named(trace.document, field).__contains__):
        item, before = after[name], _named(trace.document, field).get(name)
        there = partial(_there, field=field, item=item)
        if same(before, item):
            continue
        if field == "motions":
            _motion(trace, before, item)
        elif before is None:
            if not (field == "robots" and make_robot(trace, item)):
                trace.edit(ADDING[field], item, _if=there)
        elif field == "robots":
            trace_robot(trace, item)
        elif field == "things":
            trace.edit("change_thing", name, **changed(before, item))
        if not there(trace.document):
            trace.edit("put_item", field, item)
    _remove(trace, field, new)
    if list(_named(trace.document, field)) != list(after):
        trace.edit("order_items", field, list(after))


def _motion(trace: Trace, old: KeptMotion | None, new: KeptMotion) -> None:
    """Store a motion by its source if that is known, else by its rows."""
    if old is not None and old.robot_id != new.robot_id:
        trace.edit("drop_motion", old.name)
        old = None
    shown = trace.origin(new.trajectory)
    if old is not None and same(old.trajectory, new.trajectory):
        # A program of that name would be meant.
        known = all(one.name != new.name for one in trace.document.programs)
        shown = call("motion", new.name) if known else shown
    plain = replace(new, repeat="once", marks=(), simulated=False, file="")
    said = {"motion": new.trajectory, **changed(plain, new)}
    written = {} if shown is None else {"motion": shown}
    trace.edit("keep_motion", new.name, _shown=written, **said)


def _there(document: Document, field: str, item: Any) -> bool:
    """Return whether a document has the identical item."""
    return same(_named(document, field).get(item_name(field, item)), item)


# What is said in parts.
LARGE = (PlacedRobot, Robot, Body)
# Annotations of ids and names.
LISTS = ("Sequence[str]", "Collection[str]")


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

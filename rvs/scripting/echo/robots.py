"""Changes of one robot into another as calls of edits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rvs.model.body.values import Body, LinkBody
from rvs.model.document import PlacedRobot
from rvs.scripting.echo.tracing import Trace
from rvs.scripting.same import changed, same
from rvs.scripting.source import fetched, placed_fields

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

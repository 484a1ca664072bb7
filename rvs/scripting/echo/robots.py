"""How a robot came to be another one, as calls of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rvs.engine.joint import DH_CONVENTIONS, Joint
from rvs.model.body.values import Body, LinkBody
from rvs.model.document import Document, PlacedRobot
from rvs.scripting.echo.tracing import Trace
from rvs.scripting.same import changed, same
from rvs.scripting.source import fetched, placed_fields

# What one function of the vocabulary changes in a robot beside its joints.
SETTERS = {"base_rows": "set_base", "tool_rows": "set_tool", "gravity": "set_gravity"}


def trace_robot(trace: Trace, new: PlacedRobot) -> None:
    """Make a robot of the cell what it is in the new one."""
    name = new.id
    if not same(trace.document.robot(name).robot, new.robot):
        _robot(trace, new)
    if not same(trace.document.robot(name).body, new.body) and new.body is not None:
        _body(trace, name, trace.document.robot(name).body, new.body)
    if not same(trace.document.robot(name).named, new.named):
        _named(trace, new)
    other = changed(trace.document.robot(name), new)
    if other:
        trace.edit("change_robot", name, _shown=placed_fields(new, other), **other)


def make_robot(trace: Trace, new: PlacedRobot, there: Callable[[Document], bool]) -> bool:
    """Add a robot as a copy of another one, or as that of a file and then changed.

    Args:
        trace: Where the calls have led so far.
        new: The robot.
        there: Tells whether a document has it.

    Returns:
        Whether a robot of its id was added; else it has to be written out.
    """
    for other in trace.document.robots:
        copy = replace(other, id=new.id, place=new.place)
        if same(copy, new) and trace.edit("duplicate_robot", other.id, new.place, _if=there):
            return True
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
    """Joints, base, tool, gravity and words."""
    name, wanted = new.id, new.robot

    def done(document: Document) -> bool:
        return same(document.robot(name).robot, wanted)

    def fits(document: Document) -> bool:
        return same(document.robot(name).robot.joints, wanted.joints)

    now = trace.document.robot(name).robot
    if not fits(trace.document) and not _whole_table(trace, name, wanted.joints, done):
        _joints(trace, name, now.joints, wanted.joints, fits)
    for field, value in changed(trace.document.robot(name).robot, wanted).items():
        if field in SETTERS:
            trace.edit(SETTERS[field], name, value)
        elif field == "name":
            trace.edit("name_robot", name, value)
    if not done(trace.document):
        trace.edit("change_robot", name, robot=wanted)


def _whole_table(
    trace: Trace, name: str, joints: Sequence[Joint], done: Callable[[Document], bool]
) -> bool:
    """Whether all joints are only told in another convention."""
    told = joints[0].convention
    before = {joint.convention for joint in trace.document.robot(name).robot.joints}
    if before == {told} or told not in DH_CONVENTIONS:
        return False
    return any(trace.edit(way, name, told, _if=done) for way in ("set_convention", "read_as"))


def _joints(
    trace: Trace,
    name: str,
    old: Sequence[Joint],
    new: Sequence[Joint],
    fits: Callable[[Document], bool],
) -> None:
    """Rows that came, went, moved or changed."""
    others = [i for i in range(min(len(old), len(new))) if not same(old[i], new[i])]
    first = others[0] if others else min(len(old), len(new))
    if len(new) == len(old) + 1:
        trace.edit("add_joint", name, first, new[first], _if=fits)
    elif len(new) == len(old) - 1:
        trace.edit("remove_joint", name, first, _if=fits)
    elif len(new) == len(old):
        last = others[-1]
        moves = () if first == last else ((first, last), (last, first))
        if any(trace.edit("move_joint", name, a, b, _if=fits) for a, b in moves):
            return
        for i in others:
            trace.edit("set_joint", name, i, **changed(old[i], new[i]))


def _named(trace: Trace, new: PlacedRobot) -> None:
    """Named postures: one that came, some that went, or all of them."""
    name = new.id

    def fits(document: Document) -> bool:
        return same(document.robot(name).named, new.named)

    before = {one.name: one for one in trace.document.robot(name).named}
    after = {one.name: one for one in new.named}
    fresh = [one for one in new.named if not same(before.get(one.name), one)]
    gone = [one for one in before if one not in after]
    if len(fresh) == 1 and trace.edit("keep_posture", name, fresh[0], _if=fits):
        return
    if len(fresh) == len(gone) == 1:
        trace.edit("rename_posture", name, gone[0], fresh[0].name, _if=fits)
    elif gone and not fresh:
        trace.edit("remove_postures", name, gone, _if=fits)


def _body(trace: Trace, name: str, old: Body | None, new: Body) -> None:
    """Parts of a full model; what else it is changes as a whole."""
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
    """Parts of one link that came, went or changed, where that is all."""
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

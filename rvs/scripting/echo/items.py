"""Changes of the items of a cell as calls of edits."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from rvs.model.document import Document
from rvs.model.members import MEMBERS, item_name
from rvs.model.motions.kept import KeptMotion
from rvs.scripting.echo.robots import make_robot, trace_robot
from rvs.scripting.echo.tracing import Trace
from rvs.scripting.edits import EDITS
from rvs.scripting.same import changed, same
from rvs.scripting.source import call

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

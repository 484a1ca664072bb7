"""How the items of a cell came to be others, as calls of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from rvs.model.document import Document
from rvs.model.motions.kept import KeptMotion
from rvs.model.programs.program import Program
from rvs.scripting.echo.robots import make_robot, trace_robot
from rvs.scripting.echo.tracing import Trace
from rvs.scripting.fields import KEYS, item_name
from rvs.scripting.same import changed, same
from rvs.scripting.source import call
from rvs.value_class import dataclass

Change = Callable[[Trace, Any, Any], object]
Make = Callable[[Trace, Any, Callable[[Document], bool]], bool]


@dataclass(frozen=True, slots=True)
class Words:
    """What the vocabulary calls the edits of the items of one field.

    Attributes:
        add: Adds one.
        remove: Takes one away, or with ``several`` some.
        rename: Gives one another name, or empty.
        change: Makes one another one.
        several: Names are taken together.
        make: Adds one in a shorter way, such as by copying another; tells whether it has.
    """

    add: str
    remove: str
    rename: str = ""
    change: Change = lambda *_: None
    several: bool = False
    make: Make | None = None


def _thing(trace: Trace, old: Any, new: Any) -> None:
    trace.edit("change_thing", new.id, **changed(old, new))


def _target(trace: Trace, _old: Any, new: Any) -> None:
    trace.edit("change_target", new.id, new.place)


def _note(trace: Trace, old: Any, new: Any) -> None:
    trace.edit("change_note", new.id, **changed(old, new))


def _figure(trace: Trace, _old: Any, new: Any) -> None:
    trace.edit("keep_figure", new)


def _program(trace: Trace, old: Program, new: Program) -> None:
    """Steps that came, went, moved or changed; of another robot it is another program."""
    if changes := set(changed(old, new)) - {"steps"}:
        if changes == {"acceleration"}:
            trace.edit("change_program", new.name, acceleration=new.acceleration)
        return

    def fits(document: Document) -> bool:
        return any(same(one, new) for one in document.programs)

    a, b = old.steps, new.steps
    others = [i for i in range(min(len(a), len(b))) if not same(a[i], b[i])]
    first = others[0] if others else min(len(a), len(b))
    if len(b) == len(a) + 1:
        trace.edit("insert_step", new.name, first, b[first], _if=fits)
    elif len(b) == len(a) - 1:
        trace.edit("remove_step", new.name, first, _if=fits)
    elif len(a) == len(b) and len(others) == 1:
        trace.edit("change_step", new.name, first, **changed(a[first], b[first]))
    elif len(a) == len(b):
        last = others[-1]
        any(
            trace.edit("move_step", new.name, i, j, _if=fits)
            for i, j in ((first, last), (last, first))
        )
    if not fits(trace.document):
        trace.edit("set_steps", new.name, b)


def _motion(trace: Trace, old: KeptMotion | None, new: KeptMotion) -> bool:
    """Keep a motion: what makes it where that is known, else its rows."""
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
    return trace.edit("keep_motion", new.name, _shown=written, **said)


# In the order in which they depend on each other.
WORDS: Mapping[str, Words] = {
    "robots": Words(
        "add_robot",
        "remove_robot",
        "rename_robot",
        lambda trace, _, new: trace_robot(trace, new),
        make=make_robot,
    ),
    "things": Words("add_thing", "remove_things", "rename_thing", _thing, several=True),
    "targets": Words("add_target", "remove_target", "rename_target", _target),
    "programs": Words("add_program", "remove_program", "rename_program", _program),
    "figures": Words("add_figure", "remove_figure", "rename_figure", _figure),
    "notes": Words("add_note", "remove_note", change=_note),
    "measures": Words("add_measure", "remove_measure"),
    "bookmarks": Words("add_bookmark", "remove_bookmark", "rename_bookmark"),
    "motions": Words(
        "keep_motion",
        "drop_motion",
        change=_motion,
        make=lambda trace, one, _: _motion(trace, None, one),
    ),
}
HOLDERS = ("robots", "things", "targets")


def trace_items(trace: Trace, new: Document) -> None:
    """Make the items of all fields what they are in another document."""
    for field in WORDS:
        _rename(trace, field, new)
    # What keeps to a robot or a thing goes with it, and is looked at when these are as they are.
    for field in HOLDERS:
        _remove(trace, field, new)
    for field in sorted(WORDS, key=lambda name: name not in HOLDERS):
        if not same(getattr(trace.document, field), getattr(new, field)):
            _fill(trace, field, new)


def _named(document: Document, field: str) -> dict[str, Any]:
    return {item_name(field, one): one for one in getattr(document, field)}


def _rename(trace: Trace, field: str, new: Document) -> None:
    """Know items again that only go by another name."""
    words, after = WORDS[field], _named(new, field)
    if not words.rename or getattr(trace.document, field) is getattr(new, field):
        return
    before = _named(trace.document, field)
    came = [name for name in after if name not in before]
    for name, item in before.items():
        if name in after:
            continue
        for other in came:
            if _alike(field, item, after[other]):
                trace.edit(words.rename, name, other)
                came.remove(other)
                break


def _alike(field: str, one: Any, other: Any) -> bool:
    """Whether two items differ in their names alone."""
    return same(replace(one, **{KEYS[field]: item_name(field, other)}), other)


def _remove(trace: Trace, field: str, new: Document) -> None:
    if getattr(trace.document, field) is getattr(new, field):
        return
    words, after = WORDS[field], _named(new, field)
    gone = [name for name in _named(trace.document, field) if name not in after]
    if words.several and gone:
        trace.edit(words.remove, gone)
    elif gone:
        for name in gone:
            trace.edit(words.remove, name)
    left = [name for name in _named(trace.document, field) if name not in after]
    if left:
        trace.edit("remove_items", field, left)


def _fill(trace: Trace, field: str, new: Document) -> None:
    """Add what is missing, change what is there, remove the rest, and put all of it in order."""
    words, after = WORDS[field], _named(new, field)
    # What comes may be made of what changes or goes, as a motion of another one.
    for name in sorted(after, key=_named(trace.document, field).__contains__):
        item, before = after[name], _named(trace.document, field).get(name)
        if before is None:
            there = partial(_there, field=field, item=item)
            if not (words.make and words.make(trace, item, there)):
                trace.edit(words.add, item, _if=there)
        elif not same(before, item):
            words.change(trace, before, item)
        if not _there(trace.document, field, item):
            trace.edit("put_item", field, item)
    _remove(trace, field, new)
    if list(_named(trace.document, field)) != list(after):
        trace.edit("order_items", field, list(after))


def _there(document: Document, field: str, item: Any) -> bool:
    """Whether a document has the very same item."""
    return same(_named(document, field).get(item_name(field, item)), item)

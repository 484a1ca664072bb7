"""All surroundings of the robots, added to a document at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rvs.fields.edit import edit
from rvs.model.document import Document
from rvs.model.members import fresh_id
from rvs.model.things.thing import TargetFrame, Thing


@edit("Add an environment", adds="things", several=True)
def add_environment(
    document: Document, things: Sequence[Thing], targets: Sequence[TargetFrame] = ()
) -> Document:
    """Add objects and targets; taken ids and groups get a number."""
    taken = set(document.ids)
    groups = {thing.group for thing in document.things if thing.group}
    renamed: dict[str, str] = {"": ""}
    new_things = []
    for thing in things:
        if thing.group not in renamed:
            renamed[thing.group] = fresh_id(thing.group, groups)
        free = fresh_id(thing.id, taken)
        taken.add(free)
        new_things.append(replace(thing, id=free, group=renamed[thing.group]))
    new_targets = []
    for target in targets:
        free = fresh_id(target.id, taken)
        taken.add(free)
        new_targets.append(replace(target, id=free))
    return replace(
        document,
        things=(*document.things, *new_things),
        targets=(*document.targets, *new_targets),
    )

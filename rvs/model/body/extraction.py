"""Conversion of parts of a body to a library part, which replaces them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rvs.engine.errors import ArgumentError
from rvs.model.body.edits import with_link
from rvs.model.body.follow import placing, texts
from rvs.model.body.values import Body, Composite, Part, PartGroup, Place, Value
from rvs.model.numbers.expressions import names_in


def extracted(body: Body, place: Place, part_id: str, group_id: str, name: str) -> Body:
    """Return a body with a part or group replaced by a library part with the same contents.

    Numbers are kept as numbers; sizes of the library part can be added afterwards.

    Args:
        body: The body.
        place: Link of the part.
        part_id: The part, or empty for a group.
        group_id: The group, or empty for a part.
        name: Name of the library part.

    Raises:
        ArgumentError: There is no such part, the name is taken, or a size follows the table or a
            constant, which a library part can't use.
    """
    if body.composite(name) is not None:
        raise ArgumentError(f"{name!r}: the model already has a library part with that name")
    link = body.link(place)
    holder: Part | PartGroup = (
        next(one for one in link.groups if one.id == group_id)
        if group_id
        else body.part(place, part_id)
    )
    if isinstance(holder, PartGroup):
        members = tuple(replace(one, group="") for one in link.parts if one.group == group_id)
    else:
        members = (replace(holder, group="", moves=(), mirror="", repeats=()),)
    for one in members:
        _check_plain(one)
    composite = Composite(name, name, "", "", body.unit, parts=members)
    used = Part(
        holder.id,
        name,
        (),
        holder.moves,
        holder.mirror,
        holder.repeats,
        "" if group_id else _group(holder),
        holder.color,
        holder.material,
        holder.density,
    )

    gone = [one for one in link.parts if (one.group == group_id if group_id else one is holder)]
    first = link.parts.index(gone[0]) if gone else len(link.parts)
    rest = [one for one in link.parts if one not in gone]
    rest.insert(min(first, len(rest)), used)
    groups = tuple(one for one in link.groups if one.id != group_id)
    new = replace(link, parts=tuple(rest), groups=groups)
    return with_link(replace(body, library=(*body.library, composite)), new)


def _group(holder: Part | PartGroup) -> str:
    return holder.group if isinstance(holder, Part) else ""


def _check_plain(part: Part) -> None:
    for value in _values(part):
        named = [text for text in texts(value) if names_in(text)]
        if named:
            raise ArgumentError(
                f"{part.id}: {named[0]!r} uses a name unknown to a library part; "
                "type a number there first"
            )


def _values(part: Part) -> Iterator[Value]:
    for _, value in part.sizes:
        yield value
    yield from placing(part)

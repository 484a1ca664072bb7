"""Edits of a body: each returns a new body and keeps untouched parts unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.model.body.names import placing, texts
from rvs.model.body.values import (
    Body,
    Composite,
    LinkBody,
    Part,
    PartGroup,
    Place,
    Size,
    Value,
    place_words,
)
from rvs.model.members import fresh_id
from rvs.model.numbers.expressions import names_in


def add_part(body: Body, place: Place, part: Part, composite: Composite | None = None) -> Body:
    """Add a part to a link; its id gets a number if it is taken.

    Args:
        body: The body.
        place: The link.
        part: The part.
        composite: The composite that the part's shape names.

    Raises:
        ArgumentError: An unknown group, a bad id or too many parts.
    """
    if composite is not None and body.composite(composite.name) is None:
        body = replace(body, library=(*body.library, composite))

    link = body.link(place)
    free = fresh_id(part.id, (other.id for other in link.parts))
    return with_link(body, replace(link, parts=(*link.parts, replace(part, id=free))))


def remove_part(body: Body, place: Place, part_id: str) -> Body:
    """Remove a part.

    Raises:
        ArgumentError: There is no such id.
    """
    gone, link = body.part(place, part_id), body.link(place)
    parts = tuple(part for part in link.parts if part is not gone)
    return with_link(body, replace(link, parts=parts))


def duplicate_part(body: Body, place: Place, part_id: str) -> tuple[Body, str]:
    """Add a copy after a part; return the body and the id of the copy.

    Raises:
        ArgumentError: There is no such id.
    """
    old, link = body.part(place, part_id), body.link(place)
    free = fresh_id(old.id, (part.id for part in link.parts))
    at = link.parts.index(old) + 1
    parts = (*link.parts[:at], replace(old, id=free), *link.parts[at:])
    return with_link(body, replace(link, parts=parts)), free


def mirror_part(body: Body, place: Place, part_id: str, axis: str) -> Body:
    """Add the mirrored copy of a part across the plane normal to an axis, or remove it.

    Raises:
        ArgumentError: There is no such part or axis.
    """
    mirror = body.part(place, part_id).mirror
    toggled = mirror.replace(axis, "") if axis in mirror else "".join(sorted(mirror + axis))
    return change_part(body, place, part_id, mirror=toggled)


def resized(part: Part, **sizes: Value | None) -> Part:
    """Return a part with other sizes; None removes a size and restores its default."""
    merged: dict[str, Value | None] = {**dict(part.sizes), **sizes}
    kept = tuple((name, value) for name, value in merged.items() if value is not None)
    return replace(part, sizes=kept)


def change_part(body: Body, place: Place, part_id: str, **changes: Any) -> Body:
    """Change fields of a part.

    Raises:
        ArgumentError: No such part, or an invalid value.
    """
    old, link = body.part(place, part_id), body.link(place)
    new = replace(old, **changes)
    parts = tuple(new if part is old else part for part in link.parts)
    return with_link(body, replace(link, parts=parts))


def add_group(body: Body, place: Place, group: PartGroup) -> Body:
    """Add a group to a link; its id gets a number if it is taken."""
    link = body.link(place)
    free = fresh_id(group.id, (other.id for other in link.groups))
    return with_link(body, replace(link, groups=(*link.groups, replace(group, id=free))))


def change_group(body: Body, place: Place, group_id: str, **changes: Any) -> Body:
    """Change fields of a group; its parts follow a new id.

    Raises:
        ArgumentError: No such group, or an invalid value.
    """
    link = body.link(place)
    old = next((one for one in link.groups if one.id == group_id), None)
    if old is None:
        raise ArgumentError(f"group_id: {place_words(place)} has no group {group_id!r}")
    new = replace(old, **changes)
    groups = tuple(new if group is old else group for group in link.groups)
    parts = tuple(
        replace(part, group=new.id) if part.group == old.id else part for part in link.parts
    )
    return with_link(body, replace(link, groups=groups, parts=parts))


def remove_group(body: Body, place: Place, group_id: str) -> Body:
    """Remove a group with all its parts."""
    link = body.link(place)
    groups = tuple(group for group in link.groups if group.id != group_id)
    parts = tuple(part for part in link.parts if part.group != group_id)
    return with_link(body, replace(link, groups=groups, parts=parts))


def set_constant(body: Body, name: str, value: Size) -> Body:
    """Set the value of a constant, in the body's unit; a new constant is added last."""
    constants = dict(body.constants)
    constants[name] = value
    return replace(body, constants=tuple(constants.items()))


def with_link(body: Body, new: LinkBody) -> Body:
    """Replace the parts of one link; links stay in order, with the tool last."""
    old = body.link(new.link)
    if new == old:
        return body
    if any(link is old for link in body.links):
        links = tuple(new if link is old else link for link in body.links)
    else:
        links = tuple(sorted((*body.links, new), key=_order))
    return replace(body, links=links)


def _order(link: LinkBody) -> tuple[bool, int]:
    return (True, 0) if isinstance(link.link, str) else (False, link.link)


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

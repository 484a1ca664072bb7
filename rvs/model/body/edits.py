"""Edits of a body: each takes a body and returns another; what it does not touch stays itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rvs.engine.errors import ArgumentError
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
from rvs.model.document import fresh_id


def add_part(body: Body, place: Place, part: Part, composite: Composite | None = None) -> Body:
    """Add a part to a link; its id gets a number when it is taken.

    Args:
        body: The body.
        place: The link.
        part: The part.
        composite: What the part's shape names, where it is no plain shape.

    Raises:
        ArgumentError: An unknown group, a bad id or too many parts.
    """
    if composite is not None and body.composite(composite.name) is None:
        body = replace(body, library=(*body.library, composite))

    def grown(link: LinkBody) -> LinkBody:
        free = fresh_id(part.id, (other.id for other in link.parts))
        return replace(link, parts=(*link.parts, replace(part, id=free)))

    return change_link(body, place, grown)


def remove_part(body: Body, place: Place, part_id: str) -> Body:
    """Take a part away.

    Raises:
        ArgumentError: There is none of that id.
    """
    gone = body.part(place, part_id)

    def fewer(link: LinkBody) -> LinkBody:
        return replace(link, parts=tuple(part for part in link.parts if part is not gone))

    return change_link(body, place, fewer)


def duplicate_part(body: Body, place: Place, part_id: str) -> tuple[Body, str]:
    """Put an equal part behind a part; returns the id of the new one too.

    Raises:
        ArgumentError: There is none of that id.
    """
    old = body.part(place, part_id)
    free = fresh_id(old.id, (part.id for part in body.link(place).parts))

    def grown(link: LinkBody) -> LinkBody:
        at = link.parts.index(old) + 1
        parts = (*link.parts[:at], replace(old, id=free), *link.parts[at:])
        return replace(link, parts=parts)

    return change_link(body, place, grown), free


def mirror_part(body: Body, place: Place, part_id: str, axis: str) -> Body:
    """Add the mirrored copy of a part across the plane at right angles to an axis, or take it away.

    Raises:
        ArgumentError: There is no such part or axis.
    """
    mirror = body.part(place, part_id).mirror
    toggled = mirror.replace(axis, "") if axis in mirror else "".join(sorted(mirror + axis))
    return change_part(body, place, part_id, mirror=toggled)


def resized(part: Part, **sizes: Value | None) -> Part:
    """Return a part with other sizes; None takes one away, so that it is at its default."""
    merged: dict[str, Value | None] = {**dict(part.sizes), **sizes}
    kept = tuple((name, value) for name, value in merged.items() if value is not None)
    return replace(part, sizes=kept)


def change_part(body: Body, place: Place, part_id: str, **changes: Any) -> Body:
    """Change fields of a part.

    Raises:
        ArgumentError: There is no such part, or it can't be so.
    """
    old = body.part(place, part_id)
    new = replace(old, **changes)
    if new == old:
        return body

    def changed(link: LinkBody) -> LinkBody:
        return replace(link, parts=tuple(new if part is old else part for part in link.parts))

    return change_link(body, place, changed)


def add_group(body: Body, place: Place, group: PartGroup) -> Body:
    """Add a group to a link; its id gets a number when it is taken."""

    def grown(link: LinkBody) -> LinkBody:
        free = fresh_id(group.id, (other.id for other in link.groups))
        return replace(link, groups=(*link.groups, replace(group, id=free)))

    return change_link(body, place, grown)


def change_group(body: Body, place: Place, group_id: str, **changes: Any) -> Body:
    """Change fields of a group; a new id goes to its parts too.

    Raises:
        ArgumentError: There is no such group, or it can't be so.
    """
    old = next((one for one in body.link(place).groups if one.id == group_id), None)
    if old is None:
        raise ArgumentError(f"group_id: {place_words(place)} has no group {group_id!r}")
    new = replace(old, **changes)

    def changed(link: LinkBody) -> LinkBody:
        groups = tuple(new if group is old else group for group in link.groups)
        parts = tuple(
            replace(part, group=new.id) if part.group == old.id else part for part in link.parts
        )
        return replace(link, groups=groups, parts=parts)

    return change_link(body, place, changed)


def remove_group(body: Body, place: Place, group_id: str) -> Body:
    """Take a group away with all its parts."""

    def fewer(link: LinkBody) -> LinkBody:
        groups = tuple(group for group in link.groups if group.id != group_id)
        parts = tuple(part for part in link.parts if part.group != group_id)
        return replace(link, groups=groups, parts=parts)

    return change_link(body, place, fewer)


def set_constant(body: Body, name: str, value: Size) -> Body:
    """Give a constant a value, in the body's unit; a new one comes last."""
    constants = dict(body.constants)
    constants[name] = value
    return replace(body, constants=tuple(constants.items()))


def change_link(body: Body, place: Place, change: Callable[[LinkBody], LinkBody]) -> Body:
    """Change the parts of one link; links stay in order, the tool comes last."""
    old = body.link(place)
    new = change(old)
    if new == old:
        return body
    if any(link is old for link in body.links):
        links = tuple(new if link is old else link for link in body.links)
    else:
        links = tuple(sorted((*body.links, new), key=_order))
    return replace(body, links=links)


def _order(link: LinkBody) -> tuple[bool, int]:
    return (True, 0) if isinstance(link.link, str) else (False, link.link)

"""Items of a document, by id or name: uniform search, addition, change and removal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain, count, filterfalse
from typing import TYPE_CHECKING, Any

from rvs.engine.errors import ArgumentError
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.model.document import Document

# So many numbered names are made at once.
STRETCH = 64


@dataclass(frozen=True, slots=True)
class Member:
    """Kind of items in one field of the document, with their naming.

    Attributes:
        words: Displayed name of an item.
        argument: Argument of edits with its id or name.
        key: The attribute with the id or name; ids are unique in the document, names in their
            field.
    """

    words: str
    argument: str = "name"
    key: str = "name"


MEMBERS = {
    "robots": Member("robot", "robot_id", "id"),
    "things": Member("thing", "thing_id", "id"),
    "targets": Member("named place", "target_id", "id"),
    "programs": Member("program"),
    "figures": Member("figure"),
    "notes": Member("note", "note_id", "id"),
    "measures": Member("measurement", "measure_id", "id"),
    "bookmarks": Member("bookmark"),
    "motions": Member("motion"),
}


def item_name(field: str, item: Any) -> str:
    """Return the id or name of an item of a field."""
    return str(getattr(item, MEMBERS[field].key))


def find(document: Document, field: str, name: str) -> Any:
    """Return the item of a field with an id or name.

    Raises:
        ArgumentError: There is none.
    """
    member = MEMBERS[field]
    for item in getattr(document, field):
        if getattr(item, member.key) == name:
            return item
    raise ArgumentError(f"{member.argument}: the cell has no {member.words} {name!r}")


def added(document: Document, field: str, item: Any) -> Document:
    """Return a document with one more item; its id or name gets a number if it is taken."""
    key, items = MEMBERS[field].key, getattr(document, field)
    taken = document.ids if key == "id" else (one.name for one in items)
    named = replace(item, **{key: fresh_id(getattr(item, key), taken)})
    return with_items(document, field, (*items, named))


def without(document: Document, field: str, name: str) -> Document:
    """Return a document without the item with an id or name.

    Raises:
        ArgumentError: There is none.
    """
    gone = find(document, field, name)
    return with_items(document, field, (x for x in getattr(document, field) if x is not gone))


def changed(document: Document, field: str, name: str, /, **changes: Any) -> Document:
    """Return a document with other fields of the item with an id or name.

    Raises:
        ArgumentError: There is none, or it refuses a value.
    """
    old = find(document, field, name)
    return swapped(document, field, old, replace(old, **changes))


def renamed(document: Document, field: str, name: str, new: str) -> Document:
    """Return a document with a renamed item, with a number if the name is taken.

    Raises:
        ArgumentError: There is none of the old name.
    """
    find(document, field, name)
    if new == name:
        return document
    taken = (one.name for one in getattr(document, field) if one.name != name)
    return changed(document, field, name, name=fresh_id(new, taken))


def swapped(document: Document, field: str, old: Any, new: Any) -> Document:
    """Return a document with one item replaced by another."""
    return with_items(document, field, (new if x is old else x for x in getattr(document, field)))


def with_items(document: Document, field: str, items: Iterable[Any]) -> Document:
    """Return a document with other items in a field."""
    other: dict[str, Any] = {field: tuple(items)}
    return replace(document, **other)


def fresh_id(wanted: str, taken: Iterable[str]) -> str:
    """Return ``wanted``, if necessary followed by the first free number."""
    used = set(taken)
    return next(filterfalse(used.__contains__, numbered(wanted)))


def numbered(wanted: str) -> Iterator[str]:
    """Yield a name, then the name followed by the numbers 2, 3, …."""
    return chain((wanted,), chain.from_iterable(_stretch(wanted, k) for k in count()))


# By name and number: of thousands of objects that are alike each tries all names before its own.
@lru_cache(maxsize=256)
def _stretch(wanted: str, number: int) -> tuple[str, ...]:
    first = 2 + STRETCH * number
    return tuple(f"{wanted} {k}" for k in range(first, first + STRETCH))

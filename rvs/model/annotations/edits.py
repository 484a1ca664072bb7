"""Edits of the notes, measurements and bookmarks of a document, also when an id changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rvs.fields.edit import edit
from rvs.model.annotations.marks import Measure, Note, handed_on
from rvs.model.collision.rules import FLOOR, Pair, pair_of
from rvs.model.document import Document
from rvs.model.members import added, changed, find, renamed, swapped, without
from rvs.model.refs import Ref
from rvs.model.views.view import Bookmark, View, bookmark_of


@edit("Add note", adds="notes")
def add_note(document: Document, note: Note) -> Document:
    """Add a note; its id gets a number if it is taken."""
    return added(document, "notes", note)


@edit("Delete note")
def remove_note(document: Document, note_id: str) -> Document:
    """Remove a note."""
    return without(document, "notes", note_id)


@edit("Change note")
def change_note(document: Document, /, note_id: str, **changes: Any) -> Document:
    """Change fields of a note, such as ``text`` or ``place``.

    Raises:
        ArgumentError: No such note, or a value that it refuses.
    """
    return changed(document, "notes", note_id, **changes)


def find_note(document: Document, note_id: str) -> Note:
    """Return the note with an id.

    Raises:
        ArgumentError: There is none.
    """
    note: Note = find(document, "notes", note_id)
    return note


@edit("Keep measurement", adds="measures")
def add_measure(document: Document, measure: Measure) -> Document:
    """Add a measurement; its id gets a number if it is taken."""
    return added(document, "measures", measure)


@edit("Delete measurement")
def remove_measure(document: Document, measure_id: str) -> Document:
    """Remove a measurement.

    Raises:
        ArgumentError: There is no such id.
    """
    return without(document, "measures", measure_id)


@edit("Add bookmark {bookmark}", adds="bookmarks")
def add_bookmark(document: Document, bookmark: Bookmark) -> Document:
    """Add a bookmark; its name gets a number if it is taken."""
    return added(document, "bookmarks", bookmark)


@edit("Delete bookmark {name}")
def remove_bookmark(document: Document, name: str) -> Document:
    """Remove a bookmark."""
    return without(document, "bookmarks", name)


@edit("Rename bookmark {name}")
def rename_bookmark(document: Document, name: str, new: str) -> Document:
    """Rename a bookmark, with a number if the name is taken."""
    return renamed(document, "bookmarks", name, new)


@edit("Update bookmark {name}")
def retake_bookmark(document: Document, name: str, view: View) -> Document:
    """Change the view of a bookmark."""
    old = find_bookmark(document, name)
    return swapped(document, "bookmarks", old, bookmark_of(name, view))


def find_bookmark(document: Document, name: str) -> Bookmark:
    """Return the bookmark with a name.

    Raises:
        ArgumentError: There is none.
    """
    bookmark: Bookmark = find(document, "bookmarks", name)
    return bookmark


def with_changed_id(document: Document, old: str, new: str) -> dict[str, Any]:
    """Return notes, measurements and collision rules after a change of a robot's or object's id."""

    def named(ref: Ref) -> Ref:
        return (new, *ref[1:]) if ref[:1] == (old,) and ref != FLOOR else ref

    def renamed(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        return tuple(pair_of(named(a), named(b)) for a, b in pairs)

    rules = document.collision
    return {
        "notes": tuple(
            replace(note, anchor=handed_on(note.anchor, old, new)) if note.anchor else note
            for note in document.notes
        ),
        "measures": tuple(
            replace(
                one,
                first=handed_on(one.first, old, new),
                second=handed_on(one.second, old, new),
            )
            for one in document.measures
        ),
        "collision": replace(rules, ignored=renamed(rules.ignored), checked=renamed(rules.checked)),
    }

"""Edits of the notes, measurements and bookmarks of a document."""

from __future__ import annotations

from typing import Any

from rvs.fields.edit import edit
from rvs.model.annotations.measures import Measure
from rvs.model.annotations.notes import Note
from rvs.model.document import Document
from rvs.model.members import added, changed, find, renamed, swapped, without
from rvs.model.views.bookmarks import Bookmark, bookmark_of
from rvs.model.views.view import View


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

"""Edits of the notes, measurements and bookmarks of a document."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.fields.edit import edit
from rvs.model.annotations.measures import Measure
from rvs.model.annotations.notes import Note
from rvs.model.document import Document, fresh_id
from rvs.model.views.bookmarks import Bookmark, bookmark_of
from rvs.model.views.view import View


@edit("Add note", adds="notes")
def add_note(document: Document, note: Note) -> Document:
    """Add a note; its id gets a number when it is taken."""
    named = replace(note, id=fresh_id(note.id, document.ids))
    return replace(document, notes=(*document.notes, named))


@edit("Delete note")
def remove_note(document: Document, note_id: str) -> Document:
    """Take a note away."""
    gone = find_note(document, note_id)
    return replace(document, notes=tuple(note for note in document.notes if note is not gone))


@edit("Change note")
def change_note(document: Document, /, note_id: str, **changes: Any) -> Document:
    """Change fields of a note, such as ``text`` or ``place``.

    Raises:
        ArgumentError: No such note, or a value that it refuses.
    """
    old = find_note(document, note_id)
    new = replace(old, **changes)
    return replace(document, notes=tuple(new if note is old else note for note in document.notes))


def find_note(document: Document, note_id: str) -> Note:
    """Return the note of an id.

    Raises:
        ArgumentError: There is none.
    """
    for note in document.notes:
        if note.id == note_id:
            return note
    raise ArgumentError(f"note_id: the cell has no note {note_id!r}")


@edit("Keep measurement", adds="measures")
def add_measure(document: Document, measure: Measure) -> Document:
    """Add a measurement; its id gets a number when it is taken."""
    named = replace(measure, id=fresh_id(measure.id, document.ids))
    return replace(document, measures=(*document.measures, named))


@edit("Delete measurement")
def remove_measure(document: Document, measure_id: str) -> Document:
    """Take a measurement away.

    Raises:
        ArgumentError: There is none of that id.
    """
    kept = tuple(one for one in document.measures if one.id != measure_id)
    if len(kept) == len(document.measures):
        raise ArgumentError(f"measure_id: the cell has no measurement {measure_id!r}")
    return replace(document, measures=kept)


@edit("Add bookmark {bookmark}", adds="bookmarks")
def add_bookmark(document: Document, bookmark: Bookmark) -> Document:
    """Add a bookmark; its name gets a number when it is taken."""
    named = replace(bookmark, name=_free(document, bookmark.name))
    return replace(document, bookmarks=(*document.bookmarks, named))


@edit("Delete bookmark {name}")
def remove_bookmark(document: Document, name: str) -> Document:
    """Take a bookmark away."""
    gone = find_bookmark(document, name)
    return replace(document, bookmarks=tuple(b for b in document.bookmarks if b is not gone))


@edit("Rename bookmark {name}")
def rename_bookmark(document: Document, name: str, new: str) -> Document:
    """Give a bookmark another name, with a number when that is taken."""
    old = find_bookmark(document, name)
    if new == name:
        return document
    without = replace(document, bookmarks=tuple(b for b in document.bookmarks if b is not old))
    return _put(document, old, replace(old, name=_free(without, new)))


@edit("Retake bookmark {name}")
def retake_bookmark(document: Document, name: str, view: View) -> Document:
    """Let a bookmark stand for another view."""
    return _put(document, find_bookmark(document, name), bookmark_of(name, view))


def find_bookmark(document: Document, name: str) -> Bookmark:
    """Return the bookmark of a name.

    Raises:
        ArgumentError: There is none.
    """
    for bookmark in document.bookmarks:
        if bookmark.name == name:
            return bookmark
    raise ArgumentError(f"name: the cell has no bookmark {name!r}")


def _free(document: Document, wanted: str) -> str:
    return fresh_id(wanted, (bookmark.name for bookmark in document.bookmarks))


def _put(document: Document, old: Bookmark, new: Bookmark) -> Document:
    marks = tuple(new if mark is old else mark for mark in document.bookmarks)
    return replace(document, bookmarks=marks)

"""Notes, measurements and bookmarks in a cell file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.files.cells.view import (
    PANE_KEYS,
    SECTION_KEYS,
    camera_wants,
    mode_want,
    read_camera,
    read_mode,
    read_section,
    section_wants,
)
from rvs.files.text.edit import Editor
from rvs.files.text.fields import Fields, shorten
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Name, Num, Seq, Want
from rvs.files.text.syntax import Group
from rvs.model.annotations.anchors import KINDS, ZERO, Anchor
from rvs.model.annotations.measures import Measure
from rvs.model.annotations.notes import ASIDE, Note
from rvs.model.document import Document
from rvs.model.numbers.quantities import ANGLE_UNITS, LENGTH_UNITS
from rvs.model.refs import NOTHING
from rvs.model.views.bookmarks import Bookmark

NOTE, MEASURE, BOOKMARK = "note", "measure", "bookmark"
FIRST, SECOND = "first", "second"
MARKS = (NOTE, MEASURE, BOOKMARK)
ANCHOR_KEYS = ("on", "link", "kind", "point", "way")
FAR, MOST_LINKS = (-1e9, 1e9), 1000
SHEET = (-1e4, 1e4)
INDENT = " "
Named = Callable[[Findings, Group, str], list[Group]]
Staying = Callable[[Iterable[str], Iterable[str]], list[str]]
Arrange = Callable[
    [Editor, Mapping[str, Group], Mapping[str, object], Callable[[str], list[str]]], None
]


@dataclass(frozen=True, slots=True)
class Holders:
    """What notes and measurements can keep to.

    Attributes:
        joints: Number of joints of every robot that could be read, by its id.
        things: Ids of all things.
        known: Ids of all robots and things, also of those that could not be read.
    """

    joints: Mapping[str, int]
    things: frozenset[str]
    known: frozenset[str]


def read_marks(
    findings: Findings, root: Group, named: Named, holders: Holders, taken: Iterable[str]
) -> dict[str, tuple[Any, ...]]:
    """Return notes, measurements and bookmarks by the name of their field in a document.

    Args:
        findings: Where to note what is wrong.
        root: The blocks of the file.
        named: Returns the blocks of a key, each name once.
        holders: What they can keep to.
        taken: Ids that are not free.
    """
    used = set(taken)
    read: dict[str, list[Any]] = {NOTE: [], MEASURE: [], BOOKMARK: []}
    for key, reader in READERS.items():
        for group in named(findings, root, key):
            if key != BOOKMARK and group.label in used:
                findings.error(group.start, f"the id {shorten(group.label)} is taken in this cell")
                continue
            used.update([group.label] if key != BOOKMARK else [])
            try:
                value = reader(findings, group, holders)
            except ArgumentError as error:
                findings.error(group.start, str(error))
            else:
                read[key] += [value] if value is not None else []
    return {f"{key}s": tuple(values) for key, values in read.items()}


def _read_note(findings: Findings, group: Group, holders: Holders) -> Note | None:
    fields = Fields(findings, group, ("text", "place", *ANCHOR_KEYS[:2], "point"))
    fields.require(("text",))
    pinned = "point" in fields
    place = fields.numbers("place", (2,), SHEET)
    if not pinned:
        fields.require(("place",))
        if "on" in fields:
            fields.warn("on", "'on' is of no use without 'point'")
    anchor = _anchor(fields, holders) if pinned else None
    if not fields.text("text") or (pinned and anchor is None):
        return None
    x, y = place or ASIDE
    return Note(group.label, fields.text("text"), anchor, (x, y))


def _read_measure(findings: Findings, group: Group, holders: Holders) -> Measure | None:
    units = Fields(findings, group, ("length", "angle"), (FIRST, SECOND))
    length = units.choice("length", "mm", LENGTH_UNITS)
    angle = units.choice("angle", "deg", ANGLE_UNITS)
    ends = []
    for key in (FIRST, SECOND):
        blocks = [block for block in group.groups if block.key == key]
        if len(blocks) != 1:
            findings.error(group.start, f"expected one block '{key}', found {len(blocks)}")
            return None
        fields = Fields(findings, blocks[0], ANCHOR_KEYS)
        fields.require(("point",))
        ends.append(_anchor(fields, holders))
    first, second = ends
    return Measure(group.label, first, second, length, angle) if first and second else None


def _read_bookmark(findings: Findings, group: Group, _: Holders) -> Bookmark:
    fields = Fields(findings, group, (*PANE_KEYS, *SECTION_KEYS))
    return Bookmark(group.label, read_camera(fields), read_mode(fields), read_section(fields))


READERS: Mapping[str, Callable[[Findings, Group, Holders], Any]] = {
    NOTE: _read_note,
    MEASURE: _read_measure,
    BOOKMARK: _read_bookmark,
}


def _anchor(fields: Fields, holders: Holders) -> Anchor | None:
    """Return the anchor that keys say; None if there is nothing to hold on to."""
    on, point = fields.text("on"), fields.numbers("point", (3,), FAR)
    kind, way = fields.choice("kind", KINDS[0], KINDS), fields.numbers("way", (3,), FAR)
    link = fields.number("link", 0.0, bounds=(0.0, MOST_LINKS))
    if point is None:
        return None
    if on and on not in holders.known:
        fields.error("on", f"'on': the cell has no robot and no thing {shorten(on)}")
        return None
    owner: tuple[str | int, ...] = NOTHING
    if on in holders.things:
        owner = (on,)
    elif on:
        count = holders.joints.get(on)
        if count is None:
            return None
        if not link.is_integer() or link > count:
            fields.error("link", f"'link': expected a whole number from 0 to {count}")
            return None
        owner = (on, "link", int(link))
    direction = tuple(way) if way else ZERO
    return Anchor(owner, (point[0], point[1], point[2]), kind, direction)  # type: ignore[arg-type]


def update_marks(
    editor: Editor,
    root: Group,
    old: Document,
    new: Document,
    arrange: Arrange,
    staying: Staying,
) -> None:
    """Make a file say what notes, measurements and bookmarks there are now.

    Args:
        editor: Edits the file.
        root: Its blocks.
        old: What it says.
        new: What it shall say.
        arrange: Takes blocks out and puts new ones in between.
        staying: Tells which keep their place.
    """
    for key, lines in ((NOTE, _note_lines), (MEASURE, _measure_lines), (BOOKMARK, _mark_lines)):
        groups = {group.label: group for group in root.groups if group.key == key}
        before, wanted = (_by_name(key, one) for one in (old, new))
        for name in staying(groups, wanted):
            if wanted[name] != before.get(name):
                _rewrite(editor, key, groups[name], wanted[name], lines)
        arrange(editor, groups, wanted, lambda name, w=wanted, say=lines: say(w[name]))  # type: ignore[misc]


def _by_name(key: str, document: Document) -> dict[str, Any]:
    if key == BOOKMARK:
        return {mark.name: mark for mark in document.bookmarks}
    some: Sequence[Any] = document.notes if key == NOTE else document.measures
    return {one.id: one for one in some}


def _rewrite(editor: Editor, key: str, group: Group, value: Any, lines: Any) -> None:
    if key == NOTE:
        editor.update(group, _note_wants(value))
    elif key == BOOKMARK:
        editor.update(group, _mark_wants(value))
    else:
        editor.replace(group, lines(value))


def _note_lines(note: Note) -> list[str]:
    return _block(NOTE, note.id, _note_wants(note))


def _note_wants(note: Note) -> list[Want]:
    text = Want("text", Name(note.text, quoted=True))
    place = Want(
        "place", Seq(tuple(map(Num, note.place))), bool(note.anchor) and note.place == ASIDE
    )
    if note.anchor is None:
        return [text, *(Want(key, None) for key in ("on", "link", "point")), place]
    wants = [want for want in _anchor_wants(note.anchor) if want.key not in ("kind", "way")]
    return [text, *wants, place]


def _measure_lines(measure: Measure) -> list[str]:
    label = Name(measure.id, quoted=True).text()
    ends = (
        f"{INDENT}{key} {{ {_said(_anchor_wants(end))} }}"
        for key, end in ((FIRST, measure.first), (SECOND, measure.second))
    )
    wants = [
        Want("length", Name(measure.length), measure.length == "mm"),
        Want("angle", Name(measure.angle), measure.angle == "deg"),
    ]
    said = _said(wants)
    return [f"{MEASURE} {label} {{", *([INDENT + said] if said else []), *ends, "}"]


def _anchor_wants(anchor: Anchor) -> list[Want]:
    owner = anchor.owner
    on = Name(str(owner[0]), quoted=True) if owner else None
    link = Num(int(owner[2])) if len(owner) == 3 else None
    return [
        Want("on", on),
        Want("link", link),
        Want("kind", Name(anchor.kind), anchor.kind == KINDS[0]),
        Want("point", Seq(tuple(map(Num, anchor.point)))),
        Want("way", Seq(tuple(map(Num, anchor.way))) if anchor.kind != KINDS[0] else None),
    ]


def _mark_lines(mark: Bookmark) -> list[str]:
    return _block(BOOKMARK, mark.name, _mark_wants(mark))


def _mark_wants(mark: Bookmark) -> list[Want]:
    return [*camera_wants(mark.camera), mode_want(mark.mode), *section_wants(mark.section)]


def _block(key: str, label: str, wants: Sequence[Want]) -> list[str]:
    said = _said(wants)
    return [f"{key} {Name(label, quoted=True).text()} {{ {said} }}"]


def _said(wants: Sequence[Want]) -> str:
    return "  ".join(want.line() for want in wants if want.form and not want.default)

"""Notes, measurements, bookmarks and named figures in a cell file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.files.cells.view import (
    CAMERA_KEYS,
    MODE_KEYS,
    SECTION_KEYS,
    VIEW,
    read_camera,
    read_section,
    read_view,
    view_form,
)
from rvs.files.robots.arch_keys import posture_kind
from rvs.files.text.blocks import BlockForm, free_groups, named_groups, single_group
from rvs.files.text.fields import Fields, shorten
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Want
from rvs.files.text.keys import (
    Choice,
    Key,
    Number,
    Numbers,
    Text,
    asked_keys,
    key_wants,
    names,
    read_keys,
)
from rvs.files.text.syntax import Group
from rvs.model.annotations.marks import ASIDE, BESIDE, KINDS, ZERO, Anchor, Measure, Note
from rvs.model.bounds import POINT, Bounds
from rvs.model.document import Document, PlacedRobot
from rvs.model.figures.figure import NamedFigure, Posture
from rvs.model.numbers.units import ANGLE_UNITS, LENGTH_UNITS
from rvs.model.refs import NOTHING
from rvs.model.views.view import Bookmark
from rvs.value_class import dataclass

NOTE, MEASURE, BOOKMARK = "note", "measure", "bookmark"
FIRST, SECOND = "first", "second"
MARKS = (NOTE, MEASURE, BOOKMARK)
MOST_LINKS = 1000

ANCHOR_KEYS = (
    Key("on", Text(), "id of the robot or object that it moves with", "on = left", "",
        usual="the world"),
    Key("link", Number("whole number", Bounds(0.0, MOST_LINKS)),
        "link of that robot; 0 is its base, link i follows joint i", "link = 3", None, usual="0"),
    Key("point", Numbers(3, "m", POINT), "the point, in the frame of the link or object",
        "point = [ 0, 0.1, 0 ]"),
)  # fmt: skip
END_KEYS = (
    Key("kind", Choice(KINDS), "kind of feature at this end: point, line or plane", "kind = line",
        KINDS[0]),
    Key("way", Numbers(3, "", POINT), "direction of a line or normal of a plane; points have none",
        "way = [ 0, 0, 1 ]"),
)  # fmt: skip
ANCHOR_END_KEYS = (*ANCHOR_KEYS, *END_KEYS)
NOTE_KEYS = (
    Key("text", Text(said="text, up to 1,000 characters and 20 lines"),
        "text of the note; `\\n` ends a line", 'text = "grease\\nweekly"', required=True),
    *ANCHOR_KEYS,
    Key("place", Numbers(2, "", BESIDE),
        "pixels right and down from the point to the text; on the sheet, fractions of "
            "its width and height from the upper left", "place = [ 0.05, 0.9 ]", ASIDE),
)  # fmt: skip
MEASURE_KEYS = (
    Key("length", Choice(LENGTH_UNITS), "unit of its distance", "length = in", "mm"),
    Key("angle", Choice(ANGLE_UNITS), "unit of its angle", "angle = rad", "deg"),
)
BOOKMARK_KEYS = (*CAMERA_KEYS, *MODE_KEYS, *SECTION_KEYS)


@dataclass(frozen=True, slots=True)
class Holders:
    """Objects and robots to which notes and measurements can be attached.

    Attributes:
        joints: Number of joints of every readable robot, by its id.
        things: Ids of all objects.
        known: Ids of all robots and objects, including unreadable ones.
    """

    joints: Mapping[str, int]
    things: frozenset[str]
    known: frozenset[str]


def read_marks(
    findings: Findings, root: Group, holders: Holders, taken: set[str]
) -> dict[str, tuple[Any, ...]]:
    """Return notes, measurements and bookmarks by the name of their field in a document."""
    read: dict[str, list[Any]] = {}
    for key, reader in READERS.items():
        if key == BOOKMARK:
            groups = iter(named_groups(findings, root, key))
        else:
            groups = free_groups(findings, root, key, taken)
        read[f"{key}s"] = []
        for group in groups:
            try:
                value = reader(findings, group, holders)
            except ArgumentError as error:
                findings.together(group.start, group.end, str(error))
            else:
                read[f"{key}s"] += [value] if value is not None else []
    return {name: tuple(values) for name, values in read.items()}


def _read_note(findings: Findings, group: Group, holders: Holders) -> Note | None:
    fields = Fields(findings, group, names(NOTE_KEYS))
    said, pinned = read_keys(fields, NOTE_KEYS), "point" in fields
    if not pinned:
        fields.require(("place",))
        if "on" in fields:
            fields.warn("on", "'on' has no effect without 'point'")
    anchor = _anchor(fields, said, holders) if pinned else None
    if not said["text"] or (pinned and anchor is None):
        return None
    return Note(group.label, said["text"], anchor, said["place"])


def _read_measure(findings: Findings, group: Group, holders: Holders) -> Measure | None:
    units = read_keys(Fields(findings, group, names(MEASURE_KEYS), (FIRST, SECOND)), MEASURE_KEYS)
    ends: dict[str, Anchor | None] = {}
    for key in (FIRST, SECOND):
        blocks = [block for block in group.groups if block.key == key]
        if len(blocks) != 1:
            findings.error(group.start, f"expected one block '{key}', found {len(blocks)}")
            return None
        fields = Fields(findings, blocks[0], names(ANCHOR_END_KEYS))
        fields.require(("point",))
        ends[key] = _anchor(fields, read_keys(fields, ANCHOR_END_KEYS), holders)
    return Measure(group.label, **ends, **units) if all(ends.values()) else None  # type: ignore[arg-type]


def _read_bookmark(findings: Findings, group: Group, _: Holders) -> Bookmark:
    fields = Fields(findings, group, names(BOOKMARK_KEYS))
    mode = read_keys(fields, MODE_KEYS)["mode"]
    return Bookmark(group.label, read_camera(fields), mode, read_section(fields))


READERS: Mapping[str, Callable[[Findings, Group, Holders], Any]] = {
    NOTE: _read_note,
    MEASURE: _read_measure,
    BOOKMARK: _read_bookmark,
}


def _anchor(fields: Fields, said: Mapping[str, Any], holders: Holders) -> Anchor | None:
    """Return the anchor given by keys; None if its object does not exist."""
    on, link = said["on"], said["link"] or 0.0
    if said["point"] is None:
        return None
    if on and on not in holders.known:
        fields.error("on", f"'on': the cell has no robot or object {shorten(on)}")
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
    return Anchor(owner, said["point"], said.get("kind", KINDS[0]), said.get("way") or ZERO)


def mark_forms(document: Document) -> list[BlockForm]:
    """Return the blocks of notes, measurements and bookmarks."""
    return [
        *map(_note_form, document.notes),
        *map(_measure_form, document.measures),
        *map(_bookmark_form, document.bookmarks),
    ]


def _note_form(note: Note) -> BlockForm:
    said = {"text": note.text, "place": note.place, **_anchor_said(note.anchor)}
    wants = key_wants(NOTE_KEYS, said)
    if note.anchor is None:
        # On the sheet it has to say where.
        wants[-1] = replace(wants[-1], default=False)
    return BlockForm(NOTE, note.id, tuple(wants), flat=True)


def _measure_form(measure: Measure) -> BlockForm:
    ends = (
        BlockForm(key, entries=tuple(key_wants(ANCHOR_END_KEYS, _anchor_said(end))), flat=True)
        for key, end in ((FIRST, measure.first), (SECOND, measure.second))
    )
    return BlockForm(MEASURE, measure.id, (*key_wants(MEASURE_KEYS, measure), *ends), flat=True)


def _anchor_said(anchor: Anchor | None) -> dict[str, Any]:
    if anchor is None:
        return {"on": "", "link": None, "point": None}
    owner = anchor.owner
    return {
        "on": str(owner[0]) if owner else "",
        "link": float(owner[2]) if len(owner) == 3 else None,
        "point": anchor.point,
        "kind": anchor.kind,
        "way": anchor.way if anchor.kind != KINDS[0] else None,
    }


def _bookmark_form(mark: Bookmark) -> BlockForm:
    wants: list[Want] = [
        *key_wants(CAMERA_KEYS, mark.camera),
        *key_wants(MODE_KEYS, mark),
        *key_wants(SECTION_KEYS, mark.section),
    ]
    return BlockForm(BOOKMARK, mark.name, tuple(wants), flat=True)


FIGURE, POSTURE = "figure", "posture"
Robots = Mapping[str, PlacedRobot]

FIGURE_KEYS = (
    *asked_keys(NamedFigure("figure")),
    Key("motion", Text(bare=True),
        "program or trajectory of the cell, or trajectory file, whose postures the "
        "figure shows", "motion = circle", ""),
)  # fmt: skip


def _posture_keys(placed: PlacedRobot) -> tuple[Key, ...]:
    kind = posture_kind(placed.robot, placed.unit)
    return (Key("q", kind, default=tuple(placed.robot.home.tolist()), required=True),)


def read_figure(
    findings: Findings, group: Group, robots: Robots, known: Sequence[str]
) -> NamedFigure | None:
    """Return the figure of a block; None if there are errors in it.

    Args:
        findings: Collector of errors.
        group: The block.
        robots: The readable robots of the cell, by id.
        known: Ids of all robots of the cell.
    """
    said = read_keys(Fields(findings, group, names(FIGURE_KEYS), (VIEW, POSTURE)), FIGURE_KEYS)
    said["view"] = read_view(findings, single_group(findings, group, VIEW, "a figure"))
    said["postures"] = _postures(findings, group, robots, known)
    try:
        return NamedFigure(group.label, **said)
    except ArgumentError as error:
        findings.together(group.start, group.end, str(error))
        return None


def _postures(
    findings: Findings, group: Group, robots: Robots, known: Sequence[str]
) -> tuple[tuple[str, Posture], ...]:
    found: dict[str, Posture] = {}
    for block in group.groups:
        if block.key != POSTURE:
            continue
        if block.label not in known:
            findings.error(block.start, f"the cell has no robot {shorten(block.label)}")
        elif block.label in found:
            findings.error(
                block.start, f"expected one posture of {shorten(block.label)}, found a second"
            )
        fields = Fields(findings, block, ("q",))
        if block.label in robots:
            found[block.label] = read_keys(fields, _posture_keys(robots[block.label]))["q"]
    return tuple((name, found[name]) for name in robots if name in found)


def figure_form(figure: NamedFigure, robots: Robots) -> BlockForm:
    """Return the block of a figure."""
    postures = (
        BlockForm(POSTURE, name, tuple(key_wants(_posture_keys(robots[name]), {"q": q})), flat=True)
        for name, q in figure.postures
    )
    wants, view = key_wants(FIGURE_KEYS, figure), view_form(figure.view, flat=True)
    return BlockForm(FIGURE, figure.name, (*wants, view, *postures))

"""Notes, measurements, bookmarks and viewports in cell files."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.files.cells.cell import Cell, parse_cell
from rvs.files.cells.write import cell_text
from rvs.files.text.errors import FileErrors
from rvs.model.annotations.edits import change_note, remove_measure, rename_bookmark
from rvs.model.annotations.marks import Anchor, Measure, Note
from rvs.model.document import Document, PlacedRobot
from rvs.model.robots.new_robots import blank
from rvs.model.views.panes import COUNTS, Pane, Panes
from rvs.model.views.view import MODES, Bookmark, Camera, Section, View
from tests.examples import examples

ROBOT = PlacedRobot("arm", blank("3R", name="arm"))
TEXT = """robot "arm" { unit = m { a = 1 b = 0 al = 0 th = 0 } { a = 1 b = 0 al = 0 th = 0 } }
/* remarks */
note "n" { text = "grease\\nhere"  on = arm  link = 2  point = [ 0.1, 0, 0 ] } /* weekly */
note "title" { text = "Cell 3"  place = [ 0.05, 0.9 ] }
measure "m" {
 length = cm
 first { on = arm  link = 1  point = [ 0, 0, 0 ]  kind = line  way = [ 0, 0, 1 ] }
 second { point = [ 0, 0, 1 ] }
}
bookmark "from above" { elevation = 90  parallel = yes  section = yes section_normal = [ 0, 0, 1 ] }
viewports { arrangement = two  active = 1
 pane { azimuth = 0  parallel = yes  mode = body } }
"""

PART = st.floats(-100.0, 100.0)
VECTORS = st.tuples(PART, PART, PART)
WAYS = VECTORS.filter(lambda way: sum(part * part for part in way) > 1e-6)
OWNERS = st.just(()) | st.integers(0, 3).map(lambda link: ("arm", "link", link))
ANCHORS = st.builds(Anchor, OWNERS, VECTORS) | st.builds(
    Anchor, OWNERS, VECTORS, st.sampled_from(["line", "plane"]), WAYS
)
TEXTS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1)
NOTE_TEXTS = st.lists(TEXTS, min_size=1, max_size=4).map("\n".join)
SECTIONS = st.builds(Section, st.booleans(), WAYS, PART, st.booleans())
CAMERAS = st.builds(
    Camera, VECTORS, PART, st.floats(-1.5, 1.5), st.floats(0.1, 50.0), st.floats(0.1, 2.0),
    st.booleans(),
)  # fmt: skip
PANES = st.builds(Pane, CAMERAS, st.sampled_from(MODES), st.just("") | TEXTS)


@st.composite
def marked_cells(draw: st.DrawFn) -> Cell:
    anchors = draw(st.lists(st.builds(Anchor, OWNERS, VECTORS) | st.none(), max_size=3))
    place = st.tuples(PART, PART)
    notes = [
        Note(f"note {k}", draw(NOTE_TEXTS), anchor, draw(place)) for k, anchor in enumerate(anchors)
    ]
    units = st.sampled_from(["mm", "m", "in"]), st.sampled_from(["deg", "rad"])
    measures = [
        Measure(f"m{k}", draw(ANCHORS), draw(ANCHORS), *map(draw, units))
        for k in range(draw(st.integers(0, 2)))
    ]
    marks = [
        Bookmark(f"view {k}", draw(CAMERAS), draw(st.sampled_from(MODES)), draw(SECTIONS))
        for k in range(draw(st.integers(0, 2)))
    ]
    document = Document(
        (ROBOT,), notes=tuple(notes), measures=tuple(measures), bookmarks=tuple(marks)
    )
    arrangement = draw(st.sampled_from(list(COUNTS)))
    others = [draw(PANES) for _ in range(COUNTS[arrangement] - 1)]
    active = draw(st.integers(0, len(others)))
    panes = Panes(arrangement, active, tuple(others), draw(st.booleans()))
    posture = {"arm": tuple(ROBOT.robot.home.tolist())}
    return Cell(document, posture, View(section=draw(SECTIONS)), panes=panes)


def content(cell: Cell) -> tuple[object, ...]:
    document = cell.document
    return document.notes, document.measures, document.bookmarks, cell.panes, cell.view


@pytest.mark.property
@examples(25)
@given(marked_cells())
def test_any_of_them_reads_back(cell: Cell) -> None:
    assert content(parse_cell(cell_text(cell))) == content(cell)


@pytest.mark.property
@examples(25)
@given(marked_cells(), marked_cells())
def test_any_of_them_becomes_any_other(first: Cell, second: Cell) -> None:
    text = cell_text(first)
    changed = replace(second, text=text)
    assert content(parse_cell(cell_text(changed))) == content(second)


def test_what_they_say() -> None:
    cell = parse_cell(TEXT)
    note, title = cell.document.notes
    assert note.text == "grease\nhere"
    assert note.anchor == Anchor(("arm", "link", 2), (0.1, 0.0, 0.0))
    assert (title.anchor, title.place) == (None, (0.05, 0.9))
    measure = cell.document.measures[0]
    assert (measure.length, measure.angle, measure.first.kind) == ("cm", "deg", "line")
    mark = cell.document.bookmarks[0]
    assert (mark.camera.parallel, mark.section.on) == (True, True)
    assert (cell.panes.arrangement, cell.panes.active, len(cell.panes.others)) == ("two", 1, 1)


def test_saving_changes_only_what_was_edited() -> None:
    cell = parse_cell(TEXT)
    assert cell_text(cell) == TEXT
    document = change_note(cell.document, "n", place=(12.0, -9.0))
    edited = cell_text(replace(cell, document=document))
    assert edited == TEXT.replace("[ 0.1, 0, 0 ] }", "[ 0.1, 0, 0 ] place = [ 12, -9 ] }")
    gone = cell_text(replace(cell, document=remove_measure(cell.document, "m")))
    assert "measure" not in gone
    assert "/* weekly */" in gone
    renamed = replace(cell, document=rename_bookmark(cell.document, "from above", "top"))
    assert 'bookmark "top"' in cell_text(renamed)


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("on = arm  link = 2", "on = leg  link = 2", "no robot or object 'leg'"),
        ("on = arm  link = 2", "on = arm  link = 3", "whole number from 0 to 2"),
        ('note "title"', 'note "arm"', "'arm' is already used"),
        ('measure "m"', 'measure "n"', "'n' is already used"),
        ('text = "Cell 3"', 'text = "  "', "the text is empty"),
        ("way = [ 0, 0, 1 ]", "way = [ 0, 0, 0 ]", "need a direction"),
        (" second { point", " third { point", "one block 'second'"),
        ("[ 0, 0, 1 ] }\nview", "[ 0, 0, 0 ] }\nview", "no direction"),
        ("active = 1", "active = 2", "2 viewports"),
        ("arrangement = two", "arrangement = six", "not one of"),
        ('bookmark "from above"', "bookmark", "needs a name"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, part: str) -> None:
    assert old in TEXT
    with pytest.raises(FileErrors) as caught:
        parse_cell(TEXT.replace(old, new, 1))
    assert any(part in error.message for error in caught.value.errors), caught.value.errors

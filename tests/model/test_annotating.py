"""Notes, measurements and bookmarks: values that keep to what they are put on."""

from dataclasses import replace
from math import nan

import pytest

from rvs.engine.errors import ArgumentError
from rvs.model.annotations.edits import (
    add_bookmark,
    add_measure,
    add_note,
    change_note,
    remove_bookmark,
    remove_measure,
    remove_note,
    rename_bookmark,
    retake_bookmark,
)
from rvs.model.annotations.marks import (
    MOST_LETTERS,
    MOST_LINES,
    Anchor,
    Measure,
    Note,
    text_fault,
    tidy_text,
)
from rvs.model.document import Document, PlacedRobot, add_robot, remove_robot
from rvs.model.robots.new_robots import blank
from rvs.model.robots.placing import rename_robot
from rvs.model.robots.table import remove_joint
from rvs.model.session import Session
from rvs.model.views.view import Bookmark, Camera, Section, View, flipped_plane, plane_through

ARM = add_robot(Document(), PlacedRobot("arm", blank("3R")))
TIP, WORLD = Anchor(("arm", "link", 3), (0.1, 0.2, 0.3)), Anchor()


def test_ids_are_one_namespace() -> None:
    document = add_note(ARM, Note("arm", "hello", TIP))
    document = add_measure(document, Measure("arm", TIP, WORLD))
    assert document.ids == ("arm", "arm 2", "arm 3")
    with pytest.raises(ArgumentError, match="'arm'"):
        replace(ARM, notes=(Note("arm", "hello"),))


def test_they_go_with_what_they_keep_to_and_undo_brings_them_back() -> None:
    document = add_note(add_measure(ARM, Measure("m", TIP, WORLD)), Note("n", "tip", TIP))
    document = add_note(document, Note("free", "stays", None, (0.1, 0.1)))
    session = Session()
    session.edit("make", lambda _: document)
    session.edit("shorten", lambda d: remove_joint(d, "arm", 2))
    now = session.state.document
    assert [note.id for note in now.notes] == ["free"]
    assert not now.measures
    session.undo()
    assert session.state.document is document
    assert not remove_robot(document, "arm").measures


def test_edits_of_notes() -> None:
    document = add_note(ARM, Note("n", "one", TIP))
    assert change_note(document, "n", text="two\nlines").notes[0].text == "two\nlines"
    assert change_note(document, "n", place=(5.0, 6.0)).notes[0].place == (5.0, 6.0)
    assert not remove_note(document, "n").notes
    with pytest.raises(ArgumentError, match="no note 'm'"):
        remove_note(document, "m")


@pytest.mark.parametrize(
    "text", ["", "  \n ", "x" * (MOST_LETTERS + 1), "x\n" * MOST_LINES, "a\0b"]
)
def test_texts_that_are_no_notes(text: str) -> None:
    assert text_fault(text)
    with pytest.raises(ArgumentError):
        Note("n", text)


def test_any_script_and_tidy_line_ends() -> None:
    assert not text_fault("∠ 90° Größe\n日本語")
    assert tidy_text("\n a\tb \r\nc  \u2029\n") == " a b\nc"


def test_measures_refuse_what_is_no_unit() -> None:
    with pytest.raises(ArgumentError, match="'deg'"):
        Measure("m", TIP, WORLD, length="deg")
    with pytest.raises(ArgumentError, match="no measurement"):
        remove_measure(ARM, "m")


@pytest.mark.parametrize(
    ("kind", "way", "point"),
    [
        ("point", (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
        ("line", (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
        ("plane", (0.0, nan, 0.0), (0.0, 0.0, 0.0)),
        ("point", (0.0, 0.0, 0.0), (0.0, 1e30, 0.0)),
    ],
)
def test_anchors_that_are_none(kind, way, point) -> None:
    with pytest.raises(ArgumentError):
        Anchor((), point, kind, way)


def test_bookmarks_keep_names_apart() -> None:
    near, far = Camera(distance=1.0), Camera(distance=9.0)
    document = add_bookmark(add_bookmark(Document(), Bookmark("top", near)), Bookmark("top", far))
    assert [mark.name for mark in document.bookmarks] == ["top", "top 2"]
    assert rename_bookmark(document, "top", "top") is document
    assert rename_bookmark(document, "top 2", "top").bookmarks[1].name == "top 2"
    taken = retake_bookmark(document, "top", View(camera=far, mode="body"))
    assert (taken.bookmarks[0].camera, taken.bookmarks[0].mode) == (far, "body")
    assert [mark.name for mark in remove_bookmark(document, "top").bookmarks] == ["top 2"]
    with pytest.raises(ArgumentError, match="have the same name"):
        Document(bookmarks=(Bookmark("a", near), Bookmark("a", far)))


def test_the_other_side_of_a_section() -> None:
    section = Section(True, (0.0, 0.0, 2.0), 0.5)
    assert flipped_plane(section) == Section(True, (0.0, 0.0, -2.0), -0.5)
    assert flipped_plane(flipped_plane(section)) == section
    assert section.axis == "z"
    turned = plane_through(section, (3.0, 4.0, 0.0), (1.0, 1.0, 9.0))
    assert turned.offset == pytest.approx(1.4)
    assert turned.axis == ""
    with pytest.raises(ArgumentError, match="no direction"):
        Section(normal=(0.0, 0.0, 0.0))


def test_they_follow_a_robot_that_is_renamed() -> None:
    document = add_note(add_measure(ARM, Measure("m", TIP, WORLD)), Note("n", "tip", TIP))
    renamed = rename_robot(document, "arm", "left")
    assert renamed.notes[0].anchor == replace(TIP, owner=("left", "link", 3))
    assert renamed.measures[0].first.owner == ("left", "link", 3)
    assert renamed.measures[0].second == WORLD

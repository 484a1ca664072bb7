"""Collision settings of a cell file are read back exactly; edits keep the rest of the text."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.files.cells.cell import Cell, parse_cell
from rvs.files.cells.write import cell_text
from rvs.files.library import load_robot
from rvs.files.text.errors import FileErrors
from rvs.model.collision.rules import (
    FLOOR,
    CollisionRules,
    pair_of,
    payload_ref,
    ref_text,
    text_ref,
)
from rvs.model.document import Document, PlacedRobot
from rvs.model.things.thing import Thing

ROBOT = load_robot("planar-2r").robot
BODIES = [
    *(("my arm", "link", i) for i in range(3)),
    ("my arm", "tool"), payload_ref("my arm"), ("a table", "thing"), FLOOR,
]  # fmt: skip
PAIRS = [pair_of(a, b) for k, a in enumerate(BODIES) for b in BODIES[:k]]


@st.composite
def rules(draw: st.DrawFn) -> CollisionRules:
    pairs = draw(st.lists(st.sampled_from(PAIRS), unique=True, max_size=8))
    cut = draw(st.integers(0, len(pairs)))
    margin = draw(st.sampled_from([0.02, 0.0, 0.1 / 3]))
    return CollisionRules(tuple(pairs[:cut]), tuple(pairs[cut:]), draw(st.booleans()), margin)


def cell(found: CollisionRules) -> Cell:
    things = (Thing("a table", "table"),)
    return Cell(Document((PlacedRobot("my arm", ROBOT),), things=things, collision=found))


@pytest.mark.property
@given(rules(), rules())
def test_any_rules_come_back_and_become_any_others(first, second) -> None:
    read = parse_cell(cell_text(cell(first)))
    assert read.document.collision == first
    assert not read.warnings
    document = replace(read.document, collision=second)
    again = cell_text(replace(read, document=document))
    assert parse_cell(again).document.collision == second
    assert cell_text(parse_cell(again)) == again


@pytest.mark.parametrize("ref", BODIES)
def test_bodies_are_one_word_each(ref) -> None:
    assert text_ref(ref_text(ref)) == ref


@pytest.mark.parametrize("text", ["", "arm", "arm/link", "arm/link/x", "/thing", "arm/link/-1"])
def test_what_names_no_body_is_refused(text: str) -> None:
    with pytest.raises(ArgumentError, match="is not a body"):
        text_ref(text)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("margin = -1", "not between"),
        ('ignore = [ "a/tool" ]', "list of pairs"),
        ('ignore = [ [ "a/tool", "b" ] ]', "is not a body"),
        ('ignore = [ [ "a/tool", "a/tool" ] ]', "itself"),
        ('ignore = [ floor, "a/tool" ]  check = [ "a/tool", floor ]', "is also in 'ignore'"),
        ('check = [ floor, "a/tool", "a/tool", floor ]', "appears twice"),
    ],
)
def test_mistakes_are_told_with_their_place(line: str, message: str) -> None:
    with pytest.raises(FileErrors, match=message):
        parse_cell(f"collision {{ {line} }}")


def test_a_cell_has_one_block_of_it() -> None:
    with pytest.raises(FileErrors, match="second collision block"):
        parse_cell("collision { }\ncollision { }")

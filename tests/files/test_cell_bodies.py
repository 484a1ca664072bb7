"""Full models in cell files: their own, by name, inline, or none."""

from dataclasses import replace
from pathlib import Path

import pytest

from rvs.bodies.autobody import automatic_body
from rvs.files.bodies.body import read_body
from rvs.files.bodies.models import usable_model
from rvs.files.cells.cell import Cell, parse_cell, read_cell
from rvs.files.cells.robots import reference_of
from rvs.files.cells.write import cell_text, save_cell
from rvs.files.library import load_robot
from rvs.files.text.errors import FileErrors
from rvs.model.body.edits import add_part, change_part, resized
from rvs.model.body.values import Part, in_order
from rvs.model.document import Document, change_robot

REFERENCE = 'robot "left" { file = puma560  q = [ 0, 90, -90, 0, 0, 0 ] }\n'
INLINE = """robot "arm" {
 /* one link and its body */
 { a = 1  b = 0  al = 0  th = 0 }
 body {
  unit = mm
  link 1 {
   part "bar" { shape = box  x = 1000  y = 90  z = 80 }   /* fixed */
  }
 }
}
"""


def edited(cell: Cell, robot_id: str, **changes) -> Cell:
    return replace(cell, document=change_robot(cell.document, robot_id, **changes))


def body_of(cell: Cell, index: int = 0):
    return cell.document.robots[index].body


def test_a_robot_by_reference_has_the_model_of_its_own_file():
    cell = parse_cell(REFERENCE)
    assert body_of(cell) == usable_model(load_robot("puma560"))
    assert cell_text(cell) == REFERENCE
    moved = edited(cell, "left", color="#102030")
    assert "body" not in cell_text(moved)
    assert "file = puma560" in cell_text(moved)


def test_no_model_at_all_has_to_be_said():
    cell = edited(parse_cell(REFERENCE), "left", body=None)
    text = cell_text(cell)
    assert "body = none" in text
    assert body_of(parse_cell(text)) is None
    again = edited(parse_cell(text), "left", body=body_of(parse_cell(REFERENCE)))
    assert "body = puma560" in cell_text(again)


def test_an_edited_model_goes_inline_and_the_robot_stays_a_reference():
    cell = parse_cell(REFERENCE)
    body = add_part(body_of(cell), 2, Part("extra", "sphere", (("radius", 0.05),)))
    text = cell_text(edited(cell, "left", body=body))
    assert "file = puma560" in text
    assert "body {" in text
    read = parse_cell(text)
    assert in_order(body_of(read)) == in_order(body)
    back = cell_text(edited(read, "left", body=body_of(cell)))
    assert "body {" not in back
    assert body_of(parse_cell(back)) == body_of(cell)


def test_an_inline_model_changes_by_spans():
    cell = parse_cell(INLINE)
    assert dict(body_of(cell).part(1, "bar").sizes)["x"] == 1.0
    assert cell_text(cell) == INLINE
    wider = change_part(
        body_of(cell), 1, "bar", sizes=resized(body_of(cell).part(1, "bar"), y=0.1).sizes
    )
    assert cell_text(edited(cell, "arm", body=wider)) == INLINE.replace("y = 90", "y = 100")
    bare = cell_text(edited(cell, "arm", body=None))
    assert "body" not in bare.replace("its body", "")
    assert body_of(parse_cell(bare)) is None


def test_a_cell_keeps_models_made_in_the_program(tmp_path: Path):
    cell = parse_cell('robot "scara" { file = scara }\n')
    robot = cell.document.robots[0].robot
    made = edited(cell, "scara", body=automatic_body(robot))
    path = tmp_path / "bench.rvs"
    saved = save_cell(path, made)
    assert in_order(body_of(saved)) == in_order(automatic_body(robot))
    assert in_order(body_of(read_cell(path))) == in_order(automatic_body(robot))
    again = save_cell(path, saved)
    assert again.text == saved.text


def test_models_lie_beside_the_cell_or_in_the_library(tmp_path: Path):
    (tmp_path / "own.body").write_text("link 1 {}\n", encoding="utf-8")
    path = tmp_path / "bench.rvs"
    text = 'robot "a" { { a = 1 b = 0 al = 0 th = 0 } body = "own.body" }\n'
    path.write_text(text, encoding="utf-8")
    assert body_of(read_cell(path)) == read_body(tmp_path / "own.body").body
    assert save_cell(path, read_cell(path)).text == text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("body = nobody", "there is no full model"),
        ('body = "../x.body"', "expected a name of the library"),
        ("body { link 1 { part { shape = blob } } }", "unknown shape 'blob'"),
        ("body = puma560 body { }", "there is also a block with this key"),
    ],
)
def test_what_is_wrong_with_a_model_is_said(line, words):
    text = f'robot "a" {{ {{ a = 1 b = 0 al = 0 th = 0 }} {line} }}\n'
    try:
        said = " ".join(map(str, parse_cell(text).warnings))
    except FileErrors as failure:
        said = str(failure)
    assert words in said


def test_an_empty_document_still_saves(tmp_path: Path):
    assert save_cell(tmp_path / "a.rvs", Cell()).document == Document()


def test_a_model_of_the_library_is_read_once_for_many_robots(monkeypatch):
    from rvs.files.bodies import effectors

    read, original = [], effectors.read_body
    monkeypatch.setattr(effectors, "read_body", lambda path: read.append(path) or original(path))
    effectors.stamped_body.cache_clear()
    body = usable_model(load_robot("puma560"))
    copies = [replace(body) for _ in range(5)]
    assert [reference_of(one) for one in copies] == ["puma560"] * 5
    assert len(read) == 1
    assert reference_of(replace(body, links=body.links[1:])) == ""

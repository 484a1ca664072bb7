"""Things and named places in cells and environments: read back as written, faults named."""

from __future__ import annotations

from dataclasses import replace
from math import pi
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.robot import IDENTITY
from rvs.engine.rotations import from_rpy
from rvs.engine.screws import exp6
from rvs.engine.transforms import pose
from rvs.files.cells.cell import Cell, parse_cell, read_cell
from rvs.files.cells.env import (
    Environment,
    environment_of,
    environment_text,
    read_environment,
    save_environment,
)
from rvs.files.cells.write import cell_text, save_cell
from rvs.files.formats import check_file
from rvs.files.text.errors import FileErrors
from rvs.files.text.source import Source
from rvs.files.text.syntax import parse
from rvs.geometry.things import KINDS, MESH
from rvs.model.document import Document
from rvs.model.things import edits as thing_edits
from rvs.model.things.thing import TargetFrame, Thing, all_sizes
from tests.examples import examples

ROOM = """/* my room */
thing "left table" {
 kind = table   /* from the attic */
 length = 1.6
 at = [ 1, 2, 0 ]   rpy = [ 90, 0, 0 ]
 color = SeaGreen
 /* keep */
}
thing "arch" { kind = fuselage  angle = 180  frames = 3  locked = yes  group = "air craft" }
target "pick" { at = [ 0.5, 0, 0.8 ]  rpy = [ 0, 180, 0 ] }
"""


def random_place(rng: Random):
    way = rng.randrange(4)
    at = [rng.choice([0.0, round(rng.uniform(-3, 3), 3), rng.uniform(-3, 3)]) for _ in range(3)]
    if way == 0:
        turn = np.eye(3)
    elif way == 1:
        turn = from_rpy([rng.choice([0.0, pi / 2, rng.randrange(-24, 25) * pi / 12]), 0.0, 0.0])
    elif way == 2:
        turn = from_rpy([rng.uniform(-3, 3) for _ in range(3)])
    else:
        turn = exp6([0.0, 0.0, 0.0, *(rng.uniform(-2, 2) for _ in range(3))])[:3, :3]
    return tuple(tuple(row) for row in pose(turn, at).tolist())


def random_thing(rng: Random, name: str) -> Thing:
    kind = rng.choice([kind for kind in KINDS.values() if kind.name != MESH])
    sizes = []
    for size in kind.sizes:
        if rng.random() < 0.5:
            value = rng.uniform(size.least, min(size.most, 3.0))
            sizes.append((size.name, float(round(value)) if size.kind == "count" else value))
    return Thing(
        name, kind.name, tuple(sizes), random_place(rng),
        rng.choice(["", "SeaGreen", "#123456", "#12345678"]), rng.choice(["", "glass", "metal"]),
        rng.choice(["", "left", "right hand"]), rng.random() < 0.3, rng.random() < 0.3,
    )  # fmt: skip


def random_room(rng: Random, count: int) -> Document:
    things = tuple(random_thing(rng, f"thing {k}") for k in range(count))
    places = tuple(TargetFrame(f"place {k}", random_place(rng)) for k in range(count // 2))
    return Document(things=things, targets=places)


def test_what_a_room_says():
    document = parse_cell(ROOM).document
    table, arch = document.things
    assert (table.kind, table.color, all_sizes(table)["length"]) == ("table", "SeaGreen", 1.6)
    assert np.allclose(table.place, pose(from_rpy([pi / 2, 0, 0]), [1, 2, 0]))
    assert arch.locked
    assert arch.group == "air craft"
    assert dict(arch.sizes) == {"angle": pi, "frames": 3.0}
    assert np.allclose(document.target("pick").place[0], [-1, 0, 0, 0.5])


def parse_environment(text):
    return environment_of(parse(Source("environment", text)), None)


@pytest.mark.property
@examples(60)
@given(st.randoms(use_true_random=False), st.integers(0, 6))
def test_every_room_is_read_back_as_written(rng, count):
    document = random_room(rng, count)
    cell = Cell(document)
    assert parse_cell(cell_text(cell)).document == document
    environment = Environment(document.things, document.targets, rng.choice([None, IDENTITY]))
    read = parse_environment(environment_text(environment))
    assert (read.things, read.targets) == (document.things, document.targets)
    assert read.base == environment.base


@pytest.mark.property
@examples(60)
@given(st.randoms(use_true_random=False))
def test_an_edit_keeps_every_comment(rng):
    cell = parse_cell(ROOM)
    things = [thing for thing in cell.document.things if rng.random() < 0.8]
    things = [
        replace(thing, place=random_place(rng)) if rng.random() < 0.5 else thing for thing in things
    ]
    things += [random_thing(rng, f"new {k}") for k in range(rng.randrange(3))]
    document = Document(things=tuple(things), targets=cell.document.targets)
    text = cell_text(replace(cell, document=document))
    assert parse_cell(text).document == document
    assert "/* my room */" in text
    if any(thing.id == "left table" for thing in things):
        assert "/* from the attic */" in text
        assert "/* keep */" in text


def test_only_what_was_edited_changes():
    cell = parse_cell(ROOM)
    moved = thing_edits.move_things(cell.document, ["left table"], pose(p=[1, 0, 0]))
    assert cell_text(replace(cell, document=moved)) == ROOM.replace("[ 1, 2, 0 ]", "[ 2, 2, 0 ]")
    open_ = thing_edits.change_things(cell.document, ["arch"], locked=False)
    text = cell_text(replace(cell, document=open_))
    assert text == ROOM.replace("locked = yes", "locked = no")


@pytest.mark.parametrize(
    ("old", "new", "line", "part"),
    [
        ("kind = table", "kind = tabel", 3, "did you mean 'table'"),
        ("kind = table", "", 2, "'kind' missing"),
        ("length = 1.6", "length = 0", 2, "length: 0 must be at least"),
        ("frames = 3", "frames = 3.5", 9, "not a whole number"),
        ("color = SeaGreen", "color = SeaGren", 2, "did you mean 'seagreen'"),
        ('target "pick"', 'target "arch"', 10, "is already used"),
        ('thing "arch"', 'thing "left table"', 9, "a second thing is named"),
        ('thing "arch"', "thing", 9, "needs a name"),
        ("at = [ 1, 2, 0 ]", "at = [ 1, 2 ]", 5, "list of 3 numbers"),
        ("kind = table", "kind = mesh", 2, "'file' missing"),
        ("kind = table", 'kind = mesh file = "../x.stl"', 3, "path below this file's folder"),
        ("kind = table", 'kind = mesh file = "x.txt"', 3, "expected an .stl"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(old, new, line, part):
    with pytest.raises(FileErrors) as caught:
        parse_cell(ROOM.replace(old, new, 1))
    found = [(error.line, error.message) for error in caught.value.errors]
    assert any(at == line and part in message for at, message in found), found


def test_an_unknown_key_is_kept_and_warned_about():
    cell = parse_cell(ROOM.replace("length = 1.6", "lenght = 1.6"))
    assert any("did you mean 'length'" in str(one) for one in cell.warnings)
    assert "lenght = 1.6" in cell_text(cell)


def test_an_environment_is_saved_and_reloaded(tmp_path: Path):
    path = tmp_path / "room.env"
    path.write_text(ROOM, encoding="utf-8")
    read = read_environment(path)
    assert check_file(path).ok
    moved = replace(read, base=random_place(Random(3)), things=read.things[:1])
    saved = save_environment(path, moved)
    assert (saved.things, saved.base) == (moved.things, moved.base)
    assert "/* keep */" in path.read_text(encoding="utf-8")
    assert save_environment(path, replace(saved, base=None)).base is None


def test_an_environment_has_no_robots():
    read = parse_environment('robot "puma" { file = "puma560" }\n' + ROOM)
    assert any("unknown block 'robot'" in str(one) for one in read.warnings)


def test_a_cell_with_a_room_is_saved_whole(tmp_path: Path):
    path = tmp_path / "cell.rvs"
    document = random_room(Random(5), 5)
    save_cell(path, Cell(document))
    assert read_cell(path).document == document

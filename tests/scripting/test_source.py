"""Values as Python: what is written is read back to the last bit."""

from dataclasses import replace
from math import inf, nan, pi
from random import Random

import numpy as np
import pytest

import rvs
from rvs.engine.errors import ArgumentError
from rvs.files.cells.cell import read_cell
from rvs.files.library import cells, names
from rvs.model.body.values import Body, LinkBody, Part
from rvs.model.document import Document
from rvs.model.mesh_file import Surface
from rvs.model.things.thing import Thing
from rvs.scripting.opening import placed
from rvs.scripting.plain import same
from rvs.scripting.source import source

from ..model.random_edits import random_edit


def back(text: str) -> object:
    return eval(text, {"rvs": rvs})


def check(value: object) -> str:
    text = source(value)
    assert same(back(text), value), text
    return text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1 + 0.2, "0.30000000000000004"),
        (inf, 'float("inf")'),
        (-0.0, "-0.0"),
        (np.float64(1.5), "1.5"),
        ((1,), "(1,)"),
        ({"a": [1.0, None]}, '{"a": [1.0, None]}'),
        ("it's", '"it\'s"'),
        ('a "b"', "'a \"b\"'"),
        ("two\nlines", '"two\\nlines"'),
        (rvs.Joint(a=0.5, alpha=pi), "rvs.Joint(a=0.5, alpha=3.141592653589793)"),
        (rvs.Thing("bench", "table", color="red"), 'rvs.Thing("bench", "table", color="red")'),
        (rvs.NamedFigure("reach", crop=True), 'rvs.NamedFigure("reach", crop=True)'),
        (rvs.View(mode="body"), 'rvs.View(mode="body")'),
    ],
)
def test_plain_values(value, text):
    assert check(value) == text


def test_not_a_number_is_written_too():
    assert np.isnan(back(source(nan)))


def test_what_no_document_holds_is_refused():
    with pytest.raises(ArgumentError, match="a object can't be written"):
        source(object())


def test_robots_of_the_library_are_fetched_from_there():
    assert source(rvs.load("puma560")) == 'rvs.load("puma560")'
    lighter = rvs.load("puma560").replace(gravity=(0.0, 0.0, -1.62))
    assert check(lighter) == 'rvs.load("puma560").replace(gravity=(0.0, 0.0, -1.62))'
    one = placed("puma560", id="left", color="#E2681C")
    assert check(one) == 'rvs.placed("puma560", id="left", color="#E2681C")'
    for name in names()[::7]:
        check(placed(name))


def test_a_robot_that_is_not_in_the_library_is_written_out():
    one = placed("puma560")
    joints = (replace(one.robot.joints[0], a=0.1), *one.robot.joints[1:])
    edited = replace(one, robot=one.robot.replace(joints=joints, comment="mine"))
    text = check(edited)
    assert "rvs.Joint(" in text
    assert text.startswith("rvs.placed(")
    own = replace(edited, origin="", body=Body(links=(LinkBody(1, (Part("ball", "sphere"),)),)))
    assert check(own).startswith("rvs.PlacedRobot(")


@pytest.mark.parametrize("name", list(cells()))
def test_cells_of_the_library(name):
    cell = read_cell(cells()[name])
    for value in (cell.document, cell.view, cell.panes):
        check(value)


def test_meshes_are_fetched_from_their_files_or_carried_along(tmp_path):
    file = tmp_path / "part.stl"
    file.write_text(
        "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
        "endloop\nendfacet\nfacet normal 0 1 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\n"
        "vertex 1 0 0\nendloop\nendfacet\nendsolid s\n"
    )
    mesh = rvs.mesh_file(file)
    thing = Thing("part", "mesh", mesh=mesh)
    assert "rvs.mesh_file(" in check(thing)
    cell = rvs.new()
    cell.add_thing(thing)
    assert same(cell.document.things[0].mesh, mesh)
    file.unlink()
    assert isinstance(mesh.surface, Surface)
    assert "rvs.packed(" in check(thing)
    with pytest.raises(ArgumentError, match="packed by RVS"):
        rvs.packed("nonsense", 2, 3)


def test_documents_at_random():
    rng, document = Random(11), Document()
    for _ in range(120):
        _, edit = random_edit(rng, document)
        try:
            document = edit(document)
        except rvs.RvsError:
            continue
    check(document)

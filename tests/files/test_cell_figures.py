"""Figures in cell files: read back as written, wrong ones named, other text left alone."""

from __future__ import annotations

from dataclasses import replace
from math import radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.fields.field import abouts
from rvs.files.cells.cell import parse_cell
from rvs.files.cells.write import cell_text
from rvs.files.text.errors import FileErrors
from rvs.model.document import Document, set_joint
from rvs.model.figures.edits import find_figure, keep_figure, move_figure, remove_figure
from rvs.model.figures.figure import NamedFigure
from rvs.model.robots.table import set_kind, set_unit
from rvs.model.views.view import Camera, View
from tests.examples import examples

ARM = """robot "arm" {
 unit = mm
 { a = 400  b = 0  al = 0  th = 30 }
 { type = prismatic  a = 0  b = 100  al = 90  th = 0 }
}
robot "leg" { { a = 1  b = 0  al = 0  th = 0 } }
"""
DRAWN = """/* for the paper */
figure "reach" {
 style = lines   /* no colours */
 hidden = dashed
 width = 84
 crop = yes
 picture = [ 800, 600 ]
 /* from the right */
 view { azimuth = 0  parallel = yes  labels = no }
 posture "arm" { q = [ 45, 120 ] }  /* stretched */
}
figure "side" { scale = 10  motion = scara-flower  ghosts = 4 }
"""


def test_what_a_figure_says():
    reach, side = parse_cell(ARM + DRAWN).document.figures
    assert (reach.name, reach.style, reach.hidden, reach.width) == ("reach", "lines", "dashed", 84)
    assert reach.view == View(Camera(azimuth=0.0, parallel=True), labels=False)
    assert reach.picture == (800, 600)
    assert [name for name, _ in reach.postures] == ["arm"]
    assert np.allclose(reach.postures[0][1], [np.pi / 4, 0.12])
    assert side == NamedFigure("side", scale=10.0, motion="scara-flower", ghosts=4)


@pytest.mark.parametrize(
    ("old", "new", "line", "part"),
    [
        ("style = lines", "style = line", 9, "did you mean 'lines'"),
        ("width = 84", "width = 0", 11, "not between 1 and 10000"),
        ("picture = [ 800, 600 ]", "picture = [ 800 ]", 13, "list of 2 numbers"),
        ("picture = [ 800, 600 ]", "picture = [ 800, 0.5 ]", 13, "not between"),
        ("picture = [ 800, 600 ]", "picture = [ 800, 600.5 ]", 13, "whole number"),
        ("ghosts = 4", "ghosts = 51", 18, "not between 0 and 50"),
        ('posture "arm"', 'posture "hand"', 16, "no robot 'hand'"),
        ('posture "arm"', "posture", 16, "no robot ''"),
        ("q = [ 45, 120 ]", "q = [ 45 ]", 16, "list of 2 numbers"),
        ("q = [ 45, 120 ]", "", 16, "'q' missing"),
        ("posture", "view { }\n posture", 16, "a second view"),
        ('posture "arm"', 'posture "arm" { q = [ 0, 0 ] } posture "arm"', 16, "found a second"),
        ('figure "side"', "figure", 18, "needs a name"),
        ('figure "side"', 'figure "reach"', 18, "a second figure"),
        ('figure "side"', 'figure " "', 18, "needs a name"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(old, new, line, part):
    with pytest.raises(FileErrors) as caught:
        parse_cell(ARM + DRAWN.replace(old, new, 1))
    found = [(error.line, error.message) for error in caught.value.errors]
    assert any(at == line and part in message for at, message in found), found


def changed(**changes: object):
    return lambda document: keep_figure(
        document, replace(find_figure(document, "reach"), **changes)
    )


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (changed(width=90.5), "width = 84", "width = 90.5"),
        (changed(width=None), " width = 84\n", ""),
        (changed(gray=True), "crop = yes\n", "crop = yes\n gray = yes\n"),
        (
            changed(view=View(Camera(azimuth=radians(90.0), parallel=True), labels=False)),
            "azimuth = 0 ",
            "azimuth = 90 ",
        ),
        (
            changed(postures=(("arm", (radians(45.0), 0.15)),)),
            "q = [ 45, 120 ]",
            "q = [ 45, 150 ]",
        ),
        (
            changed(postures=()),
            ' posture "arm" { q = [ 45, 120 ] }  /* stretched */\n',
            "",
        ),
        (
            changed(postures=(("arm", (radians(45.0), 0.12)), ("leg", (0.0,)))),
            "/* stretched */\n",
            '/* stretched */\n posture "leg" { q = [ 0 ] }\n',
        ),
        (lambda document: remove_figure(document, "side"), DRAWN.splitlines()[-1] + "\n", ""),
    ],
)
def test_saving_changes_only_what_was_edited(edit, old, new):
    cell = parse_cell(ARM + DRAWN)
    text = cell_text(replace(cell, document=edit(cell.document)))
    wanted = DRAWN.replace(old, new, 1)
    assert text == ARM + wanted
    assert parse_cell(text).document == edit(cell.document)


def test_a_new_figure_is_written_tidily():
    cell = parse_cell(ARM)
    figure = NamedFigure("top", View(frames=False), style="flat", postures=(("leg", (0.0,)),))
    text = cell_text(replace(cell, document=keep_figure(cell.document, figure)))
    added = (
        'figure "top" {\n style = flat\n view { frames = no }\n posture "leg" { q = [ 0 ] }\n}\n'
    )
    assert text == ARM + added


def test_postures_are_written_anew_where_a_joint_changes_its_unit():
    cell = parse_cell(ARM + DRAWN)
    for change in (
        lambda document: set_kind(document, "arm", 0, "prismatic"),
        lambda document: set_unit(document, "arm", "dm"),
        lambda document: set_joint(document, "leg", 0, a=2.0),
    ):
        document = change(cell.document)
        cell = parse_cell(cell_text(replace(cell, document=document)))
        assert cell.document.figures == document.figures
        assert cell.document.figures[0].postures


def test_postures_go_with_their_robot():
    document = parse_cell(ARM + DRAWN).document
    left = replace(document, robots=document.robots[1:])
    assert left.figures[0] == replace(document.figures[0], postures=())


numbers = st.integers(-300, 300).map(lambda k: k / 100)
ASKED = abouts(NamedFigure)
views = st.builds(
    View,
    st.builds(Camera, azimuth=numbers, parallel=st.booleans()),
    mode=st.sampled_from(["skeleton", "full"]),
    background=st.sampled_from(["light", "paper"]),
    labels=st.booleans(),
)
sizes = st.floats(1.0, 400.0)
figures = st.builds(
    NamedFigure,
    st.sampled_from(["a", "b", 'a "c" } /*']),
    views,
    st.tuples(st.integers(1, 4000), st.integers(1, 4000)),
    st.none() | sizes,
    st.none() | sizes,
    style=st.sampled_from(list(ASKED["style"].choices)),
    crop=st.booleans(),
    margin=sizes,
    ground=st.sampled_from(list(ASKED["ground"].choices)),
    gray=st.booleans(),
    hidden=st.sampled_from(list(ASKED["hidden"].choices)),
    font=st.sampled_from(["", "CMU Serif", 'Odd "name']),
    outer=st.floats(0.01, 5.0),
    type_size=st.floats(1.0, 40.0),
    text=st.sampled_from(list(ASKED["text"].choices)),
    scale_bar=st.booleans(),
    dimensions=st.booleans(),
    twists=st.booleans(),
    motion=st.sampled_from(["", "flower", "rows/a b.jtraj"]),
    ghosts=st.integers(0, 50),
    postures=st.sampled_from(
        [(), (("arm", (0.5, 0.125)),), (("leg", (0.25,)),), (("arm", (1.0, 0.0)), ("leg", (2.0,)))]
    ),
)


def test_a_figure_may_move_and_change_at_once():
    cell = parse_cell(ARM)
    document = cell.document
    for name in ("a", "b"):
        document = keep_figure(document, NamedFigure(name, type_size=7.0))
    once = read_back(cell, document)
    changed = keep_figure(document, NamedFigure("b", type_size=9.0))
    read_back(once, move_figure(changed, "b", 0))


@examples(40)
@given(st.lists(figures, max_size=4), st.lists(figures, max_size=4), st.integers(-1, 4))
def test_any_figures_read_back_after_any_edit(first, second, place):
    cell = parse_cell(ARM)
    document = cell.document
    for figure in first:
        document = keep_figure(document, figure)
    once = read_back(cell, document)
    for figure in second:
        document = keep_figure(document, figure)
    if document.figures:
        document = move_figure(document, document.figures[-1].name, place)
    again = read_back(once, document)
    if document.figures:
        read_back(again, remove_figure(document, document.figures[0].name))


def read_back(cell, document: Document):
    read = parse_cell(cell_text(replace(cell, document=document)))
    assert read.document == document
    return read

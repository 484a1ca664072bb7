"""Named figures on their way to a drawing, and colours that are alike in grey."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.export.figure import draw
from rvs.export.formats.drawing import Fill, Text, alike_in_gray
from rvs.export.named import (
    figure_items,
    figure_paper,
    figure_scene,
    figure_state,
    figure_style,
    fitted,
)
from rvs.files.library import load_robot
from rvs.geometry.shapes.flat import block
from rvs.model.document import Document, PlacedRobot
from rvs.model.figures.figure import STYLES, NamedFigure, Style
from rvs.model.motions.motion import JointTrajectory
from rvs.model.state import State
from rvs.model.views.view import Camera, View
from rvs.scene.build import scene_points
from rvs.scene.camera import project
from rvs.scene.items import Scene

ROBOT = load_robot("scara").robot
PLACED = PlacedRobot("arm", ROBOT)
HOME = tuple(ROBOT.home.tolist())
STATE = State(Document((PLACED,)), {"arm": HOME})


def test_every_size_of_a_style_is_the_figures():
    figure = NamedFigure(
        "a", style="lines", hidden="dashed", ground="none", gray=True, outer=0.5, edge=0.3,
        hidden_edge=0.2, type_size=9.0, crop=True, margin=2.0, scale_bar=True,
    )  # fmt: skip
    style = figure_style(figure)
    named = {one.name for one in fields(Style)} - {"shading", "edges"}
    assert {name: getattr(style, name) for name in named} == {
        name: getattr(figure, name) for name in named
    }
    assert (style.shading, style.edges) == (STYLES["lines"].shading, STYLES["lines"].edges)
    paper = figure_paper(NamedFigure("a", picture=(40, 30), width=84.0))
    assert (paper.width, paper.height, paper.mm, paper.scale) == (40, 30, 84.0, None)


def test_a_figure_shows_its_own_postures_and_view():
    q = (0.5, *HOME[1:])
    figure = NamedFigure("a", View(frames=False, floor=False), postures=(("arm", q),))
    shown = figure_state(STATE, figure)
    assert shown.postures["arm"] == q
    assert shown.view is figure.view
    assert figure_state(STATE, replace(figure, postures=())).postures["arm"] == HOME
    assert len(figure_scene(STATE, figure).items) < len(figure_scene(STATE, NamedFigure("b")).items)


def test_postures_of_a_motion_are_shown_as_many_as_are_wanted():
    ends = [HOME, (HOME[0] + 1.0, HOME[1] - 1.0, *HOME[2:])]
    motion = JointTrajectory.evenly("arm", np.array(ends), 1.0)
    figures = [NamedFigure("a", dimensions=False, ghosts=ghosts) for ghosts in (0, 2, 4)]
    counts = [len(figure_items(STATE, figure, (PLACED, motion))) for figure in figures]
    assert counts[0] == 0
    assert 0 < counts[1] < counts[2]
    assert figure_items(STATE, NamedFigure("a", dimensions=False, ghosts=3)) == ()


def test_dimensions_are_larger_than_six_points_in_print():
    figure = NamedFigure("a", View(frames=False), width=84.0, dimensions=True, style="lines")
    scene = figure_scene(STATE, figure)
    drawing = draw(scene, figure.view.camera, figure_paper(figure), figure_style(figure))
    sizes = [mark.runs[0].size for mark in drawing.marks() if isinstance(mark, Text)]
    assert sizes
    assert min(sizes) * drawing.mm / 25.4 * 72 > 6.0
    plain = figure_scene(STATE, replace(figure, twists=False))
    assert len(plain.items) < len(scene.items)


def test_a_fitted_figure_shows_everything():
    figure = NamedFigure("a", View(Camera(azimuth=0.3)), picture=(400, 300), width=84.0)
    found = fitted(STATE, figure)
    assert found.view.camera.azimuth == 0.3
    seen = project(found.view.camera, scene_points(STATE), 400, 300)[:, :2]
    assert (seen > 0.0).all()
    assert (seen < (400, 300)).all()
    assert np.ptp(seen, axis=0).max() > 150


@pytest.mark.parametrize(
    ("one", "two", "alike"),
    [
        ((0.8, 0.2, 0.2, 1.0), (0.2, 0.5, 0.2, 1.0), True),
        ((0.8, 0.2, 0.2, 1.0), (0.9, 0.9, 0.9, 1.0), False),
        ((0.4, 0.4, 0.4, 1.0), (0.42, 0.4, 0.4, 1.0), False),
    ],
)
def test_colors_that_are_one_in_grey(one, two, alike):
    box, place = block(0.1, 0.1, 0.1), np.eye(4)
    items = tuple(
        Solid(box, place, color, owner=("arm", "link", k)) for k, color in enumerate((one, two))
    )
    found = alike_in_gray(Scene(items, None))
    assert found == ((("link 0", "link 1"),) if alike else ())


def test_a_gray_figure_has_no_colors():
    figure = NamedFigure("a", View(frames=False), gray=True, width=40.0)
    scene = figure_scene(STATE, figure)
    drawing = draw(scene, figure.view.camera, figure_paper(figure), figure_style(figure))
    for mark in drawing.marks():
        if isinstance(mark, Fill):
            assert max(mark.color[:3]) - min(mark.color[:3]) < 1e-9

"""The page of places in the Design panel, by real events of mouse and keys."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.engine.arrays import pose_rows
from rvs.engine.transforms import pose
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.programs.edits import add_program
from rvs.model.programs.program import Program, Step
from rvs.model.things.edits import add_target, add_thing, change_target, change_thing
from rvs.model.things.thing import TargetFrame, Thing
from rvs.scene.items import Label

from .hands import click
from .hands import settle as rest

pytestmark = pytest.mark.ui


def desk_items(window) -> list:
    """The items of the study in the view."""
    items = window.desk.viewport.scene().items
    return [one for one in items if one.owner[:1] == ("study",)]


def test_a_place_is_found_drawn_and_taken_by_a_click(make_window, qtbot, tmp_path) -> None:
    window = make_window("planar-2r")
    window.resize(1500, 1100)
    session = window.desk.session
    for k, point in enumerate(([0.5, 0.5, 0.0], [0.8, -0.2, 0.0]), 1):
        place = pose_rows(pose(np.eye(3), point), "place")
        session.edit(
            "Add a place",
            lambda d, k=k, place=place: add_target(d, TargetFrame(f"goal {k}", place)),
        )
    window.desk.call("design", "place")
    rest()
    page = window.design.page
    before = session.state.document.robots[0].place
    click(page.go)
    qtbot.waitUntil(lambda: not page.busy, timeout=60000)
    rest()
    assert "places fit" in page.view.lines.text()
    assert len(desk_items(window)) > 6
    for background in ("dark", "light"):
        session.look(background=background)
        labels = [one for one in desk_items(window) if isinstance(one, Label)]
        title = next(one for one in labels if "grey: collision" in one.text)
        assert title.color == rgba(SCENE[background].label)
    paper = page.view.plots.papers[0]
    QTest.mouseClick(paper, Qt.MouseButton.LeftButton, pos=paper.place("1").toPoint())
    rest()
    now = session.state.document.robots[0].place
    best = page.found.answer.best if hasattr(page.found, "answer") else None
    assert now != before
    assert best is None or np.allclose(now, best.place)
    session.undo()
    assert session.state.document.robots[0].place == before


def test_the_places_are_out_of_date_when_something_of_the_cell_changes(make_window, qtbot) -> None:
    window = make_window("planar-2r")
    window.resize(1500, 1100)
    desk, session = window.desk, window.desk.session
    for k, point in enumerate(([0.5, 0.5, 0.0], [0.8, -0.2, 0.0]), 1):
        place = pose_rows(pose(np.eye(3), point), "place")
        desk.do(add_target, TargetFrame(f"goal {k}", place))
    far, near = (pose_rows(pose(np.eye(3), [x, 0.0, 0.0]), "place") for x in (3.0, 1.0))
    desk.do(add_thing, Thing("crate", "box", place=far))
    desk.call("design", "place")
    rest()
    page = window.design.page
    click(page.go)
    qtbot.waitUntil(lambda: not page.busy, timeout=60000)
    rest()
    assert len(desk_items(window)) > 6
    assert not page.stale.isVisible()
    (robot,) = session.state.document.robots
    program = Program("work", robot.id, (Step((0.1, 0.2)),))
    session.pose(robot.id, (0.4, -0.3))
    rest()
    assert page.stale.isVisible(), "the elbow may touch an object"
    session.undo()
    for change in (
        lambda: desk.do(change_thing, "crate", place=near),
        lambda: desk.do(change_target, "goal 1", pose(np.eye(3), [0.6, 0.5, 0.0])),
        lambda: desk.do(add_program, program),
    ):
        rest()
        assert not page.stale.isVisible()
        change()
        rest()
        assert page.stale.isVisible()
        assert "surroundings have changed" in page.stale.text
        assert not desk_items(window), "no places are drawn that are out of date"
        session.undo()
    session.look(background="light")
    rest()
    assert not page.stale.isVisible()

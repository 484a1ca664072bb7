"""The page of sweeps in the Design panel, by real events."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest

from rvs.model.robots.parameter_edits import add_parameter, set_expression
from rvs.scripting.sweeps import sweep
from rvs.ui.widgets.plot_picture import Paper

from .hands import click, type_into
from .hands import settle as rest
from .said import last_line

pytestmark = pytest.mark.ui


def test_a_design_is_computed_taken_and_undone(make_window, qtbot):
    window = make_window("planar2r")
    window.desk.call("design", "sweep")
    rest()
    page, session = window.design.page, window.desk.session
    type_into(page.form.rows["vary"].control, "a1=0.5:1.5:5, a2=0.5:1.5:5")
    type_into(page.form.rows["measures"].control, "reach, length")
    click(page.go)
    qtbot.waitUntil(lambda: not page.busy, timeout=30000)
    rest()
    assert page.view.lines.text().startswith("Planar 2R: 25 designs over a1, a2, 25 feasible")
    before = session.state.document
    papers = page.view.plots.papers
    assert len(papers) == 3
    place = papers[0].place("design 25: a1 1.5 m, a2 1.5 m").toPoint()
    QTest.mouseMove(papers[0], place)
    QTest.mouseClick(papers[0], Qt.MouseButton.LeftButton, pos=place)
    rest()
    assert [joint.a for joint in session.state.document.robots[0].robot.joints] == [1.5, 1.5]
    session.undo()
    rest()
    assert session.state.document == before
    click(page.view.offers[0])
    assert [joint.a for joint in session.state.document.robots[0].robot.joints] == [1.5, 1.5]


def test_a_click_on_a_point_sets_the_parameter_and_the_echo_says_so(make_window, qtbot):
    window = make_window("planar2r")
    desk = window.desk
    arm = desk.session.state.document.robots[0].id
    desk.session.edit("Add", lambda cell: add_parameter(cell, arm, "L1", 0.5))
    desk.session.edit("Add", lambda cell: set_expression(cell, arm, 0, "a", "L1"))
    desk.session.edit("Add", lambda cell: set_expression(cell, arm, 1, "a", "2*L1"))
    desk.call("design", "sweep")
    rest()
    page = window.design.page
    type_into(page.form.rows["vary"].control, "L1=0.5:1.5:5")
    type_into(page.form.rows["measures"].control, "reach")
    click(page.go)
    qtbot.waitUntil(lambda: not page.busy, timeout=30000)
    rest()
    paper = page.view.plots.papers[0]
    place = paper.place("design 3: L1 1 m").toPoint()
    QTest.mouseMove(paper, place)
    QTest.mouseClick(paper, Qt.MouseButton.LeftButton, pos=place)
    rest()
    placed = desk.session.state.document.robots[0]
    assert [joint.a for joint in placed.robot.joints] == [1.0, 2.0]
    assert [one.text for one in placed.parameters.formulas] == ["L1", "2*L1"]
    said = last_line(window, "rvs.set_parameters")
    assert said == f'rvs.set_parameters("{arm}", {{"L1": 1.0}})'


def test_a_click_into_a_map_is_that_design_and_undo_takes_its_notice_back(make_window, qtbot):
    window = make_window("planar2r")
    window.desk.call("design", "sweep")
    rest()
    page, session = window.design.page, window.desk.session
    type_into(page.form.rows["vary"].control, "a1=0.5:1.5:5, a2=0.5:1.5:5")
    type_into(page.form.rows["measures"].control, "reach")
    click(page.go)
    qtbot.waitUntil(lambda: not page.busy, timeout=30000)
    rest()
    (paper,) = page.view.plots.papers
    # far from the middle of the cell, but inside it
    place = paper.place("design 12: a1 1 m, a2 0.75 m").toPoint() + QPoint(10, 8)
    QTest.mouseClick(paper, Qt.MouseButton.LeftButton, pos=place)
    rest()
    assert [joint.a for joint in session.state.document.robots[0].robot.joints] == [1.0, 0.75]
    assert page.notice.text.startswith("Done: Use design 12")
    session.undo()
    rest()
    assert page.notice.text == ""


def test_the_offer_of_masses_comes_into_sight_where_they_are_missing(make_window, qtbot):
    window = make_window("planar2r")
    window.resize(1366, 720)
    window.desk.call("design", "sweep")
    rest()
    page = window.design.page
    type_into(page.form.rows["vary"].control, "a1=0.5:1.5:5")
    type_into(page.form.rows["measures"].control, "mass")
    click(page.go)
    qtbot.waitUntil(lambda: not page.busy, timeout=30000)
    rest()
    button = page.offer.button
    assert button.visibleRegion().boundingRect() == button.rect()


def test_a_cell_of_a_map_tells_its_design_and_its_value(qtbot):
    vary = ["a1=0.5:1.5:5", "a2=0.5:1.5:5"]
    (plot,) = sweep("planar2r", vary, measures=["reach"]).plots
    paper = Paper("reach", None)
    qtbot.addWidget(paper)
    paper.resize(320, 240)
    paper.show_plot(plot)
    name = "design 12: a1 1 m, a2 0.75 m"
    at = paper.place(name) + QPoint(10, 8)
    none = Qt.MouseButton.NoButton
    move = QMouseEvent(QEvent.Type.MouseMove, at, at, none, none, Qt.KeyboardModifier.NoModifier)
    QCoreApplication.sendEvent(paper, move)
    assert paper.accessibleDescription() == f"{name}: reach 1.75 m"

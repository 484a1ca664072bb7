"""The page of sweeps in the Design panel, by real events."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from .hands import click, type_into
from .hands import settle as rest

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

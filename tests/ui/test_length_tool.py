"""Lengths of the table dragged on the robot, by the real mouse."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rvs.model.robots.parameter_edits import add_parameter, set_expression
from rvs.scene.camera import project
from rvs.scene.gizmos.arrow_gizmos import length_grips
from rvs.scene.items import Label

from .conftest import _move
from .hands import settle

pytestmark = pytest.mark.ui
LEFT = Qt.MouseButton.LeftButton


def placed(window):
    return window.session.state.document.robots[0]


def grip(window, row: int):
    grips = length_grips(placed(window), window.session.state.postures[placed(window).id])
    return next(one for one in grips if (one.row, one.column) == (row, "a"))


def at(view, point) -> tuple[float, float]:
    x, y, _ = project(view.camera, np.asarray(point, float), view.width(), view.height()).tolist()
    return x, y


def drag_by(window, row: int, metres: float, keys=Qt.KeyboardModifier.NoModifier, end=True):
    """Drag the arrow of a length from the middle of its shaft along its axis."""
    view, one = window.viewport, grip(window, row)
    start = np.array(at(view, one.end))
    way = np.array(at(view, one.end + one.axis * metres)) - start
    shaft = start + 20.0 * way / np.linalg.norm(way) * np.sign(metres)
    points = [QPoint(*(round(x) for x in shaft + part * way)) for part in (0.0, 0.5, 1.0)]
    QTest.mousePress(view, LEFT, pos=points[0])
    for point in points[1:]:
        _move(QApplication.instance(), view, point, LEFT, keys)
    if end:
        QTest.mouseRelease(view, LEFT, pos=points[2])
        settle()


def words(window) -> list[str]:
    return [one.text for one in window.viewport.scene().items if isinstance(one, Label)]


@pytest.fixture
def arm(make_window):
    window = make_window("planar2r")
    window.viewport.look(window.viewport.fitted())
    window.actions_["lengths"].trigger()
    settle()
    return window


def test_a_drag_changes_a_plain_number_as_one_step(arm, tmp_path) -> None:
    assert arm.actions_["lengths"].isChecked()
    steps, before = len(arm.session.history), arm.session.state.document
    drag_by(arm, 0, 0.2)
    assert placed(arm).robot.joints[0].a == pytest.approx(1.2, abs=0.02)
    assert len(arm.session.history) == steps + 1
    assert any(word.startswith(("a₁ = 1.2", "a₁ = 1.1")) for word in words(arm))
    arm.grab().save(str(tmp_path / "lengths.png"))
    drag_by(arm, 0, 0.1, Qt.KeyboardModifier.ControlModifier)
    snapped = placed(arm).robot.joints[0].a
    assert snapped == pytest.approx(round(snapped, 2), abs=1e-9)
    arm.session.undo()
    arm.session.undo()
    assert arm.session.state.document is before


def test_a_drag_changes_the_parameter_within_its_bounds(arm) -> None:
    desk = arm.desk
    desk.do(add_parameter, placed(arm).id, "L1", 0.5, "length", 0.1, 0.7)
    desk.do(set_expression, placed(arm).id, 0, "a", "2*L1")
    desk.do(set_expression, placed(arm).id, 1, "a", "L1 + 500 mm")
    drag_by(arm, 0, 0.2)
    one = placed(arm).parameters["L1"]
    assert one.value == pytest.approx(0.6, abs=0.01)
    assert placed(arm).robot.joints[0].a == pytest.approx(2 * one.value)
    assert placed(arm).robot.joints[1].a == pytest.approx(one.value + 0.5)
    assert any("L1 = 0.6" in word or "L1 = 0.59" in word for word in words(arm))
    drag_by(arm, 0, 0.8)
    assert placed(arm).parameters["L1"].value == 0.7
    assert placed(arm).parameters.formula(0, "a") == "2*L1"


def test_escape_discards_the_drag_and_then_ends_the_mode(arm) -> None:
    view, before = arm.viewport, arm.session.state.document
    drag_by(arm, 0, 0.3, end=False)
    assert placed(arm).robot.joints[0].a > 1.1
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert arm.session.state.document == before
    QTest.mouseRelease(view, LEFT, pos=QPoint(300, 300))
    settle()
    assert arm.session.state.document == before
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not arm.kit.lengths.active
    assert not arm.actions_["lengths"].isChecked()

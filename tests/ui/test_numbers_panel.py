"""The panel of numbers: the matrices of the posture, and what is copied of them."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rvs.engine.kinematics import fkine, frames, jacobian
from rvs.model.document import change_robot

from .hands import settle

pytestmark = pytest.mark.ui


@pytest.fixture
def panel(window):
    window.actions_["numbers"].trigger()
    settle()
    return window.panels["numbers"]


def shown(panel) -> np.ndarray:
    values = [float(label.text().replace("\N{MINUS SIGN}", "-")) for label in panel.cells]
    return np.reshape(values, panel._shape)


def choose(panel, name: str) -> None:
    panel.choice.setCurrentIndex(panel.choice.findText(name))


def now(window):
    placed = window.session.state.document.robots[0]
    return placed.robot, np.array(window.session.state.postures[placed.id])


def test_the_tool_is_shown_and_follows(window, panel) -> None:
    robot, q = now(window)
    assert np.allclose(shown(panel), fkine(robot, q), atol=5e-5)
    window.session.pose(robot.name, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    robot, q = now(window)
    assert np.allclose(shown(panel), fkine(robot, q), atol=5e-5)


def test_rows_lead_from_frame_to_frame(window, panel) -> None:
    robot, q = now(window)
    product = frames(robot, q)[0]
    for row in range(robot.n):
        choose(panel, f"Row {row + 1} of the table")
        product = product @ shown(panel)
    choose(panel, f"Frame {robot.n} in the world")
    assert np.allclose(product, shown(panel), atol=1e-3)


def test_frames_are_told_in_the_world_and_in_the_first_frame(window, panel) -> None:
    document = window.session.state.document
    name, aside = document.robots[0].id, np.eye(4)
    aside[0, 3] = 1.0
    rows = tuple(map(tuple, aside.tolist()))
    window.session.edit("Move", lambda d: change_robot(d, name, place=rows))
    robot, q = now(window)
    poses = frames(robot, q)
    choose(panel, "Frame 3 in frame 0")
    assert np.allclose(shown(panel), np.linalg.inv(poses[0]) @ poses[3], atol=5e-5)
    choose(panel, "Frame 3 in the world")
    assert np.allclose(shown(panel), aside @ poses[3], atol=5e-5)
    window.session.look(first_frame=1)
    choose(panel, "Frame 4 in frame 1")
    assert np.allclose(shown(panel), np.linalg.inv(poses[0]) @ poses[3], atol=5e-5)


def test_jacobians_are_copied_exactly(window, panel) -> None:
    robot, q = now(window)
    choose(panel, "Jacobian, tool axes")
    QTest.mouseClick(panel.copies["numpy"], Qt.MouseButton.LeftButton)
    copied = eval(QApplication.clipboard().text(), {"np": np})
    assert np.array_equal(copied, jacobian(robot, q, "tool"))
    QTest.mouseClick(panel.copies["latex"], Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text().startswith("\\begin{bmatrix}")
    QTest.mouseClick(panel.copies["text"], Qt.MouseButton.LeftButton)
    lines = QApplication.clipboard().text().split("\n")
    assert [len(line.split("\t")) for line in lines] == [6] * 6
    assert not window.session.history

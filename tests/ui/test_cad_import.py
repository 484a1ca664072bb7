"""A STEP file becomes a robot: axes are clicked in the view, solids assigned to links."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from rvs.bodies.part_meshes import shape_mesh
from rvs.bodies.solid import Solid
from rvs.engine.kinematics import fkine
from rvs.engine.transforms import pose
from rvs.export.models.linkage import Node
from rvs.model.current import current_robot
from rvs.model.state import State
from rvs.scene.camera import project
from rvs.ui.saving import opening
from rvs.ui.saving.cad_import import CadDialog

pytest.importorskip("OCP")
pytestmark = pytest.mark.ui
GREY = (0.5, 0.55, 0.6, 1.0)
PI = np.pi


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    """A column, and two bars with a boss each at x = 0 and x = 0.4, side by side along z."""
    from rvs.export.models.step import step_bytes

    boss = ("cylinder", (("radius", 0.06), ("height", 0.15)))
    bar = ("slot-link", (("length", 0.4), ("radius", 0.05), ("thickness", 0.04)))
    rows = [
        ("base", ("cylinder", (("radius", 0.08), ("height", 0.3))), np.eye(4)),
        ("upper", bar, pose(p=[0, 0, 0.3])),
        ("upper", boss, pose(p=[0.4, 0, 0.34])),
        ("fore", bar, pose(p=[0.4, 0, 0.5])),
    ]
    nodes = [Node("arm", -1, np.eye(4))]
    for name in dict.fromkeys(row[0] for row in rows):
        pieces = [
            Solid(shape_mesh(*shape), at, GREY, "paint", (shape[0],))
            for part, shape, at in rows if part == name
        ]  # fmt: skip
        nodes.append(Node(name, 0, np.eye(4), tuple(pieces)))
    path = tmp_path / "arm.step"
    path.write_bytes(step_bytes(nodes, State()).data)
    return path


def click(view, point) -> None:
    """Click where a point of the world is seen."""
    place = project(view.camera, np.array([point], float), view.width(), view.height())
    x, y = np.ravel(place)[:2].tolist()
    at = QPoint(round(x), round(y))
    QTest.mouseMove(view, at)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)


def toward(view, center, radius):
    """The point of an upright cylinder that faces the viewer."""
    from rvs.scene.camera import ray

    _, along = ray(view.camera, view.width() / 2, view.height() / 2, view.width(), view.height())
    back = -np.array([along[0], along[1], 0.0])
    return np.array(center) + radius * back / np.linalg.norm(back)


def press(dialog, words: str) -> None:
    buttons = dialog.findChildren(QPushButton)
    QTest.mouseClick(next(one for one in buttons if one.text() == words), Qt.MouseButton.LeftButton)


def test_clicked_axes_and_assigned_solids_make_a_robot(window, arm, qtbot) -> None:
    desk = window.desk
    before = desk.session.state.document
    opening.open_all(desk, [str(arm)])
    dialog = window.findChild(CadDialog)
    qtbot.waitUntil(lambda: dialog.solids.rowCount() == 4, timeout=60_000)
    view = desk.viewport
    qtbot.waitUntil(lambda: not view.moving, timeout=10_000)
    click(view, toward(view, [0, 0, 0.12], 0.08))
    assert dialog.joints.rowCount() == 1
    # The dialog is at the right edge, beside the solids.
    assert dialog.frameGeometry().right() == window.geometry().right()
    # The second part would be link 2 of one joint.
    assert "belongs to link 2" in dialog.notice.text
    assert not dialog.button.isEnabled()
    click(view, toward(view, [0.4, 0, 0.44], 0.06))
    assert dialog.joints.rowCount() == 2
    assert dialog.button.isEnabled()
    assert dialog.table.item(0, 0).text() == "400 mm"
    mass = 2700 * PI * 0.08**2 * 0.3
    dialog.joints.selectRow(1)
    press(dialog, "Kind")
    assert dialog.joints.item(1, 1).text() == "prismatic"
    press(dialog, "Kind")
    press(dialog, "Up")
    assert dialog.joints.item(0, 2).text() == "cylinder"
    press(dialog, "Down")
    # The boss belongs to the base, and back.
    dialog.solids.selectRow(2)
    assert dialog.link.value() == 1
    dialog.link.setValue(0)
    press(dialog, "Assign")
    assert dialog.solids.item(2, 2).text() == "0"
    dialog.link.setValue(1)
    press(dialog, "Assign")
    press(dialog, "Make robot")
    placed = current_robot(desk.session.state)
    assert placed.robot.name == "arm"
    assert placed.robot.base_inertia.mass == pytest.approx(mass, rel=1e-9)
    assert fkine(placed.robot, [0.0, 0.0])[:2, 3] == pytest.approx([0.4, 0.0])
    assert [len(link.parts) for link in placed.body.links] == [1, 2, 1]
    desk.session.undo()
    assert desk.session.state.document == before
    assert not any(tool.exclusive for tool in view.tools)


def test_a_cancelled_import_shows_the_robots_again(window, arm, qtbot) -> None:
    desk = window.desk
    counts = len(desk.viewport.tools), len(desk.viewport.extras), len(desk.viewport.veils)
    opening.open_all(desk, [str(arm)])
    dialog = window.findChild(CadDialog)
    qtbot.waitUntil(lambda: dialog.solids.rowCount() == 4, timeout=60_000)
    press(dialog, "Cancel")
    view = desk.viewport
    assert (len(view.tools), len(view.extras), len(view.veils)) == counts

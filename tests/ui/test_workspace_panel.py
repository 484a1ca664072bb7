"""The panel of the workspace: numbers and cloud, coarse first, gone when the robot changes."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.model.robots.table import set_joint
from rvs.scene.items import Points
from rvs.ui.commands.files import show_robot
from rvs.ui.panels import workspace as module

pytestmark = pytest.mark.ui


@pytest.fixture
def panel(window, project_root, monkeypatch):
    # the first level alone: the finer ones take seconds
    first = module.workspace
    monkeypatch.setattr(module, "workspace", lambda *a, **k: first(*a, **k, levels=1))
    assert show_robot(window.desk, str(project_root / "arch" / "planar-2r.arch"))
    window.actions_["workspace"].trigger()
    QTest.qWait(30)
    return window.panels["workspace"]


def cloud(window):
    items = window.viewport.extras
    state = window.session.state
    return [
        i
        for extra in items
        for i in extra(state)
        if isinstance(i, Points) and "workspace" in i.owner
    ]


def find(panel, qtbot) -> None:
    QTest.mouseClick(panel.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(
        lambda: panel.button.text() == "Find" and panel.found is not None, timeout=20000
    )


def test_the_area_of_a_planar_arm_and_its_cloud(window, panel, qtbot) -> None:
    find(panel, qtbot)
    assert panel.values["Size"].text().startswith("12.566 m²")
    assert panel.values["Reach"].text() == "2.0000 m"
    assert "Collisions are not checked" in panel.notice.text
    points = np.concatenate([item.at for item in cloud(window)])
    assert np.hypot(points[:, 0], points[:, 1]).max() <= 2.0 + 0.05
    assert len(window.session.history) == 1  # the robot that was shown
    panel.shown.setChecked(False)
    assert not cloud(window)


def test_a_changed_robot_has_another_workspace(window, panel, qtbot) -> None:
    find(panel, qtbot)
    placed = window.session.state.document.robots[0]
    window.session.edit("Longer", lambda d: set_joint(d, placed.id, 0, a=1.5))
    assert panel.found is None
    assert "has changed" in panel.notice.text
    assert not cloud(window)
    assert panel.values["Size"].text() == ""


def test_what_goes_on_for_ever_says_so(window, panel, qtbot, project_root, tmp_path) -> None:
    path = tmp_path / "slide.arch"
    path.write_text("{ type = prismatic a = 0 b = 0 al = 90 th = 0 } { a = 1 b = 0 al = 0 th = 0 }")
    assert show_robot(window.desk, str(path))
    QTest.mouseClick(panel.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "goes on for ever" in panel.notice.text, timeout=10000)
    assert panel.button.text() == "Find"

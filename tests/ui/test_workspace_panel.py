"""The panel of the workspace: numbers, cloud and slice, coarse first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from rvs.collision import workspace as module
from rvs.model.current import tool_pose
from rvs.model.robots.table import set_joint
from rvs.scene.camera import project
from rvs.scene.gizmos.arrow_gizmos import section_middle
from rvs.scene.items import Line, Points, Region
from rvs.scene.workspaces.cloud import slice_room, workspace_items, workspace_points
from rvs.ui.commands.files import show_robot

from .hands import settle

pytestmark = pytest.mark.ui


@pytest.fixture
def panel(window, project_root, monkeypatch):
    # the first level and few points: the finer ones take seconds
    first = module.searching
    monkeypatch.setattr(module, "searching", lambda *a, **k: first(*a, **{**k, "levels": 1}))
    monkeypatch.setattr(module, "FINE", 400)
    monkeypatch.setattr(module, "SERVED", 10)
    assert show_robot(window.desk, str(project_root / "arch" / "planar-2r.arch"))
    window.actions_["workspace"].trigger()
    settle()
    return window.panels["workspace"]


def shown(window, kind) -> list:
    """Return the drawn parts of the workspace."""
    wanted = {id(item) for item in workspace_items(window.session.state)}
    return [i for i in window.viewport.scene().items if isinstance(i, kind) and id(i) in wanted]


def settled(window, panel, qtbot) -> None:
    qtbot.waitUntil(
        lambda: not window.desk.workspace.running and panel.found is not None, timeout=60000
    )


def find(window, panel, qtbot) -> None:
    QTest.mouseClick(panel.button, Qt.MouseButton.LeftButton)
    settled(window, panel, qtbot)


def test_the_area_of_a_planar_arm_and_its_cloud(window, panel, qtbot) -> None:
    find(window, panel, qtbot)
    assert panel.button.text() == "Find"
    assert panel.values["Size"].text() == "12.57 m² ± 0.05"
    assert panel.values["Reach"].text() == "2.0000 m"
    assert "Collisions are not checked" in panel.notice.text
    points = np.concatenate([item.at for item in shown(window, Points)])
    assert np.hypot(points[:, 0], points[:, 1]).max() <= 2.0 + 0.05
    assert len(window.session.history) == 1  # the robot that was shown
    qtbot.waitUntil(lambda: window.viewport.goal == window.viewport.fitted())
    panel.shown.click()
    assert not shown(window, Points)


def test_a_flat_workspace_is_filled_in_its_own_plane(window, panel, qtbot) -> None:
    find(window, panel, qtbot)
    panel.surface.click()
    regions = shown(window, Region)
    points = np.concatenate([one.points for one in regions])
    rim = max(np.hypot(*line.points[:, :2].T).max() for line in shown(window, Line))
    assert rim == pytest.approx(2.0, abs=0.03)
    assert np.ptp(points[:, 2]) < 1e-9
    assert not panel.slice.isEnabled()


def test_a_changed_robot_has_another_workspace_until_undo(window, panel, qtbot) -> None:
    find(window, panel, qtbot)
    placed = window.session.state.document.robots[0]
    window.session.edit("Longer", lambda d: set_joint(d, placed.id, 0, a=1.5))
    assert panel.found is None
    assert "has changed" in panel.notice.text
    assert not shown(window, Points)
    assert panel.values["Size"].text() == ""
    window.session.undo()
    assert panel.values["Size"].text() == "12.57 m² ± 0.05"
    assert shown(window, Points)
    assert panel.notice.text == ""


def test_another_robot_that_is_chosen_leaves_the_search_and_the_workspace_alone(
    window, panel, qtbot
) -> None:
    first = window.session.state.document.robots[0].id
    window.actions_["duplicate_robot"].trigger()
    second = window.session.state.active
    assert second != first
    window.session.select((first,))
    QTest.mouseClick(panel.button, Qt.MouseButton.LeftButton)
    window.session.select((second,))
    assert window.desk.workspace.running
    qtbot.waitUntil(lambda: not window.desk.workspace.running, timeout=60000)
    assert window.session.state.found.placed.id == first
    window.session.select(())
    window.session.select((second,))
    assert "has changed" not in panel.notice.text
    window.session.select((first,))
    assert panel.found is not None
    assert "has changed" not in panel.notice.text


def test_a_slice_is_dragged_and_a_click_sends_the_robot_there(
    window, panel, qtbot, project_root, drag
) -> None:
    assert show_robot(window.desk, str(project_root / "arch" / "puma560.arch"))
    find(window, panel, qtbot)
    panel.slice.click()
    settle()
    state, view = window.session.state, window.viewport
    tool, placed = window.kit.workspace, state.document.robots[-1]
    plane = state.view.workspace.slice
    assert plane.on
    grip = section_middle(plane, slice_room(state.found, placed))
    tip = grip + np.asarray(plane.unit) * 1e-3
    at = project(view.camera, np.array([tip]), view.width(), view.height())[0]
    assert tool.take(view, QPointF(at[0], at[1]))
    tool.drag(view, QPointF(at[0] + 25, at[1] + 15), False)
    tool.let_go()
    moved = window.session.state.view.workspace.slice
    assert moved.offset != plane.offset
    panel.plane.field.setFocus()
    panel.plane.field.selectAll()
    QTest.keyClicks(panel.plane.field, "0.3")
    QTest.keyClick(panel.plane.field, Qt.Key.Key_Return)
    assert window.session.state.view.workspace.slice.offset == pytest.approx(0.3)
    # a click on a point of the cloud that no body covers
    steps = len(window.session.history)
    points = workspace_points(window.session.state)
    seen = project(view.camera, points, view.width(), view.height())
    inside = (np.abs(seen[:, :2] - (view.width() / 2, view.height() / 2)) < 200).all(axis=1)
    for place in seen[inside][:40]:
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(*place[:2].astype(int)))
        if len(window.session.history) > steps:
            break
    assert window.session.history[steps:] == [f"Move {placed.id} to a point of its workspace"]
    state = window.session.state
    tip = tool_pose(placed, state.postures[placed.id])[:3, 3]
    on_plane = abs(tip @ np.asarray(plane.unit) - 0.3) < 1e-4
    assert on_plane or np.linalg.norm(points - tip, axis=1).min() < 1e-4
    window.session.undo()
    assert len(window.session.history) == steps


def test_collisions_and_orientations_are_sought_when_asked_for(
    window, panel, qtbot, project_root
) -> None:
    assert show_robot(window.desk, str(project_root / "arch" / "puma560.arch"))
    find(window, panel, qtbot)
    whole = panel.found.measure
    panel.collisions.click()
    settled(window, panel, qtbot)
    assert "reached without collision" in panel.notice.text
    assert panel.found.measure < whole
    found = panel.found
    window.desk.workspace.look(colors="service")
    settled(window, panel, qtbot)
    assert panel.found.service is not None
    assert panel.found.workspace is found.workspace  # only what was missing was sought
    assert len(shown(window, Points)) > 1


def test_stop_ends_the_search(window, panel, qtbot, project_root) -> None:
    assert show_robot(window.desk, str(project_root / "arch" / "puma560.arch"))
    QTest.mouseClick(panel.button, Qt.MouseButton.LeftButton)
    assert panel.button.text() == "Stop"
    QTest.mouseClick(panel.button, Qt.MouseButton.LeftButton)
    assert panel.button.text() == "Find"
    assert not window.desk.workspace.running
    assert panel.notice.text == "Stopped"


def test_a_cell_that_shows_a_workspace_finds_it_when_opened(window, panel, qtbot) -> None:
    find(window, panel, qtbot)
    state = window.session.state
    window.session.restart(replace(state, found=None))
    settled(window, panel, qtbot)
    assert shown(window, Points)


def test_what_goes_on_for_ever_says_so(window, panel, qtbot, tmp_path) -> None:
    path = tmp_path / "slide.arch"
    path.write_text("{ type = prismatic a = 0 b = 0 al = 90 th = 0 } { a = 1 b = 0 al = 0 th = 0 }")
    assert show_robot(window.desk, str(path))
    QTest.mouseClick(panel.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "has no limits" in panel.notice.text, timeout=10000)
    assert panel.button.text() == "Find"
    assert not window.session.state.view.workspace.on

"""The browser of solutions: searched beside the window, previewed as ghosts, taken by a click."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rvs.engine.kinematics import fkine
from rvs.ui.commands import files

pytestmark = pytest.mark.ui


@pytest.fixture
def open_panel(make_window, qtbot):
    def open_it(*files, **options):
        window = make_window(*files, **options)
        window.actions_["solutions"].trigger()
        qtbot.waitUntil(lambda: window.solutions.list.topLevelItemCount() > 0, timeout=10000)
        return window, window.solutions

    return open_it


def texts(panel):
    tree = panel.list
    rows = (tree.topLevelItem(row) for row in range(tree.topLevelItemCount()))
    return [[item.text(column) for column in range(tree.columnCount())] for item in rows]


def choose(panel, row):
    item = panel.list.topLevelItem(row)
    panel.list.scrollToItem(item)
    QTest.mouseClick(
        panel.list.viewport(), Qt.MouseButton.LeftButton,
        pos=panel.list.visualItemRect(item).topLeft() + QPoint(40, 10),
    )  # fmt: skip


def test_the_panel_opens_with_all_rows_in_sight(open_panel, qtbot):
    _, panel = open_panel(size=(1600, 1000))
    rows, seen = panel.list, panel.list.viewport()
    last = rows.topLevelItem(7)
    qtbot.waitUntil(lambda: rows.visualItemRect(last).bottom() < seen.height(), timeout=5000)


def test_no_border_moves_when_postures_are_found(open_panel, qtbot):
    _, panel = open_panel(size=(1600, 1000))
    high = panel.height()
    panel._show(None)
    panel._ask()
    qtbot.waitUntil(lambda: panel.list.topLevelItemCount() > 0, timeout=5000)
    QApplication.processEvents()
    assert panel.height() == high


def test_all_branches_are_listed_with_their_limits(open_panel):
    window, panel = open_panel()
    rows = texts(panel)
    assert len(rows) == 8
    assert rows[0][0] == "right, up"
    assert rows[0][1:3] == ["now", "within"]
    assert rows[1][2].startswith("θ")
    assert len({tuple(row) for row in rows}) == 8
    assert rows[0][4:] == ["30°", "45°", "−160°", "0°", "−65°", "0°"]
    heads = [panel.list.headerItem().text(k) for k in range(10)]
    assert heads == ["Posture", "Move", "Limits", "κF", "θ₁", "θ₂", "θ₃", "θ₄", "θ₅", "θ₆"]
    assert panel.list.topLevelItem(0).font(0).bold()
    assert panel.legend.isVisible()
    assert panel.subtitle.text() == "8 solutions"
    assert panel.allowed.text() == "Within limits (1)"
    assert panel.free.text().startswith("Free of collision (")
    panel.allowed.setChecked(True)
    assert len(texts(panel)) == 1
    assert window.session.history == []


def test_a_chosen_branch_is_a_ghost_and_a_double_click_takes_it(open_panel, qtbot):
    window, panel = open_panel()
    state = window.session.state
    before = fkine(state.document.robots[0].robot, state.postures["PUMA 560"])
    assert panel._ghost(state) == ()
    choose(panel, 2)
    assert panel._ghost(state) != ()
    wanted = panel.chosen.q
    assert panel.chosen.beyond
    panel.take()
    assert window.session.state.postures == state.postures
    assert "beyond limits (θ₄ by" in panel.notice.text
    window.desk.settings.change(ignore_limits=True)
    choose(panel, 2)
    assert panel.notice.text == ""
    item = panel.list.currentItem()
    place = panel.list.visualItemRect(item).topLeft() + QPoint(40, 10)
    QTest.mouseDClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    state = window.session.state
    assert state.postures["PUMA 560"] == wanted
    assert np.allclose(fkine(state.document.robots[0].robot, wanted), before, atol=1e-8)
    assert window.session.history == ["Use a solution for PUMA 560"]
    qtbot.waitUntil(
        lambda: bool(panel.chosen is None or texts(panel)[0][1] == "now"), timeout=10000
    )


def test_the_list_follows_the_tool(open_panel, qtbot):
    window, panel = open_panel()
    far = window.tool_target.pose.copy()
    far[:3, 3] *= 4
    window.tool_target.lead(far)
    qtbot.waitUntil(lambda: "reach" in panel.words.text().lower(), timeout=10000)
    assert texts(panel) == []
    window.actions_["undo"].trigger()
    qtbot.waitUntil(lambda: len(texts(panel)) == 8, timeout=10000)


def test_a_redundant_arm_has_a_swivel_that_leaves_the_tool_at_rest(open_panel, qtbot):
    window, panel = open_panel("rediestro")
    qtbot.waitUntil(lambda: panel.subtitle.text() == "∞ solutions", timeout=10000)
    robot = window.session.state.document.robots[0]
    before = window.session.state.postures[robot.id]
    assert panel.slider.isVisible()
    panel.slider.setFocus()
    for _ in range(3):
        QTest.keyClick(panel.slider, Qt.Key.Key_PageUp)
    after = window.session.state.postures[robot.id]
    assert np.abs(np.subtract(after, before)).max() > 0.01
    assert np.allclose(fkine(robot.robot, after), fkine(robot.robot, before), atol=1e-8)
    assert "by" in panel.slider_title.text()
    assert "θ" in panel.slider_title.text()
    qtbot.waitUntil(lambda: texts(panel)[0][1] == "now", timeout=10000)


def test_an_arm_without_surplus_joints_has_no_swivel(open_panel):
    _, panel = open_panel()
    assert not panel.slider.isVisible()


def test_solutions_of_a_robot_leave_with_it(open_panel, qtbot):
    from rvs.ui.commands.files import show_robot

    window, panel = open_panel()
    show_robot(window.desk, "scara")
    assert texts(panel) == []
    window.actions_["switch_theme"].trigger()
    panel.allowed.setChecked(True)
    panel.allowed.setChecked(False)
    qtbot.waitUntil(lambda: len(texts(panel)) > 0, timeout=10000)
    assert all(row[1].count(",") == 3 for row in texts(panel) if "," in row[1])


def test_what_does_not_count_of_the_pose_leaves_postures_to_an_arm_of_few_joints(open_panel, qtbot):
    window, panel = open_panel()
    files.show_robot(window.desk, "planar-2r")
    target = window.desk.gizmos.tool
    qtbot.waitUntil(lambda: panel.list.topLevelItemCount() > 0, timeout=10000)
    goal = np.array(target.pose)
    goal[:3, :3] = np.diag([1.0, -1.0, -1.0]) @ goal[:3, :3]
    target.lead(goal)
    qtbot.waitUntil(lambda: panel.subtitle.text() == "0 solutions", timeout=10000)
    for name in ("rx", "ry", "rz"):
        QTest.mouseClick(panel.counts[name], Qt.MouseButton.LeftButton)
    assert panel.counted == (False, False, False, True, True, True)
    qtbot.waitUntil(lambda: panel.subtitle.text() == "2 solutions", timeout=10000)
    assert "cannot prove" in panel.words.text()
    for row in panel.shown_branches:
        q = np.array(row.q)
        robot = window.session.state.document.robots[0].robot
        np.testing.assert_allclose(fkine(robot, q)[:3, 3], goal[:3, 3], atol=1e-7)

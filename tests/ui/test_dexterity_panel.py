"""The panel of dexterity: its numbers and warning, ellipsoids, and where it sends the robot."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from rvs.model.document import set_joint
from rvs.scene.items import Label, Line
from rvs.study.dexterity import condition_number, maximum_reach
from rvs.ui.commands import trajectories
from rvs.ui.commands.files import show_robot

from .hands import settle

pytestmark = pytest.mark.ui


@pytest.fixture
def panel(window):
    window.actions_["dexterity"].trigger()
    settle()
    return window.panels["dexterity"]


def click(widget) -> None:
    # a box reacts on its mark and words, not on all of its width
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(10, widget.height() // 2))


def number(panel, name: str) -> float:
    return float(panel.values[name].text().split()[0])


def robot(window):
    return window.session.state.document.robots[0]


def test_the_numbers_follow_the_posture(window, panel) -> None:
    def now() -> float:
        placed = robot(window)
        return condition_number(placed.robot, window.session.state.postures[placed.id])

    assert number(panel, "Condition number κF") == pytest.approx(now(), abs=1e-4)
    before = panel.values["Singular values"].text()
    window.session.pose(robot(window).id, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    assert panel.values["Singular values"].text() != before
    assert number(panel, "Condition number κF") == pytest.approx(now(), abs=1e-4)
    assert panel.values["Characteristic length L"].text().endswith(" m")


def test_a_singularity_is_named_with_what_is_lost(window, panel) -> None:
    window.session.pose(robot(window).id, [0.1, 0.5, -1.0, 0.4, 0.0, 0.6])
    assert panel.notice.text.startswith("At a wrist singularity: axes 4 and 6 in line")
    assert panel.values["Condition number κF"].text() == "∞"
    window.session.undo()
    assert panel.notice.text == ""


def test_the_task_counts(window, panel) -> None:
    whole = panel.values["Singular values"].text()
    panel.task.setCurrentIndex(1)
    assert len(panel.values["Singular values"].text().split()) == 3 < len(whole.split())


def test_a_length_that_is_approached_only_is_none(window, panel) -> None:
    assert show_robot(window.desk, "planar-2r")
    window.session.pose(robot(window).id, [0.1, 2.3])
    assert panel.values["Characteristic length L"].text() == "none"
    assert number(panel, "Condition number κF") == pytest.approx(1.118, abs=1e-3)


def test_the_best_posture_is_one_step_and_isotropic(window, panel, qtbot, project_root) -> None:
    assert show_robot(window.desk, str(project_root / "arch" / "diestro.arch"))
    panel.limits.setChecked(False)
    steps = len(window.session.history)
    click(panel.best)
    qtbot.waitUntil(lambda: len(window.session.history) == steps + 1, timeout=20000)
    assert number(panel, "Condition number κF") == pytest.approx(1.0, abs=1e-4)
    assert window.session.undo_label == "Go to the best posture"
    window.session.undo()
    assert number(panel, "Condition number κF") > 1.5


def test_the_arm_is_stretched(window, panel, qtbot) -> None:
    click(panel.far)
    wanted = maximum_reach(robot(window).robot, limits=True)
    qtbot.waitUntil(lambda: bool(window.session.history), timeout=20000)
    assert np.allclose(window.session.state.postures[robot(window).id], wanted.q, atol=1e-9)
    qtbot.waitUntil(lambda: "from the origin of the base" in panel.notice.text, timeout=20000)
    assert "The tool point reaches 1.5432 m from the origin" in panel.notice.text
    assert "at most 0.877 m from axis 1" in panel.notice.text
    # the next posture is not the one that was found
    window.session.pose(robot(window).id, tuple(robot(window).robot.home.tolist()))
    assert "reaches" not in panel.notice.text


def test_ellipsoids_are_part_of_the_view(window, panel) -> None:
    def rings() -> int:
        items = window.viewport.scene().items
        return sum(isinstance(i, Line) and i.owner[1:] == ("tool",) for i in items)

    before = rings()
    click(panel.ellipsoids["velocity"])
    assert window.session.state.view.ellipsoids == "velocity"
    assert rings() == before + 4
    click(panel.ellipsoids["force"])
    assert window.session.state.view.ellipsoids == "both"
    assert rings() == before + 8
    click(panel.ellipsoids["velocity"])
    assert window.session.state.view.ellipsoids == "force"
    assert not window.session.history


def test_the_direction_that_is_lost_is_shown_where_one_is(window, panel) -> None:
    def words() -> list[str]:
        return [item.text for item in window.viewport.scene().items if isinstance(item, Label)]

    click(panel.lost)
    assert window.session.state.view.lost_direction
    assert not {"lost", "hardest"} & set(words())
    window.session.pose(robot(window).id, [0.1, 0.5, -1.0, 0.4, 0.0, 0.6])
    assert "lost" in words()
    window.session.pose(robot(window).id, [0.1, 0.5, -1.0, 0.4, 0.004, 0.6])
    assert "hardest" in words()
    assert panel.notice.text.startswith("Near a wrist singularity")


def test_the_way_is_coloured_from_panel_and_menu(window, panel, project_root) -> None:
    motion = project_root / "jtraj" / "puma560-place.jtraj"
    assert trajectories.load(window.desk, motion)

    def colors() -> set:
        items = window.viewport.scene().items
        return {i.color[:3] for i in items if isinstance(i, Line) and i.owner[1:] == ("trace",)}

    assert len(colors()) == 1
    click(panel.colored)
    assert len(colors()) > 1
    assert window.actions_["colored_trace"].isChecked()
    window.actions_["trace"].trigger()
    assert not panel.colored.isChecked()
    window.actions_["colored_trace"].trigger()
    assert window.session.state.view.trace
    assert panel.colored.isChecked()
    window.actions_["colored_trace"].trigger()
    assert len(colors()) == 1


def test_commands_go_to_postures_without_the_panel(window, qtbot) -> None:
    window.actions_["maximum_reach"].trigger()
    qtbot.waitUntil(lambda: window.session.undo_label == "Go to the maximum reach", timeout=20000)
    window.actions_["velocity_ellipsoid"].trigger()
    window.actions_["force_ellipsoid"].trigger()
    assert window.session.state.view.ellipsoids == "both"
    window.actions_["velocity_ellipsoid"].trigger()
    assert window.session.state.view.ellipsoids == "force"


def test_a_search_that_finds_nothing_says_why(window, panel, qtbot) -> None:
    assert show_robot(window.desk, "prr")
    free = (-np.inf, np.inf)
    window.session.edit("Free", lambda d: set_joint(d, robot(window).id, 0, limits=free))
    click(panel.far)
    qtbot.waitUntil(lambda: "is prismatic and has no limits" in panel.notice.text, timeout=20000)
    assert not window.desk.posture_search.running

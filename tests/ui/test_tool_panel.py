"""The panel of the end-effector: choose, open, carry, take and release along a trajectory."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.bodies.effectors import finger_gaps
from rvs.bodies.robot_body import shown_body
from rvs.model.current import current_robot
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.commands.grips import time_menu
from rvs.ui.commands.tool_edits import tip_missed

from .hands import type_into

pytestmark = pytest.mark.ui


@pytest.fixture
def panel(window):
    window.actions_["tool"].trigger()
    window.session.look(mode="body")
    return window.tool


def robot(window):
    return current_robot(window.session.state)


def choose(box, data) -> None:
    box.setCurrentIndex(box.findData(data))
    box.activated.emit(box.currentIndex())


def tool_parts(window) -> set[str]:
    return {item.owner[3] for item in window.viewport.scene().items if item.owner[1:2] == ("tool",)}


def test_a_chosen_tool_is_drawn_and_can_be_undone(window, panel) -> None:
    assert panel.isVisible()
    choose(panel.effector, "drill")
    assert robot(window).end_effector == "drill"
    assert "chuck" in tool_parts(window)
    window.session.undo()
    assert robot(window).end_effector == "hand"
    assert panel.effector.currentData() == "hand"
    assert "palm" in tool_parts(window)


def test_the_gripper_opens_by_its_slider_in_one_step(window, panel) -> None:
    assert not panel.opening.isEnabled()
    choose(panel.effector, "gripper")
    steps = len(window.session.history)
    panel.opening.moved.emit(0.2)
    panel.opening.moved.emit(0.9)
    panel.opening.released.emit()
    assert robot(window).opening == 0.9
    assert len(window.session.history) == steps + 1


def test_the_gripper_opens_to_a_distance_that_is_typed(window, panel) -> None:
    choose(panel.effector, "gripper")
    assert panel.gap.isVisible()

    def enter(text: str) -> None:
        type_into(panel.gap, text)

    enter("30")
    low, high = finger_gaps(robot(window), shown_body(robot(window), "body"))
    assert low + robot(window).opening * (high - low) == pytest.approx(0.03)
    assert panel.gap.text() == "30.00 mm"
    enter("5 m")
    assert panel.gap.state == "invalid"
    assert "opens from 0 mm to" in panel.gap.toolTip()
    choose(panel.effector, "drill")
    assert not panel.gap.isVisible()


def test_the_tool_frame_goes_to_the_tip(window, panel) -> None:
    choose(panel.effector, "pointer")
    assert panel.at_tip.isEnabled()
    QTest.mouseClick(panel.at_tip, Qt.MouseButton.LeftButton)
    assert robot(window).robot.tool[2, 3] > 0.1
    assert not panel.at_tip.isEnabled()


def test_a_tool_frame_at_the_tip_goes_along_to_another_end_effector(window, panel) -> None:
    """One that is elsewhere stays, and both panels say that it is not at the tip."""
    said = window.tool_pose.said.frame
    before = robot(window).robot.tool
    choose(panel.effector, "pointer")
    assert np.allclose(robot(window).robot.tool, before)
    assert not said.isHidden()
    assert "Not at the tip of the pointer" in said.text()
    assert "not at the tip" in panel.frame.text()
    for _ in range(2):
        assert window.desk.theme.colors.accent_text in said.text()
        window.actions_["switch_theme"].trigger()
    said.linkActivated.emit("tip")
    pointer = robot(window).robot.tool
    assert not np.allclose(pointer, before)
    assert said.isHidden()
    choose(panel.effector, "drill")
    drill = robot(window).robot.tool
    assert not np.allclose(drill, pointer)
    assert tip_missed(window.session.state, robot(window)) is False
    assert said.isHidden()
    window.session.undo()
    assert np.allclose(robot(window).robot.tool, pointer)


def test_an_opening_that_is_grey_says_why(window, panel) -> None:
    assert "Only the two-finger gripper opens" in panel.opening.toolTip()
    choose(panel.effector, "gripper")
    assert "does not open" not in panel.opening.toolTip()


def test_a_payload_has_sizes_and_mass_and_refuses_bad_ones(window, panel) -> None:
    choose(panel.payload, "cylinder")
    assert [field.isVisibleTo(panel) for field in panel.sizes] == [True, True, False]
    panel.sizes[1].entered.emit(0.2)
    assert robot(window).payload.sizes == (0.05, 0.05, 0.2)
    panel.mass.entered.emit(1.5)
    assert robot(window).payload.mass == 1.5
    panel.mass.entered.emit(-1.0)
    assert panel.mass.state == "invalid"
    assert robot(window).payload.mass == 1.5


def test_a_tool_that_can_not_be_read_is_told_and_not_taken(window, panel, own_home) -> None:
    folder = own_home / "links" / "tools"
    folder.mkdir(parents=True)
    (folder / "bent.body").write_text("kind = tool\ntool { part { shape = cylindr } }\n")
    panel.effector.addItem("bent", "bent")
    choose(panel.effector, "bent")
    assert "cylindr" in panel.told.text()
    assert robot(window).end_effector == "hand"
    assert panel.effector.currentData() == "hand"


def payload_place(window) -> np.ndarray:
    found = [i for i in window.viewport.scene().items if i.owner[1:] == ("tool", "part", "payload")]
    return found[0].pose[:3, 3]


def test_things_are_taken_and_left_along_a_trajectory(window, panel) -> None:
    choose(panel.effector, "gripper")
    choose(panel.payload, "box")
    choice = next(
        one
        for one in trajectory_commands.choices()
        if trajectory_commands.suits(one, robot(window))
    )
    trajectory_commands.load_for(window.desk, choice)
    playback = window.trajectory.playback
    end = playback.duration
    for part, button in ((0.3, panel.take), (0.7, panel.release)):
        playback.seek(part * end)
        assert button.isEnabled()
        button.click()
    assert len(robot(window).grips) == 1
    places = []
    for part in (0.0, 0.2, 0.5, 0.7, 1.0):
        playback.seek(part * end)
        places.append(payload_place(window))
    assert np.allclose(places[0], places[1])
    assert not np.allclose(places[1], places[2])
    assert np.allclose(places[3], places[4])
    line = window.trajectory.timeline
    time_menu(window.desk, line, line.time_at(line.x_of(0.8 * end))).actions()[0].trigger()
    assert robot(window).grips[1].take == pytest.approx(0.8 * end, rel=1e-3)
    time_menu(window.desk, line, 0.81 * end).actions()[2].trigger()
    assert len(robot(window).grips) == 1
    playback.seek(0.5 * end)
    panel.take.click()
    assert "already" in panel.told.text()
    panel.unmark.click()
    assert robot(window).grips == ()


def test_the_table_offers_the_same_end_effectors_and_takes_the_tip_along(window, panel) -> None:
    box = window.robot_table.facts.end_effector
    assert [box.itemText(i) for i in range(box.count())] == [
        panel.effector.itemText(i) for i in range(panel.effector.count())
    ]
    window.session.settle()
    QTest.mouseClick(panel.at_tip, Qt.MouseButton.LeftButton)
    choose(box, "torch")
    assert robot(window).end_effector == "torch"
    assert tip_missed(window.session.state, robot(window)) is False
    assert box.currentText() == panel.effector.currentText() == "Welding torch"

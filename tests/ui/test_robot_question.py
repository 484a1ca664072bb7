"""A script with several robots that is opened: the one that is asked for, with pictures."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.files.placed_robot import on_disk
from rvs.model.current import current_robot
from rvs.ui.saving import opening
from tests.ui.hands import click, in_dialogs

pytestmark = pytest.mark.ui
TWO = """left = SerialLink([Link('d', 0.3, 'alpha', pi/2) Link('d', 0, 'a', 0.5)]);
right = SerialLink([Link('d', 0.3, 'a', 0.4) Link('theta', 0, 'qlim', [0 0.2])]);
"""


def test_the_robot_that_is_chosen_is_opened(window, tmp_path) -> None:
    path = tmp_path / "two.m"
    path.write_text(TWO, encoding="utf-8")
    told: list[str] = []

    def choose(dialog) -> None:
        told.extend(dialog.robots.item(i).text() for i in range(dialog.robots.count()))
        QTest.keyClick(dialog.robots, Qt.Key.Key_End)
        click(dialog.button)

    in_dialogs(choose)
    assert opening.open_all(window.desk, [str(path)])
    assert told == ["left", "right"]
    placed = current_robot(window.session.state)
    assert [joint.kind for joint in placed.robot.joints] == ["revolute", "prismatic"]
    assert placed.imported.choices.robot == "right"


def test_the_chosen_robot_is_read_again_without_a_question(window, tmp_path) -> None:
    path = tmp_path / "two.m"
    path.write_text(TWO, encoding="utf-8")

    def choose(dialog) -> None:
        QTest.keyClick(dialog.robots, Qt.Key.Key_End)
        click(dialog.button)

    in_dialogs(choose)
    assert opening.open_all(window.desk, [str(path)])
    path.write_text(TWO.replace("'a', 0.4", "'a', 0.6"), encoding="utf-8")
    window.actions_["reload"].trigger()
    placed = current_robot(window.session.state)
    assert [joint.a for joint in placed.robot.joints] == [0.6, 0.0]
    assert placed.imported.choices.robot == "right"
    # The file says so: to look at it is nobody's work.
    assert on_disk(placed).robot == placed.robot


def test_at_a_start_the_question_waits_for_the_window(make_window, qtbot, tmp_path) -> None:
    path = tmp_path / "two.m"
    path.write_text(TWO, encoding="utf-8")
    in_dialogs(lambda dialog: click(dialog.button))
    window = make_window(str(path))
    qtbot.waitUntil(lambda: current_robot(window.session.state).imported is not None)
    assert current_robot(window.session.state).imported.choices.robot == "left"
    assert not window.messages.messages


def test_no_robot_is_opened_without_an_answer(window, tmp_path) -> None:
    path = tmp_path / "two.m"
    path.write_text(TWO, encoding="utf-8")
    before = window.session.state.document
    in_dialogs(lambda dialog: click(dialog.cancel))
    assert not opening.open_all(window.desk, [str(path)])
    assert window.session.state.document is before

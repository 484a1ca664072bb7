"""A gripper of a file on the robot of the window."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.bodies.effectors import carried_load
from rvs.model.current import current_robot
from rvs.ui import file_dialogs
from rvs.ui.commands import tool_edits

from ..files.test_split_robots import two_arms
from .hands import in_dialogs

pytestmark = pytest.mark.ui


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    path = tmp_path / "hand.urdf"
    path.write_text(two_arms(), encoding="utf-8")
    return path


def test_a_robot_carries_the_gripper_of_a_file(make_window, hand, monkeypatch) -> None:
    window = make_window("ur5e")
    before = current_robot(window.session.state)
    monkeypatch.setattr(file_dialogs, "open_file", lambda *_: hand)

    def answer(dialog) -> None:
        try:
            QTest.keyClicks(dialog.search, "left_palm")
            QTest.keyClick(dialog.search, Qt.Key.Key_Return)
            QTest.keyClick(dialog.links, Qt.Key.Key_B)
            # The tree's root is the tip yet, which the palm does not carry.
            assert "does not carry" in dialog.notice.text
            assert not dialog.button.isEnabled()
            dialog.search.clear()
            dialog.links.tip_chosen.emit("left_tcp")
            assert dialog.weight.text() == "0.7 kg, 3 parts"
            QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
        finally:
            if dialog.isVisible():
                dialog.reject()

    in_dialogs(answer)
    window.actions_["effector_from_file"].trigger()
    placed = current_robot(window.session.state)
    assert placed.end_effector == "twin left_palm"
    assert carried_load(placed, placed.body).tool.volume == pytest.approx(0.7)
    window.session.undo()
    assert current_robot(window.session.state) == before


def test_it_sits_where_the_one_before_sat(make_window, hand) -> None:
    from rvs.bodies.effectors import carried
    from rvs.files.chains import alone
    from rvs.files.trees.readers import read_tree_file

    window = make_window("ur5e")
    placed = current_robot(window.session.state)
    body, _ = alone(read_tree_file(hand), "left_palm", "left_tcp")
    there = carried(placed, placed.body, 0.0).root
    new = tool_edits.mounted(placed, body, "full")
    assert carried(new, new.body, 0.0).root == pytest.approx(there, abs=1e-12)
    assert carried(new, new.body, 0.0).tip == pytest.approx(new.robot.tool, abs=1e-12)
    # Without an end-effector the tool frame is where the flange of a description is.
    bare = placed.robot.replace(tool=np.diag([1.0, -1.0, -1.0, 1.0]) + 0.1 * np.eye(4, k=3))
    from dataclasses import replace

    new = tool_edits.mounted(replace(placed, robot=bare, end_effector="none", effector=None), body,
                           "full")  # fmt: skip
    assert carried(new, new.body, 0.0).root == pytest.approx(bare.tool, abs=1e-12)

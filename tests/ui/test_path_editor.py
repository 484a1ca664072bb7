"""Paths of the tool written in the window: from where the tool is, checked, followed, saved."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.files.motions.ctraj import read_ctraj

pytestmark = pytest.mark.ui


@pytest.fixture
def editor(window):
    window.actions_["path_editor"].trigger()
    return window.path_editor


def press(editor, name):
    QTest.mouseClick(editor.buttons[name], Qt.MouseButton.LeftButton)


def shift(window, *way):
    pose = window.tool_target.pose.copy()
    pose[:3, 3] += way
    window.tool_target.lead(pose)
    window.session.settle()


def test_every_move_is_put_in_from_where_the_tool_is(window, editor, tmp_path):
    press(editor, "start")
    shift(window, 0, -0.1, 0)
    press(editor, "line")
    shift(window, -0.05, -0.05, 0)
    press(editor, "arc")
    assert editor.buttons["arc"].text() == "Arc: to here"
    shift(window, 0.0, -0.1, 0)
    press(editor, "arc")
    shift(window, 0.05, 0, 0)
    press(editor, "circle")
    shift(window, 0.0, 0, 0.05)
    press(editor, "circle")
    shift(window, 0.0, 0.1, 0)
    press(editor, "screw")
    for way in ((0, 0.1, 0), (-0.05, 0, 0.05), (0, -0.05, 0.02)):
        shift(window, *way)
        press(editor, "spline")
    kinds = [move.kind for move in editor._file.way.moves]
    assert kinds == ["line", "arc", "circle", "screw", "spline"]
    assert len(editor._file.way.moves[-1].to) == 3
    assert editor.notice.text.endswith(" s")
    end = np.array(editor._file.way.moves[-1].to[-1])
    assert np.allclose(end, window.tool_target.pose, atol=1e-9)
    path = tmp_path / "mine.ctraj"
    assert editor.save_to(path)
    assert read_ctraj(path).way == editor._file.way
    press(editor, "follow")
    assert window.trajectory.playback.loaded.motion is not None


def test_what_is_wrong_is_told_with_its_line(window, editor, qtbot):
    press(editor, "start")
    shift(window, 0, -0.1, 0)
    press(editor, "line")
    assert editor.buttons["follow"].isEnabled()
    editor.text.appendPlainText("line { to = [ 1, 2 ] }")
    qtbot.waitUntil(lambda: "line 6" in editor.notice.text, timeout=3000)
    assert not editor.buttons["follow"].isEnabled()
    assert not editor.buttons["save"].isEnabled()


def test_a_new_start_can_be_taken_back_in_the_text(window, editor):
    press(editor, "start")
    shift(window, 0, -0.1, 0)
    press(editor, "line")
    before = editor.text.toPlainText()
    press(editor, "start")
    assert editor.text.toPlainText() != before
    editor.text.undo()
    assert editor.text.toPlainText() == before

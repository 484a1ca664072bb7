"""Paths of the tool written in the window: from where the tool is, checked, followed, saved."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from rvs.files.library import bundled_folder
from rvs.files.motions.ctraj import read_ctraj
from rvs.scene.items import Line
from rvs.ui.widgets.paths import VIA

from .hands import press, type_into

pytestmark = pytest.mark.ui


@pytest.fixture
def editor(window):
    window.actions_["path_editor"].trigger()
    return window.path_editor


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
    assert " s" in editor.notice.text
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


SEAM = bundled_folder() / "ctraj" / "puma560-seam.ctraj"


@pytest.fixture
def seam(window, editor):
    assert editor.open_file(SEAM)
    return editor


def lines(window):
    """Lines of the path in the view."""
    items = window.path_editor.preview.items(window.session.state)
    return [item for item in items if isinstance(item, Line)]


def test_a_bundled_path_is_offered_and_opens_in_table_and_text(window, editor):
    editor.menu.aboutToShow.emit()
    (entry,) = [one for one in editor.menu.actions() if one.text() == "puma560-seam"]
    entry.trigger()
    assert editor.text.toPlainText() == SEAM.read_text(encoding="utf-8")
    assert not editor.draft.unsaved
    table = editor.table
    assert [row.move for row in table.rows] == [-1, 0, 1, 2]
    goal = [table.item(3, column).text() for column in range(1, 7)]
    assert goal == ["480", "0", "600", "180", "0", "−120"]
    assert table.item(2, 7).text() == "580, 100, 450"
    press(editor, "follow")
    editor.menu.aboutToShow.emit()
    assert editor.menu.actions()[0].text() == "puma560-seam (loaded)"


def test_a_number_typed_into_the_table_changes_its_number_in_the_text(seam):
    seam.table.item(1, 1).setText("500")
    assert seam._file.way.moves[0].to[0][0][3] == 0.5
    before = SEAM.read_text(encoding="utf-8")
    assert seam.text.toPlainText() == before.replace("line { to = [ 480", "line { to = [ 500")
    assert seam.draft.unsaved
    QTest.keyClick(seam.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert seam.text.toPlainText() == before
    assert seam.table.item(1, 1).text() == "480"


def test_what_means_nothing_stays_and_is_said(seam):
    before = seam.text.toPlainText()
    seam.table.item(1, 1).setText("far")
    assert seam.table.item(1, 1).text() == "far"
    assert seam.notice.text
    assert seam.text.toPlainText() == before


def test_kinds_order_points_and_pace_are_edited_without_typing_text(window, seam):
    seam.table.selectRow(2)
    shift(window, 0, 0, -0.2)
    press(seam, "via")
    via = seam._file.way.moves[1].via[0]
    assert np.allclose(via, window.tool_target.pose[:3, 3])
    press(seam, "up")
    assert [move.kind for move in seam._file.way.moves] == ["arc", "line", "screw"]
    assert seam.table.chosen.move == 0
    box = seam.table.cellWidget(1, 0).findChild(QComboBox)
    box.setCurrentIndex(4)
    box.activated.emit(4)
    assert seam._file.way.moves[0].kind == "spline"
    seam.table.selectRow(2)
    press(seam, "pose")
    assert np.allclose(seam._file.way.moves[1].to[0], window.tool_target.pose)
    press(seam, "remove")
    assert len(seam._file.way.moves) == 2
    seam.pace.speed.entered.emit(0.3)
    assert seam._file.way.pace.speed == 0.3
    assert "speed = 300" in seam.text.toPlainText()

    # without an acceleration of its own it takes a third of the time
    field = seam.pace.acceleration
    type_into(field, "0.8 m/s²")
    assert seam._file.way.pace.acceleration == 0.8
    assert "acceleration = 800" in seam.text.toPlainText()
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert seam._file.way.pace.acceleration == np.inf
    assert "acceleration" not in seam.text.toPlainText()
    assert (field.text(), field.placeholderText()) == ("", "automatic")


def test_a_new_move_goes_after_the_chosen_one(window, seam):
    seam.table.selectRow(1)
    press(seam, "line")
    assert [move.kind for move in seam._file.way.moves] == ["line", "line", "arc", "screw"]


def test_the_path_is_seen_while_it_is_made_and_what_is_not_reached_is_red(window, seam, qtbot):
    qtbot.waitUntil(lambda: "reached to its end" in seam.notice.text, timeout=30_000)
    (line,) = lines(window)
    assert not line.dashed
    seam.table.item(2, 1).setText("1100")
    qtbot.waitUntil(lambda: "reach, by up to" in seam.notice.text, timeout=30_000)
    there, missing = lines(window)
    assert missing.dashed
    assert there.color != missing.color
    assert np.allclose(there.points[-1], missing.points[0])
    assert missing.points[:, 0].max() == pytest.approx(1.1, abs=0.01)
    seam.hide()
    assert lines(window) == []
    press_follow = seam.follow
    press_follow()
    (missing,) = lines(window)
    assert missing.dashed


def test_poses_at_times_are_edited_as_text(window, editor, tmp_path):
    path = tmp_path / "rows.ctraj"
    path.write_text("0 0.5 0 0.5 0 0 180\n1 0.5 0.1 0.5 0 0 180\n", encoding="utf-8")
    assert editor.open_file(path)
    assert editor.table.rows == ()
    assert editor.buttons["follow"].isEnabled()
    assert "Edit its text" in editor.notice.text


def test_the_old_way_goes_while_another_path_is_written(window, editor):
    def traces() -> int:
        owned = [item.owner for item in window.viewport.scene().items if isinstance(item, Line)]
        return sum(owner[1:2] == ("trace",) for owner in owned)

    press(editor, "start")
    shift(window, 0, -0.1, 0)
    press(editor, "line")
    press(editor, "follow")
    window.desk.playback.pause()
    assert traces()
    shift(window, -0.05, -0.05, 0)
    press(editor, "line")
    assert not traces()
    window.desk.playback.play()
    assert traces()
    window.desk.playback.pause()
    assert not traces()
    editor.hide()
    assert traces()


def test_digits_typed_into_a_cell_are_no_keys_of_the_view(window, seam, qtbot):
    before = window.session.state.view.camera
    cell = seam.table.item(1, 1)
    seam.table.setCurrentItem(cell)
    seam.table.setFocus()
    QTest.keyClick(seam.table, Qt.Key.Key_1, Qt.KeyboardModifier.NoModifier)
    box = seam.table.findChild(QLineEdit)
    assert box is not None
    assert box.text() == "1"
    QTest.keyClicks(box, "3")
    QTest.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: seam.table.item(1, 1).text() == "13")
    assert window.viewport.goal == window.session.state.view.camera == before


def test_all_columns_are_in_sight_however_many_points_a_move_goes_through(window, editor):
    window.resize(1600, 1000)
    press(editor, "start")
    for way in ((0.0, 0.03, 0.01), (0.0, -0.01, 0.03)):
        shift(window, *way)
        press(editor, "circle")
    QApplication.processEvents()
    table = editor.table
    assert table.horizontalScrollBar().maximum() == 0
    points = table.item(1, VIA)
    assert points.toolTip() == points.text()
    assert ";" in points.text()


def test_a_called_panel_shows_its_buttons(window, qtbot):
    window.actions_["path_editor"].trigger()
    area = window.path_editor.widget()
    follow = window.path_editor.buttons["follow"]

    def seen() -> bool:
        at = follow.mapTo(area.viewport(), follow.rect().bottomRight())
        return area.viewport().rect().contains(at)

    window.resize(1600, 1000)
    window.actions_["path_editor"].trigger()
    window.path_editor.call()
    qtbot.waitUntil(seen)


def test_where_there_is_no_path_there_is_no_pace(window, editor):
    fields = editor.pace.speed, editor.pace.turning
    assert [field.text() for field in fields] == ["", ""]
    press(editor, "start")
    shift(window, 0, -0.1, 0)
    press(editor, "line")
    editor.check()
    assert all("/s" in field.text() for field in fields)
    editor.text.setPlainText("")
    editor.check()
    assert [field.text() for field in fields] == ["", ""]

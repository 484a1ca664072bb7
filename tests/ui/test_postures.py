"""The postures panel: keep, rename, delete, go to, blend; and trajectories recorded of postures."""

from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton

from rvs.files.library import files_of, load_robot
from rvs.files.robots.jconfig import read_postures
from rvs.model.document import set_joint
from rvs.model.robots.named_posture import NamedPosture
from rvs.model.robots.posture_edits import keep_posture
from rvs.ui.dialogs.record_trajectory import RecordTrajectory
from rvs.ui.widgets.ask_dialog import NameDialog

pytestmark = pytest.mark.ui

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(window):
    window.actions_["postures"].trigger()
    assert window.postures.isVisible()
    return window.postures


def names(panel) -> list[str]:
    return [posture.name for posture in panel.postures]


def posture(window) -> tuple[float, ...]:
    placed = window.session.state.document.robots[0]
    return window.session.state.postures[placed.id]


def type_name(window, text: str, button: bool = True) -> NameDialog:
    dialog = next(d for d in window.findChildren(NameDialog) if d.isVisible())
    dialog.name.clear()
    QTest.keyClicks(dialog.name, text)
    if button:
        QTest.mouseClick(dialog.button, LEFT)
    return dialog


def own(own_home: Path) -> list[str]:
    robot = load_robot("puma560")
    found = list(own_home.rglob("puma560.jconfig"))
    assert len(found) == 1
    return [one.name for one in read_postures(found[0], robot).postures]


def test_bundled_postures_are_listed_with_pictures(window, panel, qtbot) -> None:
    assert names(panel)[:3] == ["working", "ready", "stretched"]
    placed, first = window.session.state.document.robots[0], panel.postures[0]
    qtbot.waitUntil(lambda: panel.pictures.picture(placed, first.q, "light") is not None)
    other = panel.postures[1]
    qtbot.waitUntil(lambda: panel.pictures.picture(placed, other.q, "light") is not None)
    one, two = (panel.pictures.picture(placed, p.q, "light").toImage() for p in (first, other))
    assert one != two


def test_keeping_a_posture_makes_a_copy_of_ones_own(window, panel, own_home: Path) -> None:
    bundled = files_of("jconfig")["puma560"]
    before = bundled.read_bytes()
    window.joints.rows[0].moved.emit(0.25)
    QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.AltModifier)
    type_name(window, "mine")
    assert names(panel)[-1] == "mine"
    assert panel.postures[-1].q == pytest.approx(posture(window))
    assert window.windowTitle().startswith("*PUMA 560 (postures of PUMA 560)")
    assert not list(own_home.rglob("*.jconfig")), "nothing is written before it is saved"
    window.actions_["save"].trigger()
    assert own(own_home) == names(panel)
    assert window.windowTitle().startswith("PUMA 560 –")
    assert bundled.read_bytes() == before
    assert "elbow up" in files_of("jconfig")["puma560"].read_text(encoding="utf-8")


def test_a_name_that_is_taken_asks(window, panel, own_home: Path) -> None:
    window.joints.rows[0].moved.emit(0.25)
    panel.add()
    dialog = type_name(window, "ready", button=False)
    assert dialog.button.text() == "Overwrite"
    assert "Overwrite" in dialog.notice.text
    QTest.mouseClick(dialog.button, LEFT)
    assert names(panel).count("ready") == 1
    assert next(p for p in panel.postures if p.name == "ready").q[0] == pytest.approx(0.25)


def test_renaming_and_deleting(window, panel, own_home: Path) -> None:
    panel.choose("ready")
    panel.list.setFocus()
    QTest.keyClick(panel.list, Qt.Key.Key_F2)
    type_name(window, "upright")
    assert "ready" not in names(panel)
    before = names(panel)
    panel.choose("upright", "zero")
    QTest.keyClick(panel.list, Qt.Key.Key_Delete)
    assert not {"upright", "zero"} & set(names(panel))
    window.actions_["save"].trigger()
    assert own(own_home) == names(panel)
    assert window.session.undo_label == "Delete 2 postures"
    window.actions_["undo"].trigger()
    assert names(panel) == before
    window.actions_["undo"].trigger()
    assert "ready" in names(panel)


def test_one_posture_is_put_in_place_of_another_and_moved(window, panel, qtbot) -> None:
    first, second, third = names(panel)[:3]
    panel.choose(second)
    window.joints.rows[0].moved.emit(0.25)
    panel.replace()
    assert panel.postures[1].q == pytest.approx(posture(window))
    assert panel.postures[1].name == second
    panel.list.setFocus()
    QTest.keyClick(panel.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert names(panel)[:3] == [second, first, third]
    assert [one.name for one in panel.list.chosen()] == [second]
    QTest.keyClick(panel.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(panel.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert names(panel)[:3] == [first, third, second]
    for _ in range(4):
        window.actions_["undo"].trigger()
    assert names(panel)[:3] == [first, second, third]


def test_a_posture_is_dragged_to_its_place(window, panel) -> None:
    first, second, third = names(panel)[:3]
    panel.choose(first)
    rect = panel.list.visualItemRect(panel.list.item(2))
    data = panel.list.model().mimeData(panel.list.selectedIndexes())
    event = QDropEvent(
        QPointF(rect.center().x(), rect.bottom() - 3),
        Qt.DropAction.MoveAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    panel.list.dropEvent(event)
    assert names(panel)[:3] == [second, third, first]
    assert window.session.undo_label == f"Move posture {first}"
    assert [one.name for one in panel.list.chosen()] == [first]


def test_all_postures_of_a_file_come_into_the_list(window, panel, tmp_path, monkeypatch) -> None:
    before, stood = panel.postures, posture(window)
    path = tmp_path / "mine.jconfig"
    text = 'robot = puma560\nposture "zebra" { q = [1 2 3 4 5 6] }\n'
    text += 'posture "yak" { q = [6 5 4 3 2 1] }\nposture "ready" { q = [9 8 7 6 5 4] }'
    path.write_text(text, encoding="utf-8")
    window.open([str(path)])
    assert names(panel)[len(before) :] == ["zebra", "yak", "ready 2"]
    assert [one.name for one in panel.list.chosen()] == ["zebra", "yak", "ready 2"]
    assert posture(window) == stood
    target = tmp_path / "all"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    panel.save_as()
    robot = load_robot("puma560")
    saved = read_postures(target.with_suffix(".jconfig"), robot).postures
    assert [one.name for one in saved] == names(panel)
    window.actions_["undo"].trigger()
    assert panel.postures == before


def test_going_to_a_posture_is_one_step(window, panel) -> None:
    before = posture(window)
    panel.choose("stretched")
    QTest.mouseClick(panel.go_button, LEFT)
    assert np.rad2deg(posture(window)) == pytest.approx([0, 0, -90, 0, 0, 0])
    assert not window.session.dirty
    window.actions_["undo"].trigger()
    assert posture(window) == before


def test_blending_takes_a_second_and_is_one_step(window, panel) -> None:
    before, steps = posture(window), len(window.session.steps)
    panel.choose("stretched")
    panel.list.setFocus()
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    goal = panel.postures[names(panel).index("stretched")].q
    window.clock.tick(0.5)
    assert posture(window) == pytest.approx((np.array(before) + goal) / 2)
    window.clock.tick(0.25)
    window.clock.tick(0.25)
    assert posture(window) == goal
    assert len(window.session.steps) == steps + 1
    window.actions_["undo"].trigger()
    assert posture(window) == before


def test_a_hand_on_a_joint_ends_the_blend(window, panel) -> None:
    panel.choose("stretched")
    QTest.mouseClick(panel.blend_button, LEFT)
    window.clock.tick(0.5)
    window.joints.rows[0].moved.emit(0.4)
    window.clock.tick(0.5)
    assert posture(window)[0] == 0.4


def test_postures_go_with_the_robot(window, panel) -> None:
    window.open(["scara"])
    assert names(panel) == ["working", "stretched", "right elbow", "down"]
    assert all(len(one.q) == 4 for one in panel.postures)


# -- recording -------------------------------------------------------------------------------


def dialog_of(window) -> RecordTrajectory:
    return next(d for d in window.findChildren(RecordTrajectory) if d.isVisible())


def test_four_postures_are_recorded_saved_loaded_and_played(window, panel, own_home: Path) -> None:
    panel.choose("working", "ready", "stretched", "nominal")
    QTest.mouseClick(panel.record_button, LEFT)
    dialog = dialog_of(window)
    assert dialog.list.count() == 4
    least = float(dialog.duration.text())
    dialog.scaling.setCurrentIndex(3)
    assert float(dialog.duration.text()) < least, "a trapezoid is faster than a quintic"
    dialog.duration.setText("20")
    dialog.name.setText("my tour")
    QTest.mouseClick(dialog.button, LEFT)
    playback = window.trajectory.playback
    assert playback.duration == pytest.approx(20.0, abs=0.05)
    assert playback.loaded.name == "my tour"
    assert len(list(own_home.rglob("my tour.jtraj"))) == 1
    assert len(playback.loaded.keys) == 4
    assert not [one for one in playback.loaded.violations if one.quantity != "acceleration"]
    playback.play()
    window.clock.tick(playback.loaded.keys[1])
    ready = panel.postures[names(panel).index("ready")].q
    assert posture(window) == pytest.approx(ready, abs=1e-6)


def test_present_postures_are_added_while_the_dialog_is_open(window, panel, qtbot) -> None:
    panel.list.clearSelection()
    window.actions_["record"].trigger()
    dialog = dialog_of(window)
    assert not dialog.button.isEnabled()
    QTest.mouseClick(dialog.add, LEFT)
    window.joints.rows[0].moved.emit(0.8)
    QTest.mouseClick(dialog.add, LEFT)
    qtbot.waitUntil(dialog.button.isEnabled)
    dialog.duration.setText("0.05")
    assert dialog.button.isEnabled()
    assert "is based on an assumed 90°/s" in dialog.assumed.text()
    assert "You can enter less" in dialog.assumed.text()
    dialog.assumed.linkActivated.emit("motors")
    assert window.robot_table.dynamics.sheet is window.robot_table.dynamics.drives


def test_known_rates_refuse_what_is_too_short(window, panel, qtbot) -> None:
    placed = window.session.state.document.robots[0]
    for k in range(placed.robot.n):
        window.session.edit("Rate", partial(set_joint, robot_id=placed.id, index=k, rate=1.0))
    panel.list.clearSelection()
    window.actions_["record"].trigger()
    dialog = dialog_of(window)
    QTest.mouseClick(dialog.add, LEFT)
    window.joints.rows[0].moved.emit(0.8)
    QTest.mouseClick(dialog.add, LEFT)
    qtbot.waitUntil(dialog.button.isEnabled)
    dialog.duration.setText("0.05")
    assert not dialog.button.isEnabled()
    assert "the joint limits require" in dialog.notice.text.lower()


def test_a_kept_posture_is_recorded_by_its_name_and_the_robot_stays_in_sight(window, panel) -> None:
    from rvs.ui.dialogs.record_trajectory import RecordTrajectory

    placed = window.session.state.document.robots[0]
    kept = placed.named[0]
    window.session.pose(placed.id, kept.q, "Go")
    dialog = RecordTrajectory(window.desk, placed, ())
    dialog.show()
    dialog.add_present()
    window.session.pose(placed.id, [0.123, *kept.q[1:]], "Go")
    dialog.add_present()
    assert [dialog.list.item(row).text() for row in range(2)] == [kept.name, "posture 2"]
    # A posture that is kept has the name that would be the next one.
    window.session.pose(placed.id, [0.2, *kept.q[1:]], "Go")
    called = NamedPosture("posture 4", window.session.state.postures[placed.id])
    window.session.edit("Keep", lambda now: keep_posture(now, placed.id, called))
    dialog.add_present()
    window.session.pose(placed.id, [0.3, *kept.q[1:]], "Go")
    dialog.add_present()
    names = [dialog.list.item(row).text() for row in range(4)]
    assert names == [kept.name, "posture 2", "posture 4", "posture 5"]
    middle = window.viewport.mapToGlobal(window.viewport.rect().center())
    assert not dialog.frameGeometry().contains(middle)
    dialog.close()


def test_recording_asks_before_it_overwrites(window, panel, qtbot) -> None:
    for text in ("Save and load", "Overwrite and load"):
        panel.choose("working", "ready")
        panel.record()
        dialog = dialog_of(window)
        dialog.name.setText("again")
        assert dialog.button.text() == text
        QTest.mouseClick(dialog.button, LEFT)
        qtbot.waitUntil(lambda: not window.findChildren(RecordTrajectory))


def test_what_can_not_be_used_looks_so(window) -> None:
    from rvs.ui.dialogs.record_trajectory import RecordTrajectory

    placed = window.session.state.document.robots[0]
    dialog = RecordTrajectory(window.desk, placed, ())
    dialog.show()
    buttons = {button.text(): button for button in dialog.findChildren(QPushButton)}
    assert not any(buttons[name].isEnabled() for name in ("Up", "Down", "Remove"))
    pale = buttons["Up"].grab().toImage()
    dialog.add_present()
    assert all(buttons[name].isEnabled() for name in ("Up", "Down", "Remove"))
    assert buttons["Up"].grab().toImage() != pale
    dialog.close()

"""A pick-and-place program taught from nothing, changed, run, saved and loaded again."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rvs.engine.arrays import pose_rows
from rvs.engine.kinematics import fkine
from rvs.engine.transforms import pose as pose_of
from rvs.model.paths.path import as_rows
from rvs.model.refs import thing_ref
from rvs.model.things.edits import add_target, add_thing, change_target, change_thing
from rvs.model.things.thing import TargetFrame, Thing
from rvs.scene.build import build_scene
from rvs.ui.commands import tool_edits
from rvs.ui.widgets.ask_dialog import NameDialog
from rvs.ui.widgets.steps.step_line import BAR, TOP

from .hands import press, type_into

pytestmark = pytest.mark.ui

OPENING, WAIT, NOTE = 5, 6, 7
AWAY = pose_of(p=[9.0, 0.0, 0.0])


@pytest.fixture
def panel(window):
    window.actions_["program"].trigger()
    return window.program


def place_tool(window, *xyz):
    """Type the position into the tool pose panel."""
    for field, value in zip(window.tool_pose.fields, xyz, strict=False):
        type_into(field, f"{value}")


def write(panel, row, column, text):
    """Type into a cell by keys."""
    table = panel.table
    table.setCurrentCell(row, column)
    table.setFocus()
    table.scrollToItem(table.item(row, column))
    table.editItem(table.item(row, column))
    editor = QApplication.focusWidget()
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    # The editor hands its text over once the key has been dealt with.
    QApplication.processEvents()


def choose(panel, row, column, index):
    box = panel.table.cellWidget(row, column).layout().itemAt(0).widget()
    box.setFocus()
    for _ in range(index - box.currentIndex()):
        QTest.keyClick(box, Qt.Key.Key_Down)


def program(window):
    return window.session.state.document.programs[0]


def tool(window, q):
    return fkine(window.session.state.document.robots[0].robot, q)[:3, 3]


def teach_all(window, panel):
    press(panel, "teach")
    for xyz in ((0.55, 0.2, 0.6), (0.55, 0.2, 0.4), (0.55, 0.2, 0.6), (0.45, -0.25, 0.6)):
        place_tool(window, *xyz)
        press(panel, "teach")
    choose(panel, 2, 1, 1)
    choose(panel, 2, 4, 1)
    choose(panel, 3, 1, 1)


def test_a_step_is_taught_from_a_named_place(window, panel):
    session = window.session
    placed = session.state.document.robots[0]
    pose = fkine(placed.robot, (0.3, 0.6, 2.4, 0.1, 0.5, 0.2))
    target = TargetFrame("shelf", pose_rows(np.array(placed.place) @ pose, "place"))
    session.edit("Keep", lambda d: add_target(d, target))
    session.edit("Keep", lambda d: add_target(d, TargetFrame("far", pose_rows(AWAY, "place"))))
    before = session.state.postures
    panel.places.parent().aboutToShow.emit()
    near, far = panel.places.actions()
    near.trigger()
    press(panel, "teach")
    panel.table.selectRow(0)
    near.trigger()
    assert [step.name for step in program(window).steps] == ["shelf", "shelf", ""]
    assert np.allclose(fkine(placed.robot, program(window).steps[0].q), pose, atol=1e-6)
    assert session.state.postures == before
    assert session.undo_label == "Teach shelf"
    assert panel.row == 1
    far.trigger()
    assert len(program(window).steps) == 3


def test_run_stays_under_the_keys_when_the_trajectory_comes(window, panel):
    teach_all(window, panel)
    window.desk.call("things")
    panel.raise_()
    QApplication.processEvents()
    panel.buttons["run"].setFocus()
    QTest.keyClick(panel.buttons["run"], Qt.Key.Key_Space)
    QApplication.processEvents()
    assert window.panels["trajectory"].isVisible()
    assert panel.buttons["run"].hasFocus()


def test_pick_and_place_from_nothing(window, panel, tmp_path, qtbot):
    teach_all(window, panel)
    steps = program(window).steps
    assert [step.by for step in steps] == ["joints", "joints", "line", "line", "joints"]
    assert [step.action for step in steps] == ["", "", "take", "", ""]
    assert np.allclose(tool(window, steps[2].q), [0.55, 0.2, 0.4], atol=1e-6)
    assert panel.subtitle.text().startswith("cycle ")
    assert "nothing to grip within 0.005 m of the tool" in panel.notice.text()
    assert "exceeds" not in panel.notice.text()
    press(panel, "run")
    playback = window.trajectory.playback
    assert playback.playing
    assert len(playback.loaded.marks) == 5
    playback.pause()
    playback.seek(playback.loaded.marks[2])
    state = window.session.state
    assert np.allclose(tool(window, state.postures["PUMA 560"]), [0.55, 0.2, 0.4], atol=1e-6)
    file = window.desk.cell_file
    assert file.save(tmp_path / "cell.rvs")
    before = program(window)
    window.session.edit("Forget", lambda d: type(d)(d.robots))
    window.session.mark_saved()
    assert file.open(tmp_path / "cell.rvs")
    loaded = program(window)
    assert [step.by for step in loaded.steps] == [step.by for step in before.steps]
    for ours, theirs in zip(before.steps, loaded.steps, strict=True):
        assert np.allclose(ours.q, theirs.q, atol=1e-12)


def test_numbers_are_typed_with_units_and_bad_ones_stay(window, panel):
    teach_all(window, panel)
    write(panel, 2, 2, "50 mm/s")
    assert np.isclose(program(window).steps[2].speed, 0.05)
    write(panel, 1, 2, "80 %")
    assert np.isclose(program(window).steps[1].speed, 0.8)
    write(panel, 1, WAIT, "1.5")
    assert program(window).steps[1].wait == 1.5
    write(panel, 1, 0, "above the part")
    assert program(window).steps[1].name == "above the part"
    write(panel, 1, 2, "fast")
    assert panel.table.item(1, 2).text() == "fast"
    assert "fast" in panel.notice.text()
    assert np.isclose(program(window).steps[1].speed, 0.8)


def test_every_change_can_be_undone(window, panel):
    teach_all(window, panel)
    before = program(window)
    panel.table.selectRow(1)
    for name in ("down", "up", "remove", "update"):
        press(panel, name)
        assert program(window) != before or name == "up"
        if program(window) != before:
            window.actions_["undo"].trigger()
        assert program(window) == before, name
        panel.table.selectRow(1)
    assert panel.table.rowCount() == 5


def test_choosing_a_step_seeks_in_its_motion(window, panel):
    teach_all(window, panel)
    press(panel, "run")
    window.trajectory.playback.pause()
    window.program.raise_()
    panel.table.selectRow(0)
    panel.table.selectRow(3)
    marks = window.trajectory.playback.loaded.marks
    assert window.trajectory.playback.time == marks[3]
    window.trajectory.playback.seek(marks[1])
    assert panel.row == 1


def test_a_line_that_can_not_be_done_is_told(window, panel):
    press(panel, "teach")
    placed = window.session.state.document.robots[0]
    q = list(window.session.state.postures[placed.id])
    q[0] -= 2.9
    window.session.pose(placed.id, q)
    press(panel, "teach")
    assert "Reach, limits and speeds are respected. Collision" in panel.notice.text()
    choose(panel, 1, 1, 1)
    assert "after step 1" in panel.notice.text()


def test_the_chosen_step_is_in_sight_where_the_panel_is_low(window, panel):
    window.resize(1600, 1000)
    teach_all(window, panel)
    chrome = panel.height() - panel.room.viewport().height()
    least = panel.room.widget().minimumSizeHint().height() + 40
    window.resizeDocks([panel], [chrome + least], Qt.Orientation.Vertical)
    QApplication.processEvents()
    panel.table.selectRow(0)
    panel.table.selectRow(4)
    QApplication.processEvents()
    row = panel.table.visualItemRect(panel.table.item(4, 0))
    seen = panel.room
    top = seen.mapFromGlobal(panel.table.viewport().mapToGlobal(row.topLeft())).y()
    assert 0 < top < seen.height() - row.height() // 2


def test_what_times_rest_on_leads_to_where_it_is_entered(window, panel):
    press(panel, "teach")
    place_tool(window, 0.55, 0.2, 0.6)
    press(panel, "teach")
    assert "90°/s and 180°/s² for joints 1, 2" in panel.assumed.text()
    assert 'href="tool"' not in panel.assumed.text()
    panel.assumed.linkActivated.emit("motors")
    dynamics = window.robot_table.dynamics
    assert dynamics.sheet is dynamics.drives
    panel.raise_()
    choose(panel, 1, 1, 1)
    assert 'href="motors"' not in panel.assumed.text()
    panel.assumed.linkActivated.emit("tool")
    dialog = window.findChild(NameDialog)
    dialog.name.setText("1 m/s²")
    QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    assert program(window).acceleration == 1.0
    assert panel.assumed.isHidden()


def test_programs_have_names(window, panel):
    press(panel, "teach")
    panel.rename()
    dialog = window.findChild(NameDialog)
    dialog.name.setText("weld")
    QTest.mouseClick(dialog.button, Qt.MouseButton.LeftButton)
    assert program(window).name == "weld"
    assert panel.choice.currentText() == "weld"
    panel.remove()
    assert window.session.state.document.programs == ()
    assert panel.choice.currentText() == "No program yet"


def point(line, time, upper=True):
    return QPoint(round(line.x_of(time)), TOP + (4 if upper else BAR - 4))


def pull(line, start, by):
    """Drag on the line of steps by so many pixels."""
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mousePress(line, left, none, start)
    for part in (0.3, 0.7, 1.0):
        QTest.mouseMove(line, QPoint(start.x() + round(by * part), start.y()))
    QTest.mouseRelease(line, left, none, QPoint(start.x() + by, start.y()))


def test_an_edge_on_the_line_changes_the_speed_in_one_step(window, panel):
    teach_all(window, panel)
    line, before = panel.line, program(window)
    assert len(line.bars) == 5
    bar = line.bars[1]
    pull(line, point(line, bar.arrive), 60)
    wished = line.bars[1].arrive - line.bars[1].start
    assert wished > bar.arrive - bar.start
    assert np.isclose(wished / 0.05, round(wished / 0.05), atol=1e-6)
    assert program(window).steps[1].speed < before.steps[1].speed
    window.actions_["undo"].trigger()
    assert program(window) == before


def test_no_move_gets_faster_than_the_robot(window, panel):
    teach_all(window, panel)
    line = panel.line
    pull(line, point(line, line.bars[1].arrive), -round(line.x_of(line.bars[1].arrive)))
    assert program(window).steps[1].speed == 1.0
    assert "nothing to grip within 0.005 m of the tool" in panel.notice.text()
    assert "exceeds" not in panel.notice.text()


def test_a_wait_is_pulled_out_of_an_edge_and_back(window, panel):
    teach_all(window, panel)
    line = panel.line
    pull(line, point(line, line.bars[1].arrive, upper=False), 40)
    wait = program(window).steps[1].wait
    assert wait > 0.0
    assert np.isclose(line.bars[1].leave - line.bars[1].arrive, wait)
    pull(line, point(line, line.bars[1].leave), -400)
    assert program(window).steps[1].wait == 0.0


def test_blocks_change_places(window, panel):
    teach_all(window, panel)
    line, before = panel.line, program(window).steps
    middle = (line.bars[4].start + line.bars[4].arrive) / 2
    start = point(line, middle)
    quarter = line.bars[1].start + (line.bars[1].arrive - line.bars[1].start) / 4
    pull(line, start, round(line.x_of(quarter)) - start.x())
    assert program(window).steps == (before[0], before[4], *before[1:4])
    assert panel.row == 1


def test_keys_choose_and_change_steps(window, panel):
    teach_all(window, panel)
    line, before = panel.line, program(window).steps
    line.setFocus()
    panel.table.selectRow(1)
    QTest.keyClick(line, Qt.Key.Key_Right)
    assert panel.row == 2
    length = line.bars[2].arrive - line.bars[2].start
    QTest.keyClick(line, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert np.isclose(line.bars[2].arrive - line.bars[2].start, length + 0.1, atol=1e-3)
    QTest.keyClick(line, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert np.isclose(program(window).steps[2].wait, 0.35)
    QTest.keyClick(line, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert panel.row == 1
    assert program(window).steps[2] == before[1]
    QTest.keyClick(line, Qt.Key.Key_Delete)
    assert len(program(window).steps) == 4


def test_the_ruler_scrubs_and_the_motion_follows_edits(window, panel):
    teach_all(window, panel)
    line, playback = panel.line, window.trajectory.playback
    none = Qt.KeyboardModifier.NoModifier
    place = QPoint(round(line.x_of(line.bars[2].arrive)), 8)
    QTest.mouseClick(line, Qt.MouseButton.LeftButton, none, place)
    assert playback.loaded.name == program(window).name
    assert abs(playback.time - line.bars[2].arrive) < 0.05
    time = playback.time
    panel.retime(1, 3.0)
    QApplication.processEvents()
    assert np.isclose(playback.loaded.marks[1], 3.0)
    assert np.isclose(playback.time, time)


def test_the_button_that_runs_pauses_and_goes_on_and_stop_goes_back(window, panel):
    teach_all(window, panel)
    playback = window.desk.playback
    assert panel.buttons["run"].text() == "Run"
    assert not panel.buttons["stop"].isEnabled()
    press(panel, "run")
    assert panel.buttons["run"].text() == "Pause"
    window.clock.tick(0.05)
    now = playback.time
    assert now > 0.0
    press(panel, "run")
    assert not playback.playing
    assert panel.buttons["run"].text() == "Resume"
    press(panel, "run")
    assert playback.playing
    assert playback.time == now
    press(panel, "stop")
    assert (playback.playing, playback.time) == (False, 0.0)
    assert panel.buttons["run"].text() == "Run"


def test_an_arc_is_taught_through_a_point_and_can_be_undone(window, panel, tmp_path):
    place_tool(window, 0.55, 0.2, 0.6)
    press(panel, "teach")
    arc, circle = panel.through["arc"], panel.through["circle"]
    place_tool(window, 0.6, 0.1, 0.6)
    arc.trigger()
    assert "Arc: to here" in panel.notice.text()
    place_tool(window, 0.55, 0.0, 0.6)
    arc.trigger()
    step = program(window).steps[1]
    assert step.by == "arc"
    assert step.via == pytest.approx((0.6, 0.1, 0.6), abs=1e-6)
    for place in ((0.55, -0.05, 0.65), (0.55, 0.0, 0.7)):
        place_tool(window, *place)
        circle.trigger()
    assert [one.by for one in program(window).steps] == ["joints", "arc", "circle"]
    assert program(window).steps[2].q == program(window).steps[1].q
    assert panel.play.run.complete
    cell = tmp_path / "arcs.rvs"
    taught = program(window)
    assert window.desk.cell_file.save(cell)
    window.session.undo()
    assert len(program(window).steps) == 2
    window.session.mark_saved()
    window.open([str(cell)])
    assert program(window).steps == taught.steps


def test_a_note_is_typed_and_a_program_is_exported(window, panel, tmp_path):
    from rvs.ui.paper import commands as program_commands

    teach_all(window, panel)
    write(panel, 1, NOTE, "mind the fence")
    assert program(window).steps[1].note == "mind the fence"
    made = panel.play.made()
    for suffix in (".txt", ".csv", ".jtraj"):
        path = tmp_path / f"pick{suffix}"
        assert program_commands.export_program(window.desk, program(window), made, path)
        assert path.stat().st_size > 200
    assert "mind the fence" in (tmp_path / "pick.txt").read_text(encoding="utf-8")


def test_a_step_opens_the_gripper_by_number(window, panel):
    tool_edits.choose_effector(window.session, window.session.state.document.robots[0], "gripper")
    for xyz in ((0.55, 0.2, 0.6), (0.55, 0.2, 0.4)):
        place_tool(window, *xyz)
        press(panel, "teach")
    write(panel, 0, OPENING, "60")
    write(panel, 1, OPENING, "2 cm")
    assert [step.opening for step in program(window).steps] == pytest.approx([0.06, 0.02])
    assert panel.table.item(1, OPENING).text() == "20 mm"
    write(panel, 1, OPENING, "900")
    assert "opens from 0 mm to" in panel.notice.text()
    assert program(window).steps[1].opening == pytest.approx(0.02)

    def gap(time):
        window.desk.playback.seek_own(time)
        pads = [i.pose[:3, 3] for i in window.viewport.scene().items if i.owner[3:4] == ("pad",)]
        return float(np.linalg.norm(pads[0] - pads[1]))

    press(panel, "run")
    run = panel.play.run
    assert gap(run.arrivals[1] - 0.01) - gap(run.cycle) == pytest.approx(0.04, abs=0.003)
    write(panel, 1, OPENING, "-")
    assert program(window).steps[1].opening is None
    tool_edits.choose_effector(window.session, window.session.state.document.robots[0], "drill")
    assert "has no gripper that opens" in panel.table.item(0, OPENING).toolTip()


def test_a_step_whose_place_is_moved_is_marked_and_taught_again(window, panel, qtbot) -> None:
    session = window.session
    placed = session.state.document.robots[0]
    q = session.state.postures[placed.id]
    tool = np.array(placed.place) @ fkine(placed.robot, q)
    session.edit("Place", lambda d: add_target(d, TargetFrame("drop", as_rows(tool))))
    panel.teach_place("drop")
    again = panel.buttons["places"]
    assert again.isHidden()
    there = tool.copy()
    there[2, 3] -= 0.03
    session.edit("Move", lambda d: change_target(d, "drop", there))
    assert not again.isHidden()
    assert "Step 1 is 0.03 m from drop" in panel.notice.text()
    again.click()
    assert again.isHidden()
    step = panel.program.steps[0]
    assert fkine(placed.robot, step.q)[2, 3] == pytest.approx(
        (np.linalg.inv(np.array(placed.place)) @ there)[2, 3], abs=1e-5
    )
    session.undo()
    assert not again.isHidden()


def test_a_step_that_takes_names_what_is_near_and_the_view_carries_it(window, panel, qtbot) -> None:
    session = window.session
    placed = session.state.document.robots[0]
    tool = np.array(placed.place) @ fkine(placed.robot, session.state.postures[placed.id])
    sizes = (("length", 0.05), ("width", 0.05), ("height", 0.05))
    beside = pose_of(p=tool[:3, 3] + [0.0, 0.1, -0.02])
    part = Thing("part 1", "box", sizes, as_rows(beside))
    session.edit("Add", lambda d: add_thing(d, part))
    panel.teach()
    panel.table.stepped.emit(0, {"action": "take"})
    window.joints.rows[0].moved.emit(session.state.postures[placed.id][0] + 0.4)
    panel.teach()
    assert "nearest: part 1 at 0.075 m" in panel.notice.text()
    at = pose_of(p=tool[:3, 3] - [0.0, 0.0, 0.02])
    session.edit("Move", lambda d: change_thing(d, "part 1", place=at))
    assert "nothing to grip" not in panel.notice.text()
    panel.buttons["run"].click()
    playback = window.trajectory.playback
    playback.pause()
    playback.seek(playback.duration)
    shown = [
        one.pose[:3, 3]
        for one in build_scene(session.state).entries
        if getattr(one, "owner", None) == thing_ref("part 1")
    ]
    turned = np.array(placed.place) @ fkine(placed.robot, session.state.postures[placed.id])
    assert np.linalg.norm(shown[0] - turned[:3, 3]) < 0.03
    assert np.array_equal(np.array(session.state.document.thing("part 1").place), at)

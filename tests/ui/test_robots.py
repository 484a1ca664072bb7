"""Several robots in one window: the active one, where they stand, and what they play together."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QColorDialog

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.kinematics import fkine
from rvs.engine.transforms import pose
from rvs.files.cells.cell import read_cell
from rvs.files.motions.jtraj import JointRows, save_jtraj
from rvs.model.document import Document, change_robot, filed_as
from rvs.model.motions.motion import JointTrajectory
from rvs.model.refs import link_ref
from rvs.model.robots.placing import begin_at, stand
from rvs.model.views.view import Display
from rvs.scene.camera import project
from rvs.ui.commands import cell as cell_commands
from rvs.ui.commands import files as file_commands
from rvs.ui.commands import tool_edits
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.commands.files import place_robot
from rvs.ui.dialogs.new_robot import NewRobot
from rvs.ui.dialogs.record_trajectory import RecordTrajectory
from rvs.ui.saving import cell_trajectories
from rvs.ui.widgets.lists.library_list import MIME
from rvs.ui.widgets.steps.lanes import LANE

from .hands import settle, type_into

pytestmark = [pytest.mark.ui, pytest.mark.whole]
LEFT = Qt.MouseButton.LeftButton
PUMA, SECOND = "PUMA 560", "Planar 2R"


@pytest.fixture
def cell(window, tmp_path):
    """A PUMA and a planar arm beside it, each with a trajectory."""
    assert place_robot(window.desk, "planar-2r")
    for robot, name, rows in (
        (PUMA, "wave", [[0.0] * 6, [1.0] * 6]),
        (SECOND, "nod", [[0.0, 0.0], [0.5, 1.0]]),
    ):
        window.session.select((robot,))
        path = tmp_path / f"{name}.jtraj"
        about = window.session.state.document.robot(robot)
        save_jtraj(path, JointRows.of(JointTrajectory.evenly("", rows, 2.0), "", about.unit), about)
        assert trajectory_commands.load(window.desk, path)
    window.clock.tick(1.0)
    return window


def active(window) -> str:
    return window.session.state.active


def place_of(window, robot: str, joint: int = 1) -> QPoint:
    """A place of the view that lies on a link."""
    state, view = window.session.state, window.viewport
    placed = state.document.robot(robot)
    frame = world_frames(placed, state.postures[robot])[joint][:3, 3]
    spots = frame + 0.02 * np.random.default_rng(1).normal(size=(200, 3))
    seen = project(state.view.camera, spots, view.width(), view.height())
    for x, y, _ in seen:
        hit = view.pointer.hit(QPointF(x, y))
        if hit is not None and hit.owner[0] == robot:
            return QPoint(round(x), round(y))
    raise AssertionError(f"no link of {robot} is to be seen")


def test_the_active_robot_is_chosen_everywhere(cell) -> None:
    window, chooser = cell, cell.chooser
    assert active(window) == SECOND
    assert chooser.isVisible()
    assert "Planar 2R" in chooser.text()
    assert len(window.joints.rows) == 2
    # by a click on a link
    QTest.mouseClick(window.viewport, LEFT, pos=place_of(window, PUMA))
    assert active(window) == PUMA
    assert len(window.joints.rows) == 6
    assert window.joints.subtitle.text() == "PUMA 560"
    assert window.trajectory.playback.loaded.name == "wave"
    # by the keyboard
    QTest.keyClick(window.viewport, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert active(window) == SECOND
    # by the list of the robots
    window.robots.show()
    window.robots.raise_()
    rows = window.robots.rows
    at = rows.visualItemRect(rows.topLevelItem(0)).center()
    QTest.mouseClick(rows.viewport(), LEFT, pos=at)
    assert active(window) == PUMA
    # by the button in the tool bar
    chooser.choices.aboutToShow.emit()
    assert [a.text() for a in chooser.choices.actions()][:2] == ["PUMA 560", "Planar 2R"]
    chooser.choices.actions()[1].trigger()
    assert active(window) == SECOND
    # nothing and things leave it
    QTest.keyClick(window.viewport, Qt.Key.Key_Escape)
    window.session.select(("table", "thing"))
    assert active(window) == SECOND
    assert len(window.joints.rows) == 2


def test_tracks_play_together_and_plots_show_the_active_one(cell) -> None:
    window, playback = cell, cell.trajectory.playback
    assert set(playback.tracks) == {PUMA, SECOND}
    playback.seek(1.0)
    postures = window.session.state.postures
    assert postures[PUMA] == pytest.approx([0.5] * 6)
    assert postures[SECOND] == pytest.approx([0.25, 0.5])
    assert [len(c.plot.curves) for c in window.trajectory.plots.canvases] == [2]
    window.session.select((PUMA,))
    assert [len(c.plot.curves) for c in window.trajectory.plots.canvases] == [6]
    playback.play()
    window.clock.tick(0.5)
    assert window.session.state.postures[SECOND] == pytest.approx([0.375, 0.75])
    playback.pause()


def test_a_bar_is_dragged_to_its_start(cell, drag, qtbot) -> None:
    window, playback, lanes = cell, cell.trajectory.playback, cell.trajectory.lanes
    assert lanes.isVisible()
    bar = lanes.bar_of(SECOND)
    per_second = bar.width() / 2.0
    middle = bar.center()
    drag(lanes, (middle.x(), middle.y()), (middle.x() + per_second / 2, middle.y()),
         (middle.x() + 1.5 * per_second, middle.y()))  # fmt: skip
    start = window.session.state.document.robot(SECOND).start
    assert start == pytest.approx(1.5, abs=0.03)
    assert playback.duration == pytest.approx(2.0 + start)
    # It still stands where it began while the other moves.
    playback.seek(1.0)
    assert window.session.state.postures[SECOND] == pytest.approx([0.0, 0.0])
    assert window.session.state.postures[PUMA] == pytest.approx([0.5] * 6)
    # Plots begin where the track does.
    curve = window.trajectory.plots.canvases[0].plot.curves[0]
    assert (curve.x[0], curve.x[-1]) == pytest.approx((start, start + 2.0))
    assert window.session.undo_label == "Shift the start of Planar 2R"
    window.session.undo()
    qtbot.waitUntil(lambda: playback.duration == pytest.approx(2.0))
    assert playback.time == 1.0
    assert window.session.state.postures[SECOND] == pytest.approx([0.25, 0.5])


def test_a_bar_clings_to_the_end_of_another(cell, drag) -> None:
    lanes = cell.trajectory.lanes
    bar = lanes.bar_of(SECOND)
    x, y = bar.left() + 10, bar.center().y()
    drag(lanes, (x, y), (x + bar.width() / 2, y), (x + bar.width() - 3, y))
    assert cell.session.state.document.robot(SECOND).start == 2.0
    # A click beside the bars scrubs.
    QTest.mouseClick(lanes, LEFT, pos=QPoint(round(lanes.bar_of(PUMA).right()) + 20, 10))
    assert cell.trajectory.playback.time > 2.0


def test_lanes_paint_anew_what_their_cursor_passes(cell, qtbot) -> None:
    playback, lanes = cell.trajectory.playback, cell.trajectory.lanes

    class Painted(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                areas.append(event.rect())
            return False

    areas, painted = [], Painted()
    playback.seek(0.5)
    settle()
    lanes.installEventFilter(painted)
    areas.clear()
    playback.seek(0.6)
    qtbot.waitUntil(lambda: bool(areas))
    before, after = (cell.trajectory.timeline.x_of(time) for time in (0.5, 0.6))
    assert areas[0].left() < before - 1 < after + 1 < areas[0].right()
    assert areas[0].width() < after - before + 8
    lanes.removeEventFilter(painted)


def test_posture_and_selection_follow_another_id(cell) -> None:
    session = cell.session
    session.select((SECOND, "link", 2))
    before = session.state.postures
    assert cell_commands.rename(cell.desk, SECOND, "helper") == ""
    assert session.state.chosen == ("helper", "link", 2)
    assert session.state.active == "helper"
    assert session.state.postures["helper"] == before[SECOND]
    cell.actions_["undo"].trigger()
    assert dict(session.state.postures) == dict(before)


def test_starts_and_tracks_are_saved_with_the_cell(cell, tmp_path, qtbot) -> None:
    window, path = cell, tmp_path / "both.rvs"
    window.session.edit("Later", lambda now: begin_at(now, SECOND, 0.75))
    assert cell_commands.rename(window.desk, SECOND, "helper") == ""
    qtbot.waitUntil(lambda: "helper" in window.trajectory.playback.tracks)
    cell_trajectories.remember(window.desk, path)
    assert window.desk.cell_file.save(path)
    saved = read_cell(path)
    assert [(one.name, one.robot) for one in saved.trajectories] == [
        ("wave", PUMA), ("nod", "helper"),
    ]  # fmt: skip
    assert saved.document.robot("helper").start == 0.75
    window.trajectory.playback.unload_all()
    assert window.session.state.motion is None
    window.open([str(path)])
    playback = window.trajectory.playback
    assert {key: one.name for key, one in playback.tracks.items()} == {
        PUMA: "wave", "helper": "nod",
    }  # fmt: skip
    assert playback.duration == pytest.approx(2.75)
    assert active(window) == PUMA


def test_a_robot_that_is_removed_takes_its_track(cell, qtbot) -> None:
    window, playback = cell, cell.trajectory.playback
    playback.play()
    window.clock.tick(0.2)
    window.actions_["remove"].trigger()
    qtbot.waitUntil(lambda: set(playback.tracks) == {PUMA})
    assert active(window) == PUMA
    window.clock.tick(0.2)
    assert playback.time > 0.0
    window.session.undo()
    assert active(window) == SECOND
    qtbot.waitUntil(lambda: set(playback.tracks) == {PUMA, SECOND})
    assert playback.loaded.name == "nod"
    for robot in (PUMA, SECOND):
        window.session.select((robot,))
        window.actions_["remove"].trigger()
    qtbot.waitUntil(lambda: playback.player is None)
    assert window.session.state.motion is None


def test_programs_run_together(window) -> None:
    assert place_robot(window.desk, "planar-2r")
    for robot in (PUMA, SECOND):
        window.session.select((robot,))
        window.program.teach()
        q = np.array(window.session.state.postures[robot]) + 0.3
        window.session.pose(robot, q.tolist())
        window.program.teach()
    window.actions_["run_all"].trigger()
    playback = window.trajectory.playback
    assert set(playback.tracks) == {PUMA, SECOND}
    assert playback.playing
    playback.to_end()
    for robot, program in zip((PUMA, SECOND), window.session.state.document.programs, strict=True):
        assert window.session.state.postures[robot] == pytest.approx(program.steps[-1].q)


def test_the_place_is_typed_and_dragged(cell, drag) -> None:
    window, panel = cell, cell.robots
    panel.show()
    panel.raise_()
    before = np.array(window.session.state.document.robot(SECOND).place)
    field = panel.fields["Y"]
    type_into(field, "0.5")
    for name, text in (("Roll", "180"), ("Start", "1.25")):
        panel.fields[name].selectAll()
        QTest.keyClicks(panel.fields[name], text)
        QTest.keyClick(panel.fields[name], Qt.Key.Key_Return)
    placed = window.session.state.document.robot(SECOND)
    place = np.array(placed.place)
    assert place[:3, 3] == pytest.approx([before[0, 3], 0.5, 0.0])
    assert place[:3, 2] == pytest.approx([0.0, 0.0, -1.0])
    assert placed.start == 1.25
    # by the gizmo
    window.actions_["move_base"].trigger()
    window.viewport.fit()
    window.clock.tick(1.0)
    view, camera = window.viewport, window.session.state.view.camera
    x, y, _ = project(camera, place[None, :3, 3], view.width(), view.height())[0]
    steps = [(x, y), (x + 20, y), (x + 40, y + 10)]
    drag(view, *steps)
    moved = np.array(window.session.state.document.robot(SECOND).place)
    assert np.linalg.norm(moved[:3, 3] - place[:3, 3]) > 0.01
    assert window.session.undo_label == "Move the base of Planar 2R"
    window.session.undo()
    assert np.allclose(window.session.state.document.robot(SECOND).place, place)
    window.actions_["gizmo"].trigger()
    assert not panel.target.shown
    assert window.tool_target.shown


def test_robots_are_added_copied_renamed_and_hidden(cell, qtbot) -> None:
    window, library, panel = cell, cell.library, cell.robots
    library.show()
    library.raise_()
    library.search.setText("stanford arm")
    library.list.setFocus()
    QTest.keyClick(library.list, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert len(window.session.state.document.robots) == 3
    q = window.session.state.postures[active(window)]
    window.actions_["duplicate_robot"].trigger()
    copy = active(window)
    assert copy.endswith(" 2")
    assert window.session.state.postures[copy] == q
    _apart(window.session.state.document)
    # A name that is taken is refused, another one taken.
    panel.show()
    panel.raise_()
    item = panel.rows.currentItem()
    item.setText(0, PUMA)
    assert active(window) == copy
    assert item.text(0) == copy
    panel.rows.currentItem().setText(0, "welder")
    assert active(window) == "welder"
    assert window.session.state.postures["welder"] == q
    window.session.undo()
    assert active(window) == copy
    shown = len(window.viewport.scene().items)
    eye = panel.rows.visualItemRect(panel.rows.currentItem()).center()
    eye.setX(panel.rows.viewport().width() - 12)
    QTest.mouseClick(panel.rows.viewport(), LEFT, pos=eye)
    assert window.session.state.document.robot(copy).hidden
    assert len(window.viewport.scene().items) < shown


def test_a_renamed_robot_has_one_name_wherever_the_cell_is_told_of(cell) -> None:
    window = cell
    robot = active(window)
    own = window.session.state.document.robot(robot).robot.name
    assert not cell_commands.rename(window.desk, robot, "left")
    placed = window.session.state.document.robot("left")
    # Its file is called as before.
    assert filed_as(window.session.state.document, placed) == own
    dialogs = [NewRobot(window.desk), RecordTrajectory(window.desk, placed, ())]
    told = [dialogs[0].beside.text(), dialogs[1].windowTitle(), window.joints.subtitle.text()]
    for dialog in dialogs:
        dialog.deleteLater()
    window.robots.show()
    type_into(window.robots.fields["X"], "0.7")
    tool_edits.open_to(window.session, placed, 0.5)
    cell_commands.duplicate(window.desk)
    told += window.session.history[-3:]
    assert all("left" in one for one in told), told
    assert not any(own in one for one in told), told


def test_a_robot_alone_is_called_by_its_own_name_in_panels_and_steps(window) -> None:
    session = window.session
    session.edit("Rename", lambda now: change_robot(
        now, PUMA, robot=replace(now.robot(PUMA).robot, name="My arm")
    ))  # fmt: skip
    told = []
    for panel in (window.dexterity, window.numbers, window.workspace, window.postures):
        panel.show()
        panel.raise_()
        settle()
        told.append(panel.subtitle.text())
    window.joints._move(0, 0.3)
    file_commands.home(window.desk)
    told += [*session.history[1:], window.tool_pose._whose()]
    assert len(told) == 7
    assert all("My arm" in one for one in told), told


def test_what_was_filled_in_by_hand_stays_when_another_start_is_chosen(window) -> None:
    dialog = NewRobot(window.desk)
    dialog.name.selectAll()
    QTest.keyClicks(dialog.name, "My arm")
    dialog.unit.setCurrentText("mm")
    dialog.unit.activated.emit(dialog.unit.currentIndex())
    dialog.kinds.selectAll()
    QTest.keyClicks(dialog.kinds, "3RP")

    def choose(title: str) -> list[str]:
        item = next(item for item in dialog.gallery.all() if item.text() == title)
        dialog.gallery.setCurrentItem(item)
        fields = (dialog.name, dialog.kinds)
        boxes = (dialog.unit, dialog.convention)
        return [*(field.text() for field in fields), *(box.currentText() for box in boxes)]

    assert choose("Planar 2R") == ["My arm", "2R", "mm", "Standard"]
    assert choose("PUMA 560, modified form") == ["My arm", "6R", "mm", "Modified"]
    assert choose("From scratch") == ["My arm", "3RP", "mm", "Standard"]
    dialog.reject()
    dialog.deleteLater()


def _apart(document: Document) -> None:
    spots = np.array([np.array(one.place)[:2, 3] for one in document.robots])
    gaps = np.linalg.norm(spots[:, None] - spots, axis=2) + 9 * np.eye(len(spots))
    assert gaps.min() > 0.3


def test_a_robot_is_dropped_where_the_mouse_points(cell, project_root, qtbot) -> None:
    window, view = cell, cell.viewport
    path = project_root / "arch" / "scara.arch"
    camera = window.session.state.view.camera
    spots = np.array([[-0.8, -0.9, 0.0], [0.0, 0.0, 0.0]])
    for wanted, tolerance in zip(spots, (0.05, 1.2), strict=True):
        # What was added before is brought into sight first.
        settle()
        window.clock.tick(1.0)
        camera = window.session.state.view.camera
        x, y, _ = project(camera, wanted[None], view.width(), view.height())[0]
        data = QMimeData()
        data.setData(MIME, str(path).encode("utf-8"))
        none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
        copy = Qt.DropAction.CopyAction
        count = len(window.session.state.document.robots)
        enter = QDragEnterEvent(QPoint(round(x), round(y)), copy, data, *none)
        qtbot.mouseMove(view, QPoint(round(x), round(y)))
        from PySide6.QtWidgets import QApplication

        QApplication.sendEvent(view, enter)
        assert enter.isAccepted()
        QApplication.sendEvent(view, QDropEvent(QPointF(x, y), copy, data, *none))
        qtbot.waitUntil(lambda n=count: len(window.session.state.document.robots) == n + 1)
        placed = window.session.state.document.robots[-1]
        assert np.linalg.norm(np.array(placed.place)[:3, 3] - wanted) < tolerance
        _apart(window.session.state.document)


def test_a_robot_is_put_on_a_pedestal(window) -> None:
    for height in (0.6, 0.8):
        cell_commands.put_on_pedestal(window.desk)
        state = window.session.state
        (thing,) = state.document.things
        assert dict(thing.sizes)["height"] == height
        assert np.array(state.document.robots[0].place)[2, 3] == height
        window.session.undo()
        assert not window.session.state.document.things
        window.session.edit("Raise", lambda now: stand(now, PUMA, pose(p=[0.0, 0.0, 0.8])))
    window.robots._mount("Mount on the ceiling")
    cell_commands.put_on_pedestal(window.desk)
    assert not window.session.state.document.things


def test_two_robots_are_connected_in_series(cell, qtbot) -> None:
    from rvs.ui.dialogs.connect_robots import ConnectRobots

    window = cell
    window.actions_["series"].trigger()
    dialog = window.findChild(ConnectRobots)
    assert dialog.first.currentText().startswith("Planar 2R")
    assert "2 + 6 = 8 joints" in dialog.notice.text
    QTest.mouseClick(dialog.button, LEFT)
    made = window.session.state.document.robots[-1]
    assert active(window) == made.id == "Planar 2R + PUMA 560"
    assert len(window.joints.rows) == 8
    first, second = (window.session.state.document.robot(one).robot for one in (SECOND, PUMA))
    q = np.linspace(-1.0, 1.0, 8)
    assert np.allclose(fkine(made.robot, q), fkine(first, q[:2]) @ fkine(second, q[2:]))


def test_panels_survive_random_work_on_several_robots(cell, qtbot) -> None:
    """Switch, pose, play, remove, undo and redo by chance: the panels show what is there."""
    window, rng = cell, Random(7)
    playback, actions = window.trajectory.playback, window.actions_
    window.robots.show()
    window.program.show()
    names = (
        *("next_robot", "previous_robot", "undo", "redo", "undo", "duplicate_robot", "remove"),
        *("home", "zero", "play", "run_all", "unload_trajectory", "move_base", "gizmo"),
    )
    for turn in range(120):
        name = rng.choice(names)
        if name == "duplicate_robot" and len(window.session.state.document.robots) > 3:
            name = "remove"
        actions[name].trigger()
        state = window.session.state
        if state.document.robots:
            robot = rng.choice(state.document.robots).id
            rng.choice([
                lambda robot=robot: window.session.select(link_ref(robot, 1)),
                lambda: playback.seek(rng.uniform(0.0, 3.0)),
                lambda: window.clock.tick(0.05),
                lambda: window.program.teach(),
                lambda robot=robot: window.session.edit(
                    "Start", lambda now: begin_at(now, robot, rng.choice([0.0, 0.5])), "s"
                ),
            ])()  # fmt: skip
        if turn % 6 == 0:
            QCoreApplication.processEvents()
        state = window.session.state
        ids = [one.id for one in state.document.robots]
        assert state.active in ids or not ids
        count = len(state.postures[state.active]) if ids else 0
        assert len(window.joints.rows) == count
        assert window.robots.rows.topLevelItemCount() == len(ids)
    settle()
    assert set(playback.tracks) <= {one.id for one in window.session.state.document.robots}


def test_ten_robots_are_usable(window, qtbot) -> None:
    for name in ("planar-2r", "scara", "stanford", "planar-3r", "ur3", "cylindrical",
                 "spherical", "rhino-xr3", "puma560"):  # fmt: skip
        assert place_robot(window.desk, name), [m.text for m in window.messages.messages]
    window.trajectory.call()
    robots = window.session.state.document.robots
    assert len(robots) == 10
    assert len({one.id for one in robots}) == 10
    window.session.select((robots[0].id,))
    window.program.teach()
    window.session.pose(robots[0].id, [0.1] * robots[0].robot.n)
    window.program.teach()
    window.program.play.load()
    window.trajectory.playback.to_end()
    window.trajectory.call()
    lanes, ruler = window.trajectory.lanes, window.trajectory.timeline
    qtbot.waitUntil(lambda: lanes.width() < ruler.width())
    assert lanes.bar_of(robots[0].id).right() == pytest.approx(ruler.x_of(ruler._playback.time))
    for _ in robots:
        QTest.keyClick(window.viewport, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
        ids = [one.id for one in robots]
        placed = robots[ids.index(active(window))]
        assert len(window.joints.rows) == placed.robot.n
        middle = ids.index(placed.id) * LANE + LANE // 2
        qtbot.waitUntil(lambda y=middle: lanes.visibleRegion().contains(QPoint(5, y)))


def test_one_robot_is_drawn_otherwise_than_the_view_says(cell) -> None:
    cell.session.select((PUMA,))
    menu = cell.robots.menu

    def entries():
        menu.aboutToShow.emit()
        drawn = next(one.menu() for one in menu.actions() if one.text() == "Drawn as")
        return {one.text(): one for one in drawn.actions() if one.text()}

    entries()["Skeleton"].trigger()
    entries()["Joints of the skeleton"].trigger()
    entries()["Thin links"].trigger()
    document = cell.session.state.document
    assert document.robot(PUMA).display == Display("skeleton", joints=False, line=0.5)
    assert document.robot(SECOND).display == Display()
    checked = [text for text, one in entries().items() if one.isChecked()]
    assert checked == ["Skeleton", "Frames", "Shadow", "Thin links"]
    cell.session.undo()
    assert cell.session.state.document.robot(PUMA).display.line == 1.0


def test_the_question_for_a_colour_says_of_what_and_follows_the_theme(window) -> None:
    window.robots._ask_color()
    dialog = window.findChild(QColorDialog)
    assert dialog.windowTitle() == "Colour of PUMA 560"
    assert dialog.testOption(QColorDialog.ColorDialogOption.DontUseNativeDialog)
    dialog.setCurrentColor(QColor("#102030"))
    dialog.accept()
    assert window.session.state.document.robots[0].color.upper() == "#102030"

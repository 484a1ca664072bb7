"""Nothing is lost: the question on closing, cells, recovery, recent files, history."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from rvs.files.cells.cell import read_cell
from rvs.files.library import files_of, load_robot
from rvs.files.storage.recent import add_recent, recent_files
from rvs.files.storage.recovery import leftovers, recovery_folder
from rvs.model.document import change_robot, set_joint
from rvs.model.refs import link_ref
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.commands.files import place_robot
from rvs.ui.commands.robots import write

from ..programs import started
from .hands import in_dialogs

pytestmark = pytest.mark.ui
PUMA = "PUMA 560"
POSTURE = (0.1, 0.2, -0.3, 0.4, 0.5, -0.6)
Button = QMessageBox.StandardButton
LEFT = Qt.MouseButton.LeftButton


def edit(window, value: float = 0.5) -> None:
    window.session.edit("Longer", lambda document: set_joint(document, PUMA, 1, a=value))
    window.session.settle()


def answer(button, seen: list[str]) -> None:
    """Press a button of the question as soon as it is there."""

    def press(box) -> None:
        assert isinstance(box, QMessageBox)
        seen.append(box.text())
        QTest.mouseClick(box.button(button), Qt.MouseButton.LeftButton)

    in_dialogs(press)


@pytest.mark.whole
def test_a_clean_window_closes_without_a_question(window) -> None:
    window.session.pose(PUMA, POSTURE)
    assert window.close()


@pytest.mark.whole
def test_to_have_looked_at_the_library_is_no_work(window) -> None:
    from rvs.ui.commands.files import show_robot

    show_robot(window.desk, "stanford")
    assert not window.windowTitle().startswith("*")
    assert window.close()


@pytest.mark.parametrize("button", [Button.Cancel, Button.Discard])
def test_unsaved_changes_are_asked_about(window, button) -> None:
    edit(window)
    assert window.windowTitle().startswith("*PUMA 560")
    seen: list[str] = []
    answer(button, seen)
    assert window.close() == (button == Button.Discard)
    assert seen == ["<b>Save the changes to PUMA 560?</b>"]


def test_escape_in_the_question_stays(window) -> None:
    edit(window)
    in_dialogs(lambda box: QTest.keyClick(box, Qt.Key.Key_Escape))
    assert not window.close()
    assert window.session.dirty


def test_save_in_the_question_saves_and_closes(window, tmp_path) -> None:
    path = tmp_path / "work.rvs"
    assert window.desk.cell_file.save(path)
    edit(window, 0.625)
    answer(Button.Save, [])
    assert window.close()
    assert read_cell(path).document.robots[0].robot.joints[1].a == 0.625


def test_a_save_that_fails_keeps_the_window_open(window, tmp_path) -> None:
    path = tmp_path / "work.rvs"
    assert window.desk.cell_file.save(path)
    edit(window)
    path.unlink()
    path.mkdir()
    answer(Button.Save, [])
    assert not window.close()
    assert "not saved" in window.messages.messages[-1].text


@pytest.mark.whole
def test_a_cell_comes_back_as_it_was_saved(window, tmp_path) -> None:
    path = tmp_path / "work.rvs"
    edit(window)
    window.session.pose(PUMA, POSTURE)
    document, view = window.session.state.document, window.session.state.view
    assert window.desk.cell_file.save(path)
    assert window.windowTitle() == "work.rvs – RVS"
    edit(window, 0.9)
    answer(Button.Discard, [])
    window.open([str(path)])
    state = window.session.state
    assert state.document.robots[0].robot == document.robots[0].robot
    assert state.postures[PUMA] == pytest.approx(POSTURE)
    assert state.view.camera.azimuth == pytest.approx(view.camera.azimuth)
    assert (window.session.dirty, window.session.history) == (False, [])


@pytest.mark.whole
def test_a_cell_with_errors_changes_nothing(window, tmp_path) -> None:
    path = tmp_path / "bad.rvs"
    path.write_text("robot { }\nnonsense = 1\n", encoding="utf-8")
    before = window.session.state
    window.open([str(path)])
    assert window.session.state is before
    assert window.messages.messages[0].place.startswith(str(path))
    assert recent_files() == ()


def test_files_are_dropped(window, tmp_path, project_root, qtbot) -> None:
    cell = tmp_path / "work.rvs"
    window.session.pose(PUMA, POSTURE)
    window.desk.cell_file.save(cell)
    postures = project_root / "jconfig" / "puma560.jconfig"
    scene = tmp_path / "table.env"
    scene.write_text('thing "bench" { kind = table }', encoding="utf-8")
    for path in (cell, postures, scene):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        event = QDropEvent(
            QPointF(50, 50),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        window.dropEvent(event)
    qtbot.waitUntil(lambda: bool(window.session.state.document.things))
    assert not window.messages.messages
    assert window.session.history[-1].startswith("Open")
    assert len(window.postures.list.chosen()) == len(window.postures.postures) > 3
    names = [path.name for path in recent_files()]
    assert names == ["table.env", "puma560.jconfig", "work.rvs"]


def test_recent_files_are_offered(window, tmp_path, project_root) -> None:
    here, gone = project_root / "arch" / "stanford.arch", tmp_path / "gone.arch"
    add_recent(gone)
    add_recent(here)
    window.recent.refill()
    first, second = window.recent.actions()[:2]
    assert (first.text(), second.text()) == ("stanford.arch", "gone.arch")
    assert (first.isEnabled(), second.isEnabled()) == (True, False)
    first.trigger()
    assert window.session.state.document.robots[0].robot.name == "Stanford arm"
    window.recent.actions()[-1].trigger()
    window.recent.refill()
    assert [action.text() for action in window.recent.actions()] == ["No files yet"]


@pytest.mark.whole
def test_the_history_lists_the_steps_and_travels(window) -> None:
    for value in (0.1, 0.2, 0.3):
        window.session.pose(PUMA, [value] * 6, f"Pose {value}")
    window.actions_["history"].trigger()
    steps = window.history.list
    names = [steps.item(row).text() for row in range(steps.count())]
    assert names == ["Start", "Pose 0.1", "Pose 0.2", "Pose 0.3"]
    assert steps.currentRow() == 3
    place = steps.visualItemRect(steps.item(1)).center()
    QTest.mouseClick(steps.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.session.state.postures[PUMA] == (0.1,) * 6
    assert [steps.item(row).font().italic() for row in range(4)] == [False, False, True, True]
    window.session.pose(PUMA, [0.7] * 6, "Other way")
    assert [steps.item(row).text() for row in range(steps.count())][1:] == ["Pose 0.1", "Other way"]


CRASH = """
import os, signal, sys
from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QGuiApplication
from rvs.files.storage.recovery import recovery_folder
from rvs.model.document import change_robot, set_joint
from rvs.ui import app
from rvs.ui.application import make_application
application = make_application()
window = app.make_window([])
window.show()
QGuiApplication.sync()
edit = lambda document: set_joint(document, "PUMA 560", 1, a=0.4321)
window.session.edit("Longer", edit)
window.session.pose("PUMA 560", (0.1, 0.2, -0.3, 0.4, 0.5, -0.6))
while not list(recovery_folder().glob("*.rvs")):
    application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
print("ready", flush=True)
application.exec()
"""


@pytest.fixture
def crashed(own_home, project_root):
    """Kill a program in the middle of its work."""
    with started("-c", CRASH, folder=project_root, RVS_HOME=str(own_home)) as process:
        assert process.stdout.readline() == "ready\n"


@pytest.mark.whole
def test_after_a_kill_everything_comes_back(crashed, make_window) -> None:
    window = make_window()
    assert window.recovery.isVisible()
    assert window.recovery.words.text().startswith("RVS was not closed properly. Work from ")
    QTest.mouseClick(window.recovery.restore, Qt.MouseButton.LeftButton)
    state = window.session.state
    assert state.document.robots[0].robot.joints[1].a == 0.4321
    assert state.postures[PUMA] == pytest.approx(POSTURE)
    assert window.session.dirty
    assert window.session.history == ["Restore"]
    assert not window.recovery.isVisible()
    assert len(list(recovery_folder().glob("*.rvs"))) == 1
    window.session.undo()
    assert window.session.state.document.robots[0].robot.joints[1].a != 0.4321


def test_what_is_not_wanted_is_thrown_away(crashed, make_window) -> None:
    window = make_window()
    before = window.session.state
    QTest.mouseClick(window.recovery.discard, Qt.MouseButton.LeftButton)
    assert window.session.state is before
    assert not window.recovery.isVisible()
    window.close()
    assert not leftovers().found


def test_what_nobody_decided_about_is_offered_again(crashed, make_window) -> None:
    make_window().close()
    window = make_window()
    assert window.recovery.isVisible()


@pytest.mark.whole
def test_a_clean_end_leaves_nothing(window, qtbot) -> None:
    edit(window)
    qtbot.waitUntil(lambda: bool(list(recovery_folder().glob("*.rvs"))), timeout=30_000)
    window.session.mark_saved()
    assert window.close()
    assert not list(recovery_folder().iterdir())


def test_a_disk_that_refuses_is_told_once(window, monkeypatch) -> None:
    def refuse(*_more, **_named) -> None:
        raise OSError("disk full")

    edit(window)
    monkeypatch.setattr(window.keeper._slot, "write", refuse)
    window.keeper.write()
    window.keeper.write()
    assert [m.text for m in window.messages.messages] == [
        "unsaved work cannot be stored for recovery: disk full"
    ]
    # It stands in the window until somebody has read it, or all is well again.
    assert window.recovery.isVisibleTo(window)
    assert window.recovery.words.text().endswith("recovery: disk full")
    assert not window.recovery.restore.isVisibleTo(window)
    QTest.mouseClick(window.recovery.close_button, Qt.MouseButton.LeftButton)
    assert not window.recovery.isVisibleTo(window)
    monkeypatch.undo()
    window.keeper.write()
    assert not window.messages.messages
    assert window.keeper.trouble == ""


def test_what_of_the_work_is_not_kept_is_said(window, monkeypatch) -> None:
    edit(window)
    monkeypatch.setattr(window.keeper._slot, "write", lambda *_, **__: ("note 'n': too long",))
    window.keeper.write()
    assert window.recovery.words.text().endswith("recovery: note 'n': too long")
    assert window.recovery.isVisibleTo(window)


def test_preferences_that_can_not_be_written_are_said(window, monkeypatch) -> None:
    def refuse(*_) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("rvs.ui.settings.save_preferences", refuse)
    window.desk.settings.change(ignore_limits=True)
    assert "the preferences last only until the program ends: Permission denied" in [
        one.text for one in window.messages.messages
    ]


def test_the_menu_of_a_link(window) -> None:
    from rvs.ui.view.link_chip import JOINT

    window.session.select(link_ref(PUMA, 2))
    window.thing_menu.fill(link_ref(PUMA, 2))
    titles = [action.text() for action in window.thing_menu.menu.actions()]
    assert titles[:5] == ["Link 2", "", "Home this joint", "Zero this joint", "Ignore joint limits"]
    assert "Remove robot" in titles
    assert JOINT[0] == "home_joint"
    window.actions_["zero_joint"].trigger()
    assert window.session.state.postures[PUMA][1] == 0.0
    window.actions_["home_joint"].trigger()
    home = window.session.state.document.robots[0].robot.home
    assert window.session.state.postures[PUMA] == tuple(home)
    assert window.session.history == ["Zero θ₂ of PUMA 560", "Home θ₂ of PUMA 560"]
    target = window.session.state.view.camera.target
    window.actions_["look_at"].trigger()
    window.clock.tick(1.0)
    assert window.session.state.view.camera.target != target


def test_a_right_click_opens_the_menu_of_what_is_there(window) -> None:
    x, y = 40, window.viewport.height() - 80
    window.session.select(link_ref(PUMA, 2))
    QTest.mouseClick(window.viewport, Qt.MouseButton.RightButton, pos=QPointF(x, y).toPoint())
    assert window.thing_menu.menu.isVisible()
    assert "Fit" in [action.text() for action in window.thing_menu.menu.actions()]
    assert window.session.state.chosen == ()
    window.thing_menu.menu.close()


def test_the_folder_of_the_project_is_left_alone(project_root: Path) -> None:
    assert not (project_root / "recovery").exists()


def test_a_single_edited_robot_is_saved_as_a_robot(window, own_home) -> None:
    edit(window, 0.625)
    said: list[str] = []

    def save(box) -> None:
        said.append(box.informativeText())
        QTimer.singleShot(0, lambda: QTest.mouseClick(box.button(Button.Save), LEFT))

    def name(dialog) -> None:
        assert dialog.objectName() == "save_robot"
        dialog.name.setText("mine")
        QTimer.singleShot(0, lambda: QTest.mouseClick(dialog.button, LEFT))

    in_dialogs(save, name)
    assert window.close()
    assert "to your library" in said[0]
    assert load_robot("mine").robot.joints[1].a == 0.625
    assert list(own_home.rglob("*.rvs")) == []


def test_not_to_name_the_robot_keeps_the_window_open(window) -> None:
    edit(window)
    in_dialogs(
        lambda box: QTimer.singleShot(0, lambda: QTest.mouseClick(box.button(Button.Save), LEFT)),
        lambda dialog: QTimer.singleShot(0, lambda: QTest.keyClick(dialog, Qt.Key.Key_Escape)),
    )
    assert not window.close()


def test_a_saved_robot_leaves_the_rest_of_the_cell_unsaved(window, tmp_path) -> None:
    assert window.desk.cell_file.save(tmp_path / "work.rvs")
    edit(window, 0.625)
    placed = window.session.state.document.robots[0]
    write(window.desk, placed, tmp_path / "arm.arch", "arm")
    assert window.session.dirty
    assert window.windowTitle().startswith("*work.rvs")


def test_one_of_two_robots_saved_is_not_all(window, tmp_path) -> None:
    place_robot(window.desk, "ur5e")
    edit(window, 0.625)
    placed = window.session.state.document.robots[0]
    write(window.desk, placed, tmp_path / "arm.arch", "arm")
    assert window.windowTitle().startswith("*")
    seen: list[str] = []
    answer(Button.Cancel, seen)
    assert not window.close()


def test_a_changed_remark_is_work_too(window) -> None:
    robot = window.session.state.document.robots[0].robot.replace(comment="mine")
    window.session.edit("Note", lambda document: change_robot(document, PUMA, robot=robot))
    assert window.windowTitle().startswith("*")


@pytest.mark.parametrize(("ground", "shown"), [("light", "dark"), ("paper", "paper")])
def test_a_cell_is_shown_on_the_ground_that_is_preferred(window, tmp_path, ground, shown) -> None:
    window.session.look(background=ground)
    assert window.desk.cell_file.save(tmp_path / "work.rvs")
    window.desk.settings.change(theme="dark")
    window.open([str(tmp_path / "work.rvs")])
    assert window.session.state.view.background == shown


@pytest.mark.whole
def test_the_trajectory_of_a_cell_is_kept_and_ready_again(window, tmp_path, monkeypatch) -> None:
    trajectory_commands.load(window.desk, files_of("jtraj")["puma560-place"])
    window.trajectory.playback.seek(1.0)
    shown = window.session.state.postures[PUMA]
    path = tmp_path / "work.rvs"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    window.actions_["save_cell_as"].trigger()
    (link,) = read_cell(path).trajectories
    assert (link.file, link.robot) == ("puma560-place", PUMA)
    window.trajectory.playback.unload()
    window.open([str(path)])
    loaded = window.trajectory.playback.loaded
    assert loaded.name == "puma560-place"
    assert window.session.state.postures[PUMA] == pytest.approx(shown)
    assert (window.session.dirty, window.session.history) == (False, [])
    window.actions_["save_cell"].trigger()
    assert len(read_cell(path).trajectories) == 1
    # It goes on where the robot stands.
    window.trajectory.playback.play()
    window.clock.tick(0.5)
    assert window.trajectory.playback.time == pytest.approx(1.5)


def test_a_cell_whose_trajectory_is_gone_opens(window, tmp_path) -> None:
    path = tmp_path / "work.rvs"
    path.write_text('robot "a" { file = puma560 }\ntrajectory "t" { file = "gone" }', "utf-8")
    window.open([str(path)])
    assert window.trajectory.playback.loaded is None
    assert [robot.id for robot in window.session.state.document.robots] == ["a"]
    assert "gone" in window.messages.messages[-1].text


@pytest.mark.whole
def test_nothing_is_offered_of_a_session_that_changed_nothing(window) -> None:
    camera = window.session.state.view.camera
    window.session.look(camera=replace(camera, distance=2 * camera.distance))
    window.keeper.write()
    assert not list(recovery_folder().glob("*.rvs"))
    edit(window)
    window.keeper.write()
    assert list(recovery_folder().glob("*.rvs"))
    window.session.undo()
    window.keeper.write()
    assert not list(recovery_folder().glob("*.rvs"))

"""Motions that are made in the window: work that has a star, a question, a file and a way back."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from rvs.files.cells.cell import read_cell
from rvs.files.cells.motions import cell_timeline
from rvs.files.library import files_of, load_robot
from rvs.files.placed_robot import placed_robot
from rvs.files.storage.recovery import LOCK_SUFFIX, leftovers, recovery_folder
from rvs.model.document import add_robot, change_robot
from rvs.model.motions.kept import KeptMotion, keep_motion
from rvs.model.motions.motion import JointTrajectory
from rvs.model.robots.placing import rename_robot
from rvs.scripting.loaded import Loaded
from rvs.ui.commands import drives, paths
from rvs.ui.commands import files as commands
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.commands.files import show_robot
from rvs.ui.commands.robots import write
from rvs.ui.paper.plot_dialog import PlotDialog
from rvs.ui.saving import changes, unsaved

pytestmark = [pytest.mark.ui, pytest.mark.whole]
PUMA = "PUMA 560"
SCARA = placed_robot(load_robot("scara"), "scara")
FAST = "puma560-place (as fast as possible)"
EFFORTS = (100.0, 59.0, 42.0, 10.0, 10.0, 5.0)
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def named(monkeypatch):
    """Lets dialogs answer with a path."""

    def answer(path) -> None:
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))

    return answer


@pytest.fixture(autouse=True)
def rated(window, own_home) -> None:
    """The robot has a file of the user's, with limits that bound a pace."""
    placed = window.session.state.document.robot(PUMA)
    pairs = zip(placed.robot.joints, EFFORTS, strict=True)
    joints = tuple(replace(joint, effort=most, rate=2.0) for joint, most in pairs)
    robot = placed.robot.replace(joints=joints)
    window.session.edit("Drives", lambda now: change_robot(now, PUMA, robot=robot))
    own = window.session.state.document.robot(PUMA)
    write(window.desk, own, own_home / "arch" / "puma.arch")
    window.desk.cell_file.begin(window.session.state)
    assert not changes.unsaved(window.desk)


def hurry(window) -> None:
    """Load a motion of the library and make it as fast as possible."""
    trajectory_commands.load(window.desk, files_of("jtraj")["puma560-place"])
    drives.hurry_motion(window.desk)


def names(window) -> list[str]:
    return [one.name for one in window.session.state.document.motions if not one.file]


def test_a_retimed_motion_is_work_that_undo_takes_back(window, asked, qtbot) -> None:
    hurry(window)
    playback = window.desk.playback
    fast = playback.duration
    assert window.windowTitle() == f"*{PUMA} (motion {FAST}) – RVS"
    assert not window.close()
    assert FAST in asked[0]
    assert playback.words(playback.loaded) == f"{FAST}, not saved"
    window.session.undo()
    qtbot.waitUntil(lambda: playback.duration > fast)
    assert playback.loaded.name == "puma560-place"
    assert not changes.unsaved(window.desk)
    window.session.redo()
    qtbot.waitUntil(lambda: playback.duration == fast)
    assert names(window) == [FAST]


def test_undo_of_the_first_motion_leaves_none(window, qtbot) -> None:
    rows = JointTrajectory.evenly(PUMA, np.zeros((3, 6)), 0.5)
    placed = window.session.state.document.robot(PUMA)
    window.desk.playback.make(Loaded("run", rows, placed), "Simulate run")
    assert names(window) == ["run"]
    window.session.undo()
    qtbot.waitUntil(lambda: not window.desk.playback.tracks)
    window.session.redo()
    qtbot.waitUntil(lambda: bool(window.desk.playback.tracks))
    window.actions_["discard_motion"].trigger()
    qtbot.waitUntil(lambda: not window.desk.playback.tracks)
    assert not changes.unsaved(window.desk)


def test_ctrl_s_writes_it_with_the_cell_and_the_cell_plays_it_again(window, tmp_path) -> None:
    path = tmp_path / "a" / "work.rvs"
    trajectory_commands.load(window.desk, files_of("jtraj")["puma560-place"])
    assert unsaved._saved(window.desk, path)
    hurry(window)
    fast = window.desk.playback.duration
    window.desk.playback.seek(fast / 2)
    assert window.windowTitle() == f"*work.rvs (motion {FAST}) – RVS"
    window.actions_["save"].trigger()
    assert window.windowTitle() == "work.rvs – RVS"
    first, second = read_cell(path).trajectories
    assert (first.name, first.file) == (FAST, f"motions/{FAST}.jtraj")
    assert second.file == "puma560-place"
    assert cell_timeline(read_cell(path)).duration == pytest.approx(fast, abs=1e-6)
    # The same again writes no other file.
    window.actions_["save"].trigger()
    assert len(list((tmp_path / "a" / "motions").iterdir())) == 1
    window.open([str(path)])
    playback = window.desk.playback
    assert playback.loaded.name == FAST
    assert playback.duration == pytest.approx(fast, abs=1e-6)
    # The time line stands where the robot does.
    assert playback.time == pytest.approx(fast / 2, abs=0.02)
    assert not window.session.dirty
    # Elsewhere it takes the file along.
    there = tmp_path / "b" / "moved.rvs"
    assert unsaved._saved(window.desk, there)
    (tmp_path / "a" / "motions" / f"{FAST}.jtraj").unlink()
    assert cell_timeline(read_cell(there)).duration == pytest.approx(fast, abs=1e-6)


def test_what_was_undone_leaves_the_cell_again(window, tmp_path, qtbot) -> None:
    path = tmp_path / "work.rvs"
    trajectory_commands.load(window.desk, files_of("jtraj")["puma560-place"])
    drives.hurry_motion(window.desk)
    assert unsaved._saved(window.desk, path)
    window.session.undo()
    qtbot.waitUntil(lambda: window.desk.playback.loaded.name == "puma560-place")
    assert window.windowTitle() == f"*work.rvs (motion {FAST}) – RVS"
    window.actions_["save"].trigger()
    assert [one.file for one in read_cell(path).trajectories] == ["puma560-place"]
    window.session.redo()
    qtbot.waitUntil(lambda: window.desk.playback.loaded.name == FAST)
    window.actions_["save"].trigger()
    assert read_cell(path).trajectories[0].name == FAST


def test_what_takes_its_place_leaves_it_in_the_cell(window, asked) -> None:
    hurry(window)
    rows = JointTrajectory.evenly(PUMA, np.zeros((3, 6)), 0.5)
    placed = window.session.state.document.robot(PUMA)
    window.desk.playback.make(Loaded("PD (simulated)", rows, placed, simulated=True), "Simulate PD")
    trajectory_commands.load(window.desk, files_of("jtraj")["puma560-place"])
    assert names(window) == [FAST, "PD (simulated)"]
    window.trajectory.menu.aboutToShow.emit()
    offered = {one.text(): one for one in window.trajectory.menu.actions()}
    offered[f"{FAST} (not saved)"].trigger()
    assert window.desk.playback.loaded.name == FAST
    assert not window.close()
    assert FAST in asked[0]
    assert "PD (simulated)" in asked[0]
    assert not show_robot(window.desk, "stanford")
    assert FAST in asked[1]


def test_a_robot_alone_asks_for_the_file_of_a_motion(window, tmp_path, named) -> None:
    hurry(window)
    named(tmp_path / "fast.jtraj")
    window.actions_["save"].trigger()
    assert (tmp_path / "fast.jtraj").is_file()
    assert not changes.unsaved(window.desk)
    assert window.windowTitle() == f"{PUMA} – RVS"
    assert window.desk.playback.words(window.desk.playback.loaded) == FAST
    assert window.close()


def afresh(window) -> None:
    """Start again with the robots, as another start would."""
    state = window.session.state
    document = replace(state.document, motions=())
    window.desk.cell_file.begin(replace(state, document=document, motion=None))


def killed(window):
    window.keeper.write()
    home = recovery_folder().parent / "killed"
    home.mkdir(exist_ok=True)
    for one in recovery_folder().iterdir():
        if one.suffix != LOCK_SUFFIX:
            (home / one.name).write_bytes(one.read_bytes())
    return leftovers(home)


def test_after_a_kill_it_is_there_and_loaded(window) -> None:
    hurry(window)
    rows = window.desk.playback.loaded.trajectory
    (left,) = killed(window).found
    afresh(window)
    show_robot(window.desk, "stanford")
    window.recovery.offer((left,))
    QTest.mouseClick(window.recovery.restore, LEFT)
    assert window.desk.playback.loaded.trajectory == rows
    assert names(window) == [FAST]
    window.keeper.close()
    assert not list(recovery_folder().glob("*.motions"))


def test_a_cell_that_is_restored_plays_what_it_lists(window, tmp_path) -> None:
    trajectory_commands.load(window.desk, files_of("jtraj")["puma560-place"])
    assert unsaved._saved(window.desk, tmp_path / "work.rvs")
    window.desk.playback.seek(1.0)
    window.actions_["duplicate_robot"].trigger()
    (left,) = killed(window).found
    afresh(window)
    window.recovery.offer((left,))
    QTest.mouseClick(window.recovery.restore, LEFT)
    assert [one.name for one in window.desk.playback.tracks.values()] == ["puma560-place"]
    assert window.desk.playback.time == pytest.approx(1.0)


def test_damaged_motions_are_told_and_the_rest_comes_back(window) -> None:
    hurry(window)
    killed(window)
    (beside,) = (recovery_folder().parent / "killed").glob("*.motions")
    beside.write_bytes(beside.read_bytes()[:-200])
    for one in (recovery_folder().parent / "killed").glob("*.lock"):
        one.unlink()
    found = leftovers(recovery_folder().parent / "killed")
    assert "motions could not be recovered" in found.problems[0]
    assert not found.found[0].cell.document.motions


def test_what_lies_elsewhere_is_copied_to_the_cell(window, tmp_path) -> None:
    there = tmp_path / "elsewhere.jtraj"
    there.write_bytes(files_of("jtraj")["puma560-place"].read_bytes())
    trajectory_commands.load(window.desk, there)
    path = tmp_path / "cell" / "work.rvs"
    assert unsaved._saved(window.desk, path)
    assert [one.file for one in read_cell(path).trajectories] == ["motions/elsewhere.jtraj"]
    assert unsaved._saved(window.desk, path)
    assert len(read_cell(path).trajectories) == 1
    assert paths.load(window.desk, files_of("ctraj")["puma560-seam"])
    assert not changes.unsaved(window.desk), "to follow a file is no work"
    assert unsaved._saved(window.desk, path)
    assert cell_timeline(read_cell(path)).duration == pytest.approx(window.desk.playback.duration)


def test_a_cured_path_is_work(window) -> None:
    assert paths.load(window.desk, files_of("ctraj")["puma560-seam"])
    assert paths.cure(window.desk, window.desk.playback.loaded, "damp")
    assert names(window) == ["puma560-seam (damped)"]
    # What is cured again takes its place.
    assert paths.cure(window.desk, window.desk.playback.loaded, "damp")
    assert names(window) == ["puma560-seam (damped)"]


def test_of_two_robots_each_keeps_its_own_by_any_name(window, tmp_path, qtbot) -> None:
    other = placed_robot(load_robot("stanford"), "stanford")
    window.session.edit("Add", lambda document: add_robot(document, other))
    hold = JointTrajectory.evenly(other.id, [other.robot.home] * 3, 0.5)
    window.desk.playback.make(Loaded("hold", hold, other), "Simulate hold")
    window.session.select((PUMA,))
    hurry(window)
    window.session.edit("Rename", lambda document: rename_robot(document, PUMA, "left"))
    qtbot.waitUntil(lambda: "left" in window.desk.playback.tracks)
    path = tmp_path / "work.rvs"
    assert unsaved._saved(window.desk, path)
    assert {(one.robot, one.name) for one in read_cell(path).trajectories} == {
        ("left", FAST), (other.id, "hold"),
    }  # fmt: skip
    window.open([str(path)])
    assert set(window.desk.playback.tracks) == {"left", other.id}


def test_a_plot_on_paper_names_the_version(window, tmp_path, named, qtbot) -> None:
    hurry(window)
    window.actions_["export_plot"].trigger()
    dialog = window.findChild(PlotDialog)
    dialog.export(tmp_path / "plot.pdf")
    assert dialog.line()[2]["note"] == f"{FAST}, not saved"
    dialog.format.setCurrentText("SVG")
    qtbot.waitUntil(lambda: not dialog.busy, timeout=60_000)
    dialog.export(tmp_path / "plot.svg")
    qtbot.waitUntil(lambda: not dialog.busy, timeout=60_000)
    assert f"{FAST}, not saved" in (tmp_path / "plot.svg").read_text("utf-8")


def test_a_robot_that_undo_brings_back_plays_what_it_had(window, qtbot) -> None:
    trajectory_commands.load(window.desk, files_of("jtraj")["puma560-place"], True)
    window.desk.playback.seek(1.0)
    q = window.session.state.postures[PUMA]
    for take_away in (commands.remove, lambda desk: commands.replace_with(desk, SCARA, "Show")):
        take_away(window.desk)
        qtbot.waitUntil(lambda: not window.desk.playback.tracks)
        window.session.undo()
        qtbot.waitUntil(lambda: PUMA in window.desk.playback.tracks)
        assert window.session.state.postures[PUMA] == q
        assert window.desk.playback.time == pytest.approx(1.0)


def test_another_robot_of_the_same_name_does_not_play_it(window, qtbot) -> None:
    trajectory_commands.load(window.desk, files_of("jtraj")["puma560-place"], True)
    placed = window.session.state.document.robot(PUMA)
    commands.remove(window.desk)
    qtbot.waitUntil(lambda: not window.desk.playback.tracks)
    window.session.edit("Add", lambda now: add_robot(now, placed))
    QApplication.processEvents()
    assert not window.desk.playback.tracks


def test_names_stay_apart(window) -> None:
    document = window.session.state.document
    rows = JointTrajectory.evenly(PUMA, np.zeros((2, 6)), 1.0)
    twice = keep_motion(keep_motion(document, KeptMotion("run", rows)), KeptMotion("run", rows))
    assert [one.name for one in twice.motions] == ["run"]

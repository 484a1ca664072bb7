"""Every kind of change and every way to leave it: it is found again, or a question names it."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox

from rvs.files.cells.cell import TrajectoryLink, read_cell
from rvs.files.library import load_robot
from rvs.files.placed_robot import placed_robot
from rvs.files.storage.locations import bundled_folder, is_bundled
from rvs.files.storage.recovery import LOCK_SUFFIX, Leftover, leftovers, recovery_folder
from rvs.model.body.values import same_body
from rvs.model.document import Document, add_robot, set_joint
from rvs.model.robots.named_posture import NamedPosture
from rvs.model.robots.posture_edits import keep_posture
from rvs.model.state import State
from rvs.model.unsaved import ROBOT_FIELDS
from rvs.ui.commands import files as file_commands
from rvs.ui.commands import things as thing_commands
from rvs.ui.commands.robots import write
from rvs.ui.dialogs.new_robot import NewRobot
from rvs.ui.dialogs.record_trajectory import RecordTrajectory
from rvs.ui.help import links
from rvs.ui.saving import changes, unsaved
from rvs.ui.saving.changes import Home

from ..model.every_change import DOCUMENT_CHANGES, ROBOT_CHANGES
from .hands import in_dialogs, settle

pytestmark = [pytest.mark.ui, pytest.mark.whole]
PUMA = "PUMA 560"
LOOKS = [name for name, (_, keeper) in ROBOT_FIELDS.items() if keeper == "look"]
# Renaming and removing the only robot of no cell leaves nothing that a file lacks.
CHANGES = {
    name: edit
    for name, edit in {**ROBOT_CHANGES, **DOCUMENT_CHANGES}.items()
    if name not in ("id", "robots", *LOOKS)
}
LEFT = Qt.MouseButton.LeftButton
Leave = Callable[..., object]


def _new(window) -> None:
    dialog = NewRobot(window.desk)
    dialog.beside.setChecked(False)
    dialog.accept()
    dialog.reject()


LEAVES: dict[str, Leave] = {
    "quit": lambda window: window.close(),
    "open a cell": lambda window: window.open(["pick-and-place"]),
    "open a robot": lambda window: window.open(["stanford"]),
    "double-click": lambda window: file_commands.show_robot(window.desk, "scara"),
    "gallery": lambda window: links.follow(window.desk, "rvs:robot/scara", alone=True),
    "gallery cell": lambda window: links.follow(window.desk, "rvs:cell/two-pumas", alone=True),
    "new robot": _new,
}
# These change one robot and leave what stands around it.
ONE_ROBOT = ("open a robot", "double-click", "new robot")


@pytest.fixture
def begun() -> State:
    return State(Document((placed_robot(load_robot("puma560"), "puma560"),)))


def begin_with(window, state: State, edit) -> State:
    """Start again and make one change."""
    window.desk.cell_file.begin(state)
    window.session.edit("Change", lambda document: edit(document, PUMA))
    window.session.settle()
    return window.session.state


def killed(window) -> tuple[Leftover, ...]:
    """Return the leftovers that the next start would find if the program were killed now."""
    window.keeper.write()
    home = recovery_folder().parent / "killed"
    home.mkdir(exist_ok=True)
    for one in recovery_folder().iterdir():
        if one.suffix != LOCK_SUFFIX:
            (home / one.name).write_bytes(one.read_bytes())
    return leftovers(home).found


@pytest.mark.parametrize("way", LEAVES)
def test_nothing_goes_without_a_question_that_names_it(window, begun, asked, way) -> None:
    for name, edit in CHANGES.items():
        state = begin_with(window, begun, edit)
        words = [piece.words for piece in changes.pieces(window.desk)]
        assert words, name
        asked.clear()
        LEAVES[way](window)
        document = window.session.state.document
        if asked:
            assert window.session.state.document is state.document, (name, way)
            assert all(word in asked[0] for word in words), (name, way, asked)
        else:
            assert way in ONE_ROBOT, (name, way)
            assert name in DOCUMENT_CHANGES, (name, way)
            assert getattr(document, name) == getattr(state.document, name), (name, way)
    assert window.isVisible()


def test_after_a_kill_every_change_is_there(window, begun) -> None:
    for name, edit in {**CHANGES, **{one: ROBOT_CHANGES[one] for one in LOOKS}}.items():
        state = begin_with(window, begun, edit)
        (left,) = killed(window)
        found = left.cell.document
        left.discard()
        if name in DOCUMENT_CHANGES:
            assert getattr(found, name) == getattr(state.document, name), name
        elif name != "body":
            mine, theirs = state.document.robots[0], found.robots[0]
            assert getattr(theirs, name) == getattr(mine, name), name
        else:
            assert same_body(found.robots[0].body, state.document.robots[0].body)


@pytest.fixture
def named(window, begun, tmp_path) -> Iterator[object]:
    """A window with a cell that has a file."""
    window.desk.cell_file.begin(begun)
    assert window.desk.cell_file.save(tmp_path / "work.rvs")
    return window


def test_in_a_cell_every_change_is_a_star_and_saved_by_ctrl_s(named, tmp_path) -> None:
    saved = tmp_path / "work.rvs"
    for name, edit in {**CHANGES, "id": ROBOT_CHANGES["id"]}.items():
        named.session.edit("Change", lambda document, edit=edit: edit(document, PUMA))
        named.session.settle()
        assert named.windowTitle().startswith("*work.rvs ("), name
        named.actions_["save"].trigger()
        assert named.windowTitle() == "work.rvs – RVS", name
        assert read_cell(saved).document.ids == named.session.state.document.ids
        named.session.undo()
        assert named.windowTitle().startswith("*work.rvs ("), name
        named.actions_["save"].trigger()


def test_the_path_being_written_is_asked_about_and_recovered(window, asked) -> None:
    editor = window.desk.dock("path_editor")
    editor.text.setPlainText("unit = m\nspeed = 0.2\n")
    editor.check()
    assert window.windowTitle() == "*PUMA 560 (tool path) – RVS"
    assert not window.close()
    assert "tool path" in asked[0]
    assert not editor.open_file(bundled_folder() / "ctraj" / "puma560-seam.ctraj")
    assert asked[1].startswith("<b>Save the tool path?</b>")
    (left,) = killed(window)
    editor.text.setPlainText("")
    window.recovery.offer((left,))
    QTest.mouseClick(window.recovery.restore, LEFT)
    assert editor.text.toPlainText() == "unit = m\nspeed = 0.2\n"
    assert editor.save_to(recovery_folder().parent / "mine.ctraj")
    assert not window.desk.drafts.unsaved


def test_watching_and_posing_are_no_work(window, asked) -> None:
    cell = bundled_folder() / "work_env" / "pick-and-place.rvs"
    assert links.follow(window.desk, "rvs:cell/pick-and-place?play=yes", alone=True)
    for _ in range(20):
        window.clock.tick(0.3)
    assert window.windowTitle() == "pick-and-place.rvs – RVS"
    window.session.pose(window.session.state.document.robots[0].id, (0.1,) * 6)
    assert not changes.unsaved(window.desk)
    assert is_bundled(cell)


def test_another_robot_does_not_inherit_the_file_of_a_cell(window, tmp_path, monkeypatch) -> None:
    window.open(["scara"])
    file = tmp_path / "elbow.rvs"
    assert window.desk.cell_file.save(file)
    before = file.read_bytes()
    # Neither another robot nor a demonstration is what the file holds.
    assert file_commands.show_robot(window.desk, "ur5e")
    assert window.desk.cell_file.path is None
    assert "elbow" not in window.windowTitle()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    window.actions_["save"].trigger()
    assert file.read_bytes() == before

    # In a cell that has more, the robot is exchanged, which Undo takes back.
    window.open([str(file)])
    settle()
    desk = window.desk
    thing_commands.add(desk, "table")
    assert desk.cell_file.save(file)
    assert file_commands.show_robot(desk, "ur5e")
    assert desk.cell_file.path == file
    window.session.undo()
    assert window.session.state.document.robots[0].robot.name == "SCARA"


def test_a_new_robot_in_a_saved_cell_with_a_motion_begins_another(
    window, tmp_path, monkeypatch
) -> None:
    window.open(["scara"])
    file = tmp_path / "flower.rvs"
    window.desk.cell_file.add_trajectory(TrajectoryLink("flower", "scara-flower", "SCARA"))
    assert window.desk.cell_file.save(file)
    before = file.read_bytes()
    window.actions_["new_robot"].trigger()
    made = window.findChild(QDialog, "new_robot")
    made.beside.setChecked(False)
    made.name.setText("Loader crane")
    made.accept()
    assert [one.id for one in window.session.state.document.robots] == ["Loader crane"]
    assert window.desk.cell_file.path is None
    assert not window.desk.cell_file.trajectories
    assert changes.unsaved(window.desk)
    assert file.read_bytes() == before
    # What no file keeps yet is a step, and comes back after a crash.
    assert window.actions_["undo"].text() == "Undo New robot Loader crane"
    assert not window.desk.messages.messages

    # In a cell with more the robot goes alone, and its motion with it.
    monkeypatch.setattr(unsaved, "may_leave", lambda desk: True)
    monkeypatch.setattr(unsaved, "may_replace", lambda *_, **_2: "replace")
    window.open([str(file)])
    thing_commands.add(window.desk, "table")
    window.actions_["new_robot"].trigger()
    made = [one for one in window.findChildren(QDialog, "new_robot") if one.isVisible()][-1]
    made.beside.setChecked(False)
    made.accept()
    assert window.desk.cell_file.save(file)
    assert not read_cell(file).trajectories
    assert not window.desk.messages.messages


def test_a_bundled_cell_is_never_written(window, monkeypatch, tmp_path) -> None:
    cell = bundled_folder() / "work_env" / "pick-and-place.rvs"
    before = cell.read_bytes()
    window.open([str(cell)])
    robot = window.session.state.document.robots[0].id
    window.session.edit("Longer", lambda document: set_joint(document, robot, 1, a=0.5))
    asked: list[str] = []

    def choose(_parent, _title, start, *_kinds):
        asked.append(start)
        return (str(cell), "")

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    window.actions_["save"].trigger()
    assert str(bundled_folder() / "work_env") not in asked[0]
    assert "came with RVS" in window.messages.messages[-1].text
    assert cell.read_bytes() == before
    assert window.windowTitle().startswith("*pick-and-place.rvs")


def test_a_robot_is_saved_with_its_model_and_its_postures(window, begun, own_home) -> None:
    path = own_home / "arch" / "mine.arch"
    begin_with(window, begun, ROBOT_CHANGES["body"])
    window.session.edit(
        "Keep", lambda document: keep_posture(document, PUMA, NamedPosture("up", (0.5,) * 6))
    )
    write(window.desk, window.session.state.document.robots[0], path, "mine")
    assert (own_home / "jconfig" / "mine.jconfig").is_file()
    assert (own_home / "links" / "mine.body").is_file()
    assert not changes.unsaved(window.desk)
    again = placed_robot(load_robot(path), str(path))
    assert [one.name for one in again.named][-1] == "up"
    window.session.edit("L", lambda document: set_joint(document, PUMA, 1, a=0.6))
    assert window.windowTitle().startswith("*mine –")
    window.actions_["save"].trigger()
    assert load_robot(path).robot.joints[1].a == 0.6
    assert not window.windowTitle().startswith("*")


def test_two_robots_are_told_apart(window, begun, own_home) -> None:
    window.desk.cell_file.begin(begun)
    write(window.desk, begun.document.robots[0], own_home / "arch" / "first.arch", "first")
    mine = placed_robot(load_robot("scara"), "scara")
    mine = type(mine)("My SCARA", mine.robot.replace(name="My SCARA"))
    window.session.edit("Add", lambda document: add_robot(document, mine))
    window.session.edit("L", lambda document: set_joint(document, PUMA, 1, a=0.5))
    assert "first" in window.windowTitle()
    assert "My SCARA" in window.windowTitle()
    homes = changes.homes(window.desk)
    assert [home.kind for home in homes] == ["robot", "cell"]
    assert unsaved.save_homes(window.desk, homes[:1])
    assert [home.kind for home in changes.homes(window.desk)] == ["cell"]
    words = [word for home in changes.homes(window.desk) for word in home.words]
    assert words == ["My SCARA", "robots in the cell"]


def test_both_robots_may_be_kept(window, begun) -> None:
    begin_with(window, begun, ROBOT_CHANGES["robot"])

    def keep(box) -> None:
        button = box.findChild(type(box.button(QMessageBox.StandardButton.Save)), "beside")
        QTest.mouseClick(button, LEFT)

    in_dialogs(keep)
    assert file_commands.show_robot(window.desk, "scara")
    robots = window.session.state.document.robots
    assert len(robots) == 2
    assert robots[0].robot.joints[1].a == 0.5


def test_plus_in_robots_adds_a_robot(window, begun) -> None:
    window.actions_["robots"].trigger()
    window.actions_["add_robot"].trigger()
    library = window.library
    assert library.adding.isVisible()
    assert "to open it" not in library.how.text()
    # A look at something else does not end it, and a text that stands there is written over.
    library.search.setText("puma")
    window.actions_["robots"].trigger()
    window.desk.call("library")
    assert library.adding.isVisible()
    QTest.keyClicks(library.search, "scara")
    QTest.keyClick(library.search, Qt.Key.Key_Return)
    assert len(window.session.state.document.robots) == 2
    assert not library.adding.isVisible()
    # From the keys' new place, Undo takes the robot back and not the text.
    QTest.keyClick(
        library.focusWidget() or window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier
    )
    assert len(window.session.state.document.robots) == 1
    window.actions_["add_robot"].trigger()
    QTest.keyClick(library.search, Qt.Key.Key_Escape)
    assert not library.adding.isVisible()
    assert "to open it" in library.how.text()


def test_a_robot_removed_unsaved_is_asked_about_and_saved(window, begun, asked, own_home) -> None:
    begin_with(window, begun, ROBOT_CHANGES["robot"])
    window.session.select((PUMA,))
    window.actions_["remove"].trigger()
    assert not window.session.state.document.robots
    assert "PUMA 560, removed" in window.windowTitle()
    assert not window.close()
    assert "PUMA 560, removed" in asked[0]
    texts = window.desk.drafts.texts
    window.session.undo()
    assert "removed" not in window.windowTitle()
    window.session.redo()
    window.desk.removed.clear()
    assert not window.desk.drafts.unsaved
    window.desk.drafts.restore(texts)
    (placed,) = window.desk.removed._gone()
    path = own_home / "arch" / "back.arch"
    write(window.desk, placed, path)
    assert path.is_file()
    # One that lost nothing is removed without a word.
    window.desk.cell_file.begin(begun)
    window.desk.removed.clear()
    window.actions_["remove"].trigger()
    assert window.close()


def test_postures_that_wait_to_be_a_trajectory_are_asked_about(window, asked, own_home) -> None:
    window.desk.call("postures", "record")
    dialog = window.findChild(RecordTrajectory)
    assert not window.desk.drafts.unsaved
    QTest.mouseClick(dialog.add, LEFT)
    window.session.pose(PUMA, (0.1, 0.2, -0.3, 0.4, 0.5, -0.6))
    QTest.mouseClick(dialog.add, LEFT)
    settle()
    assert "trajectory through postures of puma 560" in window.windowTitle()
    assert not window.close()
    assert "trajectory through postures of puma 560" in asked[0]
    texts = window.desk.drafts.texts
    dialog.reject()
    assert not window.desk.drafts.unsaved
    window.desk.drafts.restore(texts)
    settle()
    (again,) = [one for one in window.findChildren(RecordTrajectory) if one.isVisible()]
    assert len(again.postures) == 2
    (home,) = changes.homes(window.desk)
    assert unsaved.save_homes(window.desk, [home])
    assert len(list((own_home / "jtraj").glob("*.jtraj"))) == 1
    assert not window.desk.drafts.unsaved


def test_what_goes_to_the_same_place_is_listed_once(window) -> None:
    found = [Home("motion", ("motion a",)), Home("motion", ("motion b",))]
    box = unsaved.question(window.desk, [*found, Home("cell", ("note",))], "?")
    said = box.informativeText()
    box.deleteLater()
    assert said.count("Save will ask for a file name for:") == 1
    assert said.index("motion a") < said.index("motion b") < said.index("note")

"""New robots, and robots that are saved."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from rvs.files.robots.arch import read_architecture
from rvs.files.storage.locations import bundled_folder
from rvs.model.document import PlacedRobot, set_joint
from rvs.model.robots.named_posture import NamedPosture
from rvs.model.robots.new_robots import blank
from rvs.model.robots.posture_edits import keep_posture

pytestmark = pytest.mark.ui

COMMENTED = """\
/*** my arm ***/
unit = mm   /* everything in mm */
{ a = 400 b = 0 al = 90 th = 0 limits = [ -170, 170 ] } /* the first */
{ a = 300 b = 0 al = 0 th = 30 }
EndEffector = hand
"""


def robots(window):
    return window.session.state.document.robots


def dialog(window, name: str) -> QDialog:
    return window.findChild(QDialog, name)


def lengthen(window, a: float = 0.5) -> None:
    robot_id = robots(window)[0].id
    window.session.edit("Set a", lambda d: set_joint(d, robot_id, 0, a=a))
    window.session.settle()


def keep(window, name: str) -> None:
    placed = robots(window)[0]
    posture = NamedPosture(name, tuple(placed.robot.home.tolist()))
    window.session.edit("Keep", lambda d: keep_posture(d, placed.id, posture))
    window.session.settle()


def choose(made: QDialog, words: str) -> None:
    made.search.clear()
    QTest.keyClicks(made.search, words)


def type_over(field, text: str) -> None:
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClicks(field, text)


# -- new -------------------------------------------------------------------------------------


def test_a_robot_from_nothing_grows_as_it_is_typed(window) -> None:
    window.actions_["new_robot"].trigger()
    made = dialog(window, "new_robot")
    made.kinds.selectAll()
    QTest.keyClicks(made.kinds, "2RP")
    made.name.selectAll()
    QTest.keyClicks(made.name, "Mine")
    QTest.mouseClick(made.button, Qt.MouseButton.LeftButton)
    robot = robots(window)[0].robot
    assert [joint.kind for joint in robot.joints] == ["revolute", "revolute", "prismatic"]
    assert len(robots(window)) == 1
    assert window.robot_table.isVisible()
    assert window.robot_table.model.cell(window.robot_table.view.currentIndex()) == (0, "a")
    before = window.viewport.scene()
    QTest.keyClick(window.robot_table.view, Qt.Key.Key_4)
    assert robots(window)[0].robot.joints[0].a == 4.0
    assert window.viewport.scene() is not before
    assert window.actions_["undo"].text() == "Undo Set a₁ of Mine"


def test_joints_that_can_not_be(window) -> None:
    window.actions_["new_robot"].trigger()
    made = dialog(window, "new_robot")
    for text in ("", "0", "65", "RRX"):
        type_over(made.kinds, "2RP")
        assert made.button.isEnabled()
        type_over(made.kinds, text)
        assert not made.button.isEnabled(), text
        assert "xpected" in made.notice.text, text
    QTest.keyClick(made, Qt.Key.Key_Escape)
    assert robots(window)[0].id == "PUMA 560"


def test_a_kind_of_robot_in_the_other_convention_beside_the_first(window) -> None:
    window.actions_["new_robot"].trigger()
    made = dialog(window, "new_robot")
    choose(made, "scara")
    made.convention.setCurrentText("Modified")
    made.beside.setChecked(True)
    QTest.keyClick(made.search, Qt.Key.Key_Return)
    assert [placed.id for placed in robots(window)] == ["PUMA 560", "My SCARA"]
    assert {joint.convention for joint in robots(window)[1].robot.joints} == {"modified"}
    assert window.robot_table.subtitle.text() == "My SCARA"


def test_a_robot_of_the_library_as_a_beginning(window) -> None:
    window.actions_["new_robot"].trigger()
    made = dialog(window, "new_robot")
    choose(made, "stanford arm")
    assert made.name.text() == "My Stanford arm"
    made.accept()
    placed = robots(window)[0]
    assert placed.robot.n == 6
    assert placed.origin == ""


def test_pictures_of_what_to_begin_with_arrive(window, qtbot) -> None:
    window.actions_["new_robot"].trigger()
    made = dialog(window, "new_robot")

    def drawn() -> bool:
        image = made.gallery.item(1).icon().pixmap(80, 80).toImage()
        return image.pixelColor(40, 40).alpha() == 255

    qtbot.waitUntil(drawn, timeout=10000)
    made.reject()


# -- save ------------------------------------------------------------------------------------


def test_a_file_of_ones_own_is_saved_with_its_comments(window, tmp_path: Path) -> None:
    file = tmp_path / "mine.arch"
    file.write_text(COMMENTED, encoding="utf-8")
    window.open([str(file)])
    lengthen(window, 0.45)
    assert window.session.dirty
    window.actions_["save_robot"].trigger()
    assert file.read_text(encoding="utf-8") == COMMENTED.replace("a = 400", "a = 450")
    assert not window.session.dirty
    assert str(file) in window.statusBar().currentMessage()


def test_a_bundled_robot_is_saved_under_a_name_of_the_library(window, own_home: Path) -> None:
    original = bundled_folder() / "arch" / "puma560.arch"
    before = original.read_bytes()
    lengthen(window)
    window.actions_["save_robot"].trigger()
    asked = dialog(window, "save_robot")
    asked.name.selectAll()
    QTest.keyClicks(asked.name, "my puma")
    assert asked.place.text().endswith("my puma.arch")
    QTest.mouseClick(asked.button, Qt.MouseButton.LeftButton)
    saved = read_architecture(own_home / "arch" / "my puma.arch")
    assert saved.robot.joints[0].a == 0.5
    assert saved.robot.name == "my puma"
    assert saved.confidence == saved.robot.manufacturer == ""
    assert saved.robot.source.startswith("changed from PUMA 560 of Unimation; after Corke & ")
    assert "/*" in saved.text
    assert original.read_bytes() == before
    assert not window.session.dirty
    assert "my puma" in [entry.title for entry in window.library.model.all]
    # From now on it is its own file, undone or not.
    lengthen(window, 0.6)
    window.actions_["undo"].trigger()
    window.actions_["undo"].trigger()
    window.actions_["save_robot"].trigger()
    assert read_architecture(own_home / "arch" / "my puma.arch").robot.joints[0].a == 0.0


def test_overwriting_is_asked_for(window, own_home: Path) -> None:
    (own_home / "arch").mkdir()
    taken = own_home / "arch" / "mine.arch"
    shutil.copy(bundled_folder() / "arch" / "scara.arch", taken)
    before = taken.read_bytes()
    window.actions_["save_robot_as"].trigger()
    asked = dialog(window, "save_robot")
    asked.name.selectAll()
    QTest.keyClicks(asked.name, "mine")
    assert asked.button.text() == "Overwrite"
    assert "Overwrite it?" in asked.notice.text
    QTest.mouseClick(asked.cancel, Qt.MouseButton.LeftButton)
    assert taken.read_bytes() == before
    window.actions_["save_robot_as"].trigger()
    asked = window.findChildren(QDialog, "save_robot")[-1]
    asked.name.selectAll()
    QTest.keyClicks(asked.name, "mine")
    QTest.mouseClick(asked.button, Qt.MouseButton.LeftButton)
    assert read_architecture(taken).robot.n == 6


def test_names_that_no_file_can_have(window) -> None:
    window.actions_["save_robot_as"].trigger()
    asked = dialog(window, "save_robot")
    for name in ("", "a/b", "../x", "con", "x."):
        type_over(asked.name, "mine")
        assert asked.button.isEnabled()
        type_over(asked.name, name)
        assert not asked.button.isEnabled(), name
        assert asked.notice.text, name
    asked.reject()


def test_a_disk_that_refuses_is_told_in_one_sentence(window, own_home: Path) -> None:
    (own_home / "arch").write_text("no folder", encoding="utf-8")
    window.actions_["save_robot_as"].trigger()
    asked = dialog(window, "save_robot")
    QTest.mouseClick(asked.button, Qt.MouseButton.LeftButton)
    assert asked.isVisible()
    assert asked.notice.text
    assert "\n" not in asked.notice.text
    asked.reject()


def test_a_new_robot_asks_for_a_name_and_keeps_it(window, own_home: Path) -> None:
    window.actions_["new_robot"].trigger()
    dialog(window, "new_robot").accept()
    window.actions_["save_robot"].trigger()
    QTest.mouseClick(dialog(window, "save_robot").button, Qt.MouseButton.LeftButton)
    assert read_architecture(own_home / "arch" / "New robot.arch").robot.n == 6
    assert Path(robots(window)[0].origin) == own_home / "arch" / "New robot.arch"


def test_a_robot_of_no_file_is_chosen_in_no_list(window) -> None:
    from rvs.ui.commands.files import put_in_place

    assert window.library.list.selectedIndexes()
    put_in_place(window.desk, PlacedRobot("mine", blank("2R")), "New robot")
    assert not window.library.list.selectedIndexes()


def test_what_another_program_made_of_a_robot_is_kept_beside_it(window, tmp_path: Path) -> None:
    file = tmp_path / "mine.arch"
    file.write_text(COMMENTED, encoding="utf-8")
    window.open([str(file)])
    lengthen(window, 0.45)
    theirs = COMMENTED.replace("a = 400", "a = 777")
    file.write_text(theirs, encoding="utf-8")
    window.actions_["save_robot"].trigger()
    assert read_architecture(file).robot.joints[0].a == 0.45
    assert (tmp_path / "mine (theirs 1).arch").read_text(encoding="utf-8") == theirs
    (said,) = [m.text for m in window.messages.messages]
    assert said.endswith("its version is now mine (theirs 1).arch")
    # What one has written oneself is nobody else's.
    lengthen(window, 0.5)
    window.actions_["save_robot"].trigger()
    assert len(list(tmp_path.glob("*.arch"))) == 2


@pytest.mark.parametrize("theirs", [b"{ a = ", b"\xff\0", b""])
def test_a_damaged_version_of_a_robot_is_kept_as_well(window, tmp_path: Path, theirs) -> None:
    file, postures = tmp_path / "mine.arch", tmp_path / "mine.jconfig"
    file.write_text(COMMENTED, encoding="utf-8")
    window.open([str(file)])
    keep(window, "one")
    window.actions_["save_robot"].trigger()
    lengthen(window, 0.45)
    keep(window, "two")
    file.write_bytes(theirs)
    postures.write_bytes(theirs)
    window.actions_["save_robot"].trigger()
    assert read_architecture(file).robot.joints[0].a == 0.45
    assert "two" in postures.read_text(encoding="utf-8")
    for path in (file, postures):
        assert path.with_stem("mine (theirs 1)").read_bytes() == theirs
    assert len([m for m in window.messages.messages if "its version is now" in m.text]) == 2


def test_files_that_go_with_another_name_are_kept_beside(window, tmp_path: Path) -> None:
    from rvs.ui.commands.robots import write

    file = tmp_path / "mine.arch"
    file.write_text(COMMENTED, encoding="utf-8")
    window.open([str(file)])
    keep(window, "one")
    other = tmp_path / "other.jconfig"
    other.write_text("posture old { q = [ 0 ] }\n", encoding="utf-8")
    with window.messages.telling("not saved"):
        write(window.desk, robots(window)[0], tmp_path / "other.arch")
    assert "one" in other.read_text(encoding="utf-8")
    assert "old" in (tmp_path / "other (theirs 1).jconfig").read_text(encoding="utf-8")


def test_what_another_program_made_of_postures_is_kept_beside_them(window, tmp_path: Path) -> None:
    file, own = tmp_path / "mine.arch", tmp_path / "mine.jconfig"
    file.write_text(COMMENTED, encoding="utf-8")
    window.open([str(file)])
    keep(window, "one")
    window.actions_["save_robot"].trigger()
    theirs = own.read_text(encoding="utf-8").replace("one", "theirs")
    own.write_text(theirs, encoding="utf-8")
    keep(window, "two")
    window.actions_["save_robot"].trigger()
    assert "two" in own.read_text(encoding="utf-8")
    assert (tmp_path / "mine (theirs 1).jconfig").read_text(encoding="utf-8") == theirs


def test_a_robot_whose_meshes_are_copied_is_saved_for_good(window, tmp_path: Path) -> None:
    from rvs.ui.commands.robots import write
    from rvs.ui.saving import changes

    from ..files.test_mesh_places import files_below, write_robot

    window.open([str(write_robot(tmp_path / "from"))])
    for _ in range(2):
        write(window.desk, robots(window)[0], tmp_path / "new" / "mine.arch")
        assert not changes.pieces(window.desk)
        meshes = [part.mesh.path for one in robots(window)[0].body.links for part in one.parts]
        assert {Path(one).is_relative_to(tmp_path / "new") for one in meshes} == {True}
    assert len(files_below(tmp_path / "new")) == 2 + 8

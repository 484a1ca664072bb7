"""Parts of a cell: robots that are also in the library, newly made bodies, files."""

import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QToolButton

from rvs.files.bodies.effectors import effector_body
from rvs.files.robots.arch import read_architecture
from rvs.files.storage.recent import recent_files
from rvs.model.document import set_joint
from rvs.ui.commands import own_bodies
from rvs.ui.commands.robots import write
from rvs.ui.saving import changes, opening, unsaved
from rvs.ui.saving.bars import LibraryBar

pytestmark = [pytest.mark.ui, pytest.mark.whole]
PUMA = "PUMA 560"
LEFT = Qt.MouseButton.LeftButton
URDF = """<robot name="two"><link name="base"/><link name="arm"/><link name="tip"/>
<joint name="a" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="b" type="revolute"><parent link="arm"/><child link="tip"/><origin xyz="0.4 0 0"/>
<axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"""


def test_the_library_may_follow_what_a_cell_has_saved(window, own_home, tmp_path) -> None:
    own = own_home / "arch" / "mine.arch"
    placed = window.session.state.document.robot(PUMA)
    write(window.desk, placed, own)
    assert unsaved._saved(window.desk, tmp_path / "work.rvs")
    assert window.findChild(LibraryBar) is None
    window.session.edit("Longer", lambda now: set_joint(now, PUMA, 1, a=0.4321))
    window.actions_["save"].trigger()
    bar = window.findChild(LibraryBar)
    assert bar.isVisible()
    assert bar.notice.text == f"Saved only in the cell: {PUMA}. Its own file, mine.arch, is older."
    assert read_architecture(own).robot.joints[1].a != 0.4321
    QTest.mouseClick(bar.update_files, LEFT)
    assert read_architecture(own).robot.joints[1].a == 0.4321
    assert not bar.isVisible()
    assert window.windowTitle() == "work.rvs – RVS"
    assert recent_files()[0].name == "mine.arch"
    window.close()
    assert recent_files()[0].name == "work.rvs"


def test_ctrl_s_saves_an_end_effector_made_anew(window, own_home, tmp_path) -> None:
    placed = window.session.state.document.robot(PUMA)
    assert not own_bodies.begin(window.desk, placed, "tool", "probe-7")
    assert "end-effector: probe-7" in changes.title(window.desk)
    write(window.desk, window.session.state.document.robot(PUMA), own_home / "arch" / "mine.arch")
    window.actions_["save"].trigger()
    assert effector_body("probe-7") is not None
    assert not changes.unsaved(window.desk)
    # In a cell as well.
    assert unsaved._saved(window.desk, tmp_path / "work.rvs")
    now = window.session.state.document.robot(PUMA)
    assert not own_bodies.begin(window.desk, now, "payload", "crate-7")
    window.actions_["save"].trigger()
    assert (own_home / "links" / "payloads" / "crate-7.body").is_file()
    assert window.windowTitle() == "work.rvs – RVS"


@pytest.fixture
def urdf(tmp_path):
    path = tmp_path / "two.urdf"
    path.write_text(URDF, "utf-8")
    return path


def test_to_look_at_a_file_of_another_program_is_no_work(window, urdf) -> None:
    assert opening.open_all(window.desk, [str(urdf)])
    assert window.windowTitle() == "two – RVS"
    assert not changes.unsaved(window.desk)
    assert opening.open_all(window.desk, ["stanford"]), "nothing is asked"
    assert opening.open_all(window.desk, [str(urdf)])
    window.session.edit("Longer", lambda now: set_joint(now, "two", 1, a=0.5))
    assert window.windowTitle() == "*two – RVS"
    window.session.undo()
    assert not changes.unsaved(window.desk)
    # Without the file the robot is in the window alone.
    shutil.move(urdf, urdf.with_suffix(".gone"))
    assert changes.unsaved(window.desk)


def test_files_are_added_where_a_robot_was_to_be_added(window, urdf, monkeypatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(urdf)], ""))
    window.actions_["add_robot"].trigger()
    buttons = window.library.findChildren(QToolButton)
    (button,) = (one for one in buttons if one.toolTip() == "Open robots from files")
    QTest.mouseClick(button, LEFT)
    assert [one.id for one in window.session.state.document.robots] == [PUMA, "two"]
    assert not window.library.adding.isVisible()


def test_a_start_offers_the_last_robot(make_window, own_home, tmp_path) -> None:
    window = make_window()
    window.gallery.strip.offer()
    assert not window.gallery.strip.last.isVisible()
    write(window.desk, window.session.state.document.robot(PUMA), own_home / "arch" / "mine.arch")
    again = make_window()
    again.gallery.strip.offer()
    assert again.gallery.strip.last.text() == "Reopen mine"
    QTest.mouseClick(again.gallery.strip.last, LEFT)
    assert again.session.state.document.robots[0].origin.endswith("mine.arch")
    assert not again.gallery.strip.isVisible()


def test_a_start_offers_the_last_robot_where_examples_have_no_room_or_are_not_wanted(
    make_window, own_home
) -> None:
    window = make_window()
    write(window.desk, window.session.state.document.robot(PUMA), own_home / "arch" / "mine.arch")
    again = make_window()
    again.resize(1280, 720)
    again.desk.call("robot_table")
    QApplication.processEvents()
    strip = again.gallery.strip
    strip.offer()
    QApplication.processEvents()
    assert strip.last.isVisible()
    assert not strip.cards.isVisible()
    assert again.height() == 720
    again.desk.settings.change(examples=False)
    again.robot_table.hide()
    QApplication.processEvents()
    strip.hide()
    strip.offer()
    assert strip.last.isVisible()
    assert not strip.title.isVisible()
    QTest.mouseClick(strip.last, LEFT)
    assert again.session.state.document.robots[0].origin.endswith("mine.arch")
    assert not strip.isVisible()


def test_examples_that_lose_their_room_leave_the_last_robot(make_window, own_home) -> None:
    window = make_window()
    write(window.desk, window.session.state.document.robot(PUMA), own_home / "arch" / "mine.arch")
    strip = window.gallery.strip
    window.resize(1280, 760)
    strip.offer()
    QApplication.processEvents()
    assert strip.cards.isVisible()
    window.desk.call("robot_table")
    QApplication.processEvents()
    assert window.height() == 760
    assert strip.last.isVisible()
    assert not strip.cards.isVisible()

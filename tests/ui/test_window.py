"""The window as a whole: panels, files, themes, what is kept."""

import sys
from importlib import metadata
from pathlib import Path
from shutil import rmtree

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QDialog, QLineEdit, QPushButton, QTextBrowser

from rvs.model.appearance.colors import WINDOW
from rvs.model.document import change_robot
from rvs.model.preferences import read_preferences
from rvs.model.programs.edits import add_program
from rvs.model.programs.program import Program
from rvs.model.robots.payloads import Payload
from rvs.model.robots.placing import rename_robot
from rvs.scene.build import scene_points
from rvs.scene.camera import project
from rvs.ui import theme as theme_module
from rvs.ui.actions.menus import MENUS, TOOLS
from rvs.ui.actions.table import TABLE
from rvs.ui.saving.changes import pieces as unsaved_pieces
from rvs.ui.settings import store
from rvs.version import __version__

from ..programs import python
from .hands import click, settle

pytestmark = pytest.mark.ui

BROKEN = 'name = "x"\nlink { a = 1 b = oops }\n'


def ids(window) -> list[str]:
    return [placed.id for placed in window.session.state.document.robots]


def choose(window, text: str) -> None:
    library = window.library
    library.search.setFocus()
    library.search.clear()
    QTest.keyClicks(library.search, text)


# -- library ---------------------------------------------------------------------------------


@pytest.mark.whole
def test_a_robot_is_loaded_by_keyboard(window) -> None:
    choose(window, "stanford")
    assert window.library.model.rowCount() >= 1
    QTest.keyClick(window.library.search, Qt.Key.Key_Tab)
    window.library.list.setFocus()
    QTest.keyClick(window.library.list, Qt.Key.Key_Return)
    assert ids(window) == ["Stanford arm"]
    assert [row.symbol.text() for row in window.joints.rows][2] == "b₃"
    assert window.actions_["undo"].text() == "Undo Show Stanford arm"
    window.actions_["undo"].trigger()
    assert ids(window) == ["PUMA 560"]


def test_names_come_before_other_words(window) -> None:
    choose(window, "stan")
    assert window.library.model.shown[0].title == "Stanford arm"
    assert window.library.model.rowCount() > 20
    QTest.keyClick(window.library.search, Qt.Key.Key_Return)
    assert ids(window) == ["Stanford arm"]


def test_the_arrows_walk_through_the_library(window) -> None:
    library = window.library
    library.search.clear()
    library.list.setFocus()
    before = library.list.currentIndex().row()
    QTest.keyClick(library.list, Qt.Key.Key_Down)
    assert library.list.currentIndex().row() == before + 1
    QTest.keyClick(library.list, Qt.Key.Key_Return)
    assert ids(window) == [library.model.shown[before + 1].title]


@pytest.mark.whole
def test_a_robot_is_placed_beside_the_others(window) -> None:
    choose(window, "scara")
    window.library.place()
    assert len(ids(window)) == 2
    places = [placed.place[0][3] for placed in window.session.state.document.robots]
    assert places[0] == 0.0
    assert 0.5 < places[1] < 3.0
    assert window.joints.subtitle.text() == ids(window)[1]
    window.actions_["next_robot"].trigger()
    assert window.joints.subtitle.text() == "PUMA 560"
    window.actions_["remove"].trigger()
    assert len(ids(window)) == 1


@pytest.mark.whole
def test_the_last_robot_can_be_removed_and_comes_back(window) -> None:
    window.actions_["remove"].trigger()
    assert ids(window) == []
    assert not window.joints.rows
    assert not window.actions_["home"].isEnabled()
    assert window.tool_pose.fields[0].text() == ""
    window.viewport.grabFramebuffer()
    window.actions_["fit"].trigger()
    window.clock.tick(1.0)
    window.actions_["undo"].trigger()
    assert len(window.joints.rows) == 6


def test_the_mark_is_that_of_the_active_robot_once_a_search_is_over(window) -> None:
    library = window.library
    choose(window, "iiwa")
    assert "iiwa" in library.list.currentIndex().data().casefold()
    library.search.clear()
    assert library.list.currentIndex().data() == "PUMA 560"
    tip = library.list.currentIndex().data(Qt.ItemDataRole.ToolTipRole)
    assert "Confidence high: from the maker or a published measurement" in tip


def test_filters(window) -> None:
    library = window.library
    everything = library.model.rowCount()
    QTest.mouseClick(library.mine, Qt.MouseButton.LeftButton)
    assert library.model.rowCount() == 0
    assert library._nothing.isVisible()
    QTest.mouseClick(library.all, Qt.MouseButton.LeftButton)
    assert library.model.rowCount() == everything
    choose(window, "7r standard")
    assert 0 < library.model.rowCount() < everything
    assert all(entry.kind == "R" * 7 for entry in library.model.shown)


def test_thumbnails_arrive_and_are_kept(make_window, qtbot, kept_pictures: Path) -> None:
    folder = kept_pictures / "thumbnails"
    rmtree(folder, ignore_errors=True)
    window = make_window()
    choose(window, "puma 560")
    qtbot.waitUntil(lambda: folder.is_dir() and any(folder.iterdir()), timeout=5000)
    path = window.library.model.shown[0].path
    qtbot.waitUntil(lambda: window.library.thumbnails.picture(path, "light") is not None)
    assert not window.library.thumbnails.picture(path, "light").isNull()


# -- files -----------------------------------------------------------------------------------


def test_a_broken_file_is_explained_and_the_window_goes_on(make_window, tmp_path: Path) -> None:
    file = tmp_path / "broken.arch"
    file.write_text(BROKEN, encoding="utf-8")
    window = make_window(str(file))
    assert ids(window) == ["PUMA 560"]
    assert window.panels["messages"].isVisible()
    assert "error" in window.panels["messages"].subtitle.text()
    places = [message.place for message in window.messages.messages]
    assert f"{file}:2:18" in places
    window.panels["messages"].copy()
    assert f"{file}:2:18: " in QGuiApplication.clipboard().text()


@pytest.mark.whole
def test_an_error_comes_to_the_front_and_goes_when_it_is_solved(window, tmp_path: Path) -> None:
    """The tabs that were there keep their places, and the strip says it too."""
    for name in ("trajectory", "program"):
        window.actions_[name].trigger()
    panel, others = window.panels["messages"], window.panels["program"]
    before = window.tabifiedDockWidgets(others)
    file = tmp_path / "broken.arch"
    file.write_text(BROKEN, encoding="utf-8")
    window.open([str(file)])
    assert panel.in_sight
    assert window.statusBar().currentMessage().startswith("broken.arch:2:1: ")
    there = [dock for dock in window.tabifiedDockWidgets(others) if dock is not panel]
    assert there == [dock for dock in before if dock is not panel]
    count = len(window.messages.messages)
    window.open([str(file)])
    assert len(window.messages.messages) == count
    panel.closer.click()
    window.desk.theme.changed.emit()
    assert not panel.isVisible()
    file.write_text('name = "one"\n{ a = 1 b = 0 al = 0 th = 0 }\n', encoding="utf-8")
    window.open([str(file)])
    assert window.messages.messages == ()


@pytest.mark.parametrize(
    "data",
    [b"", b"\0\xff\xfe", b"{" * 5000, b"name = ", b"\x89PNG\r\n\x1a\n", b"link {a=1e999}" * 70],
)
def test_corrupted_files(window, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "bad.arch"
    file.write_bytes(data)
    window.open([str(file)])
    assert ids(window) == ["PUMA 560"]
    assert window.messages.messages
    assert window.messages.messages[-1].severity == "error"


def test_a_missing_file_is_named(window) -> None:
    window.open(["nowhere/none.arch"])
    assert "none.arch" in window.messages.messages[-1].place
    window.messages.clear()
    assert not window.panels["messages"].isVisible()


def test_warnings_are_shown_with_the_robot(window, tmp_path: Path) -> None:
    file = tmp_path / "odd.arch"
    file.write_text('name = "odd"\ncolour = red\n{ a = 1 b = 0 al = 0 th = 0 }\n', encoding="utf-8")
    window.open([str(file)])
    assert ids(window) == ["odd"]
    assert window.messages.messages[0].severity == "warning"


def test_files_can_be_dropped(window, qtbot, tmp_path: Path) -> None:
    file = tmp_path / "one.arch"
    file.write_text('name = "one"\n{ a = 1 b = 0 al = 0 th = 0 }\n', encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    event = QDropEvent(
        QPointF(600, 400),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(event)
    qtbot.waitUntil(lambda: ids(window) == ["one"])


@pytest.mark.whole
def test_reload_reads_the_file_again(window, tmp_path: Path) -> None:
    file = tmp_path / "one.arch"
    file.write_text('name = "one"\n{ a = 1 b = 0 al = 0 th = 0 }\n', encoding="utf-8")
    window.open([str(file)])
    file.write_text('name = "one"\n{ a = 2 b = 0 al = 0 th = 0 }\n', encoding="utf-8")
    # The file changed, the user changed nothing: there is nothing to ask about.
    assert unsaved_pieces(window.desk) == ()
    window.actions_["reload"].trigger()
    assert window.session.state.document.robots[0].robot.joints[0].a == 2.0


@pytest.mark.whole
def test_reload_leaves_what_the_cell_says_of_the_robot(window, tmp_path: Path) -> None:
    file = tmp_path / "one.arch"
    file.write_text('name = "one"\n{ a = 1 b = 0 al = 0 th = 0 }\n', encoding="utf-8")
    window.open([str(file)])
    session = window.session
    stood = ((1.0, 0.0, 0.0, 1.0), (0.0, 1.0, 0.0, 2.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    payload = Payload("box", (0.1, 0.1, 0.1), 2.0)
    session.edit("Rename", lambda now: rename_robot(now, "one", "left arm"))
    session.edit("Place", lambda now: change_robot(now, "left arm", place=stood, payload=payload))
    session.edit("Teach", lambda now: add_program(now, Program("weld", "left arm")))
    window.actions_["reload"].trigger()
    assert session.undo_label == "Teach"
    assert window.statusBar().currentMessage() == "one.arch has the same content as the current one"
    file.write_text('name = "one"\n{ a = 2 b = 0 al = 0 th = 0 }\n', encoding="utf-8")
    before = session.state.document
    window.actions_["reload"].trigger()
    placed = session.state.document.robot("left arm")
    assert placed.robot.joints[0].a == 2.0
    assert (placed.place, placed.payload) == (stood, payload)
    assert [one.name for one in session.state.document.programs] == ["weld"]
    session.undo()
    assert session.state.document == before


@pytest.mark.parametrize(("suffix", "kind"), [(".png", "PNG"), (".jpg", "JPEG"), (".bmp", "BMP")])
def test_a_picture_is_saved(window, tmp_path: Path, monkeypatch, suffix, kind) -> None:
    from PIL import Image
    from PySide6.QtWidgets import QFileDialog

    path = tmp_path / f"seen{suffix}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    window.actions_["save_picture"].trigger()
    with Image.open(path) as picture:
        assert picture.format == kind
        assert picture.size == (2 * window.viewport.width(), 2 * window.viewport.height())
        assert len(picture.getcolors(1 << 24)) > 50


def test_a_picture_that_cannot_be_saved_is_told(window, tmp_path: Path, monkeypatch) -> None:
    from PySide6.QtWidgets import QFileDialog

    (tmp_path / "file").write_text("", encoding="utf-8")
    target = str(tmp_path / "file" / "seen.png")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (target, ""))
    window.actions_["save_picture"].trigger()
    assert "The picture was not saved" in window.messages.messages[-1].text
    assert window.messages.messages[-1].place == target


def test_the_title_names_the_robot(window) -> None:
    assert window.windowTitle() == "PUMA 560 – RVS"
    window.actions_["remove"].trigger()
    assert window.windowTitle() == "RVS"


# -- appearance and what is kept -------------------------------------------------------------


def test_high_contrast_is_a_theme(window) -> None:
    window.actions_["theme_contrast"].trigger()
    assert window.desk.theme.colors is WINDOW["contrast"]
    assert window.session.state.view.background == "light"
    assert window.palette().window().color().name().upper() == WINDOW["contrast"].window
    window.actions_["theme_light"].trigger()
    assert window.desk.theme.colors is WINDOW["light"]


def test_the_window_follows_the_contrast_of_the_desktop(window, monkeypatch) -> None:
    monkeypatch.setattr(theme_module, "wants_contrast", lambda: True)
    window.actions_["theme_system"].trigger()
    window.desk.theme.refresh()
    assert window.desk.theme.colors is WINDOW["contrast"]
    window.actions_["theme_dark"].trigger()
    assert window.desk.theme.colors is WINDOW["dark"]


def test_views_jump_where_motion_is_reduced(window) -> None:
    before = window.session.state.view.camera
    window.actions_["reduced_motion"].trigger()
    window.actions_["view_top"].trigger()
    after = window.session.state.view.camera
    assert after != before
    window.clock.tick(1.0)
    assert window.session.state.view.camera == after


def test_the_window_is_larger_from_the_next_start_on(window, monkeypatch) -> None:
    monkeypatch.delenv("QT_SCALE_FACTOR", raising=False)
    window.actions_["window_150"].trigger()
    assert "Scale from the next start: 150 %" in window.statusBar().currentMessage()
    done = python(
        "-c",
        "from rvs.ui.application import make_application as make; print(make().devicePixelRatio())",
    )
    assert done.stdout.split() == ["1.5"], done.stderr


@pytest.mark.whole
def test_the_theme_changes_window_and_scene(window) -> None:
    window.actions_["theme_light"].trigger()
    assert window.session.state.view.background == "light"
    window.actions_["switch_theme"].trigger()
    assert window.desk.theme.colors is WINDOW["dark"]
    assert window.session.state.view.background == "dark"
    assert window.palette().window().color().name().upper() == WINDOW["dark"].window
    assert read_preferences()[0].theme == "dark"
    window.actions_["background_paper"].trigger()
    assert window.session.state.view.background == "paper"
    window.actions_["switch_theme"].trigger()
    assert window.session.state.view.background == "paper"
    assert not window.session.history


@pytest.mark.parametrize("name", ["frames", "labels", "floor", "shadow", "limit_arcs"])
def test_switches_are_kept(window, make_window, name: str) -> None:
    shown = not getattr(window.session.state.view, name)
    window.actions_[name].trigger()
    assert getattr(window.session.state.view, name) is shown
    assert window.actions_[name].isChecked() is shown
    assert getattr(make_window().session.state.view, name) is shown


def test_frames_are_numbered_as_in_the_thesis(window) -> None:
    window.actions_["first_frame"].trigger()
    assert window.session.state.view.first_frame == 1
    assert window.actions_["first_frame"].isChecked()


@pytest.mark.whole
def test_the_arrangement_is_kept_and_reset(make_window) -> None:
    first = make_window()
    first.library.hide()
    first.resize(1100, 700)
    first.close()
    second = make_window()
    assert not second.library.isVisible()
    second.actions_["reset_layout"].trigger()
    assert second.library.isVisible()
    assert store().value("panels") is None


@pytest.mark.whole
def test_a_damaged_arrangement_does_not_matter(make_window, own_home: Path) -> None:
    (own_home / "window.ini").write_bytes(b"[General]\ngeometry=@ByteArray(\\0)\npanels=17\n\xff")
    assert make_window().library.isVisible()


def test_bad_preferences_are_told(make_window, own_home: Path) -> None:
    (own_home / "preferences.toml").write_text('theme = "pink"\n', encoding="utf-8")
    window = make_window()
    assert "'pink' is not one of" in window.messages.messages[0].text


def test_the_status_strip_says_what_numbers_mean(window) -> None:
    text = window.statusBar().conventions.text()
    assert text == "standard DH · b = d · value = angle + offset · m, °"
    window.actions_["length_mm"].trigger()
    window.actions_["angle_rad"].trigger()
    assert window.statusBar().conventions.text().endswith("mm, rad")


def test_the_pose_of_the_tool(window) -> None:
    import numpy as np

    from rvs.engine.kinematics import fkine

    placed = window.session.state.document.robots[0]
    window.session.pose(placed.id, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    pose = fkine(placed.robot, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    fields = window.tool_pose.fields[:6]
    shown = [float(field.text().split()[0].replace("−", "-")) for field in fields]
    assert np.allclose(shown[:3], pose[:3, 3], atol=5.1e-5)
    window.tool_pose.copy_matrix()
    copied = [line.split() for line in QGuiApplication.clipboard().text().splitlines()]
    assert np.array_equal(np.array(copied, float), pose)
    window.tool_pose.copy_values()
    assert len(QGuiApplication.clipboard().text().split("\t")) == 6


# -- actions ---------------------------------------------------------------------------------


def test_every_action_stands_in_a_menu_or_the_tool_bar() -> None:
    placed = set(filter(None, TOOLS)) | {"switch_theme"}
    waiting = [part for _, parts in MENUS for part in parts]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += part[1]
        else:
            placed.add(part)
    assert {entry.id for entry in TABLE} <= placed
    assert placed - {None} <= {entry.id for entry in TABLE}


def test_no_two_actions_share_an_id_or_a_key() -> None:
    names = [entry.id for entry in TABLE]
    keys = [key for entry in TABLE for key in entry.keys]
    assert len(set(names)) == len(names)
    assert len(set(keys)) == len(keys)


@pytest.mark.whole
def test_the_sheet_of_keys_is_made_from_the_table(window) -> None:
    window.actions_["keys"].trigger()
    sheet = window.findChild(QDialog, "keys_sheet")
    text = sheet.findChild(QTextBrowser).toPlainText()
    for entry in TABLE:
        if entry.keys:
            # Numbered ones stand in one row.
            assert entry.text.rstrip("…0123456789").strip() in text
    assert "Drag to orbit" in text
    sheet.close()


def test_about_has_all_that_a_report_of_a_fault_needs_and_no_names(window, monkeypatch) -> None:
    monkeypatch.setenv("RVS_HOME", "/homes/somebody/rvs")
    window.actions_["about"].trigger()
    about = window.findChild(QDialog, "about")
    gl = window.viewport.gl_name
    assert gl in about.words.text()
    copy, licences, _ = about.findChildren(QPushButton)
    click(copy)
    copied = QGuiApplication.clipboard().text()
    assert copied == about.text.toPlainText()
    for part in (__version__, gl, "commit", "engine", "language", "screens", "…/rvs"):
        assert part in copied
    assert "somebody" not in copied
    click(licences)
    heads = [line.split(": ")[0] for line in about.text.toPlainText().splitlines() if ": " in line]
    assert {"DejaVu Sans", f"numpy {metadata.version('numpy')}"} <= set(heads)
    about.close()


@pytest.mark.whole
def test_everything_that_takes_input_has_a_name(window) -> None:
    for kind in (QLineEdit, QAbstractButton):
        for widget in window.findChildren(kind):
            if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
                named = widget.accessibleName() or getattr(widget, "text", str)()
                assert named or isinstance(widget.parent(), QLineEdit), widget
    assert all(isinstance(action, QAction) for action in window.actions_.by_id.values())


@pytest.mark.whole
def test_void_calls_keep_the_references_of_none(window) -> None:
    label = window.statusBar().speed
    before = sys.getrefcount(None)
    for _ in range(1000):
        label.update()
    assert abs(sys.getrefcount(None) - before) < 100


@pytest.mark.whole
def test_all_of_the_robot_is_seen_in_a_small_window(make_window) -> None:
    window = make_window(size=(1024, 700))
    settle()
    view, state = window.viewport, window.session.state
    assert view.width() < view.height()
    seen = project(state.view.camera, scene_points(state), view.width(), view.height())[:, :2]
    assert (seen >= 0).all()
    assert (seen <= (view.width(), view.height())).all()

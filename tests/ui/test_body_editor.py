"""Full models edited in the window: parts added, sized, moved, painted, taken back and saved."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rvs.files.bodies.body import read_body
from rvs.model.body.values import part_ref
from rvs.scene.camera import pixel_size, project
from rvs.ui.commands import bodies as body_commands
from rvs.ui.pictures.picture_gallery import SAMPLE
from rvs.ui.pictures.shape_gallery import ShapeGallery

pytestmark = pytest.mark.ui


@pytest.fixture
def editor(window):
    window.actions_["edit_model"].trigger()
    return window.body_editor


def body(window):
    return window.session.state.document.robots[0].body


def write(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def press(editor, name):
    QTest.mouseClick(editor.buttons[name], Qt.MouseButton.LeftButton)


def test_the_tree_lists_every_part_and_a_choice_shows_its_sizes(window, editor):
    editor.choose(2, "upper arm")
    part = body(window).part(2, "upper arm")
    assert editor.form.fields["name"].text() == "upper arm"
    assert editor.form.fields["length"].text() == dict(part.sizes)["length"]
    assert window.session.state.chosen == part_ref("PUMA 560", 2, "upper arm")
    assert editor.tree.topLevelItemCount() == 7
    count = sum(
        editor.tree.topLevelItem(row).childCount() for row in range(editor.tree.topLevelItemCount())
    )
    assert count == sum(len(link.parts) for link in body(window).links if link.link != "tool")


def test_a_size_is_typed_and_seen_at_once(window, editor):
    editor.choose(2, "upper arm")
    write(editor.form.fields["radius"], "0.13")
    assert dict(body(window).part(2, "upper arm").sizes)["radius"] == pytest.approx(0.13)
    write(editor.form.fields["radius"], "a / 4")
    assert dict(body(window).part(2, "upper arm").sizes)["radius"] == "a / 4"
    assert window.session.history == ["Resize upper arm"] * 2
    window.actions_["undo"].trigger()
    assert editor.form.fields["radius"].text() == "0.13"


@pytest.mark.parametrize("text", ["-1", "b + ", "nothing", "1/0"])
def test_a_size_that_can_not_be_stays_in_its_field_with_the_reason(window, editor, text):
    editor.choose(2, "upper arm")
    before = body(window)
    field = editor.form.fields["radius"]
    write(field, text)
    assert field.text() == text
    assert field.property("state") == "invalid"
    assert field.toolTip()
    assert body(window) is before


def test_a_part_is_added_from_the_gallery_moved_painted_copied_and_removed(window, editor, qtbot):
    editor.choose(3, "")
    press(editor, "add")
    gallery = window.findChild(ShapeGallery)
    gallery.search.setText("torus")
    row = next(
        row for row in range(gallery.list.count())
        if gallery.list.item(row).data(SAMPLE).name == "torus"
    )  # fmt: skip
    gallery.list.setCurrentRow(row)
    QTest.mouseClick(gallery.add, Qt.MouseButton.LeftButton)
    assert body(window).part(3, "torus").shape == "torus"
    assert editor.part.id == "torus"
    editor.form._add_move("Shift")
    write(editor.form.moves[0], "0.1, 0, a / 2")
    assert body(window).part(3, "torus").moves[0].values == (pytest.approx(0.1), 0.0, "a / 2")
    write(editor.form.fields["color"], "SeaGreen")
    assert body(window).part(3, "torus").color == "SeaGreen"
    write(editor.form.fields["color"], "NoSuchGreen")
    assert editor.form.fields["color"].property("state") == "invalid"
    press(editor, "duplicate")
    assert editor.part.id == "torus 2"
    press(editor, "mirror")
    assert body(window).part(3, "torus 2").mirror == "y"
    press(editor, "remove")
    assert [part.id for part in body(window).link(3).parts if "torus" in part.id] == ["torus"]
    write_name = editor.form
    editor.choose(3, "torus")
    write(write_name.fields["name"], "ring")
    assert body(window).part(3, "ring").color == "SeaGreen"


def test_the_gizmo_moves_the_part_as_one_step(window, editor, drag):
    editor.choose(3, "forearm")
    target, view = editor.target, window.viewport
    assert target.shown
    camera = window.session.state.view.camera
    axis = target.pose[:3, 2]
    step = float(pixel_size(camera, target.pose[:3, 3], view.height()))

    def place(pixels):
        point = target.pose[:3, 3] + pixels * step * axis
        x, y, _ = project(camera, point, view.width(), view.height())
        return float(x), float(y)

    start, end = place(80), place(140)
    before = target.pose[:3, 3].copy()
    middle = tuple(np.add(start, end) / 2)
    drag(view, start, middle, end)
    assert window.session.history == ["Move forearm"]
    assert (target.pose[:3, 3] - before) @ axis == pytest.approx(60 * step, rel=0.2)
    window.actions_["undo"].trigger()
    assert np.allclose(target.pose[:3, 3], before)


def test_a_click_in_the_view_chooses_a_part(window, editor):
    editor.choose(2, "upper arm")
    pose, view = editor.target.pose, window.viewport
    editor.target.show(False)
    x, y, _ = project(window.session.state.view.camera, pose[:3, 3], view.width(), view.height())
    from PySide6.QtCore import QPoint

    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(round(float(x)), round(float(y))))
    assert "part" in window.session.state.chosen
    assert editor.part is not None


def test_a_robot_without_a_model_starts_from_its_body(make_window):
    window = make_window("planar-3r")
    window.actions_["edit_model"].trigger()
    editor = window.body_editor
    assert body(window) is None
    press(editor, "begin")
    assert body(window) is not None
    assert editor.tree.topLevelItemCount() == 4
    assert window.session.history[-1] == "Make full model"


def test_saving_keeps_the_comments_of_the_file(window, editor, tmp_path):
    placed = window.session.state.document.robots[0]
    before = read_body(body_commands.Path(placed.body.origin)).text if placed.body.origin else ""
    editor.choose(2, "upper arm")
    write(editor.form.fields["radius"], "0.119")
    placed = window.session.state.document.robots[0]
    path = tmp_path / "mine.body"
    assert body_commands.save(window.desk, placed, path)
    text = path.read_text(encoding="utf-8")
    assert "0.119" in text
    changed = [line for line in text.splitlines() if line not in before.splitlines()]
    assert len(changed) <= 2
    assert dict(read_body(path).body.part(2, "upper arm").sizes)["radius"] == pytest.approx(0.119)


def test_closing_the_editor_gives_the_gizmo_back(window, editor):
    editor.choose(2, "upper arm")
    assert window.viewport.pointer.target is editor.target
    window.actions_["edit_model"].trigger()
    assert window.viewport.pointer.target is window.tool_target
    assert not window.viewport.pointer.picks_parts

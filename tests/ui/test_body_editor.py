"""Full models edited in the window: parts added, sized, moved, painted, taken back and saved."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from rvs.bodies.editing import ROBOT, Subject
from rvs.bodies.effectors import tool_solids
from rvs.bodies.robot_body import made_body
from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.errors import RvsError
from rvs.files.bodies.body import read_body
from rvs.files.bodies.effectors import new_payload, read_effector
from rvs.geometry.shapes import SHAPES
from rvs.model.body.fit import fit
from rvs.model.body.values import part_ref
from rvs.model.document import change_robot
from rvs.model.robots.parameter_edits import add_parameter, set_parameter
from rvs.scene.camera import eye, pixel_size, project
from rvs.ui.commands import bodies as body_commands
from rvs.ui.commands import own_bodies
from rvs.ui.commands.tool_edits import tip_missed, tool_at_tip
from rvs.ui.dialogs.new_robot import NewRobot
from rvs.ui.pictures.picture_gallery import SAMPLE, ShapeGallery
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.swatch import Swatch
from rvs.ui.widgets.lists.body_tree import HERE, Spot

from .hands import press, settle, type_into

pytestmark = pytest.mark.ui
EVERYWHERE = Qt.MatchFlag.MatchWildcard | Qt.MatchFlag.MatchRecursive


@pytest.fixture
def editor(window):
    window.actions_["edit_model"].trigger()
    return window.body_editor


def body(window):
    return window.session.state.document.robots[0].body


def robot(window):
    return window.session.state.document.robots[0]


def test_the_tree_lists_every_part_and_a_choice_shows_its_sizes(window, editor):
    editor.choose(2, "upper arm")
    part = body(window).part(2, "upper arm")
    assert editor.form.fields["name"].text() == "upper arm"
    assert editor.form.fields["length"].text() == dict(part.sizes)["length"]
    assert window.session.state.chosen == part_ref("PUMA 560", 2, "upper arm")
    assert editor.tree.topLevelItemCount() == 8
    spots = [item.data(0, HERE) for item in editor.tree.findItems("*", EVERYWHERE)]
    named = [spot for spot in spots if spot.name]
    links = body(window).links
    assert sum(not spot.group for spot in named) == sum(len(link.parts) for link in links)
    assert sum(spot.group for spot in named) == sum(len(link.groups) for link in links)


def test_a_size_is_typed_and_seen_at_once(window, editor):
    editor.choose(2, "upper arm")
    type_into(editor.form.fields["radius"], "0.13")
    assert dict(body(window).part(2, "upper arm").sizes)["radius"] == pytest.approx(0.13)
    type_into(editor.form.fields["radius"], "a / 4")
    assert dict(body(window).part(2, "upper arm").sizes)["radius"] == "a / 4"
    assert window.session.history == ["Resize upper arm"] * 2
    window.actions_["undo"].trigger()
    assert editor.form.fields["radius"].text() == "0.13"


def test_tab_stays_in_the_form_and_digits_turn_no_view(window, editor):
    editor.choose(2, "upper arm")
    editor.show()
    editor.raise_()
    QApplication.processEvents()
    camera = window.session.state.view.camera
    field = editor.form.fields["radius"]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.13")
    QTest.keyClick(field, Qt.Key.Key_Tab)
    after = QApplication.focusWidget()
    assert after is not field
    assert editor.form.isAncestorOf(after)
    QTest.keyClicks(after, "0.5")
    window.clock.tick(1.0)
    assert window.session.state.view.camera == camera
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert editor.form.isAncestorOf(QApplication.focusWidget())
    assert dict(body(window).part(2, "upper arm").sizes)["radius"] == pytest.approx(0.13)


def test_keys_in_a_form_do_nothing_elsewhere_but_undo_what_was_entered(window, editor):
    editor.choose(2, "upper arm")
    editor.show()
    editor.raise_()
    settle()
    before, camera = body(window), window.session.state.view.camera
    field = editor.form.fields["radius"]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.13")
    QTest.keyClick(field, Qt.Key.Key_Tab)
    # Keys of the window come through it; what the focus does not keep is a shortcut.
    for key, there in ((Qt.Key.Key_Z, before), (Qt.Key.Key_Y, None)):
        after = QApplication.focusWidget()
        assert editor.form.isAncestorOf(after)
        QTest.keyClick(window.windowHandle(), key, Qt.KeyboardModifier.ControlModifier)
        settle()
        assert (body(window) == before) == (there is before)
    box = next(iter(editor.form.findChildren(Combo)))
    box.setFocus()
    for key in (Qt.Key.Key_7, Qt.Key.Key_1, Qt.Key.Key_5):
        QTest.keyClick(window.windowHandle(), key)
    window.clock.tick(1.0)
    assert window.session.state.view.camera == camera


def test_tab_goes_on_in_the_form_of_what_got_another_name(window, editor):
    editor.show()
    editor.raise_()
    groups = [
        Spot(k, group.id, group=True)
        for k in range(7)
        for group in body(window).link(k).groups
    ]  # fmt: skip
    camera = window.session.state.view.camera
    for spot in (Spot(2, "upper arm"), groups[0]):
        editor._go(spot)
        QApplication.processEvents()
        field = editor.form.fields["name"]
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, "beam")
        QTest.keyClick(field, Qt.Key.Key_Tab)
        assert editor.work.spot.name == "beam"
        after = QApplication.focusWidget()
        assert editor.form.isAncestorOf(after)
        assert after is not editor.form.fields["name"]
        QTest.keyClicks(after, "1")
    window.clock.tick(1.0)
    assert window.session.state.view.camera == camera


def test_sizes_are_typed_in_the_unit_of_the_robot(window, editor):
    window.desk.settings.change(length="mm")
    editor.choose(2, "upper arm")
    for text in ("130", "130 mm", "13 cm", "0.13 m"):
        type_into(editor.form.fields["radius"], text)
        assert dict(body(window).part(2, "upper arm").sizes)["radius"] == pytest.approx(0.13)
        assert editor.form.fields["radius"].text() == "130"
        window.actions_["undo"].trigger()
    assert "(mm; an expression with names has the unit m)" in editor.form.fields["radius"].toolTip()


def test_enter_in_the_gallery_takes_what_fits_best_and_as_its_picture_shows_it(window, editor):
    editor.choose(3, "")
    for text, shape in (("filleted cyl", "cylinder-fillet"), ("torus", "torus"), ("tube", "tube")):
        press(editor, "add")
        gallery = window.findChildren(ShapeGallery)[-1]
        QTest.keyClicks(gallery.search, text)
        QTest.keyClick(gallery.search, Qt.Key.Key_Return)
        assert editor.part.shape == shape
        sizes = dict(editor.part.sizes)
        for one in SHAPES[shape].parameters:
            assert sizes.get(one.name, one.omitted) == one.default, one.name
    press(editor, "add")
    gallery = window.findChildren(ShapeGallery)[-1]
    QTest.keyClicks(gallery.search, "no such shape")
    QTest.keyClick(gallery.search, Qt.Key.Key_Return)
    assert gallery.isVisible()
    gallery.search.clear()
    assert not gallery.button.isEnabled()
    gallery.reject()


def test_a_part_that_is_renamed_stays_chosen(window, editor):
    editor.choose(2, "upper arm")
    type_into(editor.form.fields["name"], "beam")
    assert editor.form.fields["name"].text() == "beam"
    assert editor.part.id == "beam"
    assert window.session.state.chosen == part_ref("PUMA 560", 2, "beam")


def test_a_size_that_can_not_be_stays_in_its_field_with_the_reason(window, editor):
    editor.choose(2, "upper arm")
    field = editor.form.fields["radius"]
    reason = field.parent().findChild(QLabel, "Reason")
    for text, good in (("-1", "0.11"), ("b + ", "0.12"), ("nothing", "0.13"), ("1/0", "0.14")):
        before = body(window)
        type_into(field, text)
        assert field.text() == text
        assert field.property("state") == "invalid", text
        assert reason.isVisibleTo(field.parent()), text
        assert reason.text(), text
        assert body(window) is before, text
        type_into(field, good)
        assert field.property("state") != "invalid"


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
    QTest.mouseClick(gallery.button, Qt.MouseButton.LeftButton)
    assert body(window).part(3, "torus").shape == "torus"
    assert editor.part.id == "torus"
    assert [move.kind for move in editor.part.moves] == ["shift"]
    type_into(editor.form.moves[0], "0.1, 0, a / 2")
    assert body(window).part(3, "torus").moves[0].values == (pytest.approx(0.1), 0.0, "a / 2")
    type_into(editor.form.fields["color"], "SeaGreen")
    assert body(window).part(3, "torus").color == "SeaGreen"
    type_into(editor.form.fields["color"], "NoSuchGreen")
    assert editor.form.fields["color"].property("state") == "invalid"
    type_into(editor.form.fields["density"], "Cast iron")
    assert body(window).part(3, "torus").density == 7200.0
    type_into(editor.form.fields["density"], "ironwood")
    assert editor.form.fields["density"].property("state") == "invalid"
    assert body(window).part(3, "torus").density == 7200.0
    press(editor, "duplicate")
    assert editor.part.id == "torus 2"
    press(editor, "mirror")
    assert body(window).part(3, "torus 2").mirror == "y"
    press(editor, "remove")
    assert [part.id for part in body(window).link(3).parts if "torus" in part.id] == ["torus"]
    write_name = editor.form
    editor.choose(3, "torus")
    type_into(write_name.fields["name"], "ring")
    assert body(window).part(3, "ring").color == "SeaGreen"


def test_the_gizmo_moves_the_part_as_one_step(window, editor, drag):
    editor.choose(3, "forearm")
    target, view = editor.target, window.viewport
    assert target.shown
    # the view has come to rest, and what is picked is what is seen
    window.clock.tick(1.0)
    view.grabFramebuffer()
    camera = view.camera
    step = float(pixel_size(camera, target.pose[:3, 3], view.height()))

    def place(pixels, axis):
        point = target.pose[:3, 3] + pixels * step * axis
        x, y, _ = project(camera, point, view.width(), view.height())
        return float(x), float(y)

    # the arrow that is clear of the rings in this view
    axis = target.pose[:3, 0].copy()
    start, end = place(80, axis), place(140, axis)
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
    assert editor.tree.topLevelItemCount() == 5
    assert window.session.history[-1] == "Create full model"


def test_saving_keeps_the_comments_of_the_file(window, editor, tmp_path):
    placed = window.session.state.document.robots[0]
    before = read_body(body_commands.Path(placed.body.origin)).text if placed.body.origin else ""
    editor.choose(2, "upper arm")
    type_into(editor.form.fields["radius"], "0.119")
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
    QTest.mouseClick(editor.closer, Qt.MouseButton.LeftButton)
    assert window.viewport.pointer.target is window.tool_target
    assert not window.viewport.pointer.picks_parts


def choose_step(editor, name, word):
    box = next(box for box in editor.form.findChildren(Combo) if box.accessibleName() == name)
    box.setCurrentIndex(box.findText(word))
    box.activated.emit(box.currentIndex())


def test_a_new_part_lies_on_the_side_of_its_link_that_is_seen(window, editor):
    editor.choose(2, "")
    before = made_body(body(window), robot(window).robot).places
    editor.add(SHAPES["torus"])
    made = made_body(body(window), robot(window).robot)
    boxes = {}
    for mesh, pose, (place, part) in zip(made.meshes, made.poses, made.places, strict=True):
        if place == 2:
            boxes.setdefault(part == "torus", []).append(
                mesh.vertices @ pose[:3, :3].T + pose[:3, 3]
            )
    new, old = np.concatenate(boxes[True]), np.concatenate(boxes[False])
    frame = world_frames(robot(window), window.session.state.postures["PUMA 560"])[2]
    way = frame[:3, :3].T @ (eye(window.session.state.view.camera) - frame[:3, 3])
    axis = int(np.argmax(np.abs(way)))
    if way[axis] > 0:
        assert new[:, axis].min() == pytest.approx(old[:, axis].max(), abs=1e-3)
    else:
        assert new[:, axis].max() == pytest.approx(old[:, axis].min(), abs=1e-3)
    assert len(made.places) == len(before) + 1


def test_poses_repeats_groups_and_swatches_are_edited_with_undo(window, editor):
    editor.choose(3, "")
    editor.add(SHAPES["box"])
    choose_step(editor, "Add move", "Pose (4×4)")
    cells = editor.form.moves[-12:]
    type_into(cells[3], "a / 4")
    assert body(window).part(3, "box").moves[-1].values[3] == "a / 4"
    type_into(editor.form.moves[-12], "0 -1 0 0.1  1 0 0 0.2  0 0 1 0.3  0 0 0 1")
    assert body(window).part(3, "box").moves[-1].values[:8] == (0, -1, 0, 0.1, 1, 0, 0, 0.2)
    type_into(editor.form.moves[-12], "2")
    assert editor.form.moves[-12].property("state") == "invalid"
    choose_step(editor, "Repeat", "Ring about z")
    type_into(editor.form.repeats[0], "6, 180")
    repeat = body(window).part(3, "box").repeats[0]
    assert (repeat.count, repeat.values) == (6.0, (pytest.approx(np.pi),))
    press(editor, "group")
    assert body(window).part(3, "box").group == "group"
    type_into(editor.form.fields["name"], "holder")
    assert body(window).link(3).groups[-1].id == "holder"
    choose_step(editor, "Add move", "Shift")
    type_into(editor.form.moves[0], "0, 0, 0.05")
    assert body(window).link(3).groups[-1].moves[0].values == (0.0, 0.0, 0.05)
    editor.form.findChild(Swatch)._chosen(QColor("#12AB34"))
    assert body(window).link(3).groups[-1].color == "#12AB34"
    for _ in window.session.history:
        window.actions_["undo"].trigger()
    assert not any(part.id == "box" for part in body(window).link(3).parts)


def test_constants_are_named_set_and_refused(window, editor):
    editor._go(Spot(constants=True))
    type_into(editor.constants.new, "wall")
    type_into(editor.constants.fields["wall"], "a2 / 40")
    assert dict(body(window).constants)["wall"] == "a2 / 40"
    type_into(editor.constants.fields["wall"], "a2 / nothing")
    assert editor.constants.fields["wall"].property("state") == "invalid"
    type_into(editor.constants.new, "a2")
    assert "meaning" in editor.constants.new.toolTip()
    type_into(editor.constants.fields["radius"], "0.03")
    assert dict(body(window).constants)["radius"] == 0.03


def test_an_end_effector_of_one_s_own_is_made_edited_and_saved(window, editor, own_home):
    assert own_bodies.begin(window.desk, robot(window), "tool", "claw") == ""
    editor.edit(Subject("tool", "claw"))
    editor.choose("tool", "finger")
    type_into(editor.form.fields["z"], "0.1 * size")
    carried = robot(window)
    assert (carried.end_effector, dict(carried.effector.part("tool", "finger").sizes)["z"]) == (
        "claw",
        "0.1 * size",
    )
    assert "end-effector: claw" in window.windowTitle()
    assert own_bodies.save(window.desk, carried, Subject("tool", "claw"), "claw") == ""
    assert read_effector("claw").part("tool", "finger").sizes == (
        robot(window).effector.part("tool", "finger").sizes
    )
    assert not own_bodies.unsaved(robot(window))
    assert own_bodies.begin(window.desk, robot(window), "tool", "hand").startswith("there is")
    assert "can't be a file name" in own_bodies.begin(window.desk, robot(window), "tool", "a/b")


def test_a_tool_frame_at_the_tip_follows_what_changes_the_end_effector(window, editor):
    tool_at_tip(window.session, robot(window))
    hand = robot(window).robot.tool[2, 3]
    assert own_bodies.begin(window.desk, robot(window), "tool", "claw") == ""
    editor.edit(Subject("tool", "claw"))
    constants = dict(robot(window).effector.constants)
    editor.work.set_constants("Longer", tuple({**constants, "tip_z": 0.25}.items()))
    state = window.session.state
    assert tip_missed(state, robot(window)) is False
    assert robot(window).robot.tool[2, 3] - hand == pytest.approx(0.15, abs=0.05)
    window.session.undo()
    assert robot(window).robot.tool[2, 3] == pytest.approx(hand)
    # One that is elsewhere is the user's own and stays.
    window.session.edit("Away", lambda d: change_robot(
        d, robot(window).id, robot=robot(window).robot.replace(tool=np.eye(4))
    ))  # fmt: skip
    editor.work.set_constants("Longer", tuple({**constants, "tip_z": 0.25}.items()))
    assert np.allclose(robot(window).robot.tool, np.eye(4))


def test_a_bundled_end_effector_is_left_alone_by_editing_a_copy(window, editor):
    editor.edit(Subject("tool", "hand"))
    editor.choose("tool", "palm")
    type_into(editor.form.fields["color"], "SeaGreen")
    assert robot(window).end_effector == "hand 2"
    assert editor.work.subject == Subject("tool", "hand 2")
    window.actions_["undo"].trigger()
    assert robot(window).end_effector == "hand"
    assert editor.work.subject.kind == "robot"


def test_a_payload_model_is_made_carried_and_as_large_as_its_parts(window, editor, own_home):
    assert own_bodies.begin(window.desk, robot(window), "payload", "crate") == ""
    editor.edit(Subject("payload", "crate"))
    editor.choose(0, "block")
    type_into(editor.form.fields["x"], "0.2")
    assert robot(window).payload.sizes == pytest.approx((0.2, 0.06, 0.05))
    assert own_bodies.save(window.desk, robot(window), Subject("payload", "crate"), "crate") == ""
    assert new_payload("crate").sizes == pytest.approx((0.2, 0.06, 0.05))


def test_parts_become_a_library_part_with_sizes_of_its_own(window, editor, own_home):
    editor.choose(3, "")
    editor.add(SHAPES["cylinder"])
    assert editor.work.take_out("stud") == ""
    subject = Subject("part", "stud")
    editor.edit(subject)
    editor._go(Spot(constants=True))
    type_into(editor.constants.new_size, "wide")
    type_into(editor.constants.fields["wide"], "0.03")
    editor.choose(0, "cylinder")
    type_into(editor.form.fields["radius"], "wide")
    part = body(window).composite("stud")
    assert part.parameters[0].default == pytest.approx(0.03)
    assert dict(part.parts[0].sizes)["radius"] == "wide"
    assert own_bodies.unsaved(robot(window)) == [subject]
    assert own_bodies.save(window.desk, robot(window), subject, "stud") == ""
    assert own_bodies.unsaved(robot(window)) == []
    editor.edit(ROBOT)
    editor.choose(3, "cylinder")
    type_into(editor.form.fields["wide"], "0.02")
    assert dict(body(window).part(3, "cylinder").sizes)["wide"] == pytest.approx(0.02)
    editor.choose(2, "upper arm")
    assert "unknown to a library part" in editor.work.take_out("arm")


def test_what_is_carried_comes_back_after_a_crash(window, editor):
    own_bodies.begin(window.desk, robot(window), "tool", "claw")
    editor.edit(Subject("tool", "claw"))
    editor.choose("tool", "finger")
    type_into(editor.form.fields["z"], "0.1 * size")
    texts = window.desk.drafts.texts
    for _ in window.session.history:
        window.actions_["undo"].trigger()
    assert robot(window).end_effector == "hand"
    window.desk.drafts.restore(texts)
    assert robot(window).end_effector == "claw"
    assert dict(robot(window).effector.part("tool", "finger").sizes)["z"] == "0.1 * size"
    assert window.session.history[-1] == "Recover end-effector: claw"
    # Nobody answers the question about it at the end.
    window.actions_["undo"].trigger()
    assert not window.desk.drafts.unsaved


def test_a_new_robot_from_nothing_shows_its_hand(window):
    window.actions_["new_robot"].trigger()
    dialog = window.findChild(NewRobot)
    dialog.kinds.setText("RR")
    dialog.accept()
    placed = window.session.state.document.robots[0]
    assert placed.effector is not None
    assert tool_solids(placed, None, (0.0, 0.0), 0.5)


def test_a_size_follows_a_parameter_of_the_robot_until_a_number_is_typed(window, editor):
    desk = window.desk
    desk.do(add_parameter, "PUMA 560", "R1", 0.1)
    editor.choose(2, "upper arm")
    type_into(editor.form.fields["length"], "0.3 + R1")
    assert dict(body(window).part(2, "upper arm").sizes)["length"] == "0.3 + R1"
    assert ("R1", 0.1) in body(window).constants

    def length() -> float:
        parts = fit(body(window), robot(window).robot).parts
        return next(dict(one.sizes)["length"] for one in parts if one.id == "upper arm")

    assert length() == pytest.approx(0.4)
    desk.do(set_parameter, "PUMA 560", "R1", 0.15)
    assert length() == pytest.approx(0.45)
    with pytest.raises(RvsError, match="R1 is a parameter of the robot; change it there"):
        editor.work.set_constants("Change", (("R1", 0.3),))
    type_into(editor.form.fields["length"], "0.41")
    desk.do(set_parameter, "PUMA 560", "R1", 0.2)
    assert length() == pytest.approx(0.41)

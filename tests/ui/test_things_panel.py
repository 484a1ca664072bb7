"""The panel of the work cell in the real window."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rvs.engine.rotations import rotx, rotz
from rvs.model.current import chosen_things
from rvs.model.robots.placing import stand
from rvs.model.things.thing import all_sizes, bounds
from rvs.scene.build import scene_points
from rvs.scene.camera import project, ray
from rvs.scene.pick import pick
from rvs.scene.surroundings.landing import obstacles
from rvs.ui.commands import things as thing_commands
from rvs.ui.dialogs.array_dialog import ArrayDialog
from rvs.ui.panels.things import EYE, LOCK
from rvs.ui.pictures.picture_gallery import MIME
from rvs.ui.saving import opening
from rvs.ui.saving.mesh_import import likely_unit, size_text
from rvs.ui.view.drops import floor_under

from .hands import settle, type_into


@pytest.fixture
def panel(window):
    window.things.show()
    window.things.raise_()
    settle()
    return window.things


def document(window):
    return window.session.state.document


def pixel(window, *point: float) -> QPointF:
    """Where a point of the world, in m, is in the view."""
    view = window.viewport
    x, y, _ = project(view.camera, np.array(point), view.width(), view.height()).tolist()
    return QPointF(x, y)


def add(window, kind: str, *point: float) -> None:
    """Add a thing where a point of the world is seen, and wait until the view shows it."""
    thing_commands.add(window.desk, kind, pixel(window, *point))
    window.clock.tick(1.0)


def test_things_are_added_sized_copied_grouped_locked_and_removed(window, panel):
    add(window, "table", 1.0, 0.0, 0.0)
    assert chosen_things(window.session.state) == ("table",)
    add(window, "battery", 1.0, 0.1, 0.7501)
    assert bounds(document(window).thing("battery"))[0, 2] == pytest.approx(0.75)
    panel.choose(("table",))
    field = panel.form.sizes["length"]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "2.5")
    assert all_sizes(document(window).thing("table"))["length"] == 2.5
    QTest.keyClick(field, Qt.Key.Key_Return)
    window.session.undo()
    assert all_sizes(document(window).thing("table"))["length"] == 1.2
    thing_commands.duplicate(window.desk)
    assert chosen_things(window.session.state) == ("table 2",)
    panel.choose(("table", "battery"))
    thing_commands.group(window.desk)
    assert {thing.group for thing in document(window).things} == {"group", ""}
    thing_commands.toggle(window.desk, "locked")
    before = document(window)
    thing_commands.remove(window.desk)
    assert document(window) is before
    assert "locked" in window.statusBar().currentMessage()
    thing_commands.toggle(window.desk, "locked")
    thing_commands.remove(window.desk)
    assert [thing.id for thing in document(window).things] == ["table 2"]


def shown_turns(panel):
    return np.degrees([field.number for field in panel.form.place.fields[3:]])


def test_a_yaw_turns_about_z_unless_paul_is_preferred(window, panel):
    add(window, "conveyor", 1.0, 0.0, 0.0)
    panel.choose(("conveyor",))

    def turned(index, text):
        field = panel.form.place.fields[index]
        type_into(field, text)
        return np.array(document(window).thing("conveyor").place)[:3, :3]

    assert np.allclose(turned(5, "30"), rotz(np.pi / 6))
    window.actions_["roll_axis_z"].trigger()
    assert np.allclose(shown_turns(panel), [30, 0, 0])
    assert np.allclose(turned(5, "20"), rotz(np.pi / 6) @ rotx(np.pi / 9))
    window.actions_["roll_axis_x"].trigger()
    assert np.allclose(shown_turns(panel), [20, 0, 30])


def test_the_gizmo_of_a_thing_takes_the_place_of_the_tool_s(window, panel):
    add(window, "box", 1.0, 0.0, 0.0)
    window.actions_["gizmo"].trigger()
    assert panel.target.shown
    assert window.viewport.pointer.target is panel.target
    thing_commands.toggle(window.desk, "locked")
    assert not panel.target.shown
    assert window.viewport.pointer.target is window.tool_target
    window.session.select(())
    assert chosen_things(window.session.state) == ()


def test_an_environment_is_opened_saved_and_opened_again(window, panel, tmp_path):
    add(window, "table", 1.0, 0.0, 0.0)
    path = tmp_path / "room.env"
    assert thing_commands.save(window.desk, path)
    assert opening.open_all(window.desk, [str(path)])
    assert [thing.id for thing in document(window).things] == ["table", "table 2"]


def test_a_bundled_cell_opens_by_its_name(window, panel):
    assert opening.open_all(window.desk, ["welding cell"])
    assert "positioner" in [thing.id for thing in document(window).things]
    settle()
    assert panel.tree.topLevelItemCount() > 5


def test_a_dropped_thing_lands_where_the_mouse_points(window, panel, qtbot):
    view = window.viewport
    at = pixel(window, 1.4, -0.6, 0.0)
    x, y = np.round(floor_under(view, at), 3)
    data = QMimeData()
    data.setData(MIME, b"pallet")
    dragged = (Qt.DropAction.CopyAction, data, Qt.MouseButton.NoButton)
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(view, QDragEnterEvent(at.toPoint(), *dragged, none))
    QApplication.sendEvent(view, QDropEvent(at, *dragged, none))
    qtbot.waitUntil(lambda: bool(document(window).things), timeout=5000)
    place = document(window).thing("pallet").place
    assert (place[0][3], place[1][3]) == (x, y)


def test_places_are_kept_and_reached(window, panel):
    pose = window.tool_target.pose.copy()
    thing_commands.add_place(window.desk, "here", pose)
    window.actions_["zero"].trigger()
    thing_commands.go_to(window.desk, "here")
    assert window.tool_target.pose == pytest.approx(pose, abs=1e-6)


def test_new_things_land_where_one_looks_clear_of_all_and_are_seen(window, panel):
    def apart(one, other):
        return ((one[1] <= other[0] + 1e-6) | (other[1] <= one[0] + 1e-6)).any()

    for kind in ("table", "pallet", "battery", "cylinder"):
        before = obstacles(window.session.state)
        thing_commands.add(window.desk, kind)
        window.clock.tick(1.0)
        added = document(window).things[-1]
        assert all(apart(bounds(added), other) for other in before), kind
        seen = bounds(added)
        corners = [[x, y, z] for x in seen[:, 0] for y in seen[:, 1] for z in seen[:, 2]]
        view = window.viewport
        pixels = project(view.camera, np.array(corners), view.width(), view.height())
        assert (pixels[:, :2] >= 0).all()
        assert (pixels[:, 0] <= view.width()).all()
        assert (pixels[:, 1] <= view.height()).all()
        assert np.linalg.norm(seen.mean(axis=0)[:2]) < 3.0
        window.session.select()


def test_what_is_added_is_not_hidden_by_what_stands_before_it(window, panel):
    """Behind a fence or a table across the middle of the view nobody would find it."""
    add(window, "wall", 0.6, -0.9, 0.0)
    add(window, "table", 0.3, -1.6, 0.0)
    view = window.viewport
    view.fit()
    window.clock.tick(1.0)
    for kind in ("box", "battery", "cylinder"):
        window.session.select()
        before = view.solid_scene()
        thing_commands.add(window.desk, kind)
        added = document(window).things[-1]
        middle = bounds(added).mean(axis=0)
        x, y, _ = project(view.camera, middle[None], view.width(), view.height())[0]
        hit = pick(before, view.camera, x, y, view.width(), view.height())
        origin, _ = ray(view.camera, x, y, view.width(), view.height())
        assert hit is None or hit.distance > np.linalg.norm(middle - origin), kind


def test_a_chosen_thing_is_dragged_on_its_surface_and_the_camera_stays(window, panel, drag):
    add(window, "table", 1.2, 0.0, 0.0)
    add(window, "box", 1.2, 0.0, 0.7501)
    box = document(window).thing("box")
    height, camera = box.place[2][3], window.viewport.camera
    assert height == pytest.approx(0.75)
    start = pixel(window, *bounds(box).mean(axis=0))
    grip = start.x(), start.y()
    drag(window.viewport, grip, (grip[0] + 20, grip[1]), (grip[0] + 40, grip[1] + 4))
    moved = document(window).thing("box")
    assert window.viewport.camera == camera
    assert moved.place != box.place
    assert moved.place[2][3] == pytest.approx(height)
    window.session.undo()
    assert document(window).thing("box").place == box.place
    # What is not chosen leaves the mouse to the camera, and what is locked too.
    window.session.select()
    drag(window.viewport, grip, (grip[0] + 20, grip[1]), (grip[0] + 40, grip[1]))
    assert document(window).thing("box").place == box.place
    assert window.viewport.camera != camera


def test_the_view_follows_one_rule(window, qtbot):
    view = window.viewport
    view.fit()
    window.clock.tick(1.0)
    place = np.eye(4)
    place[0, 3] = 30.0
    robot = document(window).robots[0].id
    window.session.edit("Away", lambda now: stand(now, robot, place))

    def whole():
        window.clock.tick(1.0)
        points = scene_points(window.session.state)
        seen = project(view.camera, points, view.width(), view.height())
        assert (seen[:, :2] >= 0).all()
        assert (seen[:, :2] <= (view.width(), view.height())).all()

    qtbot.waitUntil(whole, timeout=5000)
    window.session.undo()
    qtbot.waitUntil(whole, timeout=5000)


def test_a_panel_does_not_change_the_scale_of_the_view_unless_it_would_cut_it(window, qtbot):
    view = window.viewport

    def scale():
        return view.height() / view.camera.distance

    view.look(replace(view.fitted(), distance=3.0 * view.fitted().distance))
    settle()
    before, high, camera = scale(), view.height(), view.camera
    window.trajectory.show()
    qtbot.waitUntil(lambda: view.height() < high, timeout=5000)
    qtbot.waitUntil(lambda: scale() == pytest.approx(before), timeout=5000)
    window.trajectory.hide()
    qtbot.waitUntil(lambda: view.height() == high and view.camera == camera, timeout=5000)


def test_what_is_typed_chooses_in_the_one_gallery_there_is(window):
    gallery = thing_commands.ask_kind(window.desk)
    assert thing_commands.ask_kind(window.desk) is gallery
    QTest.keyClicks(gallery.search, "pallet")
    QTest.keyClick(gallery.search, Qt.Key.Key_Return)
    assert [thing.kind for thing in document(window).things] == ["pallet"]
    assert not gallery.isVisible()


def test_an_array_has_columns_rows_and_layers(window, panel):
    add(window, "box", 1.0, -1.0, 0.0)
    thing_commands.array(window.desk)
    dialog = window.findChild(ArrayDialog)
    for box, count in zip(dialog.counts, (3, 2, 2), strict=True):
        box.setValue(count)
    dialog.accept()
    places = {tuple(np.round(np.array(one.place)[:3, 3], 6)) for one in document(window).things}
    assert len(places) == 12
    assert [len({place[k] for place in places}) for k in range(3)] == [3, 2, 2]
    window.session.undo()
    assert len(document(window).things) == 1
    thing_commands.array(window.desk)
    dialog = window.findChildren(ArrayDialog)[-1]
    dialog.counts[0].setValue(1000)
    dialog.counts[1].setValue(2)
    assert not dialog.button.isEnabled()
    dialog.reject()


def test_a_group_has_an_eye_and_a_lock(window, panel):
    add(window, "box", 1.0, -1.0, 0.0)
    thing_commands.duplicate(window.desk)
    panel.choose(("box", "box 2"))
    thing_commands.group(window.desk)
    row = panel.tree.topLevelItem(0)
    assert row.text(0) == "group"
    panel.tree.itemClicked.emit(row, EYE)
    assert all(thing.hidden for thing in document(window).things)
    panel.tree.itemClicked.emit(panel.tree.topLevelItem(0), EYE)
    panel.tree.itemClicked.emit(panel.tree.topLevelItem(0), LOCK)
    assert all(thing.locked and not thing.hidden for thing in document(window).things)


def test_a_mesh_is_proposed_in_a_unit_that_makes_it_plausible():
    def read(edge, scale=None):
        return SimpleNamespace(scale=scale, box=(0, 0, 0, edge, edge / 2, edge / 4))

    found = [likely_unit(read(edge)) for edge in (300.0, 0.3, 30.0, 5000.0)]
    assert found == ["mm", "m", "mm", "mm"]
    assert likely_unit(read(12.0), "in") == "in"
    assert likely_unit(read(300.0, 1.0)) == "m"
    assert size_text(np.array([0.3, 0.2, 0.04])) == "300 × 200 × 40 mm"
    assert size_text(np.array([1.25, 0.2, 0.04])) == "1.25 × 0.2 × 0.04 m"


def test_which_frames_are_shown_is_chosen_and_remembered(window):
    for which in ("wrist", "ends", "chosen", "all"):
        window.actions_[f"frames_{which}"].trigger()
        assert window.session.state.view.which_frames == which
        assert window.desk.settings.preferences.which_frames == which
        assert window.actions_[f"frames_{which}"].isChecked()
    window.actions_["frames_larger"].trigger()
    assert window.session.state.view.frame_size == 1.5
    window.actions_["frames_smaller"].trigger()
    window.actions_["frames_smaller"].trigger()
    assert window.session.state.view.frame_size == 0.75
    window.actions_["frames_standard"].trigger()
    assert window.session.state.view.frame_size == 1.0
    window.actions_["trace"].trigger()
    assert not window.session.state.view.trace

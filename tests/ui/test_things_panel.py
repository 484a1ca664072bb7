"""The panel of the work cell in the real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rvs.engine.rotations import rotx, rotz
from rvs.model.current import chosen_things
from rvs.model.things.thing import all_sizes, bounds
from rvs.ui.commands import things as room_commands
from rvs.ui.pictures.thing_gallery import MIME
from rvs.ui.saving import opening as open_files
from rvs.ui.view.thing_drop import spot_at


@pytest.fixture
def panel(window):
    window.things.show()
    window.things.raise_()
    QTest.qWait(50)
    return window.things


def document(window):
    return window.session.state.document


def test_things_are_added_sized_copied_grouped_locked_and_removed(window, panel):
    room_commands.add(window.desk, "table", (1.0, 0.0))
    assert chosen_things(window.session.state) == ("table",)
    room_commands.add(window.desk, "battery", (1.0, 0.1))
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
    room_commands.duplicate(window.desk)
    assert chosen_things(window.session.state) == ("table 2",)
    panel.choose(("table", "battery"))
    room_commands.group(window.desk)
    assert {thing.group for thing in document(window).things} == {"group", ""}
    room_commands.toggle(window.desk, "locked")
    before = document(window)
    room_commands.remove(window.desk)
    assert document(window) is before
    assert "locked" in window.statusBar().currentMessage()
    room_commands.toggle(window.desk, "locked")
    room_commands.remove(window.desk)
    assert [thing.id for thing in document(window).things] == ["table 2"]


def shown_turns(panel):
    return np.degrees([field.number for field in panel.form.place.fields[3:]])


def test_a_yaw_turns_about_z_unless_paul_is_preferred(window, panel):
    room_commands.add(window.desk, "conveyor", (1.0, 0.0))
    panel.choose(("conveyor",))

    def turned(index, text):
        field = panel.form.place.fields[index]
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
        return np.array(document(window).thing("conveyor").place)[:3, :3]

    assert np.allclose(turned(5, "30"), rotz(np.pi / 6))
    window.actions_["roll_axis_z"].trigger()
    assert np.allclose(shown_turns(panel), [30, 0, 0])
    assert np.allclose(turned(5, "20"), rotz(np.pi / 6) @ rotx(np.pi / 9))
    window.actions_["roll_axis_x"].trigger()
    assert np.allclose(shown_turns(panel), [20, 0, 30])


def test_the_gizmo_of_a_thing_takes_the_place_of_the_tool_s(window, panel):
    room_commands.add(window.desk, "box", (1.0, 0.0))
    window.actions_["gizmo"].trigger()
    assert panel.target.shown
    assert window.viewport.pointer.target is panel.target
    room_commands.toggle(window.desk, "locked")
    assert not panel.target.shown
    assert window.viewport.pointer.target is window.tool_target
    window.session.select(())
    assert chosen_things(window.session.state) == ()


def test_an_environment_is_opened_saved_and_opened_again(window, panel, tmp_path):
    room_commands.add(window.desk, "table", (1.0, 0.0))
    path = tmp_path / "room.env"
    assert room_commands.save(window.desk, path)
    assert open_files.open_all(window.desk, [str(path)])
    assert [thing.id for thing in document(window).things] == ["table", "table 2"]


def test_a_bundled_cell_opens_by_its_name(window, panel):
    assert open_files.open_all(window.desk, ["welding cell"])
    assert "positioner" in [thing.id for thing in document(window).things]
    QTest.qWait(30)
    assert panel.tree.topLevelItemCount() > 5


def test_a_dropped_thing_lands_where_the_mouse_points(window, panel, qtbot):
    view = window.viewport
    at = QPointF(view.width() / 2, view.height() * 0.8)
    x, y = spot_at(view, at)
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
    room_commands.add_place(window.desk, "here", pose)
    window.actions_["zero"].trigger()
    room_commands.go_to(window.desk, "here")
    assert window.tool_target.pose == pytest.approx(pose, abs=1e-6)

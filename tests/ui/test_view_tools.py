"""Measuring, sections, notes and bookmarks in the window, by real events."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLineEdit

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.bodies.solid import Solid
from rvs.model.annotations.edits import add_note
from rvs.model.annotations.marks import Anchor, Note
from rvs.model.views.view import Section
from rvs.scene.build import scene_points
from rvs.scene.camera import project
from rvs.scene.gizmos.arrow_gizmos import section_middle
from rvs.ui.dialogs.bounds import BoundsDialog

from .hands import settle, type_into

pytestmark = pytest.mark.ui
LEFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
PUMA = "PUMA 560"


def at_world(view, point) -> QPoint:
    x, y, _ = project(view.camera, np.asarray(point, float), view.width(), view.height()).tolist()
    return QPoint(round(x), round(y))


def origin(window, k: int) -> np.ndarray:
    state = window.session.state
    return world_frames(state.document.robots[0], state.postures[PUMA])[k, :3, 3]


def click(view, at: QPoint) -> None:
    QTest.mouseClick(view, LEFT, pos=at)


def test_measuring_by_two_clicks(window, hover) -> None:
    view, tool = window.viewport, window.kit.measure
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_M)
    assert tool.active
    start, end = at_world(view, origin(window, 1)), at_world(view, origin(window, 3))
    hover(view, start.x(), start.y())
    assert "Origin of frame" in tool.hint
    click(view, start)
    hover(view, end.x(), end.y())
    assert tool.reading.distance > 0.1
    click(view, end)
    wanted = np.linalg.norm(origin(window, 3) - origin(window, 1))
    assert tool.reading.distance == pytest.approx(wanted, rel=1e-6)
    assert window.session.state.chosen == ()
    bar = window.kit.bars[0]
    assert bar.isVisible()
    # All that it says is seen, whatever its first words were, and nothing lies under it.
    for label in (bar.value, bar.what):
        assert label.width() >= label.sizeHint().width()
    assert bar.rect().contains(bar.copy.geometry())
    window.session.select((PUMA, "link", 3))
    settle()
    chip = window.chip.label.parentWidget()
    assert chip.isVisible()
    assert chip.parentWidget() is bar.parentWidget()
    assert not chip.geometry().intersects(bar.geometry())
    window.session.select(())
    QTest.mouseClick(bar.copy, LEFT)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(f"{wanted:.4f} m")
    assert "Δx" in copied
    QTest.mouseClick(bar.keep, LEFT)
    (kept,) = window.session.state.document.measures
    assert window.session.undo_label == "Keep measurement"
    assert any(item.owner == (kept.id,) for item in view.scene().items)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not tool.active
    assert not bar.isVisible()
    window.session.undo()
    assert not window.session.state.document.measures


def test_escape_takes_the_first_end_back_and_drags_still_orbit(window, drag) -> None:
    view, tool = window.viewport, window.kit.measure
    window.actions_["measure"].trigger()
    click(view, at_world(view, origin(window, 0)))
    assert tool.measuring
    before = window.session.state
    drag(view, (300, 300), (340, 320))
    assert window.session.state.postures == before.postures
    assert window.session.state.view.camera != before.view.camera
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert (tool.measuring, tool.active) == (False, True)
    window.actions_["measure"].trigger()
    assert not tool.active


def test_measurements_go_with_their_robot(window) -> None:
    view, tool = window.viewport, window.kit.measure
    window.actions_["measure"].trigger()
    click(view, at_world(view, origin(window, 0)))
    click(view, at_world(view, origin(window, 2)))
    click(view, at_world(view, origin(window, 0)))
    assert len(tool.taken) == 1
    window.actions_["remove"].trigger()
    assert (tool.taken, tool.measuring) == ([], False)
    assert view.scene().items


def test_a_section_faces_the_viewer_and_its_arrow_moves_it(window, drag) -> None:
    view = window.viewport
    view.setFocus()
    whole = sum(isinstance(item, Solid) for item in view.scene().items)
    QTest.keyClick(view, Qt.Key.Key_X)
    section = window.session.state.view.section
    assert section.on
    eye = view.camera
    towards = np.array([np.cos(eye.azimuth), np.sin(eye.azimuth), np.tan(eye.elevation)])
    assert float(towards @ np.asarray(section.unit)) > 0.0
    cut = [item for item in view.scene().items if isinstance(item, Solid)]
    assert any(item.owner[-1:] == ("section",) for item in cut)
    assert len(cut) != whole
    middle = section_middle(section, window.kit.section.points())
    tip = at_world(view, middle + 0.12 * np.asarray(section.unit))
    foot = at_world(view, middle)
    grip = ((tip.x() + 2 * foot.x()) // 3, (tip.y() + 2 * foot.y()) // 3)
    drag(view, grip, (grip[0] - 12, grip[1] + 6), (grip[0] - 40, grip[1] + 20))
    moved = window.session.state.view.section
    assert moved.normal == section.normal
    assert moved.offset > section.offset + 0.01
    assert window.session.undo_label is None
    window.actions_["section"].trigger()
    assert not window.session.state.view.section.on


def test_the_first_section_goes_through_the_arm_and_a_later_one_is_where_it_was_left(
    window,
) -> None:
    toggle, tool = window.actions_["section"].trigger, window.kit.section
    toggle()
    first = window.session.state.view.section
    heights = tool.points() @ np.asarray(first.unit)
    assert heights.min() < first.offset < heights.max()
    moved = replace(first, offset=first.offset + 0.125)
    tool.set(moved)
    toggle()
    toggle()
    assert window.session.state.view.section == moved


def test_the_bar_of_the_section(window) -> None:
    window.actions_["section"].trigger()
    bar = window.kit.bars[1]
    assert bar.isVisible()
    bar.way.setCurrentIndex(2)
    bar.way.activated.emit(2)
    assert window.session.state.view.section.axis == "z"
    bar.slider.setValue(250)
    low = window.session.state.view.section.offset
    bar.slider.setValue(750)
    high = window.session.state.view.section.offset
    assert high > low
    bar.field.selectAll()
    QTest.keyClicks(bar.field, "0.3")
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    assert window.session.state.view.section.offset == pytest.approx(0.3)
    QTest.mouseClick(bar.flip, LEFT)
    section = window.session.state.view.section
    assert section.offset == pytest.approx(-0.3)
    bar.hatch.click()
    assert not window.session.state.view.section.hatch
    bar.way.activated.emit(3)
    assert window.session.state.view.section.axis == ""
    assert bar.way.currentText() == "Free"
    QTest.mouseClick(bar._close, LEFT)
    assert not window.session.state.view.section.on
    assert not bar.isVisible()


def test_a_note_is_written_on_a_link_edited_dragged_and_deleted(window, hover, drag) -> None:
    view, notes = window.viewport, window.kit.notes
    view.setFocus()
    place = at_world(view, (0.0, 0.0, 0.3))
    hover(view, place.x(), place.y())
    QTest.keyClick(view, Qt.Key.Key_N)
    QTest.keyClicks(notes.editor, "grease weekly")
    QTest.keyClick(notes.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    notes.editor.insertPlainText("Klüber")
    QTest.keyClick(notes.editor, Qt.Key.Key_Return)
    (note,) = window.session.state.document.notes
    assert note.text == "grease weekly\nKlüber"
    assert note.anchor.owner[:2] == (PUMA, "link")
    text = QPoint(place.x() + round(note.place[0]) + 30, place.y() + round(note.place[1]))
    found = next(
        (QPoint(text.x(), y) for y in range(text.y() - 30, text.y() + 30, 3)
         if notes.note_at(view, QPointF(text.x(), y))),
        None,
    )  # fmt: skip
    assert found is not None
    drag(view, (found.x(), found.y()), (found.x() + 30, found.y()), (found.x() + 60, found.y() + 9))
    moved = window.session.state.document.notes[0]
    assert moved.place == pytest.approx((note.place[0] + 60, note.place[1] + 9))
    assert window.session.undo_label == "Move note"
    assert window.session.state.chosen == (note.id,)
    QTest.mouseDClick(view, LEFT, pos=found + QPoint(60, 9))
    assert notes.editor.toPlainText() == moved.text
    QTest.keyClicks(notes.editor, "new words")
    QTest.keyClick(notes.editor, Qt.Key.Key_Escape)
    assert window.session.state.document.notes[0].text == moved.text
    window.thing_menu.fill((note.id,))
    assert [a.text() for a in window.thing_menu.menu.actions()] == [
        "Edit note", "Delete note or measurement",
    ]  # fmt: skip
    window.actions_["remove_mark"].trigger()
    assert not window.session.state.document.notes
    window.session.undo()
    assert window.session.state.document.notes == (moved,)


def test_a_note_beside_everything_stays_on_the_sheet(window) -> None:
    view = window.viewport
    window.kit.notes.add_at(view, QPointF(40, view.height() - 40))
    editor = window.kit.notes.editor
    QTest.keyClicks(editor, "Cell 3")
    # A click elsewhere keeps it.
    view.setFocus()
    (note,) = window.session.state.document.notes
    assert note.anchor is None
    assert note.place == pytest.approx((40 / view.width(), 1 - 40 / view.height()))
    assert window.kit.notes.editor is None


def test_what_is_too_long_becomes_a_message(window) -> None:
    window.kit.notes.add_at(window.viewport, QPointF(40, 400))
    window.kit.notes.editor.setPlainText("x\n" * 30 + "x")
    window.kit.notes.editor.finish(True)
    assert not window.session.state.document.notes
    assert "31 lines are too many" in window.messages.messages[-1].text


def test_the_list_goes_to_bookmarks_and_deletes(window, qtbot, monkeypatch) -> None:
    def typed(dialog: QDialog) -> int:
        dialog.findChild(QLineEdit).setText("from afar")
        dialog.accept()
        return 1

    monkeypatch.setattr(QDialog, "exec", typed)
    camera = window.session.state.view.camera
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_B, CTRL | Qt.KeyboardModifier.AltModifier)
    (mark,) = window.session.state.document.bookmarks
    assert (mark.name, mark.camera) == ("from afar", camera)
    window.session.look(camera=replace(camera, distance=9.0), section=Section(True))
    window.actions_["marks"].trigger()
    tree = window.marks.tree
    bookmarks = tree.topLevelItem(0)
    tree.setCurrentItem(bookmarks.child(0))
    QTest.keyClick(tree, Qt.Key.Key_Return)
    window.clock.tick(1.0)
    assert window.session.state.view.camera == camera
    assert not window.session.state.view.section.on
    window.marks.offer(bookmarks.child(0))
    assert [a.text() for a in window.marks.menu.actions()][:2] == ["Go to", "Rename…"]
    tree.setCurrentItem(bookmarks.child(0))
    QTest.keyClick(tree, Qt.Key.Key_Delete)
    assert not window.session.state.document.bookmarks
    assert bookmarks.child(0).text(0).endswith("Ctrl+Alt+B")


def test_bookmarks_are_reached_at_once_without_motion(window, monkeypatch) -> None:
    from rvs.ui.commands import bookmarks as bookmark_commands

    window.session.look(camera=replace(window.session.state.view.camera, distance=7.0))
    name = "here"
    from rvs.model.annotations.edits import add_bookmark
    from rvs.model.views.view import bookmark_of

    view = window.session.state.view
    window.session.edit("x", lambda d: add_bookmark(d, bookmark_of(name, view)))
    window.session.look(camera=replace(view.camera, distance=2.0))
    monkeypatch.setattr(bookmark_commands, "reduced_motion", lambda: True)
    bookmark_commands.go_to(window.desk, name)
    assert window.session.state.view.camera == view.camera


def test_notes_can_be_hidden_and_follow_the_links(window) -> None:
    note = Note("n", "tip", Anchor((PUMA, "link", 6), (0.0, 0.0, 0.0)))
    window.session.edit("x", lambda d: add_note(d, note))
    view = window.viewport
    before = next(i for i in view.scene().items if i.owner == ("n",))
    window.session.pose(PUMA, [0.5, 0.0, 0.0, 0.0, 0.0, 0.0])
    after = next(i for i in view.scene().items if i.owner == ("n",))
    assert not np.allclose(before.at, after.at)
    window.actions_["notes"].trigger()
    assert not any(item.owner == ("n",) for item in view.scene().items)
    assert not window.kit.notes.note_at(view, QPointF(at_world(view, origin(window, 6))))


def test_the_view_keeps_to_a_box_that_is_typed(window, monkeypatch) -> None:
    def answer(dialog: BoundsDialog) -> int:
        type_into(dialog.fields[1], "-5")
        QTest.mouseClick(dialog.button, LEFT)
        assert "must be larger" in dialog.notice.text
        type_into(dialog.fields[1], "1.5")
        QTest.mouseClick(dialog.button, LEFT)
        return dialog.result()

    monkeypatch.setattr(BoundsDialog, "exec", answer)
    window.actions_["bounds"].trigger()
    bounds = window.session.state.view.bounds
    assert bounds[1] == 1.5
    assert window.actions_["bounds"].isChecked()
    points = scene_points(window.session.state)
    assert points.max(axis=0).tolist() == [bounds[1], bounds[3], bounds[5]]
    monkeypatch.setattr(BoundsDialog, "exec", lambda dialog: QTest.mouseClick(dialog.none, LEFT))
    window.actions_["bounds"].trigger()
    assert window.session.state.view.bounds is None
    assert not window.actions_["bounds"].isChecked()


def test_the_trail_is_switched_in_the_menu(window) -> None:
    window.actions_["trail"].trigger()
    assert window.session.state.view.trail == 8
    assert window.actions_["trail"].isChecked()
    window.actions_["trail"].trigger()
    assert window.session.state.view.trail == 0

"""One, two and four views: real clicks, keys and drags in each."""

from dataclasses import replace
from math import pi

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from rvs.model.views.panes import all_panes
from rvs.scene.build import scene_points
from rvs.scene.camera import project

from .hands import settle

pytestmark = [pytest.mark.ui, pytest.mark.smooth]
LEFT = Qt.MouseButton.LeftButton


def cameras(window):
    state = window.session.state
    return [pane.camera for pane in all_panes(state.view, state.panes)]


def link_place(view, link: int) -> tuple[int, int]:
    """A place of a view where a link is seen."""
    shared = view.pointer.view
    view.pointer.view = view
    places = ((x, y) for x in range(20, view.width(), 15) for y in range(60, view.height(), 15))
    found = next(
        (x, y)
        for x, y in places
        if (hit := view.pointer.hit(QPointF(x, y))) and hit.owner[1:] == ("link", link)
    )
    view.pointer.view = shared
    return found


def arrange(window, qtbot, kind: str):
    window.actions_[f"views_{kind}"].trigger()
    count = len(window.session.state.panes)
    views = window.viewports.views[:count]
    qtbot.waitUntil(lambda: all(view.isVisible() for view in views), timeout=3000)
    settle()
    return views


@pytest.mark.whole
def test_four_views_in_third_angle_order(window, qtbot) -> None:
    present = window.session.state.view.camera
    top, iso, front, right = arrange(window, qtbot, "four")
    assert window.viewport is iso
    assert replace(iso.camera, distance=1.0) == replace(present, distance=1.0)
    assert iso.camera.distance == pytest.approx(present.distance, rel=0.1)
    assert top.camera.elevation == pytest.approx(pi / 2)
    assert front.camera.azimuth == pytest.approx(-pi / 2)
    assert right.camera.azimuth == 0.0
    assert top.y() == iso.y()
    assert front.mapTo(window, QPoint()).y() > top.mapTo(window, QPoint()).y()
    # What lies above each other has one x, and all is seen.
    points = scene_points(window.session.state)
    seen = [project(view.camera, points, view.width(), view.height()) for view in (top, front)]
    assert np.allclose(seen[0][:, 0], seen[1][:, 0], atol=1.5)
    for places, view in zip(seen, (top, front), strict=True):
        assert (places[:, :2] > 0).all()
        assert (places[:, 0] < view.width()).all()
    assert [button.text() for button in window.overlay.names] == [
        *("Top", "Perspective", "Front", "Right")
    ]


@pytest.mark.alone
def test_meshes_are_sent_once_and_views_at_rest_are_not_drawn(window, qtbot) -> None:
    window.viewport.grabFramebuffer()
    sent = window.viewport.renderer.mesh_uploads
    views = arrange(window, qtbot, "four")
    qtbot.waitUntil(lambda: all(view.renderer is not None for view in views), timeout=3000)
    for view in views:
        assert np.ptp(np.frombuffer(view.grabFramebuffer().constBits(), np.uint8)) > 100
    # Coarser ones of some are sent for small views, but none for each view.
    assert window.viewport.renderer.mesh_uploads < 2 * sent
    qtbot.waitUntil(lambda: not any(view.moving for view in views), timeout=3000)
    settle()
    composed = []
    for view in views:
        canvas = view._canvas
        compose = canvas._compose
        canvas._compose = lambda view=view, compose=compose: (composed.append(view), compose())[1]
    QTest.keyClick(views[1], Qt.Key.Key_Left)
    settle()
    assert composed
    assert set(composed) == {views[1]}


def test_a_click_makes_a_view_active_and_commands_take_it(window, qtbot, drag) -> None:
    views = arrange(window, qtbot, "four")
    QTest.mouseClick(views[2], LEFT, pos=QPoint(20, views[2].height() - 20))
    assert window.viewport is views[2]
    before = cameras(window)
    window.actions_["view_left"].trigger()
    window.clock.tick(1.0)
    after = cameras(window)
    assert after[2].azimuth == pytest.approx(pi)
    for k in (0, 1, 3):
        assert (after[k].azimuth, after[k].target) == (before[k].azimuth, before[k].target)
    drag(views[1], (40, 300), (140, 330))
    assert window.viewport is views[1]
    assert cameras(window)[1] != before[1]
    assert cameras(window)[2].azimuth == after[2].azimuth


def test_linked_views_pan_and_zoom_together(window, qtbot, drag) -> None:
    views = arrange(window, qtbot, "four")
    start = (30, views[2].height() - 30)
    drag(views[2], start, (start[0] + 40, start[1] - 25), button=Qt.MouseButton.RightButton)
    top, iso, front, right = cameras(window)
    assert top.target == front.target == right.target != iso.target
    assert top.distance == pytest.approx(front.distance, rel=0.02)
    window.actions_["linked_views"].trigger()
    drag(views[2], start, (start[0] - 60, start[1]), button=Qt.MouseButton.RightButton)
    assert cameras(window)[0].target == top.target
    assert cameras(window)[2].target != front.target


def test_a_narrow_view_shows_what_the_wide_one_did(window, qtbot) -> None:
    points = scene_points(window.session.state)
    present = window.session.state.view.camera
    left, right = arrange(window, qtbot, "two")
    for view in (left, right):
        seen = project(view.camera, points, view.width(), view.height())
        assert (seen[:, 0] > -5).all()
        assert (seen[:, 0] < view.width() + 5).all()
    arrange(window, qtbot, "one")
    assert window.session.state.view.camera.distance == pytest.approx(present.distance, rel=0.05)


def test_links_are_dragged_in_any_view(window, qtbot, drag, hover) -> None:
    views = arrange(window, qtbot, "two")
    found = link_place(views[0], 2)
    hover(views[0], *found)
    assert window.viewport.pointer.hovered == ("PUMA 560", "link", 2)
    before = window.session.state.postures["PUMA 560"]
    drag(views[0], found, (found[0] + 10, found[1] + 40), (found[0] + 20, found[1] + 60))
    after = window.session.state.postures["PUMA 560"]
    assert after[1] != before[1]
    assert window.viewport is views[0]
    window.session.undo()
    assert window.session.state.postures["PUMA 560"] == before


def test_the_active_view_takes_all_the_room_and_gives_it_back(window, qtbot) -> None:
    views = arrange(window, qtbot, "four")
    name = window.overlay.names[3]
    QTest.mouseClick(name, LEFT)
    QTest.mouseDClick(name, LEFT)
    assert [view.isVisible() for view in views] == [False, False, False, True]
    QTest.keyClick(window, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert all(view.isVisible() for view in views)
    assert not window.viewports.maximized


def test_modes_and_projections_are_those_of_each_view(window, qtbot) -> None:
    views = arrange(window, qtbot, "two")
    QTest.mouseClick(views[0], LEFT, pos=QPoint(15, views[0].height() - 15))
    window.actions_["mode_skeleton"].trigger()
    assert views[0].seen.view.mode == "skeleton"
    assert views[1].seen.view.mode == "full"
    assert views[0].scene() is not views[1].scene()
    window.actions_["parallel"].trigger()
    assert not views[0].camera.parallel
    QTest.mouseClick(views[1], LEFT, pos=QPoint(15, views[1].height() - 15))
    assert not window.actions_["mode_skeleton"].isChecked()
    assert window.actions_["mode_full"].isChecked()


def test_they_are_saved_with_the_cell_and_remembered(window, qtbot, tmp_path) -> None:
    arrange(window, qtbot, "four")
    before = cameras(window)
    path = tmp_path / "a.rvs"
    assert window.desk.cell_file.save(path)
    window.actions_["views_one"].trigger()
    assert len(window.session.state.panes) == 1
    assert window.desk.cell_file.open(path)
    assert cameras(window) == before
    assert sum(view.isVisible() for view in window.viewports.views) == 4
    assert window.desk.settings.preferences.arrangement == "one"


def test_a_cell_without_viewports_keeps_those_there_are(window, qtbot, tmp_path) -> None:
    path = tmp_path / "a.rvs"
    assert window.desk.cell_file.save(path)
    arrange(window, qtbot, "two")
    window.open([str(path)])
    assert len(window.session.state.panes) == 2


def test_bookmarks_are_gone_to_by_their_keys(window, qtbot) -> None:
    from rvs.model.annotations.edits import add_bookmark
    from rvs.model.views.view import bookmark_of

    far = replace(window.session.state.view.camera, distance=30.0, azimuth=1.0)
    view = replace(window.session.state.view, camera=far, mode="body")
    window.session.edit("Add", lambda d: add_bookmark(d, bookmark_of("far & wide", view)))
    assert window.actions_["bookmark_1"].text() == "far && wide"
    assert not window.actions_["bookmark_2"].isEnabled()
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_B)
    QTest.keyClick(window.viewport, Qt.Key.Key_1)
    window.clock.tick(1.0)
    assert window.session.state.view.camera == far
    assert window.session.state.view.mode == "body"


def test_robots_are_dropped_into_any_view(window, qtbot, project_root) -> None:
    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QDragEnterEvent, QDropEvent
    from PySide6.QtWidgets import QApplication

    from rvs.ui.widgets.lists.library_list import MIME

    views = arrange(window, qtbot, "four")
    data = QMimeData()
    data.setData(MIME, str(project_root / "arch" / "puma560.arch").encode())
    at = QPointF(views[0].width() / 2, views[0].height() - 30)
    copy, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    buttons = Qt.MouseButton.NoButton
    enter = QDragEnterEvent(at.toPoint(), copy, data, buttons, none)
    QApplication.sendEvent(views[0], enter)
    assert enter.isAccepted()
    QApplication.sendEvent(views[0], QDropEvent(at, copy, data, buttons, none))
    qtbot.waitUntil(lambda: len(window.session.state.document.robots) == 2, timeout=5000)
    assert window.viewport is views[0]
    place = np.asarray(window.session.state.document.robots[1].place)[:3, 3]
    seen = project(views[0].camera, place, views[0].width(), views[0].height())
    # It keeps clear of the base that stands there already.
    assert np.hypot(*(seen[:2] - (at.x(), at.y()))) < 60


@pytest.mark.whole
def test_what_tools_show_is_drawn_in_all_views(window, qtbot) -> None:
    views = arrange(window, qtbot, "two")
    qtbot.waitUntil(lambda: not any(view.moving for view in views), timeout=3000)
    window.viewport.redraw()
    assert all(view.moving for view in views)
    assert views[0].extras is views[1].extras
    assert views[0].pointer is views[1].pointer

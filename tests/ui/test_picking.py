"""Links in the view: named, chosen and dragged by real mouse and key events."""

from dataclasses import replace
from itertools import product
from math import atan2, cos, pi, radians, sin

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.bodies.solid import Solid
from rvs.model.refs import NOTHING, belongs, link_ref
from rvs.scene.camera import looking, project
from rvs.scene.items import Label, Region

from .hands import settle

pytestmark = pytest.mark.ui
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
CTRL = Qt.KeyboardModifier.ControlModifier
PUMA = "PUMA 560"


def place_of(window, ref) -> tuple[float, float]:
    """Return a pixel that shows a thing, in the middle of those that do."""
    # Of what is large few pixels are enough.
    found = pixels_of(window, ref, 18)
    if len(found) < 5:
        found = pixels_of(window, ref, 9)
    assert found, f"{ref} is nowhere to be seen"
    middle = np.mean(found, axis=0)
    return min(found, key=lambda at: np.hypot(*(at - middle)))


def pixels_of(window, ref, step: int) -> list[tuple[float, float]]:
    """Return pixels that show a thing, of those of a grid."""
    view = window.viewport
    left, top, right, bottom = part_of_view(window, ref)
    return [
        (x, y)
        for y in range(max(top, 20), min(bottom, view.height() - 20), step)
        for x in range(max(left, 20), min(right, view.width() - 20), step)
        if (hit := view.pointer.hit(QPoint(x, y).toPointF())) and hit.owner == ref
    ]


def part_of_view(window, ref) -> list[int]:
    """Return the rectangle that holds a thing: left, top, right and bottom pixel."""
    solids = [item for item in window.viewport.scene().items if belongs(item.owner, ref)]
    corners = [
        item.pose[:3, :3] @ np.array(corner) + item.pose[:3, 3]
        for item in solids
        if isinstance(item, Solid)
        for corner in product(*item.mesh.bounds.T)
    ]
    view = window.viewport
    seen = project(window.session.state.view.camera, corners, view.width(), view.height())[:, :2]
    return [*seen.min(axis=0).astype(int).tolist(), *np.ceil(seen.max(axis=0)).astype(int).tolist()]


def nothing(window) -> tuple[float, float]:
    return 40.0, window.viewport.height() - 80.0


@pytest.fixture
def window(make_window):
    """The window with the skeleton, whose links are long bars that a drag finds its lever on."""
    window = make_window()
    window.session.look(mode="skeleton")
    return window


def posture(window) -> tuple[float, ...]:
    return window.session.state.postures[window.session.state.document.robots[0].id]


@pytest.fixture
def from_above(window):
    """Look down, so that the first joint turns in the plane of the picture."""
    window.session.look(frames=False)
    camera = replace(looking(window.session.state.view.camera, "top"), parallel=True)
    window.session.look(camera=camera)
    window.viewport.fit()
    window.clock.tick(1.0)
    return window


def pixel(window, point) -> np.ndarray:
    view = window.viewport
    return project(window.session.state.view.camera, point, view.width(), view.height())[:2]


def circle(window, start, angles):
    """Return places on the circle about the first axis through a place, turned by angles."""
    placed = window.session.state.document.robots[0]
    middle = pixel(window, world_frames(placed, posture(window))[0, :3, 3])
    arm = np.subtract(start, middle)
    # y runs down on the screen, and so do angles
    return [
        middle + np.array([arm[0] * cos(a) + arm[1] * sin(a), -arm[0] * sin(a) + arm[1] * cos(a)])
        for a in angles
    ]


def test_the_pointer_names_and_marks_a_link(window, hover) -> None:
    window.session.pose(PUMA, [0.2, 0.3, -0.4, 0.1, 0.2, 0.3])
    hover(window.viewport, *place_of(window, link_ref(PUMA, 3)))
    assert window.viewport.pointer.hovered == link_ref(PUMA, 3)
    value, room = np.degrees(-0.4), np.degrees(0.4) + 45
    assert window.chip.label.text() == f"Link 3 · θ₃ −{-value:.2f}° · {room:.2f}° to limit"
    assert window.chip.label.isVisible()
    view = window.viewport
    scene = view.pointer.marked(view.tried, view.scene())
    lined = {item.owner for item in scene.items if getattr(item, "outline", None)}
    assert lined == {link_ref(PUMA, 3)}
    settle()
    hover(window.viewport, *nothing(window))
    assert window.viewport.pointer.hovered == NOTHING
    assert not window.chip.label.isVisible()
    assert view.pointer.marked(view.tried, view.scene()) is view.scene()


def test_the_pointer_asks_once_a_frame_and_never_while_the_view_turns(
    window, hover, drag, monkeypatch
) -> None:
    asked = []
    monkeypatch.setattr("rvs.ui.view.pointer.pick", lambda *more: asked.append(more))
    for x in range(300, 320):
        hover(window.viewport, x, 300)
    assert len(asked) <= 4
    settle()
    asked.clear()
    drag(window.viewport, (40, 500), *((40 + 5 * i, 500) for i in range(20)), button=RIGHT)
    assert len(asked) <= 2


def test_a_click_selects_and_nothing_clears(window) -> None:
    at = QPoint(*map(int, place_of(window, link_ref(PUMA, 2))))
    QTest.mouseClick(window.viewport, LEFT, pos=at)
    assert window.session.state.chosen == link_ref(PUMA, 2)
    marked = [row._highlighted for row in window.joints.rows]
    assert marked == [False, True, False, False, False, False]
    assert window.chip.label.text().startswith("Link 2 · θ₂")
    QTest.mouseClick(window.viewport, LEFT, pos=QPoint(*map(int, nothing(window))))
    assert window.session.state.chosen == NOTHING
    QTest.mouseClick(window.viewport, LEFT, pos=at)
    QTest.keyClick(window.viewport, Qt.Key.Key_Escape)
    assert window.session.state.chosen == NOTHING
    assert not window.session.history


def test_the_title_of_a_joint_selects_its_link(window) -> None:
    row = window.joints.rows[3]
    QTest.mouseClick(row.title, LEFT)
    assert window.session.state.chosen == link_ref(PUMA, 4)


def test_of_several_robots_one_stays_current(window) -> None:
    from rvs.ui.commands.files import place_robot

    assert place_robot(window.desk, "stanford")
    window.clock.tick(1.0)
    last = window.session.state.document.robots[-1].id
    window.session.select(link_ref(last, 1))
    QTest.keyClick(window.viewport, Qt.Key.Key_Escape)
    assert window.session.state.chosen == ()
    assert window.session.state.active == last


@pytest.mark.parametrize("turn", [40.0, -75.0, 100.0])
def test_a_drag_turns_the_joint_by_the_angle_of_the_pointer(from_above, drag, turn) -> None:
    window = from_above
    start = place_of(window, link_ref(PUMA, 1))
    before = posture(window)
    camera = window.session.state.view.camera
    places = circle(window, start, np.radians(np.linspace(0.0, turn, 12)))
    drag(window.viewport, *places)
    middle = circle(window, start, [pi])[0] / 2 + np.asarray(start) / 2
    rounded = [np.round(p) - middle for p in (places[0], places[-1])]
    angles = [atan2(-y, x) for x, y in rounded]
    wanted = before[0] + angles[1] - angles[0]
    assert (posture(window)[0] - wanted + pi) % (2 * pi) - pi == pytest.approx(0.0, abs=1e-3)
    assert posture(window)[1:] == before[1:]
    assert window.session.history == ["Move θ₁ of PUMA 560"]
    assert window.session.state.chosen == link_ref(PUMA, 1)
    assert window.session.state.view.camera == camera
    assert not window.session.dirty
    window.session.undo()
    assert posture(window) == before


def test_a_drag_stops_at_the_limit_and_comes_back(from_above, drag) -> None:
    window = from_above
    before = posture(window)[0]
    start = place_of(window, link_ref(PUMA, 1))
    upper = window.session.state.document.robots[0].robot.joints[0].limits[1]
    steps = np.radians(np.arange(0.0, 200.0, 10.0))
    drag(window.viewport, *circle(window, start, steps))
    assert posture(window)[0] == upper
    window.viewport.pointer.leave()
    assert window.chip.label.text().endswith("at its limit")
    assert window.chip.label.property("state") == "warn"
    window.session.undo()
    drag(window.viewport, *circle(window, start, [*steps, *steps[::-1]]))
    assert posture(window)[0] == pytest.approx(before, abs=2e-3)


def test_without_limits_it_turns_on_and_on(from_above, drag) -> None:
    window = from_above
    window.actions_["ignore_limits"].trigger()
    start, before = place_of(window, link_ref(PUMA, 1)), posture(window)[0]
    drag(window.viewport, *circle(window, start, np.radians(np.arange(0.0, 601.0, 20.0))))
    assert posture(window)[0] - before == pytest.approx(radians(600.0), abs=0.02)
    window.viewport.pointer.leave()
    assert window.chip.label.text().endswith("beyond its limit")


def test_ctrl_snaps_to_five_degrees(from_above, drag) -> None:
    window = from_above
    start = place_of(window, link_ref(PUMA, 1))
    view, held = window.viewport, []
    window.session.subscribe(lambda _old, new: held.append(np.degrees(new.postures[PUMA][0])))
    places = [QPoint(*map(round, p)) for p in circle(window, start, np.radians(range(0, 34, 3)))]
    QTest.mousePress(view, LEFT, Qt.KeyboardModifier.NoModifier, places[0])
    held.clear()
    # Pressed later, Ctrl means steps: pressed before, it belongs to the camera.
    drag_on(view, places[1:], CTRL)
    QTest.mouseRelease(view, LEFT, CTRL, places[-1])
    assert np.allclose(np.round(np.array(held) / 5.0) * 5.0, held)
    assert np.degrees(posture(window)[0]) == pytest.approx(65.0)  # from 30 by 33


def drag_on(view, places, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    for at in places:
        everywhere = QPointF(view.mapToGlobal(at))
        event = QMouseEvent(QEvent.Type.MouseMove, QPointF(at), everywhere, LEFT, LEFT, modifiers)
        QApplication.sendEvent(view, event)


def test_escape_takes_a_drag_back(from_above) -> None:
    window = from_above
    view, before = window.viewport, posture(window)
    places = [
        QPoint(*map(round, p))
        for p in circle(window, place_of(window, link_ref(PUMA, 1)), np.radians([0, 10, 20, 30]))
    ]
    QTest.mousePress(view, LEFT, Qt.KeyboardModifier.NoModifier, places[0])
    drag_on(view, places[1:3])
    assert posture(window) != before
    assert view.cursor().shape() == Qt.CursorShape.ClosedHandCursor
    items = view.pointer.marked(view.tried, view.scene()).items
    label = next(item for item in items if isinstance(item, Label) and "°" in item.text)
    assert label.text == f"{np.degrees(posture(window)[0]):.2f}°"
    assert any(isinstance(item, Region) and item.owner == link_ref(PUMA, 1) for item in items)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert posture(window) == before
    items = view.pointer.marked(view.tried, view.scene()).items
    assert not any(isinstance(item, Label) and "°" in item.text for item in items)
    drag_on(view, places[3:])
    QTest.mouseRelease(view, LEFT, Qt.KeyboardModifier.NoModifier, places[3])
    assert posture(window) == before
    assert (window.session.history, window.session.steps) == ([], [])


def test_a_sliding_joint_follows_the_pointer(make_window, drag) -> None:
    window = make_window("stanford")
    window.session.look(frames=False)
    placed = window.session.state.document.robots[0]
    index = next(i for i, joint in enumerate(placed.robot.joints) if not joint.turns)
    start = place_of(window, link_ref(placed.id, index + 1))
    hit = window.viewport.pointer.hit(QPoint(*map(int, start)).toPointF())
    axis = world_frames(placed, posture(window))[index, :3, 2]
    before = posture(window)
    end = pixel(window, hit.point + 0.1 * axis)
    drag(window.viewport, start, np.mean([start, end], axis=0), end)
    moved = np.subtract(posture(window), before)
    assert moved[index] == pytest.approx(0.1, abs=0.01)
    assert np.count_nonzero(moved) == 1


@pytest.mark.parametrize(
    ("button", "modifiers"), [(RIGHT, Qt.KeyboardModifier.NoModifier), (LEFT, CTRL)]
)
def test_the_camera_moves_where_its_button_or_key_is_held(window, drag, button, modifiers) -> None:
    camera, before = window.session.state.view.camera, posture(window)
    x, y = place_of(window, link_ref(PUMA, 2))
    drag(window.viewport, (x, y), (x + 30, y + 30), button=button, modifiers=modifiers)
    assert window.session.state.view.camera != camera
    assert posture(window) == before


def test_a_base_or_a_locked_link_is_no_handle(window, drag) -> None:
    from rvs.model.document import set_joint

    camera, before = window.session.state.view.camera, posture(window)
    x, y = place_of(window, link_ref(PUMA, 0))
    drag(window.viewport, (x, y), (x + 40, y))
    assert window.session.state.view.camera != camera
    window.session.edit("Lock", lambda document: set_joint(document, PUMA, 1, locked=True))
    x, y = place_of(window, link_ref(PUMA, 2))
    drag(window.viewport, (x, y), (x + 40, y))
    assert posture(window) == before


def test_a_robot_that_goes_away_ends_its_drag(from_above) -> None:
    from rvs.ui.commands import files as commands

    window = from_above
    start = QPoint(*map(round, place_of(window, link_ref(PUMA, 1))))
    QTest.mousePress(window.viewport, LEFT, Qt.KeyboardModifier.NoModifier, start)
    drag_on(window.viewport, [start + QPoint(10, 10)])
    commands.remove(window.desk)
    drag_on(window.viewport, [start + QPoint(30, 30)])
    assert window.viewport.pointer.dragging is None
    QTest.mouseRelease(window.viewport, LEFT, Qt.KeyboardModifier.NoModifier, start)
    assert not window.session.state.document.robots

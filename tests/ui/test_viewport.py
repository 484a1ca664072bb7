"""Looking around by real mouse, wheel and key events."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rvs.model.views.view import Camera
from rvs.ui.view.viewport import INSET
from rvs.ui.work.clock import TURN_SECONDS

pytestmark = [pytest.mark.ui, pytest.mark.smooth]

LEFT, MIDDLE, RIGHT = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.MiddleButton,
    Qt.MouseButton.RightButton,
)
SHIFT = Qt.KeyboardModifier.ShiftModifier


def camera(window) -> Camera:
    return window.session.state.view.camera


def scroll(view, at: tuple[float, float], notches: int) -> None:
    none = Qt.KeyboardModifier.NoModifier
    place = QPointF(*at)
    event = QWheelEvent(
        place,
        QPointF(view.mapToGlobal(place.toPoint())),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        none,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)


@pytest.mark.parametrize(
    ("habit", "button", "modifiers"),
    [
        ("rvs", LEFT, Qt.KeyboardModifier.NoModifier),
        ("blender", MIDDLE, Qt.KeyboardModifier.NoModifier),
        ("cad", MIDDLE, Qt.KeyboardModifier.NoModifier),
    ],
)
def test_orbit(window, drag, habit, button, modifiers) -> None:
    window.actions_[f"navigation_{habit}"].trigger()
    before = camera(window)
    drag(window.viewport, (400, 400), (450, 430), button=button, modifiers=modifiers)
    after = camera(window)
    assert after.azimuth < before.azimuth
    assert after.elevation > before.elevation
    assert (after.target, after.distance) == (before.target, before.distance)


@pytest.mark.parametrize(
    ("habit", "button", "modifiers"),
    [
        ("rvs", RIGHT, Qt.KeyboardModifier.NoModifier),
        ("rvs", LEFT, SHIFT),
        ("blender", MIDDLE, SHIFT),
        ("cad", RIGHT, Qt.KeyboardModifier.NoModifier),
    ],
)
def test_pan(window, drag, habit, button, modifiers) -> None:
    window.actions_[f"navigation_{habit}"].trigger()
    before = camera(window)
    drag(window.viewport, (400, 400), (450, 400), button=button, modifiers=modifiers)
    after = camera(window)
    assert after.target != before.target
    assert (after.azimuth, after.elevation) == (before.azimuth, before.elevation)


def test_the_left_button_does_not_orbit_for_users_of_blender(window, drag) -> None:
    window.actions_["navigation_blender"].trigger()
    before = camera(window)
    drag(window.viewport, (400, 400), (450, 430))
    assert camera(window) == before


def test_the_wheel_zooms_to_the_pointer(window) -> None:
    from rvs.scene.camera import project

    view, before = window.viewport, camera(window)
    point = np.add([before.target], 0.1)
    x, y, _ = project(before, point, view.width(), view.height())[0]
    scroll(view, (x, y), 2)
    after = camera(window)
    assert after.distance < before.distance
    scroll(view, (x, y), -2)
    assert camera(window).distance == pytest.approx(before.distance)
    assert np.allclose(camera(window).target, before.target)


def test_views_are_not_undone_and_leave_the_document_clean(window, drag) -> None:
    drag(window.viewport, (400, 400), (450, 430))
    assert not window.session.history
    assert not window.session.dirty


@pytest.mark.parametrize(
    ("key", "modifiers", "azimuth", "elevation"),
    [
        (Qt.Key.Key_1, Qt.KeyboardModifier.NoModifier, -90, 0),
        (Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier, 90, 0),
        (Qt.Key.Key_3, Qt.KeyboardModifier.NoModifier, 0, 0),
        (Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier, 180, 0),
        (Qt.Key.Key_7, Qt.KeyboardModifier.NoModifier, -90, 90),
        (Qt.Key.Key_7, Qt.KeyboardModifier.ControlModifier, -90, -90),
    ],
)
def test_keys_turn_to_standard_views(window, key, modifiers, azimuth, elevation) -> None:
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, key, modifiers)
    window.clock.tick(TURN_SECONDS / 2)
    assert camera(window).elevation != np.radians(elevation)
    window.clock.tick(TURN_SECONDS)
    assert np.degrees(camera(window).azimuth) == pytest.approx(azimuth)
    assert np.degrees(camera(window).elevation) == pytest.approx(elevation)


def test_5_changes_the_projection_and_remembers(window) -> None:
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, Qt.Key.Key_5)
    assert camera(window).parallel
    assert window.desk.settings.preferences.parallel
    assert window.overlay.view.text() == "Parallel"
    QTest.keyClick(window.viewport, Qt.Key.Key_5)
    assert not camera(window).parallel


@pytest.mark.parametrize("key", [Qt.Key.Key_F, Qt.Key.Key_Home])
def test_fit_brings_the_robot_back(window, key) -> None:
    window.session.look(camera=Camera(target=(50.0, 0.0, 0.0), distance=900.0))
    window.viewport.setFocus()
    QTest.keyClick(window.viewport, key)
    window.clock.tick(TURN_SECONDS)
    assert camera(window).distance < 10.0
    assert np.linalg.norm(camera(window).target) < 3.0


def test_letters_typed_into_a_field_are_no_shortcuts(window) -> None:
    before = camera(window)
    window.library.search.setFocus()
    QTest.keyClicks(window.library.search, "f1375")
    window.clock.tick(TURN_SECONDS)
    assert window.library.search.text() == "f1375"
    assert camera(window) == before


def test_a_double_click_sets_the_point_that_the_camera_turns_about(window) -> None:
    from rvs.scene.camera import project
    from rvs.ui.view.viewport import NEAR_POINT_PIXELS

    view = window.viewport
    before = camera(window)
    x, y, _ = project(before, np.array([[0.0, 0.0, 0.0]]), view.width(), view.height())[0]
    QTest.mouseDClick(view, LEFT, pos=QPoint(round(x), round(y)))
    window.clock.tick(TURN_SECONDS)
    at = project(before, np.array([camera(window).target]), view.width(), view.height())[0]
    assert np.hypot(at[0] - x, at[1] - y) <= NEAR_POINT_PIXELS
    assert camera(window).target != before.target


def cube_middle(window) -> tuple[float, float]:
    left, top, wide, high = window.viewport.cube.rect(window.viewport.width())
    return left + wide / 2, top + high / 2


def test_the_view_cube_turns_the_view(window) -> None:
    before = camera(window)
    x, y = cube_middle(window)
    QTest.mouseClick(window.viewport, LEFT, pos=QPoint(round(x), round(y)))
    window.clock.tick(TURN_SECONDS)
    after = camera(window)
    assert (after.azimuth, after.elevation) != (before.azimuth, before.elevation)
    assert after.target == before.target
    quarter = np.degrees([after.azimuth, after.elevation]) / 45
    assert np.allclose(quarter, np.round(quarter), atol=0.25)


def test_the_view_cube_shows_where_the_pointer_is(window, hover) -> None:
    hover(window.viewport, *cube_middle(window))
    assert window.viewport.cube.hovered
    hover(window.viewport, 300, 300)
    assert not window.viewport.cube.hovered


def test_a_drag_on_the_view_cube_orbits(window, drag) -> None:
    before = camera(window)
    x, y = cube_middle(window)
    drag(window.viewport, (x, y), (x - 60, y + 20))
    assert camera(window).azimuth != before.azimuth


def test_the_view_cube_lies_in_the_corner(window) -> None:
    left, top, wide, _ = window.viewport.cube.rect(window.viewport.width())
    assert left + wide + INSET == window.viewport.width()
    assert top == INSET


def test_the_picture_shows_the_robot(window) -> None:
    picture = window.viewport.grabFramebuffer()
    colors = {
        picture.pixelColor(x, y).name()
        for x in range(0, picture.width(), 16)
        for y in range(0, picture.height(), 16)
    }
    assert len(colors) > 20


def test_a_renderer_that_fails_is_excused_in_the_view(window, monkeypatch, qtbot) -> None:
    def refuse(*_args, **_more) -> None:
        raise RuntimeError("no such luck")

    monkeypatch.setattr(window.viewport.renderer, "draw", refuse)
    with qtbot.waitSignal(window.viewport.failed) as told:
        window.viewport.grabFramebuffer()
    assert told.args == ["The view cannot be drawn: no such luck"]
    assert window.viewport._excuse.isVisible()
    assert window.messages.messages[-1].severity == "error"
    window.session.look(frames=False)

"""``rvs.show``: a handle on a robot in a window."""

import weakref

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

import rvs
from rvs.engine import Robot
from rvs.engine.errors import ArgumentError
from rvs.engine.quaternion import Quaternion
from rvs.engine.transforms import pose, rotx
from rvs.files.library import load_robot
from rvs.scene.annotate.ghosts import trail_items
from rvs.scene.build import scene_points
from rvs.scene.camera import project
from rvs.ui.show import Handles

pytestmark = pytest.mark.ui


@pytest.fixture
def arm() -> Robot:
    return Robot.from_dh([0.4, 0.3], [0, 0], [0, 0], [0.3, 0.5], name="show test arm")


@pytest.fixture
def shown(qapp, arm):
    handle = rvs.show(arm)
    yield handle
    handle.close()


def windows(handle):
    return handle._windows


def test_a_robot_opens_in_its_initial_posture(shown) -> None:
    assert shown.open
    assert shown.q.tolist() == [0.3, 0.5]
    (window,) = windows(shown)
    assert "show test arm" in window.windowTitle()


def test_the_posture_is_set_and_read(shown) -> None:
    shown.q = [1.0, -0.25]
    assert shown.q.tolist() == [1.0, -0.25]
    (window,) = windows(shown)
    assert window.panels["joints"].rows[0].field.number == 1.0


def seen(handle) -> np.ndarray:
    """Return the picture of its window, without processing events."""
    (window,) = windows(handle)
    return pixels(window.viewport._canvas.grab().toImage())


def drawn(handle) -> np.ndarray:
    """Return the picture of the view when it is drawn now."""
    (window,) = windows(handle)
    return pixels(window.viewport.grabFramebuffer())


def pixels(picture: QImage) -> np.ndarray:
    image = picture.convertToFormat(QImage.Format.Format_RGB32)
    shape = image.height(), image.width(), 4
    return np.frombuffer(image.constBits(), np.uint8).reshape(shape)[..., :3].astype(int)


def moved(before: np.ndarray, after: np.ndarray) -> float:
    """Part of the picture that is another one."""
    return float(np.mean(np.abs(after - before).max(axis=-1) > 60))


def test_a_script_that_goes_on_working_leaves_the_posture_it_set_in_the_picture(qapp) -> None:
    """Events run only inside the calls: what they return from has been painted."""
    puma = load_robot("puma560").robot.replace(name="show test puma")
    handle = rvs.show(puma, np.zeros(6), labels=False)
    try:
        first = seen(handle)
        assert moved(first, drawn(handle)) < 0.01
        handle.q = [1.5, -1.0, 0, 0, 0, 0]
        second = seen(handle)
        assert moved(first, second) > 0.03
        assert moved(second, drawn(handle)) < 0.01
    finally:
        handle.close()


def test_a_posture_set_from_a_program_stays_in_the_picture(shown) -> None:
    (window,) = windows(shown)
    view, session = window.viewport, window.session
    shown.q = [0.3, 2.5]
    view.end_glide()
    view.look(view.fitted())
    folded = session.state.view.camera
    shown.q = [0.3, 2.4]
    assert session.state.view.camera is folded
    shown.q = [1.2, 0.0]
    seen = project(view.goal, scene_points(session.state), view.width(), view.height())[:, :2]
    assert view.goal.distance > folded.distance
    assert ((seen >= 0.0) & (seen <= (view.width(), view.height()))).all()


def test_what_the_user_drags_is_read(shown) -> None:
    (window,) = windows(shown)
    slider = window.panels["joints"].rows[1].slider
    place = QPoint(slider.width() // 2, slider.height() // 2)
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseMove(slider, place + QPoint(40, 0))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=place + QPoint(40, 0))
    assert shown.q[1] != 0.5
    assert shown.q[0] == 0.3


def test_one_name_moves_in_every_window(shown, arm) -> None:
    again = rvs.show(arm, [0.1, 0.2], frames=False)
    assert again is shown
    assert len(windows(shown)) == 2
    assert [w.panels["joints"].rows[0].field.number for w in windows(shown)] == [0.1, 0.1]


def test_many_postures_are_played(shown) -> None:
    path = np.linspace([0.0, 0.0], [1.0, 2.0], 5)
    shown.play(path, seconds=0.0)
    assert shown.q.tolist() == [1.0, 2.0]


def test_a_closed_window_ends_the_wait(shown) -> None:
    shown.close()
    assert not shown.open
    shown.wait()


def test_waiting_lasts_until_the_window_is_closed(shown) -> None:
    (window,) = windows(shown)
    closed = []
    QTimer.singleShot(0, window, lambda: closed.append(window.close()))
    shown.wait()
    assert closed == [True]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda handle, arm: rvs.show(arm, [1.0]), "q"),
        (lambda handle, arm: rvs.show(arm, color="red"), "color"),
        (lambda handle, arm: handle.play([[np.nan, 0]]), "postures"),
        (lambda handle, arm: handle.play([[0, 0]], seconds=-1), "seconds"),
        (lambda handle, arm: setattr(handle, "q", [[0, 0]]), "q"),
    ],
)
def test_wrong_arguments_are_named(shown, arm, call, said) -> None:
    with pytest.raises(ArgumentError, match=said):
        call(shown, arm)
    assert len(windows(shown)) == 1


@pytest.fixture
def both(qapp, arm):
    """Two robots of one name, face to face."""
    facing = arm.replace(base=np.diag([-1.0, -1.0, 1.0, 1.0]))
    handles = rvs.show([arm, facing], [[0.1, 0.2], [0.3, 0.4]], frames=False)
    yield handles
    handles.close()


def test_two_robots_in_one_window_move_apart(both) -> None:
    one, other = both
    assert (one.name, other.name) == ("show test arm", "show test arm 2")
    assert [one.q.tolist(), other.q.tolist()] == [[0.1, 0.2], [0.3, 0.4]]
    assert windows(one) == windows(other)
    other.q = [1.0, -1.0]
    assert [one.q.tolist(), other.q.tolist()] == [[0.1, 0.2], [1.0, -1.0]]
    both.play([[[0.0, 0.0], [0.5, 0.0]], [[0.0, 1.0]]], seconds=0.0)
    assert [one.q.tolist(), other.q.tolist()] == [[0.5, 0.0], [0.0, 1.0]]


def test_the_same_name_moves_in_a_window_of_several_too(shown, arm) -> None:
    table = Robot.from_dh([0.2], [0], [0], [0], name="turn table")
    again, turning = rvs.show([arm, table])
    assert again is shown
    assert len(windows(shown)) == 2
    shown.q = [0.7, -0.7]
    turning.q = [2.0]
    states = [session.state for session in shown._sessions]
    assert [state.postures["show test arm"] for state in states] == [(0.7, -0.7)] * 2
    # What is dragged in one window moves in the other.
    shown._sessions[0].pose("show test arm", [1.5, 0.25])
    assert shown.q.tolist() == [1.5, 0.25]
    assert turning.q.tolist() == [2.0]


def test_robots_of_the_library_are_loaded_and_shown_by_name(qapp) -> None:
    assert {"__version__", "load", "show"} <= set(dir(rvs))
    handle = rvs.show("planar-2r", frames=False)
    assert handle.robot == rvs.load("planar-2r")
    handle.close()


@pytest.mark.parametrize(
    ("robots", "q", "said"),
    [
        ((), None, "one or more"),
        ((1,), None, "one or more"),
        (None, [[0.0, 0.0]], "one per robot"),
        (None, [[0.0, 0.0], [0.0]], "q"),
    ],
)
def test_several_robots_are_checked(qapp, arm, robots, q, said) -> None:
    with pytest.raises(ArgumentError, match=said):
        rvs.show((arm, arm) if robots is None else robots, q)


def test_nothing_else_is_there() -> None:
    with pytest.raises(AttributeError, match="shoe"):
        _ = rvs.shoe


def test_quaternions_rotations_and_poses_are_drawn_as_frames(qapp) -> None:
    turned, placed = Quaternion.from_axis_angle([0, 0, 1], 0.5), pose(p=[0.4, 0.0, 0.2])
    shown = rvs.show([turned, rotx(0.3), placed], frame_size=2.0)
    try:
        assert shown.open
        assert shown.poses[0] == pytest.approx(turned.pose())
        assert shown.poses[1][:3, :3] == pytest.approx(rotx(0.3))
        session, (window,) = shown._session, shown._windows
        assert session.state.view.frame_size == 2.0
        seen = scene_points(session.state)
        assert np.abs(seen - [0.4, 0.0, 0.2]).sum(axis=1).min() == 0.0
        view = window.viewport
        on = project(view.goal, seen, view.width(), view.height())[:, :2]
        assert ((on >= 0.0) & (on <= (view.width(), view.height()))).all()
        shown.poses = placed
        assert len(shown.poses) == 1
    finally:
        shown.close()
    alone = rvs.show(turned)
    assert alone.poses.shape == (1, 4, 4)
    alone.close()


def test_what_are_no_frames_is_told(qapp) -> None:
    with pytest.raises(ArgumentError, match="shape"):
        rvs.show([np.eye(2)])
    with pytest.raises(ArgumentError, match="frames"):
        rvs.show(np.diag([1.0, 1.0, 2.0]))
    with pytest.raises(ArgumentError, match="loop"):
        rvs.show("puma560", loop=0)


def test_a_batch_is_played_as_often_as_is_asked(qapp, arm, monkeypatch) -> None:
    played = []
    monkeypatch.setattr(Handles, "play", lambda self, rows: played.append(len(rows[0])))
    handle = rvs.show(arm, np.zeros((5, 2)), loop=3)
    handle.close()
    assert played == [5, 5, 5]


def test_what_is_played_leaves_a_trail_and_is_a_motion_of_the_window(qapp, arm) -> None:
    box = (-1.0, 1.0, -1.0, 1.0, 0.0, 0.5)
    handle = rvs.show(arm, trail=3, bounds=box)
    try:
        (window,) = windows(handle)
        handle.play(np.linspace([0.0, 0.0], [1.0, 2.0], 4), seconds=0.01)
        state = window.session.state
        assert handle.q.tolist() == [1.0, 2.0]
        assert state.motion.duration == pytest.approx(0.03)
        assert state.playhead == pytest.approx(0.03)
        assert window.desk.playback.loaded.name == "postures"
        assert trail_items(state)
        assert scene_points(state).max(axis=0).tolist() == [1.0, 1.0, 0.5]
        assert not window.session.dirty
        with pytest.raises(ArgumentError, match="bounds"):
            rvs.show(arm, bounds=(1, 0, 0, 1, 0, 1))
    finally:
        handle.close()


def test_a_closed_window_is_given_back(qapp, arm) -> None:
    handle = rvs.show(arm)
    held = weakref.ref(windows(handle)[0])
    handle.close()
    assert held() is None

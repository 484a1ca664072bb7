"""The application from outside: how it starts, what it survives, how it ends."""

import gc
import subprocess
import sys
import weakref
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from rvs.bodies.solid import IDENTITY_POSE, Solid
from rvs.engine.errors import ArgumentError
from rvs.geometry.shapes.flat import block
from rvs.gl.frame import Shot
from rvs.model.views.view import Camera
from rvs.scene.items import Backdrop, Scene
from rvs.ui import app
from rvs.ui.app import CrashReports

from ..programs import python
from .hands import settle

pytestmark = pytest.mark.ui

TOUR = Path(__file__).parents[2] / "tools" / "tour.py"

ON_X11 = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11 only")


def start(*arguments: str, **changes: str | None) -> subprocess.CompletedProcess[str]:
    """Run Python as if nobody had chosen a platform of OpenGL."""
    return python(*arguments, PYOPENGL_PLATFORM=None, **changes)


@ON_X11
@pytest.mark.parametrize(
    "combination",
    [
        {"QT_XCB_GL_INTEGRATION": None},
        {"QT_XCB_GL_INTEGRATION": "xcb_egl"},
        {"QT_XCB_GL_INTEGRATION": None, "XDG_SESSION_TYPE": "wayland", "QT_QPA_PLATFORM": "xcb"},
    ],
    ids=["glx", "egl", "wayland session"],
)
def test_the_tour_runs_with_every_way_to_opengl(
    qapp, tmp_path: Path, own_home: Path, combination: dict[str, str | None]
) -> None:
    done = start(str(TOUR), str(tmp_path), "0.3", "0.1", "0", RVS_HOME=str(own_home), **combination)
    assert done.returncode == 0, done.stderr
    pictures = sorted(path.name for path in tmp_path.glob("*.png"))
    assert len(pictures) == 6
    assert all(path.stat().st_size > 10_000 for path in tmp_path.glob("*.png"))
    assert done.stderr == ""


@ON_X11
def test_without_a_display_it_says_so_in_one_line() -> None:
    nothing = {"DISPLAY": None, "WAYLAND_DISPLAY": None, "QT_QPA_PLATFORM": None}
    done = start("-m", "rvs", **nothing)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("rvs: there is no display")
    assert done.stderr.count("\n") == 1


@ON_X11
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"QT_QPA_PLATFORM": "offscreen", "DISPLAY": None}, "this system has no OpenGL"),
        ({"MESA_GL_VERSION_OVERRIDE": "3.1", "QT_XCB_GL_INTEGRATION": None}, "OpenGL"),
    ],
    ids=["none", "too old"],
)
def test_without_opengl_the_window_says_so_and_lives(
    qapp, own_home: Path, changes: dict[str, str | None], words: str
) -> None:
    code = """
from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QGuiApplication
from rvs.ui import app
from rvs.ui.application import make_application
application = make_application()
window = app.make_window([])
window.show()
while not window.messages.messages:
    application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
for frames in (False, True):
    window.session.look(frames=frames)
    QGuiApplication.sync()
print([message.text for message in window.messages.messages])
window.close()
"""
    done = start("-c", code, RVS_HOME=str(own_home), **changes)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("The view cannot be drawn") == 1
    assert words in done.stdout


def test_no_window_module_is_loaded_before_opengl_is_chosen() -> None:
    code = "import sys, rvs.ui.app; print('OpenGL' in sys.modules)"
    assert start("-c", code).stdout.strip() == "False"


def test_desktops_know_the_window_by_one_name_however_it_was_started(qapp) -> None:
    code = """
from rvs.ui.application import make_application
application = make_application()
print(*application.arguments(), application.desktopFileName())
"""
    assert start("-c", code).stdout.split() == ["rvs", "rvs"]


def test_an_unexpected_error_is_shown_and_the_program_lives_on(window) -> None:
    crashes = CrashReports()
    crashes.parent = window
    for words in ("first", "second"):
        try:
            raise ZeroDivisionError(words)
        except ZeroDivisionError as error:
            crashes.handle(type(error), error, error.__traceback__)
    dialog = crashes.dialog
    assert dialog.isVisible()
    assert not dialog.isModal()
    text = dialog.details.toPlainText()
    assert "ZeroDivisionError: first" in text
    assert "ZeroDivisionError: second" in text
    assert "Qt" in text
    copy = next(b for b in dialog.findChildren(QPushButton) if "Copy" in b.text())
    copy.click()
    assert QGuiApplication.clipboard().text() == text
    dialog.close()
    window.session.look(frames=False)
    assert not window.session.state.view.frames


def test_pictures_through_a_hidden_context(qapp) -> None:
    from rvs.ui.pictures.offscreen import render_pixels

    red = Solid(block(1.0, 1.0, 1.0), IDENTITY_POSE, (0.8, 0.1, 0.1, 1.0))
    white = Backdrop((1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 1.0))
    camera = Camera(target=(0.0, 0.0, 0.0), distance=6.0)
    pixels = render_pixels(Shot(Scene((red,), white), camera, 80, 60, samples=4))
    assert pixels.shape == (60, 80, 4)
    assert (pixels[0, 0, :3] > 250).all()
    assert pixels[30, 40, 0] > 1.5 * pixels[30, 40, 1]
    clear = render_pixels(Shot(Scene((red,), white), camera, 80, 60, samples=4, transparent=True))
    assert (clear[0, 0, 3], clear[30, 40, 3]) == (0, 255)
    twice = render_pixels(Shot(Scene((red,), white), camera, 80, 60, scale=2.0))
    assert twice.shape == (120, 160, 4)
    assert np.abs(twice[60, 80, :3].astype(int) - pixels[30, 40, :3]).max() < 20


def test_a_closed_window_is_not_kept_in_memory(qapp) -> None:
    window = app.make_window([])
    window.show()
    settle()
    known = weakref.ref(window)
    window.close()
    del window
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    assert known() is None


def test_what_the_model_refuses_is_a_message_and_no_crash(window) -> None:
    crashes = CrashReports()
    crashes.parent, crashes.tell = window, window.messages.fail
    try:
        raise ArgumentError("a: expected less")
    except ArgumentError as error:
        crashes.handle(type(error), error, error.__traceback__)
    assert crashes.dialog is None
    assert window.messages.messages[-1].text == "a: expected less"

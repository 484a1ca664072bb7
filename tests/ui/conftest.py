"""The real window on a virtual screen, with a home of its own."""

import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from shiboken6 import isValid

from rvs.gl.context.platform import choose_platform
from rvs.model.preferences import Preferences, write_preferences

from .hands import close_all

# Tests without a window load PyOpenGL for EGL in this process; so Qt has to use it too.
os.environ["QT_XCB_GL_INTEGRATION"] = "xcb_egl"
choose_platform("xcb")

if TYPE_CHECKING:
    from rvs.ui.pictures.offscreen import HiddenContext

Drag = Callable[..., None]
# A test is running: before and after it nobody waits for the small pictures of its window.
RUNNING = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    pyfuncitem.stash[RUNNING] = True
    try:
        return (yield)
    finally:
        pyfuncitem.stash[RUNNING] = False


@pytest.fixture(scope="session")
def qapp(request):
    from rvs.ui import app
    from rvs.ui.application import make_application

    assert app
    return make_application()


@pytest.fixture(scope="session")
def kept_pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Small pictures that one window drew are there for the next one, as they are for users."""
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture(scope="session")
def common_card(qapp) -> "Iterator[HiddenContext]":
    """The context in which the views of all windows are drawn."""
    from rvs.ui.pictures.offscreen import HiddenContext

    hidden = HiddenContext()
    yield hidden
    hidden.release()


@pytest.fixture
def make_window(
    request, qapp, qtbot, own_home, kept_pictures, common_card
) -> Iterator[Callable[..., object]]:
    """Open windows; they are closed at the end.

    Their panels are those that a test asks for; with the mark ``whole`` all of them.  Only with the
    mark ``smooth`` the view at rest has smooth edges: a processor takes long for these.  With the
    mark ``users`` all is as users have it, the watch for collisions too.  Their views are drawn in
    one context, unless they have the mark ``alone``.
    """
    from rvs.gl import detail
    from rvs.processes.worker import run_here
    from rvs.ui import app
    from rvs.ui import window as main_window
    from rvs.ui.panel_set import Panels
    from rvs.ui.pictures import picture_queue
    from rvs.ui.view import canvas
    from rvs.ui.window import MainWindow
    from rvs.ui.work import collision_watch

    from .common_card import BesideOthers, let_go

    def marked(name: str) -> bool:
        return request.node.get_closest_marker(name) is not None

    users = marked("users")
    whole = users or marked("whole")
    # Of its own: a test may undo those of the fixture.
    patch = pytest.MonkeyPatch()
    patch.setattr(MainWindow, "__getattr__", _panel, raising=False)
    if not whole:
        patch.setattr(Panels, "make_rest", _make_none)
    # What a test does not ask for need not be worked on beside it.
    write_preferences(Preferences(collisions=users))
    if not users:
        patch.setattr(detail, "LARGEST", 0)
    if not (users or marked("smooth")):
        patch.setattr(canvas, "SAMPLES", 0)
    patch.setattr(picture_queue, "cache_folder", lambda: kept_pictures)
    draw = picture_queue.PictureQueue._drawn

    def draw_in_tests(queue, key):
        return draw(queue, key) if users or request.node.stash.get(RUNNING, False) else None

    patch.setattr(picture_queue.PictureQueue, "_drawn", draw_in_tests)
    patch.setattr(collision_watch, "steps_in_background", run_here)
    if not (users or marked("alone")):
        patch.setattr(canvas, "HiddenContext", lambda: BesideOthers(common_card))
    # What belongs to robots goes at the end of a file; the next window of it has the same ones.
    patch.setattr(main_window, "forget_all", lambda: None)
    opened = []

    def make(*files: str, size: tuple[int, int] = (1280, 800)):
        window = app.make_window(list(files))
        opened.append(window)
        if whole:
            dict(window.panels)
        window.resize(*size)
        with qtbot.waitExposed(window):
            window.show()
        # Shortcuts work in an active window only, and a virtual screen has no window manager.
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=30_000)
        qtbot.waitUntil(lambda: window.viewport.gl_name != "", timeout=30_000)
        qtbot.waitUntil(lambda: bool(window.library.model.all), timeout=30_000)
        window.clock.tick(1.0)
        return window

    yield make
    for window in filter(isValid, opened):
        for view in window.viewports.views:
            let_go(view._canvas)
    close_all(opened)
    patch.undo()


def _panel(window, name: str):
    """Tests call panels by their names; the log of messages has that of its panel."""
    panels = vars(window).get("panels", {})
    if name in panels:
        return panels[name]
    raise AttributeError(name)


def _make_none(panels) -> None:
    """Say that all are made, as when the rest has been made."""
    while panels._whole:
        panels._whole.pop(0)()


@pytest.fixture
def window(make_window):
    return make_window()


@pytest.fixture
def asked(monkeypatch) -> list[str]:
    """The texts of questions; every one is answered with Cancel."""
    from rvs.ui.saving import unsaved

    seen: list[str] = []

    def answer(box) -> str:
        seen.append(box.text() + box.informativeText())
        box.deleteLater()
        return ""

    monkeypatch.setattr(unsaved, "_answer", answer)
    return seen


@pytest.fixture
def drag(qapp) -> Drag:
    """Drag on a widget through places (x, y), by real mouse events."""

    def move(
        widget,
        *places: tuple[float, float],
        button=Qt.MouseButton.LeftButton,
        modifiers=Qt.KeyboardModifier.NoModifier,
    ) -> None:
        points = [QPoint(round(x), round(y)) for x, y in places]
        QTest.mousePress(widget, button, modifiers, points[0])
        for point in points[1:]:
            _move(qapp, widget, point, button, modifiers)
        QTest.mouseRelease(widget, button, modifiers, points[-1])

    return move


@pytest.fixture
def hover(qapp) -> Callable[..., None]:
    """Move the mouse over a place of a widget, no button held."""

    def move(widget, x: float, y: float) -> None:
        none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
        _move(qapp, widget, QPoint(round(x), round(y)), *none)

    return move


def _move(qapp, widget, point, button, modifiers) -> None:
    # QTest.mouseMove forgets which buttons are held.
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QMouseEvent

    at, everywhere = QPointF(point), QPointF(widget.mapToGlobal(point))
    none = Qt.MouseButton.NoButton
    event = QMouseEvent(QEvent.Type.MouseMove, at, everywhere, none, button, modifiers)
    qapp.sendEvent(widget, event)

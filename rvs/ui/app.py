"""The application: what has to be decided before the first window, and the loop that runs it."""

from __future__ import annotations

import logging
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtGui import QSurfaceFormat
from PySide6.QtWidgets import QApplication

from rvs import __version__
from rvs.engine.errors import RvsError
from rvs.gl.context.platform import choose_platform
from rvs.model.preferences import Preferences, preferred_view, read_preferences
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.views.view import View
from rvs.ui.crash_report import Mishaps
from rvs.ui.first_frame import after_first_frame

if TYPE_CHECKING:
    from rvs.ui.window import MainWindow

log = logging.getLogger(__name__)

FIRST_ROBOT = "puma560"


def run(files: list[str]) -> int:
    """Open the window with some robots, by name or path, and return the exit status."""
    application = make_application(sys.argv)
    mishaps = Mishaps()
    sys.excepthook = mishaps.handle
    window = make_window(files)
    mishaps.parent = window
    window.show()
    if not files:
        after_first_frame(window.viewport, window.gallery.strip.offer)
    return int(application.exec())


def make_application(arguments: list[str]) -> QApplication:
    """Make the one application object and decide, once, how OpenGL is reached.

    Raises:
        RvsError: There is no display; Qt would end the process.
    """
    if not has_display():
        raise RvsError(
            "there is no display to open a window on; "
            "'rvs render' draws without one, 'xvfb-run rvs' makes a virtual one"
        )
    QSurfaceFormat.setDefaultFormat(surface_format())
    application = QApplication(arguments[:1])
    application.setApplicationName("RVS")
    application.setApplicationVersion(__version__)
    application.setStyle("Fusion")
    choose_platform(application.platformName())
    return application


def has_display() -> bool:
    """Return whether the system has somewhere to show a window."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")))


def surface_format() -> QSurfaceFormat:
    """Return what every surface is asked for: OpenGL 3.3 core without samples of its own."""
    wanted = QSurfaceFormat()
    wanted.setVersion(3, 3)
    wanted.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    wanted.setDepthBufferSize(24)
    wanted.setStencilBufferSize(8)
    return wanted


def make_window(files: list[str], session: Session | None = None) -> MainWindow:
    """Make the window with its robots; it opens posed, never empty.

    Args:
        files: Robots to open, by name or path.
        session: What the window shows; None makes one with the first robot.
    """
    # Only now: these import OpenGL, which must know the window system that Qt has chosen.
    from rvs.ui import theme as themes
    from rvs.ui.messages import Message
    from rvs.ui.settings import Settings
    from rvs.ui.window import MainWindow

    preferences, problems = read_preferences()
    settings = Settings(preferences)
    QApplication.setFont(themes.font())
    theme = themes.Theme(settings)
    window = MainWindow(session or first_session(preferences, theme.dark), settings, theme)
    window.messages.add(Message("warning", problem) for problem in problems)
    if files:
        window.open(files)
    return window


def first_view(state: State) -> View:
    """Return how a state is looked at first, as the user prefers."""
    from rvs.scene.build import default_camera

    preferences, _ = read_preferences()
    view = preferred_view(preferences, dark=preferences.theme == "dark")
    return replace(view, camera=default_camera(replace(state, view=view)))


def first_session(preferences: Preferences, dark: bool) -> Session:
    """Return a session with the robot that the program opens with."""
    from rvs.files.library import load_robot
    from rvs.files.placed import placed_robot
    from rvs.model.document import Document
    from rvs.scene.build import default_camera

    placed = placed_robot(load_robot(FIRST_ROBOT), FIRST_ROBOT)
    session = Session(State(Document((placed,)), view=preferred_view(preferences, dark)))
    session.look(camera=default_camera(session.state))
    return session

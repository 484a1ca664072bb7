"""The one application object of Qt, and its access to OpenGL."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QGuiApplication, QIcon, QSurfaceFormat
from PySide6.QtWidgets import QApplication, QWidget

from rvs.allocator import give_back, keep_little
from rvs.gl.context.platform import choose_platform
from rvs.model.preferences import read_preferences
from rvs.scripting.showing.window_system import expect_window_system
from rvs.ui.language import use_language
from rvs.ui.widgets.screen_fit import keep_on_screen
from rvs.version import __version__

PROGRAM = "rvs"
PICTURE = Path(__file__).with_name("rvs.svg")


def make_application() -> QApplication:
    """Make the one application object and decide, once, on the access to OpenGL.

    Raises:
        NoWindow: A display or a library is missing; Qt would end the process.
    """
    expect_window_system()
    keep_little()
    preferences = read_preferences()[0]
    if preferences.window_percent != 100:
        # what a user says in the environment counts
        os.environ.setdefault("QT_SCALE_FACTOR", str(preferences.window_percent / 100))
    QSurfaceFormat.setDefaultFormat(surface_format())
    # However it was started: desktops know the windows of a program by this word.
    application = QApplication([PROGRAM])
    application.setDesktopFileName(PROGRAM)
    application.setApplicationName("RVS")
    application.setApplicationVersion(__version__)
    application.setWindowIcon(QIcon(str(PICTURE)))
    application.setStyle("Fusion")
    use_language(preferences.language)
    choose_platform(application.platformName())
    application.focusWindowChanged.connect(_look_at_dialog)
    return application


def _look_at_dialog(_window: object) -> None:
    """Keep Qt's own dialogs, such as file dialogs, on the screen."""
    asked = QApplication.activeModalWidget()
    if asked is not None:
        keep_on_screen(asked)


def screens() -> str:
    """Describe the screens of this desktop; the main one is first."""
    # one without windows leaves open how OpenGL is reached
    application = QGuiApplication.instance() or QGuiApplication([PROGRAM])
    assert isinstance(application, QGuiApplication)
    said = []
    for screen in application.screens():
        size, scale = screen.size(), screen.devicePixelRatio()
        said.append(f"{size.width()} × {size.height()} at {100 * scale:g} %")
    return f"{', '.join(said)} ({application.platformName()})"


def surface_format() -> QSurfaceFormat:
    """Return the format of all surfaces: OpenGL 3.3 core without multisampling."""
    wanted = QSurfaceFormat()
    wanted.setVersion(3, 3)
    wanted.setProfile(QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    wanted.setDepthBufferSize(24)
    wanted.setStencilBufferSize(8)
    return wanted


def rest(seconds: float) -> None:
    """Process events for a while; closed windows are freed then."""
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()


def close_all(windows: Iterable[QWidget]) -> None:
    """Close windows, and free their parts."""
    for window in tuple(windows):
        window.close()
        del window
    rest(0.0)
    # They are garbage in circles, which Python is in no hurry to collect.
    gc.collect()
    give_back()

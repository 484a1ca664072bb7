"""The application: decisions before the first window, its main loop, and its own errors."""

from __future__ import annotations

import gc
import logging
import platform
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QPushButton, QWidget

from rvs.engine.errors import RvsError
from rvs.files.storage import mesh_cache
from rvs.model.preferences import Preferences, preferred_view, read_preferences
from rvs.model.robots.imported import USUAL, Choices
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.views.view import View
from rvs.ui.application import make_application
from rvs.ui.defer import after_first_frame
from rvs.ui.widgets.layouts import STRETCH, hbox, vbox
from rvs.ui.widgets.screen_fit import ScreenDialog, resize_on_screen
from rvs.ui.work.start_times import StartTimes
from rvs.version import __version__
from rvs.words import tr

if TYPE_CHECKING:
    from rvs.ui.window import MainWindow


log = logging.getLogger(__name__)


class CrashReports:
    """An exception hook that shows unexpected errors in one dialog.

    Attributes:
        tell: Shows a sentence of the program, as the Messages panel does; None before there is a
            window.
    """

    def __init__(self) -> None:
        self.tell: Callable[[str], object] | None = None
        self.parent: QWidget | None = None
        self.dialog: CrashDialog | None = None

    def handle(
        self, kind: type[BaseException], value: BaseException, trace: TracebackType | None
    ) -> None:
        """Show an error; Ctrl+C still ends the program."""
        if issubclass(kind, KeyboardInterrupt):
            QGuiApplication.exit(130)
            return
        if isinstance(value, RvsError) and self.tell is not None:
            # What the model refuses is not a fault of the program, wherever it was asked for.
            log.warning("refused", exc_info=(kind, value, trace))
            self.tell(str(value))
            return
        log.error("unexpected error", exc_info=(kind, value, trace))
        text = "".join(traceback.format_exception(kind, value, trace))
        if self.dialog is None or not self.dialog.isVisible():
            self.dialog = CrashDialog(self.parent)
        self.dialog.add(f"{kind.__name__}: {value}", text)
        self.dialog.show()


class CrashDialog(ScreenDialog):
    """Lists the errors since it was opened; the text can be copied."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setObjectName("crash_report")
        self.setWindowTitle("Something went wrong")
        resize_on_screen(self, QSize(640, 400))
        self._sentence = QLabel(wordWrap=True)
        self._sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.details = QPlainTextEdit(readOnly=True)
        self.details.setAccessibleName("Details of the error")
        system = f"RVS {__version__}, Python {platform.python_version()}, Qt {qVersion()}"
        self.details.setPlainText(f"{system}, {platform.platform()}\n")
        copy, close = QPushButton("Copy details"), QPushButton("Continue")
        copy.clicked.connect(self._copy)
        close.clicked.connect(self.close)
        close.setDefault(True)
        vbox(
            self._sentence,
            (self.details, 1),
            hbox(STRETCH, copy, close, gap=-1),
            gap=12,
            edges=16,
            of=self,
        )

    def add(self, sentence: str, text: str) -> None:
        """Show one more error."""
        self._sentence.setText(
            tr("This is a fault of RVS, not yours. Your work is still here.\n{sentence}", sentence)
        )
        self.details.appendPlainText(text)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details.toPlainText())


FIRST_ROBOT = "puma560"


def run(files: list[str], times: StartTimes, choices: Choices = USUAL) -> int:
    """Open the window with some robots, by name or path, and return the exit status."""
    times.done("modules of Qt")
    application = make_application()
    crashes = CrashReports()
    sys.excepthook = crashes.handle
    times.done("application")
    shown = " ".join(files) or FIRST_ROBOT
    mesh_cache.begin(shown)
    window = make_window(files, times=times, choices=choices)
    crashes.parent, crashes.tell = window, window.messages.fail
    window.show()
    if not files:
        # Before anything is painted: the view has its size from the first frame on.
        window.gallery.strip.offer()
    times.done("window shown")
    frame = partial(times.done, "first frame")
    window.viewport.frame_drawn.connect(frame, Qt.ConnectionType.SingleShotConnection)
    after_first_frame(window.viewport, partial(mesh_cache.end, shown))
    window.panels.call_when_whole(partial(_started, times))
    return int(application.exec())


def _started(times: StartTimes) -> None:
    """Exclude the existing objects from garbage collection, which would only take time."""
    gc.freeze()
    gc.enable()
    times.end("all panels")


def make_window(
    files: list[str],
    session: Session | None = None,
    times: StartTimes | None = None,
    choices: Choices = USUAL,
) -> MainWindow:
    """Make the window with its robots; it opens posed, never empty.

    Args:
        files: Robots to open, by name or path.
        session: The displayed session; None makes one with the first robot.
        times: Records the steps of start-up.
        choices: Choices for the files of the robots.
    """
    times = times or StartTimes(perf_counter())
    # Only now: these import OpenGL, which must know the window system that Qt has chosen.
    from rvs.ui import theme as themes
    from rvs.ui.messages import Message
    from rvs.ui.settings import Settings
    from rvs.ui.window import MainWindow

    times.done("modules of the window")
    preferences, problems = read_preferences()
    settings = Settings(preferences)
    QApplication.setFont(themes.font())
    theme = themes.Theme(settings)
    given, session = session, session or first_session(preferences, theme.dark)
    times.done("robot")
    window = MainWindow(session, settings, theme)
    window.messages.add(Message("warning", problem) for problem in problems)
    if files:
        window.open(files, choices)
    # A camera that somebody chose stays as it is.
    window.framing.fits_first = given is None and window.desk.cell_file.path is None
    times.done("window")
    return window


def first_view(state: State) -> View:
    """Return the initial view of a state, according to the user's preferences."""
    from rvs.scene.build import default_camera

    preferences, _ = read_preferences()
    view = preferred_view(preferences, dark=preferences.theme == "dark")
    return replace(view, camera=default_camera(replace(state, view=view)))


def first_session(preferences: Preferences, dark: bool) -> Session:
    """Return a session with the initial robot of the program."""
    from rvs.files.placed_robot import opened
    from rvs.model.document import Document
    from rvs.scene.build import default_camera

    session = Session(
        State(Document((opened(FIRST_ROBOT),)), view=preferred_view(preferences, dark))
    )
    session.look(camera=default_camera(session.state))
    return session

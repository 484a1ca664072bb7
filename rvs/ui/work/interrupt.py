"""Interruption of Python lines that run in the window, which is painted meanwhile.

Lines run in the thread of the window, as all changes of the session must.  A second thread sends
the signal of Ctrl+C several times a second; Python then calls a handler between two of its own
instructions, and waiting calls of the system, such as those of ``time.sleep``, are woken for it.
It paints the window and checks the button Stop, Escape and Ctrl+C; any other click or key is
dropped meanwhile.  Lines that catch the interruption and continue are stopped by the second press,
which raises again where they caught it.  Nothing is done while RVS is notifying about a change or
drawing a picture, and nothing can be done while a function written in C runs.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QWindow
from PySide6.QtWidgets import QWidget

import rvs

TraceFunction = Callable[[FrameType, str, Any], Any]

FIRST_S, EVERY_S = 0.25, 0.1
_PACKAGE = Path(rvs.__file__).parent
# Where a change may be half told when a bell rings, or OpenGL's context be that of a picture half
# drawn, which the window would take away.
_BUSY = tuple(str(_PACKAGE / part) for part in ("ui", "gl", Path("model", "session.py")))
# Where the lines are; functions that they define are there, too.
_LINES = "<console"
# What this calls is done for the lines, which end there.
_INTERPRETER = str(_PACKAGE / "scripting" / "console" / "interpreter.py")
_INPUT = (
    *(QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease),
    *(QEvent.Type.MouseButtonDblClick, QEvent.Type.Wheel, QEvent.Type.ContextMenu),
    *(QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.Shortcut, QEvent.Type.Close),
    *(QEvent.Type.ShortcutOverride, QEvent.Type.Drop, QEvent.Type.DragEnter),
)


_PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class _Gate(QObject):
    """Passes only events that stop the lines.

    Attributes:
        presses: Number of requests to stop the lines.
    """

    def __init__(self, button: QWidget) -> None:
        super().__init__()
        self._button = button
        self.presses = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in _INPUT:
            return False
        if isinstance(watched, QWindow) and event.type() != QEvent.Type.Close:
            # It hands on to the widget what somebody does.
            return False
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
                copy = event.key() == Qt.Key.Key_C
                control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
                self.presses += event.key() == Qt.Key.Key_Escape or (copy and control)
            elif event.type() == QEvent.Type.ShortcutOverride:
                # Then it comes as a key, and not as the shortcut of an action.
                event.accept()
        elif watched is self._button and event.type() in _PRESSES:
            self.presses += 1
        return True


class _Insistence:
    """Raises the interruption again after lines that caught it.

    Python drops a trace function once it raises, so each turn raises once more, and
    the next turn one line later: eventually at a line whose interruption nothing around it catches.
    """

    def __init__(self) -> None:
        self._turn = self._left = 0

    def begin(self, frame: FrameType | None) -> None:
        """Raise an error in some lines from now on, in their frame or its callers."""
        self._turn += 1
        self._left = self._turn
        sys.settrace(self._follow)
        while frame is not None:
            if frame.f_code.co_filename.startswith(_LINES):
                frame.f_trace = self._follow
            frame = frame.f_back

    def _follow(self, frame: FrameType, event: str, _value: object) -> TraceFunction | None:
        if not frame.f_code.co_filename.startswith(_LINES):
            return None
        if event == "line":
            self._left -= 1
            if self._left <= 0:
                raise KeyboardInterrupt
        return self._follow


@contextmanager
def stoppable(button: QWidget, ring: Callable[[], object]) -> Iterator[None]:
    """Run lines inside so that ``KeyboardInterrupt`` can stop them.

    They may catch the first one; after another press no handler keeps them running.

    Args:
        button: The button that stops them.
        ring: Called several times a second while they run.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    gate, insistence = _Gate(button), _Insistence()
    over, ringing, told = threading.Event(), threading.Event(), threading.Event()

    def bell() -> None:
        wait = FIRST_S
        while not over.wait(wait):
            wait = EVERY_S
            if not ringing.is_set():
                ringing.set()
                _ring()

    def heard(_number: int, frame: FrameType | None) -> None:
        if not ringing.is_set():
            # Ctrl+C in the terminal that the program was started from.
            raise KeyboardInterrupt
        ringing.clear()
        if over.is_set() or _is_busy(frame):
            return
        _look_around(gate, ring)
        # After the first press they may tidy up for as long as they like.
        if not gate.presses or (told.is_set() and gate.presses == 1):
            return
        if told.is_set():
            insistence.begin(frame)
        told.set()
        raise KeyboardInterrupt

    traced = sys.gettrace()
    before = signal.signal(signal.SIGINT, heard)
    thread = threading.Thread(target=bell, daemon=True)
    thread.start()
    try:
        yield
    finally:
        sys.settrace(traced)
        over.set()
        thread.join()
        # One that rang last is heard here, with nothing left to stop.
        signal.signal(signal.SIGINT, before or signal.default_int_handler)


def _ring() -> None:
    """Send the main thread the signal of Ctrl+C, to wake it from waiting."""
    if hasattr(signal, "pthread_kill"):
        main = threading.main_thread().ident
        assert main is not None
        signal.pthread_kill(main, signal.SIGINT)
    else:
        # Windows calls the handler in this thread; that wakes the main one, which then hears it.
        signal.raise_signal(signal.SIGINT)


def _look_around(gate: _Gate, ring: Callable[[], object]) -> None:
    application = QCoreApplication.instance()
    if application is None:
        return
    application.installEventFilter(gate)
    try:
        ring()
        QCoreApplication.processEvents()
    finally:
        application.removeEventFilter(gate)


def _is_busy(frame: FrameType | None) -> bool:
    """Return whether the window, the session or a picture is busy above the lines."""
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(_LINES) or file == _INTERPRETER:
            return False
        if file.startswith(_BUSY):
            return True
        frame = frame.f_back
    return True

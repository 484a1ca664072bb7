"""Lets lines of Python that run in the window be stopped, and the window be painted meanwhile.

Lines run in the thread of the window, as all that changes the session has to.  A second thread
rings several times a second, with the signal of Ctrl+C; Python then calls a handler between two of
its own instructions, and calls of the system that wait, such as those of ``time.sleep``, are woken
for it.  It paints the window and looks for the button Stop, Escape and Ctrl+C; anything else that
is clicked or typed meanwhile is dropped.  Nothing is done while RVS is in the middle of telling
about a change or of drawing a picture, and nothing can be done while a function written in C works.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

import rvs

FIRST_S, EVERY_S = 0.25, 0.1
_PACKAGE = Path(rvs.__file__).parent
# Where a change may be half told when a bell rings, or OpenGL's context be that of a picture half
# drawn, which the window would take away.
_BUSY = tuple(str(_PACKAGE / part) for part in ("ui", "gl", Path("model", "session.py")))
# What this calls is done for the lines, which end there.
_INTERPRETER = str(_PACKAGE / "scripting" / "console" / "interpreter.py")
_INPUT = (
    *(QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease),
    *(QEvent.Type.MouseButtonDblClick, QEvent.Type.Wheel, QEvent.Type.ContextMenu),
    *(QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.Shortcut, QEvent.Type.Close),
    *(QEvent.Type.ShortcutOverride, QEvent.Type.Drop, QEvent.Type.DragEnter),
)


class _Gate(QObject):
    """Lets through what stops the lines, and nothing else that somebody does."""

    def __init__(self, button: QWidget) -> None:
        super().__init__()
        self._button = button
        self.stopped = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in _INPUT:
            return False
        if isinstance(event, QKeyEvent):
            copy = event.key() == Qt.Key.Key_C
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.stopped = self.stopped or event.key() == Qt.Key.Key_Escape or (copy and control)
        elif watched is self._button and event.type() == QEvent.Type.MouseButtonPress:
            self.stopped = True
        return True


@contextmanager
def stoppable(button: QWidget, ring: Callable[[], object]) -> Iterator[None]:
    """Run lines inside so that they can be stopped; then they end with ``KeyboardInterrupt``.

    Args:
        button: What stops them.
        ring: Called several times a second while they run.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    gate, over, ringing = _Gate(button), threading.Event(), threading.Event()

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
        if gate.stopped:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, heard)
    thread = threading.Thread(target=bell, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        # One that rang last is heard here, with nothing left to stop.
        signal.signal(signal.SIGINT, before or signal.default_int_handler)


def _ring() -> None:
    """Send the main thread the signal of Ctrl+C, so that it wakes where it waits."""
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
    """Whether the window, the session or a picture is at work above the lines."""
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith("<console") or file == _INTERPRETER:
            return False
        if file.startswith(_BUSY):
            return True
        frame = frame.f_back
    return True

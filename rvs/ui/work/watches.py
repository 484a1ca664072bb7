"""Reports when a full model no longer fits its robot, and when it fits again.

Reports letters of the cell missing from all system fonts, as the log does elsewhere.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal

from rvs.model.body.fit import fit
from rvs.model.document import PlacedRobot
from rvs.model.state import State
from rvs.scene.fonts.written import log
from rvs.ui.desk import Desk
from rvs.ui.messages import Message
from rvs.words import begun, tr


class BodyWatch(QObject):
    """Watches the full models of all robots; each change is reported once."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self._reasons: dict[str, str] = {}
        desk.binding.follow(lambda state: (state.document,), self._look)

    def _look(self, state: State) -> None:
        reasons = {placed.id: _reason(placed) for placed in state.document.robots}
        before, self._reasons = self._reasons, reasons
        for gone in before.keys() - reasons.keys():
            self._desk.messages.forget(gone)
        for placed in state.document.robots:
            now, then = reasons[placed.id], before.get(placed.id, "")
            if then and now != then:
                self._desk.messages.forget(placed.id)
            if now and now != then:
                text = tr(
                    "The full model does not fit: {reason}. RVS shows the automatic body until you "
                    "adapt the model or undo the edit",
                    now,
                )
                self._desk.messages.add([Message("warning", text, placed.id)])
            elif then and not now:
                text = tr("{robot}: the full model fits again", self._desk.session.called(placed))
                self._desk.say(text)


def _reason(placed: PlacedRobot) -> str:
    return "" if placed.body is None else fit(placed.body, placed.robot).reason


class LetterWatch(QObject):
    """Receives reports from the drawing of letters, in any thread, until the window closes."""

    _told = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window)
        self._desk = desk
        # afterwards: a picture is being painted when letters are found missing
        self._told.connect(self._tell, Qt.ConnectionType.QueuedConnection)
        self._handler = _Handler(self._told.emit)
        log.addHandler(self._handler)
        desk.closing.connect(lambda: log.removeHandler(self._handler))

    def _tell(self, words: str) -> None:
        self._desk.messages.add([Message("warning", begun(words))])


class _Handler(logging.Handler):
    def __init__(self, tell: Callable[[str], object]) -> None:
        super().__init__(logging.WARNING)
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        self._tell(record.getMessage())

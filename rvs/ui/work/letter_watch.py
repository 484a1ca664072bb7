"""Says which letters of the cell no font of the system has, as the log does elsewhere."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal

from rvs.scene.fonts.written import log
from rvs.ui.desk import Desk
from rvs.ui.messages import Message


class LetterWatch(QObject):
    """Hears what is told where letters are drawn, in any thread, until the window closes."""

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
        self._desk.messages.add([Message("warning", words[:1].upper() + words[1:])])


class _Handler(logging.Handler):
    def __init__(self, tell: Callable[[str], object]) -> None:
        super().__init__(logging.WARNING)
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        self._tell(record.getMessage())

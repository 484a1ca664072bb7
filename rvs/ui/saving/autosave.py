"""Keeps unsaved work for the next start in case of a crash."""

from __future__ import annotations

import logging
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from rvs.engine.errors import RvsError
from rvs.files.storage.recovery import Autosave, Slot
from rvs.ui.desk import Desk
from rvs.ui.messages import Message
from rvs.ui.saving import changes

log = logging.getLogger(__name__)

CHECK_MS = 500
# Least time between two writes in s, and in how long one takes.
INTERVAL, SHARE = 2.0, 20.0
NOT_KEPT = "unsaved work cannot be stored for recovery"


class Keeper(QObject):
    """Writes the cell into its slot soon after a change.

    Attributes:
        trouble: Reason why unsaved work is not stored completely; empty if it is.
        troubled: Reports every change of the trouble.
    """

    troubled = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window)
        self._desk, self.trouble = desk, ""
        self._policy = Autosave(desk.session.state, desk.session.dirty)
        self._slot: Slot | None = None
        self._drafts = desk.drafts.texts
        self._timer = QTimer(self, interval=CHECK_MS)
        self._timer.timeout.connect(self._check)
        desk.closing.connect(self.close)
        try:
            self._slot = Slot.open()
            self._timer.start()
        except OSError as error:
            self._complain(error)

    def write(self) -> None:
        """Write the cell now; a failing disk is reported once."""
        session, now = self._desk.session, monotonic()
        if self._slot is None:
            return
        self._drafts = self._desk.drafts.texts
        # Even what could not be written is tried again only when there is something new.
        self._policy.written(now, session.state, session.dirty)
        try:
            unsaved = changes.unsaved(self._desk)
            if unsaved or session.dirty:
                cell = self._desk.cell_file.present()
                lost = self._slot.write(cell, unsaved, drafts=self._drafts)
                self._tell("; ".join(lost))
                # What takes long is written the more seldom.
                self._policy.interval = max(INTERVAL, SHARE * (monotonic() - now))
            else:
                # To look at things and to pose them is no work that anybody would want back.
                self._slot.clear()
        except (RvsError, OSError) as error:
            self._complain(error)

    def close(self) -> None:
        """Close properly: no work has to be stored."""
        self._timer.stop()
        slot, self._slot = self._slot, None
        if slot is not None:
            try:
                slot.close()
            except OSError as error:
                log.warning("the recovery file could not be removed: %s", error)

    def _check(self) -> None:
        session = self._desk.session
        drafted, moving = self._desk.drafts.texts != self._drafts, self._desk.viewport.moving
        if drafted or self._policy.due(monotonic(), session.state, session.dirty, moving):
            self.write()

    def _complain(self, error: Exception) -> None:
        log.warning("unsaved work is not stored: %s", error)
        where = getattr(error, "filename", None)
        reason = getattr(error, "strerror", None) or str(error)
        self._tell(f"{where}: {reason}" if where else reason)

    def _tell(self, reason: str) -> None:
        """Report once why work is not stored; clear the report when it is."""
        text = f"{NOT_KEPT}: {reason}" if reason else ""
        if text == self.trouble:
            return
        self.trouble = text
        self._desk.messages.solved(NOT_KEPT)
        if text:
            self._desk.messages.add([Message("warning", text)])
        self.troubled.emit()

"""Keeps what is not saved where the next start finds it, should this one end badly."""

from __future__ import annotations

import logging
from time import monotonic

from PySide6.QtCore import QObject, QTimer

from rvs.engine.errors import RvsError
from rvs.files.storage.recovery import Autosave, Slot
from rvs.ui.desk import Desk
from rvs.ui.messages import Message
from rvs.ui.saving import changes

log = logging.getLogger(__name__)

CHECK_MS = 500


class Keeper(QObject):
    """Writes the cell into a slot of its own soon after it has changed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window)
        self._desk = desk
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
        """Write the cell now; a disk that refuses is told once."""
        session, now = self._desk.session, monotonic()
        if self._slot is None:
            return
        self._drafts = self._desk.drafts.texts
        # Even what could not be written is tried again only when there is something new.
        self._policy.written(now, session.state, session.dirty)
        try:
            unsaved = changes.unsaved(self._desk)
            if unsaved or session.dirty:
                self._slot.write(self._desk.cell_file.present(), unsaved, drafts=self._drafts)
            else:
                # To look at things and to pose them is no work that anybody would want back.
                self._slot.clear()
        except (RvsError, OSError) as error:
            self._complain(error)

    def close(self) -> None:
        """End well: nothing has to be kept."""
        self._timer.stop()
        slot, self._slot = self._slot, None
        if slot is not None:
            try:
                slot.close()
            except OSError as error:
                log.warning("the slot for recovery stays: %s", error)

    def _check(self) -> None:
        session = self._desk.session
        drafted, moving = self._desk.drafts.texts != self._drafts, self._desk.viewport.moving
        if drafted or self._policy.due(monotonic(), session.state, session.dirty, moving):
            self.write()

    def _complain(self, error: Exception) -> None:
        log.warning("unsaved work is not kept: %s", error)
        text = f"unsaved work cannot be kept for the case of a crash: {error}"
        message = Message("warning", text)
        if message not in self._desk.messages.messages:
            self._desk.messages.add([message])

"""Release of unused memory in an idle window."""

from __future__ import annotations

import gc
from time import process_time

from PySide6.QtCore import QObject, QTimer

from rvs.allocator import give_back

LOOK_MS = 2000
# Less of the processor than this between two looks is rest, more since the last rest is work.
STILL_S, WORK_S = 0.1, 0.5


class Resting(QObject):
    """Checks from time to time whether an action has ended, and cleans up after it."""

    def __init__(self, parent: QObject) -> None:
        """Start checking; it ends with its parent."""
        super().__init__(parent)
        self._seen = self._cleaned = 0.0
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self) -> None:
        now = process_time()
        still, worked = now - self._seen < STILL_S, now - self._cleaned > WORK_S
        self._seen = now
        if still and worked:
            self.clean()

    def clean(self) -> None:
        """Free unreferenced objects, and return their memory to the system."""
        gc.collect()
        give_back()
        # Cleaning up is no work that would have to be cleaned up after.
        self._seen = self._cleaned = process_time()

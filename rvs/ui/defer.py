"""Calls deferred to the next turn of the event loop, or until the first picture of the window.

Qt's ``singleShot`` with zero delay would do, but if the owner is deleted first, PySide keeps the
function for ever with everything it refers to: a window of 60 MB, closed at the wrong moment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

if TYPE_CHECKING:
    from rvs.ui.view.viewport import Viewport


class _Call(QObject):
    _due = Signal()

    def __init__(self, owner: QObject, call: Callable[[], object]) -> None:
        super().__init__(owner)
        self._call = call
        self._due.connect(self._do, Qt.ConnectionType.QueuedConnection)
        self._due.emit()

    def _do(self) -> None:
        call = self._call
        del self._call
        # Before the call, which may have a loop of events of its own.
        self.deleteLater()
        call()


def defer(owner: QObject, call: Callable[[], object]) -> None:
    """Call a function after the pending events, as long as its owner exists.

    Args:
        owner: An object of this thread; after its deletion nothing is called, and the function is
            freed.
        call: The function to call.
    """
    _Call(owner, call)


# From a frame that is begun until it is painted, and until none is expected any more, as without
# OpenGL.
PAINTED_MS, PATIENCE_MS = 30, 600


def after_first_frame(view: Viewport, work: Callable[[], None]) -> None:
    """Call a function once, when the view has shown its first frame or can't show any."""
    waiting = QTimer(view, singleShot=True)
    waiting.timeout.connect(work)
    view.frame_drawn.connect(
        lambda: waiting.start(PAINTED_MS), Qt.ConnectionType.SingleShotConnection
    )
    # Patience begins with the loop of events; until then nothing can be shown.
    defer(waiting, lambda: waiting.isActive() or waiting.start(PATIENCE_MS))

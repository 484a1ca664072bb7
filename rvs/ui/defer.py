"""Calls deferred to the next turn of the event loop, unless their owner is closed by then.

Qt's ``singleShot`` with zero delay would do, but if the owner is deleted first, PySide keeps the
function for ever with everything it refers to: a window of 60 MB, closed at the wrong moment.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal


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

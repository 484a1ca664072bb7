"""What the window has to say about files: errors and warnings with their places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, Signal

from rvs.files.errors import FileError

Severity = Literal["error", "warning"]

KEPT = 1000


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence, what it is worth, and the ``file:line:column`` that it is about."""

    severity: Severity
    text: str
    place: str = ""


def file_message(severity: Severity, error: FileError) -> Message:
    """Return what is wrong with a file, with its place."""
    place = f"{error.path}:{error.line}:{error.column}" if error.line else error.path
    return Message(severity, error.message, place)


class MessageLog(QObject):
    """Keeps the messages; ``changed`` follows every change of them."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._messages: tuple[Message, ...] = ()

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages, oldest first."""
        return self._messages

    def add(self, messages: Iterable[Message]) -> None:
        """Add messages, all of one event at once."""
        added = tuple(messages)
        if added:
            self._messages = (*self._messages, *added)[-KEPT:]
            self.changed.emit()

    def clear(self) -> None:
        """Forget them all."""
        self._messages = ()
        self.changed.emit()

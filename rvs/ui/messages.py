"""What the window has to say about files: errors and warnings with their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal

from rvs.engine.errors import RvsError
from rvs.files.text.errors import FileError, FileErrors

Severity = Literal["error", "warning"]

KEPT = 1000


class Warned(Protocol):
    """What a file says, with what is odd about it."""

    @property
    def warnings(self) -> tuple[FileError, ...]:
        """What is odd about the file."""


File = TypeVar("File", bound=Warned)


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

    def reading(self, path: Path, read: Callable[[Path], File]) -> File | None:
        """Return what a file says and tell its warnings, or tell its errors and return None."""
        try:
            file = read(path)
        except FileErrors as failure:
            self.add(file_message("error", error) for error in failure.errors)
        except (RvsError, OSError) as error:
            self.add([Message("error", str(error), str(path))])
        else:
            self.add(file_message("warning", warning) for warning in file.warnings)
            return file
        return None

    def clear(self) -> None:
        """Forget them all."""
        self._messages = ()
        self.changed.emit()

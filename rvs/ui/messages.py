"""Messages of the window about files: errors and warnings with their locations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Literal, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal

from rvs.engine.errors import RvsError
from rvs.files.storage.outside_changes import kept_as, telling_kept
from rvs.files.text.errors import FileError, FileErrors
from rvs.value_class import dataclass
from rvs.words import plural

Severity = Literal["error", "warning"]

KEPT = 1000


class Warned(Protocol):
    """Value read from a file, with the warnings about it."""

    @property
    def warnings(self) -> tuple[FileError, ...]:
        """Warnings about the file."""


File = TypeVar("File", bound=Warned)


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence, its severity, and the ``file:line:column`` of its subject."""

    severity: Severity
    text: str
    place: str = ""


def file_message(severity: Severity, error: FileError) -> Message:
    """Return the fault of a file, with its location."""
    place = f"{error.path}:{error.line}:{error.column}" if error.line else error.path
    return Message(severity, error.message, place)


class Attempt:
    """Success of an attempt, which is false until its block is finished."""

    def __init__(self) -> None:
        self.ok = False

    def __bool__(self) -> bool:
        return self.ok


def sentence(error: BaseException) -> str:
    """Return an error as one sentence without system paths or error numbers."""
    if isinstance(error, FileErrors):
        return error.errors[0].message
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return str(error)


def reason_of(error: BaseException) -> str:
    """Return the reason for a refusal, without the name of the argument."""
    head, _, rest = sentence(error).partition(": ")
    return rest if head.isidentifier() and rest else sentence(error)


def and_more(text: str, more: int) -> str:
    """Return a text with the number of further items that it omits."""
    several = "{text} (and {n} more)"
    return plural(several, several, more, text) if more else text


class MessageLog(QObject):
    """Keeps the messages; ``changed`` reports every change, ``added`` new ones."""

    changed = Signal()
    added = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._messages: tuple[Message, ...] = ()

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages, oldest first."""
        return self._messages

    def add(self, messages: Iterable[Message]) -> None:
        """Add the messages of one event; repeated ones are listed once."""
        added = tuple(dict.fromkeys(messages))
        if added:
            kept = (message for message in self._messages if message not in added)
            self._messages = (*kept, *added)[-KEPT:]
            self.changed.emit()
            self.added.emit(added)

    def forget(self, place: str) -> None:
        """Remove the messages about a file or another location, for example after a new check."""
        inside = f"{place}:"
        kept = tuple(
            message
            for message in self._messages
            if message.place != place and not message.place.startswith(inside)
        )
        if place and len(kept) < len(self._messages):
            self._messages = kept
            self.changed.emit()

    def solved(self, trouble: str, place: object = "") -> None:
        """Remove messages that begin with some words about a location, after a correction."""
        inside = f"{place}:"
        kept = tuple(
            one
            for one in self._messages
            if not one.text.startswith(trouble)
            or not (one.place == str(place) or one.place.startswith(inside))
        )
        if len(kept) < len(self._messages):
            self._messages = kept
            self.changed.emit()

    def fail(self, text: str, place: object = "") -> None:
        """Add an error with its subject."""
        self.add([Message("error", text, str(place))])

    @contextmanager
    def telling(self, trouble: str, place: object = "") -> Iterator[Attempt]:
        """Add the error that ends a block; the block's value is true if there was none.

        Earlier messages about the same trouble are removed once it is resolved.

        Args:
            trouble: The failed action, such as ``"not saved"``.
            place: The subject, such as a path.
        """
        attempt = Attempt()
        try:
            with telling_kept(self._kept):
                yield attempt
        except FileErrors as failure:
            told = (file_message("error", error) for error in failure.errors)
            self.add(replace(one, text=f"{trouble}: {one.text}") for one in told)
        except (RvsError, OSError) as error:
            self.fail(f"{trouble}: {sentence(error)}", place)
        else:
            self.solved(f"{trouble}: ", place)
            attempt.ok = True

    def _kept(self, path: Path, copy: Path) -> None:
        """Report the location of a file converted by another program."""
        self.add([Message("warning", kept_as(copy), str(path))])

    def reading(self, path: Path, read: Callable[[Path], File]) -> File | None:
        """Return the contents of a file and report its warnings, or report errors and return None.

        Earlier messages about the file are removed.
        """
        self.forget(str(path))
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
        """Remove all messages."""
        self._messages = ()
        self.changed.emit()

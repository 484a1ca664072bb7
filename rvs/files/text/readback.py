"""The text on which a save is based, and the check of a new text before it replaces a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from rvs.engine.errors import RvsError
from rvs.files.text.errors import FileErrors
from rvs.files.text.source import encoded, read_source
from rvs.files.text.syntax import Tree, parse_again

T = TypeVar("T")


class FromText(Protocol):
    """Value read from a text or a file."""

    @property
    def path(self) -> Path | None:
        """The file."""

    @property
    def text(self) -> str:
        """The text."""


def text_now(path: Path, value: FromText, read: Callable[[Tree], object]) -> str:
    """Return the text whose comments and layout a save preserves.

    Args:
        path: The file to be written.
        value: The value to write.
        read: Reads the value from a parsed text.

    Returns:
        The original text of the value; if it came from this file, which has changed since and can
        be read, the current text of the file.
    """
    if not came_from(value, path):
        return value.text
    try:
        source = read_source(path)
        if source.text != value.text:
            read(parse_again(source))
    except FileErrors:
        return value.text
    return source.text


def came_from(value: FromText, path: Path) -> bool:
    """Return whether a value was read from a file, by any path."""
    return value.path is not None and os.path.realpath(value.path) == os.path.realpath(path)


def prove(text: str, path: Path, read: Callable[[Tree], T], what: str = "") -> T:
    """Return the contents of a text to be written, read back from its bytes like a file.

    Raises:
        RvsError: It could not be read back, so the file has to stay as it is.
    """
    try:
        return read(parse_again(encoded(str(path), text)))
    except FileErrors as failure:
        said = f" as {what}" if what else ""
        raise RvsError(f"can't be saved{said}: {failure.errors[0]}") from failure

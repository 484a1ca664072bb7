"""The proof of a new text before it takes the place of an old file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.files.text.errors import FileErrors
from rvs.files.text.source import Source
from rvs.files.text.syntax import Tree, parse


def prove(text: str, path: Path, read: Callable[[Tree], object]) -> None:
    """Read a text that is about to be written.

    Args:
        text: The text.
        path: Where it would go.
        read: Reads what the text was parsed to.

    Raises:
        RvsError: It could not be read back, so the file has to stay as it is.
    """
    try:
        read(parse(Source(path.name, text)))
    except FileErrors as failure:
        raise RvsError(f"can't be saved: {failure.errors[0]}") from failure

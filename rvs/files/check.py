"""Reads a file of any format only to tell what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rvs.files.arch import read_architecture
from rvs.files.errors import FileError, FileErrors
from rvs.files.syntax import read_tree


@dataclass(frozen=True, slots=True)
class Report:
    """What is wrong and what is odd about a file."""

    errors: tuple[FileError, ...] = ()
    warnings: tuple[FileError, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether it can be used."""
        return not self.errors


def check_file(path: Path) -> Report:
    """Read a file as its suffix says; of a suffix without a reader, only the syntax is checked."""
    read = READERS.get(path.suffix.lower(), read_tree)
    try:
        value = read(path)
    except FileErrors as error:
        return Report(errors=error.errors)
    return Report(warnings=tuple(getattr(value, "warnings", ())))


READERS: dict[str, Callable[[Path], object]] = {".arch": read_architecture}

"""Reads a file of any format only to tell what is wrong with it."""

from __future__ import annotations

from pathlib import Path

from rvs.files.formats import format_of
from rvs.files.text.errors import FileError, FileErrors
from rvs.files.text.syntax import read_tree
from rvs.value_class import dataclass


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
    known = format_of(path)
    try:
        value = known.read(path) if known else read_tree(path)
    except FileErrors as error:
        return Report(errors=error.errors)
    return Report(warnings=tuple(getattr(value, "warnings", ())))

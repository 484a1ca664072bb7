"""Reader of a file of any format that only reports its errors."""

from __future__ import annotations

from pathlib import Path

from rvs.files.budget import within_budget
from rvs.files.formats import format_of
from rvs.files.text.errors import FileError, FileErrors
from rvs.files.text.syntax import read_tree
from rvs.model.robots.choices import USUAL, Choices
from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Report:
    """Errors and warnings of a file."""

    errors: tuple[FileError, ...] = ()
    warnings: tuple[FileError, ...] = ()

    @property
    def ok(self) -> bool:
        """Return whether the file can be used."""
        return not self.errors


@within_budget()
def check_file(path: Path, choices: Choices = USUAL) -> Report:
    """Read a file in the format of its suffix; for other suffixes, only the syntax is checked.

    Args:
        path: The file.
        choices: The choices for the file of a robot.
    """
    known = format_of(path)
    try:
        if known is None:
            values: list[object] = [read_tree(path)]
        else:
            # Of each of several robots beside each other, once.
            read = known.read
            each = choices.each if known.use == "robot" else ()
            values = [read(path, one) for one in each] or [read(path)]
    except FileErrors as error:
        return Report(errors=error.errors)
    found = dict.fromkeys(note for one in values for note in getattr(one, "warnings", ()))
    return Report(warnings=tuple(found))

"""Collects everything that is wrong or odd about one file."""

from __future__ import annotations

from rvs.files.text.errors import FileError, FileErrors
from rvs.files.text.source import Source

MAX_ERRORS = 100


class TooManyErrors(Exception):
    """So much is wrong that reading on tells nobody anything."""


class Findings:
    """Errors and warnings of a source as they are found."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.warnings: list[FileError] = []
        self._errors: dict[tuple[int, str], FileError] = {}

    def __bool__(self) -> bool:
        return bool(self._errors)

    def error(self, offset: int, message: str) -> None:
        """Note an error.

        Raises:
            TooManyErrors: It is the hundredth.
        """
        self._errors.setdefault((offset, message), self.source.error(offset, message))
        if len(self._errors) >= MAX_ERRORS:
            raise TooManyErrors

    def warn(self, offset: int, message: str) -> None:
        """Note something odd that changes nothing."""
        if len(self.warnings) < MAX_ERRORS:
            self.warnings.append(self.source.error(offset, message))

    def failure(self) -> FileErrors:
        """Return all errors as one, in the order of the text."""
        return FileErrors([self._errors[key] for key in sorted(self._errors)])

    def check(self) -> None:
        """Raise all errors, if there are any.

        Raises:
            FileErrors: There are.
        """
        if self._errors:
            raise self.failure()

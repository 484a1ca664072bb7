"""Collects all errors and oddities of one file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

from rvs.files.text.errors import FileError, FileErrors
from rvs.files.text.source import Source

MAX_ERRORS = 100


class TooManyErrors(Exception):
    """There are too many errors for further reading to be useful."""


class Findings:
    """Errors and warnings of a source, in the order of discovery."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.warnings: list[FileError] = []
        self._errors: dict[tuple[int, str], FileError] = {}

    def __bool__(self) -> bool:
        return bool(self._errors)

    def error(self, offset: int, message: str) -> None:
        """Record an error.

        Raises:
            TooManyErrors: It is the hundredth.
        """
        self._errors.setdefault((offset, message), self.source.error(offset, message))
        if len(self._errors) >= MAX_ERRORS:
            raise TooManyErrors

    def together(self, start: int, end: int, message: str) -> None:
        """Record that the values of a block don't fit each other, if each is correct on its own.

        Raises:
            TooManyErrors: As ``error``.
        """
        if not any(start <= offset < end for offset, _ in self._errors):
            self.error(start, message)

    def join(self, errors: Iterable[FileError]) -> None:
        """Record errors found elsewhere in the same source.

        Raises:
            TooManyErrors: As ``error``.
        """
        for error in errors:
            self.error(self.source.offset(error.line, error.column), error.message)

    def stop(self, offset: int, message: str) -> NoReturn:
        """Record an error after which nothing is read.

        Raises:
            TooManyErrors: Always.
        """
        self.error(offset, message)
        raise TooManyErrors

    def warn(self, offset: int, message: str) -> None:
        """Record an oddity without effect."""
        if len(self.warnings) < MAX_ERRORS:
            self.warnings.append(self.source.error(offset, message))

    def check(self) -> None:
        """Raise all errors, if there are any.

        Raises:
            FileErrors: There are, in the order of the text.
        """
        if self._errors:
            raise FileErrors([self._errors[key] for key in sorted(self._errors)])


@contextmanager
def findings_of(source: Source) -> Iterator[Findings]:
    """Return a collector of the errors of a source, and raise them at the end.

    Raises:
        FileErrors: Everything that is wrong.
    """
    findings = Findings(source)
    with suppress(TooManyErrors):
        yield findings
    findings.check()

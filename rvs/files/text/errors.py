"""What is wrong with a file, and where."""

from __future__ import annotations

from collections.abc import Sequence

from rvs.engine.errors import RvsError


class FileError(RvsError):
    """One thing that is wrong at one place of a file; also the form of its warnings."""

    def __init__(self, path: str, line: int, column: int, message: str) -> None:
        """Name the place; line and column count from 1, 0 stands for the whole file."""
        place = f"{path}:{line}:{column}" if line else path
        super().__init__(f"{place}: {message}")
        self.path = path
        self.line = line
        self.column = column
        self.message = message


class FileErrors(RvsError):
    """Everything that is wrong with a file, in the order of its lines."""

    def __init__(self, errors: Sequence[FileError]) -> None:
        super().__init__("\n".join(map(str, errors)))
        self.errors = tuple(errors)


def whole_file(path: object, message: str) -> FileErrors:
    """Return the error of a file that is wrong as a whole."""
    return FileErrors([FileError(str(path), 0, 0, message)])


def nearest(word: str, known: Sequence[str]) -> str:
    """Return `` (did you mean 'x'?)`` for the known word most like this one, or nothing."""
    # difflib is quadratic, and nobody misspells a word of this length.
    if len(word) > 80:
        return ""
    by_case = {other.casefold(): other for other in known}
    # Only here: most files are right.
    from difflib import get_close_matches

    found = get_close_matches(word.casefold(), by_case, n=1, cutoff=0.6)
    return f" (did you mean '{by_case[found[0]]}'?)" if found else ""

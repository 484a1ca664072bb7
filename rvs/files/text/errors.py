"""Errors of a file with their locations."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rvs.engine.errors import RvsError


class FileError(RvsError):
    """One fault at one position of a file; also the form of its warnings."""

    def __init__(self, path: str, line: int, column: int, message: str) -> None:
        """Store the location; line and column are numbered from 1, 0 means the whole file."""
        place = f"{path}:{line}:{column}" if line else path
        super().__init__(f"{place}: {message}")
        self.path = path
        self.line = line
        self.column = column
        self.message = message


# Of a file in which every row is wrong, so many are written out; the rest says nothing new.
WRITTEN = 5


class FileErrors(RvsError):
    """All errors of a file, in the order of its lines."""

    def __init__(self, errors: Sequence[FileError]) -> None:
        lines = list(map(str, errors[:WRITTEN]))
        if len(errors) > WRITTEN:
            lines.append(f"and {len(errors) - WRITTEN} more")
        super().__init__("\n".join(lines))
        self.errors = tuple(errors)


class SeveralRobots(FileErrors):
    """A file with several robots, none of which was selected; ``names`` distinguish them."""

    def __init__(self, errors: Sequence[FileError], names: Sequence[str]) -> None:
        super().__init__(errors)
        self.names = tuple(names)


class OutsideFiles(FileErrors):
    """A file that refers to others in ``folders`` that the user has not permitted yet."""

    def __init__(self, errors: Sequence[FileError], folders: Sequence[Path]) -> None:
        super().__init__(errors)
        self.folders = tuple(dict.fromkeys(folders))


def outside_words(folder: Path) -> str:
    """Return the message that a folder's file is not read, and how to permit it."""
    return f'it is outside the folders that this file may read (--allow "{folder}")'


def whole_file(path: object, message: str) -> FileErrors:
    """Return an error about a whole file."""
    return FileErrors([FileError(str(path), 0, 0, message)])


# Words that are compared, and how many of them with one.
LONGEST_WORD, MOST_KNOWN = 80, 500


def nearest(word: str, known: Sequence[str], likeness: float = 0.6) -> str:
    """Return `` (did you mean 'x'?)`` for the most similar known word, or nothing.

    Args:
        word: The written word.
        known: The possible words.
        likeness: Least similarity of two words, from 0 to 1.
    """
    # difflib is quadratic, and nobody misspells a word of this length.
    if len(word) > LONGEST_WORD or len(known) > MOST_KNOWN:
        return ""
    by_case = {other.casefold(): other for other in known if len(other) <= LONGEST_WORD}
    # Only here: most files are right.
    from difflib import get_close_matches

    found = get_close_matches(word.casefold(), by_case, n=1, cutoff=likeness)
    return f" (did you mean '{by_case[found[0]]}'?)" if found else ""

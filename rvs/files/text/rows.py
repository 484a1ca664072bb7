"""Rows of numbers, such as those of trajectories: read fast, and slowly only to report errors."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array
from rvs.files.budget import spend, within_budget
from rvs.files.text.errors import FileError, FileErrors
from rvs.files.text.fields import between, shorten
from rvs.files.text.findings import MAX_ERRORS
from rvs.files.text.scale import NUMBERS
from rvs.files.text.source import BYTE_ORDER_MARK, MEGABYTE, Source, read_source
from rvs.files.text.tokens import NUMBER
from rvs.model import bounds

MAX_LINE = 10_000
# Long runs with rates and pushes are as large, and must be read again.
MAX_FILE = 256 * MEGABYTE
# Characters that are read at once, by the line where something is wrong.
PIECE = 65_536
MAX_COLUMNS = 64

# One that is never closed is found once, not from each "/*" in it again.
_COMMENT = re.compile(r"/\*[^*]*+(?>(?:\*(?!/)[^*]*+)*)(\*/)?")
MIXED = (
    "the numbers of this row are separated by both commas and blanks; expected only "
    "one of them, and decimal points"
)
_COMMA, _BLANK = re.compile(r"\d,\d"), re.compile(r"[\d.][ \t]+[-+.\d]")
_EMPTY_CELL = re.compile(r"^[ \t]*,|,[ \t]*,", re.MULTILINE)
_FIRST_ROW = re.compile(r"^[ \t,]*[+\-.0-9]", re.MULTILINE)


def split_rows(path: Path) -> tuple[str, int | None]:
    """Return the text of a file without comments, and the start of its first row, if any.

    Raises:
        FileErrors: The file can't be read, or a comment is not closed.
    """
    return split_source(read_source(path, MAX_FILE))


def split_source(source: Source) -> tuple[str, int | None]:
    """Return a text without comments, and the start of its first row, if any.

    Raises:
        FileErrors: A comment is not closed.
    """
    text = _without_comments(source)
    first = _FIRST_ROW.search(text)
    return text, None if first is None else first.start()


def check_lines(path: str, body: str, line: int, most: int = MAX_LINE) -> None:
    """Refuse a line too long for a row of numbers before it is split.

    Args:
        path: Name of the file in errors.
        body: The lines.
        line: Number of their first line in the file.
        most: Maximum number of characters in a line.

    Raises:
        FileErrors: There is one.
    """
    start = 0
    while start + most < len(body):
        end = body.rfind("\n", start, start + most + 1)
        if end < 0:
            number = line + body.count("\n", 0, start)
            words = f"a line of more than {most:,} characters; expected a row of numbers"
            raise FileErrors([FileError(path, number, 1, words)])
        start = end + 1


def count_columns(body: str) -> int:
    """Return the number of columns in the first of some rows."""
    first, _, _ = body[:MAX_LINE].partition("\n")
    return min(len(words_of(first)), MAX_COLUMNS)


def _without_comments(source: Source) -> str:
    """Return the text with blank lines in place of comments, and uniform line endings."""
    text = source.text.removeprefix(BYTE_ORDER_MARK)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "/*" in text:
        text = _COMMENT.sub(lambda one: " " + "\n" * one[0].count("\n") if one[1] else one[0], text)
        unclosed = text.find("/*")
        if unclosed >= 0:
            line = text.count("\n", 0, unclosed) + 1
            message = "this '/*' is never closed; expected '*/'"
            raise FileErrors([FileError(source.path, line, 1, message)])
    return text


@within_budget()
def read_rows(path: str, body: str, line: int, columns: int, expected: str) -> Array:
    """Return rows of numbers (m, columns), unconverted.

    Args:
        path: Name of the file in errors.
        body: The rows, without comments of the block syntax.
        line: Number of their first line in the file.
        columns: Number of values per row.
        expected: Error for a row of another length, such as ``"the robot has 6 joints"``.

    Raises:
        FileErrors: Rows of another length or with something that is not a finite number, by line,
            or more numbers than are read.
    """
    check_lines(path, body, line)
    found: list[Array] = []
    errors: list[FileError] = []
    start = 0
    while start < len(body) and len(errors) < MAX_ERRORS:
        end = body.find("\n", start + PIECE) + 1 or len(body)
        piece = body[start:end]
        values = _fast_rows(piece, columns)
        if values is None:
            values = _rows_by_line(path, piece, line, columns, expected, errors)
        fault = spend("numbers", values.size)
        if fault:
            errors.append(FileError(path, line, 1, f"the file {fault}"))
            break
        found.append(values)
        line += piece.count("\n")
        start = end
    if errors:
        raise FileErrors(errors)
    return np.concatenate(found)


def _fast_rows(body: str, columns: int) -> Array | None:
    """Return rows of numbers, or None if they are faulty."""
    if "," in body and (_EMPTY_CELL.search(body) or mixed(body)):
        return None
    plain = body.replace(",", " ") if "," in body else body
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            values = np.loadtxt(io.StringIO(plain), dtype=float, comments="#", ndmin=2)
    except ValueError:
        return None
    except UserWarning:
        # There are none.
        return np.empty((0, columns))
    return values if values.shape[1] == columns and bounded(values) else None


@contextmanager
def head_of(path: str, body: str, line: int) -> Iterator[None]:
    """Add the errors of the rows of a file to the errors of its head.

    Raises:
        FileErrors: Raised by the block; rows must be as long as the first one.
    """
    try:
        yield
    except FileErrors as head:
        columns = count_columns(body)
        try:
            read_rows(path, body, line, columns, f"expected {columns}, as in the first row")
        except FileErrors as rows:
            raise FileErrors([*head.errors, *rows.errors][:MAX_ERRORS]) from head
        raise


def lines_of_rows(body: str, line: int, wanted: Sequence[int]) -> list[int]:
    """Return the line numbers of rows from 0, without blank lines and comments."""
    rows = (at for at, text in enumerate(body.split("\n"), line) if words_of(text))
    found = dict(zip(range(wanted[-1] + 1), rows, strict=False))
    return [found.get(row, line) for row in wanted]


def bounded(values: Array) -> bool:
    """Return whether numbers are finite and within the bounds of files."""
    # A number that is not one fails every comparison.
    return bool((np.abs(values) <= bounds.NUMBER.most).all())


def _rows_by_line(
    path: str, body: str, line: int, columns: int, expected: str, errors: list[FileError]
) -> Array:
    rows: list[list[float]] = []
    for number, row in enumerate(body.split("\n"), line):
        words = words_of(row)[: columns + 1]
        fault = MIXED if mixed(row) else _fault(words, columns, expected)
        if fault:
            errors.append(FileError(path, number, 1, fault))
        elif words:
            rows.append([float(word) for word in words])
        if len(errors) >= MAX_ERRORS:
            break
    return np.array(rows).reshape(-1, columns)


def mixed(text: str) -> bool:
    """Return whether rows may contain decimal commas: 0,5 1,2 are two numbers or four."""
    return bool(_COMMA.search(text) and _BLANK.search(text.partition("#")[0]))


def words_of(row: str) -> list[str]:
    """Return the words of a row, including empty cells between commas."""
    bare = row.partition("#")[0].strip()
    if "," not in bare:
        return bare.split(None, MAX_COLUMNS + 1)
    cells = bare.removesuffix(",").split(",", MAX_COLUMNS + 1)
    return [word for cell in cells for word in (cell.split() or [""])]


def _fault(words: list[str], columns: int, expected: str) -> str:
    for column, word in enumerate(words[:columns], 1):
        if not word:
            return f"column {column} is empty; expected a number"
        if not NUMBER.fullmatch(word):
            return f"{shorten(word)} is not a number"
        if not bounds.NUMBER.has(float(word)):
            return f"{shorten(word)} is not {between(bounds.NUMBER, NUMBERS)}"
    if words and len(words) != columns:
        found = str(len(words)) if len(words) < columns else f"more than {columns}"
        return f"{found} numbers in this row; {expected}"
    return ""

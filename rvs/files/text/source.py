"""The text of a file with positions, read safely."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from rvs.files.budget import spend
from rvs.files.storage.outside_changes import note_read
from rvs.files.text.errors import FileError, FileErrors, whole_file
from rvs.value_class import dataclass

MEGABYTE = 1024 * 1024
MAX_BLOCK_FILE = 64 * MEGABYTE
BYTE_ORDER_MARK = "\ufeff"
POINTER = b"version https://git-lfs.github.com/"
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Source:
    """A text and the name under which its positions are reported.

    Attributes:
        path: Its name in errors.
        text: The text with the line endings of the file.
    """

    path: str
    text: str

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both from 1; a byte order mark has no column."""
        line = bisect_right(self._lines, offset)
        column = offset - self._lines[line - 1] + 1
        marked = line == 1 and column > 1 and self.text.startswith(BYTE_ORDER_MARK)
        return line, column - marked

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a position; 0 for the whole file, which has line 0."""
        if line == 0:
            return 0
        marked = line == 1 and self.text.startswith(BYTE_ORDER_MARK)
        return self._lines[line - 1] + column - 1 + marked

    def error(self, offset: int, message: str) -> FileError:
        """Return an error at an offset."""
        return FileError(self.path, *self.place(offset), message)


def read_source(path: Path, limit: int = MAX_BLOCK_FILE) -> Source:
    """Return the text of a file.

    Args:
        path: The file.
        limit: Greatest size in bytes; a larger file is not read.

    Raises:
        FileErrors: No such file, too large, unreadable, or not UTF-8 text.
    """
    data = read_data(path, limit)
    note_read(path, data)
    return Source(str(path), _decode(str(path), data))


def plain_text(path: Path, limit: int = MAX_BLOCK_FILE) -> str:
    """Return the text of a file of another program, in any encoding, without a byte order mark.

    Arguments and errors as for ``read_source``.
    """
    data = read_data(path, limit)
    note_read(path, data)
    return _decode(str(path), data, in_any).removeprefix(BYTE_ORDER_MARK)


def in_any(data: bytes) -> str:
    """Return a text in an undeclared encoding, of China or of western Europe."""
    # Letters of two bytes come in pairs; those of one stand alone among others.
    runs = re.findall(rb"[\x80-\xff]+", data)
    single = sum(len(run) % 2 for run in runs)
    try:
        return data.decode("cp1252" if 2 * single > len(runs) else "gb18030")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_data(path: Path, limit: int = MAX_BLOCK_FILE) -> bytes:
    """Return the contents of a file.

    Args:
        path: The file.
        limit: Greatest size in bytes; a larger file is not read.

    Raises:
        FileErrors: No such file, too large, or unreadable.
    """
    try:
        if path.is_dir():
            raise whole_file(path, "is a folder, not a file")
        size = path.stat().st_size
        fault = too_large(size, limit) if size > limit else spend("bytes", size)
        if fault:
            raise whole_file(path, fault)
        with path.open("rb") as stream:
            # A device or a growing file has no size to trust.
            data = stream.read(limit + 1)
    except FileNotFoundError as error:
        raise whole_file(path, "the file does not exist") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise whole_file(path, f"can't be read: {reason}") from error
    if len(data) > limit:
        raise whole_file(path, f"is too large; RVS reads at most {limit // MEGABYTE} MB")
    if data.startswith(POINTER):
        words = "is a pointer of Git LFS, not the file itself; git lfs pull gets the file"
        raise whole_file(path, words)
    return data


def encoded(path: str, text: str, limit: int = MAX_BLOCK_FILE) -> Source:
    """Return a text as read back from the bytes of a file.

    Raises:
        FileErrors: No file can hold it, or one that does can't be read.
    """
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        letter = f"U+{ord(text[error.start]):04X}"
        raise whole_file(
            path, f"{letter} is half a character, which no file can contain"
        ) from error
    if len(data) > limit:
        raise whole_file(path, too_large(len(data), limit))
    return Source(path, _decode(path, data))


def too_large(size: int, limit: int) -> str:
    """Return the fault of a file of this size in bytes."""
    return f"is {size / MEGABYTE:.4g} MB large; RVS reads at most {limit // MEGABYTE} MB"


def _decode(path: str, data: bytes, otherwise: Callable[[bytes], str] | None = None) -> str:
    if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        # As spreadsheets save "Unicode text".
        with suppress(UnicodeDecodeError):
            return data.decode("utf-16")
    if b"\0" in data[:65536]:
        raise whole_file(path, "is not a text file; expected UTF-8 text")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if otherwise is not None:
            return otherwise(data)
        before = Source(path, data[: error.start].decode("utf-8"))
        message = f"byte 0x{data[error.start]:02x} is not UTF-8 text; save the file as UTF-8"
        raise FileErrors([before.error(len(before.text), message)]) from error

"""Writes a file completely or not at all."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rvs.files.storage.locations import refuse_bundled
from rvs.files.storage.locks import being_written, remove_unwritten
from rvs.files.storage.transaction import make_folders, replace_file
from rvs.files.text.letters import utf8

_FRESH = re.compile(r"\..{1,40}\.[0-9a-f]{12}\.new")


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8, with unchanged line endings.

    Raises:
        RvsError: It contains characters that text files can't.
        BundledFileError: The file came with the program.
        OSError: It can't be written; an old file is then untouched.
    """
    write_bytes(path, utf8(text))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file so that after a crash it is either the old one or the new one.

    A link is followed, permissions of an old file are kept, and missing folders are created.

    Raises:
        BundledFileError: The file came with the program.
        OSError: It can't be written; an old file is then untouched.
    """
    with replacing(path) as fresh, fresh.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Open an empty file that replaces another when the block ends without an error.

    A link is followed, permissions of an old file are kept, and missing folders are created; after
    an error nothing is left behind.

    Raises:
        BundledFileError: The file came with the program.
        OSError: It can't be written; an old file is then untouched.
    """
    target = path.resolve()
    refuse_bundled(target)
    make_folders(target.parent)
    fresh = target.with_name(f".{target.name[:40]}.{os.urandom(6).hex()}.new")
    try:
        with being_written(fresh):
            yield fresh
            if target.exists():
                shutil.copymode(target, fresh)
            replace_file(fresh, target)
    except OSError as error:
        if error.filename not in (None, str(fresh)):
            raise
        # What the user knows is the file itself, not what is written ahead of it.
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    finally:
        fresh.unlink(missing_ok=True)


def remove_unfinished(folders: Iterable[Path]) -> int:
    """Remove the unfinished files of killed programs in some folders.

    Files that a running program is writing are kept.

    Returns:
        The number of removed files.
    """
    gone = 0
    for folder in dict.fromkeys(folders):
        try:
            found = [path for path in folder.iterdir() if _FRESH.fullmatch(path.name)]
        except OSError:
            # It is not there, or not ours to look into.
            continue
        gone += sum(path.is_file() and remove_unwritten(path) for path in found)
    return gone

"""Writes a file completely or not at all, under a lock that ends with the program."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rvs.files.storage.locations import refuse_bundled
from rvs.files.storage.transaction import make_folders, replace_file
from rvs.files.text.letters import utf8

WINDOWS = sys.platform == "win32"
if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


@contextmanager
def being_written(path: Path) -> Iterator[None]:
    """Make an empty file, marked as being written while the block runs.

    Windows can't remove open files, so the writer's own handle is a sufficient mark there.

    Raises:
        OSError: There is such a file, or it can't be made.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        if WINDOWS:
            os.close(handle)
        else:
            # On a disk without locks nobody can tell that it is left behind, so it stays.
            with suppress(OSError):
                _lock(handle)
        yield
    finally:
        if not WINDOWS:
            os.close(handle)


def remove_unwritten(path: Path) -> bool:
    """Remove a file that no program is writing; return whether it is gone."""
    try:
        if not WINDOWS:
            handle = os.open(path, os.O_RDWR)
            try:
                _lock(handle)
            finally:
                os.close(handle)
        path.unlink()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


class FileLock:
    """The lock of a file, taken from the operating system.

    No process id or time has to be trusted: the system releases the lock when the process ends.
    """

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle: int | None = handle

    @classmethod
    def take(cls, path: Path) -> FileLock | None:
        """Return the lock of a file, created if necessary; None if another program holds it.

        Raises:
            OSError: The file can't be made, or its disk has no locks.
        """
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(handle)
        except OSError as error:
            os.close(handle)
            if error.errno in HELD:
                return None
            raise
        return cls(path, handle)

    def release(self) -> None:
        """Release the lock and remove the file; a second call does nothing."""
        if self._handle is None:
            return
        # Windows removes no open file.  Whoever takes the lock in between finds nothing to do.
        os.close(self._handle)
        self._handle = None
        try:
            self.path.unlink(missing_ok=True)
        except PermissionError:
            return


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

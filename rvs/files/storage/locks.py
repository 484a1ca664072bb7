"""A lock of a running program, released when the program ends, however abruptly."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

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

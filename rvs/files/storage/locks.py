"""A lock that a running program holds and that its end, however sudden, lets go."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class FileLock:
    """The lock of a file, taken from the operating system.

    No process id and no time has to be trusted: the system lets the lock go with the process.
    """

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle: int | None = handle

    @classmethod
    def take(cls, path: Path) -> FileLock | None:
        """Return the lock of a file, made if need be; None if somebody holds it.

        Raises:
            OSError: The file can't be made, or its disk knows no locks.
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
        """Let it go and remove the file; a second time does nothing."""
        if self._handle is None:
            return
        # Windows removes no open file.  Whoever takes the lock in between finds nothing to do.
        os.close(self._handle)
        self._handle = None
        try:
            self.path.unlink(missing_ok=True)
        except PermissionError:
            return

"""Writes a file, a folder, or files that belong together completely or not at all."""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.files.storage.locations import refuse_bundled
from rvs.files.text.letters import utf8
from rvs.value_class import dataclass


@dataclass(slots=True)
class _Undo:
    """Actions of a block: files with copies of their earlier state, folders, calls to undo it."""

    files: list[tuple[Path, Path | None]]
    folders: list[Path]
    calls: list[Callable[[], object]]


_UNDO: ContextVar[_Undo | None] = ContextVar("undo", default=None)


@contextmanager
def file_transaction() -> Iterator[None]:
    """Restore all files that a block has written if the block fails.

    Blocks may be nested: files written by an inner block are removed if the outer one fails.
    """
    outer, own = _UNDO.get(), _Undo([], [], [])
    token = _UNDO.set(own)
    try:
        yield
    except BaseException:
        _take_back(own)
        raise
    finally:
        _UNDO.reset(token)
    if outer is not None:
        outer.files += own.files
        outer.folders += own.folders
        outer.calls += own.calls
    else:
        for _, copy in own.files:
            if copy is not None:
                copy.unlink(missing_ok=True)


def on_rollback(call: Callable[[], object]) -> None:
    """Call a function if the current block fails."""
    undo = _UNDO.get()
    if undo is not None:
        undo.calls.append(call)


def make_folders(folder: Path) -> None:
    """Make a folder and its parents, which are removed if the block fails.

    Raises:
        OSError: One can't be made.
    """
    undo = _UNDO.get()
    if undo is not None:
        undo.folders += [one for one in (folder, *folder.parents) if not one.exists()][::-1]
    folder.mkdir(parents=True, exist_ok=True)


def replace_file(fresh: Path, target: Path) -> None:
    """Replace a file by a new one; the old one is restored if the block fails.

    Raises:
        OSError: It can't be done; the old file is then untouched.
    """
    undo = _UNDO.get()
    if undo is not None:
        copy = None
        if target.exists():
            # Named as what tidying removes, should the program be killed.
            copy = fresh.with_name(f".{target.name[:40]}.{os.urandom(6).hex()}.new")
            shutil.copy2(target, copy)
        undo.files.append((target, copy))
    os.replace(fresh, target)


def _take_back(undo: _Undo) -> None:
    for call in reversed(undo.calls):
        call()
    for target, copy in reversed(undo.files):
        # What can't be taken back stays: the error that is under way says more.
        with suppress(OSError):
            if copy is None:
                target.unlink(missing_ok=True)
            else:
                os.replace(copy, target)
    for folder in reversed(undo.folders):
        with suppress(OSError):
            folder.rmdir()


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


MARK, WRITER = "written by", "rvs"


@contextmanager
def fresh_folder(path: Path, listing: str, facts: Mapping[str, object]) -> Iterator[Path]:
    """Make an empty folder that appears at a path when the block ends without an error.

    A folder written in this manner before is replaced; it is recognised by its listing.  After an
    error everything is unchanged.

    Args:
        path: Path of the folder; its parent folders are created.
        listing: Name of a JSON file that is added, with the facts and the names of the files.
        facts: Other facts in the listing.

    Raises:
        RvsError: The path is a file, or holds a file that was not written like this.
        OSError: Something can't be written.
    """
    target = path.resolve()
    _check_ours(path, target, listing)
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(f".{target.name[:40]}.{secrets.token_hex(6)}.new")
    fresh.mkdir()
    try:
        yield fresh
        names = sorted(file.name for file in fresh.iterdir())
        told = {MARK: WRITER, **facts, "files": names}
        write_text(fresh / listing, json.dumps(told, ensure_ascii=False, indent=1) + "\n")
        _check_ours(path, target, listing)
        _exchange(fresh, target)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _check_ours(path: Path, target: Path, listing: str) -> None:
    """Raise an error if a path has contents other than those named in a listing."""
    if not target.exists():
        return
    if not target.is_dir():
        raise RvsError(f"{path}: this is a file; expected a folder")
    known = _listed(target / listing)
    foreign = sorted(file.name for file in target.iterdir() if file.name not in known)
    if foreign:
        raise RvsError(
            f"{path}: it contains {foreign[0]!r}, which is not from an earlier run; expected "
            "a new or an empty folder"
        )


def _listed(listing: Path) -> set[str]:
    """Return names of the files in one of our listings, and its own."""
    try:
        told = json.loads(listing.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return set()
    if not isinstance(told, dict) or told.get(MARK) != WRITER:
        return set()
    files = told.get("files")
    return {listing.name, *map(str, files if isinstance(files, list) else ())}


def _exchange(fresh: Path, target: Path) -> None:
    """Replace a folder by another one, or restore it if that fails."""
    old = fresh.with_suffix(".old")
    if target.exists():
        os.replace(target, old)
    try:
        os.replace(fresh, target)
    except OSError:
        if old.exists():
            os.replace(old, target)
        raise
    shutil.rmtree(old, ignore_errors=True)

"""Files that belong together are all written, or all restored."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

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

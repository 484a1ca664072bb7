"""Files changed by another program are never overwritten unnoticed: their version is kept.

The bytes are compared, not their meaning: even an unreadable version is somebody's work.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from hashlib import blake2b
from itertools import count
from pathlib import Path

from rvs.files.storage.atomic import on_rollback, replacing, write_bytes
from rvs.files.text.letters import utf8

Tell = Callable[[Path, Path], object]

_CHUNK = 1 << 20

log = logging.getLogger(__name__)

# What files held when this program read them first, opened them or wrote them: sums by the paths
# that they were called by, and by those that links lead to.
_known: dict[str, bytes] = {}


def note_read(path: Path, data: bytes) -> None:
    """Record the contents of a file when it is read for the first time.

    Later readings are ignored: the program also reads files that are not shown to the user.
    """
    if _expected(path) is None:
        _expect(path, blake2b(data).digest())


def note_opened(path: Path) -> None:
    """Record the current contents of a file, which the user is about to see."""
    try:
        _expect(path, _sum_of(path))
    except (OSError, ValueError):
        # Whoever reads it says why that can't be done.
        return


def note_unseen(path: Path) -> None:
    """Treat any contents of a file as another program's, since the user could not see it."""
    _expect(path, b"")


def write_document(path: Path, text: str, ours: str = "") -> Path | None:
    """Write a text to a file, and keep the previous version if another program changed it.

    Args:
        path: The file; the user has named it if this program has neither read nor written it.
        text: The text.
        ours: Contents of the file when it was read for the written text, if known; else the
            contents when it was last opened or written are expected.

    Returns:
        Path of the kept version of the other program, or None; ``telling_kept`` is called in that
        case.

    Raises:
        RvsError: The file came with the program, or the text has invalid characters.
        OSError: It, or the copy, can't be written; an old file is then untouched.
    """
    data, copy = utf8(text), None
    now, new, before = _sum_of(path), blake2b(data).digest(), _expected(path)
    expected = blake2b(ours.encode("utf-8")).digest() if ours else before
    if now is not None and expected is not None and now not in (expected, new):
        copy = set_aside(path)
    write_bytes(path, data)
    on_rollback(partial(_expect, path, before))
    _expect(path, new)
    if copy is not None:
        tell_kept(path, copy)
    return copy


@contextmanager
def telling_kept(tell: Tell) -> Iterator[None]:
    """Report each version of another program kept while a block runs, and its location."""
    token = _TELL.set(tell)
    try:
        yield
    finally:
        _TELL.reset(token)


def tell_kept(path: Path, copy: Path) -> None:
    """Report the location of a kept version of another program."""
    _TELL.get()(path, copy)


def kept_as(copy: Path) -> str:
    """Return the message about a file that was changed in the meantime."""
    return f"another program changed the file; its version is now {copy.name}"


def _names(path: Path) -> tuple[str, str]:
    return os.path.abspath(path), os.path.realpath(path)


def _expected(path: Path) -> bytes | None:
    return next((_known[name] for name in _names(path) if name in _known), None)


def _expect(path: Path, found: bytes | None) -> None:
    for name in _names(path):
        if found is None:
            _known.pop(name, None)
        else:
            _known[name] = found


def _log(path: Path, copy: Path) -> None:
    log.warning("%s: %s", path, kept_as(copy))


_TELL: ContextVar[Tell] = ContextVar("tell", default=_log)


def set_aside(path: Path) -> Path:
    """Copy a file under a free name in its folder; return the path of the copy.

    Raises:
        OSError: The copy can't be written.
    """
    taken = {one.name for one in path.parent.iterdir()}
    names = (f"{path.stem} (theirs {k}){path.suffix}" for k in count(1))
    copy = path.with_name(next(name for name in names if name not in taken))
    with replacing(copy) as fresh:
        shutil.copyfile(path, fresh)
    return copy


def _sum_of(path: Path) -> bytes | None:
    """Return the checksum of the contents of a file of any size; None if there is no file."""
    total = blake2b()
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                total.update(chunk)
    except FileNotFoundError:
        return None
    return total.digest()

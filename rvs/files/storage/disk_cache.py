"""Results of long computations, stored in the user's cache for the next run of the program."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path

from rvs.files.storage.atomic import write_bytes
from rvs.model.folders import cache_folder
from rvs.version import __version__

# So many things of one kind are kept; the oldest ones go.
MOST = 64
_DIGEST = 16

log = logging.getLogger(__name__)


def cached_result(kind: str, facts: Sequence[object], make: Callable[[], bytes]) -> bytes:
    """Return the result for some facts from the cache, or compute and store it.

    A damaged file is made again; if writing is impossible, nothing is stored.

    Args:
        kind: Name of its folder.
        facts: All values on which it depends: texts, numbers and lists of them.
        make: Computes it.
    """
    file = cache_folder() / kind / _digest(json.dumps(list(facts)).encode()).hex()
    found = read_cached(file)
    if found is not None:
        return found
    made = make()
    store(file, made)
    forget_oldest(file.parent, MOST)
    return made


def store(file: Path, data: bytes) -> None:
    """Write the result of ``read_cached``; nothing is stored if the folder is not writable."""
    try:
        write_bytes(file, _digest(data) + data)
    except OSError as error:
        log.info("%s: not cached: %s", file, error)


def read_cached(file: Path) -> bytes | None:
    """Return the contents of a cached file, or None if it is missing or damaged."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    digest, found = data[:_DIGEST], data[_DIGEST:]
    return found if digest == _digest(found) else None


def forget_oldest(folder: Path, most: int) -> None:
    """Remove the oldest files of a folder, so that at most this number remains."""
    try:
        files = [(path.stat().st_mtime_ns, path) for path in folder.iterdir()]
        for _, path in sorted(files)[:-most]:
            path.unlink(missing_ok=True)
    except OSError as error:
        log.info("%s: the oldest files are still there: %s", folder, error)


def program(*folders: Path) -> str:
    """Return the identity of the program: its version, and its sources in a checkout."""
    paths = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    facts = [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in paths]
    return f"{__version__} {_digest(repr(facts).encode()).hex()}"


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST).digest()

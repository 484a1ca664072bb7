"""Writes a folder of files completely or not at all, and never over other files."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.files.storage.atomic import write_text

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

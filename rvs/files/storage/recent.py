"""The most recently opened files, in one small file of the user's folder."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rvs.files.storage.atomic import write_text
from rvs.model.folders import config_folder

MOST = 12
LARGEST = 1_000_000

log = logging.getLogger(__name__)


def recent_file() -> Path:
    """Return the path of the list."""
    return config_folder() / "recent.json"


def recent_files(file: Path | None = None) -> tuple[Path, ...]:
    """Return the most recently opened files, latest first; missing files come last.

    A missing or damaged list is treated as empty.

    Args:
        file: The list, if it is not the user's.
    """
    return tuple(sorted(_read(file or recent_file()), key=lambda path: not _exists(path)))


def add_recent(path: Path, file: Path | None = None) -> None:
    """Put a file first in the list; an unwritable list stays unchanged."""
    home = file or recent_file()
    added = Path(os.path.abspath(path))
    _write(home, [added, *_others(added, _read(home))])


def forget_recent(path: Path, file: Path | None = None) -> None:
    """Remove a file from the list."""
    home = file or recent_file()
    _write(home, _others(Path(os.path.abspath(path)), _read(home)))


def clear_recent(file: Path | None = None) -> None:
    """Empty the list."""
    _write(file or recent_file(), [])


def _others(path: Path, paths: Iterable[Path]) -> list[Path]:
    same = os.path.normcase(path)
    return [other for other in paths if os.path.normcase(other) != same]


def _read(file: Path) -> list[Path]:
    texts = kept_list(file, LARGEST, "the list of recent files")
    return list(dict.fromkeys(Path(text) for text in texts if _is_path(text)))[:MOST]


def kept_list(file: Path, largest: int, what: str) -> list[Any]:
    """Return a list stored as JSON; nothing if it is missing or damaged.

    Args:
        file: The file.
        largest: Maximum number of bytes read.
        what: Name of the list, for the log.
    """
    try:
        with file.open("rb") as stream:
            values = json.loads(stream.read(largest))
    except FileNotFoundError:
        return []
    except (OSError, ValueError, RecursionError) as error:
        log.warning("%s: not readable, so %s is empty: %s", file, what, error)
        return []
    return values if isinstance(values, list) else []


def _is_path(value: object) -> bool:
    return isinstance(value, str) and "\0" not in value and Path(value).is_absolute()


def _write(file: Path, paths: Iterable[Path]) -> None:
    kept = [str(path) for path in paths][:MOST]
    try:
        # ASCII alone: names of files need not be valid text.
        write_text(file, json.dumps(kept, indent=1) + "\n")
    except OSError as error:
        log.warning("%s: the list of recent files can't be written: %s", file, error)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False

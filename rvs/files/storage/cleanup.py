"""Removal, at start-up, of files that an earlier run could not remove."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

from rvs.files.library import SUFFIXES
from rvs.files.storage.atomic import remove_unfinished
from rvs.files.storage.locations import user_folder
from rvs.files.storage.recent import recent_files
from rvs.files.storage.recovery import recovery_folder
from rvs.model.folders import cache_folder, config_folder

log = logging.getLogger(__name__)


def remove_leftovers() -> None:
    """Remove the unfinished files of killed programs from the user's folders."""
    gone = remove_unfinished(_folders())
    if gone:
        log.info("%d unfinished files of killed programs were removed", gone)


def _folders() -> Iterator[Path]:
    home = user_folder()
    yield from (home, *(home / name for name in SUFFIXES), home / "links" / "tools")
    yield from (recovery_folder(), config_folder(), cache_folder())
    yield from (path.parent for path in recent_files())

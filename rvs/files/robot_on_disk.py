"""The current contents of a robot's files, to compare with the robot in the window."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.files.bodies.models import LINKS, model_target
from rvs.files.library import SUFFIXES, find_robot, load_robot
from rvs.files.placed_robot import as_imported, placed_robot
from rvs.files.robots.own_postures import FOLDER, postures_beside
from rvs.files.storage.locations import bundled_folder, user_folder
from rvs.files.storage.outside_changes import note_opened
from rvs.model.document import PlacedRobot

# How many files are remembered, and how many versions of each.
FILES, VERSIONS = 64, 8

Stamps = tuple[tuple[int, int] | None, ...]


# Versions of each file that others have changed since: what was read from one is nobody's work.
_versions: dict[str, tuple[PlacedRobot, ...]] = {}


def opened(name: str) -> PlacedRobot:
    """Read a robot of the library or of a file; ``on_disk`` reuses the result.

    Raises:
        LibraryError: There is no such robot.
        FileErrors: Everything that is wrong with its file.
    """
    origin = str(find_robot(name))
    paths = _paths(origin, str(user_folder()))
    for path in paths:
        note_opened(path)
    return _read(origin, tuple(map(_stamp, paths))) or placed_robot(load_robot(name), name)


def on_disk(placed: PlacedRobot) -> PlacedRobot | None:
    """Return a robot from its current files, or None; changed files are read again.

    If another program has changed them since, the displayed version is returned.
    """
    if not placed.origin:
        return as_imported(placed.imported) if placed.imported is not None else None
    paths = _paths(placed.origin, str(user_folder()))
    now = _read(placed.origin, tuple(map(_stamp, paths))) if paths else None
    if now is None:
        return None
    versions = _versions.get(placed.origin, ())
    if not any(one is now for one in versions):
        versions = _versions[placed.origin] = (*versions, now)[-VERSIONS:]
        if len(_versions) > FILES:
            del _versions[next(iter(_versions))]
    if now.robot == placed.robot:
        return now
    return next((one for one in reversed(versions) if one.robot == placed.robot), now)


def forget() -> None:
    """Discard cached files, since some were just written."""
    _versions.clear()
    _paths.cache_clear()
    _read.cache_clear()


# By value: asked for each robot at every edit, and the answer needs a look into folders.
@lru_cache(maxsize=FILES)
def _paths(origin: str, _home: str) -> tuple[Path, ...]:
    """Return all files on which the data of a robot depend."""
    try:
        path = find_robot(origin)
    except (RvsError, OSError):
        return ()
    homes = (bundled_folder(), user_folder())
    name = path.stem
    beside = [model_target(path), path.parent / (name + SUFFIXES[LINKS])]
    models = [home / LINKS / (name + SUFFIXES[LINKS]) for home in homes]
    postures = [home / FOLDER / (name + SUFFIXES[FOLDER]) for home in homes]
    own = postures_beside(path)
    return (path, *beside, *models, *postures, *([own] if own else []))


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        facts = path.stat()
    except (OSError, ValueError):
        return None
    return facts.st_mtime_ns, facts.st_size


# By the times and sizes of all files: read again once one has changed.
@lru_cache(maxsize=FILES)
def _read(origin: str, _stamps: Stamps) -> PlacedRobot | None:
    try:
        return placed_robot(load_robot(origin), origin)
    except (RvsError, OSError):
        return None

"""A robot of the library or of a file as it is placed in a cell, and as it is on disk now."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.files.bodies.effectors import effector_body
from rvs.files.bodies.models import LINKS, model_target, usable_model
from rvs.files.library import SUFFIXES, find_robot, load_robot
from rvs.files.robots.arch import Architecture
from rvs.files.robots.jconfig import FOLDER, own_postures, postures_beside
from rvs.files.storage.locations import bundled_folder, user_folder
from rvs.files.storage.outside_changes import note_opened
from rvs.model.document import PlacedRobot
from rvs.model.robots.imported import Imported

MOST_IMPORTED = 64
# What was read from files of other programs: to have looked at it is nobody's work.
_imported: dict[Imported, PlacedRobot] = {}


def placed_robot(architecture: Architecture, name: str) -> PlacedRobot:
    """Return a robot with its full model, its end-effector and its named postures.

    Args:
        architecture: The robot.
        name: Name in the library or path by which it was requested.
    """
    # What other programs wrote is not the file that the robot is saved to.
    origin = "" if architecture.imported else _origin(architecture, name)
    robot_id = architecture.robot.name or Path(name).stem
    bare = bare_robot(architecture, robot_id, origin)
    made = replace(bare, body=usable_model(architecture), named=own_postures(bare))
    if made.imported is not None:
        _imported[made.imported] = made
        if len(_imported) > MOST_IMPORTED:
            del _imported[next(iter(_imported))]
    return made


def as_imported(imported: Imported) -> PlacedRobot | None:
    """Return a robot as read from a file of another program, as long as that file exists."""
    return _imported.get(imported) if Path(imported.path).is_file() else None


def _origin(architecture: Architecture, name: str) -> str:
    """Return the absolute path of its file, since the program's working folder may change later."""
    return name if architecture.path is None else os.path.abspath(architecture.path)


def bare_robot(architecture: Architecture, robot_id: str, origin: str) -> PlacedRobot:
    """Return a robot without data from other files: full model and named postures."""
    return PlacedRobot(
        robot_id,
        architecture.robot,
        unit=architecture.unit,
        end_effector=architecture.end_effector,
        full=architecture.geomtype == "full",
        origin=origin,
        effector=architecture.effector or effector_body(architecture.end_effector),
        display=architecture.display,
        imported=architecture.imported,
        parameters=architecture.parameters,
    )


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

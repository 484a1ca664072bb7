"""The named postures of a robot: those of the library, kept in the user's folder once changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from rvs.files.library import files_of, own_path
from rvs.files.robots.arch import Architecture
from rvs.files.robots.jconfig import NamedPosture, PostureFile, read_postures, save_postures
from rvs.model.document import PlacedRobot

Postures = tuple[NamedPosture, ...]


def library_name(placed: PlacedRobot) -> str:
    """Return the name under which the library keeps what belongs to a robot."""
    return Path(placed.origin).stem or placed.robot.name or placed.id


def read(placed: PlacedRobot) -> PostureFile:
    """Return the postures of a robot, none where there is no file.

    Raises:
        FileErrors: Everything that is wrong with the file.
        OSError: It can't be read.
    """
    path = files_of("jconfig").get(library_name(placed))
    if path is None:
        return PostureFile((), library_name(placed), placed.unit)
    return read_postures(path, _architecture(placed))


def change(
    placed: PlacedRobot, file: PostureFile, edit: Callable[[Postures], Postures]
) -> PostureFile:
    """Write changed postures to the user's file, which is made where there was a bundled one.

    Raises:
        RvsError: The robot's name can't be that of a file, or a posture does not fit it.
        OSError: The file can't be written.
    """
    path = own_path("jconfig", library_name(placed))
    path.parent.mkdir(parents=True, exist_ok=True)
    changed = replace(file, postures=edit(file.postures))
    return save_postures(path, changed, _architecture(placed))


def put(posture: NamedPosture) -> Callable[[Postures], Postures]:
    """Return the edit that adds a posture, in place of one of the same name."""

    def edit(postures: Postures) -> Postures:
        if any(one.name == posture.name for one in postures):
            return tuple(posture if one.name == posture.name else one for one in postures)
        return (*postures, posture)

    return edit


def rename(old: str, new: str) -> Callable[[Postures], Postures]:
    """Return the edit that gives a posture another name; another one of that name goes."""

    def edit(postures: Postures) -> Postures:
        kept = (one for one in postures if one.name == old or one.name != new)
        return tuple(replace(one, name=new) if one.name == old else one for one in kept)

    return edit


def remove(names: set[str]) -> Callable[[Postures], Postures]:
    """Return the edit that takes postures away."""
    return lambda postures: tuple(one for one in postures if one.name not in names)


def _architecture(placed: PlacedRobot) -> Architecture:
    return Architecture(placed.robot, placed.unit)

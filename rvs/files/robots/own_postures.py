"""The file with the named postures of a robot, and its contents."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.files.library import SUFFIXES, files_of, own_path
from rvs.files.robots.arch import Architecture
from rvs.files.robots.jconfig import PostureFile, read_postures, save_postures
from rvs.files.storage.locations import is_bundled
from rvs.files.storage.outside_changes import note_unseen
from rvs.files.text.errors import FileErrors
from rvs.files.text.tokens import renamed_heading
from rvs.model.document import PlacedRobot
from rvs.model.robots.named_posture import NamedPostures

FOLDER, ARCH = "jconfig", "arch"


def library_name(placed: PlacedRobot) -> str:
    """Return the name of a robot's data in the library."""
    return Path(placed.origin).stem or placed.robot.name or placed.id


def posture_file(placed: PlacedRobot) -> Path | None:
    """Return the file of a robot's postures, or None.

    It has the name of the robot's file and is next to it if the robot does not belong to the
    library, else in the library.
    """
    target = posture_target(placed)
    if target is not None and target.is_file():
        return target
    return files_of(FOLDER).get(library_name(placed))


def posture_target(placed: PlacedRobot, robot_file: Path | None = None) -> Path | None:
    """Return the path of a robot's postures for writing, or None if they can have no file.

    Args:
        placed: The robot.
        robot_file: Its file, if it differs from the original one.
    """
    path = robot_file or Path(placed.origin)
    if len(path.parts) > 1:
        return postures_beside(path)
    try:
        return own_path(FOLDER, library_name(placed))
    except RvsError:
        return None


def postures_beside(robot_file: Path) -> Path | None:
    """Return the path of the postures next to a robot's file for writing, or None."""
    folder, name = robot_file.parent, robot_file.stem + SUFFIXES[FOLDER]
    if not is_bundled(robot_file):
        return folder.parent / FOLDER / name if folder.name == ARCH else folder / name
    try:
        return own_path(FOLDER, robot_file.stem)
    except RvsError:
        return None


def read_own(placed: PlacedRobot) -> PostureFile:
    """Return the postures in a robot's posture file; none if there is no file.

    Raises:
        FileErrors: All errors of the file.
    """
    path = posture_file(placed)
    if path is None:
        return PostureFile((), library_name(placed), placed.unit)
    return read_postures(path, Architecture(placed.robot, placed.unit))


def own_postures(placed: PlacedRobot) -> NamedPostures:
    """Return the postures in a robot's posture file; none if it can't be read."""
    try:
        return read_own(placed).postures
    except FileErrors:
        return ()


def save_own(placed: PlacedRobot, robot_file: Path | None = None) -> Path | None:
    """Write the postures of a robot to their file, unless they are already there.

    Args:
        placed: The robot.
        robot_file: Another file to which it is saved; existing postures there are removed, unless
            the robot has none.

    Returns:
        The file that was written, or None.

    Raises:
        RvsError: They can have no file.
        OSError: The file can't be written.
    """
    moved = robot_file is not None and str(robot_file) != placed.origin
    if moved and not placed.named:
        return None
    standing = _text_of_old(placed) if moved else _standing(placed)
    if not moved and standing.postures == placed.named:
        return None
    path = posture_target(placed, robot_file)
    if path is None:
        raise RvsError(f"{library_name(placed)!r} can't be the name of a posture file")
    path.parent.mkdir(parents=True, exist_ok=True)
    name = path.stem if moved else standing.robot
    # Its text is what the file says now, which nobody may have seen.
    text = renamed_heading(standing.text, placed.robot.name, name) if moved else standing.text
    wanted = replace(standing, postures=placed.named, robot=name, path=None, text=text)
    save_postures(path, wanted, Architecture(placed.robot, placed.unit))
    return path


def _standing(placed: PlacedRobot) -> PostureFile:
    """Return the file of the postures; an unreadable one is kept, and replaced by an empty one."""
    try:
        return read_own(placed)
    except FileErrors:
        path = posture_target(placed)
        if path is not None:
            note_unseen(path)
        return PostureFile((), library_name(placed), placed.unit)


def _text_of_old(placed: PlacedRobot) -> PostureFile:
    """Return the original file of the postures, whose comments and layout a new one adopts."""
    try:
        return replace(read_own(placed), path=None)
    except FileErrors:
        return PostureFile((), unit=placed.unit)

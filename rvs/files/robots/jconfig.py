"""Posture files: named postures of a robot, and the file that belongs to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from functools import partial
from pathlib import Path

from rvs.engine.errors import ArgumentError, RvsError
from rvs.files.budget import within_budget
from rvs.files.library import SUFFIXES, files_of, own_path
from rvs.files.robots.arch import Architecture
from rvs.files.robots.arch_keys import posture_kind, unit_line
from rvs.files.storage.locations import is_bundled
from rvs.files.storage.outside_changes import note_unseen, write_document
from rvs.files.text.blocks import BlockForm, named_groups, update_group
from rvs.files.text.edit import Editor, came_from, prove, text_now
from rvs.files.text.errors import FileError, FileErrors
from rvs.files.text.fields import Fields
from rvs.files.text.findings import Findings, findings_of
from rvs.files.text.keys import Choice, Key, Numbers, Text, key_wants, names, read_keys
from rvs.files.text.source import Source, read_source
from rvs.files.text.syntax import Group, Tree, parse, read_with
from rvs.files.text.tokens import in_comment, renamed_heading
from rvs.model.document import PlacedRobot
from rvs.model.numbers.units import LENGTH_UNITS
from rvs.model.robots.named_posture import MOST_POSTURES, NamedPosture, NamedPostures
from rvs.value_class import dataclass

BLOCK = "posture"


@dataclass(frozen=True)
class PostureFile:
    """Contents of a posture file.

    Attributes:
        postures: The postures in the order of the file, with unique names.
        robot: Name of the robot they belong to.
        unit: Unit of prismatic values in the file.
        path: File it was read from, or None.
        text: Text it was read from; saving keeps everything in it that is still true.
        warnings: Warnings about the file.
    """

    postures: NamedPostures
    robot: str = ""
    unit: str = "m"
    path: Path | None = None
    text: str = field(default="", repr=False, compare=False)
    warnings: tuple[FileError, ...] = field(default=(), repr=False, compare=False)

    def find(self, name: str) -> NamedPosture | None:
        """Return the posture of that name."""
        return next((posture for posture in self.postures if posture.name == name), None)


@within_budget()
def read_postures(path: Path, architecture: Architecture) -> PostureFile:
    """Read the postures of a robot.

    Args:
        path: The file.
        architecture: The robot; its unit applies if the file has none.

    Raises:
        FileErrors: All errors of the file.
    """
    return read_with(read_source(path), partial(postures_of, architecture=architecture, path=path))


def postures_of(tree: Tree, architecture: Architecture, path: Path | None) -> PostureFile:
    """Return the postures of a robot in a parsed posture file.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    with findings_of(tree.source) as findings:
        keys = file_keys(Path(tree.source.path).stem, architecture.unit)
        said = read_keys(Fields(findings, tree.root, names(keys), (BLOCK,)), keys)
        postures = read_posture_blocks(
            findings, tree.root, posture_keys(architecture, said["unit"])
        )
    warnings = (*tree.warnings, *findings.warnings)
    return PostureFile(postures, path=path, text=tree.source.text, warnings=warnings, **said)


def file_keys(robot: str = "", unit: str = "m") -> tuple[Key, ...]:
    """Return the keys of a posture file, with the defaults of a robot."""
    return (
        Key("robot", Text(bare=True), "robot of the postures", "robot = puma560", robot,
            usual="name of the file"),
        Key("unit", Choice(LENGTH_UNITS), "unit of prismatic values", "unit = mm", unit,
            usual="the robot's"),
    )  # fmt: skip


def posture_keys(architecture: Architecture | None = None, unit: str = "m") -> tuple[Key, ...]:
    """Return the keys of a robot's posture, in a file with that unit."""
    kind = posture_kind(architecture.robot, unit) if architecture else Numbers(0)
    return (
        Key("q", kind, "value of every joint, degrees or length", "q = [ 0, 45, 180, 0, 45, 0 ]",
            (), required=True),
        Key("comment", Text(said="text"), "purpose of the posture", 'comment = "isotropic"', ""),
    )  # fmt: skip


def read_posture_blocks(findings: Findings, root: Group, keys: Sequence[Key]) -> NamedPostures:
    """Return the postures in the blocks of a block or file; record errors."""
    groups = [group for group in root.groups if group.key == BLOCK]
    if len(groups) > MOST_POSTURES:
        findings.stop(groups[MOST_POSTURES].start, f"more than {MOST_POSTURES:,} postures")
    return tuple(
        NamedPosture(group.label, **read_keys(Fields(findings, group, names(keys)), keys))
        for group in named_groups(findings, root, BLOCK)
    )


def save_postures(path: Path, file: PostureFile, architecture: Architecture) -> PostureFile:
    """Write postures to a file, atomically; unchanged ones keep their text.

    Returns:
        The postures as they are in the file now.

    Raises:
        ArgumentError: A posture has another number of joints than the robot.
        RvsError: It holds something that a file can't; the old file stays.
        OSError: The file can't be written.
    """
    wrong = [posture.name for posture in file.postures if len(posture.q) != architecture.robot.n]
    if wrong:
        raise ArgumentError(f"q: posture {wrong[0]!r} needs {architecture.robot.n} values")

    def read(tree: Tree) -> PostureFile:
        return postures_of(tree, architecture, path)

    new = postures_text(replace(file, text=text_now(path, file, read)), architecture)
    saved = prove(new, path, read)
    write_document(path, new, file.text if came_from(file, path) else "")
    return saved


def postures_text(file: PostureFile, architecture: Architecture) -> str:
    """Return the text of a posture file: its source if that is still true."""
    text = file.text or f"/*** Postures of {in_comment(file.robot)} ***/\n" + unit_line(
        architecture.robot, file.unit
    )
    tree = parse(Source(file.robot, text))
    try:
        old = _form(postures_of(tree, architecture, file.path), file.robot, architecture)
    except FileErrors:
        old = None
    editor = Editor(tree)
    # The name of the file says which robot it is for.
    usual = file.robot if file.text else ""
    update_group(editor, tree.root, old, _form(file, usual, architecture))
    return editor.result()


def _form(file: PostureFile, robot: str, architecture: Architecture) -> BlockForm:
    postures = posture_forms(file.postures, posture_keys(architecture, file.unit))
    return BlockForm("", entries=(*key_wants(file_keys(robot, architecture.unit), file), *postures))


def posture_forms(postures: NamedPostures, keys: Sequence[Key]) -> list[BlockForm]:
    """Return the blocks of postures, with the keys of a posture."""
    return [BlockForm(BLOCK, one.name, tuple(key_wants(keys, one))) for one in postures]


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

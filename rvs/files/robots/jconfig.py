"""Posture files: named postures of a robot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from functools import partial
from pathlib import Path

from rvs.engine.errors import ArgumentError
from rvs.files.budget import within_budget
from rvs.files.robots.arch import Architecture
from rvs.files.robots.arch_keys import posture_kind, unit_line
from rvs.files.storage.outside_changes import write_document
from rvs.files.text.blocks import BlockForm, update_group
from rvs.files.text.edit import Editor
from rvs.files.text.errors import FileError, FileErrors
from rvs.files.text.fields import Fields
from rvs.files.text.findings import Findings, findings_of
from rvs.files.text.groups import named_groups
from rvs.files.text.keys import Choice, Key, Numbers, Text, key_wants, names, read_keys
from rvs.files.text.readback import came_from, prove, text_now
from rvs.files.text.source import Source, read_source
from rvs.files.text.syntax import Group, Tree, parse, read_with
from rvs.files.text.tokens import in_comment
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

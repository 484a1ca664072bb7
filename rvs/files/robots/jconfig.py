"""Posture files: named postures of a robot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.files.robots.arch import GEOMETRY, Architecture, joint_scale
from rvs.files.storage.atomic import write_text
from rvs.files.text.edit import Editor
from rvs.files.text.errors import FileError, FileErrors
from rvs.files.text.fields import Fields
from rvs.files.text.findings import Findings, TooManyErrors
from rvs.files.text.forms import Name, Num, Seq, Want
from rvs.files.text.readback import prove
from rvs.files.text.scale import Scale, length_scale
from rvs.files.text.source import Source, read_source
from rvs.files.text.syntax import Group, Tree, parse
from rvs.model.numbers.quantities import LENGTH_UNITS

FILE_KEYS = ("robot", "unit")
POSTURE_KEYS = ("q", "comment")
BLOCK = "posture"
MAX_POSTURES = 10_000


@dataclass(frozen=True, slots=True)
class NamedPosture:
    """A posture with a name; ``q`` in rad and m."""

    name: str
    q: tuple[float, ...]
    comment: str = ""


@dataclass(frozen=True)
class PostureFile:
    """What a posture file says.

    Attributes:
        postures: The postures in the order of the file, each name once.
        robot: Name of the robot they belong to.
        unit: Unit of prismatic values in the file.
        path: File it was read from, or None.
        text: Text it was read from; saving keeps all of it that is still true.
        warnings: What is odd about the file.
    """

    postures: tuple[NamedPosture, ...]
    robot: str = ""
    unit: str = "m"
    path: Path | None = None
    text: str = field(default="", repr=False, compare=False)
    warnings: tuple[FileError, ...] = field(default=(), repr=False, compare=False)

    def find(self, name: str) -> NamedPosture | None:
        """Return the posture of that name."""
        return next((posture for posture in self.postures if posture.name == name), None)


def read_postures(path: Path, architecture: Architecture) -> PostureFile:
    """Read the postures of a robot.

    Args:
        path: The file.
        architecture: The robot; its unit counts if the file has none.

    Raises:
        FileErrors: Everything that is wrong with the file.
    """
    return postures_of(parse(read_source(path)), architecture, path)


def postures_of(tree: Tree, architecture: Architecture, path: Path | None) -> PostureFile:
    """Return what a parsed posture file says about a robot.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    findings = Findings(tree.source)
    postures: tuple[NamedPosture, ...] = ()
    unit = robot = ""
    try:
        fields = Fields(findings, tree.root, FILE_KEYS, (BLOCK,))
        robot = fields.word("robot", Path(tree.source.path).stem)
        unit = fields.word("unit", architecture.unit, LENGTH_UNITS)
        scales = joint_scales(architecture.robot, unit)
        groups = [group for group in tree.root.groups if group.key == BLOCK]
        postures = _postures(findings, groups, scales)
    except TooManyErrors:
        raise findings.failure() from None
    findings.check()
    warnings = (*tree.warnings, *findings.warnings)
    return PostureFile(postures, robot, unit, path, tree.source.text, warnings)


def joint_scales(robot: Robot, unit: str) -> tuple[Scale, ...]:
    """Return the scale of every joint's value in a file of that unit of length."""
    return tuple(joint_scale(joint.kind, length_scale(unit)) for joint in robot.joints)


def _postures(
    findings: Findings, groups: Sequence[Group], scales: tuple[Scale, ...]
) -> tuple[NamedPosture, ...]:
    if len(groups) > MAX_POSTURES:
        findings.error(groups[MAX_POSTURES].start, f"more than {MAX_POSTURES:,} postures")
        raise TooManyErrors
    postures: dict[str, NamedPosture] = {}
    for group in groups:
        if not group.label:
            findings.error(group.start, 'a posture needs a name; expected posture "NAME" { … }')
        elif group.label in postures:
            findings.error(group.start, f"a second posture is named {group.label!r}")
        postures[group.label] = _posture(findings, group, scales)
    return tuple(postures.values())


def _posture(findings: Findings, group: Group, scales: tuple[Scale, ...]) -> NamedPosture:
    fields = Fields(findings, group, POSTURE_KEYS)
    fields.require(("q",))
    q = fields.numbers("q", (len(scales),), GEOMETRY, scales) or []
    return NamedPosture(group.label, tuple(q), fields.text("comment"))


def save_postures(path: Path, file: PostureFile, architecture: Architecture) -> PostureFile:
    """Write postures to a file, atomically; what did not change keeps its text.

    Returns:
        The postures as they stand in the file now.

    Raises:
        ArgumentError: A posture has another number of joints than the robot.
        RvsError: It holds something that a file can't; the old file stays.
        OSError: The file can't be written.
    """
    wrong = [posture.name for posture in file.postures if len(posture.q) != architecture.robot.n]
    if wrong:
        raise ArgumentError(f"q: posture {wrong[0]!r} needs {architecture.robot.n} values")
    old = _old_text(path, file, architecture)
    text = postures_text(replace(file, text=old), architecture)
    prove(text, path, lambda tree: postures_of(tree, architecture, path))
    write_text(path, text)
    return read_postures(path, architecture)


def _old_text(path: Path, file: PostureFile, architecture: Architecture) -> str:
    if file.path is None or path != file.path:
        return file.text
    try:
        return read_postures(path, architecture).text
    except FileErrors:
        return file.text


def postures_text(file: PostureFile, architecture: Architecture) -> str:
    """Return the text of a posture file: the one it came from, where that is still true."""
    text = file.text or f"/*** Postures of {file.robot.replace('*/', '* /')} ***/\n"
    tree = parse(Source(file.robot, text))
    editor = Editor(tree)
    editor.update(
        tree.root,
        [
            Want("robot", Name(file.robot), bool(file.text) or not file.robot),
            Want("unit", Name(file.unit), file.unit == architecture.unit),
        ],
    )
    scales = joint_scales(architecture.robot, file.unit)
    groups = {group.label: group for group in tree.root.groups if group.key == BLOCK}
    wanted = {posture.name: posture for posture in file.postures}
    for name, group in groups.items():
        if name in wanted:
            editor.update(group, _wants(wanted[name], scales))
        else:
            editor.remove(group)
    for name, posture in wanted.items():
        if name not in groups:
            editor.add_block(None, _lines(posture, scales))
    return editor.result()


def _wants(posture: NamedPosture, scales: Sequence[Scale]) -> list[Want]:
    numbers = Seq(tuple(map(Num, posture.q, scales)))
    comment = Name(posture.comment, quoted=True) if posture.comment else None
    return [Want("q", numbers), Want("comment", comment)]


def _lines(posture: NamedPosture, scales: Sequence[Scale]) -> list[str]:
    label = Name(posture.name, quoted=True).text()
    lines = [f" {want.line()}" for want in _wants(posture, scales) if want.form]
    return [f"{BLOCK} {label} {{", *lines, "}"]

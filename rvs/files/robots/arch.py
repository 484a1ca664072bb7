"""Architecture files: a robot's Denavit-Hartenberg table and all its data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import CONVENTIONS, KINDS, Convention, Inertia, Joint, Motor
from rvs.engine.robot import Robot
from rvs.files.budget import within_budget
from rvs.files.robots.arch_keys import (
    BASE_INERTIA_KEYS,
    DISPLAY_KEYS,
    INERTIA_KEYS,
    MOTOR_KEYS,
    file_keys,
    joint_scale,
    link_keys,
)
from rvs.files.robots.arch_parameters import (
    BLOCKS,
    PARAMETER,
    made,
    read_parameters,
    read_variants,
    without_expressions,
)
from rvs.files.robots.entry import LINK_BLOCKS
from rvs.files.text.errors import FileError
from rvs.files.text.fields import Fields
from rvs.files.text.findings import Findings, findings_of
from rvs.files.text.keys import Key, names, read_keys
from rvs.files.text.scale import Scale, length_scale
from rvs.files.text.source import Source, read_source
from rvs.files.text.syntax import Group, Tree, read_with
from rvs.model.numbers.quantities import MAX_JOINTS
from rvs.model.numbers.units import LENGTH_UNITS
from rvs.model.robots.imported import Imported
from rvs.model.robots.parameters import (
    NO_PARAMETERS,
    Formula,
    Parameters,
    RobotParameter,
    amounts,
)
from rvs.model.views.view import Display
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.model.body.values import Body

T = TypeVar("T")
FILE_KEYS = names((*file_keys(), *BASE_INERTIA_KEYS))
LINK_KEYS = names((*link_keys(), *INERTIA_KEYS, *MOTOR_KEYS))


@dataclass(frozen=True)
class Architecture:
    """Contents of an architecture file.

    Attributes:
        robot: The robot, in metres and radians.
        unit: Unit of length of the file.
        geomtype: ``"full"`` or ``"skeleton"``.
        end_effector: Load on the last link.
        confidence: Reliability of the numbers, or empty.
        name: Name of its file without suffix; the robot's name if the file gives none.
        path: File it was read from, or None.
        text: Text it was read from; saving keeps everything in it that is still true.
        warnings: Warnings about the file.
        display: Display of the robot, independent of the view.
        imported: File of another program from which it was made, which is never written, or None.
        body: Full model, if such a file also contains one.
        effector: Body of the end-effector in such a file; that of the library if None.
        given: Rows of its table, from 0, whose number for the joint's variable may be the zero of
            the joint or a posture; it was interpreted as a posture.
        parameters: Its named parameters, the cells derived from them, and its variants.
    """

    robot: Robot
    unit: str = "m"
    geomtype: str = "skeleton"
    end_effector: str = "hand"
    confidence: str = ""
    name: str = ""
    path: Path | None = None
    text: str = field(default="", repr=False, compare=False)
    warnings: tuple[FileError, ...] = field(default=(), repr=False, compare=False)
    display: Display = Display()
    imported: Imported | None = None
    body: Body | None = field(default=None, repr=False, compare=False)
    effector: Body | None = field(default=None, repr=False, compare=False)
    given: tuple[int, ...] = ()
    parameters: Parameters = NO_PARAMETERS


@within_budget()
def read_architecture(path: Path) -> Architecture:
    """Read an architecture file.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    return read_with(read_source(path), partial(architecture_of, path=path))


def parse_architecture(text: str, name: str = "robot") -> Architecture:
    """Read the text of an architecture file.

    Args:
        text: The text.
        name: Name of the robot if the text gives none, and of the file in errors.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    return read_with(Source(name, text), partial(architecture_of, path=None))


def architecture_of(tree: Tree, path: Path | None) -> Architecture:
    """Return the contents of a parsed architecture file.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    stem = path.stem if path else tree.source.path
    with findings_of(tree.source) as findings:
        architecture = read_robot(robot_fields(findings, tree.root), stem)
    assert architecture is not None
    warnings = (*tree.warnings, *findings.warnings)
    return replace(architecture, path=path, text=tree.source.text, warnings=warnings)


def robot_fields(
    findings: Findings, group: Group, more: Sequence[str] = (), blocks: Sequence[str] = ()
) -> Fields:
    """Return the keys of a block, or of a whole file, that describes a robot.

    Args:
        findings: Collector of errors.
        group: The block.
        more: Permitted keys in addition to those of an architecture.
        blocks: Permitted blocks in addition to those of links.
    """
    return Fields(findings, group, (*FILE_KEYS, *more), (*LINK_BLOCKS, *BLOCKS, *blocks))


def read_robot(fields: Fields, stem: str) -> Architecture | None:
    """Return the robot of a block, named ``stem`` if it has no name; None if there are errors."""
    unit = fields.word("unit", "m", LENGTH_UNITS)
    length = length_scale(unit)
    every = read_parameters(fields.findings, fields.group, length)
    formulas: list[Formula] = []
    joints = _joints(fields, length, every, formulas)
    parameters = _parameters(fields, length, every, formulas)
    said = read_keys(fields, file_keys(stem, length))
    said["base_inertia"] = _part(fields, BASE_INERTIA_KEYS, Inertia)
    if fields.findings:
        return None
    del said["convention"]
    own = {key: said.pop(key) for key in ("geomtype", "unit", "confidence", "end_effector")}
    display = Display(**{key.inside: said.pop(key.inside) for key in DISPLAY_KEYS})
    robot = Robot(joints, **said)
    return Architecture(robot, name=stem, display=display, parameters=parameters, **own)


def _parameters(
    file: Fields, length: Scale, every: tuple[RobotParameter, ...], formulas: Sequence[Formula]
) -> Parameters:
    findings, root = file.findings, file.group
    convention = file.choice("convention", CONVENTIONS[0], CONVENTIONS)
    variants = read_variants(
        findings, root, every, length, lambda link: _joint(findings, link, convention, length)
    )
    return made(findings, root, every, formulas, variants)


def _joints(
    file: Fields, length: Scale, every: tuple[RobotParameter, ...], formulas: list[Formula]
) -> tuple[Joint, ...]:
    """Read the links; their expressions over parameters are added to ``formulas``."""
    findings, root = file.findings, file.group
    convention = file.choice("convention", CONVENTIONS[0], CONVENTIONS)
    links = [group for group in root.groups if group.key in LINK_BLOCKS]
    if not links:
        findings.error(
            root.start, "no links; expected a block { a = … b = … al = … th = … } per link"
        )
    if len(links) > MAX_JOINTS:
        findings.stop(links[MAX_JOINTS].start, f"more than {MAX_JOINTS} links")
    if any(group.key == PARAMETER for group in root.groups):
        known = amounts(Parameters(every)) if every else None
        for row, group in enumerate(links):
            links[row], found = without_expressions(findings, group, row, known, length)
            formulas += found
    return tuple(_joint(findings, group, convention, length) for group in links)


def _joint(findings: Findings, group: Group, convention: Convention, length: Scale) -> Joint:
    fields = Fields(findings, group, LINK_KEYS)
    own = joint_scale(fields.choice("type", KINDS[0], KINDS), length)
    values = read_keys(fields, link_keys(length, own, convention))
    values |= {
        "inertia": _part(fields, INERTIA_KEYS, Inertia),
        "motor": _part(fields, MOTOR_KEYS, Motor),
    }
    joint = _made(fields, values)
    _check_home(fields, joint)
    return joint


def _part(fields: Fields, keys: Sequence[Key], make: Callable[..., T]) -> T | None:
    """Return the value defined by several keys; None if none of them is present."""
    stands = any(key.name in fields for key in keys)
    return make(**read_keys(fields, keys)) if stands else None


def _made(fields: Fields, values: dict[str, Any]) -> Joint:
    try:
        return Joint(**values)
    except ArgumentError as error:
        fields.findings.together(fields.group.start, fields.group.end, str(error))
        return Joint()


def _check_home(fields: Fields, joint: Joint) -> None:
    lower, upper = joint.limits
    key = "b" if joint.kind == "prismatic" else "th"
    node = fields.node(key)
    if node is not None and not lower <= joint.home <= upper:
        fields.findings.warn(
            node.start, f"'{key}': the initial value {node.text} is outside the limits"
        )

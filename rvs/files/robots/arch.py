"""Architecture files: a robot's Denavit-Hartenberg table and what belongs to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import CONVENTIONS, KINDS, NO_LIMITS, Convention, Inertia, Joint, Kind, Motor
from rvs.engine.robot import IDENTITY, STANDARD_GRAVITY, Pose, Robot, pose_rows
from rvs.files.text.errors import FileError
from rvs.files.text.fields import Fields
from rvs.files.text.findings import Findings, TooManyErrors
from rvs.files.text.scale import DEGREES, NUMBERS, Scale, length_scale
from rvs.files.text.source import Source, read_source
from rvs.files.text.syntax import Group, Node, Tree, parse
from rvs.model.numbers.quantities import LENGTH_UNITS
from rvs.model.robots.table import MAX_JOINTS

FILE_KEYS = (
    *("name", "geomtype", "unit", "convention", "manufacturer", "source", "confidence", "comment"),
    *("base", "tool", "gravity", "EndEffector"),
)
LINK_KEYS = (
    *("name", "type", "convention", "a", "b", "al", "th", "before", "after", "pitch", "offset"),
    *("limits", "locked", "rate", "acceleration", "effort", "m", "r", "I", "Jm", "G", "B", "Tc"),
)
REQUIRED = ("a", "b", "al", "th")
LINK_BLOCKS = ("", "link")
INERTIA_KEYS = ("m", "r", "I")
MOTOR_KEYS = ("Jm", "G", "B", "Tc")
GEOMTYPES = ("skeleton", "full")
CONFIDENCES = ("high", "medium", "constructed")
GEOMETRY = (-1e6, 1e6)
POSITIVE = (0.0, 1e9)
UNBOUNDED = "none"


@dataclass(frozen=True)
class Architecture:
    """What an architecture file says.

    Attributes:
        robot: The robot, in metres and radians.
        unit: Unit of length of the file.
        geomtype: ``"full"`` or ``"skeleton"``.
        end_effector: What the last link carries.
        confidence: How sure the numbers are, or empty.
        name: Name of its file without suffix; the robot's name where the file gives none.
        path: File it was read from, or None.
        text: Text it was read from; saving keeps all of it that is still true.
        warnings: What is odd about the file.
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


def read_architecture(path: Path) -> Architecture:
    """Read an architecture file.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    return architecture_of(parse(read_source(path)), path)


def parse_architecture(text: str, name: str = "robot") -> Architecture:
    """Read the text of an architecture file.

    Args:
        text: The text.
        name: Name of the robot if the text gives none, and of the file in errors.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    return architecture_of(parse(Source(name, text)), None)


def architecture_of(tree: Tree, path: Path | None) -> Architecture:
    """Return what a parsed architecture file says.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    findings = Findings(tree.source)
    try:
        architecture = _read(findings, tree, path)
    except TooManyErrors:
        architecture = None
    if architecture is None:
        raise findings.failure()
    return architecture


def _read(findings: Findings, tree: Tree, path: Path | None) -> Architecture | None:
    stem = path.stem if path else tree.source.path
    architecture = read_robot(robot_fields(findings, tree.root), stem)
    if architecture is None:
        return None
    warnings = (*tree.warnings, *findings.warnings)
    return replace(architecture, path=path, text=tree.source.text, warnings=warnings)


def robot_fields(
    findings: Findings, group: Group, more: Sequence[str] = (), blocks: Sequence[str] = ()
) -> Fields:
    """Return the keys of a block, or of a whole file, that describes a robot.

    Args:
        findings: Where to note what is wrong.
        group: The block.
        more: Keys it may have beside those of an architecture.
        blocks: Blocks it may have beside those of links.
    """
    return Fields(findings, group, (*FILE_KEYS, *more), (*LINK_BLOCKS, *blocks))


def read_robot(fields: Fields, stem: str) -> Architecture | None:
    """Return what a block says about a robot; None if anything so far is wrong.

    Args:
        fields: Its keys.
        stem: Name of the robot if it says none.
    """
    unit = fields.word("unit", "m", LENGTH_UNITS)
    joints = _joints(fields, length_scale(unit))
    geomtype = fields.word("geomtype", GEOMTYPES[0], GEOMTYPES)
    confidence = fields.word("confidence", "", CONFIDENCES)
    placed = _placement(fields, length_scale(unit))
    manufacturer, comment, origin = map(fields.text, ("manufacturer", "comment", "source"))
    end_effector = fields.word("EndEffector", "hand")
    name = fields.word("name", stem)
    if fields.findings:
        return None
    robot = Robot(joints, *placed, name, manufacturer, comment, origin)
    return Architecture(robot, unit, geomtype, end_effector, confidence, stem)


def _placement(fields: Fields, length: Scale) -> tuple[Pose, Pose, tuple[float, float, float]]:
    gravity = fields.numbers("gravity", (3,)) or STANDARD_GRAVITY
    return (
        read_pose(fields, "base", length),
        read_pose(fields, "tool", length),
        (gravity[0], gravity[1], gravity[2]),
    )


def read_pose(fields: Fields, key: str, length: Scale) -> Pose:
    """Return a pose as rows, its translation in a unit of length; the identity by default."""
    numbers = fields.numbers(key, (16,), GEOMETRY, pose_scales(length))
    if numbers is None:
        return IDENTITY
    try:
        return pose_rows(np.reshape(numbers, (4, 4)), f"'{key}'")
    except ArgumentError as error:
        fields.error(key, str(error))
        return IDENTITY


def pose_scales(length: Scale) -> tuple[Scale, ...]:
    """Return the scales of the 16 numbers of a pose, row by row."""
    return ((*[NUMBERS] * 3, length) * 3) + (NUMBERS,) * 4


def _joints(file: Fields, length: Scale) -> tuple[Joint, ...]:
    findings, root = file.findings, file.group
    convention = file.choice("convention", CONVENTIONS[0], CONVENTIONS)
    links = [group for group in root.groups if group.key in LINK_BLOCKS]
    if not links:
        findings.error(
            root.start, "no links; expected a block { a = … b = … al = … th = … } a link"
        )
    if len(links) > MAX_JOINTS:
        findings.error(links[MAX_JOINTS].start, f"more than {MAX_JOINTS} links")
        raise TooManyErrors
    return tuple(_joint(findings, group, convention, length) for group in links)


def _joint(findings: Findings, group: Group, convention: Convention, length: Scale) -> Joint:
    fields = Fields(findings, group, LINK_KEYS)
    fields.require(REQUIRED)
    kind: Kind = fields.choice("type", KINDS[0], KINDS)
    own = joint_scale(kind, length)
    values: dict[str, Any] = {
        "a": fields.number("a", 0.0, length, GEOMETRY),
        "alpha": fields.number("al", 0.0, DEGREES, GEOMETRY),
        "d": fields.number("b", 0.0, length, GEOMETRY),
        "theta": fields.number("th", 0.0, DEGREES, GEOMETRY),
        "kind": kind,
        "pitch": fields.number("pitch", 0.0, length, GEOMETRY),
        "offset": fields.number("offset", 0.0, own, GEOMETRY),
        "limits": _limits(fields, own),
        "rate": _positive(fields, "rate", own),
        "acceleration": _positive(fields, "acceleration", own),
        "effort": _positive(fields, "effort", NUMBERS),
        "locked": fields.flag("locked"),
        "convention": fields.choice("convention", convention, CONVENTIONS),
        "inertia": _inertia(fields),
        "motor": _motor(fields),
        "name": fields.text("name"),
        "before": read_pose(fields, "before", length),
        "after": read_pose(fields, "after", length),
    }
    joint = _made(fields, values)
    _check_home(fields, joint)
    return joint


def _made(fields: Fields, values: dict[str, Any]) -> Joint:
    try:
        return Joint(**values)
    except ArgumentError as error:
        # What one value says is checked before; here some do not go together.
        fields.findings.error(fields.group.start, str(error))
        return Joint()


def joint_scale(kind: str, length: Scale) -> Scale:
    """Return the scale of a joint's own values: degrees, or lengths of a prismatic one."""
    return length if kind == "prismatic" else DEGREES


def _limits(fields: Fields, scale: Scale) -> tuple[float, float]:
    node = fields.node("limits")
    if node is None:
        return NO_LIMITS
    if node.kind != "list" or len(node.items) != 2:
        fields.error("limits", "'limits': expected [ lower, upper ]")
        return NO_LIMITS
    lower, upper = (
        _bound(fields, item, scale, default)
        for item, default in zip(node.items, NO_LIMITS, strict=True)
    )
    if lower > upper:
        shown = f"{node.items[0].text} is above the upper {node.items[1].text}"
        fields.error("limits", f"'limits': the lower bound {shown}")
        return NO_LIMITS
    return lower, upper


def _bound(fields: Fields, node: Node, scale: Scale, default: float) -> float:
    if node.kind == "word" and node.text == UNBOUNDED:
        return default
    return fields.number_at("limits", node, default, scale, GEOMETRY)


def _positive(fields: Fields, key: str, scale: Scale) -> float:
    value = fields.number(key, inf, scale, POSITIVE)
    if value == 0:
        fields.error(key, f"'{key}': expected a number above 0")
        return inf
    return value


def _inertia(fields: Fields) -> Inertia | None:
    if not any(key in fields for key in INERTIA_KEYS):
        return None
    com = fields.numbers("r", (3,), GEOMETRY) or [0.0] * 3
    moments = fields.numbers("I", (3, 6)) or [0.0] * 6
    ixx, iyy, izz, ixy, iyz, ixz = [*moments, 0.0, 0.0, 0.0][:6]
    mass = fields.number("m", 0.0, NUMBERS, POSITIVE)
    return Inertia(mass, (com[0], com[1], com[2]), (ixx, iyy, izz, ixy, iyz, ixz))


def _motor(fields: Fields) -> Motor | None:
    if not any(key in fields for key in MOTOR_KEYS):
        return None
    return Motor(
        fields.number("Jm", 0.0, NUMBERS, POSITIVE),
        fields.number("G", 1.0),
        fields.number("B", 0.0, NUMBERS, POSITIVE),
        _coulomb(fields),
    )


def _coulomb(fields: Fields) -> tuple[float, float]:
    node = fields.node("Tc")
    if node is not None and node.kind == "number":
        both = fields.number("Tc", 0.0, NUMBERS, POSITIVE)
        return both, -both
    forwards, backwards = fields.numbers("Tc", (2,)) or (0.0, 0.0)
    if forwards < 0 or backwards > 0:
        fields.error("Tc", "'Tc': expected [ forwards, backwards ], the first ≥ 0, the second ≤ 0")
    return forwards, backwards


def _check_home(fields: Fields, joint: Joint) -> None:
    lower, upper = joint.limits
    key = "b" if joint.kind == "prismatic" else "th"
    node = fields.node(key)
    if node is not None and not lower <= joint.home <= upper:
        fields.findings.warn(
            node.start, f"'{key}': the initial value {node.text} breaks the limits"
        )

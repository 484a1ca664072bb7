"""New robots: initial ones for a design, and one arm on another."""

from __future__ import annotations

import re
from dataclasses import replace
from math import pi

import numpy as np

from rvs.engine.arrays import IDENTITY, pose_rows
from rvs.engine.chain import link_sides
from rvs.engine.descriptions.redescribe import moved_inertia
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import DH_CONVENTIONS, KIND_LETTERS, Convention, Joint
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse
from rvs.model.numbers.quantities import MAX_JOINTS
from rvs.value_class import dataclass

Row = tuple[str, float, float, float, float, float, float]
QUARTER = pi / 2
_KINDS = re.compile(r"([0-9]{0,3}[RPH]){1,64}")
_RUN = re.compile(r"([0-9]{0,3})([RPH])")


@dataclass(frozen=True, slots=True)
class Archetype:
    """A kind of robot.

    Attributes:
        id: Short stable name.
        title: Text in a menu.
        comment: Its typical properties, in one sentence.
        robot: The robot, of a convenient size.
    """

    id: str
    title: str
    comment: str
    robot: Robot


def blank(kinds: str, convention: Convention = "standard", name: str = "") -> Robot:
    """Return a robot with all numbers zero, to be filled in.

    Args:
        kinds: Letters R, P and H with optional counts before them, such as ``"6R"``, ``"RRP"`` or
            ``"2RP3R"``; a number alone means revolute joints.
        convention: ``"standard"`` or ``"modified"``.
        name: Name of the robot.

    Raises:
        ArgumentError: Anything else, no joint, or more than 64.
    """
    bare = "".join(kinds.split()).upper()
    bare = bare + "R" if bare.isascii() and bare.isdigit() else bare
    if not _KINDS.fullmatch(bare):
        raise ArgumentError(f"kinds: expected letters such as 6R or RRPRRR, got {kinds[:40]!r}")
    joints = [
        Joint(kind=KIND_LETTERS[letter], convention=convention)
        for count, letter in _RUN.findall(bare)
        for _ in range(min(int(count or 1), MAX_JOINTS + 1))
    ]
    if not 0 < len(joints) <= MAX_JOINTS:
        raise ArgumentError(f"kinds: expected 1 to {MAX_JOINTS} joints")
    return Robot(tuple(joints), name=name)


def _of(name: str, title: str, comment: str, rows: list[Row]) -> Archetype:
    """Make an archetype from rows: kind, a, alpha, d, theta, lower and upper limit."""
    kinds, a, alpha, d, theta, lower, upper = zip(*rows, strict=True)
    bounds = list(zip(lower, upper, strict=True))
    robot = Robot.from_dh(a, alpha, d, theta, "".join(kinds), limits=bounds, name=title)
    return Archetype(name, title, comment, robot)


ARCHETYPES: tuple[Archetype, ...] = (
    _of(
        "blank",
        "One joint",
        "A single link to start with.",
        [("R", 0.4, 0.0, 0.0, 0.0, -pi, pi)],
    ),
    _of(
        "planar-2r",
        "Planar 2R",
        "Two parallel axes: the tool moves in a plane.",
        [
            ("R", 0.4, 0.0, 0.0, pi / 6, -pi, pi),
            ("R", 0.3, 0.0, 0.0, pi / 4, -pi, pi),
        ],
    ),
    _of(
        "planar-3r",
        "Planar 3R",
        "Three parallel axes: position and orientation in a plane.",
        [
            ("R", 0.4, 0.0, 0.0, pi / 6, -pi, pi),
            ("R", 0.3, 0.0, 0.0, pi / 4, -pi, pi),
            ("R", 0.15, 0.0, 0.0, pi / 6, -pi, pi),
        ],
    ),
    _of(
        "articulated-6r",
        "6R with spherical wrist",
        "Shoulder, elbow and three wrist axes that meet in a point, as in most industrial robots.",
        [
            ("R", 0.05, QUARTER, 0.4, 0.0, -pi, pi),
            ("R", 0.45, 0.0, 0.0, QUARTER, -pi / 4, pi),
            ("R", 0.05, QUARTER, 0.0, 0.0, -3 * pi / 4, 3 * pi / 4),
            ("R", 0.0, -QUARTER, 0.4, 0.0, -pi, pi),
            ("R", 0.0, QUARTER, 0.0, pi / 4, -2 * pi / 3, 2 * pi / 3),
            ("R", 0.0, 0.0, 0.1, 0.0, -pi, pi),
        ],
    ),
    _of(
        "scara",
        "SCARA",
        "Two parallel axes, a vertical prismatic joint and a turning tool: fast "
        "assembly from above.",
        [
            ("R", 0.35, 0.0, 0.4, pi / 6, -3 * pi / 4, 3 * pi / 4),
            ("R", 0.25, pi, 0.0, pi / 4, -5 * pi / 6, 5 * pi / 6),
            ("P", 0.0, 0.0, 0.1, 0.0, 0.0, 0.2),
            ("R", 0.0, 0.0, 0.05, 0.0, -pi, pi),
        ],
    ),
    _of(
        "stanford",
        "Stanford-like",
        "Two revolute axes and a long prismatic joint carry a spherical wrist.",
        [
            ("R", 0.0, -QUARTER, 0.4, pi / 6, -pi, pi),
            ("R", 0.0, QUARTER, 0.15, pi / 3, -pi, pi),
            ("P", 0.0, 0.0, 0.5, 0.0, 0.2, 0.8),
            ("R", 0.0, -QUARTER, 0.0, 0.0, -pi, pi),
            ("R", 0.0, QUARTER, 0.0, pi / 6, -QUARTER, QUARTER),
            ("R", 0.0, 0.0, 0.1, 0.0, -pi, pi),
        ],
    ),
    _of(
        "cartesian",
        "Cartesian",
        "Three perpendicular prismatic joints: a gantry.",
        [
            ("P", 0.0, -QUARTER, 0.4, -QUARTER, 0.0, 0.8),
            ("P", 0.0, -QUARTER, 0.4, QUARTER, 0.0, 0.8),
            ("P", 0.0, 0.0, 0.3, 0.0, 0.0, 0.6),
        ],
    ),
    _of(
        "cylindrical",
        "Cylindrical",
        "A rotating column, a lift and a horizontal prismatic joint.",
        [
            ("R", 0.0, 0.0, 0.2, pi / 6, -pi, pi),
            ("P", 0.0, -QUARTER, 0.4, 0.0, 0.1, 0.7),
            ("P", 0.0, 0.0, 0.4, 0.0, 0.1, 0.7),
        ],
    ),
    _of(
        "spherical",
        "Spherical",
        "Two revolute axes that meet, and a prismatic joint along the arm.",
        [
            ("R", 0.0, -QUARTER, 0.4, pi / 6, -pi, pi),
            ("R", 0.0, QUARTER, 0.0, pi / 3, -2 * pi / 3, 2 * pi / 3),
            ("P", 0.0, 0.0, 0.5, 0.0, 0.2, 0.8),
        ],
    ),
    _of(
        "redundant-7r",
        "7R redundant",
        "Each axis is perpendicular to the next: the elbow can move while the tool is fixed.",
        [
            ("R", 0.0, -QUARTER, 0.34, 0.0, -pi, pi),
            ("R", 0.0, QUARTER, 0.0, pi / 6, -2 * pi / 3, 2 * pi / 3),
            ("R", 0.0, QUARTER, 0.4, 0.0, -pi, pi),
            ("R", 0.0, -QUARTER, 0.0, -QUARTER, -2 * pi / 3, 2 * pi / 3),
            ("R", 0.0, -QUARTER, 0.4, 0.0, -pi, pi),
            ("R", 0.0, QUARTER, 0.0, pi / 4, -2 * pi / 3, 2 * pi / 3),
            ("R", 0.0, 0.0, 0.12, 0.0, -pi, pi),
        ],
    ),
)


def connect(first: Robot, second: Robot, name: str = "") -> Robot:
    """Return a robot with another mounted on its tool frame: the joints of both.

    Its tool pose at ``(q1, q2)`` is that of the first at q1 times that of the second at q2. Limits,
    rates, masses and motors are included.  It is described in one convention, that of the first if
    it has one; if a tool frame and a base are between the arms, numbers of the adjacent joints
    change, and the meaning of their values is kept.

    Args:
        first: The robot at the base.
        second: The robot on its tool frame.
        name: Name of the new robot; both names when empty.
    """
    between = first.tool @ second.base
    joints = first.joints
    if not np.array_equal(between, np.eye(4)):
        joints = (*joints[:-1], _longer(joints[-1], between))
    joined = first.replace(
        joints=(*joints, *second.joints),
        tool=second.tool,
        tool_link=second.tool_link,
        name=name or f"{first.name or 'robot'} + {second.name or 'robot'}",
        manufacturer="",
        maker=np.eye(4),
        comment=f"{second.name or 'A robot'} on the tool frame of {first.name or 'a robot'}",
        source="",
    )
    conventions = {joint.convention for joint in joined.joints}
    return joined if len(conventions) == 1 else joined.to_dh(_wanted(first))


def _wanted(robot: Robot) -> Convention:
    own = [j.convention for j in robot.joints if j.convention in DH_CONVENTIONS]
    return own[0] if own else "standard"


def _longer(joint: Joint, tail: np.ndarray) -> Joint:
    """Return a joint whose link extends to another frame, with its mass unmoved."""
    before, after = link_sides(joint)
    inertia = joint.inertia and moved_inertia(joint.inertia, inverse(tail))
    # A general joint says all its constant geometry in two poses.
    plain = {"a": 0.0, "alpha": 0.0, "theta" if joint.kind == "prismatic" else "d": 0.0}
    return replace(
        joint,
        **plain,  # type: ignore[arg-type]
        convention="general",
        before=_rows(before),
        after=_rows(after @ tail),
        inertia=inertia,
    )


def _rows(pose: np.ndarray) -> tuple[tuple[float, ...], ...]:
    return IDENTITY if np.array_equal(pose, np.eye(4)) else pose_rows(pose, "pose")

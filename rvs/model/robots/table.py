"""Edits of a robot's table and of its drives; untouched joints stay the same objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import floor, inf, log10
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import check_choice, check_index, pose_rows
from rvs.engine.chain import screw_z
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import DH_CONVENTIONS, KINDS, NO_LIMITS, Convention, Joint, Kind
from rvs.engine.robot import Robot
from rvs.engine.words import Pose
from rvs.fields.edit import edit
from rvs.model.bounds import LENGTH
from rvs.model.document import Document, change_robot, set_joint
from rvs.model.members import fresh_id
from rvs.model.numbers.quantities import MAX_JOINTS, metres_per
from rvs.model.robots import parameters as own
from rvs.model.robots.ranges import reach

LONGEST_NAME = 200
# Poses of a robot beside those of its joints.
POSES = ("base_rows", "tool_rows", "maker_rows")


@edit("Add a joint to {robot_id}")
def add_joint(
    document: Document, robot_id: str, index: int, joint: Joint | None = None
) -> Document:
    """Insert a joint at a position of the table, before the current one there.

    Args:
        document: The document.
        robot_id: The robot.
        index: Position from 0 to n.
        joint: The joint; when omitted, a revolute one with the average length of the other links,
            in the convention of its neighbour.

    Raises:
        ArgumentError: No such robot or place, or 64 joints already.
    """
    placed = document.robot(robot_id)
    robot = placed.robot
    place = check_index(index, "index", 0, robot.n)
    new = joint or new_joint(robot, place, placed.unit)
    joints = (*robot.joints[:place], new, *robot.joints[place:])
    order = (*range(place), None, *range(place, robot.n))
    return _with_joints(document, robot_id, joints, order)


def new_joint(robot: Robot, index: int, unit: str = "m") -> Joint:
    """Return the joint that ``add_joint`` inserts by default."""
    neighbor = robot.joints[max(index - 1, 0)].convention
    convention = neighbor if neighbor in DH_CONVENTIONS else DH_CONVENTIONS[0]
    length = min(reach(robot) / robot.n, LENGTH.most)
    return Joint(a=_rounded(length, metres_per(unit)), convention=convention)


def _rounded(length: float, unit: float) -> float:
    """Round a length in m to one digit in a unit of the given number of m."""
    return float(round(length / unit, -floor(log10(length / unit))) * unit)


@edit("Remove a joint of {robot_id}")
def remove_joint(document: Document, robot_id: str, index: int) -> Document:
    """Remove a joint and its link from the table.

    Raises:
        ArgumentError: No such robot or joint, or it is the last one.
    """
    robot = document.robot(robot_id).robot
    place = check_index(index, "index", 0, robot.n - 1)
    order = [row for row in range(robot.n) if row != place]
    return _with_joints(document, robot_id, [robot.joints[row] for row in order], order)


@edit("Move a joint of {robot_id}")
def move_joint(document: Document, robot_id: str, index: int, to: int) -> Document:
    """Move a joint with its link to another position in the table.

    Raises:
        ArgumentError: No such robot or place.
    """
    joints = document.robot(robot_id).robot.joints
    order = list(range(len(joints)))
    moved = order.pop(check_index(index, "index", 0, len(joints) - 1))
    order.insert(check_index(to, "to", 0, len(order)), moved)
    return _with_joints(document, robot_id, [joints[row] for row in order], order)


@edit("Duplicate a joint of {robot_id}")
def duplicate_joint(document: Document, robot_id: str, index: int) -> Document:
    """Add a copy of a joint after it; its name gets a number.

    Raises:
        ArgumentError: No such robot or joint, or 64 joints already.
    """
    joints = document.robot(robot_id).robot.joints
    place = check_index(index, "index", 0, len(joints) - 1)
    free: dict[str, Any] = {
        key: fresh_id(name, (getattr(joint, key) for joint in joints))
        for key in ("name", "link")
        if (name := getattr(joints[place], key))
    }
    new = (*joints[: place + 1], replace(joints[place], **free), *joints[place + 1 :])
    order = (*range(place + 1), *range(place, len(joints)))
    return _with_joints(document, robot_id, new, order)


@edit("Set the kind of a joint of {robot_id}")
def set_kind(
    document: Document, robot_id: str, index: int, kind: Kind, pitch: float | None = None
) -> Document:
    """Change the kind of a joint so that the robot at home stays unchanged.

    Rotation and translation by the joint at its initial value are kept: part of them becomes
    constant geometry, part the new initial value.  A joint that changes between revolute and
    prismatic loses the values in its old unit: offset, limits, rate, acceleration, effort,
    stiffness and motor.

    Args:
        document: The document.
        robot_id: The robot.
        index: The joint, from 0.
        kind: ``"revolute"``, ``"prismatic"`` or ``"helical"``.
        pitch: Advance of a helical joint in m per rad; unchanged when omitted.

    Raises:
        ArgumentError: No such robot, joint or kind.
    """
    check_choice(kind, "kind", KINDS)
    joint = _joint(document, robot_id, index)
    advance = joint.pitch if pitch is None or kind != "helical" else pitch
    if joint.kind == kind and advance == joint.pitch:
        return document
    return set_joint(document, robot_id, index, **_as_kind(joint, kind, advance))


def _as_kind(joint: Joint, kind: Kind, pitch: float) -> dict[str, Any]:
    turn, slide = _home_screw(joint)
    changes: dict[str, Any] = {"kind": kind, "pitch": pitch}
    keeps_unit = joint.turns == (kind != "prismatic")
    if not keeps_unit:
        changes |= {"offset": 0.0, "limits": NO_LIMITS, "motor": None}
        changes |= {"rate": inf, "acceleration": inf, "effort": inf, "stiffness": inf}
    own_turn = joint.theta + joint.offset if keeps_unit else turn
    left = slide - (pitch * own_turn if kind == "helical" else 0.0)
    if joint.convention == "general":
        home = {"d": 0.0} if keeps_unit else {"d": 0.0, "theta": 0.0}
        rest = (0.0, left) if keeps_unit else (turn, slide)
        after = screw_z(*rest) @ np.array(joint.after)
        return {**changes, **home, "after": pose_rows(after, "after")}
    return {**changes, "d": left, "theta": joint.theta if keeps_unit else turn}


def _home_screw(joint: Joint) -> tuple[float, float]:
    """Return the rotation and shift along a joint's z axis at home, constants included."""
    moved = joint.home + joint.offset
    if joint.kind == "prismatic":
        return joint.theta, moved
    advance = joint.pitch * moved if joint.kind == "helical" else 0.0
    return moved, joint.d + advance


@edit("Convert to {convention} DH")
def set_convention(document: Document, robot_id: str, convention: Convention) -> Document:
    """Describe a robot in another convention; the same joint values give the same poses.

    Frames move to other positions, base and tool include everything that the table cannot express,
    masses are converted to the new link frames.  Expressions of the table become numbers.

    Raises:
        ArgumentError: No such robot or convention.
    """
    placed = document.robot(robot_id)
    robot = placed.robot.to_dh(convention)
    if robot.joints == placed.robot.joints:
        return change_robot(document, robot_id, robot=robot)
    bare = replace(placed.parameters, formulas=())
    return change_robot(document, robot_id, robot=robot, parameters=bare)


@edit("Read as {convention} DH")
def read_as(document: Document, robot_id: str, convention: Convention) -> Document:
    """Interpret the same numbers in another convention, which gives another robot.

    Joints described by poses have no such numbers and are unchanged.

    Raises:
        ArgumentError: No such robot or convention.
    """
    check_choice(convention, "convention", DH_CONVENTIONS)
    joints = document.robot(robot_id).robot.joints
    return _with_joints(
        document,
        robot_id,
        [
            joint
            if joint.convention in ("general", convention)
            else replace(joint, convention=convention)
            for joint in joints
        ],
    )


@edit("Set the base of {robot_id}")
def set_base(document: Document, robot_id: str, pose: ArrayLike) -> Document:
    """Set the pose (4, 4) of a robot's frame 0 in the frame of its placement.

    Raises:
        ArgumentError: No such robot, or not a rigid motion.
    """
    robot = document.robot(robot_id).robot
    return change_robot(document, robot_id, robot=robot.replace(base=pose))


@edit("Set the tool of {robot_id}")
def set_tool(document: Document, robot_id: str, pose: ArrayLike) -> Document:
    """Set the pose (4, 4) of a robot's tool in its last frame.

    Raises:
        ArgumentError: No such robot, or not a rigid motion.
    """
    robot = document.robot(robot_id).robot
    return change_robot(document, robot_id, robot=robot.replace(tool=pose))


@edit("Set the unit of {robot_id}")
def set_unit(document: Document, robot_id: str, unit: str) -> Document:
    """Set the unit of a robot's file and of its displayed numbers; its size is unchanged.

    Raises:
        ArgumentError: No such robot or unit.
    """
    metres_per(unit)
    return change_robot(document, robot_id, unit=unit)


@edit("Read in {unit}")
def read_in(document: Document, robot_id: str, unit: str) -> Document:
    """Interpret the lengths of a robot in another unit, which changes its size.

    Lengths of the table, limits, rates and accelerations of prismatic joints, and the positions of
    base and tool are scaled, and so are parameters that are lengths; masses and the full model are
    unchanged.

    Raises:
        ArgumentError: No such robot or unit.
    """
    placed = document.robot(robot_id)
    ratio = metres_per(unit) / metres_per(placed.unit)
    grown = enlarged(placed.robot, ratio)
    scaled = own.fitted(grown, own.enlarged(placed.parameters, ratio), own.CLOSE)
    variants = tuple(
        replace(one, joints=tuple(_enlarged(joint, ratio) for joint in one.joints))
        for one in scaled.variants
    )
    scaled = replace(scaled, variants=variants)
    robot = own.applied(grown, scaled)
    return change_robot(document, robot_id, robot=robot, unit=unit, parameters=scaled)


def enlarged(robot: Robot, ratio: float) -> Robot:
    """Return a robot with its lengths multiplied by a factor; masses are unchanged."""
    ends = {name: _farther(getattr(robot, name), ratio) for name in POSES}
    joints = tuple(_enlarged(joint, ratio) for joint in robot.joints)
    return robot.replace(joints=joints, **ends)


def _enlarged(joint: Joint, ratio: float) -> Joint:
    """Return a joint with its lengths multiplied by a factor."""
    changes: dict[str, Any] = {name: getattr(joint, name) * ratio for name in ("a", "d", "pitch")}
    changes |= {name: _farther(getattr(joint, name), ratio) for name in ("before", "after")}
    if not joint.turns:
        changes["limits"] = tuple(end * ratio for end in joint.limits)
        for name in ("offset", "rate", "acceleration"):
            changes[name] = getattr(joint, name) * ratio
    return replace(joint, **changes)


def _farther(rows: Pose, ratio: float) -> Pose:
    """Return a pose with its position multiplied by a factor."""
    first, second, third = ((*row[:3], row[3] * ratio) for row in rows[:3])
    return first, second, third, rows[3]


@edit("Set the gravity of {robot_id}")
def set_gravity(document: Document, robot_id: str, gravity: ArrayLike) -> Document:
    """Set gravity in the world (3,), m/s².

    Raises:
        ArgumentError: No such robot, or not a vector of finite numbers.
    """
    robot = document.robot(robot_id).robot
    return change_robot(document, robot_id, robot=robot.replace(gravity=gravity))


@edit("Rename {robot_id}")
def name_robot(document: Document, robot_id: str, name: str) -> Document:
    """Rename a robot; its id, by which objects refer to it, is unchanged.

    Raises:
        ArgumentError: No such robot, or a name of more than 200 characters.
    """
    if len(name) > LONGEST_NAME:
        raise ArgumentError(f"name: expected at most {LONGEST_NAME} characters, got {len(name)}")
    robot = document.robot(robot_id).robot
    return change_robot(document, robot_id, robot=robot.replace(name=name))


@edit("Set the limits of a joint of {robot_id}")
def set_limits(
    document: Document, robot_id: str, index: int, lower: float = -inf, upper: float = inf
) -> Document:
    """Set the bounds of a joint's value, in rad or m; infinite if there is none.

    Raises:
        ArgumentError: No such robot or joint, or the lower bound is above the upper.
    """
    return set_joint(document, robot_id, index, limits=(lower, upper))


def _joint(document: Document, robot_id: str, index: int) -> Joint:
    joints = document.robot(robot_id).robot.joints
    return joints[check_index(index, "index", 0, len(joints) - 1)]


def _with_joints(
    document: Document,
    robot_id: str,
    joints: Sequence[Joint],
    order: Sequence[int | None] | None = None,
) -> Document:
    """Replace a robot's joints; ``order`` has the old index of each row, or None if new."""
    if len(joints) > MAX_JOINTS:
        raise ArgumentError(f"joints: a robot has at most {MAX_JOINTS}")
    placed = document.robot(robot_id)
    robot = placed.robot.replace(joints=tuple(joints))
    if order is None:
        return change_robot(document, robot_id, robot=robot)
    parameters = own.moved(placed.parameters, order)
    return change_robot(document, robot_id, robot=robot, parameters=parameters)


@edit("Set the drives of {robot_id}")
def put_drives(
    document: Document, robot_id: str, joints: Mapping[int, Mapping[str, Any]]
) -> Document:
    """Set drives of joints as one step: motor, effort, rate, stiffness and inertia.

    Args:
        document: The document.
        robot_id: The robot.
        joints: Changed fields of each joint, by its number from 0.

    Raises:
        ArgumentError: No such robot or joint, or a value the joint refuses.
    """
    for index, changes in joints.items():
        document = set_joint(document, robot_id, index, **changes)
    return document

"""Robots of MATLAB scripts that use ``rigidBodyTree`` of the Robotics System Toolbox."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import pi
from typing import Any

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.chain import screw_x, screw_z
from rvs.engine.descriptions.redescribe import joined_inertia, moment_row, moved_inertia
from rvs.engine.descriptions.tree_robot import axis_frame
from rvs.engine.joint import Convention, Inertia, Joint
from rvs.engine.robot import Robot
from rvs.engine.rotations import unit
from rvs.files.tables.script_objects import Call, Maker
from rvs.files.tables.script_terms import Evaluator
from rvs.files.tables.script_values import FAULTS, Cells, Pose4, ScriptError, Thing, Value
from rvs.value_class import dataclass

# Order of the numbers of a row, and the limits of a joint where none are said.
ROW = ("a", "alpha", "d", "theta")
LIMITS = {"revolute": (-pi, pi), "prismatic": (-0.5, 0.5), "fixed": (0.0, 0.0)}
IDENTITY = np.eye(4)


@dataclass(frozen=True, slots=True)
class Body:
    """Form of a body or a joint; its defaults."""

    usual: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Tree:
    """Form of a tree of bodies."""

    usual: Mapping[str, Value]


JOINT = Body({"JointAxis": np.array([[0.0, 0.0, 1.0]])})
BODY = Body(
    {"Mass": 1.0, "CenterOfMass": np.zeros((1, 3)), "Inertia": np.array([[1.0, 1, 1, 0, 0, 0]])}
)
TREE = Tree({"BaseName": "base"})
Make = Callable[[Evaluator, int, list[Value]], Thing | None]


def _maker(work: Make) -> Maker:
    def make(script: Evaluator, call: Call, thing: Thing | None) -> Any:
        line, given = call.line, [thing, *call.args] if thing is not None else call.args
        try:
            made = work(script, line, [script.known(one) for one in given])
        except (ScriptError, *FAULTS) as fault:
            error = fault if isinstance(fault, ScriptError) else ScriptError(line, str(fault))
            # What it would have changed is as little known.
            for one in given:
                script.spoil(one, error)
            raise error from fault
        if made is not None and isinstance(made.form, Tree):
            script.made.append(made)
        return made

    return Maker(make, robot=work is _tree)


def _tree(_: Evaluator, line: int, __: list[Value]) -> Thing:
    made = Thing(TREE, line)
    made.said["Base"] = Thing(BODY, line, {"Name": "base"})
    _keep_bodies(made, [])
    return made


def _keep_bodies(tree: Thing, bodies: list[Thing]) -> None:
    names = Cells([one.said["Name"] for one in bodies])
    tree.said |= {"Bodies": Cells(bodies), "BodyNames": names, "NumBodies": float(len(bodies))}


def _body(script: Evaluator, line: int, args: list[Value]) -> Thing:
    made = Thing(BODY, line)
    made.said |= {"Name": args[0], "Joint": _joint(script, line, [f"{args[0]}_jnt"])}
    return made


def _joint(_: Evaluator, line: int, args: list[Value]) -> Thing:
    made = Thing(JOINT, line)
    kind = args[1] if len(args) > 1 else "fixed"
    if kind not in LIMITS:
        raise ScriptError(line, f"a joint of the kind {kind!r} can't be read")
    made.said |= {"Name": args[0], "Type": kind, "given": IDENTITY}
    return made


def _set_transform(_: Evaluator, line: int, args: list[Value]) -> None:
    joint, value, *words = args
    if words and words[0] not in ("dh", "mdh"):
        raise ScriptError(line, f"setFixedTransform: expected 'dh' or 'mdh', found {words[0]!r}")
    numbers = np.ravel(np.array(value, float)) if words else Pose4(value).matrix
    joint.said["given"] = (words[0], *numbers.tolist()) if words else numbers


def _add_body(script: Evaluator, _: int, args: list[Value]) -> None:
    tree, body, parent = args
    added = body.copy()
    added.said |= {"parent": parent, "Joint": script.known(body.said["Joint"]).copy()}
    _keep_bodies(tree, [*tree.said["Bodies"], added])


def _get_body(_: Evaluator, line: int, args: list[Value]) -> Thing:
    tree, name = args
    for body in tree.said["Bodies"]:
        if body.said["Name"] == name:
            return body  # type: ignore[no-any-return]
    raise ScriptError(line, f"the tree has no body {str(name)[:30]!r}")


def _remove_body(script: Evaluator, line: int, args: list[Value]) -> None:
    """Remove a body and its descendants."""
    tree, name = args
    _get_body(script, line, args)
    gone, left = {name}, []
    for body in tree.said["Bodies"]:
        if body.said["Name"] in gone or body.said["parent"] in gone:
            gone.add(body.said["Name"])
        else:
            left.append(body)
    _keep_bodies(tree, left)


def _replace_joint(script: Evaluator, line: int, args: list[Value]) -> None:
    tree, name, joint = args
    _get_body(script, line, [tree, name]).said["Joint"] = joint.copy()


def _copy(script: Evaluator, _: int, args: list[Value]) -> Thing:
    made: Thing = args[0].copy()
    bodies = [one.copy() for one in made.said["Bodies"]]
    for body in bodies:
        body.said["Joint"] = script.known(body.said["Joint"]).copy()
    _keep_bodies(made, bodies)
    return made


_WORKS: Mapping[str, Make] = {
    "rigidBodyTree": _tree, "rigidBody": _body, "rigidBodyJoint": _joint,
    "RigidBodyTree": _tree, "RigidBody": _body, "Joint": _joint,
    "setFixedTransform": _set_transform, "addBody": _add_body, "getBody": _get_body,
    "removeBody": _remove_body, "replaceJoint": _replace_joint, "copy": _copy,
}  # fmt: skip
MAKERS = {name: _maker(work) for name, work in _WORKS.items()}


def tree_robot(script: Evaluator, thing: Thing, name: str) -> Robot:
    """Return the robot of a tree of bodies that is one chain.

    Raises:
        ScriptError: It has branches or nothing that moves, or part of it is unknown.
    """
    said = script.known(thing).said
    joints: list[Joint] = []
    base = still = IDENTITY
    end = said.get("BaseName", "base")
    for body in said["Bodies"]:
        told = {key: script.known(one) for key, one in body.said.items()}
        if told["parent"] != end:
            words = f"the tree branches at {told['parent']!r}; expected one chain of bodies"
            raise ScriptError(body.line, words)
        end, inertia = told["Name"], _inertia(told)
        joint = {key: script.known(one) for key, one in told["Joint"].said.items()}
        if joint["Type"] != "fixed":
            base = base if joints else still
            made = _moving(joint, still if joints else IDENTITY)
            joints.append(replace(made, inertia=inertia))
            still = IDENTITY
            continue
        before, after = _sides(joint)
        still = still @ before @ after
        if inertia is not None and joints:
            both = joints[-1].inertia or Inertia(), moved_inertia(inertia, still)
            joints[-1] = replace(joints[-1], inertia=joined_inertia(*both))
    if not joints:
        raise ScriptError(thing.line, "no joint of the tree moves")
    robot = Robot(tuple(joints), name=name).replace(base=base, tool=still)
    weighs = any({*BODY.usual} & {*body.said} for body in said["Bodies"])
    fall = script.known(said.get("Gravity", np.zeros(3) if weighs else robot.gravity))
    return robot.replace(gravity=np.ravel(np.array(fall, float)))


def _own(joint: Mapping[str, Value]) -> dict[str, Value]:
    """Return the row of a joint without the value changed by the joint."""
    own = dict(zip(ROW, joint["given"][1:], strict=True))
    return own | {{"revolute": "theta", "prismatic": "d"}.get(joint["Type"], ""): 0.0}


def _sides(joint: Mapping[str, Value]) -> tuple[Array, Array]:
    """Return the poses before and after the axis of a joint."""
    if not isinstance(joint["given"], tuple):
        return np.asarray(joint["given"]), IDENTITY
    own = _own(joint)
    x, z = screw_x(own["alpha"], own["a"]), screw_z(own["theta"], own["d"])
    return (IDENTITY, z @ x) if joint["given"][0] == "dh" else (x @ z, IDENTITY)


def _moving(said: Mapping[str, Value], still: Array) -> Joint:
    kind, given = said["Type"], said["given"]
    lower, upper = np.ravel(np.array(said.get("PositionLimits", LIMITS[kind]), float)).tolist()
    plain = Joint(kind=kind, limits=(lower, upper), name=str(said["Name"]))
    row = isinstance(given, tuple)
    if row and (still == IDENTITY).all():
        convention: Convention = "standard" if given[0] == "dh" else "modified"
        return replace(plain, convention=convention, **_own(said))
    axis = (0.0, 0.0, 1.0) if row else said.get("JointAxis", (0.0, 0.0, 1.0))
    turn, (before, after) = axis_frame(unit(np.ravel(axis))), _sides(said)
    return replace(
        plain,
        convention="general",
        before=pose_rows(still @ before @ turn, "before"),
        after=pose_rows(turn.T @ after, "after"),
    )


def _inertia(said: Mapping[str, Value]) -> Inertia | None:
    """Return the inertia about the centre of mass; MATLAB gives it about the frame of the body."""
    if not {*BODY.usual} & {*said}:
        return None
    (mass,), c, (xx, yy, zz, yz, xz, xy) = (
        np.ravel(np.array(said.get(key, usual), float)) for key, usual in BODY.usual.items()
    )
    whole = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    about = whole - mass * (c @ c * np.eye(3) - np.outer(c, c))
    return Inertia(float(mass), tuple(c.tolist()), moment_row(about))

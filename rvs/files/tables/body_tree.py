"""Robots that a script of MATLAB makes with ``rigidBodyTree`` of the Robotics System Toolbox."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import pi
from typing import Any

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.chain import screw_x, screw_z
from rvs.engine.descriptions.redescribe import joined_inertia, moved_inertia
from rvs.engine.joint import Inertia, Joint
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.files.tables.script_objects import Call, Maker
from rvs.files.tables.script_terms import Evaluator
from rvs.files.tables.script_values import FAULTS, Pose4, ScriptError, Thing, Value
from rvs.value_class import dataclass

# Order of the numbers of a row, and the limits of a joint where none are said.
ROW = ("a", "alpha", "d", "theta")
LIMITS = {"revolute": (-pi, pi), "prismatic": (-0.5, 0.5), "fixed": (0.0, 0.0)}
IDENTITY = np.eye(4)


@dataclass(frozen=True, slots=True)
class Body:
    """Form of a body or a joint; what it has where nothing is said."""

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
    made.said["bodies"] = []
    return made


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
    tree.said["bodies"].append(added)


_WORKS: Mapping[str, Make] = {
    "rigidBodyTree": _tree, "rigidBody": _body, "rigidBodyJoint": _joint,
    "RigidBodyTree": _tree, "RigidBody": _body, "Joint": _joint,
    "setFixedTransform": _set_transform, "addBody": _add_body,
}  # fmt: skip
MAKERS = {name: _maker(work) for name, work in _WORKS.items()}


def tree_robot(script: Evaluator, thing: Thing, name: str) -> Robot:
    """Return the robot of a tree of bodies that is one chain.

    Raises:
        ScriptError: It has branches or nothing that moves, or something of it is not known.
    """
    said = script.known(thing).said
    joints: list[Joint] = []
    base = still = IDENTITY
    weighs = False
    end = said.get("BaseName", "base")
    for body in said["bodies"]:
        told = {key: script.known(one) for key, one in body.said.items()}
        if told["parent"] != end:
            raise ScriptError(
                body.line, f"the tree branches at {told['parent']!r}; expected one chain of bodies"
            )
        end = told["Name"]
        inertia = _inertia(told)
        weighs |= inertia is not None
        joint = told["Joint"].said
        if joint["Type"] == "fixed":
            still = still @ _fixed(joint["given"])
            if inertia is not None and joints:
                whole = joined_inertia(
                    joints[-1].inertia or Inertia(), moved_inertia(inertia, still)
                )
                joints[-1] = replace(joints[-1], inertia=whole)
            continue
        made = replace(
            _moving(script, told["Joint"], still if joints else IDENTITY), inertia=inertia
        )
        base = base if joints else still
        joints.append(made)
        still = IDENTITY
    if not joints:
        raise ScriptError(thing.line, "no joint of the tree moves")
    fall = said.get("Gravity", np.zeros(3) if weighs else None)
    robot = Robot(tuple(joints), name=name).replace(base=base, tool=still)
    return (
        robot
        if fall is None
        else robot.replace(gravity=np.ravel(np.array(script.known(fall), float)))
    )


def _fixed(given: Value) -> Array:
    if not isinstance(given, tuple):
        return np.asarray(given)
    a, alpha, d, theta = given[1:]
    x, z = screw_x(alpha, a), screw_z(theta, d)
    return z @ x if given[0] == "dh" else x @ z


def _moving(script: Evaluator, thing: Thing, before: Array) -> Joint:
    said = {key: script.known(one) for key, one in thing.said.items()}
    kind, given = said["Type"], said["given"]
    lower, upper = np.ravel(np.array(said.get("PositionLimits", LIMITS[kind]), float)).tolist()
    plain = Joint(kind=kind, limits=(lower, upper), name=str(said["Name"]))
    if isinstance(given, tuple):
        own = dict(zip(ROW, given[1:], strict=True)) | {"theta" if kind == "revolute" else "d": 0.0}
        if (before == IDENTITY).all():
            return replace(plain, convention="standard" if given[0] == "dh" else "modified", **own)
        x, z = screw_x(own["alpha"], own["a"]), screw_z(own["theta"], own["d"])
        if given[0] == "dh":
            return _general(plain, before, z @ x)
        return _general(plain, before @ x @ z, IDENTITY)
    axis = np.ravel(np.array(said.get("JointAxis", (0.0, 0.0, 1.0)), float))
    turn = pose(_onto(axis / np.linalg.norm(axis)))
    return _general(plain, before @ given @ turn, turn.T)


def _general(joint: Joint, before: Array, after: Array) -> Joint:
    rows = pose_rows(before, "before"), pose_rows(after, "after")
    return replace(joint, convention="general", before=rows[0], after=rows[1])


def _onto(axis: Array) -> Array:
    """A rotation that takes z onto an axis."""
    if axis[2] < -0.999999:
        return np.diag([1.0, -1.0, -1.0])
    x, y, z = axis
    skew = np.array([[0, 0, x], [0, 0, y], [-x, -y, 0]])
    return np.asarray(np.eye(3) + skew + skew @ skew / (1.0 + z))


def _inertia(said: Mapping[str, Value]) -> Inertia | None:
    """The inertia about the centre of mass; MATLAB says it about the frame of the body."""
    if not {"Mass", "CenterOfMass", "Inertia"} & set(said):
        return None
    mass, centre, about = (
        np.ravel(np.array(said.get(key, usual), float)) for key, usual in BODY.usual.items()
    )
    xx, yy, zz, yz, xz, xy = about
    c, m = centre, float(mass[0])
    squares = m * (c @ c - c * c)
    moments = (xx - squares[0], yy - squares[1], zz - squares[2],
               xy + m * c[0] * c[1], yz + m * c[1] * c[2], xz + m * c[0] * c[2])  # fmt: skip
    return Inertia(m, tuple(c.tolist()), tuple(float(one) for one in moments))  # type: ignore[arg-type]

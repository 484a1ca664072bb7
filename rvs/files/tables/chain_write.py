"""Writer of a chain as a separate script: first its numbers, then the code that uses them.

The numbers are those of ``robot_tree``: each joint moves about or along the z axis of its frame,
and ``ORIGINS`` gives its pose in the previous link at q = 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint
from rvs.engine.joint import Inertia
from rvs.files.robots.arch import Architecture
from rvs.files.storage.atomic import write_text
from rvs.files.tables.write import matlab_word
from rvs.files.trees.robot_tree import robot_tree
from rvs.value_class import dataclass

NUMPY = '''"""Kinematics of a serial robot in NumPy."""

import numpy as np

# NUMBERS


def frames(q):
    """Return the poses of the links and the tool in the world for a posture (n,), (n + 1, 4, 4)."""
    pose, found = np.eye(4), []
    for origin, slides, value in zip(ORIGINS[:-1], SLIDES, q):
        motion = np.eye(4)
        if slides:
            motion[2, 3] = value
        else:
            c, s = np.cos(value), np.sin(value)
            motion[:2, :2] = [[c, -s], [s, c]]
        pose = pose @ origin @ motion
        found.append(pose)
    return np.array([*found, pose @ ORIGINS[-1]])


def fkine(q):
    """Return the pose of the tool in the world, (4, 4)."""
    return frames(q)[-1]


def jacobian(q):
    """Return the Jacobian in the world, (6, n): angular velocity of the tool, then its velocity."""
    *links, tool = frames(q)
    columns = []
    for pose, slides in zip(links, SLIDES):
        axis = pose[:3, 2]
        turned = np.cross(axis, tool[:3, 3] - pose[:3, 3])
        columns.append([0, 0, 0, *axis] if slides else [*axis, *turned])
    return np.array(columns).T
'''

NUMPY_MASSES = '''

def torques(q, qd, qdd):
    """Return the torques or forces (n,) of a motion, with friction and drives (Newton-Euler)."""
    links = frames(q)[:-1]
    omega, alpha, point = np.zeros(3), np.zeros(3), np.zeros(3)
    acceleration = -GRAVITY
    loads = []
    for k, pose in enumerate(links):
        axis, arm = pose[:3, 2], pose[:3, 3] - point
        acceleration = acceleration + np.cross(alpha, arm) + np.cross(omega, np.cross(omega, arm))
        if SLIDES[k]:
            acceleration = acceleration + axis * qdd[k] + 2 * np.cross(omega, axis) * qd[k]
        else:
            alpha = alpha + axis * qdd[k] + np.cross(omega, axis) * qd[k]
            omega = omega + axis * qd[k]
        point, turn = pose[:3, 3], pose[:3, :3]
        xx, yy, zz, xy, yz, xz = MOMENTS[k]
        inertia = turn @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ turn.T
        centre = turn @ CENTRES[k]
        swing = np.cross(alpha, centre) + np.cross(omega, np.cross(omega, centre))
        force = MASSES[k] * (acceleration + swing)
        moment = inertia @ alpha + np.cross(omega, inertia @ omega)
        loads.append((point + centre, force, moment))
    found = np.array(ARMATURE * qdd + DAMPING * qd + FRICTION * np.sign(qd))
    for k, pose in enumerate(links):
        axis = pose[:3, 2]
        for centre, force, moment in loads[k:]:
            turned = moment + np.cross(centre - pose[:3, 3], force)
            found[k] += axis @ (force if SLIDES[k] else turned)
    return found
'''

PINOCCHIO = '''"""A serial robot as a model of Pinocchio."""

import numpy as np
import pinocchio as pin

# NUMBERS


def build():
    """Return the model; its frame ``tool`` is the tool."""
    model = pin.Model()
    model.name = NAME
    model.gravity.linear = GRAVITY
    joint = 0
    for k, name in enumerate(JOINTS):
        kind = pin.JointModelPZ() if SLIDES[k] else pin.JointModelRZ()
        bounds = ([values[k]] for values in (EFFORTS, RATES, LOWER, UPPER))
        joint = model.addJoint(
            joint, kind, pin.SE3(ORIGINS[k]), name, *(np.array(one) for one in bounds)
        )
        if "MASSES" in globals():
            xx, yy, zz, xy, yz, xz = MOMENTS[k]
            about = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            body = pin.Inertia(MASSES[k], CENTRES[k], about)
            model.appendBodyToJoint(joint, body, pin.SE3.Identity())
    model.addFrame(pin.Frame("tool", joint, pin.SE3(ORIGINS[-1]), pin.FrameType.OP_FRAME))
    model.armature = ARMATURE
    model.damping = DAMPING
    model.referenceConfigurations["home"] = HOME
    return model


model = build()
data = model.createData()
'''

RIGID_BODY_TREE = """
robot = rigidBodyTree('DataFormat', 'column');
robot.Gravity = GRAVITY;
parent = robot.BaseName;
for k = 1:numel(JOINTS)
    if SLIDES(k)
        joint = rigidBodyJoint(JOINTS{k}, 'prismatic');
    else
        joint = rigidBodyJoint(JOINTS{k}, 'revolute');
    end
    setFixedTransform(joint, ORIGINS{k});
    joint.JointAxis = [0 0 1];
    joint.PositionLimits = [LOWER(k) UPPER(k)];
    joint.HomePosition = min(max(HOME(k), LOWER(k)), UPPER(k));
    body = rigidBody(sprintf('link%d', k));
    if exist('MASSES', 'var')
        about = MOMENTS{k};
        centre = CENTRES{k};
        body.Mass = MASSES(k);
        body.CenterOfMass = centre;
        % the class expects Ixx Iyy Izz Iyz Ixz Ixy about the origin of the link
        squares = centre.^2;
        mixed = [centre(2)*centre(3) centre(1)*centre(3) centre(1)*centre(2)];
        body.Inertia = [about([1 2 3]) + MASSES(k)*(sum(squares) - squares), ...
                        about([5 6 4]) - MASSES(k)*mixed];
    end
    body.Joint = joint;
    addBody(robot, body, parent);
    parent = body.Name;
end
tool = rigidBody('tool');
setFixedTransform(tool.Joint, ORIGINS{end});
addBody(robot, tool, parent);
"""


Say = Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Numbers:
    """A number or list of a script.

    Attributes:
        name: Name in the script.
        value: A text, a row, a list of texts, or matrices (n, 4, 4).
        says: Its meaning, with its unit.
    """

    name: str
    value: Any
    says: str


def save_numpy(path: Path, architecture: Architecture) -> None:
    """Write a robot as a script that requires only NumPy, atomically.

    Raises:
        RvsError: A joint is helical.
        OSError: The file can't be written.
    """
    tree = robot_tree(architecture.robot)
    write_text(path, _python(tree, NUMPY + (NUMPY_MASSES if _weighs(tree) else "")))


def save_pinocchio(path: Path, architecture: Architecture) -> None:
    """Write a robot as a script that builds a Pinocchio model, atomically.

    Raises:
        RvsError: A joint is helical.
        OSError: The file can't be written.
    """
    write_text(path, _python(robot_tree(architecture.robot), PINOCCHIO))


def save_rigid_body_tree(path: Path, architecture: Architecture) -> None:
    """Write a robot as a MATLAB script that builds a rigidBodyTree, atomically.

    Raises:
        RvsError: A joint is helical.
        OSError: The file can't be written.
    """
    numbers = _numbers(robot_tree(architecture.robot))
    head = [f"% {one.says}\n{one.name} = {_matlab(one.value)};" for one in numbers]
    write_text(path, "\n".join([*head, RIGID_BODY_TREE]))


def _python(tree: LinkTree, code: str) -> str:
    before, after = code.split("# NUMBERS\n")
    rows = [f"# {one.says}\n{one.name} = {_python_value(one.value)}" for one in _numbers(tree)]
    return before + "\n".join(rows) + "\n" + after


def _weighs(tree: LinkTree) -> bool:
    return any(link.inertia is not None for link in tree.links)


def _numbers(tree: LinkTree) -> Iterator[Numbers]:
    moving: list[TreeJoint] = [joint for joint in tree.joints if joint.moves]
    yield Numbers("NAME", tree.name, "name of the robot")
    yield Numbers("JOINTS", [joint.name for joint in moving], "names of the joints")
    slides = [float(joint.kind == "prismatic") for joint in moving]
    yield Numbers("SLIDES", slides, "1 for a prismatic joint, 0 for a revolute one")
    origins = np.array([joint.origin for joint in tree.joints])
    words = "frame of each joint in the link before it at q = 0, then the tool; m"
    yield Numbers("ORIGINS", origins, words)
    lower, upper = np.transpose([joint.limits for joint in moving])
    yield Numbers("LOWER", lower, "lower limits of the joints; rad or m")
    yield Numbers("UPPER", upper, "upper limits of the joints; rad or m")
    yield Numbers("RATES", [joint.rate for joint in moving], "largest speeds; rad/s or m/s")
    yield Numbers("EFFORTS", [joint.effort for joint in moving], "largest torques; N m or N")
    yield Numbers("HOME", [joint.home for joint in moving], "initial posture; rad or m")
    yield Numbers("GRAVITY", tree.gravity, "gravity in the world; m/s^2")
    yield Numbers("DAMPING", [joint.damping for joint in moving], "viscous friction; N m s/rad")
    yield Numbers("FRICTION", [joint.friction for joint in moving], "dry friction; N m or N")
    yield Numbers("ARMATURE", [joint.armature for joint in moving], "inertia of drives; kg m^2")
    if _weighs(tree):
        links = [tree.link[joint.child].inertia or Inertia() for joint in moving]
        yield Numbers("MASSES", [one.mass for one in links], "masses of the links; kg")
        words = "centres of mass in the frames of the joints; m"
        yield Numbers("CENTRES", np.array([one.com for one in links]), words)
        words = "Ixx Iyy Izz Ixy Iyz Ixz about the centres of mass; kg m^2"
        yield Numbers("MOMENTS", np.array([one.moments for one in links]), words)


def _python_value(value: Any) -> str:
    if isinstance(value, str):
        return repr(value)
    if isinstance(value, list) and isinstance(value[0], str):
        return repr(value)
    return f"np.array({_nested(np.asarray(value, float).tolist(), 'np.inf')})"


def _nested(value: Any, infinity: str, depth: int = 0) -> str:
    """Return lists within lists, a line for each row."""
    if not isinstance(value, list):
        return _number(value, infinity)
    if isinstance(value[0], list):
        lead = " " * 4 * (depth + 1)
        rows = "".join(f"{lead}{_nested(row, infinity, depth + 1)},\n" for row in value)
        return f"[\n{rows}{' ' * 4 * depth}]"
    return f"[{', '.join(_number(one, infinity) for one in value)}]"


def _number(value: float, infinity: str) -> str:
    if isfinite(value):
        return repr(float(value) + 0.0)
    return infinity if value > 0 else f"-{infinity}"


def _matlab(value: Any) -> str:
    if isinstance(value, str):
        return matlab_word(value)
    if isinstance(value, list) and isinstance(value[0], str):
        return "{" + ", ".join(map(matlab_word, value)) + "}"
    array = np.asarray(value, float)
    if array.ndim == 1:
        return f"[{' '.join(_number(one, 'inf') for one in array.tolist())}]"
    rows = (_row(one) for one in array)
    return "{ ...\n" + ", ...\n".join(rows) + "}"


def _row(value: Any) -> str:
    rows = np.atleast_2d(value).tolist()
    said = (" ".join(_number(one, "inf") for one in row) for row in rows)
    return f" [{'; '.join(said)}]"

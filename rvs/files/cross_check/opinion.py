"""Second opinions on descriptions: the result of another program for the same file.

RVS reads back its own output; a program from other authors must confirm that its reader is right.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np

from rvs.distribution import EXTRAS
from rvs.engine.arrays import Array
from rvs.engine.descriptions.comparison import (
    RANDOM_POSTURES,
    STATES,
    has_masses,
    joint_ranges,
    plain_torques,
    pose_difference,
    random_postures,
    random_states,
    tool_poses,
    torque_difference,
)
from rvs.engine.descriptions.tree_robot import TreeChain
from rvs.engine.robot import Robot
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.xml import Element
from rvs.value_class import dataclass

# Largest differences of two programs that read the same: quaternions of a file are rounded, and
# points of meshes have single precision.
SAME_POSES, SAME_TORQUES = 1e-6, 1e-5
# A file may make a program work for ever, s.
PATIENCE = 60.0
ASK = (
    "import sys; sys.path[:] = sys.argv[1:]; "
    "from rvs.files.cross_check.process import serve; serve()"
)
# Name of the writer of scripts that are run.
TOOLBOX = "toolbox"
# Parts that only look, with meshes that another program would look for elsewhere.
LOOKS = ("visual", "collision")


@dataclass(frozen=True, slots=True)
class Witness:
    """A program with its own reader of a format.

    Attributes:
        name: Its name.
        module: Its name for import.
        format: Root element of its files, or name of the writer of its scripts.
        package: Package that installs it.
    """

    name: str
    module: str
    format: str
    package: str


# MuJoCo and Drake read URDF, too, but not all of it.
WITNESSES = (
    Witness("MuJoCo", "mujoco", "mujoco", EXTRAS["mujoco"]),
    Witness("Pinocchio", "pinocchio", "robot", EXTRAS["pinocchio"]),
    Witness("Drake", "pydrake", "sdf", "drake"),
    Witness("Robotics Toolbox", "roboticstoolbox", TOOLBOX, "roboticstoolbox-python"),
)
READ_BACK = "only RVS itself read it back, with the same result"


@dataclass(frozen=True, slots=True)
class Opinion:
    """The difference between another program's reading of a file and a robot.

    Attributes:
        path: The file.
        by: The program with its version, or empty if there is none.
        error: Largest difference of the tool's pose over 1,000 random postures, relative.
        torque_error: Largest difference of torques over 100 random states, relative; None if masses
            are unknown, or the chain leads towards the root of its tree.
        reason: Reason for a missing or different answer, or empty.
    """

    path: Path
    by: str = ""
    error: float | None = None
    torque_error: float | None = None
    reason: str = ""

    @property
    def words(self) -> str:
        """The difference as one sentence, without a full stop."""
        if self.error is None:
            return f"no second opinion about {self.path.name}: {self.reason}"
        verb = "agrees with" if self.agrees else "DISAGREES with"
        words = f"{self.by} {verb} RVS about {self.path.name}: poses {within(self.error)}"
        if self.torque_error is None:
            return words
        more = f" ({self.reason}, and RVS does not)" if self.reason else ""
        return f"{words}, torques {within(self.torque_error)}{more}"

    @property
    def agrees(self) -> bool:
        """True if the program reads the same robot."""
        return (
            self.error is not None
            and self.error <= SAME_POSES
            and (self.torque_error or 0.0) <= SAME_TORQUES
        )


def within(difference: float) -> str:
    """Return the similarity of two robots in words."""
    return f"to {difference:.1e}" if difference else "exactly"


def opinion_on(file: TreeFile, chain: TreeChain, robot: Robot) -> Opinion:
    """Let another program read a description, and compare a chain with a robot.

    Args:
        file: The description.
        chain: The chain in it.
        robot: The robot that the chain should be.
    """
    path, root = file.path, file.root
    if root is None:
        return Opinion(path, reason="it was not read")
    outwards = all(out for _, out in chain.path)
    return _opinion(root.tag, path, _job(file, root, chain, robot), robot, outwards)


def script_opinion(path: Path, kind: str, robot: Robot) -> Opinion:
    """Let another program run a script written by RVS, and compare its robot.

    Args:
        path: The script, every line of which is written by RVS.
        kind: Name of its writer.
        robot: The expected robot.
    """
    if (path.suffix.lower(), kind) != (".py", TOOLBOX):
        return Opinion(path, reason=f"no program that could run it is used; {READ_BACK}")
    return _opinion(TOOLBOX, path, {"path": str(path.absolute())}, robot)


def _opinion(
    written: str, path: Path, job: Mapping[str, Any], robot: Robot, weighs: bool = True
) -> Opinion:
    """Query the program that reads a format, including torques if they can be compared."""
    witness = next(one for one in WITNESSES if one.format == written)
    if find_spec(witness.module) is None:
        words = f"{witness.name} is not installed: python -m pip install {witness.package}"
        alone = f"; {READ_BACK}" if written == TOOLBOX else ""
        return Opinion(path, reason=f"{words}{alone}")
    weighed = weighs and has_masses(robot)
    q = random_postures(*joint_ranges(robot), RANDOM_POSTURES)
    states = random_states(*joint_ranges(robot), STATES if weighed else 0)
    answer = asked({**job, "module": witness.module} | _told(q, *states))
    if "fault" in answer:
        return Opinion(path, witness.name, reason=f"it can't read the file: {answer['fault']}")
    poses = np.array(answer["poses"]).reshape(-1, 3, 4)
    error, torque_error = pose_difference(poses, tool_poses(robot, q)[:, :3]), None
    if weighed:
        torques = np.array(answer["torques"])
        torque_error = torque_difference(torques, plain_torques(robot, *states))
    by = f"{witness.name} {answer['version']}"
    return Opinion(path, by, error, torque_error, answer["counts"])


def _told(postures: Array, q: Array, qd: Array, qdd: Array) -> dict[str, Any]:
    states = {"postures": postures, "q": q, "qd": qd, "qdd": qdd}
    return {key: value.tolist() for key, value in states.items()}


def _job(file: TreeFile, root: Element, chain: TreeChain, robot: Robot) -> dict[str, Any]:
    tree = chain.tree
    moving = [joint.name for joint in tree.joints if joint.kind != "fixed"]
    joints = list(chain.ends.joints)
    # A format without gravity leaves that of the robot, whose base is the root of what is written.
    at_root = chain.ends.root == tree.root
    job = {
        "path": str(file.path.absolute()),
        "packages": dict(file.packages),
        "root": chain.ends.root,
        "tip": chain.ends.tip,
        "joints": joints,
        "order": [moving.index(name) for name in joints],
        "count": len(moving),
        # Links between two joints of one body are RVS's own.
        "links": [link.name for link in tree.links if " moved by " not in link.name],
        "gravity": list(robot.gravity if at_root else tree.gravity),
    }
    return job | {"text": _plain(root)} if root.tag == "robot" else job


def _plain(root: Element) -> str:
    """Return the links and joints of a URDF without their looks."""

    def made(element: Element) -> ElementTree.Element:
        found = ElementTree.Element(element.tag, dict(element.attributes))
        found.extend(made(child) for child in element.children if child.tag not in LOOKS)
        return found

    return ElementTree.tostring(made(root), encoding="unicode")


def asked(job: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the answer of a program in a separate process, because a file can crash it.

    Args:
        job: As for ``process.answered``.
    """
    # Some programs write what they find odd into the folder that they run in.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            done = subprocess.run(
                [sys.executable, "-c", ASK, *map(os.path.abspath, sys.path)],
                input=json.dumps(job).encode(),
                capture_output=True,
                timeout=PATIENCE,
                check=False,
                cwd=folder,
                # no console window beside ours
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
            answer: Mapping[str, Any] = json.loads(done.stdout)
        except subprocess.TimeoutExpired:
            return {"fault": f"it takes more than {PATIENCE:.0f} s"}
        except (OSError, ValueError):
            return {"fault": "it ended early"}
    return answer

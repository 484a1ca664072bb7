"""Writers of tables for other programs: CSV, JSON, scripts of the Robotics Toolbox."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Any

from rvs.engine.arrays import Pose
from rvs.engine.errors import RvsError
from rvs.engine.joint import DH_CONVENTIONS, NO_LIMITS, Inertia, Joint
from rvs.engine.robot import Robot
from rvs.files.robots.arch import Architecture
from rvs.files.storage.atomic import write_text
from rvs.files.tables.json_table import FORM
from rvs.files.text.letters import csv_cell

CLASSES = {"revolute": "Revolute", "prismatic": "Prismatic"}


def in_one_table(robot: Robot) -> Robot:
    """Return a robot whose joints are all standard or all modified Denavit-Hartenberg rows.

    Raises:
        RvsError: A joint is helical.
    """
    for number, joint in enumerate(robot.joints, 1):
        if joint.kind == "helical":
            raise RvsError(f"joint {number} is helical; the format has no such joint")
    found = {joint.convention for joint in robot.joints}
    if len(found) == 1 and found <= set(DH_CONVENTIONS):
        return robot
    return robot.to_dh("standard")


def save_csv(path: Path, architecture: Architecture) -> None:
    """Write the joints of a robot as a table of comma-separated values, atomically.

    Raises:
        RvsError: A joint is helical.
        OSError: The file can't be written.
    """
    robot = in_one_table(architecture.robot)
    before = "_(i-1)" if robot.joints[0].convention == "modified" else ""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    sizes = (f"a{before} [m]", f"alpha{before} [rad]", "d [m]", "theta [rad]")
    rows.writerow(["joint name", "type", *sizes, "joint offset", "lower", "upper"])
    for joint in robot.joints:
        unit = "m" if joint.kind == "prismatic" else "rad"
        own = [joint.offset, *joint.limits]
        told = [f"{one!r} {unit}" if isfinite(one) else str(one) for one in own]
        values = [repr(one) for one in (joint.a, joint.alpha, joint.d, joint.theta)]
        rows.writerow([csv_cell(joint.name), joint.kind, *values, *told])
    write_text(path, text.getvalue())


def save_json(path: Path, architecture: Architecture) -> None:
    """Write a robot as JSON, atomically.

    Raises:
        RvsError: A joint is helical.
        OSError: The file can't be written.
    """
    robot = in_one_table(architecture.robot)
    said = {
        "format": FORM,
        "name": robot.name,
        "convention": robot.joints[0].convention,
        "base": robot.base_rows,
        "tool": robot.tool_rows,
        "gravity": robot.gravity,
        **_json_base(robot),
        "joints": [_json_joint(joint) for joint in robot.joints],
    }
    write_text(path, json.dumps(said, indent=1, ensure_ascii=False) + "\n")


def _json_base(robot: Robot) -> dict[str, Any]:
    """Return the named ends of the chain and the mass of the base, if known."""
    names = {key: name for key in ("base_link", "tool_link") if (name := getattr(robot, key))}
    inertia = robot.base_inertia
    return names if inertia is None else {**names, "base_inertia": _json_inertia(inertia)}


def _json_inertia(inertia: Inertia) -> dict[str, Any]:
    return {"mass": inertia.mass, "com": inertia.com, "moments": inertia.moments}


def _json_joint(joint: Joint) -> dict[str, Any]:
    inertia, motor = joint.inertia, joint.motor
    said: dict[str, Any] = {"name": joint.name, "kind": joint.kind}
    if joint.link:
        said["link"] = joint.link
    said |= {key: getattr(joint, key) for key in ("a", "alpha", "d", "theta", "offset")}
    said["limits"] = [one if isfinite(one) else None for one in joint.limits]
    for key in ("rate", "acceleration", "effort", "stiffness"):
        value = getattr(joint, key)
        if isfinite(value) or key != "stiffness":
            said[key] = value if isfinite(value) else None
    if inertia is not None:
        said["inertia"] = _json_inertia(inertia)
    if motor is not None:
        said["motor"] = {
            "inertia": motor.inertia, "gear": motor.gear,
            "viscous": motor.viscous, "coulomb": motor.coulomb,
        }  # fmt: skip
    return said


def save_python(path: Path, architecture: Architecture) -> None:
    """Write a robot as a script of the Robotics Toolbox for Python, atomically.

    Raises:
        RvsError: A joint is helical.
        OSError: The file can't be written.
    """
    robot = in_one_table(architecture.robot)
    suffix = "MDH" if robot.joints[0].convention == "modified" else "DH"
    used = sorted({CLASSES[joint.kind] + suffix for joint in robot.joints})
    lines = [
        "import numpy as np",
        f"from roboticstoolbox import DHRobot, {', '.join(used)}",
        "from spatialmath import SE3",
        "",
        "links = [",
    ]
    for joint in robot.joints:
        said = ", ".join(f"{key}={_plain(value)}" for key, value in _link(joint))
        lines.append(f"    {CLASSES[joint.kind]}{suffix}({said}),")
    gravity = _plain([one + 0.0 for one in robot.gravity])
    lines += ["]", "robot = DHRobot(", f"    links, name={robot.name!r}, gravity={gravity},"]
    for key, rows in (("base", robot.base_rows), ("tool", robot.tool_rows)):
        lines.append(f"    {key}=SE3(np.array({_plain(rows)}), check=False),")
    write_text(path, "\n".join([*lines, ")", ""]))


def save_matlab(path: Path, architecture: Architecture) -> None:
    """Write a robot as a script of the Robotics Toolbox for MATLAB, atomically.

    Raises:
        RvsError: A joint is helical.
        OSError: The file can't be written.
    """
    robot = in_one_table(architecture.robot)
    suffix = "MDH" if robot.joints[0].convention == "modified" else ""
    lines = ["clear L"]
    for number, joint in enumerate(robot.joints, 1):
        said = ", ".join(f"'{key}', {_blocks(value)}" for key, value in _link(joint))
        lines.append(f"L({number}) = {CLASSES[joint.kind]}{suffix}({said});")
    gravity = _blocks([-one + 0.0 for one in robot.gravity])
    name = matlab_word(robot.name)
    lines.append(f"robot = SerialLink(L, 'name', {name}, 'gravity', {gravity}, ...")
    base, tool = _matrix(robot.base_rows), _matrix(robot.tool_rows)
    lines += [f" 'base', {base}, ...", f" 'tool', {tool});", ""]
    write_text(path, "\n".join(lines))


def matlab_word(text: str) -> str:
    """Return a MATLAB text without line ends."""
    doubled = " ".join(text.split()).replace("'", "''")
    return f"'{doubled}'"


def _link(joint: Joint) -> Iterator[tuple[str, Any]]:
    """Yield the arguments of a link of the toolbox, except for its defaults."""
    yield ("theta", joint.theta) if joint.kind == "prismatic" else ("d", joint.d)
    yield "a", joint.a
    yield "alpha", joint.alpha
    yield "offset", joint.offset
    if joint.limits != NO_LIMITS:
        yield "qlim", list(joint.limits)
    if joint.inertia is not None:
        yield "m", joint.inertia.mass
        yield "r", list(joint.inertia.com)
        yield "I", list(joint.inertia.moments)
    if joint.motor is not None:
        motor = joint.motor
        yield from (("Jm", motor.inertia), ("G", motor.gear), ("B", motor.viscous))
        yield "Tc", list(motor.coulomb)


def _plain(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return _number(value, "np.inf")


def _blocks(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + " ".join(map(_blocks, value)) + "]"
    return _number(value, "inf")


def _number(value: float, infinity: str) -> str:
    if isfinite(value):
        return repr(float(value))
    return infinity if value > 0 else f"-{infinity}"


def _matrix(rows: Pose) -> str:
    return "[" + "; ".join(" ".join(repr(one) for one in row) for row in rows) + "]"

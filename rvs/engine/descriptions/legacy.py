"""Robots in the tables of the Robotics Toolbox 7.1 and of ROBOOP, and back."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_choice, check_numbers, check_text
from rvs.engine.chain import screw_x, screw_z
from rvs.engine.descriptions.redescribe import joined_inertia, moved_inertia
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import DH_CONVENTIONS, NO_LIMITS, Convention, Inertia, Joint, Motor

# ROBOOP's columns in the order of the matrix; its moments stand xx xy xz yy yz zz.
ROBOOP_KEYS = (
    *("joint_type", "theta", "d", "a", "alpha", "theta_min", "theta_max", "joint_offset"),
    *("m", "cx", "cy", "cz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"),
    *("Im", "Gr", "B", "Cf", "immobile"),
)
_FIXED = 2
_ANGLES = ("alpha", "theta", "theta_min", "theta_max", "joint_offset")
_OWN_WHEN_TURNING = ("theta_min", "theta_max", "joint_offset")


def dyn_joints(matrix: ArrayLike, convention: Convention) -> tuple[Joint, ...]:
    """Return the joints of legacy dh or dyn rows; ``Robot.from_dyn`` explains the arguments.

    Raises:
        ArgumentError: Not a matrix with 4, 5, 6 or 15 to 20 columns, or a sigma other than 0 or 1.
    """
    check_choice(convention, "convention", DH_CONVENTIONS)
    rows = check_numbers(matrix, "matrix")
    if rows.ndim != 2 or not len(rows) or rows.shape[1] not in (4, 5, 6, *range(15, 21)):
        raise ArgumentError(
            f"matrix: expected rows of 4 to 6 or 15 to 20 numbers, got shape {rows.shape}"
        )
    if rows.shape[1] > 4 and not np.isin(rows[:, 4], (0.0, 1.0)).all():
        raise ArgumentError("matrix: expected 0 (revolute) or 1 (prismatic) as sigma in column 5")
    return tuple(_dyn_joint(row, convention) for row in rows.tolist())


def _dyn_joint(row: list[float], convention: Convention) -> Joint:
    alpha, a, theta, d = row[:4]
    kinematic = len(row) <= 6
    joint = Joint(
        a=a,
        alpha=alpha,
        d=d,
        theta=theta,
        kind="prismatic" if len(row) > 4 and row[4] != 0 else "revolute",
        offset=row[5] if len(row) == 6 else 0.0,
        convention=convention,
    )
    if kinematic:
        return joint
    inertia = Inertia(row[5], (row[6], row[7], row[8]), tuple(row[9:15]))  # type: ignore[arg-type]
    if len(row) == 15:
        return replace(joint, inertia=inertia)
    given = dict(enumerate(row))
    dry = given.get(18, 0.0)
    motor = Motor(row[15], given.get(16, 1.0), given.get(17, 0.0), (dry, given.get(19, -dry)))
    return replace(joint, inertia=inertia, motor=motor)


def dyn_rows(joints: Sequence[Joint]) -> Array:
    """Return rows alpha, a, theta, d, sigma, mass, com, moments, Jm, G, B, Tc+, Tc- (n, 20).

    Raises:
        ArgumentError: A joint that such a row cannot describe: helical, general, or with an offset.
    """
    return np.array([_dyn_row(i, joint) for i, joint in enumerate(joints)])


def _dyn_row(i: int, joint: Joint) -> list[float]:
    if joint.kind == "helical" or joint.convention == "general":
        word = joint.kind if joint.kind == "helical" else joint.convention
        raise ArgumentError(f"robot: joint {i + 1} is {word}; a dyn row can't express that")
    if joint.offset != 0:
        raise ArgumentError(f"robot: joint {i + 1} has an offset; a dyn row can't express that")
    inertia, motor = joint.inertia or Inertia(), joint.motor or Motor()
    sigma = float(joint.kind == "prismatic")
    return [
        *(joint.alpha, joint.a, joint.theta, joint.d, sigma),
        *(inertia.mass, *inertia.com, *inertia.moments),
        *(motor.inertia, motor.gear, motor.viscous, *motor.coulomb),
    ]


def roboop_joints(
    initrobot: ArrayLike, initmotor: ArrayLike | None, convention: Convention
) -> tuple[tuple[Joint, ...], Array]:
    """Return joints and tool of ROBOOP's matrices; ``Robot.from_roboop`` explains the arguments.

    Raises:
        ArgumentError: Other columns, an unknown joint type, a fixed row before the last.
    """
    check_choice(convention, "convention", DH_CONVENTIONS)
    rows = check_numbers(initrobot, "initrobot")
    columns = 23 if initmotor is None else 19
    if rows.ndim != 2 or rows.shape[1] != columns:
        raise ArgumentError(f"initrobot: expected rows of {columns} numbers, got {rows.shape}")
    if initmotor is not None:
        motors = check_numbers(initmotor, "initmotor")
        if motors.shape != (len(rows), 4):
            raise ArgumentError(f"initmotor: expected shape ({len(rows)}, 4), got {motors.shape}")
        rows = np.hstack([rows[:, :18], motors, rows[:, 18:]])
    links = [dict(zip(ROBOOP_KEYS, row, strict=True)) for row in rows.tolist()]
    return _roboop_chain(links, convention)


def roboop_file_joints(
    text: str, section: str, convention: Convention
) -> tuple[tuple[Joint, ...], Array]:
    """Return joints and tool of a configuration file; ``Robot.from_roboop_file`` explains it.

    Raises:
        ArgumentError: No such section, a link without one, or a value that is not a number.
    """
    check_choice(convention, "convention", DH_CONVENTIONS)
    check_text(section, "section")
    sections = _sections(check_text(text, "text"))
    head = _section(sections, section)
    fixed = _number(head, "Fix", section) != 0
    dof = _number(head, "dof", section)
    if not 0 <= dof <= len(sections):
        raise ArgumentError(f"text: [{section}] dof: expected the number of joints, got {dof:g}")
    count = int(dof) + int(fixed)
    links = []
    for i in range(1, count + 1):
        name = f"{section}_LINK{i}"
        raw = _section(sections, name)
        link = {key: _number(raw, key, name) for key in ROBOOP_KEYS}
        if _number(head, "Motor", section) == 0:
            link |= dict.fromkeys(("Im", "Gr", "B", "Cf"), 0.0)
        if _number(head, "angle_in_degree", section) != 0:
            link |= _radians(link)
        links.append(link)
    if fixed:
        links[-1]["joint_type"] = _FIXED
    return _roboop_chain(links, convention)


def _radians(link: dict[str, float]) -> dict[str, float]:
    """Return angles in rad; limits and offset of a prismatic joint are unchanged lengths."""
    keys = _ANGLES if link["joint_type"] == 0 else set(_ANGLES) - set(_OWN_WHEN_TURNING)
    return {key: math.radians(link[key]) for key in keys}


def _sections(text: str) -> dict[str, dict[str, str]]:
    sections: dict[str, dict[str, str]] = {}
    current: dict[str, str] = {}
    for line in text.splitlines():
        content = line.split("#")[0].strip()
        if match := re.fullmatch(r"\[(.+)\]", content):
            current = sections.setdefault(match[1].strip(), {})
        elif ":" in content:
            key, value = content.split(":", 1)
            current[key.strip()] = value.strip()
    return sections


def _section(sections: dict[str, dict[str, str]], name: str) -> dict[str, str]:
    if name not in sections:
        raise ArgumentError(
            f"section: no [{name}] in the text; it has {', '.join(list(sections)[:12])}"
        )
    return sections[name]


def _number(section: dict[str, str], key: str, where: str) -> float:
    word = section.get(key, "0")
    try:
        return float(word)
    except ValueError as error:
        raise ArgumentError(f"text: [{where}] {key}: expected a number, got {word!r}") from error


def _roboop_chain(
    links: list[dict[str, float]], convention: Convention
) -> tuple[tuple[Joint, ...], Array]:
    moving = links[:-1] if links and links[-1]["joint_type"] == _FIXED else links
    if not moving:
        raise ArgumentError("initrobot: a robot needs at least one joint that moves")
    joints = [_roboop_joint(i, link, convention) for i, link in enumerate(moving)]
    if moving is links:
        return tuple(joints), np.eye(4)
    fixed = links[-1]
    z, x = screw_z(fixed["theta"], fixed["d"]), screw_x(fixed["alpha"], fixed["a"])
    tool = z @ x if convention == "standard" else x @ z
    body = moved_inertia(_roboop_inertia(fixed), tool)
    joints[-1] = replace(joints[-1], inertia=joined_inertia(joints[-1].inertia or Inertia(), body))
    return tuple(joints), tool


def _roboop_joint(i: int, link: dict[str, float], convention: Convention) -> Joint:
    if link["joint_type"] not in (0, 1):
        raise ArgumentError(
            f"initrobot: row {i} has joint type {link['joint_type']:g}; expected 0 or 1, "
            "or 2 in the last row"
        )
    # Two zeros are how a file says that no limits are known.
    bounds = (link["theta_min"], link["theta_max"])
    return Joint(
        a=link["a"],
        alpha=link["alpha"],
        d=link["d"],
        theta=link["theta"],
        kind="prismatic" if link["joint_type"] == 1 else "revolute",
        offset=link["joint_offset"],
        limits=NO_LIMITS if bounds == (0.0, 0.0) else bounds,
        locked=link["immobile"] != 0,
        convention=convention,
        inertia=_roboop_inertia(link),
        motor=Motor(link["Im"], link["Gr"], link["B"], (link["Cf"], -link["Cf"])),
    )


def _roboop_inertia(link: dict[str, float]) -> Inertia:
    return Inertia(
        link["m"],
        (link["cx"], link["cy"], link["cz"]),
        tuple(link[key] for key in ("Ixx", "Iyy", "Izz", "Ixy", "Iyz", "Ixz")),  # type: ignore[arg-type]
    )

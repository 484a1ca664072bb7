"""Names of the structures of arms."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import check_robot
from rvs.engine.inverse.plan import Plan, plan_of
from rvs.engine.inverse.position import ALIKE
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot

# ROBOOP's tolerance for a link's numbers.
ZERO = 1e-7


def family(robot: Robot) -> str:
    """Return the name of an arm's structure, which decides the method of its inverse kinematics.

    ``"puma"``, ``"rhino"`` and ``"schilling"`` are identified by ROBOOP's conditions on the link
    data, twists by size alone.  Then ``"planar"``, ``"scara"``, ``"cartesian"``, ``"cylindrical"``
    and ``"spherical"`` arms, ``"stanford"`` (a spherical arm with a spherical wrist), any other arm
    with a ``"spherical wrist"`` somewhere in the chain or ``"three parallel"`` axes, ``"general
    6R"`` (also with five revolute joints), and ``"numeric"`` if postures are found by descent
    alone. An arm of more than six joints has the name of the structure that remains when the
    surplus joints are held.

    Args:
        robot: The robot.

    Raises:
        ArgumentError: It is not a robot.

    >>> family(Robot.from_dh([1, 1, 1], 0, 0, 0))
    'planar'
    """
    check_robot(robot)
    named = _roboop(robot)
    if named:
        return named
    plan = plan_of(robot)
    simple = _simple(robot, plan)
    if simple:
        return simple
    if plan.way == "general":
        return "general 6R"
    if plan.method is None:
        return "numeric"
    return "spherical wrist" if plan.method.triple == "meeting" else "three parallel"


def _roboop(robot: Robot) -> str:
    """Return puma, rhino or schilling by link data, otherwise nothing."""
    conventions = {joint.convention for joint in robot.joints}
    if not all(joint.kind == "revolute" for joint in robot.joints) or robot.n not in (5, 6):
        return ""
    if conventions == {"modified"}:
        return _modified_table(robot.joints)
    described = robot if conventions == {"standard"} else robot.to_dh("standard")
    return _standard_table(described.joints)


def _zero(joints: tuple[Joint, ...], field: str, *numbers: int) -> bool:
    """Return whether a field of some joints, numbered from 1 as in ROBOOP, is zero."""
    return all(abs(getattr(joints[i - 1], field)) < ZERO for i in numbers)


def _standard_table(joints: tuple[Joint, ...]) -> str:
    six = len(joints) == 6
    lengths = six and not _zero(joints, "a", 2) and not _zero(joints, "a", 3)
    wrist = lengths and _zero(joints, "a", 1, 4, 5, 6) and _zero(joints, "d", 5)
    if wrist and _zero(joints, "alpha", 2, 6):
        return "puma"
    if not six:
        rhino = _zero(joints, "a", 1, 5) and _zero(joints, "d", 2, 3, 4)
        return "rhino" if rhino and _zero(joints, "alpha", 2, 3, 5) else ""
    schilling = _zero(joints, "a", 5, 6) and _zero(joints, "d", 2, 3, 4, 5)
    return "schilling" if schilling and _zero(joints, "alpha", 2, 3, 6) else ""


def _modified_table(joints: tuple[Joint, ...]) -> str:
    six = len(joints) == 6
    wrist = six and _zero(joints, "a", 1, 2, 5, 6) and _zero(joints, "d", 5)
    if wrist and _zero(joints, "alpha", 1, 3):
        return "puma"
    if not six:
        rhino = _zero(joints, "a", 1, 2) and _zero(joints, "d", 2, 3, 4)
        return "rhino" if rhino and _zero(joints, "alpha", 1, 3, 4) else ""
    schilling = _zero(joints, "a", 1, 6) and _zero(joints, "d", 2, 3, 4, 5)
    return "schilling" if schilling and _zero(joints, "alpha", 1, 3, 4) else ""


def _simple(robot: Robot, plan: Plan) -> str:
    """Return the arm type by the kinds and directions of its joints, otherwise nothing."""
    moving = robot.active
    kinds = "".join("R" if robot.joints[i].turns else "P" for i in moving)
    if any(robot.joints[i].kind == "helical" for i in moving) or not moving:
        return ""
    axes = plan.arm(robot, robot.home).axes
    h = axes.h
    if len(moving) > 6:
        return ""
    parallel = np.linalg.norm(np.cross(h[0], h), axis=1) < ALIKE
    across = np.abs(h @ h[0]) < ALIKE
    if kinds == "PPP":
        return "cartesian"
    if _is_planar(h, kinds):
        return "planar"
    if len(moving) == 4 and parallel.all() and sorted(kinds) == list("PRRR"):
        return "scara"
    if kinds == "RPP" and parallel[1] and across[2]:
        return "cylindrical"
    polar = kinds.startswith("RRP") and across[1] and abs(h[1] @ h[2]) < ALIKE
    if kinds == "RRP" and polar:
        return "spherical"
    wrist = plan.method is not None and plan.method.triple == "meeting"
    return "stanford" if kinds == "RRPRRR" and polar and wrist else ""


def _is_planar(h: np.ndarray, kinds: str) -> bool:
    """Return whether all motions are rotations about one direction and translations across it."""
    turning = [i for i, kind in enumerate(kinds) if kind == "R"]
    if not turning:
        return len(kinds) == 2
    normal = h[turning[0]]
    slides = [i for i in range(len(kinds)) if i not in turning]
    level = np.abs(h[slides] @ normal) < ALIKE
    return bool(
        (np.linalg.norm(np.cross(normal, h[turning]), axis=1) < ALIKE).all() and level.all()
    )

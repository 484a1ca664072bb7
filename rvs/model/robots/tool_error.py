"""Distance of a tool from its goal, the reason, and its nearness to a singularity."""

from __future__ import annotations

from typing import cast

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.inverse import ikine_all
from rvs.engine.measures import Singularity, SingularityKind, singularity
from rvs.engine.robot import Robot
from rvs.engine.screws import log3
from rvs.model.numbers.quantities import joint_symbol, shown_short
from rvs.model.numbers.units import Unit
from rvs.model.robots.branches import branches, singular_values
from rvs.model.state import Posture

# Smallest singular value, lengths in parts of the reach, that is worth a warning.
NEAR = 0.02
# What a singularity means to somebody who moves the tool.
MEANINGS: dict[SingularityKind, str] = {
    "wrist": "the axes of joints 4 and 6 are aligned, and small moves of the tool can "
    "require large joint movements",
    "elbow": "the arm is extended or folded, and the tool cannot move farther in this direction",
    "shoulder": "the wrist is on the first axis, and small moves of the tool can require "
    "large joint movements",
    "other": "small moves of the tool can require large joint movements, and some are not possible",
}
# A joint that turns by more in a single step of a jog has flipped, rad.
FLIP = np.radians(20.0)


def pose_error(T: Array, goal: Array) -> tuple[float, float]:
    """Return the distance between two poses, in m, and the angle between them, in rad."""
    turn = float(np.linalg.norm(log3(goal[:3, :3] @ T[:3, :3].T)))
    return float(np.linalg.norm(goal[:3, 3] - T[:3, 3])), turn


def why_short(robot: Robot, goal: Array, now: Posture) -> str:
    """Return the reason why a guided tool is not at its goal.

    Args:
        robot: The robot.
        goal: Required pose of the tool (4, 4), relative to the place of the robot.
        now: Current posture (n,), rad and m.
    """
    found = branches(robot, goal, now)
    inside = sum(row.allowed for row in found.rows)
    if inside:
        return "Another posture reaches it; see Inverse kinematics"
    if found.rows:
        joints = sorted({index for row in found.rows for index, _ in row.beyond})
        named = ", ".join(joint_symbol(robot.joints[index], index) for index in joints)
        return f"Only postures beyond limits reach it ({named}); Inverse kinematics lists them"
    reason = str(ikine_all(robot, goal).reason).partition(";")[0]
    return reason[:1].upper() + reason[1:]


def nearness(robot: Robot, q: Posture) -> Singularity | None:
    """Return the singularity close to a posture, or None."""
    if not len(robot.active):
        return None
    if float(singular_values(robot, q)[-1]) >= NEAR:
        return None
    return cast(Singularity, singularity(robot, q))


def flips(robot: Robot, before: Posture, after: Posture, angle: Unit) -> str:
    """Return the joints that turned far in one small step of the tool, empty if none did."""
    turned = [
        f"{joint_symbol(joint, index)} by {shown_short(after[index] - before[index], angle)}"
        for index, joint in enumerate(robot.joints)
        if joint.turns and abs(after[index] - before[index]) > FLIP
    ]
    return " and ".join(turned)

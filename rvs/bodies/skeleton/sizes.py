"""Sizes of a drawn skeleton, derived from the lengths of the robot alone."""

from __future__ import annotations

from math import hypot, log, sqrt

from rvs.engine.robot import Robot
from rvs.model.derived import derived
from rvs.model.robots.ranges import joint_range, reach
from rvs.value_class import dataclass

JOINT_PART = 0.033
JOINT_OF_LINK = 0.16
TAPER = 0.35
# Sizes move in small steps, so that editing one length leaves the meshes of the other links alone.
STEP = 1.06


@dataclass(frozen=True)
class Sizes:
    """Sizes of a skeleton's bodies, in m, before they taper towards the wrist.

    Attributes:
        joint: Radius of a joint's body.
        barrel: Length of a joint's body.
        tube: Radius of the bars.
        half: Half the side of a prism's section.
        gap: Height of the foot below the first joint's body.
    """

    joint: float
    barrel: float
    tube: float
    half: float
    gap: float

    def tapered(self, part: float) -> Sizes:
        """Return the sizes at a position along the arm, 0 at the base to 1 at the wrist."""
        k = 1.0 - TAPER * part
        return Sizes(self.joint * k, self.barrel * k, self.tube * k, self.half * k, self.gap)


@derived(size=64)
def sizes(robot: Robot) -> Sizes:
    """Return the thickness of a robot's skeleton."""
    radius = min(JOINT_PART * length(robot), JOINT_OF_LINK * typical_link(robot))
    radius = STEP ** round(log(radius, STEP))
    return Sizes(radius, 2.4 * radius, 0.42 * radius, 0.56 * radius, 1.6 * radius)


def length(robot: Robot) -> float:
    """Return the length that scales everything drawn for a robot, in m; never zero."""
    x, y, z = (robot.tool_rows[k][3] for k in range(3))
    return max(reach(robot) + sqrt(x * x + y * y + z * z), 1e-3)


def travel(robot: Robot, index: int) -> tuple[float, float]:
    """Return the smallest and largest displacement of a prismatic joint along its axis, in m."""
    joint = robot.joints[index]
    ends = joint_range(robot, index)
    factor = joint.pitch if joint.kind == "helical" else 1.0
    still = joint.d if joint.kind == "helical" else 0.0
    one, other = (still + factor * (q + joint.offset) for q in (ends.lower, ends.upper))
    return min(one, other), max(one, other)


def typical_link(robot: Robot) -> float:
    """Return the mean length of the links, with a larger weight for long ones."""
    spans = [
        hypot(joint.a, max(map(abs, travel(robot, i))) if joint.kind == "prismatic" else joint.d)
        for i, joint in enumerate(robot.joints)
    ]
    total = sum(spans)
    return sum(span * span for span in spans) / total if total > 0.0 else length(robot)

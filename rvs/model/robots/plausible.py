"""Numbers of a robot that can hardly be meant, as other programs' files have them."""

from __future__ import annotations

from rvs.engine.robot import Robot
from rvs.model.numbers.quantities import significant
from rvs.model.pasting.meaning import doubts

# No joint turns so far, rad; in degrees it is usual.
MOST_TURNED = 60.0


def implausible(robot: Robot, angle: str = "rad") -> tuple[str, ...]:
    """Return sentences on units and limits that can hardly be meant.

    Args:
        robot: The robot.
        angle: The unit in which its angles were read; lengths in m.
    """
    joints = robot.joints
    found = [
        f"{one.words}; are {'lengths' if one.dimension == 'length' else 'angles'} in {one.unit}?"
        for one in doubts(joints, "m", angle)
    ]
    if all(joint.limits == (0.0, 0.0) for joint in joints):
        found.append("all limits are 0, so no joint can move; are there limits at all?")
    far = [
        (number, bound)
        for number, joint in enumerate(joints, 1)
        for bound in map(abs, joint.limits)
        if joint.turns and MOST_TURNED < bound < float("inf")
    ]
    if far:
        number, bound = far[0]
        turned = f"joint {number} would turn as far as {significant(bound, 4)} rad"
        found.append(f"{turned}; are limits in degrees?")
    return tuple(found)

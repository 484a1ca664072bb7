"""A robot that was named on the command line, as it stands in a cell."""

from __future__ import annotations

from rvs.files.bodies.effectors import equipped
from rvs.files.robots.arch import Architecture
from rvs.model.body.values import Body
from rvs.model.document import PlacedRobot


def placed_alone(architecture: Architecture, body: Body | None, origin: str = "") -> PlacedRobot:
    """Return a robot at the origin with its end-effector.

    Args:
        architecture: The robot.
        body: Its full model, or None.
        origin: Library name or path it was read from, or empty.
    """
    robot = architecture.robot
    return equipped(
        PlacedRobot(
            id=robot.name or "robot",
            robot=robot,
            unit=architecture.unit,
            end_effector=architecture.end_effector,
            origin=origin,
            full=body is not None,
            body=body,
        )
    )

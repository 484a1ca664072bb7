"""A robot that was named on the command line, as it stands in a cell."""

from __future__ import annotations

from dataclasses import replace

from rvs.files.placed import bare_robot
from rvs.files.robots.arch import Architecture
from rvs.files.robots.own_postures import own_postures
from rvs.model.body.values import Body
from rvs.model.document import PlacedRobot


def placed_alone(architecture: Architecture, body: Body | None, origin: str = "") -> PlacedRobot:
    """Return a robot at the origin with its end-effector and its named postures.

    Args:
        architecture: The robot.
        body: Its full model, or None.
        origin: Library name or path it was read from, or empty.
    """
    bare = bare_robot(architecture, architecture.robot.name or "robot", origin)
    return replace(bare, full=body is not None, body=body, named=own_postures(bare))

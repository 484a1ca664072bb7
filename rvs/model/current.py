"""Which robot is meant when only one can be, and where its tool is."""

from __future__ import annotations

import numpy as np

from rvs.engine.kinematics import fkine
from rvs.engine.robot import Array
from rvs.model.document import Document, PlacedRobot
from rvs.model.refs import Ref, link_ref, whole
from rvs.model.state import State


def current_robot(state: State) -> PlacedRobot | None:
    """Return the robot that is selected, whole or in part; else the first one, or None."""
    robots = state.document.robots
    chosen = state.selection[0] if state.selection else None
    return next((r for r in robots if r.id == chosen), robots[0] if robots else None)


def joint_at(document: Document, ref: Ref) -> tuple[PlacedRobot, int] | None:
    """Return the robot and the joint (from 0) that carries a link, a part of it or the tool.

    Anything else gives None.
    """
    for placed in document.robots:
        if ref[:2] == (placed.id, "tool"):
            return placed, placed.robot.n - 1
        if ref[:1] == (placed.id,):
            joints = range(placed.robot.n)
            thing = whole(ref)
            return next(((placed, i) for i in joints if thing == link_ref(placed.id, i + 1)), None)
    return None


def tool_pose(placed: PlacedRobot, posture: tuple[float, ...]) -> Array:
    """Return the pose of a robot's tool in the world (4, 4)."""
    pose: Array = np.asarray(placed.place) @ fkine(placed.robot, posture)
    return pose

"""Which robot is meant when only one can be, and where its tool is."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.kinematics import fkine
from rvs.model.document import Document, PlacedRobot
from rvs.model.refs import Ref, link_ref, whole
from rvs.model.state import State


def current_robot(state: State) -> PlacedRobot | None:
    """Return the robot that panels and commands work on, the active one, or None.

    Where the state names none, it is the one that is selected, else the first.
    """
    robots = state.document.robots
    by_id = {placed.id: placed for placed in robots}
    named = (state.active, *state.selection[:1])
    return next((by_id[one] for one in named if one in by_id), robots[0] if robots else None)


def active_after(before: State, after: State) -> str:
    """Return the id of the robot that is active behind a change of the document.

    A robot that comes to others becomes active.  In place of one that is gone comes the robot that
    stands at its place in the list, or the last.

    Args:
        before: The state ahead of the change.
        after: The state behind it, with the active robot of ``before``.
    """
    old = [placed.id for placed in before.document.robots]
    new = [placed.id for placed in after.document.robots]
    came = [one for one in new if one not in old]
    if came and old and len(new) > len(old):
        return came[-1]
    if after.active in new or not new:
        return after.active
    place = old.index(after.active) if after.active in old else 0
    return new[min(place, len(new) - 1)]


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

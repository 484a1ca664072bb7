"""Which robot is meant when only one can be, and where its tool is."""

from __future__ import annotations

from math import atan2, hypot

import numpy as np

from rvs.engine.kinematics import fkine
from rvs.engine.robot import Array
from rvs.model.document import PlacedRobot
from rvs.model.state import State


def current_robot(state: State) -> PlacedRobot | None:
    """Return the robot that is selected, whole or in part; else the first one, or None."""
    robots = state.document.robots
    chosen = state.selection[0] if state.selection else None
    return next((r for r in robots if r.id == chosen), robots[0] if robots else None)


def tool_pose(placed: PlacedRobot, posture: tuple[float, ...]) -> Array:
    """Return the pose of a robot's tool in the world (4, 4)."""
    pose: Array = np.asarray(placed.place) @ fkine(placed.robot, posture)
    return pose


def roll_pitch_yaw(rotation: Array) -> tuple[float, float, float]:
    """Return roll about z, then pitch about y, then yaw about x, in rad (Paul 1981).

    Where pitch is a right angle only roll and yaw together are known; yaw is then 0.

    Args:
        rotation: Rotation matrix (3, 3), equal to ``Rz(roll) Ry(pitch) Rx(yaw)``.
    """
    flat = hypot(rotation[0, 0], rotation[1, 0])
    pitch = atan2(-rotation[2, 0], flat)
    if flat < 1e-9:
        return atan2(-rotation[0, 1], rotation[1, 1]), pitch, 0.0
    roll = atan2(rotation[1, 0], rotation[0, 0])
    return roll, pitch, atan2(rotation[2, 1], rotation[2, 2])

"""The base frame of a robot's maker, the origin of its controller and published tables."""

from __future__ import annotations

from math import pi

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.engine.screws import log3
from rvs.model.numbers.quantities import shown_short
from rvs.model.numbers.units import UNITS, Unit

# Frames nearer than that are one, rad and m.
SAME = 1e-9
AXES = "xyz"


def has_own_frame(robot: Robot) -> bool:
    """Return whether the maker's base frame is known to differ from the robot's world."""
    known = not np.allclose(robot.maker, np.eye(4), rtol=0.0, atol=SAME)
    return known and not np.allclose(makers_frame(robot), np.eye(4), rtol=0.0, atol=SAME)


def makers_frame(robot: Robot) -> Array:
    """Return the pose of the maker's base frame in the world of the robot (4, 4)."""
    frame: Array = robot.base @ robot.maker
    return frame


def maker_words(robot: Robot, length: Unit = UNITS["m"], angle: Unit = UNITS["deg"]) -> str:
    """Return a sentence on the pose of the maker's base frame, or an empty text if the same."""
    words = maker_place(robot, length, angle)
    return words and f"the maker's base frame is {words}"


def maker_place(robot: Robot, length: Unit, angle: Unit) -> str:
    """Return the pose of the maker's base frame in words, or an empty text if the same.

    Args:
        robot: The robot.
        length: Unit of lengths.
        angle: Unit of angles.
    """
    if not has_own_frame(robot):
        return ""
    pose = makers_frame(robot)
    turn = log3(pose[:3, :3])
    size = float(np.linalg.norm(turn))
    told = []
    if size > SAME:
        direction = _direction(turn / size, half=size > pi - SAME)
        told.append(f"turned by {shown_short(size, angle)} about {direction}")
    away = [
        f"{shown_short(value, length)} along {axis}"
        for axis, value in zip(AXES, pose[:3, 3].tolist(), strict=True)
        if abs(value) > SAME
    ]
    return " and ".join([*told, *away])


def _direction(axis: Array, half: bool) -> str:
    """Return the name of an axis; half a turn is the same in both directions."""
    for name, value in zip(AXES, axis.tolist(), strict=True):
        if abs(abs(value) - 1.0) < SAME:
            return name if value > 0.0 or half else f"−{name}"
    return f"[{', '.join(f'{value:.3g}' for value in axis.tolist())}]"

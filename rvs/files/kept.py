"""What a file that was written does not tell of the robot it was written from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rvs.engine.joint import Joint, Motor
from rvs.engine.robot import Robot
from rvs.files.robots.arch import Architecture

# What differs by less than this part was rounded on the way.
ROUNDED = 1e-9
NONE = Motor()


def _each(value: Callable[[Joint], Any]) -> Callable[[Robot], Any]:
    return lambda robot: [value(joint) for joint in robot.joints]


def _motor(value: Callable[[Motor], Any]) -> Callable[[Robot], Any]:
    return _each(lambda joint: value(joint.motor or NONE))


# In the order in which they are told; what motors do is compared on the joint's side.
_NUMBERS: tuple[tuple[str, Callable[[Robot], Any]], ...] = (
    ("initial posture", lambda robot: robot.home),
    ("limits", lambda robot: robot.limits),
    ("largest speeds", _each(lambda joint: joint.rate)),
    ("largest accelerations", _each(lambda joint: joint.acceleration)),
    ("largest torques and forces", _each(lambda joint: joint.effort)),
    ("masses", _each(lambda joint: joint.inertia.mass if joint.inertia else 0.0)),
    ("inertia of motors", _motor(lambda motor: motor.inertia * motor.gear**2)),
    ("gear ratios", _motor(lambda motor: motor.gear)),
    ("viscous friction", _motor(lambda motor: motor.viscous * motor.gear**2)),
    ("Coulomb friction", _motor(lambda m: [abs(m.gear) * one for one in m.coulomb])),
)


def _links(robot: Robot) -> list[str]:
    return [robot.base_link, *(joint.link for joint in robot.joints), robot.tool_link]


def not_kept(given: Architecture, made: Architecture) -> tuple[str, ...]:
    """Return in words what a robot that was written and read back has lost.

    How it moves and what its masses do is not looked at: that is what proofs compare.

    Args:
        given: The robot that was written.
        made: What was read from the file.
    """
    one, other = given.robot, made.robot
    lost = [
        words
        for words, value in _NUMBERS
        if not np.allclose(value(one), value(other), rtol=ROUNDED, atol=1e-12)
    ]
    if [joint.name for joint in one.joints] != [joint.name for joint in other.joints]:
        lost.append("names of joints")
    if any(name not in ("", made) for name, made in zip(_links(one), _links(other), strict=True)):
        lost.append("names of links")
    if one.base_inertia and one.base_inertia.mass and not other.base_inertia:
        lost.append("mass of the base")
    if given.geomtype == "full" != made.geomtype:
        lost.append("full model")
    if given.end_effector not in ("none", made.end_effector):
        lost.append("end-effector")
    return tuple(lost)

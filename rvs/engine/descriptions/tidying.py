"""Takes the last digits, which are rounding, off the numbers of a robot that was computed."""

from __future__ import annotations

from dataclasses import replace
from math import degrees, floor, log10, radians

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.joint import Inertia, Joint
from rvs.engine.robot import Robot

# Decimals that rounding in the conversion leaves: of lengths in m, of angles in degrees.
LENGTH_DECIMALS, ANGLE_DECIMALS = 14, 13
# Digits of masses and moments.
DIGITS = 14


def tidy(robot: Robot) -> Robot:
    """Return a robot without the last digits of its numbers, which rounding left there."""
    return robot.replace(
        joints=tuple(_tidy_joint(joint) for joint in robot.joints),
        base=_tidy_pose(robot.base),
        tool=_tidy_pose(robot.tool),
    )


def _tidy_joint(joint: Joint) -> Joint:
    joint = replace(joint, inertia=joint.inertia and _tidy_inertia(joint.inertia))
    if joint.convention == "general":
        sides = [pose_rows(_tidy_pose(np.array(p)), "pose") for p in (joint.before, joint.after)]
        return replace(joint, before=sides[0], after=sides[1])
    told = replace(joint, a=_tidy_length(joint.a), alpha=_tidy_angle(joint.alpha))
    if joint.kind == "prismatic":
        return replace(told, theta=_tidy_angle(joint.theta), offset=_tidy_length(joint.offset))
    return replace(told, d=_tidy_length(joint.d), offset=_tidy_angle(joint.offset))


def _tidy_inertia(inertia: Inertia) -> Inertia:
    x, y, z = _significant(inertia.com)
    xx, yy, zz, xy, yz, xz = _significant(inertia.moments)
    return Inertia(_significant((inertia.mass,))[0], (x, y, z), (xx, yy, zz, xy, yz, xz))


def _significant(values: tuple[float, ...]) -> list[float]:
    """Numbers rounded to as many digits as the largest has in all."""
    most = max(map(abs, values))
    decimals = DIGITS - floor(log10(most)) if most > 0 else DIGITS
    return [round(value, decimals) + 0.0 for value in values]


def _tidy_length(value: float) -> float:
    return round(value, LENGTH_DECIMALS) + 0.0


def _tidy_angle(value: float) -> float:
    """The angle with few digits in degrees; a full turn is none."""
    turn = round(degrees(value), ANGLE_DECIMALS) + 0.0
    return radians(turn - 360.0 * round(turn / 360.0) if abs(turn) > 180.0 else turn)


def _tidy_pose(pose: Array) -> Array:
    """The pose with entries that are nearly 0 or 1 made so."""
    whole = np.round(pose)
    tidy = np.where(np.abs(pose - whole) < 1e-14, whole, pose)
    tidy[:3, 3] = np.round(pose[:3, 3], LENGTH_DECIMALS)
    return tidy + 0.0

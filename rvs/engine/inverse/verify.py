"""Verification of candidates: refined by Newton steps, checked, and free of duplicates."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.inverse.angle_wrapping import TURN, wrap
from rvs.engine.inverse.descent import descend, scales
from rvs.engine.robot import Robot

# Error of a verified posture, in rad and parts of the arm's size.
VERIFIED = 1e-9
# Postures closer than this (rad, or parts of the size) are one.
SAME = 1e-5
# Angles so close above -pi are half a turn, the other way round.
HALF_TURN = 1e-10
STEPS = 12
# Damping that is next to none.
NEWTON = 1e-10


def polish(
    robot: Robot, T: Array, Q: Array, size: float, steps: int = STEPS
) -> tuple[Array, Array]:
    """Return postures after Newton steps, damped if necessary, and their scaled errors.

    Args:
        robot: The robot.
        T: Required pose (4, 4).
        Q: Postures (m, n).
        size: Reference length for errors.
        steps: Largest number of steps.
    """
    return descend(robot, T, Q, scales(size), steps, NEWTON)


def folded(robot: Robot, Q: Array) -> Array:
    """Return postures with the angles of moving revolute joints in (-pi, pi]."""
    revolute = [j.kind == "revolute" and not j.locked for j in robot.joints]
    wrapped = wrap(Q)
    half_turn = np.where(wrapped < HALF_TURN - np.pi, np.pi, wrapped)
    return np.where(revolute, half_turn, Q)


def gaps(robot: Robot, A: Array, B: Array, size: float) -> Array:
    """Return distances of postures: the largest angle, or displacement relative to a size (...)."""
    step = A - B
    revolute = [joint.kind == "revolute" for joint in robot.joints]
    turned = np.abs(step - TURN * np.round(step / TURN))
    slid = np.abs(step) / np.where([joint.turns for joint in robot.joints], 1.0, size)
    return np.asarray(np.where(revolute, turned, slid).max(axis=-1))


def distinct(robot: Robot, Q: Array, size: float, off: Array) -> Booleans:
    """Return the postures to keep, the best of each group of duplicates (m,)."""
    keep = np.zeros(len(Q), dtype=bool)
    for i in np.argsort(off, kind="stable"):
        kept = Q[keep]
        keep[i] = not len(kept) or bool(gaps(robot, kept, Q[i], size).min() > SAME)
    return keep

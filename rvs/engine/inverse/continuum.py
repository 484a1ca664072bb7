"""Curves of postures that all reach one pose, followed from one of them.

At a posture where the Jacobian loses rank the arm may be able to move while the tool stands still:
a wrist with two axes in line, a wrist centre on the first axis, a closure such as Bricard's.  A
step along the lost direction tells: on a curve it can be corrected, at a mere double root it
cannot.
"""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.inverse.verify import (
    VERIFIED,
    errors_and_jacobians,
    folded,
    gaps,
    polish,
    scales,
)
from rvs.engine.robot import Robot

# Smallest singular value, lengths in parts of the size, below which a curve is looked for.
SINGULAR = 1e-4
STEP = 0.1
MOST_STEPS = 400
# So many points make a curve; fewer are a double root that is nearly a curve.
LEAST = 6


def curve_through(robot: Robot, T: Array, q: Array, size: float) -> Array:
    """Return points of the curve of postures through one posture, as close as ``STEP`` (m, n).

    Args:
        robot: The robot.
        T: Pose that they all reach (4, 4).
        q: Posture on the curve (n,).
        size: Length beside which slides and errors are measured.

    Returns:
        No points (0, n) where the posture stands alone.
    """
    sigma, direction = lost_direction(robot, T, q, size)
    if sigma > SINGULAR:
        return np.zeros((0, len(q)))
    ahead, closed = _follow(robot, T, q, direction, size)
    if closed:
        return np.vstack([q[None], ahead])
    behind, _ = _follow(robot, T, q, -direction, size)
    if len(ahead) + len(behind) < LEAST:
        return np.zeros((0, len(q)))
    return np.vstack([behind[::-1], q[None], ahead])


def lost_direction(robot: Robot, T: Array, q: Array, size: float) -> tuple[float, Array]:
    """Return the smallest singular value of the moving joints and its joint motion (n,)."""
    moving = list(robot.active)
    _, J = errors_and_jacobians(robot, T, q[None])
    unit = _unit(robot, size)
    _, sigma, vt = np.linalg.svd(((scales(size)[:, None] * J[0]) * unit)[:, moving])
    direction = np.zeros(len(q))
    direction[moving] = vt[-1]
    smallest = 0.0 if len(moving) > 6 else float(sigma[-1])
    return smallest, direction * unit / np.abs(vt[-1]).max()


def _unit(robot: Robot, size: float) -> Array:
    return np.asarray(np.where([joint.turns for joint in robot.joints], 1.0, size))


def _follow(
    robot: Robot, T: Array, start: Array, direction: Array, size: float
) -> tuple[Array, bool]:
    """Points along the curve in one direction, and whether they came back to the start."""
    points: list[Array] = []
    q = start
    for _ in range(MOST_STEPS):
        step = STEP * direction
        corrected, off = polish(robot, T, (q + step)[None], size)
        made = float(gaps(robot, corrected[0], q, size))
        if off[0] > VERIFIED or not 0.5 * STEP < made < 2 * STEP:
            return np.array(points).reshape(-1, len(start)), False
        previous, q = q, corrected[0]
        points.append(q)
        if len(points) > 2 and gaps(robot, q, start, size) < 0.75 * STEP:
            return np.array(points), True
        _, tangent = lost_direction(robot, T, q, size)
        direction = tangent if tangent @ (q - previous) > 0 else -tangent
    return np.array(points), True


def on_curve(robot: Robot, curve: Array, q: Array, size: float) -> bool:
    """Return whether a singular posture lies on a curve, to the closeness of its points."""
    return bool(gaps(robot, folded(robot, curve), q, size).min() < STEP)


def thinned(curve: Array, count: int) -> Array:
    """Return about so many points, evenly spread along a curve."""
    if len(curve) <= count:
        return curve
    return np.asarray(curve[np.linspace(0, len(curve) - 1, count).round().astype(int)])

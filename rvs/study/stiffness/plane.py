"""Postures of a robot over the points of a plane, found from one posture outwards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.kinematics import fkine, jacobian
from rvs.engine.robot import Robot

STEPS, CLOSE, DAMPING = 15, 1e-8, 1e-9
TRIES = 3
BESIDE = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]


def postures_over(robot: Robot, q: Array, points: Array, turn: bool) -> Array:
    """Return postures for the points of a grid (r, c, n); nan for missing ones.

    Continuation: each point begins with the posture of a neighbour that is reached already, and
    Gauss-Newton steps lead on, so all postures belong to one branch.  Those beyond the limits do
    not count.

    Args:
        robot: The robot.
        q: The posture to begin with (n,), rad and m.
        points: Points in the world (r, c, 3), m.
        turn: Hold the orientation that the tool has in that posture.
    """
    start = fkine(robot, q)
    found = np.full((*points.shape[:2], robot.n), np.nan)
    near = np.unravel_index(
        np.argmin(np.linalg.norm(points - start[:3, 3], axis=-1)), points.shape[:2]
    )
    first, good = _reach(robot, q[None], points[near][None], start[:3, :3], turn)
    if not good[0]:
        return found
    found[near] = first[0]
    tried, fresh = np.zeros(points.shape[:2], int), [(int(near[0]), int(near[1]))]
    while fresh:
        starts: dict[tuple[int, int], Array] = {}
        for i, j in fresh:
            for k, m in BESIDE:
                at = (i + k, j + m)
                inside = 0 <= at[0] < len(points) and 0 <= at[1] < points.shape[1]
                if inside and tried[at] < TRIES and np.isnan(found[at][0]):
                    starts.setdefault(at, found[i, j])
        cells = list(starts)
        if not cells:
            break
        rows, columns = np.array(cells).T
        tried[rows, columns] += 1
        goals = points[rows, columns]
        some, good = _reach(robot, np.array(list(starts.values())), goals, start[:3, :3], turn)
        found[rows[good], columns[good]] = some[good]
        fresh = [cell for cell, one in zip(cells, good, strict=True) if one]
    return found


def _reach(
    robot: Robot, q: Array, goals: Array, turned: Array, turn: bool
) -> tuple[Array, NDArray[np.bool_]]:
    """Return postures after the steps (m, n), and which reach their goals within the limits."""
    rows = slice(0 if turn else 3, 6)
    for _ in range(STEPS):
        error = _error(robot, q, goals, turned)[:, rows]
        J = jacobian(robot, q)[:, rows]
        square = J @ np.swapaxes(J, -1, -2) + DAMPING * np.eye(J.shape[1])
        step = np.swapaxes(J, -1, -2) @ np.linalg.solve(square, error[..., None])
        q = q + np.clip(step[..., 0], -0.5, 0.5)
    error = _error(robot, q, goals, turned)[:, rows]
    lower, upper = np.array(robot.limits).T
    within = ((q >= lower) & (q <= upper)).all(axis=1)
    return q, (np.linalg.norm(error, axis=1) < CLOSE) & within


def _error(robot: Robot, q: Array, goals: Array, turned: Array) -> Array:
    """Twists that lead to the goals to first order (m, 6)."""
    T = fkine(robot, q)
    spin = np.cross(np.swapaxes(T[:, :3, :3], 1, 2), turned.T).sum(axis=1) / 2
    return np.concatenate([spin, goals - T[:, :3, 3]], axis=1)

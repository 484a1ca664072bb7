"""Postures of a robot over the points of a plane, found from one posture outwards."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.inverse.batch import descend
from rvs.engine.kinematics import fkine
from rvs.engine.progress import report_progress
from rvs.engine.robot import Robot

TRIES = 3
BESIDE = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]


def postures_over(robot: Robot, q: Array, points: Array, turn: bool) -> Array:
    """Return postures for the points of a grid (r, c, n); nan for missing ones.

    Continuation: each point begins with the posture of a neighbour that is already reached, so all
    postures belong to one branch.  All are within the limits.

    Args:
        robot: The robot.
        q: The initial posture (n,), rad and m.
        points: Points in the world (r, c, 3), m.
        turn: Hold the orientation of the tool in that posture.
    """
    start = fkine(robot, q)
    found = np.full((*points.shape[:2], robot.n), np.nan)
    near = np.unravel_index(
        np.argmin(np.linalg.norm(points - start[:3, 3], axis=-1)), points.shape[:2]
    )
    poses = np.tile(start, (*points.shape[:2], 1, 1))
    poses[..., :3, 3] = points
    first, good = descend(robot, poses[near][None], q[None], not turn, bounded=True)
    if not good[0]:
        return found
    found[near] = first[0]
    tried, fresh = np.zeros(points.shape[:2], int), [(int(near[0]), int(near[1]))]
    while fresh:
        report_progress(float(np.mean(tried > 0)))
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
        begun = np.array(list(starts.values()))
        some, good = descend(robot, poses[rows, columns], begun, not turn, bounded=True)
        found[rows[good], columns[good]] = some[good]
        fresh = [cell for cell, one in zip(cells, good, strict=True) if one]
    return found

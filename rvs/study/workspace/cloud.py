"""Points, slices and single postures of a workspace, for display."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, Booleans, Integers, check_array, check_index, check_one
from rvs.engine.inverse import ikine
from rvs.study.workspace.reaching import reach
from rvs.study.workspace.sweep import TURN
from rvs.study.workspace.workspace import Workspace, areas

# Conditions of inverse kinematics that count: where the tool is, not how it is turned.
POSITION = (0, 0, 0, 1, 1, 1)
# By how little a joint may be past its limit through rounding, rad or m.
LOOSE = 1e-9


def cloud(found: Workspace, count: int, seed: int = 0) -> tuple[Array, Integers]:
    """Return points spread evenly over a workspace, and the cell of each.

    Args:
        found: The workspace.
        count: Number of points.
        seed: Seed of the random numbers.

    Returns:
        Points in frame 0 (count, 3), m, and cells (count,).
    """
    check_index(count, "count", 1, 10**7)
    rng = np.random.default_rng(seed)
    cells = found.spans[:, 0].astype(np.int64)
    weights = areas(found)[cells] * (found.spans[:, 2] - found.spans[:, 1])
    rows = rng.choice(len(cells), size=count, p=weights / weights.sum())
    s = rng.uniform(found.spans[rows, 1], found.spans[rows, 2])
    own = found.frame.centres(cells[rows])
    flat = np.array(found.frame.shape) == 1
    own += np.where(flat, 0.0, rng.uniform(-0.5, 0.5, own.shape)) * found.frame.step
    if found.sweep.turns:
        own[:, 0] = np.abs(own[:, 0])
    points = found.sweep.place(own[:, 0], own[:, 1], s)
    # cells at the border stick out a little; no point lies farther off than the robot reaches
    away = np.linalg.norm(points, axis=1, keepdims=True)
    return points * (found.reach / np.maximum(away, found.reach)), cells[rows]


def cells_at(found: Workspace, points: ArrayLike) -> Integers:
    """Return the cell of each point (m,), -1 for points that the tool does not reach.

    Args:
        found: The workspace.
        points: Points in frame 0 (m, 3), m.

    Raises:
        ArgumentError: Points of another shape.
    """
    coordinates = _coordinates(found, check_array(points, "points", 3).reshape(-1, 3))
    frame = found.frame
    places = np.floor((coordinates[:, :2] - frame.low) / frame.step)
    inside = ((places >= 0) & (places < frame.shape)).all(axis=1)
    cells = np.where(inside, frame.cells(coordinates), 0)
    inside &= found.share[cells] >= 0.5
    reached = np.zeros(len(cells), dtype=bool)
    order = np.argsort(found.spans[:, 0], kind="stable")
    spans = found.spans[order]
    first = np.searchsorted(spans[:, 0], cells)
    for step in range(int(np.bincount(spans[:, 0].astype(np.int64)).max(initial=0))):
        row = np.minimum(first + step, len(spans) - 1)
        own = spans[row, 0] == cells
        reached |= own & (spans[row, 1] <= coordinates[:, 2]) & (coordinates[:, 2] <= spans[row, 2])
    return np.where(inside & reached, cells, -1)


def postures_at(
    found: Workspace, points: ArrayLike, starts: ArrayLike | None = None
) -> tuple[Array, Booleans]:
    """Return postures for many points of the tool, and a mask of the reached points.

    Args:
        found: The workspace.
        points: Points in frame 0 (m, 3), m.
        starts: An initial posture of the search for each (m, n), rad and m; that of its cell when
            omitted.

    Returns:
        Postures (m, n) within the limits if the second, (m,), is true.

    Raises:
        ArgumentError: Points of another shape.
    """
    sweep = found.sweep
    spots = check_array(points, "points", 3).reshape(-1, 3)
    coordinates = _coordinates(found, spots)
    if starts is None:
        starts = found.postures[np.maximum(cells_at(found, spots), 0)]
    size = float(np.abs(found.frame.low + found.frame.step * found.frame.shape).max())
    flat = np.array(found.frame.shape) == 1
    first = sweep.still(np.asarray(starts, float))
    q, there = reach(sweep, coordinates[:, :2], first, size, flat)
    away = coordinates[:, 2] - sweep.coordinates(q)[:, 2]
    if sweep.turns:
        away = (away + LOOSE) % TURN - LOOSE
    q[:, 0] = sweep.low[0] + away
    there &= (away >= -LOOSE) & (q[:, 0] <= sweep.high[0] + LOOSE)
    q[:, 0] = np.clip(q[:, 0], sweep.low[0], sweep.high[0])
    return q, there


def posture_at(found: Workspace, point: ArrayLike) -> Array | None:
    """Return a posture (n,) for a point of the tool, or None if it is not reached.

    Args:
        found: The workspace.
        point: The point in frame 0 (3,), m.

    Raises:
        ArgumentError: A point of another shape.
    """
    spot = check_one(point, "point", 3)[None]
    if int(cells_at(found, spot)[0]) < 0:
        return None
    q, there = postures_at(found, spot)
    if there[0]:
        return np.asarray(q[0])
    # the posture that is known of the cell belongs to another branch
    T = np.eye(4)
    T[:3, 3] = spot[0]
    answer = ikine(found.sweep.limited, T, mask=POSITION)
    if not answer.success:
        return None
    q_found: Array = answer.q
    return q_found


def section(
    found: Workspace, origin: ArrayLike, across: ArrayLike, up: ArrayLike, shape: tuple[int, int]
) -> Integers:
    """Return the cells on a plane as a picture.

    Args:
        found: The workspace.
        origin: Its lower left corner in frame 0 (3,), m.
        across: Vector from there to the lower right corner (3,), m.
        up: Vector from there to the upper left corner (3,), m.
        shape: Rows and columns of the picture.

    Returns:
        The cell in the middle of each pixel (rows, columns), lowest row first; -1 for none.

    Raises:
        ArgumentError: A vector of another shape.
    """
    corner, side, rise = (
        check_one(value, name, 3)
        for value, name in ((origin, "origin"), (across, "across"), (up, "up"))
    )
    rows, columns = shape
    v, u = np.meshgrid(
        (np.arange(rows) + 0.5) / rows, (np.arange(columns) + 0.5) / columns, indexing="ij"
    )
    points = corner + u[..., None] * side + v[..., None] * rise
    return cells_at(found, points.reshape(-1, 3)).reshape(shape)


def _coordinates(found: Workspace, points: Array) -> Array:
    """Return coordinates u, v, s (m, 3) of points in frame 0."""
    return found.sweep.across((points - found.sweep.origin) @ found.sweep.axes)

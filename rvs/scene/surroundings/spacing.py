"""Bodies in a row: the shift of each to its position after the previous one.

Position of a robot next to the existing ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.robot import Pose
from rvs.model.document import Document, PlacedRobot
from rvs.model.state import State
from rvs.scene.build import scene_points
from rvs.scene.surroundings.landing import obstacles, robot_boxes, standing_shift

# Between neighbours, in parts of the widest.
GAP = 0.12

GAP_PART = 0.3
ROW = 4


def row_shifts(clouds: Sequence[Array], direction: ArrayLike) -> list[Array]:
    """Return the shifts (3,), m, that arrange clouds of points in a row; the first one stays.

    Args:
        clouds: Points (n, 3) of each, m.
        direction: Unit vector (3,) along the row.
    """
    along = np.asarray(direction, dtype=float)
    spans = [(float((cloud @ along).min()), float((cloud @ along).max())) for cloud in clouds]
    gap = GAP * max((high - low for low, high in spans), default=0.0)
    shifts: list[Array] = []
    end = 0.0
    for low, high in spans:
        shift = end + gap - low if shifts else 0.0
        shifts.append(shift * along)
        end = high + shift
    return shifts


def beside(state: State, placed: PlacedRobot) -> Pose:
    """Return a floor position to the right of the last robots, with a gap; rows have four."""
    robots = state.document.robots
    if not robots:
        return placed.place
    alone = State(Document((placed,)), {placed.id: tuple(placed.robot.home.tolist())}, state.view)
    row = robots[len(robots) // ROW * ROW :]
    new = scene_points(alone) - np.asarray(placed.place)[:3, 3]
    others = scene_points(replace(state, document=Document(row or robots)))
    gap = GAP_PART * float(np.ptp(new[:, 0]))
    if row:
        x = float(others[:, 0].max() - new[:, 0].min()) + gap
        y = float(np.asarray(row[0].place)[1, 3])
    else:
        x = float(np.asarray(robots[0].place)[0, 3])
        y = float(others[:, 1].max() - new[:, 1].min()) + gap
    own, foot = robot_boxes(placed, alone.postures[placed.id], state.view.mode)
    origin = np.asarray(placed.place)[:3, 3]
    # The row keeps clear of the robots; things may be in its way.
    x, y, _ = (origin + standing_shift(own, (x, y), None, obstacles(state), foot)).tolist()
    return ((1.0, 0.0, 0.0, x), (0.0, 1.0, 0.0, y), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))

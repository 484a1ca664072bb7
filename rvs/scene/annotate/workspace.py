"""The workspace of a robot as a cloud of points, coloured by how well the robot moves there."""

from __future__ import annotations

from typing import Literal

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.appearance.colors import rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.scene.annotate.ramp import RAMP, classes
from rvs.scene.items import Points
from rvs.study.workspace.cloud import cloud
from rvs.study.workspace.workspace import Workspace

Measure = Literal["conditioning", "manipulability"]

COUNT, SIZE, ALPHA = 6000, 3.0, 0.75


@derived(size=4)
def workspace_items(
    found: Workspace, placed: PlacedRobot, measure: Measure, seed: int = 0
) -> tuple[Points, ...]:
    """Return points spread evenly over a workspace, one item for each colour.

    Args:
        found: The workspace.
        placed: The robot where it stands.
        measure: What the colours say.
        seed: Seed of the points.
    """
    points, cells = cloud(found, COUNT, seed)
    world = np.asarray(placed.place) @ placed.robot.base
    points = points @ world[:3, :3].T + world[:3, 3]
    places = classes(values(found, measure)[cells], best(found, measure))
    items = []
    for place, color in enumerate(RAMP):
        own = points[places == place]
        if len(own):
            items.append(Points(own, rgba(color, ALPHA), SIZE, (placed.id, "workspace")))
    return tuple(items)


def values(found: Workspace, measure: Measure) -> Array:
    """Return what the colours say of every cell (c,)."""
    return found.conditioning if measure == "conditioning" else found.manipulability


def best(found: Workspace, measure: Measure) -> float:
    """Return the best value, which has the last colour; 1 where all are 0."""
    return float(values(found, measure).max(initial=0.0)) or 1.0

"""The box of the workspace in which a design is to be well conditioned."""

from __future__ import annotations

from itertools import product

import numpy as np

from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.views.view import Background
from rvs.scene.items import Line

WIDTH = 1.6
Corner = tuple[float, float, float]


@derived(size=4)
def box_items(
    placed: PlacedRobot, low: Corner, high: Corner, background: Background
) -> tuple[Line, ...]:
    """Return the edges of a box.

    Args:
        placed: The robot where it stands.
        low: Lower corner in its base frame, m.
        high: Upper corner.
        background: What it is seen against.
    """
    corners = np.array(list(product(*zip(low, high, strict=True))))
    places = [(a, b) for a in range(8) for b in range(a) if (a ^ b).bit_count() == 1]
    edges = corners[np.array(places).ravel()]
    pose = np.asarray(placed.place) @ placed.robot.base
    points = edges @ pose[:3, :3].T + pose[:3, 3]
    color = rgba(SCENE[background].select)
    owner = (placed.id, "goal box")
    return (Line(points, color, WIDTH, pairs=True, dashed=True, owner=owner, depth="hidden"),)

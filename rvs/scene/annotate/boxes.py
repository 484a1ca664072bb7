"""The box to which a view is fitted.

The box of the workspace in which a design should be well conditioned.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.views.view import Background, Box
from rvs.scene.items import Item, Line

WIDTH = 1.2

GOAL_WIDTH = 1.6
Corner = tuple[float, float, float]


def bounds_corners(bounds: Box) -> Array:
    """Return the corners of a box (8, 3), in m."""
    return np.array(list(product(bounds[:2], bounds[2:4], bounds[4:])))


@derived(size=8)
def bounds_items(bounds: Box, background: Background) -> tuple[Item, ...]:
    """Return the edges of a box."""
    corners = bounds_corners(bounds)
    # Corners whose numbers differ in one bit share an edge.
    edges = [(k, k | bit) for k in range(8) for bit in (1, 2, 4) if not k & bit]
    ends = corners[np.array(edges).ravel()]
    return (Line(ends, rgba(SCENE[background].grid_major), WIDTH, pairs=True),)


@derived(size=4)
def box_items(
    placed: PlacedRobot, low: Corner, high: Corner, background: Background
) -> tuple[Line, ...]:
    """Return the edges of a box.

    Args:
        placed: The robot and its place.
        low: Lower corner in its base frame, m.
        high: Upper corner.
        background: Its background.
    """
    corners = np.array(list(product(*zip(low, high, strict=True))))
    places = [(a, b) for a in range(8) for b in range(a) if (a ^ b).bit_count() == 1]
    edges = corners[np.array(places).ravel()]
    pose = np.asarray(placed.place) @ placed.robot.base
    points = edges @ pose[:3, :3].T + pose[:3, 3]
    color = rgba(SCENE[background].select)
    owner = (placed.id, "goal box")
    return (Line(points, color, GOAL_WIDTH, pairs=True, dashed=True, owner=owner, depth="hidden"),)

"""The box that a view is fitted to."""

from __future__ import annotations

from itertools import product

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.views.view import Background, Box
from rvs.scene.items import Item, Line

WIDTH = 1.2


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

"""Where new things and robots land: on the surface in the view that is pointed at, in sight."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from PySide6.QtCore import QPointF

from rvs.engine.arrays import Array
from rvs.model.things.thing import bounds
from rvs.scene.camera import axes, project
from rvs.scene.pick import pick
from rvs.scene.surroundings.landing import obstacles, standing_shift
from rvs.ui.view.view_drop import floor_under
from rvs.ui.view.viewport import Viewport

DECIMALS = 3
# Of the view's width and height: what is nearer to the edge counts as out of sight.
EDGE = 0.02
# Of the direction of view, on the floor.
FLAT = 0.1


def landing_shift(
    view: Viewport, own: Sequence[Array], at: QPointF | None = None, foot: Array | None = None
) -> Array:
    """Return how far (3,) boxes are moved to land where a view points, in m.

    Args:
        view: The view.
        own: The boxes of what lands (2, 3) each, m.
        at: A place of the view; its middle if left out.
        foot: What of it has to be carried (2, 3), m; all of it if left out.
    """
    if at is None:
        at = QPointF(view.width() / 2, view.clear_height() / 2)
    x, y, support = _aim(view, at)
    away = -axes(view.camera)[2][:2]
    slope = float(np.linalg.norm(away))
    # Seen from above, nothing is behind anything.
    ahead = away / slope if slope > FLAT else None
    return standing_shift(own, (x, y), support, obstacles(view.seen), foot, ahead)


def _aim(view: Viewport, at: QPointF) -> tuple[float, float, Array | None]:
    """A point of the world under a place of a view, and the box of the thing it is on."""
    hit = pick(view.solid_scene(), view.camera, at.x(), at.y(), view.width(), view.height())
    document = view.seen.document
    if hit is not None and hit.owner[1:2] == ("thing",):
        x, y = np.round(hit.point[:2], DECIMALS).tolist()
        return x, y, bounds(document.thing(str(hit.owner[0])))
    below = floor_under(view, at) if hit is None else hit.point[:2]
    x, y = np.round(below, DECIMALS).tolist()
    return x, y, None


def show_box(view: Viewport, box: Array) -> None:
    """Let the view show the box around points (n, 3), in m, if any of it is out of sight."""
    corners = np.array(list(product(*np.stack([box.min(axis=0), box.max(axis=0)]).T)))
    wide, high = view.width(), view.clear_height()
    seen = project(view.goal, corners, view.width(), view.height())
    low, most = EDGE * np.array([wide, high]), (1.0 - EDGE) * np.array([wide, high])
    inside = (low <= seen[:, :2]) & (seen[:, :2] <= most)
    if not inside.all() or (seen[:, 2] <= 0.0).any():
        view.fit()

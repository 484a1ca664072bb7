"""Positions of new objects and robots: visible, on the surface under the pointer.

Objects that are dragged out of a panel appear in the view at the position of the pointer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import dist

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from rvs.engine.arrays import Array
from rvs.model.things.thing import bounds
from rvs.scene.camera import axes, project, ray
from rvs.scene.items import Scene
from rvs.scene.pick import pick
from rvs.scene.surroundings.landing import obstacles, standing_shift
from rvs.ui.defer import defer
from rvs.ui.desk import Desk
from rvs.ui.view.viewport import Viewport

DECIMALS = 3
# Of the view's width and height: what is nearer to the edge counts as out of sight.
EDGE = 0.02
# Of the direction of view, on the floor.
FLAT = 0.1
# Places of a view to aim at, as parts of its width and height, from its middle outwards.
AIMS = sorted(product((0.5, 0.35, 0.65, 0.2, 0.8), repeat=2), key=lambda at: dist(at, (0.5, 0.5)))
# Points of a box as parts of its sides: near its corners, and its middle.
INNER = np.array([*product((0.2, 0.8), repeat=3), (0.5, 0.5, 0.5)])

Land = Callable[[str, QPointF], object]


def landing_shift(
    view: Viewport, own: Sequence[Array], at: QPointF | None = None, foot: Array | None = None
) -> Array:
    """Return the shift (3,) of boxes to the surface at the pointer, in m.

    Args:
        view: The view.
        own: The boxes of the object (2, 3) each, m.
        at: A position in the view; by default, the one nearest to its centre from which the object
            is visible.
        foot: The part of the object to be supported (2, 3), m; all of it if left out.
    """
    scene = view.solid_scene()
    away = -axes(view.camera)[2][:2]
    slope = float(np.linalg.norm(away))
    # Seen from above, nothing is behind anything.
    ahead = away / slope if slope > FLAT else None
    boxes = obstacles(view.seen)

    def landed(at: QPointF) -> Array:
        x, y, support = _aim(view, scene, at)
        return standing_shift(own, (x, y), support, boxes, foot, ahead)

    if at is not None:
        return landed(at)
    hull = np.concatenate(own)
    box = np.stack([hull.min(axis=0), hull.max(axis=0)])
    first = None
    for wide, high in AIMS:
        shift = landed(QPointF(wide * view.width(), high * view.clear_height()))
        if _in_sight(view, scene, box + shift):
            return shift
        first = shift if first is None else first
    assert first is not None
    return first


def _aim(view: Viewport, scene: Scene, at: QPointF) -> tuple[float, float, Array | None]:
    """Return a point of the world at a position of a view, and the box of the object there."""
    hit = pick(scene, view.camera, at.x(), at.y(), view.width(), view.height())
    document = view.seen.document
    if hit is not None and hit.owner[1:2] == ("thing",):
        x, y = np.round(hit.point[:2], DECIMALS).tolist()
        return x, y, bounds(document.thing(str(hit.owner[0])))
    below = floor_under(view, at) if hit is None else hit.point[:2]
    x, y = np.round(below, DECIMALS).tolist()
    return x, y, None


def _in_sight(view: Viewport, scene: Scene, box: Array) -> bool:
    """Return whether most of a box (2, 3) is visible past the existing objects."""
    size = view.width(), view.height()
    samples = box[0] + INNER * (box[1] - box[0])
    free = 0
    for sample, (x, y, depth) in zip(
        samples, project(view.camera, samples, *size).tolist(), strict=True
    ):
        if depth <= 0.0:
            continue
        hit = pick(scene, view.camera, x, y, *size)
        origin, _ = ray(view.camera, x, y, *size)
        free += hit is None or hit.distance >= float(np.linalg.norm(sample - origin))
    return free > len(samples) / 2


def show_box(view: Viewport, box: Array) -> None:
    """Let the view show the box around points (n, 3), in m, if it is partly invisible."""
    corners = np.array(list(product(*np.stack([box.min(axis=0), box.max(axis=0)]).T)))
    wide, high = view.width(), view.clear_height()
    seen = project(view.goal, corners, view.width(), view.height())
    low, most = EDGE * np.array([wide, high]), (1.0 - EDGE) * np.array([wide, high])
    inside = (low <= seen[:, :2]) & (seen[:, :2] <= most)
    if not inside.all() or (seen[:, 2] <= 0.0).any():
        view.fit()


class ViewDrop(QObject):
    """Accepts drops over the view."""

    def __init__(self, desk: Desk, mime: str, land: Land) -> None:
        """Watch all views.

        Args:
            desk: The desk of the window.
            mime: Accepted data type.
            land: Called with the dragged text and the position in the view, which is active then.
        """
        super().__init__(desk.viewports)
        self._mime, self._land = mime, land
        desk.viewports.watch(self._watch)

    def _watch(self, view: Viewport) -> None:
        view.setAcceptDrops(True)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not (isinstance(event, QDropEvent) and event.mimeData().hasFormat(self._mime)):
            return super().eventFilter(watched, event)
        if isinstance(event, QDragEnterEvent) or event.type() == QEvent.Type.DragMove:
            event.acceptProposedAction()
            return True
        if event.type() == QEvent.Type.Drop and isinstance(watched, Viewport):
            event.acceptProposedAction()
            watched.activate()
            text = bytes(event.mimeData().data(self._mime).data()).decode("utf-8", "replace")
            at = event.position()
            # What is placed may ask something, which no drag waits for.
            defer(self, lambda: self._land(text, at))
            return True
        return super().eventFilter(watched, event)


def floor_under(view: Viewport, at: QPointF) -> tuple[float, float]:
    """Return the point of the floor at a position of a view, in m.

    If the view looks past the floor, it is the point about which the camera rotates.
    """
    camera = view.camera
    origin, direction = ray(camera, at.x(), at.y(), view.width(), view.height())
    far = -origin[2] / direction[2] if abs(direction[2]) > 1e-9 else -1.0
    spot = origin + far * direction
    if far <= 0.0 or np.linalg.norm(spot - np.array(camera.target)) > 3 * camera.distance:
        return camera.target[0], camera.target[1]
    return float(spot[0]), float(spot[1])

"""The part of a view without bars, cameras that fill it, and points near a position in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from rvs.engine.arrays import Array
from rvs.model.state import State
from rvs.model.views.view import Camera
from rvs.scene.build import scene_points
from rvs.scene.camera import fit, pan, project

# Of its height: so much of a view counts as clear whatever lies over it.
LEAST = 1 / 3


def clear_height(view: QWidget, bars: Sequence[QWidget]) -> int:
    """Return the height of the upper part of a view without visible bars, in pixels."""
    top = view.mapToGlobal(view.rect().topLeft()).y()
    edges = [one.mapToGlobal(one.rect().topLeft()).y() for one in bars if one.isVisible()]
    clear = min([top + view.height(), *edges]) - top
    return max(clear, round(LEAST * view.height()), 1)


def fit_above(camera: Camera, points: Array, view: QWidget, clear: int) -> Camera:
    """Return a camera moved, not rotated, so that points fill the clear part of a view.

    Args:
        camera: The initial camera.
        points: Points to show (n, 3), m.
        view: The view.
        clear: Height of its clear part, in pixels.
    """
    high = max(view.height(), 1)
    found = fit(camera, points, view.width() / clear)
    found = replace(found, distance=found.distance * high / clear)
    return pan(found, 0.0, (clear - high) / 2, high)


def variant_points(state: State, names: Iterable[str]) -> Array:
    """Return the points (n, 3) to which cameras are fitted, m, of all these variants together."""
    views = (replace(state.view, variant=name) for name in dict.fromkeys(names))
    return np.concatenate([scene_points(replace(state, view=view)) for view in views])


def sees(camera: Camera, points: Array, view: QWidget) -> bool:
    """Return whether a camera has points (n, 3), m, in a view."""
    seen = project(camera, points, view.width(), view.height())[:, :2]
    return bool(((seen >= 0.0) & (seen <= (view.width(), view.height()))).all())


def point_near(
    state: State, at: QPointF, view: QWidget, pixels: float
) -> tuple[float, float, float] | None:
    """Return the point of the robots, m, that appears nearest to a position.

    Args:
        state: The displayed state.
        at: The position in the view.
        view: The view.
        pixels: Maximum distance of the point; None is returned if all are farther.
    """
    points = np.asarray(scene_points(state)).reshape(-1, 3)
    seen = project(state.view.camera, points, view.width(), view.height())
    apart = np.hypot(seen[:, 0] - at.x(), seen[:, 1] - at.y())
    if apart.min(initial=np.inf) > pixels:
        return None
    x, y, z = points[apart.argmin()].tolist()
    return x, y, z

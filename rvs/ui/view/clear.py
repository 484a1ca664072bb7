"""The part of a view that no bar lies over, and cameras that fill it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from rvs.engine.arrays import Array
from rvs.model.views.view import Camera
from rvs.scene.camera import fit, pan, project

# Of its height: so much of a view counts as clear whatever lies over it.
LEAST = 1 / 3


def clear_height(view: QWidget, bars: Sequence[QWidget]) -> int:
    """Return the height of the upper part of a view that no visible bar lies over, in pixels."""
    top = view.mapToGlobal(view.rect().topLeft()).y()
    edges = [one.mapToGlobal(one.rect().topLeft()).y() for one in bars if one.isVisible()]
    clear = min([top + view.height(), *edges]) - top
    return max(clear, round(LEAST * view.height()), 1)


def fit_above(camera: Camera, points: Array, view: QWidget, clear: int) -> Camera:
    """Return a camera moved, not turned, to where points fill the clear part of a view.

    Args:
        camera: The camera before.
        points: What is to be seen (n, 3), m.
        view: The view.
        clear: Height of its clear part, in pixels.
    """
    high = max(view.height(), 1)
    found = fit(camera, points, view.width() / clear)
    found = replace(found, distance=found.distance * high / clear)
    return pan(found, 0.0, (clear - high) / 2, high)


def sees(camera: Camera, points: Array, view: QWidget) -> bool:
    """Return whether a camera has points (n, 3), m, in a view."""
    seen = project(camera, points, view.width(), view.height())[:, :2]
    return bool(((seen >= 0.0) & (seen <= (view.width(), view.height()))).all())

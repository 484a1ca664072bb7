"""Thin lines from labels that had to give way to what they name; the same for every painter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.views.view import Camera
from rvs.scene.annotate.labels import PlacedLabel
from rvs.scene.camera import axes, pixel_size, project
from rvs.scene.items import Label, Line

# The line ends so far from the letters, in pixels.
CLEAR = 1.0
WIDTH, OPACITY, RIM = 1.0, 0.7, 2.0


def leader_lines(
    labels: Sequence[Label],
    places: Sequence[PlacedLabel | None],
    camera: Camera,
    width: float,
    height: float,
) -> list[Line]:
    """Return a line from its anchor to each label that was placed away from it or wants one.

    Args:
        labels: The labels.
        places: Where ``place_labels`` put them.
        camera: From where.
        width: Width of the picture, in pixels.
        height: Height of the picture, in pixels.
    """
    far = [
        (label, place)
        for label, place in zip(labels, places, strict=True)
        if place is not None and label.sheet is None and (label.leader or place.led)
    ]
    if not far:
        return []
    anchors = np.array([label.at for label, _ in far], float)
    ways = _ways([place for _, place in far], project(camera, anchors, width, height)[:, :2])
    right, up, _ = axes(camera)
    size = pixel_size(camera, anchors, height)
    ends = anchors + size[:, None] * (ways[:, :1] * right - ways[:, 1:] * up)
    lines = []
    for (label, _), points in zip(far, np.stack([anchors, ends], axis=1), strict=True):
        color = (*label.color[:3], OPACITY * label.color[3])
        if label.leader:
            # It may cross bodies as bright as itself.
            color = label.color
            rim = Line(
                points, label.halo, WIDTH + RIM,
                owner=label.owner, layer=label.layer, depth=label.depth,
            )  # fmt: skip
            lines.append(rim)
        lines.append(
            Line(
                points, color, WIDTH,
                owner=label.owner, layer=label.layer, depth=label.depth,
            )
        )  # fmt: skip
    return lines


def _ways(places: Sequence[PlacedLabel], starts: Array) -> Array:
    """Ways (n, 2) from points of the screen (n, 2) to where each label's rectangle is nearest."""
    boxes = np.array([(place.x, place.y, place.width, place.height) for place in places])
    middles, halves = boxes[:, :2], boxes[:, 2:] / 2 + CLEAR
    ways: Array = np.clip(starts, middles - halves, middles + halves) - starts
    return ways

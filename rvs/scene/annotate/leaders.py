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
    width: int,
    height: int,
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
    seen = project(camera, anchors, width, height)[:, :2]
    right, up, _ = axes(camera)
    lines = []
    for (label, place), anchor, start in zip(far, anchors, seen, strict=True):
        way = _edge(place, start) - start
        size = float(pixel_size(camera, anchor, height))
        end = anchor + size * (way[0] * right - way[1] * up)
        color = (*label.color[:3], OPACITY * label.color[3])
        if label.leader:
            # It may cross bodies as bright as itself.
            color = label.color
            rim = Line(
                np.array([anchor, end]), label.halo, WIDTH + RIM,
                owner=label.owner, layer=label.layer, depth=label.depth,
            )  # fmt: skip
            lines.append(rim)
        lines.append(
            Line(
                np.array([anchor, end]), color, WIDTH,
                owner=label.owner, layer=label.layer, depth=label.depth,
            )
        )  # fmt: skip
    return lines


def _edge(place: PlacedLabel, start: Array) -> Array:
    """The point of a label's rectangle nearest to a point of the screen; inside it, that point."""
    half = np.array([place.width, place.height]) / 2 + CLEAR
    middle = np.array([place.x, place.y])
    nearest: Array = np.clip(start, middle - half, middle + half)
    return nearest
